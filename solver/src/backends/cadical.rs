//! `CaDiCaL` 1.9.5 (Biere, Faller, Fazekas, Fleury, Froleyks and Pollitt, "`CaDiCaL` 2.0", CAV 2024) through the
//! crate `cadical`, which compiles its C++ source: incremental, with assumptions, cores and interruption.
//!
//! What is worked around:
//! - The library ends the process when it is called against its contract. So clauses and assumptions are
//!   normalised before they reach it, all variables are reserved, values are read right after a model is found,
//!   and a variable beyond [`MAX_VARIABLES`], for which it would allocate tables, is [`Reason::Memory`].
//! - It cannot be told a phase: it first tries the positive literal of a variable. So every literal is negated
//!   on the way in and out, and what it tries first is a false variable, for relations of few tuples.
//! - A core is solved again before it is believed; if it is not confirmed within the limits, all assumptions
//!   are said to fail, which is true of any unsatisfiable call.
//! - It tells neither conflicts nor restarts. Clauses that it learns are counted instead, one a conflict.

use ::cadical::{self as cdc};

use super::effort::{Allowance, Meter, Outcome, Racer};
use super::shadow::Shadow;
use crate::backend::{Capabilities, Reason, SatSolver, Verdict};
use crate::clause::normalise;
use crate::limits::Limits;
use crate::lit::{Lit, Var};
use crate::stats::Stats;

/// Variables for which tables are allocated at most: some hundred bytes each.
const MAX_VARIABLES: u32 = 1 << 26;
/// Learnt clauses of up to this many literals are told, which is all of them.
const ANY_LENGTH: i32 = i32::MAX;
/// Effort of a poll, which also comes while clauses are simplified. A unit takes about a microsecond.
const POLL_EFFORT: u64 = 5;
/// Calls of `terminate` between two looks at the clock; there is one for about ten decisions.
const POLL_INTERVAL: u32 = 8;

/// The `CaDiCaL` solver.
pub struct Cadical {
    solver: cdc::Solver<Control>,
    variables: u32,
    /// An empty clause was added, or the clauses alone proved unsatisfiable.
    unsatisfiable: bool,
    /// The solver has no room, and is not to be called again.
    broken: Option<Reason>,
    model: Vec<bool>,
    failed: Vec<Lit>,
    solves: u64,
    /// Conflicts of all calls.
    conflicts: u64,
    buffer: Vec<Lit>,
    shadow: Shadow,
}

impl Cadical {
    /// A solver without variables and clauses.
    pub fn new() -> Self {
        let mut solver = cdc::Solver::new();
        solver.set_callbacks(Some(Control::default()));
        Self {
            solver,
            variables: 0,
            unsatisfiable: false,
            broken: None,
            model: Vec::new(),
            failed: Vec::new(),
            solves: 0,
            conflicts: 0,
            buffer: Vec::new(),
            shadow: Shadow::new(),
        }
    }

    /// Calls the solver with normalised assumptions; without an answer, says why.
    fn call(&mut self, assumptions: &[Lit], limits: &Limits) -> Outcome {
        if let Some(control) = self.solver.get_callbacks() {
            control.begin(limits);
        }
        let answer = self
            .solver
            .solve_with(assumptions.iter().map(|&literal| outward(literal)));
        let control = self.solver.get_callbacks();
        self.conflicts = control.as_ref().map_or(0, |control| control.total);
        match answer {
            Some(true) => Outcome::Answer(Verdict::Sat),
            Some(false) => Outcome::Answer(Verdict::Unsat),
            None => control.map_or_else(|| Outcome::Answer(gave_up()), Control::end),
        }
    }

    fn keep_model(&mut self, assumptions: &[Lit]) -> Verdict {
        let values = (0..self.variables).map(|index| {
            let literal = outward(Var::new(index).positive());
            self.solver.value(literal.abs()) == Some(literal > 0)
        });
        self.model = values.collect();
        let verdict = self.shadow.verdict("cadical", assumptions, |var| self.value(var));
        if verdict != Verdict::Sat {
            self.model.clear();
        }
        verdict
    }

    /// Keeps the failed assumptions, confirmed by solving them again.
    fn keep_core(&mut self, assumptions: Vec<Lit>, limits: &Limits) {
        let failed = assumptions.iter().copied();
        let core: Vec<Lit> = failed.filter(|&l| self.solver.failed(outward(l))).collect();
        if assumptions.is_empty() {
            self.unsatisfiable = true;
            return;
        }
        if let Some(control) = self.solver.get_callbacks() {
            control.meter.lift();
        }
        let confirmed = self.call(&core, limits) == Outcome::Answer(Verdict::Unsat);
        self.unsatisfiable = confirmed && core.is_empty();
        self.failed = if confirmed { core } else { assumptions };
    }
}

impl Default for Cadical {
    fn default() -> Self {
        Self::new()
    }
}

