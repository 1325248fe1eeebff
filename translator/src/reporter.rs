//! What a translation tells about its progress.

use relfind_relational::ast::FormulaId;

/// The stages of a translation in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Narrowing bounds and skolemizing.
    Simplify,
    /// Finding interchangeable atoms.
    Symmetry,
    /// Making the circuit.
    Ground,
    /// Making clauses.
    Encode,
}

/// Listens to a translation. Every method does nothing unless it is overridden.
pub trait Reporter {
    /// A stage begins.
    fn stage(&self, _stage: Stage) {}

    /// A quantified formula, in the problem's own numbering, was skolemized by a relation of this name.
    fn skolemized(&self, _formula: FormulaId, _name: &str) {}

    /// The atoms fall into so many classes of interchangeable ones, not counting those alone.
    fn symmetries(&self, _classes: usize) {}

    /// A goal, in the problem's own numbering, turned out to be false under the bounds.
    fn trivially_false(&self, _goal: FormulaId) {}
}

/// Listens and does nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Reporter for Silent {}
