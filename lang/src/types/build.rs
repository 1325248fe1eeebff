//! Makes nodes from nodes: casts, bounding types, and the faults found on the way.

use std::rc::Rc;

use super::faults::bad_total_order;
use super::node::{Bin, Fault, Faults, Kind, Mark, N, Node, NodeDecl, Quantifier, Un};
use crate::diag::Diagnostic;
use crate::resolve::Program;
use crate::source::Span;
use crate::typed::{CompareOp, FuncId, LocalId, Mult, Quant, Type, World};

/// The parts of a node that follow from its children.
#[derive(Default)]
pub(super) struct Parts {
    pub(super) mark: Mark,
    pub(super) weight: u32,
    pub(super) ambiguous: bool,
    pub(super) faults: Faults,
    pub(super) size: u32,
    pub(super) depth: u32,
}

impl Parts {
    fn of<'a>(children: impl IntoIterator<Item = &'a N>) -> Parts {
        let mut parts = Parts {
            size: 1,
            ..Parts::default()
        };
        for child in children {
            parts.weight = parts.weight.saturating_add(child.weight);
            parts.ambiguous |= child.ambiguous;
            parts.faults = parts.faults.and(&child.faults);
            parts.size = parts.size.saturating_add(child.size);
            parts.depth = parts.depth.max(child.depth + 1);
        }
        parts
    }

    pub(super) fn node(self, kind: Kind, ty: Type, span: Span) -> N {
        let Parts {
            mark,
            weight,
            ambiguous,
            mut faults,
            size,
            depth,
        } = self;
        if faults.is_empty() && ty.is_nothing() {
            faults = Faults::ready(Diagnostic::error("E0405", span, "this expression has no type"));
        }
        let ty = if faults.is_empty() { ty } else { Type::default() };
        Rc::new(Node {
            kind,
            ty,
            span,
            mark,
            weight,
            ambiguous,
            faults,
            size,
            depth,
        })
    }
}

/// Makes a leaf.
pub(crate) fn leaf(kind: Kind, ty: Type, span: Span) -> N {
    weighted_leaf(kind, ty, span, 0)
}

/// Makes a leaf with a penalty.
pub(crate) fn weighted_leaf(kind: Kind, ty: Type, span: Span, weight: u32) -> N {
    let mut parts = Parts::of([]);
    parts.weight = weight;
    parts.node(kind, ty, span)
}

/// A node that stands for something wrong.
pub(crate) fn bad(span: Span, fault: Fault) -> N {
    let parts = Parts {
        faults: Faults::one(fault),
        size: 1,
        ..Parts::default()
    };
    parts.node(Kind::Bad, Type::default(), span)
}

/// A node whose fault was reported elsewhere.
pub(crate) fn poisoned(span: Span) -> N {
    bad(span, Fault::Silent)
}

/// A join or call whose argument is faulty.
pub(super) fn faulty_join(span: Span, arg: &N) -> N {
    Parts::of([arg]).node(Kind::Bad, Type::default(), span)
}

/// The same node with one more diagnostic, and hence without a meaning.
fn spoiled(node: &N, diagnostic: Diagnostic) -> N {
    let mut parts = Parts::of([node]);
    parts.faults = node.faults.and(&Faults::ready(diagnostic));
    parts.node(Kind::Bad, Type::default(), node.span)
}

fn mark_not_allowed(node: &Node) -> Faults {
    let wrong = Diagnostic::error("E0501", node.span, "a multiplicity is not allowed here").note(
        "multiplicities may stand in declarations, on arrows in declarations, and on the right of `in`",
    );
    Faults::ready(if matches!(node.kind, Kind::Binary(Bin::Arrow(..), ..)) {
        wrong.help("`->` is the product of two sets; if implication is meant, write `=>`")
    } else {
        wrong
    })
}

