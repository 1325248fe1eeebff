//! Two solvers on one formula: one that starts at once, and one that joins it where the formula is hard.
//!
//! A portfolio after Huberman, Lukose and Hogg, "An Economics Approach to Hard Computational Problems" (Science
//! 275, 1997) and Hamadi, Jabbour and Sais, "`ManySAT`: a Parallel SAT Solver" (Journal on Satisfiability 6,
//! 2009). What differs: no clauses are exchanged, and the answer does not depend on who is faster at the moment,
//! so that a formula has the same first model at every run and on every machine:
//!
//! - Each solver counts its effort, conflicts and decisions, and searches in rounds that end at fixed efforts.
//!   So its search goes one way only, whatever the other does, and however many processors there are.
//! - The model is that of the solver which finds one with less effort, not in less time. When one has a model,
//!   the other goes on until it has one too or has spent as much effort, and mostly it has already: the units
//!   are chosen so that equal efforts take about equal times.
//! - That there is no model is taken from whoever says so first, since nothing else hangs on it. With assumptions
//!   the failed ones do, so that it is then decided by effort as well.
//! - The one that loses stops somewhere, so it is thrown away: the next call starts with the winner, and the
//!   other joins anew.
//!
//! The first solver is alone until it has spent [`HEAD_START`], which small problems never do; they cost no thread and no second copy
//! of the tables. Where the machine has one processor the two take turns, round by round.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use super::effort::{Outcome, Racer};
use crate::backend::{Capabilities, Reason, SatSolver, Verdict};
use crate::cnf::Cnf;
use crate::limits::Limits;
use crate::lit::{Lit, Var};
use crate::stats::Stats;

/// Effort that the first solver spends alone: some 5,000 conflicts, a few tenths of a second.
const HEAD_START: u64 = 100_000;
/// How much longer a round is than all before it. Solvers begin each with short restarts and few learnt clauses, which costs if done often.
const GROWTH: u64 = 4;
/// Stack of the second solver's thread, in bytes.
const STACK_BYTES: usize = 32 << 20;

/// Makes a solver.
pub(super) type Make = fn() -> Box<dyn Racer>;

/// The solver `auto`.
pub struct Race {
    makers: [Make; 2],
    /// All clauses, for a solver that joins.
    cnf: Cnf,
    lead: Lane,
    solves: u64,
    unsatisfiable: bool,
    /// Whether the two search at the same time.
    parallel: bool,
}

/// A solver in the race.
struct Lane {
    /// Its maker's index, which breaks ties.
    index: usize,
    solver: Box<dyn Racer>,
    /// How many clauses it was given.
    loaded: usize,
    /// The effort at which the current round ends.
    round: u64,
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
            cnf: Cnf::new(0),
            lead: Lane::new(0, makers[0]()),
            solves: 0,
            unsatisfiable: false,
            parallel: thread::available_parallelism().is_ok_and(|processors| processors.get() > 1),
        }
    }

    /// The same, searching at the same time or by turns, whatever the machine has.
    #[cfg(test)]
    fn with_parallel(mut self, parallel: bool) -> Self {
        self.parallel = parallel;
        self
    }

    /// Lets a second solver join, until there is an answer.
    fn race(&mut self, question: &Question<'_>) -> Verdict {
        let index = 1 - self.lead.index;
        let mut other = Lane::new(index, self.makers[index]());
        other.load(&self.cnf);
        other.solver.start(HEAD_START);
        other.round = HEAD_START;
        if !(self.parallel && self.side_by_side(&mut other, question)) {
            while self.lead.is_running() || other.is_running() {
                self.lead.search(question, &other.ceiling);
                other.search(question, &self.lead.ceiling);
            }
        }
        self.decide(other, question)
    }

    /// Both at the same time; whether a thread could be had.
    fn side_by_side(&mut self, other: &mut Lane, question: &Question<'_>) -> bool {
        let (lead, ceiling) = (&mut self.lead, Arc::clone(&other.ceiling));
        let second = Arc::clone(&lead.ceiling);
        // Counts for the progress line come from one of them.
        let limits = Limits {
            progress: None,
            ..question.limits.clone()
        };
        thread::scope(|scope| {
            let thread = thread::Builder::new().stack_size(STACK_BYTES);
            let started = thread.spawn_scoped(scope, move || {
                let question = Question {
                    assumptions: question.assumptions,
                    limits: &limits,
                };
                while other.is_running() {
                    other.search(&question, &second);
                }
            });
            if started.is_err() {
                return false;
            }
            while lead.is_running() {
                lead.search(question, &ceiling);
            }
            true
        })
    }

    /// Takes the answer that was found with less effort, and keeps its solver.
    fn decide(&mut self, mut other: Lane, question: &Question<'_>) -> Verdict {
        let lanes = [&mut self.lead, &mut other];
        let unsat = lanes.iter().any(|lane| lane.answer == Some(Verdict::Unsat));
        if unsat && question.assumptions.is_empty() {
            self.unsatisfiable = true;
            return Verdict::Unsat;
        }
        let [first, second] = lanes.map(Lane::rank);
        match (first, second) {
            (Some(first), Some(second)) if second < first => self.lead = other,
            (None, Some(_)) => self.lead = other,
            (None, None) => return self.no_answer(&other),
            (Some(_), _) => {}
        }
        self.lead.answer.take().unwrap_or(Verdict::Unsat)
    }

    /// Why there is no answer: rather a limit than the failure of one of the two.
    fn no_answer(&self, other: &Lane) -> Verdict {
        let reasons = [&self.lead, other].map(|lane| lane.answer.clone());
        let is_limit =
            |verdict: &Verdict| matches!(verdict, Verdict::Unknown(Reason::Timeout | Reason::Interrupted));
        let mut reasons: Vec<Verdict> = reasons.into_iter().flatten().collect();
        reasons.sort_by_key(|verdict| !is_limit(verdict));
        let gave_up = || Verdict::Unknown(Reason::Solver("solver `auto` gave up".to_owned()));
        reasons.into_iter().next().unwrap_or_else(gave_up)
    }
}

