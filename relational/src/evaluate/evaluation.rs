//! One evaluation: the variables bound so far, and how declarations are enumerated.

use std::rc::Rc;

use super::{EvaluateError, Evaluator, leaves_out_undefined};
use crate::{
    AtomId, TupleSet, TupleSetError,
    ast::{Decl, VarId},
};

/// Why a term has no value.
pub(super) enum Stop {
    /// It overflows, or is made of something that does.
    Undefined,
    /// The evaluation gave up.
    Error(EvaluateError),
}

impl Stop {
    pub(super) fn undefined_as_none<T>(value: Value<T>) -> Result<Option<T>, EvaluateError> {
        match value {
            Ok(value) => Ok(Some(value)),
            Err(Stop::Undefined) => Ok(None),
            Err(Stop::Error(error)) => Err(error),
        }
    }
}

impl From<EvaluateError> for Stop {
    fn from(error: EvaluateError) -> Self {
        Stop::Error(error)
    }
}

impl From<TupleSetError> for Stop {
    fn from(error: TupleSetError) -> Self {
        Stop::Error(error.into())
    }
}

/// The value of a term.
pub(super) type Value<T> = Result<T, Stop>;

/// An evaluation in progress.
pub(super) struct Evaluation<'e, 'a> {
    pub(super) of: &'e Evaluator<'a>,
    /// The variables bound, the innermost last.
    environment: Vec<(VarId, Rc<TupleSet>)>,
}

impl<'e, 'a> Evaluation<'e, 'a> {
    pub(super) fn new(of: &'e Evaluator<'a>) -> Self {
        Self {
            of,
            environment: of.bindings.clone(),
        }
    }

    /// The value of a variable.
    pub(super) fn lookup(&self, var: VarId) -> Result<Rc<TupleSet>, EvaluateError> {
        let bound = self.environment.iter().rev().find(|(v, _)| *v == var);
        bound.map(|(_, value)| value.clone()).ok_or_else(|| {
            let name = self.of.ast.var(var).name.to_string();
            EvaluateError::Unbound { name }
        })
    }

    /// Does something while a variable has a value.
    pub(super) fn bind<T>(&mut self, var: VarId, value: TupleSet, then: impl FnOnce(&mut Self) -> T) -> T {
        self.environment.push((var, Rc::new(value)));
        let result = then(self);
        self.environment.pop();
        result
    }

    /// The values of the innermost variables, each a single atom.
    pub(super) fn innermost(&self, count: usize) -> Vec<AtomId> {
        let start = self.environment.len().saturating_sub(count);
        let values = self.environment[start..].iter();
        values.filter_map(|(_, value)| value.atoms().next()).collect()
    }

    /// Visits every binding of declarations of single atoms, as comprehensions and sums have them. If a variable ranges over the integers, the
    /// bindings for which something is undefined are left out.
    pub(super) fn each_binding(
        &mut self,
        decls: &[Decl],
        visit: &mut dyn FnMut(&mut Self) -> Value<()>,
    ) -> Value<()> {
        let lenient = decls.iter().any(|decl| leaves_out_undefined(self.of.ast, decl));
        self.bindings_from(decls, 0, lenient, visit)
    }

    fn bindings_from(
        &mut self,
        decls: &[Decl],
        position: usize,
        lenient: bool,
        visit: &mut dyn FnMut(&mut Self) -> Value<()>,
    ) -> Value<()> {
        let Some(decl) = decls.get(position) else {
            return match visit(self) {
                Err(Stop::Undefined) if lenient => Ok(()),
                result => result,
            };
        };
        let bound = match self.expression(decl.bound) {
            // There is a binding to leave out only if a variable before this one ranges over the integers.
            Err(Stop::Undefined)
                if decls[..position]
                    .iter()
                    .any(|d| leaves_out_undefined(self.of.ast, d)) =>
            {
                return Ok(());
            }
            bound => bound?,
        };
        for &atom in bound.indices() {
            let value = bound.with(1, vec![atom]);
            self.bind(decl.var, value, |this| {
                this.bindings_from(decls, position + 1, lenient, visit)
            })?;
        }
        Ok(())
    }
}