impl Program<'_> {
    /// The node as a formula.
    pub(crate) fn as_formula(&self, node: N) -> N {
        if node.is_faulty() || node.ty.is_bool {
            return node;
        }
        let diagnostic = self.not_a_formula(&node);
        spoiled(&node, diagnostic)
    }

    /// The node as a formula, beside another with `and` or `or` between them, which may stand in place of another operator.
    fn as_operand(&self, node: N, and: bool, left: &N) -> N {
        if node.is_faulty() || node.ty.is_bool {
            return node;
        }
        let advice = self.mistaken_junction(and, left, &node);
        let wrong = self.not_a_formula(&node).help(advice);
        spoiled(&node, wrong)
    }

    /// The node as an integer expression; sets of integers are summed.
    pub(crate) fn as_int(&self, node: N) -> N {
        if node.is_faulty() || node.ty.is_int {
            return node;
        }
        if node.ty.has_int() {
            let span = node.span;
            return self.unary(Un::ToInt, span, node);
        }
        let diagnostic = self.not_an_int(&node);
        spoiled(&node, diagnostic)
    }

    /// The node as a set or relation; an integer becomes the set of itself.
    pub(crate) fn as_set(&self, node: N) -> N {
        if node.is_faulty() {
            return node;
        }
        if node.ty.is_int {
            let span = node.span;
            return self.unary(Un::ToSet, span, node);
        }
        if !node.ty.products.is_empty() {
            return node;
        }
        let diagnostic = self.not_a_set(&node);
        spoiled(&node, diagnostic)
    }

    /// A bound without a multiplicity means one element, if it is a set.
    pub(crate) fn one_by_default(&self, bound: N) -> N {
        if bound.mark == Mark::No && bound.ty.arity() == Some(1) {
            self.unary(Un::OneOf, bound.span, bound)
        } else {
            bound
        }
    }

    /// An operator with one operand.
    pub(crate) fn unary(&self, op: Un, span: Span, sub: N) -> N {
        let mut faults = Faults::none();
        if sub.mark != Mark::No {
            if op == Un::SetOf {
                return sub;
            }
            faults = mark_not_allowed(&sub);
        }
        let sub = match (op, &sub.kind) {
            (Un::ToSet, Kind::Unary(Un::ToSet, _)) | (Un::ToInt, Kind::Unary(Un::ToInt, _)) => {
                return sub;
            }
            (Un::ToInt, Kind::Unary(Un::ToSet, inner)) => return inner.clone(),
            (Un::ToSet, _) => self.as_int(sub),
            (op, _) if op.is_logical() => self.as_formula(sub),
            _ => self.as_set(sub),
        };
        let mut parts = Parts::of([&sub]);
        let ty = if sub.is_faulty() {
            Type::default()
        } else {
            let ty = self.unary_type(op, &sub.ty);
            if ty.is_nothing() {
                faults = faults.and(&Faults::ready(self.bad_operand(op, &sub)));
            }
            ty
        };
        parts.faults = parts.faults.and(&faults);
        if op.is_mark() {
            parts.mark = Mark::Prefix;
        }
        parts.node(Kind::Unary(op, sub), ty, span)
    }

    /// The bounding type of an operator with one operand, from the operand's.
    pub(crate) fn unary_type(&self, op: Un, sub: &Type) -> Type {
        match op {
            Un::SetOf | Un::ExactlyOf => sub.as_set(),
            Un::SomeOf | Un::LoneOf | Un::OneOf => sub.extract(1),
            Un::Transpose => self.hierarchy.transpose(sub),
            Un::Closure => self.hierarchy.closure(sub),
            Un::ReflexiveClosure if sub.has_arity(2) => Type::pair(World::UNIV),
            Un::ReflexiveClosure => Type::default(),
            Un::Prime => sub.clone(),
            Un::Card => Type::int(),
            Un::ToInt if sub.has_arity(1) => Type::int(),
            Un::ToInt => Type::default(),
            Un::ToSet => Type::of(World::INT),
            _ => Type::formula(),
        }
    }

    /// An operator with two operands, `and` and `or` aside.
    pub(crate) fn binary(&self, op: Bin, span: Span, left: N, right: N) -> N {
        let (left, right) = self.cast_operands(op, left, right);
        if let (Bin::Domain, Kind::Sig(sig), Kind::Field(field)) = (op, &left.peel().kind, &right.peel().kind)
        {
            // `S <: f` only names the field `f` of `S`.
            if self.fields[field.index()].sig == *sig {
                return weighted_leaf(Kind::Field(*field), right.ty.clone(), span, right.weight);
            }
        }
        let mut faults = left.faults.and(&right.faults);
        let mut ty = Type::default();
        if faults.is_empty() {
            ty = self.binary_type(op, &left.ty, &right.ty);
            if ty.is_nothing() {
                if op == Bin::Join {
                    return bad_join(span, left, right);
                }
                faults = Faults::ready(self.bad_operands(op, span, &left, &right));
            }
        }
        let allowed = |mark: Mark, on_right: bool| match mark {
            Mark::No => true,
            Mark::Prefix => on_right && op == Bin::Compare(CompareOp::In, false),
            Mark::Arrow => op.is_arrow() || (on_right && op == Bin::Compare(CompareOp::In, false)),
        };
        for (side, on_right) in [(&left, false), (&right, true)] {
            if !allowed(side.mark, on_right) {
                faults = faults.and(&mark_not_allowed(side));
            }
        }
        let mut parts = Parts::of([&left, &right]);
        parts.faults = faults;
        let plain = op == Bin::Arrow(Mult::Set, Mult::Set);
        if op.is_arrow() && (!plain || left.mark == Mark::Arrow || right.mark == Mark::Arrow) {
            parts.mark = Mark::Arrow;
        }
        parts.node(Kind::Binary(op, left, right), ty, span)
    }

    fn cast_operands(&self, op: Bin, left: N, right: N) -> (N, N) {
        let left = match self.chained_left(op, &left, &right) {
            Some(chained) => spoiled(&left, chained),
            None => left,
        };
        if op.is_arithmetic() || op.is_int_comparison() {
            (self.as_int(left), self.as_int(right))
        } else if op.is_logical() {
            let is_value = |node: &N| !node.is_faulty() && !node.ty.is_bool;
            if op == Bin::Implies && is_value(&left) && is_value(&right) {
                let mistaken = self.mistaken_implication(&left, &right);
                let silent = poisoned(right.span);
                return (spoiled(&left, mistaken), silent);
            }
            (self.as_formula(left), self.as_formula(right))
        } else if matches!(
            op,
            Bin::Union | Bin::Difference | Bin::Compare(CompareOp::Equal, _)
        ) {
            (left, right)
        } else {
            (self.as_set(left), self.as_set(right))
        }
    }

    /// The bounding type of an operator with two operands, from theirs.
    pub(crate) fn binary_type(&self, op: Bin, left: &Type, right: &Type) -> Type {
        let h = &self.hierarchy;
        match op {
            Bin::Arrow(..) | Bin::Seq => h.product(left, right),
            Bin::Join => h.join(left, right),
            Bin::Domain => h.restrict_domain(left, right),
            Bin::Range => h.restrict_range(left, right),
            Bin::Intersect => h.intersect(left, right),
            Bin::Override | Bin::Union => h.union_common(left, right),
            Bin::Difference => left.pick_common(right),
            Bin::Compare(CompareOp::In | CompareOp::Equal, _) => {
                if left.common_arity(right) {
                    Type::formula()
                } else {
                    Type::default()
                }
            }
            op if op.is_arithmetic() => Type::int(),
            _ => Type::formula(),
        }
    }

    /// A long union of operands that share one arity, or that are faulty; `None` if each must be joined with those before it.
    pub(crate) fn unions(&self, span: Span, args: &[N]) -> Option<N> {
        let mut parts = Parts::of(args);
        for arg in args.iter().filter(|arg| arg.mark != Mark::No) {
            parts.faults = parts.faults.and(&mark_not_allowed(arg));
        }
        let ty = if parts.faults.is_empty() {
            self.hierarchy.union_all(args.iter().map(|arg| &arg.ty))?
        } else {
            Type::default()
        };
        Some(parts.node(Kind::Unions(args.to_vec()), ty, span))
    }

    /// `and` or `or` of several formulas.
    pub(crate) fn junction(&self, and: bool, span: Span, args: Vec<N>) -> N {
        let written = args.len() == 2 && span == args[0].span.to(args[1].span);
        let args: Vec<N> = match &args[..] {
            [left, right] if written => {
                let new = self.as_operand(left.clone(), and, left);
                vec![new, self.as_operand(right.clone(), and, left)]
            }
            _ => args.into_iter().map(|arg| self.as_formula(arg)).collect(),
        };
        let mut parts = Parts::of(&args);
        for arg in args.iter().filter(|arg| arg.mark != Mark::No) {
            parts.faults = parts.faults.and(&mark_not_allowed(arg));
        }
        let kind = if and { Kind::And(args) } else { Kind::Or(args) };
        parts.node(kind, Type::formula(), span)
    }

    /// `disj[…]` or `pred/totalOrder[…]`
    pub(crate) fn predicate(&self, total_order: bool, span: Span, args: Vec<N>) -> N {
        let args: Vec<N> = args.into_iter().map(|arg| self.as_set(arg)).collect();
        let mut parts = Parts::of(&args);
        for arg in args.iter().filter(|arg| arg.mark != Mark::No) {
            parts.faults = parts.faults.and(&mark_not_allowed(arg));
        }
        if parts.faults.is_empty() {
            let wrong = if total_order {
                bad_total_order(span, &args)
            } else {
                self.bad_disjoint(span, &args)
            };
            parts.faults = wrong.map_or_else(Faults::none, Faults::ready);
        }
        let kind = if total_order {
            Kind::TotalOrder(args)
        } else {
            Kind::Disjoint(args)
        };
        parts.node(kind, Type::formula(), span)
    }

    /// `cond => left else right`
    pub(crate) fn if_else(&self, span: Span, cond: N, left: N, right: N) -> N {
        let cond = self.as_formula(cond);
        let mut parts = Parts::of([&cond, &left, &right]);
        for arg in [&cond, &left, &right]
            .into_iter()
            .filter(|arg| arg.mark != Mark::No)
        {
            parts.faults = parts.faults.and(&mark_not_allowed(arg));
        }
        let mut ty = Type::default();
        if !left.is_faulty() && !right.is_faulty() {
            ty = self.hierarchy.union_common(&left.ty, &right.ty);
            ty.is_bool = left.ty.is_bool && right.ty.is_bool;
            if ty.is_nothing() {
                let wrong = self.bad_branches(&left, &right);
                parts.faults = parts.faults.and(&Faults::ready(wrong));
            }
        }
        parts.node(Kind::IfElse(cond, left, right), ty, span)
    }

    /// A quantified formula, a sum or a comprehension.
    pub(crate) fn quantified(&self, op: Quantifier, span: Span, decls: Vec<NodeDecl>, body: N) -> N {
        let sum = op == Quantifier::Of(Quant::Sum);
        let body = if sum {
            self.as_int(body)
        } else {
            self.as_formula(body)
        };
        let mut parts = Parts::of(decls.iter().map(|d| &d.bound).chain([&body]));
        if body.mark != Mark::No {
            parts.faults = parts.faults.and(&mark_not_allowed(&body));
        }
        for decl in &decls {
            if let Some(wrong) = self.bad_bound(op, decl) {
                parts.faults = parts.faults.and(&Faults::ready(wrong));
            }
        }
        let ty = match op {
            Quantifier::Of(Quant::Sum) => Type::int(),
            Quantifier::Of(_) => Type::formula(),
            Quantifier::Comprehension => self.comprehension_type(&decls),
        };
        parts.node(Kind::Quantified(op, decls, body), ty, span)
    }

    fn comprehension_type(&self, decls: &[NodeDecl]) -> Type {
        let mut ty = Type::default();
        for decl in decls {
            let column = decl.bound.ty.extract(1);
            for _ in &decl.locals {
                ty = if ty.is_nothing() {
                    column.clone()
                } else {
                    self.hierarchy.product(&ty, &column)
                };
            }
        }
        ty
    }

    /// A call that is applicable to its arguments.
    pub(crate) fn call(&self, span: Span, func: FuncId, args: Vec<N>, extra: u32) -> N {
        let info = &self.funcs[func.index()];
        let args: Vec<N> = args.into_iter().map(|arg| self.as_set(arg)).collect();
        let mut parts = Parts::of(&args);
        parts.weight = parts.weight.saturating_add(extra);
        for (arg, param) in args.iter().zip(&info.params) {
            if arg.mark != Mark::No {
                parts.faults = parts.faults.and(&mark_not_allowed(arg));
            }
            if let Some(arity) = param.ty.arity()
                && !arg.is_faulty()
                && !arg.ty.has_arity(arity)
            {
                let wrong = self.bad_argument(arg, arity);
                parts.faults = parts.faults.and(&Faults::ready(wrong));
            }
        }
        let ty = if !parts.faults.is_empty() {
            Type::default()
        } else if info.is_pred {
            Type::formula()
        } else {
            self.call_type(info, &args)
        };
        parts.node(Kind::Call { func, args, extra }, ty, span)
    }
}

