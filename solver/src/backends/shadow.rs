//! What a solver was told, to check its models by in debug builds. Release builds leave the check to those who read the model.

use crate::{
    backend::{Reason, Verdict},
    check::check_model,
    cnf::Cnf,
    lit::{Lit, Var},
};

/// The clauses that a solver was given; none in release builds.
#[derive(Debug)]
pub(super) struct Shadow {
    clauses: Cnf,
}

impl Shadow {
    pub(super) fn new() -> Self {
        Self { clauses: Cnf::new(0) }
    }

    /// Keeps a clause.
    pub(super) fn add(&mut self, clause: &[Lit]) {
        if cfg!(debug_assertions) {
            self.clauses.add_clause(clause);
        }
    }

    /// The verdict of a model: `Sat`, unless a clause or an assumption is false in it.
    pub(super) fn verdict(&self, solver: &str, assumptions: &[Lit], value: impl Fn(Var) -> bool) -> Verdict {
        if !cfg!(debug_assertions) {
            return Verdict::Sat;
        }
        let mut clauses = self.clauses.clone();
        for &literal in assumptions {
            clauses.add_clause(&[literal]);
        }
        match check_model(&clauses, value) {
            Ok(()) => Verdict::Sat,
            Err(violation) => {
                let text = format!("solver `{solver}` gave a wrong answer: {violation}");
                Verdict::Unknown(Reason::Solver(text))
            }
        }
    }
}
