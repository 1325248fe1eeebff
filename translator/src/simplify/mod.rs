//! Problem to simpler problem: goals split, bounds narrowed, quantifiers skolemized.

mod constant;
mod flatten;
mod range;
mod skolem;
mod substitute;
mod tighten;

use relfind_relational::{
    Bounds, Problem, Witnesses,
    ast::{Ast, FormulaId},
};
use rustc_hash::FxHashMap;

pub(crate) use self::{constant::Constants, range::Ranges};
use self::{skolem::Skolemizer, substitute::Rewriter};
use crate::{
    error::TranslateError,
    options::{Budget, TranslateOptions},
    reporter::Reporter,
};

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
    /// Where quantified formulas that are not of the original come from.
    origins: FxHashMap<FormulaId, FormulaId>,
}

impl Simplified {
    /// The formula of the original that a quantified formula comes from.
    pub(crate) fn origin(&self, id: FormulaId) -> FormulaId {
        let mut id = id;
        while let Some(&origin) = self.origins.get(&id) {
            if origin >= id {
                break;
            }
            id = origin;
        }
        id
    }
}

/// Simplifies a problem.
pub(crate) fn simplify(
    problem: &Problem,
    options: &TranslateOptions,
    reporter: &dyn Reporter,
    budget: &mut Budget,
) -> Result<Simplified, TranslateError> {
    let goals = flatten::conjuncts(&problem.ast, &problem.goals);
    let mut bounds = problem.bounds.clone();
    if options.tighten {
        let formulas: Vec<FormulaId> = goals.iter().map(|&(formula, _)| formula).collect();
        bounds = tighten::tighten(&problem.ast, &formulas, bounds, problem.overflow);
    }
    let rewriter = Rewriter::new(problem.ast.clone());
    let Ok(depth) = usize::try_from(options.skolem_depth) else {
        return Ok(Simplified {
            ast: rewriter.ast,
            bounds,
            goals,
            witnesses: Witnesses::default(),
            origins: FxHashMap::default(),
        });
    };
    let mut skolemizer = Skolemizer::new(rewriter, bounds, depth, problem.overflow, reporter, budget);
    let mut simplified = Vec::with_capacity(goals.len());
    for (formula, goal) in goals {
        simplified.push((skolemizer.goal(formula)?, goal));
        let constraints = std::mem::take(&mut skolemizer.constraints);
        simplified.extend(constraints.into_iter().map(|constraint| (constraint, goal)));
    }
    let Skolemizer {
        rewriter,
        bounds,
        witnesses,
        ..
    } = skolemizer;
    Ok(Simplified {
        ast: rewriter.ast,
        bounds,
        goals: simplified,
        witnesses,
        origins: rewriter.origins,
    })
}
