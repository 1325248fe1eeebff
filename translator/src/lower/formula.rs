//! Formulas.

use relfind_lang::typed::{BinaryOp, CompareOp, Expr, ExprKind, Quant, UnaryOp};
use relfind_relational::ast::{self, Count, ExprId, FormulaId, IntComparison};

use super::{
    error::{Lower, ill_formed},
    lowerer::{Lowerer, Value},
};

impl Lowerer<'_> {
    /// A formula. Its place is noted as its origin.
    pub(super) fn formula(&mut self, e: &Expr) -> Lower<FormulaId> {
        let formula = self.nested(e.span, |l| l.formula_inner(e))?;
        self.note_origin(formula, e.span);
        Ok(formula)
    }

    fn formula_inner(&mut self, e: &Expr) -> Lower<FormulaId> {
        match &e.kind {
            ExprKind::Bool(value) => Ok(self.ast().constant(*value)),
            ExprKind::Unary(op, a) => self.unary_formula(e, *op, a),
            ExprKind::Binary(op, a, b) => self.binary_formula(e, *op, a, b),
            ExprKind::Compare(op, a, b) => self.compare(*op, a, b),
            ExprKind::InBound(a, bound) => {
                let a = self.set(a)?;
                self.member(a, bound)
            }
            ExprKind::And(parts) => {
                let parts = self.formulas(parts)?;
                Ok(self.ast().and(parts))
            }
            ExprKind::Or(parts) => {
                let parts = self.formulas(parts)?;
                Ok(self.ast().or(parts))
            }
            ExprKind::Disjoint(parts) => {
                let parts = parts.iter().map(|p| self.set(p)).collect::<Lower<Vec<_>>>()?;
                let parts = self.disjoint(&parts);
                Ok(self.all_of(parts))
            }
            ExprKind::TotalOrder(elem, first, next) => {
                let (elem, first, next) = (self.set(elem)?, self.set(first)?, self.set(next)?);
                Ok(self.total_order(elem, first, next))
            }
            ExprKind::IfElse(c, a, b) => {
                let (c, a, b) = (self.formula(c)?, self.formula(a)?, self.formula(b)?);
                Ok(self.if_formula(c, a, b))
            }
            ExprKind::Let(local, value, body) => {
                let value = self.value(value)?;
                let outer = self.bind(*local, Some(value));
                let body = self.formula(body)?;
                self.bind(*local, outer);
                Ok(body)
            }
            ExprKind::Quantified(quant, decls, body) if *quant != Quant::Sum => {
                self.quantified(*quant, decls, body)
            }
            ExprKind::Local(local) => match self.lookup(*local) {
                Some(Value::Formula(f)) => Ok(f),
                _ => Err(ill_formed(e.span, "this name stands for no formula")),
            },
            ExprKind::Call(func, args) => match self.call(e, *func, args)? {
                Value::Formula(f) => Ok(f),
                _ => Err(ill_formed(
                    e.span,
                    "a function stands where a formula is expected",
                )),
            },
            _ => Err(ill_formed(e.span, "a set stands where a formula is expected")),
        }
    }

    fn formulas(&mut self, parts: &[Expr]) -> Lower<Vec<FormulaId>> {
        parts.iter().map(|p| self.formula(p)).collect()
    }

    fn binary_formula(&mut self, e: &Expr, op: BinaryOp, a: &Expr, b: &Expr) -> Lower<FormulaId> {
        let (a, b) = (self.formula(a)?, self.formula(b)?);
        match op {
            BinaryOp::Implies => Ok(self.ast().implies(a, b)),
            BinaryOp::Iff => Ok(self.ast().iff(a, b)),
            // Nothing changes in a command that gets here: what holds later, or held earlier, holds now.
            BinaryOp::Until | BinaryOp::Since | BinaryOp::Triggered | BinaryOp::Releases => Ok(b),
            _ => Err(ill_formed(e.span, "a set stands where a formula is expected")),
        }
    }

    fn unary_formula(&mut self, e: &Expr, op: UnaryOp, a: &Expr) -> Lower<FormulaId> {
        let count = match op {
            UnaryOp::Not => {
                let a = self.formula(a)?;
                return Ok(self.ast().not(a));
            }
            UnaryOp::No => Count::No,
            UnaryOp::Some => Count::Some,
            UnaryOp::Lone => Count::Lone,
            UnaryOp::One => Count::One,
            UnaryOp::Always | UnaryOp::Eventually | UnaryOp::After => return self.formula(a),
            UnaryOp::Historically | UnaryOp::Once => return self.formula(a),
            _ => return Err(ill_formed(e.span, "a set stands where a formula is expected")),
        };
        let a = self.set(a)?;
        Ok(self.ast().count(count, a))
    }

    fn compare(&mut self, op: CompareOp, a: &Expr, b: &Expr) -> Lower<FormulaId> {
        match op {
            CompareOp::In => {
                let (a, b) = (self.set(a)?, self.set(b)?);
                Ok(self.ast().subset(a, b))
            }
            CompareOp::Equal => {
                let (a, b) = (self.set(a)?, self.set(b)?);
                Ok(self.equal(a, b))
            }
            CompareOp::Less => self.int_compare(IntComparison::Less, a, b),
            CompareOp::LessEqual => self.int_compare(IntComparison::LessEqual, a, b),
            CompareOp::Greater => self.int_compare(IntComparison::Less, b, a),
            CompareOp::GreaterEqual => self.int_compare(IntComparison::LessEqual, b, a),
        }
    }

    fn int_compare(&mut self, op: IntComparison, a: &Expr, b: &Expr) -> Lower<FormulaId> {
        let (a, b) = (self.int(a)?, self.int(b)?);
        Ok(self.ast().int_compare(op, a, b))
    }

    /// `a = b`; of two integers as integers, whether there are atoms for them or not.
    fn equal(&mut self, a: ExprId, b: ExprId) -> FormulaId {
        match (self.ast().expr(a).clone(), self.ast().expr(b).clone()) {
            (ast::Expr::FromInt(a), ast::Expr::FromInt(b)) => {
                self.ast().int_compare(IntComparison::Equal, a, b)
            }
            _ => self.ast().equal(a, b),
        }
    }

    /// `c => a else b`
    pub(super) fn if_formula(&mut self, c: FormulaId, a: FormulaId, b: FormulaId) -> FormulaId {
        let then = self.ast().implies(c, a);
        let not = self.ast().not(c);
        let otherwise = self.ast().implies(not, b);
        self.ast().and(vec![then, otherwise])
    }

    /// Pairwise disjoint: each part has nothing in common with those before it.
    pub(super) fn disjoint(&mut self, parts: &[ExprId]) -> Vec<FormulaId> {
        let mut before: Option<ExprId> = None;
        let mut all = Vec::new();
        for &part in parts {
            if let Some(before) = before {
                let common = self.ast().intersect(before, part);
                all.push(self.ast().count(Count::No, common));
            }
            before = Some(before.map_or(part, |before| self.ast().union(before, part)));
        }
        all
    }

    /// The conjunction; the part itself if there is one.
    pub(super) fn all_of(&mut self, mut parts: Vec<FormulaId>) -> FormulaId {
        if parts.len() == 1 {
            parts.remove(0)
        } else {
            self.ast().and(parts)
        }
    }

    /// `pred/totalOrder`: of plain relations the total order itself; else axioms that also hold where there is nothing to order.
    fn total_order(&mut self, elem: ExprId, first: ExprId, next: ExprId) -> FormulaId {
        let plain = |l: &Self, e: ExprId| l.declared.plain.contains(&e);
        let order = self
            .declared
            .orders
            .iter()
            .any(|o| o.first == first && o.next == next);
        if plain(self, elem) && plain(self, first) && plain(self, next) {
            return self.ast().total_order(elem, first, next);
        }
        if order {
            // The fields' own bounds keep `first` and `next` within `elem`.
            let nothing = self.ast().count(Count::No, elem);
            let order = self.ast().total_order(elem, first, next);
            return self.ast().or(vec![nothing, order]);
        }
        self.order_axioms(elem, first, next)
    }

    /// Every element is reached from `first`, which has no predecessor; every other one has one, and every one but the last has one successor;
    /// there are no cycles. Tuples of `next` outside `elem` are allowed.
    fn order_axioms(&mut self, elem: ExprId, first: ExprId, next: ExprId) -> FormulaId {
        let level = self.level;
        let (var, e) = self.variable("e", 1);
        let closure = self.ast().closure(next);
        let after_first = self.ast().join(first, closure);
        let reached = self.ast().union(first, after_first);
        let all_reached = self.ast().subset(elem, reached);
        let before_first = self.ast().join(next, first);
        let least = self.ast().count(Count::No, before_first);
        let is_first = self.ast().equal(e, first);
        let predecessors = self.ast().join(next, e);
        let one_before = self.ast().count(Count::One, predecessors);
        let down = self.ast().or(vec![is_first, one_before]);
        let not_last = self.ast().join(next, elem);
        let last = self.ast().difference(elem, not_last);
        let is_last = self.ast().equal(e, last);
        let successors = self.ast().join(e, next);
        let one_after = self.ast().count(Count::One, successors);
        let up = self.ast().or(vec![is_last, one_after]);
        let later = self.ast().join(e, closure);
        let cycle = self.ast().subset(e, later);
        let acyclic = self.ast().not(cycle);
        let body = self.ast().and(vec![down, up, acyclic]);
        self.level = level;
        let decl = super::quantifier::one_of(var, elem);
        let each = self.ast().quantified(ast::Quantifier::All, vec![decl], body);
        self.ast().and(vec![all_reached, least, each])
    }
}
