//! batsat, a `MiniSat` in Rust (<https://github.com/c-cube/batsat>, 0.6): incremental, with assumptions, cores
//! and interruption.
//!
//! What is worked around:
//! - `unsat_core()` returns the *negated* failed assumptions, whatever its page says.
//! - A core is solved again before it is believed; if it is not confirmed within the limits, all assumptions
//!   are said to fail, which is true of any unsatisfiable call.
//! - The clause store has 32-bit addresses and panics when they run out: a formula that takes a quarter of
//!   them is [`Reason::Memory`], and so is a search that does.
//!
//! Decisions take the false phase first, and later the last phase of the variable (Pipatsrisawat and
//! Darwiche, "A Lightweight Component Caching Scheme for Satisfiability Solvers", SAT 2007): relations of
//! few tuples, as readers like to see them.

use std::cell::{Cell, OnceCell};
use std::io::{self, Write};

use ::batsat::{self as bat, Callbacks, ClauseKind, SolverInterface, lbool};

use super::effort::{Allowance, Meter, Outcome, Racer};
use super::shadow::Shadow;
use crate::backend::{Capabilities, Reason, SatSolver, Verdict};
use crate::limits::Limits;
use crate::lit::{Lit, Var};
use crate::quiet;
use crate::stats::Stats;

/// Calls of `stop`, one for each decision or so, between two looks at the clock.
const POLL_INTERVAL: u32 = 64;
/// Effort of a poll: decisions, with each of which comes one, are cheap. A unit takes some 0.7 microseconds.
const POLL_EFFORT: u64 = 0;
/// Words of four bytes that clauses may take: a quarter of what 32 bits can address.
const MAX_WORDS: u64 = 1 << 30;
/// Words that a clause takes besides its literals: a header, and the activity of a learnt one.
const CLAUSE_WORDS: u64 = 2;
/// Bytes for a clause outside of the store: two watches of eight bytes and a reference, twice for growth.
const CLAUSE_BYTES: u64 = 40;
/// Bytes for a variable: value, reason, activity, phase, two watch lists, trail and heap, twice for growth.
const VARIABLE_BYTES: u64 = 200;

/// The batsat solver.
pub struct Batsat {
    solver: bat::Solver<Control>,
    /// An empty clause was added, or the clauses alone proved unsatisfiable.
    unsatisfiable: bool,
    /// The solver panicked or is full, and is not to be called again.
    broken: Option<Reason>,
    model: Vec<bool>,
    failed: Vec<Lit>,
    solves: u64,
    buffer: Vec<bat::Lit>,
    shadow: Shadow,
}

impl Batsat {
    /// A solver without variables and clauses.
    pub fn new() -> Self {
        Self {
            solver: bat::Solver::new(bat::SolverOpts::default(), Control::default()),
            unsatisfiable: false,
            broken: None,
            model: Vec::new(),
            failed: Vec::new(),
            solves: 0,
            buffer: Vec::new(),
            shadow: Shadow::new(),
        }
    }

    /// A solver that writes a proof in DRAT (text) while it works: of a verdict without assumptions that there is no model, see
    /// [`proof`](crate::proof). A proof that cannot be written is [`Reason::Solver`].
    pub fn with_proof(out: Box<dyn Write + Send>) -> Self {
        let mut batsat = Self::new();
        batsat.solver.cb_mut().proof = Some(Proof { out, error: None });
        batsat
    }

    /// Ends the proof, if one is written and there is no model; the verdict is none if the proof could not be written.
    fn end_proof(&mut self, outcome: Outcome) -> Outcome {
        let Some(proof) = &mut self.solver.cb_mut().proof else {
            return outcome;
        };
        if outcome == Outcome::Answer(Verdict::Unsat) {
            proof.write("", &[]);
        }
        match proof.end() {
            Ok(()) => outcome,
            Err(error) => Outcome::Answer(Verdict::Unknown(Reason::Solver(format!(
                "the proof cannot be written: {error}"
            )))),
        }
    }

    /// Solves as far as the meter allows.
    fn search(&mut self, assumptions: &[Lit], limits: &Limits) -> Outcome {
        self.solves += 1;
        self.model.clear();
        self.failed.clear();
        if let Some(reason) = limits.exceeded().or_else(|| self.broken.clone()) {
            return Outcome::Answer(Verdict::Unknown(reason));
        }
        if self.unsatisfiable {
            return self.end_proof(Outcome::Answer(Verdict::Unsat));
        }
        if let Some(last) = assumptions.iter().max() {
            self.reserve(last.var().index() as u32 + 1);
        }
        self.solver.cb_mut().reset_progress();
        let outcome = self.call(assumptions, limits);
        let outcome = self.end_proof(outcome);
        match outcome {
            Outcome::Answer(Verdict::Sat) => return Outcome::Answer(self.keep_model(assumptions)),
            Outcome::Answer(Verdict::Unsat) => self.keep_core(assumptions, limits),
            Outcome::Answer(Verdict::Unknown(_)) | Outcome::Spent => {}
        }
        outcome
    }

