//! The top-down pass: every node is resolved against the part of its type that its parent can use.
//!
//! This is the relevance analysis of Edwards, Jackson and Torlak ("A type system for object models", FSE 2004, section 5): it decides
//! overloaded names and finds expressions that cannot matter. Unlike theirs, a choice is decided by weights where several
//! meanings remain relevant (see [`super::choice`]).

use std::rc::Rc;

use super::build::{argument, bad, expanded_again, let_in};
use super::node::{Bin, Fault, Kind, N, Un};
use super::ty::is_empty;
use super::warnings::Warn;
use crate::resolve::Program;
use crate::typed::{CompareOp, SigId, Type, World};

impl Program<'_> {
    /// The node as a formula, decided.
    pub(crate) fn resolve_formula(&self, node: N, warn: Warn) -> N {
        let node = self.as_formula(node);
        self.as_formula(self.resolve(&node, &Type::formula(), warn))
    }

    /// The node as an integer, decided.
    pub(crate) fn resolve_int(&self, node: N, warn: Warn) -> N {
        let node = self.as_int(node);
        self.as_int(self.resolve(&node, &Type::int(), warn))
    }

    /// The node as a set or relation, decided.
    pub(crate) fn resolve_set(&self, node: N, warn: Warn) -> N {
        let node = self.as_set(node);
        let ty = node.ty.as_set();
        self.as_set(self.resolve(&node, &ty, warn))
    }

    /// The node on its own type, decided.
    pub(crate) fn resolve_alone(&self, node: &N, warn: Warn) -> N {
        let ty = node.ty.clone();
        self.resolve(node, &ty, warn)
    }

    /// Decides what is undecided in a node whose parent can use only `p` of its type.
    pub(crate) fn resolve(&self, node: &N, p: &Type, warn: Warn) -> N {
        if !node.ambiguous && warn == Warn::Off {
            return node.clone();
        }
        if warn == Warn::Off
            && let Some(known) = self.memo.borrow().get(node, p)
        {
            return known;
        }
        let resolved = self.resolve_new(node, p, warn);
        if warn == Warn::Off {
            self.memo.borrow_mut().insert(node, p, &resolved);
        }
        resolved
    }

    fn resolve_new(&self, node: &N, p: &Type, warn: Warn) -> N {
        if node.is_faulty() && !matches!(node.kind, Kind::And(_) | Kind::Or(_)) {
            return node.clone();
        }
        match &node.kind {
            Kind::Choice(candidates, far) => self.decide(node, candidates, far.as_deref(), p, warn),
            Kind::Unary(op, sub) => self.resolve_unary(node, *op, sub, p, warn),
            Kind::Binary(op, left, right) => self.resolve_binary(node, *op, left, right, p, warn),
            // Faults in one formula do not hide those in its neighbours.
            Kind::And(args) | Kind::Or(args) => {
                let formula = Type::formula();
                let new = self.resolve_all(args, |_| formula.clone(), warn);
                let and = matches!(node.kind, Kind::And(_));
                rebuilt(node, args, new, |new| self.junction(and, node.span, new))
            }
            Kind::Unions(args) => {
                self.warn_unions(node, args, p, warn);
                let new = self.resolve_all(args, |i| self.hierarchy.intersect(&args[i].ty, p), warn);
                if args.iter().zip(&new).all(|(a, b)| Rc::ptr_eq(a, b)) {
                    return node.clone();
                }
                // What was chosen has the arity of what it was chosen from, unless it is faulty.
                self.unions(node.span, &new)
                    .unwrap_or_else(|| bad(node.span, Fault::Silent))
            }
            Kind::Disjoint(args) => {
                let mut all = args[0].ty.as_set();
                for arg in &args[1..] {
                    all = self.hierarchy.union_common(&all, &arg.ty);
                }
                let new = self.resolve_all(args, |_| all.clone(), warn);
                rebuilt(node, args, new, |new| self.predicate(false, node.span, new))
            }
            Kind::TotalOrder(args) => {
                let set = args[0].ty.extract(1);
                let pair = self.hierarchy.product(&set, &set);
                let ty = |i| if i == 2 { pair.clone() } else { set.clone() };
                let new = self.resolve_all(args, ty, warn);
                rebuilt(node, args, new, |new| self.predicate(true, node.span, new))
            }
            Kind::IfElse(cond, left, right) => self.resolve_if_else(node, [cond, left, right], p, warn),
            Kind::Let(var, value, body) => {
                let new = self.resolve(body, p, warn);
                if Rc::ptr_eq(body, &new) {
                    return node.clone();
                }
                let_in(node.span, *var, value.clone(), new)
            }
            Kind::Call { func, args, extra } => {
                let info = &self.funcs[func.index()];
                let ty = |i: usize| info.params.get(i).map_or_else(Type::default, |p| p.ty.clone());
                let new = self.resolve_all(args, ty, warn);
                rebuilt(node, args, new, |new| self.call(node.span, *func, new, *extra))
            }
            Kind::Expanded(inner) => {
                let new = self.resolve(inner, p, warn);
                if Rc::ptr_eq(inner, &new) {
                    node.clone()
                } else {
                    expanded_again(node, new)
                }
            }
            Kind::Argument(inner) => {
                let new = self.resolve(inner, p, warn);
                if Rc::ptr_eq(inner, &new) {
                    node.clone()
                } else {
                    argument(new)
                }
            }
            _ => node.clone(),
        }
    }

    fn resolve_all(&self, args: &[N], ty: impl Fn(usize) -> Type, warn: Warn) -> Vec<N> {
        args.iter()
            .enumerate()
            .map(|(i, arg)| self.resolve(arg, &ty(i), warn))
            .collect()
    }

    fn resolve_unary(&self, node: &N, op: Un, sub: &N, p: &Type, warn: Warn) -> N {
        let h = &self.hierarchy;
        let wanted = match op {
            op if op.is_logical() => Type::formula(),
            Un::Transpose => h.transpose(&h.intersect(&h.transpose(&sub.ty), p)),
            Un::Closure | Un::ReflexiveClosure => self.closure_relevance(p, &sub.ty),
            Un::Card | Un::No | Un::Some | Un::Lone | Un::One => sub.ty.as_set(),
            Un::ToSet => Type::int(),
            Un::ToInt => h.intersect(&sub.ty, &Type::of(World::INT)),
            _ => p.clone(),
        };
        let new = self.resolve(sub, &wanted, warn);
        self.warn_unary(node, op, sub, &wanted, p, warn);
        if Rc::ptr_eq(sub, &new) {
            node.clone()
        } else {
            self.unary(op, node.span, new)
        }
    }

    fn resolve_if_else(&self, node: &N, [cond, left, right]: [&N; 3], p: &Type, warn: Warn) -> N {
        let mut sides = [p.clone(), p.clone()];
        if !p.products.is_empty() {
            for (wanted, side) in sides.iter_mut().zip([left, right]) {
                *wanted = self.hierarchy.intersect(&side.ty, p);
                wanted.is_bool = p.is_bool;
                if side.ty.has_tuple() && !wanted.has_tuple() {
                    self.warn_branch(side, warn);
                }
            }
        }
        let new = [
            self.resolve(cond, &Type::formula(), warn),
            self.resolve(left, &sides[0], warn),
            self.resolve(right, &sides[1], warn),
        ];
        if [cond, left, right]
            .into_iter()
            .zip(&new)
            .all(|(old, new)| Rc::ptr_eq(old, new))
        {
            return node.clone();
        }
        let [cond, left, right] = new;
        self.if_else(node.span, cond, left, right)
    }

    fn resolve_binary(&self, node: &N, op: Bin, left: &N, right: &N, p: &Type, warn: Warn) -> N {
        let (a, b) = self.operand_relevance(op, &left.ty, &right.ty, p);
        self.warn_binary(node, op, (left, right), (&a, &b), p, warn);
        let new_left = self.resolve(left, &a, warn);
        let new_right = self.resolve(right, &b, warn);
        if Rc::ptr_eq(left, &new_left) && Rc::ptr_eq(right, &new_right) {
            return node.clone();
        }
        self.binary(op, node.span, new_left, new_right)
    }

    /// What an operator can use of its operands' types.
    fn operand_relevance(&self, op: Bin, left: &Type, right: &Type, p: &Type) -> (Type, Type) {
        let h = &self.hierarchy;
        match op {
            op if op.is_logical() => (Type::formula(), Type::formula()),
            op if op.is_arithmetic() || op.is_int_comparison() => (Type::int(), Type::int()),
            Bin::Compare(CompareOp::Equal, _) => {
                let both = h.intersect(left, right);
                if both.has_tuple() {
                    return (both.clone(), both);
                }
                let a = left.pick_common(right);
                let b = right.pick_common(&a);
                (a, b)
            }
            Bin::Compare(..) => {
                let a = left.pick_common(right);
                let b = h.intersect(right, &a);
                (a, b)
            }
            Bin::Intersect | Bin::Union | Bin::Override => (h.intersect(left, p), h.intersect(right, p)),
            Bin::Difference => (p.clone(), h.intersect(p, right)),
            Bin::Join => self.join_relevance(left, right, p),
            Bin::Domain => self.domain_relevance(left, right, p),
            Bin::Range => self.range_relevance(left, right, p),
            _ => self.arrow_relevance(left, right, p),
        }
    }

    fn join_relevance(&self, left: &Type, right: &Type, p: &Type) -> (Type, Type) {
        let h = &self.hierarchy;
        let (mut a, mut b) = (h.collector(), h.collector());
        for x in &left.products {
            for y in right
                .products
                .iter()
                .filter(|y| p.has_arity(x.len() + y.len() - 2))
            {
                let middle = h.meet(x[x.len() - 1], y[0]);
                if middle == World::NONE {
                    continue;
                }
                let joined = h.join_products(x, y);
                for z in h
                    .intersect_product(p, &joined)
                    .products
                    .iter()
                    .filter(|z| !is_empty(z))
                {
                    let (front, back) = z.split_at(x.len() - 1);
                    a.add(front.iter().copied().chain([middle]).collect());
                    b.add([middle].into_iter().chain(back.iter().copied()).collect());
                }
            }
        }
        // Without a useful pair the pairs that join at all, else those of fitting arity, keep the search for meanings going.
        for strict in [true, false] {
            if !a.is_empty() && !b.is_empty() {
                break;
            }
            for x in &left.products {
                for y in right
                    .products
                    .iter()
                    .filter(|y| p.has_arity(x.len() + y.len() - 2))
                {
                    if !strict || h.meets(x[x.len() - 1], y[0]) {
                        a.add(x.clone());
                        b.add(y.clone());
                    }
                }
            }
        }
        (a.into_type(), b.into_type())
    }

    fn domain_relevance(&self, left: &Type, right: &Type, p: &Type) -> (Type, Type) {
        let h = &self.hierarchy;
        let (mut a, mut b) = (h.collector(), h.collector());
        for x in left.products.iter().filter(|x| x.len() == 1) {
            for y in right.products.iter().filter(|y| p.has_arity(y.len())) {
                let kept = h.restrict_column(y, x[0], 0);
                for z in h
                    .intersect_product(p, &kept)
                    .products
                    .iter()
                    .filter(|z| !is_empty(z))
                {
                    a.add(Box::from([z[0]]));
                    b.add(z.clone());
                }
            }
        }
        if a.is_empty() {
            (left.extract(1), right.pick_common(p))
        } else {
            (a.into_type(), b.into_type())
        }
    }

    fn range_relevance(&self, left: &Type, right: &Type, p: &Type) -> (Type, Type) {
        let h = &self.hierarchy;
        let (mut a, mut b) = (h.collector(), h.collector());
        for y in right.products.iter().filter(|y| y.len() == 1) {
            for x in left.products.iter().filter(|x| p.has_arity(x.len())) {
                let kept = h.restrict_column(x, y[0], x.len() - 1);
                for z in h
                    .intersect_product(p, &kept)
                    .products
                    .iter()
                    .filter(|z| !is_empty(z))
                {
                    a.add(z.clone());
                    b.add(Box::from([z[z.len() - 1]]));
                }
            }
        }
        if a.is_empty() {
            (left.pick_common(p), right.extract(1))
        } else {
            (a.into_type(), b.into_type())
        }
    }

    fn arrow_relevance(&self, left: &Type, right: &Type, p: &Type) -> (Type, Type) {
        let h = &self.hierarchy;
        let (mut a, mut b) = (h.collector(), h.collector());
        for x in left.products.iter().filter(|x| !is_empty(x)) {
            for y in right
                .products
                .iter()
                .filter(|y| !is_empty(y) && p.has_arity(x.len() + y.len()))
            {
                let both: Vec<_> = x.iter().chain(y.iter()).copied().collect();
                for z in h
                    .intersect_product(p, &both)
                    .products
                    .iter()
                    .filter(|z| !is_empty(z))
                {
                    let (front, back) = z.split_at(x.len());
                    a.add(front.into());
                    b.add(back.into());
                }
            }
        }
        if a.is_empty() {
            (left.clone(), right.clone())
        } else {
            (a.into_type(), b.into_type())
        }
    }

    /// The pairs of a relation's type that lie on a path from the first to the last column of some pair the parent wants.
    fn closure_relevance(&self, p: &Type, child: &Type) -> Type {
        let h = &self.hierarchy;
        let pairs = |ty: &Type| ty.extract(2).products;
        let (edges, wanted) = (pairs(child), pairs(p));
        let mut nodes: Vec<SigId> = edges.iter().chain(&wanted).flat_map(|x| x.to_vec()).collect();
        nodes.sort_unstable();
        nodes.dedup();
        let place = |sig: SigId| nodes.binary_search(&sig).unwrap_or_default();
        // Signatures that share atoms count as connected both ways.
        let sharing = |&sig: &SigId| (0..nodes.len()).filter(|&j| h.meets(sig, nodes[j])).collect();
        let mut forwards: Vec<Vec<usize>> = nodes.iter().map(sharing).collect();
        let mut backwards = forwards.clone();
        for edge in &edges {
            let (from, to) = (place(edge[0]), place(edge[1]));
            forwards[from].push(to);
            backwards[to].push(from);
        }
        let mut result = h.collector();
        for pair in &wanted {
            let from = reached(&forwards, place(pair[0]));
            let to = reached(&backwards, place(pair[1]));
            let useful = edges.iter().filter(|e| from[place(e[0])] && to[place(e[1])]);
            useful.for_each(|edge| result.add(edge.clone()));
        }
        result.into_type()
    }
}

/// Which nodes of a graph a path leads to.
fn reached(next: &[Vec<usize>], from: usize) -> Vec<bool> {
    let mut reached = vec![false; next.len()];
    let mut open = vec![from];
    reached[from] = true;
    while let Some(here) = open.pop() {
        for &there in &next[here] {
            if !std::mem::replace(&mut reached[there], true) {
                open.push(there);
            }
        }
    }
    reached
}

fn rebuilt(node: &N, old: &[N], new: Vec<N>, make: impl FnOnce(Vec<N>) -> N) -> N {
    if old.iter().zip(&new).all(|(a, b)| Rc::ptr_eq(a, b)) {
        node.clone()
    } else {
        make(new)
    }
}
