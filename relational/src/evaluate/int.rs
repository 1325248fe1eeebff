//! Integer expressions.

use super::{
    arithmetic::{Outcome, apply, fit},
    evaluation::{Evaluation, Stop, Value},
};
use crate::{
    Overflow,
    ast::{IntExpr, IntId},
};

impl Evaluation<'_, '_> {
    /// The value of an integer expression.
    pub(super) fn int(&mut self, id: IntId) -> Value<i64> {
        let place = self.place(id);
        if let Some(known) = self.known(id, place) {
            return known.ok_or(Stop::Undefined);
        }
        let value = Stop::undefined_as_none(self.computed(id))?;
        self.keep(id, place, value);
        value.ok_or(Stop::Undefined)
    }

    fn computed(&mut self, id: IntId) -> Value<i64> {
        let universe = self.universe();
        let outcome = match *self.of.ast.int(id) {
            IntExpr::Const(value) => self.fit(value.into()),
            IntExpr::Card(e) => {
                let tuples = self.expression(e)?.len();
                self.fit(tuples as i128)
            }
            IntExpr::SumOf(e) => {
                let set = self.expression(e)?;
                let ints = set.atoms().filter_map(|atom| universe.int_value(atom));
                self.fit(ints.map(i128::from).sum())
            }
            IntExpr::Sum(ref decls, body) => {
                let mut total = 0;
                self.each_binding(decls, None, &mut |this| {
                    total += i128::from(this.int(body)?);
                    Ok(())
                })?;
                self.fit(total)
            }
            IntExpr::Binary(op, a, b) => {
                let (a, b) = (self.int(a)?, self.int(b)?);
                apply(universe.bitwidth(), op, a, b)
            }
            IntExpr::If(c, a, b) => {
                let chosen = if self.condition(c)? { a } else { b };
                return self.int(chosen);
            }
        };
        if outcome.overflow {
            self.of.overflowed.set(true);
            if self.of.overflow == Overflow::Prevent {
                return Err(Stop::Undefined);
            }
        }
        Ok(outcome.value)
    }

    fn fit(&self, exact: i128) -> Outcome {
        fit(self.universe().bitwidth(), exact)
    }
}