/// An argument in the body of a macro.
pub(crate) fn argument(arg: N) -> N {
    if matches!(arg.kind, Kind::Macro(..)) {
        return arg;
    }
    let mut parts = Parts::of([&arg]);
    parts.mark = arg.mark;
    let (ty, span) = (arg.ty.clone(), arg.span);
    parts.node(Kind::Argument(arg), ty, span)
}

/// A macro that misses arguments.
pub(crate) fn partial_macro(index: u32, span: Span, args: Vec<N>, fault: Fault) -> N {
    let mut parts = Parts::of(&args);
    parts.faults = Faults::one(fault);
    parts.node(Kind::Macro(index, args), Type::default(), span)
}

fn bad_join(span: Span, left: N, right: N) -> N {
    let mut parts = Parts::of([&left, &right]);
    if parts.faults.is_empty() {
        parts.faults = Faults::one(Fault::Join { left, right, span });
    }
    parts.weight = 0;
    parts.node(Kind::BadJoin, Type::default(), span)
}

/// `let var = value | body`
pub(crate) fn let_in(span: Span, var: LocalId, value: N, body: N) -> N {
    let mut parts = Parts::of([&value, &body]);
    for arg in [&value, &body].into_iter().filter(|arg| arg.mark != Mark::No) {
        parts.faults = parts.faults.and(&mark_not_allowed(arg));
    }
    let ty = body.ty.clone();
    parts.node(Kind::Let(var, value, body), ty, span)
}

