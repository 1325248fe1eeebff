//! Decided nodes to typed expressions: casts written out, multiplicities into bounds, negations into `not`.

use rustc_hash::FxHashSet;

use super::check::mult_of;
use super::node::{Bin, Kind, Mark, N, Node, NodeDecl, Quantifier, Un};
use crate::diag::Diagnostic;
use crate::resolve::Program;
use crate::source::Span;
use crate::typed::{
    BinaryOp, Bound, CompareOp, Expr, ExprKind, LocalId, Mult, Type, UnaryOp, VarDecl, World,
};

/// Converts the nodes of one declaration or paragraph.
pub(crate) struct Converter<'p, 'a> {
    program: &'p Program<'a>,
    used: FxHashSet<LocalId>,
    /// Variables whose use is to be checked at the end.
    declared: Vec<LocalId>,
    /// The places of the macros' uses that enclose the current node.
    uses: Vec<Span>,
}

impl Program<'_> {
    /// A decided node without faults as a formula.
    pub(crate) fn convert_formula(&self, node: &N) -> Expr {
        self.convert(|c| c.expr(node))
    }

    /// A decided node without faults as what it is.
    pub(crate) fn convert_any(&self, node: &N) -> Expr {
        self.convert(|c| c.expr(node))
    }

    /// A decided node without faults as a set or relation.
    pub(crate) fn convert_set(&self, node: &N) -> Expr {
        self.convert(|c| c.set(node))
    }

    /// A decided node without faults as a bound.
    pub(crate) fn convert_bound(&self, node: &N) -> Bound {
        self.convert(|c| c.bound(node))
    }

    fn convert<T>(&self, run: impl FnOnce(&mut Converter) -> T) -> T {
        let mut converter = Converter {
            program: self,
            used: FxHashSet::default(),
            declared: Vec::new(),
            uses: Vec::new(),
        };
        let result = run(&mut converter);
        converter.warn_unused();
        result
    }
}

impl Converter<'_, '_> {
    fn warn_unused(self) {
        let locals = self.program.locals.borrow();
        for id in self.declared.iter().filter(|id| !self.used.contains(id)) {
            let local = &locals[id.index()];
            let text = format!("the variable `{}` is never used", local.name);
            let mut warning = Diagnostic::warning("W0414", local.span, text);
            // What to do about it is said once.
            if !self.program.has_reported("W0414") {
                let members = local.ty.extract(1);
                let use_of = match self.program.field_between(&members, &Type::of(World::UNIV)) {
                    Some(field) => format!("use it, as in `{}.{}`", local.name, field.name),
                    None => "use it".to_owned(),
                };
                warning = warning.help(format!("{use_of}, or leave its declaration out"));
            }
            self.program.report(warning);
        }
    }

    fn make(&self, kind: ExprKind, ty: Type, span: Span) -> Expr {
        Expr {
            kind,
            ty,
            span: self.uses.first().copied().unwrap_or(span),
        }
    }

    /// The node as a set: integers become singletons.
    fn set(&mut self, node: &N) -> Expr {
        let expr = self.expr(node);
        to_set(expr)
    }

    fn boxed_set(&mut self, node: &N) -> Box<Expr> {
        Box::new(self.set(node))
    }

    fn boxed(&mut self, node: &N) -> Box<Expr> {
        Box::new(self.expr(node))
    }

    fn all(&mut self, nodes: &[N]) -> Vec<Expr> {
        nodes.iter().map(|n| self.expr(n)).collect()
    }

