//! Witnesses: values that make existential quantifiers true, found elsewhere and only checked by the evaluator.

use rustc_hash::FxHashMap;

use crate::ast::{FormulaId, RelationId, VarId};

/// The value of one existential variable, as a relation of the instance.
///
/// The relation's first columns are the values of `universals`, the universal variables around the quantifier, outermost first; the value is
/// what remains after joining them away. A witness is only a suggestion: when the body is not true under it, the evaluator tries all values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The variable, declared by the quantifier.
    pub var: VarId,
    /// The relation, bound in the instance.
    pub relation: RelationId,
    /// The universal variables that the value depends on, each unary.
    pub universals: Vec<VarId>,
}

/// Suggestions for quantified formulas of the unsimplified problem: `some` where it must be true, `all` where it must be false. A
/// formula that occurs more than once may have several, each with one witness for every variable it covers.
pub type Witnesses = FxHashMap<FormulaId, Vec<Vec<Witness>>>;
