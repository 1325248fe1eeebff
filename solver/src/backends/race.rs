//! Two solvers on one formula: one that starts at once, and one that joins it where the formula is hard.
//!
//! A portfolio after Huberman, Lukose and Hogg, "An Economics Approach to Hard Computational Problems" (Science
//! 275, 1997) and Hamadi, Jabbour and Sais, "`ManySAT`: a Parallel SAT Solver" (Journal on Satisfiability 6,
//! 2009). What differs: no clauses are exchanged, and the answer does not depend on who is faster at the moment,
//! so that a formula has the same first model at every run and on every machine:
//!
//! - Each solver counts its effort, conflicts and literals learnt. Its search goes one way only, whatever the other does, and however many processors
//!   there are: it may have to wait, but is not interrupted.
//! - The model is that of the solver which finds one with less effort, not in less time. When one has a model,
//!   the other goes on until it has one too or has spent as much effort, and mostly it has already: the units
//!   are chosen so that equal efforts take about equal times.
//! - That there is no model is taken from whoever says so first, since nothing else hangs on it. With assumptions
//!   the failed ones do, so that it is then decided by effort as well.
//! - The one that loses stops somewhere, so it is thrown away: the next call starts with the winner, and the
//!   other joins anew.
//!
//! The first solver is alone until it has spent [`HEAD_START`], which small problems never do; they cost no thread and no second copy
//! of the tables. What is not quite as small is for one of the two alone as well: the second has a [`TRY`], and
//! the first goes on until it has spent [`ALONE`]. Only then they search at the same time, which costs twice the processor time; where the machine has one
//! processor they go on taking turns.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

use super::effort::{Allowance, Outcome, Racer, Rounds};
use super::turns::{Begin, Turn};
use crate::backend::{Capabilities, Reason, SatSolver, Verdict};
use crate::cnf::Cnf;
use crate::limits::Limits;
use crate::lit::{Lit, Var};
use crate::stats::Stats;

/// Effort that the first solver spends alone at first: somewhat less than a tenth of a second.
const HEAD_START: u64 = 100_000;
/// Effort that the second then has for a try. It is half as much: where the second is much the better it is done by then, and mostly it is not.
const TRY: u64 = HEAD_START / 2;
/// How many times longer a turn is than all before it, as long as turns are taken.
const GROWTH: u64 = 4;
/// Effort of the first solver at which the race begins.
const ALONE: u64 = GROWTH * HEAD_START;
/// Stack of the second solver's thread, in bytes.
const STACK_BYTES: usize = 32 << 20;

/// Makes a solver.
pub(super) type Make = fn() -> Box<dyn Racer>;

/// The solver `auto`.
pub struct Race {
    makers: [Make; 2],
    /// All clauses, for a solver that joins.
    cnf: Arc<Cnf>,
    lead: Lane,
    solves: u64,
    unsatisfiable: bool,
    /// Whether the two search at the same time on what is hard; asked only then, since to know the processors takes reading some files.
    parallel: fn() -> bool,
}

/// A solver in the race.
struct Lane {
    /// Its maker's index, which breaks ties.
    index: usize,
    solver: Box<dyn Racer>,
    /// How many clauses it was given.
    loaded: usize,
    /// The effort from which on its answer is of no use.
    ceiling: Arc<AtomicU64>,
    answer: Option<Verdict>,
}

/// A call.
struct Question<'a> {
    assumptions: &'a [Lit],
    limits: &'a Limits,
}

impl Race {
    /// A race of two solvers without variables and clauses.
    pub(super) fn new(makers: [Make; 2]) -> Self {
        Self {
            makers,
            cnf: Arc::new(Cnf::new(0)),
            lead: Lane::new(0, makers[0]()),
            solves: 0,
            unsatisfiable: false,
            parallel: || thread::available_parallelism().is_ok_and(|processors| processors.get() > 1),
        }
    }

    /// The same, searching at the same time or by turns, whatever the machine has.
    #[cfg(test)]
    fn with_parallel(mut self, parallel: bool) -> Self {
        self.parallel = if parallel { || true } else { || false };
        self
    }