    /// The node as it is.
    fn expr(&mut self, node: &N) -> Expr {
        let kind = match &node.kind {
            Kind::Bool(b) => ExprKind::Bool(*b),
            Kind::Number(n) => ExprKind::Number(*n),
            Kind::Str(s) => ExprKind::Str(s.clone()),
            Kind::Sig(s) => ExprKind::Sig(*s),
            Kind::Field(f) => ExprKind::Field(*f),
            Kind::Local(l) => {
                self.used.insert(*l);
                ExprKind::Local(*l)
            }
            Kind::Iden => ExprKind::Iden,
            Kind::MinInt => ExprKind::MinInt,
            Kind::MaxInt => ExprKind::MaxInt,
            Kind::NextInt => ExprKind::NextInt,
            Kind::Unary(op, sub) => return self.unary(node, *op, sub),
            Kind::Binary(op, left, right) => return self.binary(node, *op, left, right),
            Kind::Unions(args) => {
                let sets = args.iter().map(|arg| self.set(arg)).collect();
                return self.union(sets, node.span);
            }
            Kind::And(args) => self.conjunction(args),
            Kind::Or(args) => ExprKind::Or(self.all(args)),
            Kind::Disjoint(args) => ExprKind::Disjoint(args.iter().map(|a| self.set(a)).collect()),
            Kind::TotalOrder(args) => match &args[..] {
                [a, b, c] => ExprKind::TotalOrder(self.boxed_set(a), self.boxed_set(b), self.boxed_set(c)),
                _ => ExprKind::Bool(true),
            },
            Kind::IfElse(cond, left, right) => {
                let cond = self.boxed(cond);
                let (left, right) = (self.expr(left), self.expr(right));
                let (left, right) = if node.ty.is_bool {
                    (left, right)
                } else {
                    (to_set(left), to_set(right))
                };
                ExprKind::IfElse(cond, Box::new(left), Box::new(right))
            }
            Kind::Let(var, value, body) => {
                self.declared.push(*var);
                ExprKind::Let(*var, self.boxed(value), self.boxed(body))
            }
            Kind::Quantified(op, decls, body) => self.quantified(*op, decls, body),
            Kind::Call { func, args, .. } => {
                ExprKind::Call(*func, args.iter().map(|a| self.set(a)).collect())
            }
            Kind::Expanded(inner) => return self.expanded(node, inner),
            Kind::Argument(inner) => return self.argument(inner),
            // Nodes with faults never come here.
            Kind::BadCall { .. } | Kind::BadJoin | Kind::Choice(..) | Kind::Macro(..) | Kind::Bad => {
                ExprKind::Sig(World::NONE)
            }
        };
        self.make(kind, node.ty.clone(), node.span)
    }

    fn expanded(&mut self, node: &N, inner: &N) -> Expr {
        self.uses.push(node.span);
        let result = self.expr(inner);
        self.uses.pop();
        result
    }

    fn argument(&mut self, inner: &N) -> Expr {
        let outer = self.uses.pop();
        let result = self.expr(inner);
        self.uses.extend(outer);
        result
    }

    fn conjunction(&mut self, args: &[N]) -> ExprKind {
        let mut flat = Vec::with_capacity(args.len());
        for arg in args {
            let expr = self.expr(arg);
            match expr.kind {
                ExprKind::And(inner) => flat.extend(inner),
                _ => flat.push(expr),
            }
        }
        ExprKind::And(flat)
    }

    /// A balanced tree of unions, since later stages follow trees down.
    fn union(&self, mut sets: Vec<Expr>, span: Span) -> Expr {
        while sets.len() > 1 {
            let mut halved = Vec::with_capacity(sets.len().div_ceil(2));
            let mut rest = sets.into_iter();
            while let Some(left) = rest.next() {
                let Some(right) = rest.next() else {
                    halved.push(left);
                    break;
                };
                let ty = self.program.hierarchy.union_common(&left.ty, &right.ty);
                let kind = ExprKind::Binary(BinaryOp::Union, Box::new(left), Box::new(right));
                halved.push(self.make(kind, ty, span));
            }
            sets = halved;
        }
        let none = || self.make(ExprKind::Sig(World::NONE), Type::of(World::NONE), span);
        sets.pop().unwrap_or_else(none)
    }

