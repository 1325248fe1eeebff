//! The values of variables while their binders are unrolled.

use std::rc::Rc;

use indexmap::IndexSet;
use relfind_relational::ast::VarId;
use rustc_hash::FxBuildHasher;

use crate::boolean::Matrix;

/// A value of a variable, as a number: single atoms are their own, other values are numbered as they appear.
pub(super) type ValueId = u32;

/// The value of a bound variable.
#[derive(Clone, Debug)]
pub(super) struct Binding {
    /// Its number.
    pub(super) id: ValueId,
    /// The constant matrix.
    pub(super) matrix: Rc<Matrix>,
}

/// The variables bound at some point of the formula.
#[derive(Debug)]
pub(super) struct Environment {
    atoms: u64,
    bindings: Vec<Option<Binding>>,
    /// Variables in the order of their binders, the innermost last.
    order: Vec<VarId>,
    atom_values: Vec<Option<Rc<Matrix>>>,
    other_values: IndexSet<(u32, Vec<u64>), FxBuildHasher>,
}

impl Environment {
    /// Nothing bound.
    pub(super) fn new(atoms: u64, vars: usize) -> Self {
        Self {
            atoms,
            bindings: vec![None; vars],
            order: Vec::new(),
            atom_values: vec![None; atoms as usize],
            other_values: IndexSet::default(),
        }
    }

    /// The value with these tuples, of a variable of this arity.
    pub(super) fn value(&mut self, arity: u32, tuples: &[u64]) -> Binding {
        if let (1, &[atom]) = (arity, tuples) {
            let atoms = self.atoms;
            let slot = &mut self.atom_values[atom as usize];
            let matrix = slot.get_or_insert_with(|| Rc::new(Matrix::of_indices(atoms, 1, vec![atom])));
            return Binding {
                id: atom as u32,
                matrix: matrix.clone(),
            };
        }
        let (position, _) = self.other_values.insert_full((arity, tuples.to_vec()));
        Binding {
            id: (self.atoms as usize + position) as u32,
            matrix: Rc::new(Matrix::of_indices(self.atoms, arity, tuples.to_vec())),
        }
    }

    /// Binds a variable; what it hides is to be given back to [`Environment::unbind`].
    pub(super) fn bind(&mut self, var: VarId, value: Binding) -> Option<Binding> {
        self.order.push(var);
        self.bindings[var.index()].replace(value)
    }

    /// Ends the innermost binding.
    pub(super) fn unbind(&mut self, hidden: Option<Binding>) {
        if let Some(var) = self.order.pop() {
            self.bindings[var.index()] = hidden;
        }
    }

    /// The value of a variable.
    pub(super) fn get(&self, var: VarId) -> Option<&Binding> {
        self.bindings[var.index()].as_ref()
    }

    /// Whether a variable is bound that is none of these.
    pub(super) fn binds_others(&self, vars: &[VarId]) -> bool {
        self.order.iter().rev().any(|var| !vars.contains(var))
    }
}
