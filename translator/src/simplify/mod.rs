//! Problem to simpler problem: quantifiers skolemized, bounds narrowed.

use relfind_relational::{
    Bounds, Problem, Witnesses,
    ast::{Ast, FormulaId},
};

use crate::{TranslateOptions, error::TranslateError, reporter::Reporter};

/// A simplified problem with the same instances on the relations of the original.
#[derive(Clone, Debug)]
pub(crate) struct Simplified {
    /// The nodes: those of the original at their ids, then new ones.
    pub(crate) ast: Ast,
    /// The relations of the original, then skolem relations.
    pub(crate) bounds: Bounds,
    /// The goals, each with the goal of the original that it comes from.
    pub(crate) goals: Vec<(FormulaId, FormulaId)>,
    /// Where the values of skolemized variables are.
    pub(crate) witnesses: Witnesses,
}

/// Simplifies a problem.
pub(crate) fn simplify(
    problem: &Problem,
    _options: &TranslateOptions,
    _reporter: &dyn Reporter,
) -> Result<Simplified, TranslateError> {
    Ok(Simplified {
        ast: problem.ast.clone(),
        bounds: problem.bounds.clone(),
        goals: problem.goals.iter().map(|&goal| (goal, goal)).collect(),
        witnesses: Witnesses::default(),
    })
}