    /// Calls the solver, a panic caught.
    fn call(&mut self, assumptions: &[Lit], limits: &Limits) -> Outcome {
        self.solver.cb_mut().begin(limits);
        let assumptions: Vec<bat::Lit> = assumptions.iter().map(|&literal| outward(literal)).collect();
        let solver = &mut self.solver;
        let verdict = match quiet::catch(|| solver.solve_limited(&assumptions)) {
            // `lbool` equals itself in odd ways, but only where one side is undefined.
            Ok(result) if result == lbool::TRUE => Verdict::Sat,
            Ok(result) if result == lbool::FALSE => Verdict::Unsat,
            Ok(_) => return self.solver.cb_mut().end(),
            Err(panic) => {
                let reason = Reason::Solver(format!("solver `batsat` panicked: {panic}"));
                self.broken = Some(reason.clone());
                Verdict::Unknown(reason)
            }
        };
        Outcome::Answer(verdict)
    }

    /// Keeps the model, in debug builds checked against all clauses and the assumptions.
    fn keep_model(&mut self, assumptions: &[Lit]) -> Verdict {
        self.model
            .extend(self.solver.get_model().iter().map(|&value| value == lbool::TRUE));
        let verdict = self.shadow.verdict("batsat", assumptions, |var| self.value(var));
        if verdict != Verdict::Sat {
            self.model.clear();
        }
        verdict
    }

    /// Keeps the failed assumptions, confirmed by solving them again.
    fn keep_core(&mut self, assumptions: &[Lit], limits: &Limits) {
        let core: Vec<Lit> = self
            .solver
            .unsat_core()
            .iter()
            .map(|&literal| !inward(literal))
            .collect();
        if core.is_empty() {
            self.unsatisfiable = true;
            return;
        }
        let mut all = assumptions.to_vec();
        all.sort_unstable();
        let subset = core.iter().all(|literal| all.binary_search(literal).is_ok());
        self.solver.cb_mut().meter.lift();
        let confirmed = || Outcome::Answer(Verdict::Unsat);
        self.failed = if subset && self.call(&core, limits) == confirmed() {
            core
        } else {
            all
        };
        self.failed.sort_unstable();
        self.failed.dedup();
    }
}

impl Default for Batsat {
    fn default() -> Self {
        Self::new()
    }
}

impl SatSolver for Batsat {
    fn name(&self) -> &'static str {
        "batsat"
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            incremental: true,
            assumptions: true,
            core: true,
            proof: false,
            interrupt: true,
        }
    }

    fn reserve(&mut self, variables: u32) {
        if let Some(last) = variables.checked_sub(1) {
            self.solver.var_of_int(last.min(Var::MAX_INDEX));
        }
        let variables = self.solver.num_vars();
        self.solver.cb_mut().variables = u64::from(variables);
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        if clause.is_empty() {
            self.unsatisfiable = true;
        }
        if self.unsatisfiable || self.broken.is_some() {
            return;
        }
        if self.solver.cb_mut().add(clause.len()) > MAX_WORDS {
            self.broken = Some(Reason::Memory);
            return;
        }
        for literal in clause {
            if literal.var().index() >= self.solver.num_vars() as usize {
                self.reserve(literal.var().index() as u32 + 1);
            }
        }
        self.buffer.clear();
        self.buffer.extend(clause.iter().map(|&literal| outward(literal)));
        if !self.solver.add_clause_reuse(&mut self.buffer) {
            self.unsatisfiable = true;
        }
        self.shadow.add(clause);
    }

    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Verdict {
        self.solver.cb_mut().meter.lift();
        match self.search(assumptions, limits) {
            Outcome::Answer(verdict) => verdict,
            Outcome::Spent => gave_up(),
        }
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
            conflicts: Some(self.solver.num_conflicts()),
            decisions: Some(self.solver.num_decisions()),
            propagations: Some(self.solver.num_propagations()),
            restarts: Some(self.solver.num_restarts()),
        }
    }
}

impl Racer for Batsat {
    fn solve_up_to(&mut self, assumptions: &[Lit], limits: &Limits, allowed: &Allowance) -> Outcome {
        self.solver.cb_mut().meter.aim(allowed);
        self.search(assumptions, limits)
    }

    fn start(&mut self, effort: u64) {
        self.solver.cb_mut().meter.start(effort);
    }

    fn effort(&mut self) -> u64 {
        self.solver.cb_mut().meter.spent()
    }
}

fn gave_up() -> Verdict {
    Verdict::Unknown(Reason::Solver("solver `batsat` gave up".to_owned()))
}

