//! Goals that are conjunctions become several goals.

use relfind_relational::ast::{Ast, Formula, FormulaId};
use rustc_hash::FxHashSet;

/// The conjuncts of the goals, each once, with the goal that each comes from.
pub(super) fn conjuncts(ast: &Ast, goals: &[FormulaId]) -> Vec<(FormulaId, FormulaId)> {
    let mut seen = FxHashSet::default();
    let mut result = Vec::new();
    for &goal in goals {
        let mut pending = vec![goal];
        while let Some(formula) = pending.pop() {
            // Conjunctions too are entered only once: shared ones may stand for exponentially many conjuncts.
            if !seen.insert(formula) {
                continue;
            }
            match ast.formula(formula) {
                Formula::And(parts) => pending.extend(parts.iter().rev()),
                Formula::Const(true) => {}
                _ => result.push((formula, goal)),
            }
        }
    }
    result
}
