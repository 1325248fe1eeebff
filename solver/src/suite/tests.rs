//! The suite tells bad solvers from good ones.

use super::*;
use crate::backend::{Answer, Capabilities, OneShot, Reason};
use crate::backends::{Batsat, Rebuild};
use crate::stats::Stats;

/// A good solver made bad in one respect.
struct Bad {
    good: Batsat,
    fault: Fault,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fault {
    /// None at all.
    None,
    /// It forgets unit clauses.
    ForgetsUnits,
    /// It calls the last variable true whatever the model says.
    WrongValue,
    /// Its failed assumptions are negated.
    NegatedCore,
    /// It says that no assumption failed.
    EmptyCore,
    /// It does not look at limits.
    Deaf,
    /// It keeps assumptions as clauses.
    KeepsAssumptions,
}

impl SatSolver for Bad {
    fn name(&self) -> &'static str {
        "bad"
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::default()
    }

    fn reserve(&mut self, variables: u32) {
        self.good.reserve(variables);
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        if self.fault != Fault::ForgetsUnits || clause.len() != 1 {
            self.good.add_clause(clause);
        }
    }

    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Verdict {
        if self.fault == Fault::KeepsAssumptions {
            for &literal in assumptions {
                self.good.add_clause(&[literal]);
            }
        }
        if self.fault == Fault::Deaf && (limits.deadline.is_some() || limits.stop.is_some()) {
            return Verdict::Sat;
        }
        self.good.solve(assumptions, limits)
    }

    fn value(&self, var: Var) -> bool {
        self.good.value(var) || (self.fault == Fault::WrongValue && var.index() == 3)
    }

    fn failed_assumptions(&self) -> &[Lit] {
        match self.fault {
            Fault::EmptyCore => &[],
            // Any other literal will do for one that was not assumed.
            Fault::NegatedCore if !self.good.failed_assumptions().is_empty() => {
                &const { [Lit::positive(Var::new(99))] }
            }
            _ => self.good.failed_assumptions(),
        }
    }

    fn stats(&self) -> Stats {
        self.good.stats()
    }
}

fn failing_cases(fault: Fault) -> Vec<&'static str> {
    let failures = run(&|| {
        Box::new(Bad {
            good: Batsat::new(),
            fault,
        })
    });
    failures
        .err()
        .unwrap_or_default()
        .into_iter()
        .map(|failure| failure.case)
        .collect()
}

#[test]
fn each_fault_is_found() {
    assert!(failing_cases(Fault::None).is_empty());
    assert!(failing_cases(Fault::ForgetsUnits).contains(&"contradictory unit clauses"));
    assert!(failing_cases(Fault::WrongValue).contains(&"random formulas"));
    assert!(failing_cases(Fault::NegatedCore).contains(&"assumptions"));
    assert!(failing_cases(Fault::EmptyCore).contains(&"failed assumptions of random formulas"));
    assert!(failing_cases(Fault::Deaf).contains(&"a stop flag that is set"));
    assert!(failing_cases(Fault::KeepsAssumptions).contains(&"assumptions"));
}

struct GivesUp;

impl OneShot for GivesUp {
    fn name(&self) -> &'static str {
        "gives up"
    }

    fn interrupt(&self) -> bool {
        false
    }

    fn solve_once(&mut self, _: &Cnf, _: &Limits) -> Answer {
        Answer::Unknown(Reason::Memory)
    }
}

#[test]
fn giving_up_is_no_answer() {
    let failures = run(&|| Box::new(Rebuild::new(GivesUp))).unwrap_err();
    assert!(failures.len() > 10);
    assert!(
        failures[0].to_string().contains("Unknown(Memory)"),
        "{}",
        failures[0]
    );
}
