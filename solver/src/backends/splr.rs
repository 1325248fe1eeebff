//! splr, a CDCL solver in Rust (<https://github.com/shnarazk/splr>, 0.17.2), solving once and rebuilt for
//! each call.
//!
//! What is worked around, all of it measured on this version:
//! - After a first `solve` a second one can panic or call a clause falsely empty, so each call makes a new
//!   solver; and all variables are declared up front, since adding them later can panic.
//! - It cannot be stopped, and its only limit is in whole seconds and looked at between stages of the
//!   search. So it runs in a thread of its own, and the call returns at the deadline or soon after the stop
//!   flag is set, leaving the thread behind. splr is told to stop at the first full second after the deadline;
//!   without a deadline an abandoned thread runs on to its answer. Until then it keeps its memory and its
//!   core; the end of the process ends it.
//! - Its preprocessing ends after a tenth of its time limit, so that on formulas where it takes that long
//!   the first model can depend on the deadline; without one the result is always the same.
//! - It panics on some formulas. A panic is [`Reason::Solver`], and nothing is printed.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use ::splr::assign::property::Tusize;
use ::splr::{Certificate, Config, PropertyDereference, SolveIF, Solver, SolverError};

use crate::backend::{Answer, OneShot, Reason};
use crate::cnf::Cnf;
use crate::limits::Limits;
use crate::lit::Lit;
use crate::quiet;
use crate::stats::Stats;

/// How long the calling thread sleeps between two looks at the stop flag.
const POLL: Duration = Duration::from_millis(5);
/// Address space for the thread's stack; pages are taken as they are touched.
const STACK: usize = 64 << 20;

/// The splr solver; see the module's page for what it can and cannot do.
#[derive(Debug, Default)]
pub struct Splr {
    conflicts: u64,
    decisions: u64,
    propagations: u64,
    restarts: u64,
}

impl Splr {
    /// A new solver.
    pub fn new() -> Self {
        Self::default()
    }
}

/// What the thread sends back: the answer, and conflicts, decisions, propagations and restarts.
type Report = (Answer, [u64; 4]);

impl OneShot for Splr {
    fn name(&self) -> &'static str {
        "splr"
    }

    fn interrupt(&self) -> bool {
        false
    }

    fn solve_once(&mut self, cnf: &Cnf, limits: &Limits) -> Answer {
        let clauses: Vec<Vec<i32>> = cnf
            .clauses()
            .map(|clause| clause.iter().map(|literal| literal.to_dimacs()).collect())
            .collect();
        let config = Config {
            c_timeout: seconds(limits.remaining()),
            quiet_mode: true,
            ..Config::default()
        };
        let (sender, receiver) = mpsc::channel();
        let work = move || {
            let report = quiet::catch(|| run(config, &clauses));
            // Nobody listens any more when the call has returned at a limit.
            let _ = sender.send(report);
        };
        if let Err(error) = thread::Builder::new()
            .name("splr".to_owned())
            .stack_size(STACK)
            .spawn(work)
        {
            return failure(&format!("cannot start its thread: {error}"));
        }
        let (answer, counts) = match wait(&receiver, limits) {
            Ok(Ok(report)) => report,
            Ok(Err(panic)) => return failure(&format!("panicked: {panic}")),
            Err(reason) => return Answer::Unknown(reason),
        };
        let totals = [
            &mut self.conflicts,
            &mut self.decisions,
            &mut self.propagations,
            &mut self.restarts,
        ];
        for (total, count) in totals.into_iter().zip(counts) {
            *total += count;
        }
        answer
    }

    fn stats(&self) -> Stats {
        Stats {
            solves: 0,
            conflicts: Some(self.conflicts),
            decisions: Some(self.decisions),
            propagations: Some(self.propagations),
            restarts: Some(self.restarts),
        }
    }
}

/// splr's time limit in whole seconds: the first full second after the deadline, as 0 would divide by zero.
fn seconds(remaining: Option<Duration>) -> f64 {
    /// Some 136 years.
    const FOREVER: f64 = u32::MAX as f64;
    remaining.map_or(FOREVER, |time| (time.as_secs_f64().floor() + 1.0).min(FOREVER))
}

/// The thread's report, or why not to wait for it any longer.
fn wait(
    receiver: &Receiver<Result<Report, String>>,
    limits: &Limits,
) -> Result<Result<Report, String>, Reason> {
    let gone = || Reason::Solver("solver `splr` ended without an answer".to_owned());
    if limits.stop.is_none() && limits.deadline.is_none() {
        return receiver.recv().map_err(|_| gone());
    }
    loop {
        let pause = limits.remaining().map_or(POLL, |time| time.min(POLL));
        match receiver.recv_timeout(pause) {
            Ok(report) => return Ok(report),
            Err(RecvTimeoutError::Disconnected) => return Err(gone()),
            Err(RecvTimeoutError::Timeout) => {
                if let Some(reason) = limits.exceeded() {
                    return Err(reason);
                }
            }
        }
    }
}

/// Solves within the thread.
fn run(config: Config, clauses: &[Vec<i32>]) -> Report {
    let mut solver = match Solver::try_from((config, clauses)) {
        Ok(solver) => solver,
        // Units that contradict each other are found while loading.
        Err(Ok(Certificate::UNSAT) | Err(SolverError::EmptyClause)) => return (Answer::Unsat, [0; 4]),
        Err(other) => return (failure(&format!("refused the formula: {other:?}")), [0; 4]),
    };
    let answer = match solver.solve() {
        Ok(Certificate::SAT(literals)) => Answer::Sat(model(&literals)),
        Ok(Certificate::UNSAT) => Answer::Unsat,
        Err(SolverError::TimeOut) => Answer::Unknown(Reason::Timeout),
        Err(SolverError::OutOfMemory) => Answer::Unknown(Reason::Memory),
        Err(error) => failure(&format!("failed: {error}")),
    };
    let count = |what| solver.asg.derefer(what) as u64;
    let counts = [
        Tusize::NumConflict,
        Tusize::NumDecision,
        Tusize::NumPropagation,
        Tusize::NumRestart,
    ];
    (answer, counts.map(count))
}

/// The values that a list of true literals gives.
fn model(literals: &[i32]) -> Vec<bool> {
    let mut values = vec![false; literals.len()];
    for literal in literals.iter().filter_map(|&number| Lit::from_dimacs(number)) {
        if let Some(value) = values.get_mut(literal.var().index()) {
            *value = !literal.is_negative();
        }
    }
    values
}

fn failure(what: &str) -> Answer {
    Answer::Unknown(Reason::Solver(format!("solver `splr` {what}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_limit_is_whole_and_positive() {
        let limit = |seconds_left| seconds(Some(Duration::from_secs_f64(seconds_left)));
        assert!((limit(0.0) - 1.0).abs() < 1e-9);
        assert!((limit(0.3) - 1.0).abs() < 1e-9);
        assert!((limit(7.9) - 8.0).abs() < 1e-9);
        assert!(seconds(None) > 4e9);
    }

    #[test]
    fn models_are_read_by_variable() {
        assert_eq!(model(&[-1, 2, -3]), [false, true, false]);
        assert_eq!(model(&[3, 1, 2]), [true, true, true]);
        assert_eq!(model(&[9]), [false]);
    }
}
