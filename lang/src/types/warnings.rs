//! Warnings of the relevance pass: expressions that are always empty, always the same or without effect.

use super::node::{Bin, Kind, N, NodeDecl, Un};
use crate::diag::Diagnostic;
use crate::quote;
use crate::resolve::Program;
use crate::source::Span;
use crate::typed::{CompareOp, Quant, Type};

/// Whether the pass gives warnings; it does not while it tries the meanings of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Warn {
    On,
    Off,
}

impl Program<'_> {
    fn warn(&self, diagnostic: Diagnostic) {
        self.report(diagnostic);
    }

    pub(crate) fn warn_branch(&self, side: &N, warn: Warn) {
        if warn == Warn::On {
            let text = "this branch cannot matter: its value shares nothing with what is needed here";
            self.warn(Diagnostic::warning("W0413", side.span, text).label(self.has_type(&side.ty)));
        }
    }

    pub(crate) fn warn_unary(&self, node: &N, op: Un, sub: &N, wanted: &Type, p: &Type, warn: Warn) {
        if warn == Warn::Off {
            return;
        }
        let h = &self.hierarchy;
        if op == Un::Closure && !h.join(&node.ty, &node.ty).has_tuple() {
            let text = "`^` adds nothing here: the domain and the range are disjoint";
            self.warn(Diagnostic::warning("W0410", node.span, text).also(sub.span, self.has_type(&sub.ty)));
        }
        let relational = matches!(op, Un::Closure | Un::ReflexiveClosure | Un::Transpose);
        if relational && wanted.is_nothing() && p.has_tuple() {
            let text = "this expression contributes nothing to the value around it";
            self.warn(
                Diagnostic::warning("W0411", sub.span, text)
                    .label(self.has_type(&sub.ty))
                    .note(format!("what is needed here has the type {}", self.show(p))),
            );
        }
        if op == Un::ToInt && !wanted.has_tuple() {
            let text = "this set holds no integers, so that their sum is always 0";
            self.warn(Diagnostic::warning("W0412", sub.span, text).label(self.has_type(&sub.ty)));
        }
    }

    pub(crate) fn warn_binary(
        &self,
        node: &N,
        op: Bin,
        (left, right): (&N, &N),
        (a, b): (&Type, &Type),
        p: &Type,
        warn: Warn,
    ) {
        if warn == Warn::Off {
            return;
        }
        self.warn_int_union(node.span, op, left, right);
        self.warn_compared_union(op, left, right);
        let (l, r) = (&left.ty, &right.ty);
        let found = match op {
            Bin::Join if !node.ty.has_tuple() => Some((
                "W0401",
                "this join is always empty: the columns it joins have nothing in common".to_owned(),
            )),
            Bin::Compare(CompareOp::Equal, _) => self.redundant_equality(left, right),
            Bin::Compare(CompareOp::In, _) => redundant_subset(left, right, b),
            Bin::Intersect if !node.ty.has_tuple() => Some((
                "W0405",
                "this intersection is always empty: the two sides are disjoint".to_owned(),
            )),
            Bin::Union | Bin::Override => {
                let overrides = op == Bin::Union || self.hierarchy.can_override(r, l);
                let which = match (a.is_nothing(), b.is_nothing()) {
                    (true, true) => "neither side of this `{}` contributes anything",
                    (true, false) => "the left side of this `{}` contributes nothing",
                    (false, true) => "the right side of this `{}` contributes nothing",
                    (false, false) if !overrides => "the right side of this `{}` overrides nothing",
                    (false, false) => return,
                };
                Some(("W0406", which.replace("{}", op.symbol())))
            }
            Bin::Difference if !node.ty.has_tuple() || !b.has_tuple() => Some((
                "W0407",
                "the right side of this `-` takes nothing away".to_owned(),
            )),
            Bin::Domain | Bin::Range if !node.ty.has_tuple() => {
                Some(("W0408", format!("this `{}` is always empty", op.symbol())))
            }
            op if op.is_arrow() && l.has_tuple() != r.has_tuple() => {
                let empty = if l.has_tuple() { "right" } else { "left" };
                Some((
                    "W0409",
                    format!("this product is always empty, since its {empty} side is"),
                ))
            }
            _ => None,
        };
        let Some((code, text)) = found else { return };
        let mut diagnostic = Diagnostic::warning(code, node.span, text)
            .also(left.span, self.has_type(l))
            .also(right.span, self.has_type(r));
        if op == Bin::Join {
            diagnostic = self.with_home_of_field(diagnostic, left, right);
        }
        if matches!(code, "W0406" | "W0407") {
            diagnostic = diagnostic.note(format!("what is needed here has the type {}", self.show(p)));
        }
        self.warn(diagnostic);
    }

    fn redundant_equality(&self, left: &N, right: &N) -> Option<(&'static str, String)> {
        if left.ty.has_tuple() && right.ty.has_tuple() && !self.hierarchy.intersects(&left.ty, &right.ty) {
            let text = "these two can never be equal unless both are empty: their types are disjoint";
            Some(("W0402", text.to_owned()))
        } else if left.is_same(right) {
            Some(("W0403", "the two sides are the same expression".to_owned()))
        } else {
            None
        }
    }

    /// Says whose field it is that was asked of something else, and how to follow it backwards where that is possible.
    fn with_home_of_field(&self, warning: Diagnostic, left: &N, right: &N) -> Diagnostic {
        let warning = match (left.ty.has_tuple(), right.ty.has_tuple()) {
            (false, _) => self.with_empty_side(warning, left),
            (_, false) => self.with_empty_side(warning, right),
            (true, true) => warning,
        };
        let Kind::Field(field) = right.peel().kind else {
            return warning;
        };
        let field = &self.fields[field.index()];
        let home = self.sig_name(field.sig);
        let warning = warning.note(format!("`{}` is a field of `{home}`", field.name));
        let ends_there = |p: &[crate::typed::SigId]| {
            let last = p.last().map_or_else(Type::default, |&s| Type::of(s));
            self.hierarchy.intersects(&last, &left.ty)
        };
        if left.ty.has_arity(1) && right.ty.products.iter().any(|p| ends_there(p)) {
            let left = quote::behind_dot(self.sources.text(left.span));
            return warning.help(format!("to follow it backwards write `{}.{left}`", field.name));
        }
        match self.field_between(&left.ty, &Type::of(field.sig)) {
            Some(between) => {
                let there = format!("{}.{}", quote::operand(self.written(left)), between.name);
                warning.help(format!(
                    "`{there}` leads to `{home}`: write `{there}.{}`",
                    field.name
                ))
            }
            None => warning,
        }
    }

    /// Says that a join is empty since one of its sides is, which was told of that side if it is more than a name.
    fn with_empty_side(&self, warning: Diagnostic, side: &N) -> Diagnostic {
        if matches!(side.peel().kind, Kind::Sig(_) | Kind::Field(_) | Kind::Local(_)) {
            return warning;
        }
        let side = self.written(side);
        warning.help(format!("`{side}` is always empty already: repair that first"))
    }

    /// `all p: knows | …` ranges over all parts of the relation; a reader of `all p: Person | …` rather thinks of its pairs.
    pub(crate) fn warn_whole_relations(&self, quant: Quant, decl: &NodeDecl) {
        let (Kind::Field(field), [local]) = (&decl.bound.peel().kind, &decl.locals[..]) else {
            return;
        };
        let [product] = &decl.bound.ty.products[..] else {
            return;
        };
        if product.len() != 2 {
            return;
        }
        let (variable, span) = {
            let locals = self.locals.borrow();
            (locals[local.index()].name.clone(), decl.bound.span)
        };
        let field = &self.fields[field.index()].name;
        let text = format!("`{variable}` ranges over the relations within `{field}`, not over its pairs");
        let word = quant.word();
        let from = self.sig_name(product[0]);
        self.warn(
            Diagnostic::warning("W0424", span, text)
                .help(format!(
                    "for what `{field}` leads to write `{word} {variable}: {from}.{field} | …`; for pairs `{word} a: {from}, b: a.{field} | …`"
                ))
                .help(format!("if relations are meant, write `{variable}: set {field}`")),
        );
    }

    /// As for the tree of unions that a long one stands for.
    pub(crate) fn warn_unions(&self, node: &N, args: &[N], p: &Type, warn: Warn) {
        if let ([first, second, ..], Warn::On) = (args, warn) {
            self.warn_int_union(first.span.to(second.span), Bin::Union, first, second);
            if args
                .iter()
                .all(|arg| self.hierarchy.intersect(&arg.ty, p).is_nothing())
            {
                let text = "no side of these `+` contributes anything";
                let note = format!("what is needed here has the type {}", self.show(p));
                self.warn(Diagnostic::warning("W0406", node.span, text).note(note));
            }
        }
    }

    /// `p.age + 1 > 3` and `1 + 2 = 3` look like sums: the set of a number and something else, compared with an integer.
    fn warn_compared_union(&self, op: Bin, left: &N, right: &N) {
        let Bin::Compare(compare, _) = op else { return };
        for (side, other) in [(left, right), (right, left)] {
            let union = match (compare, &side.kind) {
                (CompareOp::In, _) => return,
                (CompareOp::Equal, _) if !other.ty.is_int => continue,
                (CompareOp::Equal, _) => side,
                // Where an integer is needed, a set is summed; a sum that is written has a place of its own.
                (_, Kind::Unary(Un::ToInt, set)) if set.span == side.span => set,
                _ => continue,
            };
            let Kind::Binary(op @ (Bin::Union | Bin::Difference), a, b) = &union.kind else {
                continue;
            };
            let number = |n: &N| matches!(n.peel().kind, Kind::Number(_));
            let reported = a.ty.is_int && b.ty.is_int && !(number(a) && number(b));
            if reported || !(number(a) || number(b)) {
                continue;
            }
            let (word, call) = if *op == Bin::Union {
                ("union", "plus")
            } else {
                ("difference", "minus")
            };
            let text = format!("this is the {word} of two sets, which is then taken for a number");
            let (a, b) = (self.sources.text(a.span), self.sources.text(b.span));
            let note = if compare == CompareOp::Equal {
                "a set equals a number if that number is its only element"
            } else {
                "the elements of the set are added up, and what is on both sides is one element"
            };
            self.warn(
                Diagnostic::warning("W0422", union.span, text)
                    .note(note)
                    .help(format!("for arithmetic write `{call}[{a}, {b}]`")),
            );
        }
    }

    /// `#a + 1` looks like a sum and is a union.
    fn warn_int_union(&self, span: Span, op: Bin, left: &N, right: &N) {
        let (word, call) = match op {
            Bin::Union => ("union", "plus"),
            Bin::Difference => ("difference", "minus"),
            _ => return,
        };
        let number = |n: &N| matches!(n.peel().kind, Kind::Number(_));
        if left.ty.is_int && right.ty.is_int && !(number(left) && number(right)) {
            let text = format!("this is the {word} of two sets of integers, not arithmetic");
            let (a, b) = (
                quote::one_line(self.written(left)),
                quote::one_line(self.written(right)),
            );
            self.warn(
                Diagnostic::warning("W0421", span, text)
                    .help(format!("for arithmetic write `{call}[{a}, {b}]`")),
            );
        }
    }
}

fn redundant_subset(left: &N, right: &N, b: &Type) -> Option<(&'static str, String)> {
    let text = match (left.ty.has_tuple(), right.ty.has_tuple()) {
        (false, false) => "both sides are always empty",
        (false, true) => "the left side is always empty",
        (true, false) => "the right side is always empty",
        _ if !b.has_tuple() => "the two sides are always disjoint",
        _ if left.is_same(right) => "the two sides are the same expression",
        _ => return None,
    };
    Some(("W0404", format!("this comparison is redundant: {text}")))
}
