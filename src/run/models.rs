//! The models of a translation, one after the other.
//!
//! The first comes from the SAT solver. Unless a certain solver is asked for, the others come from an enumerator whose memory does not grow
//! with their number; where it is stuck, the solver goes on from there with clauses that forbid what was found. Models that are wanted in some order
//! come from the solver alone.

use relfind_solver::{Cnf, Limits, Lit, ModelEnumerator, SatSolver, SolverError, Var, Verdict};

use super::ordered::Ordered;

/// Conflicts between two models after which the enumerator gives way to the solver, which searches better but forgets nothing.
const PATIENCE: u64 = 20_000;

/// What tells models apart.
pub(super) struct Projection {
    /// Variables in whose values models differ.
    pub(super) on: Vec<Var>,
    /// All other variables of relations.
    pub(super) rest: Vec<Var>,
}

/// Who gives out models.
enum Source {
    /// The solver, before the first model.
    First,
    /// The enumerator.
    Enumerator(Box<ModelEnumerator>),
    /// The solver, with clauses that forbid the models found.
    Solver,
    /// A search in a certain order, by the solver.
    Ordered(Box<Ordered>),
}

pub(super) struct Models {
    solver: Box<dyn SatSolver>,
    source: Source,
    /// Whether a solver was asked for by name.
    named: bool,
}

impl Models {
    pub(super) fn new(solver: &str, cnf: &Cnf) -> Result<Self, SolverError> {
        let named = solver != "auto";
        let mut solver = relfind_solver::create(solver)?;
        relfind_solver::load(&mut *solver, cnf);
        Ok(Self {
            solver,
            source: Source::First,
            named,
        })
    }

    /// Models in some order.
    pub(super) fn in_order(solver: &str, cnf: &Cnf, ordered: Ordered) -> Result<Self, SolverError> {
        let source = Source::Ordered(Box::new(ordered));
        Ok(Self {
            source,
            ..Self::new(solver, cnf)?
        })
    }

    /// The search, where models come in an order.
    pub(super) fn ordered(&self) -> Option<&Ordered> {
        match &self.source {
            Source::Ordered(ordered) => Some(ordered),
            Source::First | Source::Enumerator(_) | Source::Solver => None,
        }
    }

    /// Looks for the next model. The projection is the same in all calls after the first model.
    pub(super) fn next(&mut self, cnf: &Cnf, projection: &Projection, limits: &Limits) -> Verdict {
        match &mut self.source {
            Source::First => {
                let verdict = self.solver.solve(&[], limits);
                if verdict == Verdict::Sat {
                    self.source = Source::Solver;
                }
                return verdict;
            }
            Source::Solver => {
                let found = self.found(projection);
                let others = (!self.named).then(|| self.others(cnf, projection, &found, limits));
                self.solver.add_clause(&found);
                if let Some(enumerator) = others {
                    self.source = Source::Enumerator(Box::new(enumerator));
                    return self.next(cnf, projection, limits);
                }
            }
            Source::Ordered(ordered) => return ordered.next(&mut *self.solver, projection, limits),
            Source::Enumerator(enumerator) => {
                if let Some(verdict) = enumerator.next_within(PATIENCE, limits) {
                    return verdict;
                }
                for clause in enumerator.unexplored() {
                    self.solver.add_clause(&clause);
                }
                self.named = true;
                self.source = Source::Solver;
            }
        }
        self.solver.solve(&[], limits)
    }

    /// The value of a variable in the last model.
    pub(super) fn value(&self, var: Var) -> bool {
        match &self.source {
            Source::Enumerator(enumerator) => enumerator.value(var),
            Source::Ordered(ordered) => ordered.value(var),
            Source::First | Source::Solver => self.solver.value(var),
        }
    }

    /// An enumerator of all models but the one that the solver has found, which breaks the clause `found`: where it can the search goes on from
    /// there, since other models are often near.
    fn others(&self, cnf: &Cnf, projection: &Projection, found: &[Lit], limits: &Limits) -> ModelEnumerator {
        let enumerator = || ModelEnumerator::new(cnf, &projection.on, Some(&projection.rest));
        let mut there = enumerator();
        there.prefer(|var| self.solver.value(var));
        let again = there.next_within(1, limits) == Some(Verdict::Sat);
        if again
            && found
                .iter()
                .all(|&literal| there.value(literal.var()) == literal.is_negative())
        {
            return there;
        }
        let mut others = enumerator();
        others.add_clause(found);
        others
    }

    /// A clause that the last model breaks, and every model with the same projection.
    fn found(&self, projection: &Projection) -> Vec<Lit> {
        let on = projection.on.iter();
        on.map(|&var| Lit::new(var, !self.solver.value(var))).collect()
    }
}