impl Lane {
    fn new(index: usize, solver: Box<dyn Racer>) -> Self {
        Self {
            index,
            solver,
            loaded: 0,
            round: 0,
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

    fn is_running(&mut self) -> bool {
        self.answer.is_none() && self.solver.effort() < self.ceiling.load(Ordering::Relaxed)
    }

    /// Searches for another round, if an answer can still be of use. Having one, lowers the other's ceiling.
    fn search(&mut self, question: &Question<'_>, other: &AtomicU64) {
        if !self.is_running() {
            return;
        }
        self.round = self.round.saturating_mul(GROWTH).max(HEAD_START);
        let Question { assumptions, limits } = question;
        match self
            .solver
            .solve_up_to(assumptions, limits, self.round, &self.ceiling)
        {
            Outcome::Spent => {}
            Outcome::Answer(verdict) => {
                match verdict {
                    Verdict::Unsat if assumptions.is_empty() => other.store(0, Ordering::Relaxed),
                    Verdict::Sat | Verdict::Unsat => {
                        // At equal efforts the first of the makers wins.
                        let most = self.solver.effort().saturating_add(self.index as u64);
                        other.fetch_min(most, Ordering::Relaxed);
                    }
                    Verdict::Unknown(_) => {}
                }
                self.answer = Some(verdict);
            }
        }
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
        self.cnf.reserve_variables(variables);
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.unsatisfiable |= clause.is_empty();
        self.cnf.add_clause(clause);
    }

    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Verdict {
        self.solves += 1;
        let question = Question { assumptions, limits };
        let lead = &mut self.lead;
        lead.load(&self.cnf);
        lead.solver.start(0);
        lead.round = 0;
        lead.answer = None;
        lead.ceiling = Arc::new(AtomicU64::new(u64::MAX));
        if self.unsatisfiable {
            // The lead may have lost; no model and no failed assumptions of its are to be seen.
            self.lead = Lane::new(self.lead.index, self.makers[self.lead.index]());
            let exceeded = limits.exceeded();
            return exceeded.map_or(Verdict::Unsat, Verdict::Unknown);
        }
        lead.search(&question, &AtomicU64::new(u64::MAX));
        match lead.answer.take() {
            Some(verdict @ Verdict::Unknown(Reason::Memory | Reason::Solver(_))) => {
                lead.answer = Some(verdict);
                self.race(&question)
            }
            Some(verdict) => {
                self.unsatisfiable = verdict == Verdict::Unsat && assumptions.is_empty();
                verdict
            }
            None => self.race(&question),
        }
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
