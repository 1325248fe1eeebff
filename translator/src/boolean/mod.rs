//! The boolean circuit: signals, gates, matrices of signals, and integers made of signals.

mod count;
mod factory;
mod gate;
mod int;
mod matrix;

pub(crate) use count::{at_least, lone};
pub use factory::Factory;
pub use gate::{Bit, GateKind};
pub(crate) use int::{Arithmetic, Int, LinearSum, width_of};
pub(crate) use matrix::Matrix;

use crate::{
    error::{Resource, TranslateError},
    options::Budget,
};

/// A circuit under construction together with what it may still cost.
#[derive(Debug)]
pub(crate) struct Circuit {
    /// The gates.
    pub(crate) factory: Factory,
    /// What may still be spent.
    pub(crate) budget: Budget,
}

impl Circuit {
    /// Counts work; an error when a limit is exceeded.
    pub(crate) fn spend(&mut self, work: usize) -> Result<(), TranslateError> {
        if self.factory.is_exhausted() {
            return Err(TranslateError::Limit {
                resource: Resource::Gates,
                limit: self.budget.limits().gates as u64,
            });
        }
        self.budget.spend(work)
    }

    /// Counts the making of a matrix of so many cells.
    pub(crate) fn cells(&mut self, cells: usize) -> Result<(), TranslateError> {
        self.budget.tuples(cells)?;
        self.spend(0)
    }
}