impl SatSolver for Cadical {
    fn name(&self) -> &'static str {
        "cadical"
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
        if variables > MAX_VARIABLES {
            self.broken = Some(Reason::Memory);
        } else if variables > self.variables {
            self.variables = variables;
            self.solver.reserve(variables as i32);
        }
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.shadow.add(clause);
        self.buffer.clear();
        self.buffer.extend_from_slice(clause);
        if let Some(last) = clause.iter().max() {
            self.reserve(last.var().index() as u32 + 1);
        }
        if self.unsatisfiable || self.broken.is_some() || !normalise(&mut self.buffer) {
            return;
        }
        if self.buffer.is_empty() {
            self.unsatisfiable = true;
            return;
        }
        self.solver
            .add_clause(self.buffer.iter().map(|&literal| outward(literal)));
    }

    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Verdict {
        match self.solve_up_to(assumptions, limits, &Allowance::any()) {
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
            conflicts: Some(self.conflicts),
            ..Stats::default()
        }
    }
}

impl Racer for Cadical {
    fn solve_up_to(&mut self, assumptions: &[Lit], limits: &Limits, allowed: &Allowance) -> Outcome {
        self.solves += 1;
        self.model.clear();
        self.failed.clear();
        if let Some(reason) = limits.exceeded() {
            return Outcome::Answer(Verdict::Unknown(reason));
        }
        if let Some(last) = assumptions.iter().max() {
            self.reserve(last.var().index() as u32 + 1);
        }
        if let Some(reason) = self.broken.clone() {
            return Outcome::Answer(Verdict::Unknown(reason));
        }
        if self.unsatisfiable {
            return Outcome::Answer(Verdict::Unsat);
        }
        let mut units = assumptions.to_vec();
        if !normalise(&mut units) {
            let pair = units.windows(2).find(|pair| pair[0] == !pair[1]);
            self.failed = pair.map_or_else(Vec::new, <[Lit]>::to_vec);
            return Outcome::Answer(Verdict::Unsat);
        }
        if let Some(control) = self.solver.get_callbacks() {
            control.conflicts = 0;
            control.meter.aim(allowed);
        }
        let outcome = self.call(&units, limits);
        match outcome {
            Outcome::Answer(Verdict::Sat) => return Outcome::Answer(self.keep_model(&units)),
            Outcome::Answer(Verdict::Unsat) => self.keep_core(units, limits),
            Outcome::Answer(Verdict::Unknown(_)) | Outcome::Spent => {}
        }
        outcome
    }

    fn start(&mut self, effort: u64) {
        if let Some(control) = self.solver.get_callbacks() {
            control.meter.start(effort);
        }
    }

    fn effort(&mut self) -> u64 {
        self.solver
            .get_callbacks()
            .map_or(0, |control| control.meter.spent())
    }
}

fn gave_up() -> Verdict {
    Verdict::Unknown(Reason::Solver("solver `cadical` gave up".to_owned()))
}

/// The literal as the solver sees it: negated, see the head of this file.
fn outward(literal: Lit) -> i32 {
    (!literal).to_dimacs()
}

/// What the solver asks and tells while it works.
struct Control {
    limits: Limits,
    /// Why the call stops; once set, it stays until the next call.
    outcome: Option<Outcome>,
    polls: u32,
    /// Conflicts of this call, and of all.
    conflicts: u64,
    total: u64,
    meter: Meter,
}

impl Default for Control {
    fn default() -> Self {
        Self {
            limits: Limits::none(),
            outcome: None,
            polls: 0,
            conflicts: 0,
            total: 0,
            meter: Meter::new(POLL_EFFORT),
        }
    }
}

impl Control {
    fn begin(&mut self, limits: &Limits) {
        self.limits = limits.clone();
        self.outcome = None;
        self.polls = 0;
        self.tell();
    }

    fn end(&mut self) -> Outcome {
        let outcome = self.outcome.take();
        outcome.unwrap_or_else(|| Outcome::Answer(gave_up()))
    }

    fn tell(&self) {
        if let Some(progress) = &self.limits.progress {
            progress.set(self.conflicts, 0);
        }
    }
}

impl cdc::Callbacks for Control {
    fn terminate(&mut self) -> bool {
        if self.outcome.is_some() {
            return true;
        }
        if self.meter.polled() {
            self.outcome = Some(Outcome::Spent);
            return true;
        }
        self.polls = self.polls.wrapping_add(1);
        if self.polls % POLL_INTERVAL != 1 {
            return false;
        }
        self.outcome = self
            .limits
            .exceeded()
            .map(|r| Outcome::Answer(Verdict::Unknown(r)));
        self.outcome.is_some()
    }

    fn max_length(&self) -> i32 {
        ANY_LENGTH
    }

    fn learn(&mut self, clause: &[i32]) {
        self.conflicts += 1;
        self.total += 1;
        self.meter.conflict(clause.len());
        self.tell();
    }
}