    fn unary(&mut self, node: &N, op: Un, sub: &N) -> Expr {
        let op = match op {
            // A prefix outside of a bound cannot be reached without a fault; its operand is what it denotes.
            op if op.is_mark() => return self.expr(sub),
            Un::ToInt => {
                let sub = self.set(sub);
                return match sub.kind {
                    ExprKind::Unary(UnaryOp::ToSet, inner) => *inner,
                    _ => self.make(
                        ExprKind::Unary(UnaryOp::ToInt, Box::new(sub)),
                        Type::int(),
                        node.span,
                    ),
                };
            }
            Un::ToSet => {
                let sub = self.expr(sub);
                return to_set(sub);
            }
            Un::Not => UnaryOp::Not,
            Un::After => UnaryOp::After,
            Un::Always => UnaryOp::Always,
            Un::Eventually => UnaryOp::Eventually,
            Un::Before => UnaryOp::Before,
            Un::Historically => UnaryOp::Historically,
            Un::Once => UnaryOp::Once,
            Un::No => UnaryOp::No,
            Un::Some => UnaryOp::Some,
            Un::Lone => UnaryOp::Lone,
            Un::One => UnaryOp::One,
            Un::Transpose => UnaryOp::Transpose,
            Un::Prime => UnaryOp::Prime,
            Un::ReflexiveClosure => UnaryOp::ReflexiveClosure,
            Un::Closure => UnaryOp::Closure,
            _ => UnaryOp::Card,
        };
        let sub = self.boxed(sub);
        self.make(ExprKind::Unary(op, sub), node.ty.clone(), node.span)
    }

    fn binary(&mut self, node: &N, op: Bin, left: &N, right: &N) -> Expr {
        let op = match op {
            Bin::Compare(op, negated) => return self.compare(node, op, negated, left, right),
            Bin::Arrow(left_mult, right_mult) => {
                let (left, right) = (self.boxed_set(left), self.boxed_set(right));
                let kind = ExprKind::Arrow(left, left_mult, right_mult, right);
                return self.make(kind, node.ty.clone(), node.span);
            }
            Bin::Seq => {
                let kind = ExprKind::Sequence(self.boxed_set(left), self.boxed_set(right));
                return self.make(kind, node.ty.clone(), node.span);
            }
            Bin::Join => BinaryOp::Join,
            Bin::Domain => BinaryOp::DomainRestrict,
            Bin::Range => BinaryOp::RangeRestrict,
            Bin::Intersect => BinaryOp::Intersect,
            Bin::Override => BinaryOp::Override,
            Bin::Union => BinaryOp::Union,
            Bin::Difference => BinaryOp::Difference,
            Bin::Add => BinaryOp::Add,
            Bin::Sub => BinaryOp::Sub,
            Bin::Mul => BinaryOp::Mul,
            Bin::Div => BinaryOp::Div,
            Bin::Rem => BinaryOp::Rem,
            Bin::Shl => BinaryOp::Shl,
            Bin::Sha => BinaryOp::Sha,
            Bin::Shr => BinaryOp::Shr,
            Bin::Implies => BinaryOp::Implies,
            Bin::Iff => BinaryOp::Iff,
            Bin::Until => BinaryOp::Until,
            Bin::Since => BinaryOp::Since,
            Bin::Triggered => BinaryOp::Triggered,
            Bin::Releases => BinaryOp::Releases,
        };
        let relational = matches!(op, BinaryOp::Union | BinaryOp::Difference);
        let (left, right) = if relational {
            (self.boxed_set(left), self.boxed_set(right))
        } else {
            (self.boxed(left), self.boxed(right))
        };
        self.make(ExprKind::Binary(op, left, right), node.ty.clone(), node.span)
    }

    fn compare(&mut self, node: &N, op: CompareOp, negated: bool, left: &N, right: &N) -> Expr {
        let kind = if op == CompareOp::In && right.mark != Mark::No {
            let left = self.boxed_set(left);
            ExprKind::InBound(left, Box::new(self.bound(right)))
        } else if op == CompareOp::Equal {
            let (left, right) = (self.set(left), self.set(right));
            let (left, right) = both_ints(left, right);
            ExprKind::Compare(op, Box::new(left), Box::new(right))
        } else {
            ExprKind::Compare(op, self.boxed(left), self.boxed(right))
        };
        let positive = self.make(kind, Type::formula(), node.span);
        if negated {
            self.make(
                ExprKind::Unary(UnaryOp::Not, Box::new(positive)),
                Type::formula(),
                node.span,
            )
        } else {
            positive
        }
    }

