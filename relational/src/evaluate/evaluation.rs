//! One evaluation: the variables bound so far, and how declarations are enumerated.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::{EvaluateError, Evaluator, Truth, leaves_out_undefined};
use crate::{
    AtomId, TupleSet, TupleSetError,
    ast::{Decl, ExprId, FormulaId, IntId, Node, VarId},
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

/// What is known of nodes while the variables that they depend on keep their values.
///
/// Nodes are shared, so that a small problem can stand for exponentially many occurrences: each is evaluated once.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    /// Values of expressions; none where undefined.
    pub(super) sets: FxHashMap<ExprId, Option<Rc<TupleSet>>>,
    /// Truths of formulas and of their negations.
    pub(super) truths: FxHashMap<(FormulaId, bool), Truth>,
    /// Values of integer expressions; none where they overflow.
    pub(super) ints: FxHashMap<IntId, Option<i64>>,
}

/// A bound variable.
struct Frame {
    var: VarId,
    value: Rc<TupleSet>,
    /// What is known of the nodes whose innermost variable this is.
    memory: Memory,
}

/// An evaluation in progress.
pub(super) struct Evaluation<'e, 'a> {
    pub(super) of: &'e Evaluator<'a>,
    /// The variables bound, the innermost last.
    environment: Vec<Frame>,
}

impl<'e, 'a> Evaluation<'e, 'a> {
    pub(super) fn new(of: &'e Evaluator<'a>) -> Self {
        let frame = |(var, value): &(VarId, Rc<TupleSet>)| Frame {
            var: *var,
            value: value.clone(),
            memory: Memory::default(),
        };
        Self {
            of,
            environment: of.bindings.iter().map(frame).collect(),
        }
    }

    /// Reads what is known of a node, or writes it down. It is kept with the innermost variable that the node depends on, and forgotten with it.
    pub(super) fn memory<T>(&mut self, node: impl Into<Node>, access: impl FnOnce(&mut Memory) -> T) -> T {
        let mut free_variables = self.of.free_variables.borrow_mut();
        let free = free_variables.of(self.of.ast, node);
        let place = self
            .environment
            .iter()
            .rposition(|frame| free.contains(&frame.var));
        match place {
            Some(place) => access(&mut self.environment[place].memory),
            None => access(&mut self.of.closed.borrow_mut()),
        }
    }

    /// The value of a variable.
    pub(super) fn lookup(&self, var: VarId) -> Result<Rc<TupleSet>, EvaluateError> {
        let bound = self.environment.iter().rev().find(|frame| frame.var == var);
        bound.map(|frame| frame.value.clone()).ok_or_else(|| {
            let name = self.of.ast.var(var).name.to_string();
            EvaluateError::Unbound { name }
        })
    }

    /// Does something while a variable has a value.
    pub(super) fn bind<T>(&mut self, var: VarId, value: TupleSet, then: impl FnOnce(&mut Self) -> T) -> T {
        self.environment.push(Frame {
            var,
            value: Rc::new(value),
            memory: Memory::default(),
        });
        let result = then(self);
        self.environment.pop();
        result
    }

    /// The values of the innermost variables, each a single atom.
    pub(super) fn innermost(&self, count: usize) -> Vec<AtomId> {
        let start = self.environment.len().saturating_sub(count);
        let values = self.environment[start..].iter();
        values.filter_map(|frame| frame.value.atoms().next()).collect()
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