    /// What lets the second solver join, and sends it back in the end.
    fn second(
        &self,
        question: &Question<'_>,
        [lead, own]: [Arc<AtomicU64>; 2],
        back: mpsc::Sender<Lane>,
    ) -> Begin {
        let index = 1 - self.lead.index;
        let (make, cnf) = (self.makers[index], Arc::clone(&self.cnf));
        let assumptions = question.assumptions.to_vec();
        // Counts for the progress line come from one of them.
        let limits = Limits {
            progress: None,
            ..question.limits.clone()
        };
        Box::new(move |turn| {
            let thread = thread::Builder::new().stack_size(STACK_BYTES);
            // Without a thread the first goes on alone: the turn is dropped then, too.
            let _ = thread.spawn(move || {
                let mut lane = Lane::new(index, make());
                lane.load(&cnf);
                drop(cnf);
                lane.prepare(own);
                let question = Question {
                    assumptions: &assumptions,
                    limits: &limits,
                };
                // After its first turn the two are even.
                lane.search(&question, &turn.0, [TRY, ALONE], &lead);
                drop(turn);
                // Whoever asked may have been stopped by a panic.
                let _ = back.send(lane);
            });
        })
    }

    /// Takes the answer that was found with less effort, and keeps its solver.
    fn decide(&mut self, mut other: Option<Lane>, question: &Question<'_>) -> Verdict {
        let answers = [Some(&self.lead), other.as_ref()].map(|lane| lane?.answer.clone());
        if answers.contains(&Some(Verdict::Unsat)) && question.assumptions.is_empty() {
            self.unsatisfiable = true;
            return Verdict::Unsat;
        }
        let (first, second) = (self.lead.rank(), other.as_mut().and_then(Lane::rank));
        let is_second = second.is_some_and(|second| first.is_none_or(|first| second < first));
        if let (Some(other), true) = (other, is_second) {
            self.lead = other;
        }
        match self.lead.answer.take() {
            Some(verdict @ (Verdict::Sat | Verdict::Unsat)) => verdict,
            _ => no_answer(answers),
        }
    }
}

/// Why there is no answer: rather a limit than the failure of one of the two.
fn no_answer(answers: [Option<Verdict>; 2]) -> Verdict {
    let is_limit =
        |verdict: &Verdict| matches!(verdict, Verdict::Unknown(Reason::Timeout | Reason::Interrupted));
    let mut reasons: Vec<Verdict> = answers.into_iter().flatten().collect();
    reasons.sort_by_key(|verdict| !is_limit(verdict));
    let gave_up = || Verdict::Unknown(Reason::Solver("solver `auto` gave up".to_owned()));
    reasons.into_iter().next().unwrap_or_else(gave_up)
}

impl Lane {
    fn new(index: usize, solver: Box<dyn Racer>) -> Self {
        Self {
            index,
            solver,
            loaded: 0,
            ceiling: Arc::new(AtomicU64::new(u64::MAX)),
            answer: None,
        }
    }

    fn load(&mut self, cnf: &Cnf) {
        self.solver.reserve(cnf.variables());
        while let Some(clause) = cnf.clause(self.loaded) {
            self.solver.add_clause(clause);
            self.loaded += 1;
        }
    }

    /// Makes ready for a call.
    fn prepare(&mut self, ceiling: Arc<AtomicU64>) {
        self.solver.start(0);
        self.ceiling = ceiling;
        self.answer = None;
    }

    /// Searches as long as an answer can be of use; the first turn ends at an effort of `first`, and counts as `even`. Having an answer, lowers the other's ceiling.
    fn search(&mut self, question: &Question<'_>, turn: &Turn, [first, even]: [u64; 2], other: &AtomicU64) {
        let allowed = Allowance {
            ceiling: Arc::clone(&self.ceiling),
            rounds: Some(Rounds {
                turn: turn.clone(),
                first,
                even,
                growth: GROWTH,
            }),
        };
        let Question { assumptions, limits } = question;
        let Outcome::Answer(verdict) = self.solver.solve_up_to(assumptions, limits, &allowed) else {
            return;
        };
        match verdict {
            Verdict::Unsat if assumptions.is_empty() => other.store(0, Ordering::Relaxed),
            Verdict::Sat | Verdict::Unsat => {
                // At equal efforts the first of the makers wins.
                let most = self.solver.effort().saturating_add(self.index as u64);
                other.fetch_min(most, Ordering::Relaxed);
            }
            // What is too much for one may not be for the other.
            Verdict::Unknown(Reason::Memory | Reason::Solver(_)) => turn.begin(),
            Verdict::Unknown(_) => {}
        }
        self.answer = Some(verdict);
    }