/// A call that misses arguments or has wrong ones.
pub(crate) fn bad_call(span: Span, func: FuncId, args: Vec<N>, extra: u32) -> N {
    let mut parts = Parts::of(&args);
    parts.weight = parts.weight.saturating_add(extra);
    if parts.faults.is_empty() {
        parts.faults = Faults::one(Fault::Call {
            func,
            args: args.clone(),
            span,
        });
    }
    parts.node(Kind::BadCall { func, args, extra }, Type::default(), span)
}

/// The body of a macro, in place of its use at `span`.
pub(crate) fn expanded(name: &str, span: Span, body: N) -> N {
    let mut parts = Parts::of([&body]);
    parts.mark = body.mark;
    parts.faults = body.faults.within(name, span);
    if body.is_faulty() && !matches!(body.peel().kind, Kind::Choice(..)) {
        // The tree has no further use, and a recursive macro makes many of them.
        return parts.node(Kind::Bad, Type::default(), span);
    }
    let ty = body.ty.clone();
    parts.node(Kind::Expanded(body), ty, span)
}

/// The body of a macro's use after something in it was decided.
pub(crate) fn expanded_again(node: &Node, body: N) -> N {
    let mut parts = Parts::of([&body]);
    parts.mark = body.mark;
    let ty = body.ty.clone();
    parts.node(Kind::Expanded(body), ty, node.span)
}
