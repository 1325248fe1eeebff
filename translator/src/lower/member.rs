//! Membership in a bound with multiplicities: what fields, variables and `in` ask.

use relfind_lang::typed::{Bound, Expr, ExprKind, Mult};
use relfind_relational::ast::{Count, Decl, ExprId, FormulaId, Quantifier};

use super::{error::Lower, lowerer::Lowerer, quantifier::one_of};

/// Whether a bound says more than its expression and its multiplicity.
pub(super) fn has_marks(bound: &Bound) -> bool {
    is_marked(&bound.expr)
}

/// Whether an arrow, or one inside it, has a mark, or a side that is a sequence.
fn is_marked(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Arrow(a, m, n, b) => *m != Mult::Set || *n != Mult::Set || is_marked(a) || is_marked(b),
        ExprKind::Sequence(..) => true,
        _ => false,
    }
}

fn count(mult: Mult) -> Option<Count> {
    match mult {
        Mult::Set => None,
        Mult::One => Some(Count::One),
        Mult::Lone => Some(Count::Lone),
        Mult::Some => Some(Count::Some),
    }
}

impl Lowerer<'_> {
    /// `value` is within `bound`, with its multiplicities.
    pub(super) fn member(&mut self, value: ExprId, bound: &Bound) -> Lower<FormulaId> {
        let mut parts = Vec::new();
        if let Some(count) = count(bound.mult) {
            parts.push(self.ast().count(count, value));
        }
        self.within(value, &bound.expr, &mut parts)?;
        Ok(self.all_of(parts))
    }

    /// `value` is a subset of `bound` and, if that is an arrow, as its marks say.
    fn within(&mut self, value: ExprId, bound: &Expr, parts: &mut Vec<FormulaId>) -> Lower<()> {
        let plain = self.set(bound)?;
        parts.push(self.ast().subset(value, plain));
        match &bound.kind {
            ExprKind::Arrow(a, m, n, b) => self.nested(bound.span, |l| {
                if *n != Mult::Set || is_marked(b) {
                    parts.push(l.each_row(value, a, *n, b, Side::Left)?);
                }
                if *m != Mult::Set || is_marked(a) {
                    parts.push(l.each_row(value, b, *m, a, Side::Right)?);
                }
                Ok(())
            }),
            ExprKind::Sequence(positions, elems) => self.nested(bound.span, |l| {
                parts.push(l.each_row(value, positions, Mult::Lone, elems, Side::Left)?);
                parts.push(l.is_prefix(value));
                Ok(())
            }),
            _ => Ok(()),
        }
    }

    /// For every tuple of `keys`, at the given side of the relation, what is left of it is within `rest` and has `mult` tuples.
    fn each_row(
        &mut self,
        relation: ExprId,
        keys: &Expr,
        mult: Mult,
        rest: &Expr,
        side: Side,
    ) -> Lower<FormulaId> {
        let level = self.level;
        let key_set = self.set(keys)?;
        let arity = self.ast().arity(key_set);
        let bound = if arity == 1 { key_set } else { self.ast().univ() };
        let (mut decls, mut key, mut row) = (Vec::<Decl>::new(), None, relation);
        for _ in 0..arity {
            let (var, atom) = self.variable("v", 1);
            decls.push(one_of(var, bound));
            // The columns of a key on the left are taken off from the left, those on the right from the right.
            (key, row) = match (side, key) {
                (Side::Left, None) => (Some(atom), self.ast().join(atom, row)),
                (Side::Left, Some(k)) => (Some(self.ast().product(k, atom)), self.ast().join(atom, row)),
                (Side::Right, None) => (Some(atom), self.ast().join(row, atom)),
                (Side::Right, Some(k)) => (Some(self.ast().product(atom, k)), self.ast().join(row, atom)),
            };
        }
        let mut parts = Vec::new();
        if let Some(count) = count(mult) {
            parts.push(self.ast().count(count, row));
        }
        if is_marked(rest) {
            self.within(row, rest, &mut parts)?;
        }
        let mut body = self.all_of(parts);
        if let (Some(key), true) = (key, arity > 1) {
            let mut guard = Vec::new();
            self.within(key, keys, &mut guard)?;
            let guard = self.all_of(guard);
            body = self.ast().implies(guard, body);
        }
        self.level = level;
        Ok(self.ast().quantified(Quantifier::All, decls, body))
    }

    /// The positions of a sequence have no gap: each but 0 comes after another.
    fn is_prefix(&mut self, sequence: ExprId) -> FormulaId {
        let all = self.ast().univ();
        let mut positions = sequence;
        while self.ast().arity(positions) > 1 {
            positions = self.ast().join(positions, all);
        }
        let (next, zero) = (self.next_int(), self.zero());
        let after = self.ast().join(positions, next);
        let without = self.ast().difference(positions, after);
        self.ast().subset(without, zero)
    }
}

/// At which end of a relation a key stands.
#[derive(Clone, Copy)]
enum Side {
    Left,
    Right,
}
