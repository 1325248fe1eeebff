//! One-shot solvers, given the whole formula anew at each call.

use crate::backend::{Answer, Capabilities, OneShot, Reason, SatSolver, Verdict};
use crate::check::check_model;
use crate::clause::normalise;
use crate::cnf::Cnf;
use crate::limits::Limits;
use crate::lit::{Lit, Var};
use crate::stats::Stats;

/// A [`SatSolver`] made of a [`OneShot`] one: it keeps the clauses, and adds the assumptions as unit clauses
/// for the call.
///
/// It gives the solver as little as it can to go wrong with: clauses are normalised, empty clauses and
/// contradictory assumptions are answered here, and every model is checked before it is believed. A model
/// that fails is [`Reason::Solver`].
#[derive(Debug)]
pub struct Rebuild<S> {
    solver: S,
    cnf: Cnf,
    unsatisfiable: bool,
    model: Vec<bool>,
    failed: Vec<Lit>,
    solves: u64,
}

impl<S: OneShot> Rebuild<S> {
    /// An adapter without variables and clauses.
    pub fn new(solver: S) -> Self {
        Self {
            solver,
            cnf: Cnf::new(0),
            unsatisfiable: false,
            model: Vec::new(),
            failed: Vec::new(),
            solves: 0,
        }
    }

    /// Solves the clauses that are there, units for the assumptions among them.
    fn solve_all(&mut self, limits: &Limits) -> Verdict {
        let answer = if self.cnf.is_empty() {
            Answer::Sat(Vec::new())
        } else {
            self.solver.solve_once(&self.cnf, limits)
        };
        match answer {
            Answer::Unsat => Verdict::Unsat,
            Answer::Unknown(reason) => Verdict::Unknown(reason),
            Answer::Sat(model) => {
                let value = |var: Var| model.get(var.index()).copied().unwrap_or(false);
                match check_model(&self.cnf, value) {
                    Ok(()) => {
                        self.model = model;
                        Verdict::Sat
                    }
                    Err(violation) => Verdict::Unknown(Reason::Solver(format!(
                        "solver `{}` gave a wrong answer: {violation}",
                        self.solver.name()
                    ))),
                }
            }
        }
    }
}

impl<S: OneShot> SatSolver for Rebuild<S> {
    fn name(&self) -> &str {
        self.solver.name()
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            interrupt: self.solver.interrupt(),
            ..Capabilities::default()
        }
    }

    fn reserve(&mut self, variables: u32) {
        self.cnf.reserve_variables(variables);
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        let mut clause = clause.to_vec();
        if !normalise(&mut clause) {
            return;
        }
        if clause.is_empty() {
            self.unsatisfiable = true;
        } else {
            self.cnf.add_clause(&clause);
        }
    }

    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Verdict {
        self.solves += 1;
        self.model.clear();
        self.failed.clear();
        if let Some(reason) = limits.exceeded() {
            return Verdict::Unknown(reason);
        }
        if self.unsatisfiable {
            return Verdict::Unsat;
        }
        let mut units = assumptions.to_vec();
        let verdict = if normalise(&mut units) {
            let clauses = self.cnf.len();
            for &unit in &units {
                self.cnf.add_clause(&[unit]);
            }
            let verdict = self.solve_all(limits);
            self.cnf.truncate(clauses);
            verdict
        } else {
            Verdict::Unsat
        };
        if verdict == Verdict::Unsat {
            // Without assumptions the clauses alone have no model, now and later.
            self.unsatisfiable = units.is_empty();
            self.failed = units;
        }
        verdict
    }

    fn value(&self, var: Var) -> bool {
        self.model.get(var.index()).copied().unwrap_or(false)
    }

    fn failed_assumptions(&self) -> &[Lit] {
        &self.failed
    }

    fn stats(&self) -> Stats {
        Stats {
            solves: self.solves,
            ..self.solver.stats()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A solver that always answers the same.
    struct Canned(Answer);

    impl OneShot for Canned {
        fn name(&self) -> &'static str {
            "canned"
        }

        fn interrupt(&self) -> bool {
            true
        }

        fn solve_once(&mut self, cnf: &Cnf, _: &Limits) -> Answer {
            cnf.check_invariants();
            self.0.clone()
        }
    }

    fn lit(number: i32) -> Lit {
        Lit::from_dimacs(number).unwrap()
    }

    #[test]
    fn a_wrong_model_is_not_an_answer() {
        let mut solver = Rebuild::new(Canned(Answer::Sat(vec![true])));
        solver.add_clause(&[lit(1)]);
        assert_eq!(solver.solve(&[], &Limits::none()), Verdict::Sat);
        assert!(solver.value(Var::new(0)));
        let wrong = "solver `canned` gave a wrong answer: the model leaves clause 2 false: -1".to_owned();
        assert_eq!(
            solver.solve(&[lit(-1)], &Limits::none()),
            Verdict::Unknown(Reason::Solver(wrong))
        );
        assert!(!solver.value(Var::new(0)));
        solver.add_clause(&[lit(2)]);
        assert!(matches!(
            solver.solve(&[], &Limits::none()),
            Verdict::Unknown(Reason::Solver(_))
        ));
    }

    #[test]
    fn unsatisfiable_stays_so() {
        let mut solver = Rebuild::new(Canned(Answer::Sat(Vec::new())));
        solver.add_clause(&[]);
        solver.add_clause(&[lit(-1)]);
        assert_eq!(solver.solve(&[lit(-1)], &Limits::none()), Verdict::Unsat);
        assert!(solver.failed_assumptions().is_empty());
        let mut solver = Rebuild::new(Canned(Answer::Unsat));
        solver.add_clause(&[lit(1)]);
        assert_eq!(solver.solve(&[lit(2), lit(2)], &Limits::none()), Verdict::Unsat);
        assert_eq!(solver.failed_assumptions(), [lit(2)]);
        assert_eq!(solver.solve(&[], &Limits::none()), Verdict::Unsat);
        assert!(solver.failed_assumptions().is_empty());
        solver.solver.0 = Answer::Sat(vec![true]);
        assert_eq!(solver.solve(&[], &Limits::none()), Verdict::Unsat);
        assert_eq!(solver.stats().solves, 3);
    }

    #[test]
    fn contradictory_assumptions_fail_at_once() {
        let mut solver = Rebuild::new(Canned(Answer::Sat(Vec::new())));
        assert_eq!(solver.solve(&[lit(1), lit(-1)], &Limits::none()), Verdict::Unsat);
        assert_eq!(solver.failed_assumptions(), [lit(1), lit(-1)]);
        assert_eq!(solver.solve(&[], &Limits::none()), Verdict::Sat);
    }
}