fn outward(literal: Lit) -> bat::Lit {
    bat::Lit::new(
        bat::Var::unsafe_from_idx(literal.var().index() as u32),
        !literal.is_negative(),
    )
}

fn inward(literal: bat::Lit) -> Lit {
    Lit::new(Var::new(literal.var().idx()), literal.sign())
}

/// What the solver asks and tells while it works.
struct Control {
    limits: Limits,
    /// Why the call stops; once set, it stays until the next call.
    outcome: OnceCell<Outcome>,
    polls: Cell<u32>,
    variables: u64,
    /// Clauses added or learnt, less those deleted.
    clauses: u64,
    /// Words in the clause store, deleted clauses included until they are collected.
    words: u64,
    conflicts: u64,
    restarts: u64,
    meter: Meter,
    proof: Option<Proof>,
}

/// A proof that is being written.
struct Proof {
    out: Box<dyn Write + Send>,
    /// The first error; nothing is written after it.
    error: Option<io::Error>,
}

impl Proof {
    /// Writes a step: a clause, behind a letter if it is deleted.
    fn write(&mut self, letter: &str, clause: &[bat::Lit]) {
        let numbers = clause
            .iter()
            .map(|&literal| format!("{} ", inward(literal).to_dimacs()));
        let line = letter.to_owned() + &numbers.collect::<String>() + "0\n";
        if self.error.is_none() {
            self.error = self.out.write_all(line.as_bytes()).err();
        }
    }

    fn end(&mut self) -> io::Result<()> {
        match self.error.take() {
            Some(error) => Err(error),
            None => self.out.flush(),
        }
    }
}

impl Default for Control {
    fn default() -> Self {
        Self {
            limits: Limits::none(),
            outcome: OnceCell::new(),
            polls: Cell::new(0),
            variables: 0,
            clauses: 0,
            words: 0,
            conflicts: 0,
            restarts: 0,
            meter: Meter::new(POLL_EFFORT),
            proof: None,
        }
    }
}

impl Control {
    fn begin(&mut self, limits: &Limits) {
        self.limits = limits.clone();
        self.tell();
        self.outcome = OnceCell::new();
        self.polls.set(0);
    }

    /// Counts from 0 again.
    fn reset_progress(&mut self) {
        self.conflicts = 0;
        self.restarts = 0;
    }

    /// Why the call stopped; without any reason the solver is out of its own.
    fn end(&mut self) -> Outcome {
        self.outcome.take().unwrap_or_else(|| Outcome::Answer(gave_up()))
    }

    /// Counts a new clause and returns the words that all take now.
    fn add(&mut self, literals: usize) -> u64 {
        self.clauses += 1;
        self.words += literals as u64 + CLAUSE_WORDS;
        self.words
    }

    fn exceeded(&self) -> Option<Reason> {
        self.limits.exceeded().or_else(|| {
            // A growing vector takes up to twice what it holds.
            let bytes = 8 * self.words + CLAUSE_BYTES * self.clauses + VARIABLE_BYTES * self.variables;
            let full = self.words > MAX_WORDS || self.limits.memory.is_some_and(|limit| bytes > limit);
            full.then_some(Reason::Memory)
        })
    }

    fn tell(&self) {
        if let Some(progress) = &self.limits.progress {
            progress.set(self.conflicts, self.restarts);
        }
    }
}

impl Callbacks for Control {
    fn on_restart(&mut self) {
        self.restarts += 1;
        self.tell();
    }

    fn on_gc(&mut self, _old_bytes: usize, new_bytes: usize) {
        self.words = new_bytes as u64 / 4;
    }

    fn on_new_clause(&mut self, clause: &[bat::Lit], source: ClauseKind) {
        if source == ClauseKind::Learnt {
            self.add(clause.len());
            self.conflicts += 1;
            self.meter.conflict(clause.len());
            self.tell();
            if let Some(proof) = &mut self.proof {
                proof.write("", clause);
            }
        }
    }

    fn on_delete_clause(&mut self, clause: &[bat::Lit]) {
        if let Some(proof) = &mut self.proof {
            proof.write("d ", clause);
        }
        self.clauses = self.clauses.saturating_sub(1);
    }

    fn stop(&self) -> bool {
        if self.outcome.get().is_some() {
            return true;
        }
        if self.meter.polled() {
            return self.outcome.set(Outcome::Spent).is_ok();
        }
        let polls = self.polls.get();
        self.polls.set(polls.wrapping_add(1));
        if !polls.is_multiple_of(POLL_INTERVAL) {
            return false;
        }
        let answer = |reason| Outcome::Answer(Verdict::Unknown(reason));
        self.exceeded()
            .is_some_and(|reason| self.outcome.set(answer(reason)).is_ok())
    }
}