    /// By what an answer is chosen, least first; `None` without an answer.
    fn rank(&mut self) -> Option<(u64, usize)> {
        match self.answer {
            Some(Verdict::Sat | Verdict::Unsat) => Some((self.solver.effort(), self.index)),
            Some(Verdict::Unknown(_)) | None => None,
        }
    }
}

impl SatSolver for Race {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn capabilities(&self) -> Capabilities {
        self.lead.solver.capabilities()
    }

    fn reserve(&mut self, variables: u32) {
        Arc::make_mut(&mut self.cnf).reserve_variables(variables);
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.unsatisfiable |= clause.is_empty();
        Arc::make_mut(&mut self.cnf).add_clause(clause);
    }

    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Verdict {
        self.solves += 1;
        if self.unsatisfiable {
            // The lead may have lost; no model and no failed assumptions of its are to be seen.
            self.lead = Lane::new(self.lead.index, self.makers[self.lead.index]());
            let exceeded = limits.exceeded();
            return exceeded.map_or(Verdict::Unsat, Verdict::Unknown);
        }
        let question = Question { assumptions, limits };
        let ceilings = [(); 2].map(|()| Arc::new(AtomicU64::new(u64::MAX)));
        let (back, other) = mpsc::channel();
        let second = self.second(&question, ceilings.clone(), back);
        let [own, others] = ceilings;
        self.lead.load(&self.cnf);
        self.lead.prepare(own);
        let turn = Turn::first(self.parallel, second);
        self.lead.search(&question, &turn.0, [HEAD_START, 0], &others);
        drop(turn);
        // The other has joined, or is not there to send anything.
        self.decide(other.recv().ok(), &question)
    }

    fn value(&self, var: Var) -> bool {
        self.lead.solver.value(var)
    }

    fn failed_assumptions(&self) -> &[Lit] {
        self.lead.solver.failed_assumptions()
    }

    fn stats(&self) -> Stats {
        Stats {
            solves: self.solves,
            ..self.lead.solver.stats()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::load;
    use crate::backends::{Batsat, Cadical};
    use crate::suite::{self, Generator};

    fn race() -> Race {
        Race::new([|| Box::new(Batsat::new()), || Box::new(Cadical::new())])
    }

    /// Verdict, model and failed assumptions of formulas on which both search.
    fn answers(race: impl Fn() -> Race) -> Vec<(Verdict, Vec<bool>, Vec<Lit>)> {
        let mut generator = Generator::new(11);
        let mut answers = Vec::new();
        for round in 0..4 {
            let cnf = suite::random(&mut generator, 210, 868, 3);
            let mut solver = race();
            load(&mut solver, &cnf);
            let assumed: Vec<Lit> = (0..2 * round).map(|_| generator.literal(210)).collect();
            for assumptions in [&[][..], &assumed] {
                let verdict = solver.solve(assumptions, &Limits::none());
                let model = (0..210).map(|index| solver.value(Var::new(index))).collect();
                answers.push((verdict, model, solver.failed_assumptions().to_vec()));
            }
        }
        answers
    }

    #[test]
    fn answers_depend_on_no_timing() {
        let by_turns = answers(|| race().with_parallel(false));
        for _ in 0..2 {
            assert_eq!(answers(|| race().with_parallel(true)), by_turns);
        }
    }

    #[test]
    fn both_ways_pass_the_suite() {
        for parallel in [false, true] {
            let failures = suite::run(&|| Box::new(race().with_parallel(parallel)));
            assert_eq!(failures.err().unwrap_or_default(), []);
        }
    }

    #[test]
    fn hard_formulas_are_raced_for() {
        let mut solver = race();
        load(&mut solver, &suite::pigeonhole(9, 8));
        assert_eq!(solver.solve(&[], &Limits::none()), Verdict::Unsat);
        assert_eq!(solver.solve(&[], &Limits::none()), Verdict::Unsat);
        assert!(solver.failed_assumptions().is_empty());
    }
}
