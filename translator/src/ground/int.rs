//! Integer expressions.

use std::rc::Rc;

use relfind_relational::{
    AtomId,
    ast::{Decl, ExprId, FormulaId, IntExpr, IntId},
};

use super::{Grounder, Result};
use crate::boolean::{Arithmetic, Bit, Int, LinearSum};

impl Grounder<'_> {
    /// The value of an integer expression.
    pub(super) fn int(&mut self, id: IntId) -> Result<Rc<Int>> {
        let key = self.key(id.into(), 0);
        if let Some(known) = key.and_then(|key| self.ints.get(&key)) {
            return Ok(known);
        }
        self.circuit.spend(1)?;
        let int = self.ground_int(id)?;
        if let Some(key) = key {
            self.ints.insert(key, int.clone(), int.bits.len());
        }
        Ok(int)
    }

    fn ground_int(&mut self, id: IntId) -> Result<Rc<Int>> {
        let (ast, arithmetic) = (self.ast, self.arithmetic);
        let int = match *ast.int(id) {
            IntExpr::Const(value) => arithmetic.literal(self.factory(), value),
            IntExpr::Card(e) => {
                let term = self.expression(e)?;
                let mut sum = LinearSum::default();
                for &bit in term.matrix.bits() {
                    sum.add_bit(bit, 0, false);
                }
                self.total(sum, term.overflow)?
            }
            IntExpr::SumOf(e) => return self.sum_of(e),
            IntExpr::Sum(ref decls, body) => self.sum(decls, body)?,
            IntExpr::Binary(op, a, b) => {
                let (a, b) = (self.int(a)?, self.int(b)?);
                self.circuit.spend(a.bits.len() * b.bits.len())?;
                arithmetic.apply(self.factory(), op, &a, &b)
            }
            IntExpr::If(c, a, b) => return self.int_choice(c, a, b),
        };
        Ok(Rc::new(int))
    }

    /// The exact total, brought into the bitwidth; undefined where `overflow` holds.
    fn total(&mut self, sum: LinearSum, overflow: Bit) -> Result<Int> {
        self.circuit.spend(sum.len() * 2)?;
        let arithmetic = self.arithmetic;
        let mut int = sum.finish(arithmetic, self.factory());
        int.overflow = self.factory().or(int.overflow, overflow);
        Ok(int)
    }

    /// The sum of the integers in a set.
    fn sum_of(&mut self, e: ExprId) -> Result<Rc<Int>> {
        if let Some(i) = self.singleton_of(e) {
            return self.int(i);
        }
        let term = self.expression(e)?;
        let universe = self.universe();
        let mut sum = LinearSum::default();
        for (atom, bit) in term.matrix.cells() {
            if let Some(value) = universe.int_value(AtomId(atom as u32)) {
                sum.add_weighted(bit, i128::from(value));
            }
        }
        Ok(Rc::new(self.total(sum, term.overflow)?))
    }

    /// `sum decls | body`
    fn sum(&mut self, decls: &[Decl], body: IntId) -> Result<Int> {
        let lenient = decls.iter().any(|decl| self.leaves_out(decl));
        let mut sum = LinearSum::default();
        let mut undefined = Vec::new();
        let overflow = self.each_binding(decls, None, &mut |this, guards, _| {
            let value = this.int(body)?;
            this.circuit.spend(value.bits.len())?;
            let factory = this.factory();
            let mut guard = factory.and_all(guards.iter().copied());
            if lenient {
                guard = factory.and(guard, !value.overflow);
            } else {
                undefined.push(factory.and(guard, value.overflow));
            }
            if guard != Bit::FALSE {
                let zero = Int::constant(0);
                let chosen = Arithmetic::choice(factory, guard, &value, &zero);
                sum.add_int(&chosen, false);
            }
            Ok(())
        })?;
        let overflow = self.factory().or_all(undefined.into_iter().chain([overflow]));
        self.total(sum, overflow)
    }

    fn int_choice(&mut self, c: FormulaId, a: IntId, b: IntId) -> Result<Rc<Int>> {
        let condition = self.formula(c, false)?;
        if condition.holds == Bit::TRUE {
            return self.int(a);
        }
        if condition.fails == Bit::TRUE {
            return self.int(b);
        }
        let (a, b) = (self.int(a)?, self.int(b)?);
        let mut int = Arithmetic::choice(self.factory(), condition.holds, &a, &b);
        int.overflow = self.choice_overflow(condition, a.overflow, b.overflow);
        Ok(Rc::new(int))
    }
}
