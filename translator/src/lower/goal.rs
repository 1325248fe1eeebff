//! What the command asks.

use relfind_lang::typed::{Command, Func, Goal};
use relfind_relational::ast::FormulaId;

use super::{
    error::{Lower, ill_formed},
    lowerer::Lowerer,
};

/// States the goal: a predicate for some arguments, a function's value within its declared result, or an assertion's opposite.
pub(super) fn state(l: &mut Lowerer, command: &Command) -> Lower<()> {
    let world = l.world;
    match command.goal {
        Goal::Run(func) => {
            let func = world.func(func);
            let formula = if func.params.is_empty() {
                l.asked(func)?
            } else {
                let params = l.open_decls(&func.params)?;
                let body = l.asked(func)?;
                let some = l.for_some(&params, body);
                l.close_decls(&params);
                some
            };
            l.require(formula, func.body.span);
        }
        Goal::Check(assert) => {
            let Some(assert) = world.asserts.get(assert.index()) else {
                return Err(ill_formed(command.span, "the assertion does not exist"));
            };
            let holds = l.formula(&assert.body)?;
            let broken = l.ast().not(holds);
            l.require(broken, assert.body.span);
        }
    }
    Ok(())
}

impl Lowerer<'_> {
    fn asked(&mut self, func: &Func) -> Lower<FormulaId> {
        match &func.result {
            Some(result) if !func.is_pred => {
                let value = self.set(&func.body)?;
                self.member(value, result)
            }
            _ => self.formula(&func.body),
        }
    }
}
