//! Integers that a comprehension says outright.
//!
//! In `{ n: Int, a: A | n = #a.f and … }` the value of `n` follows from that of `a`, as in a one-point rule of predicate logic. Whoever goes through the bindings need
//! not try every integer: bound last, `n` has the one value that it is equated with.

use super::{Ast, Decl, Expr, ExprId, Formula, FormulaId, IntComparison, IntExpr, IntId, Node, VarId};
use crate::evaluate::leaves_out_undefined;

/// A variable of a comprehension that ranges over the integers and that its body equates with a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Equated {
    /// The position of its declaration.
    pub position: usize,
    /// What it is equated with; the variable is not in it.
    pub term: IntId,
}

impl Ast {
    /// A variable that can be bound last, to the value of a term: the body is false for every other value. No bound mentions the variable.
    ///
    /// `mentions` says whether a variable is free in a node.
    pub fn equated(
        &self,
        decls: &[Decl],
        body: FormulaId,
        mut mentions: impl FnMut(Node, VarId) -> bool,
    ) -> Option<Equated> {
        let integers = |decl: &Decl| leaves_out_undefined(self, decl);
        if !decls.iter().any(integers) {
            return None;
        }
        let parts = match self.formula(body) {
            Formula::And(parts) => parts,
            _ => std::slice::from_ref(&body),
        };
        for (var, term) in parts.iter().flat_map(|&part| self.equations(part)) {
            let position = decls.iter().rposition(|decl| decl.var == var);
            let Some(position) = position.filter(|&position| integers(&decls[position])) else {
                continue;
            };
            let bounds = decls.iter().map(|decl| Node::from(decl.bound));
            if !bounds.chain([term.into()]).any(|node| mentions(node, var)) {
                return Some(Equated { position, term });
            }
        }
        None
    }

    /// The variables that a formula equates with integers, each with its integer.
    fn equations(&self, formula: FormulaId) -> impl Iterator<Item = (VarId, IntId)> {
        let both = match *self.formula(formula) {
            Formula::Equal(a, b) => [
                self.as_variable(a).zip(self.as_integer(b)),
                self.as_variable(b).zip(self.as_integer(a)),
            ],
            Formula::IntCompare(IntComparison::Equal, a, b) => [
                self.as_integer_variable(a).map(|var| (var, b)),
                self.as_integer_variable(b).map(|var| (var, a)),
            ],
            _ => [None, None],
        };
        both.into_iter().flatten()
    }

    fn as_variable(&self, e: ExprId) -> Option<VarId> {
        match *self.expr(e) {
            Expr::Var(var) => Some(var),
            _ => None,
        }
    }

    fn as_integer(&self, e: ExprId) -> Option<IntId> {
        match *self.expr(e) {
            Expr::FromInt(i) => Some(i),
            _ => None,
        }
    }

    fn as_integer_variable(&self, i: IntId) -> Option<VarId> {
        match *self.int(i) {
            IntExpr::SumOf(e) => self.as_variable(e),
            _ => None,
        }
    }
}