    fn quantified(&mut self, op: Quantifier, decls: &[NodeDecl], body: &N) -> ExprKind {
        if let Quantifier::Of(_) = op {
            self.declared.extend(decls.iter().flat_map(|d| &d.locals));
        }
        let decls: Vec<VarDecl> = decls.iter().map(|d| self.var_decl(d)).collect();
        let body = self.boxed(body);
        match op {
            Quantifier::Of(quant) => ExprKind::Quantified(quant, decls, body),
            Quantifier::Comprehension => ExprKind::Comprehension(decls, body),
        }
    }

    fn var_decl(&mut self, decl: &NodeDecl) -> VarDecl {
        let bound = self.bound(&decl.bound);
        VarDecl {
            locals: decl.locals.clone(),
            disjoint: decl.disjoint,
            bound,
        }
    }

    /// A bound: the multiplicity in front and the expression behind it.
    fn bound(&mut self, node: &N) -> Bound {
        match &node.kind {
            Kind::Expanded(inner) => {
                self.uses.push(node.span);
                let bound = self.bound(inner);
                self.uses.pop();
                bound
            }
            Kind::Argument(inner) => {
                let outer = self.uses.pop();
                let bound = self.bound(inner);
                self.uses.extend(outer);
                bound
            }
            Kind::Unary(op, sub) if op.is_mark() => {
                let inner = self.bound(sub);
                let unary = inner.expr.ty.arity() == Some(1);
                let mult = if unary { mult_of(*op) } else { Mult::Set };
                Bound { mult, ..inner }
            }
            _ => Bound {
                mult: Mult::Set,
                expr: self.set(node),
            },
        }
    }
}

/// The set of an integer's value; sets stay what they are.
fn to_set(expr: Expr) -> Expr {
    if !expr.ty.is_int {
        return expr;
    }
    let span = expr.span;
    Expr {
        kind: ExprKind::Unary(UnaryOp::ToSet, Box::new(expr)),
        ty: Type::of(World::INT),
        span,
    }
}

/// Two sets that are both casts of integers, without the casts.
fn both_ints(left: Expr, right: Expr) -> (Expr, Expr) {
    let cast = |e: &Expr| matches!(e.kind, ExprKind::Unary(UnaryOp::ToSet, _));
    if !cast(&left) || !cast(&right) {
        return (left, right);
    }
    let strip = |e: Expr| match e.kind {
        ExprKind::Unary(UnaryOp::ToSet, inner) => *inner,
        kind => Expr { kind, ..e },
    };
    (strip(left), strip(right))
}

/// Whether a node mentions a call, and where.
pub(crate) fn find(node: &Node, test: &dyn Fn(&Node) -> bool) -> Option<Span> {
    if test(node) {
        return Some(node.span);
    }
    let any = |nodes: &[N]| nodes.iter().find_map(|n| find(n, test));
    match &node.kind {
        Kind::Unary(_, a) | Kind::Expanded(a) | Kind::Argument(a) => find(a, test),
        Kind::Binary(_, a, b) | Kind::Let(_, a, b) => find(a, test).or_else(|| find(b, test)),
        Kind::IfElse(a, b, c) => any(&[a.clone(), b.clone(), c.clone()]),
        Kind::Unions(args)
        | Kind::And(args)
        | Kind::Or(args)
        | Kind::Disjoint(args)
        | Kind::TotalOrder(args) => any(args),
        Kind::Call { args, .. } => any(args),
        Kind::Quantified(_, decls, body) => decls
            .iter()
            .find_map(|d| find(&d.bound, test))
            .or_else(|| find(body, test)),
        _ => None,
    }
}
