//! One evaluation: the variables bound so far, and how declarations are enumerated.

use std::rc::Rc;

use super::{
    EvaluateError, Evaluator, leaves_out_undefined,
    memory::{Evaluable, Memory, NO_ATOM, Place},
};
use crate::{
    AtomId, TupleSet, TupleSetError,
    ast::{Decl, Equated, Node, VarId},
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

/// A bound variable.
struct Frame {
    var: VarId,
    value: Rc<TupleSet>,
    /// What is known as long as it has this value; see [`Place`].
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

    /// Where what is known of a node is kept.
    pub(super) fn place(&self, node: impl Into<Node>) -> Place {
        let mut free_variables = self.of.free_variables.borrow_mut();
        let free = free_variables.of(self.of.ast, node);
        let depends = |frame: &Frame| free.contains(&frame.var);
        let innermost = self.environment.iter().rposition(depends);
        let with_innermost = Place {
            frame: innermost,
            atoms: [NO_ATOM; 3],
        };
        let frames = &self.environment[..innermost.map_or(0, |innermost| innermost + 1)];
        let Some(gap) = frames.iter().position(|frame| !depends(frame)) else {
            return with_innermost;
        };
        let mut atoms = [NO_ATOM; 3];
        let mut slots = atoms.iter_mut();
        for frame in frames[gap..].iter().filter(|frame| depends(frame)) {
            match (slots.next(), frame.value.indices()) {
                (Some(slot), &[atom]) if frame.value.arity() == 1 => *slot = atom as u32,
                _ => return with_innermost,
            }
        }
        let frame = gap.checked_sub(1);
        let is_full = match frame {
            Some(frame) => self.environment[frame].memory.is_full(),
            None => self.of.closed.borrow().is_full(),
        };
        if is_full {
            with_innermost
        } else {
            Place { frame, atoms }
        }
    }

    /// The value of a node, if it is known.
    pub(super) fn known<N: Evaluable>(&mut self, node: N, place: Place) -> Option<N::Value> {
        self.memory(place, |memory| memory.get(node, place.atoms))
    }

    /// Keeps the value of a node.
    pub(super) fn keep<N: Evaluable>(&mut self, node: N, place: Place, value: N::Value) {
        self.memory(place, |memory| memory.insert(node, place.atoms, value));
    }

    fn memory<T>(&mut self, place: Place, access: impl FnOnce(&mut Memory) -> T) -> T {
        match place.frame {
            Some(frame) => access(&mut self.environment[frame].memory),
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

    /// The values of the innermost variables, each a single atom, in the order of their declarations.
    pub(super) fn innermost(&self, count: usize, equated: Option<Equated>) -> Vec<AtomId> {
        let start = self.environment.len().saturating_sub(count);
        let values = self.environment[start..].iter();
        let mut tuple: Vec<AtomId> = values.filter_map(|frame| frame.value.atoms().next()).collect();
        if let Some(equated) = equated {
            tuple[equated.position..].rotate_right(1);
        }
        tuple
    }

    /// Visits every binding of declarations of single atoms, as comprehensions and sums have them. If a variable ranges over the integers, the
    /// bindings for which something is undefined are left out. A variable that is equated with a term is bound last, to the term's value.
    pub(super) fn each_binding(
        &mut self,
        decls: &[Decl],
        equated: Option<Equated>,
        visit: &mut dyn FnMut(&mut Self) -> Value<()>,
    ) -> Value<()> {
        let lenient = decls.iter().any(|decl| leaves_out_undefined(self.of.ast, decl));
        self.bindings_from(decls, 0, equated, &mut |this| match visit(this) {
            Err(Stop::Undefined) if lenient => Ok(()),
            result => result,
        })
    }

    fn bindings_from(
        &mut self,
        decls: &[Decl],
        position: usize,
        equated: Option<Equated>,
        visit: &mut dyn FnMut(&mut Self) -> Value<()>,
    ) -> Value<()> {
        let Some(decl) = decls.get(position) else {
            return match equated {
                Some(equated) => self.bind_equated(&decls[equated.position], equated, visit),
                None => visit(self),
            };
        };
        if equated.is_some_and(|equated| equated.position == position) {
            return self.bindings_from(decls, position + 1, equated, visit);
        }
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
                this.bindings_from(decls, position + 1, equated, visit)
            })?;
        }
        Ok(())
    }

    /// Visits the one binding of a variable that is equated with a term; none where that is undefined.
    fn bind_equated(
        &mut self,
        decl: &Decl,
        equated: Equated,
        visit: &mut dyn FnMut(&mut Self) -> Value<()>,
    ) -> Value<()> {
        let value = match self.int(equated.term) {
            Err(Stop::Undefined) => return Ok(()),
            value => value?,
        };
        let universe = self.universe();
        let atom = universe.int_atom(value);
        if atom.is_none() {
            return Ok(());
        }
        self.bind(decl.var, TupleSet::of_atoms(universe, atom), visit)
    }
}
