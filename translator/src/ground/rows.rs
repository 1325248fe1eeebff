//! Rows of relations that have exactly one tuple, because a goal says so.
//!
//! `field: one S` makes a goal of `one x.field` for every `x`. That two such rows differ is then the same as that they share no tuple, which takes
//! a clause of two literals for each tuple of both, where inequality of sets in general takes a gate for each tuple of either and lets a solver conclude
//! next to nothing until all but one of them have values. Likewise such a row is not in a set where it shares nothing with it. It is the direct encoding of `!=` between variables with finite
//! domains (Walsh, "SAT v CSP", CP 2000), found in the goals.
//!
//! Only what a goal says unconditionally counts: the goals hold in every model, so what holds because of one may be used in all others.

use std::rc::Rc;

use relfind_relational::ast::{Count, Decl, Expr, ExprId, Formula, FormulaId, Multiplicity, Quantifier};

use super::{Grounder, Result};
use crate::boolean::{Bit, Matrix};

/// Sets of variables of which exactly one is true. A variable is in one of them at most.
#[derive(Default)]
pub(super) struct Rows {
    /// By node of the circuit: the set's number, from 1.
    numbers: Vec<u32>,
    /// By number: how many variables it has.
    sizes: Vec<usize>,
}

impl Rows {
    /// Takes note of a set; of none that has anything but variables, or one of a set before.
    fn add(&mut self, bits: &[Bit], variables: u32) {
        let is_new = |bit: &Bit| {
            let node = bit.node();
            let is_variable = !bit.is_negated() && (1..=variables).contains(&node);
            is_variable && self.number(*bit) == 0
        };
        if bits.len() < 2 || !bits.iter().all(is_new) {
            return;
        }
        self.numbers.resize(variables as usize + 1, 0);
        self.sizes.push(bits.len());
        for bit in bits {
            self.numbers[bit.node() as usize] = self.sizes.len() as u32;
        }
    }

    fn number(&self, bit: Bit) -> u32 {
        self.numbers.get(bit.node() as usize).copied().unwrap_or(0)
    }

    /// Whether exactly one cell is true.
    fn is_single(&self, matrix: &Matrix) -> bool {
        let bits = matrix.bits();
        let Some(&first) = bits.first() else {
            return false;
        };
        let number = self.number(first);
        // Cells are different variables: those of a relation each have their own.
        number > 0
            && self.sizes[number as usize - 1] == bits.len()
            && bits
                .iter()
                .all(|&bit| !bit.is_negated() && self.number(bit) == number)
            && bits.windows(2).all(|pair| pair[0] < pair[1])
    }
}

impl Grounder<'_> {
    /// Takes note of the rows that a goal says to have exactly one tuple.
    pub(crate) fn note_rows(&mut self, goal: FormulaId) -> Result<()> {
        match *self.ast.formula(goal) {
            Formula::And(ref parts) => parts.iter().try_for_each(|&part| self.note_rows(part)),
            Formula::Quantified(Quantifier::All, ref decls, body) if self.says_one(body) => {
                self.note_rows_of_all(decls, body)
            }
            Formula::Count(Count::One, e) if self.is_row(e) => {
                let term = self.expression(e)?;
                if term.overflow == Bit::FALSE {
                    self.rows.add(term.matrix.bits(), self.variables.len());
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Likewise for every value that the variables certainly may have.
    fn note_rows_of_all(&mut self, decls: &[Decl], body: FormulaId) -> Result<()> {
        let Some((decl, rest)) = decls.split_first() else {
            return self.note_rows(body);
        };
        if decl.multiplicity != Multiplicity::One || !self.is_row(decl.bound) {
            return Ok(());
        }
        let bound = self.expression(decl.bound)?;
        if bound.overflow != Bit::FALSE {
            return Ok(());
        }
        for (tuple, bit) in bound.matrix.cells() {
            self.circuit.spend(1)?;
            if bit == Bit::TRUE {
                self.bind(decl.var, &[tuple], |this| this.note_rows_of_all(rest, body))?;
            }
        }
        Ok(())
    }

    /// Whether a formula says of a row, perhaps among other things, that it has exactly one tuple.
    fn says_one(&self, formula: FormulaId) -> bool {
        match *self.ast.formula(formula) {
            Formula::And(ref parts) => parts.iter().any(|&part| self.says_one(part)),
            Formula::Quantified(Quantifier::All, _, body) => self.says_one(body),
            Formula::Count(Count::One, e) => self.is_row(e),
            _ => false,
        }
    }

    /// Whether an expression is a relation, or a row of one: joined with variables only. Making its matrix takes no gates.
    fn is_row(&self, e: ExprId) -> bool {
        let is_var = |e: ExprId| matches!(self.ast.expr(e), Expr::Var(_));
        match *self.ast.expr(e) {
            Expr::Relation(_) => true,
            Expr::Join(a, b) => (is_var(a) && self.is_row(b)) || (is_var(b) && self.is_row(a)),
            _ => false,
        }
    }

    /// That two expressions differ, where both are rows of one tuple: they share none.
    pub(super) fn differ(&mut self, a: ExprId, b: ExprId) -> Result<Option<Bit>> {
        let (Some(a), Some(b)) = (self.single(a)?, self.single(b)?) else {
            return Ok(None);
        };
        let shared = a.intersect(&b, &mut self.circuit)?;
        Ok(Some(!shared.some(&mut self.circuit)))
    }

    /// That an expression is not in another, where it is a row of one tuple: they share none either.
    pub(super) fn outside(&mut self, a: ExprId, b: ExprId) -> Result<Option<Bit>> {
        let Some(row) = self.single(a)? else {
            return Ok(None);
        };
        let set = self.lazy(b)?;
        if set.overflow() != Bit::FALSE {
            return Ok(None);
        }
        self.circuit.spend(row.len())?;
        let factory = &mut self.circuit.factory;
        let mut shared = Vec::with_capacity(row.len());
        for (tuple, bit) in row.cells() {
            let other = set.get(tuple, factory);
            shared.push(factory.and(bit, other));
        }
        Ok(Some(!factory.or_all(shared)))
    }

    /// The matrix of a row of exactly one tuple.
    fn single(&mut self, e: ExprId) -> Result<Option<Rc<Matrix>>> {
        if self.rows.sizes.is_empty() || !self.is_row(e) {
            return Ok(None);
        }
        let term = self.expression(e)?;
        let is_single = term.overflow == Bit::FALSE && self.rows.is_single(&term.matrix);
        Ok(is_single.then_some(term.matrix))
    }
}
