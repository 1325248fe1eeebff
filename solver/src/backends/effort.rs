//! The work that a search has done, in units that do not depend on the machine, so that two solvers can be
//! compared by it in the same way at every run.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::turns::Turn;
use crate::backend::{SatSolver, Verdict};
use crate::limits::Limits;
use crate::lit::Lit;

/// What became of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// An answer, or a reason for none.
    Answer(Verdict),
    /// As much effort is spent as was of use.
    Spent,
}

/// A solver that can be stopped after some effort.
pub(super) trait Racer: SatSolver {
    /// Sets the effort so far.
    fn start(&mut self, effort: u64);

    /// Solves as far as is allowed.
    fn solve_up_to(&mut self, assumptions: &[Lit], limits: &Limits, allowed: &Allowance) -> Outcome;

    /// The effort so far.
    fn effort(&mut self) -> u64;
}

/// How much effort is allowed.
#[derive(Clone)]
pub(super) struct Allowance {
    /// From which effort on an answer is of no use; it may fall meanwhile. The search is given up for good then.
    pub(super) ceiling: Arc<AtomicU64>,
    /// The turns that are taken, if any.
    pub(super) rounds: Option<Rounds>,
}

/// Turns that are measured by effort.
#[derive(Clone)]
pub(super) struct Rounds {
    pub(super) turn: Turn,
    /// The effort at which the first turn ends.
    pub(super) first: u64,
    /// What a search has spent at least after its first turn, by the meter.
    pub(super) even: u64,
    /// How many times the effort at which a turn ends is that at the end of the turn before.
    pub(super) growth: u64,
}

impl Allowance {
    /// Any effort.
    pub(super) fn any() -> Self {
        Self {
            ceiling: Arc::new(AtomicU64::new(u64::MAX)),
            rounds: None,
        }
    }
}

/// Units for a conflict, besides one for each literal of the clause that it taught: the time of a search goes more evenly with their number than with that of
/// conflicts.
const CONFLICT: u64 = 10;

/// Counts effort.
pub(super) struct Meter {
    spent: Cell<u64>,
    /// Units for a poll.
    poll: u64,
    allowed: Allowance,
    /// The effort at which the current turn ends.
    round: Cell<u64>,
}

impl Meter {
    /// A meter that counts so much for a poll, and allows any effort.
    pub(super) fn new(poll: u64) -> Self {
        Self {
            spent: Cell::new(0),
            poll,
            allowed: Allowance::any(),
            round: Cell::new(u64::MAX),
        }
    }

    pub(super) fn start(&mut self, effort: u64) {
        self.spent.set(effort);
    }

    pub(super) fn spent(&self) -> u64 {
        self.spent.get()
    }

    /// Allows this much.
    pub(super) fn aim(&mut self, allowed: &Allowance) {
        self.allowed = allowed.clone();
        self.round
            .set(allowed.rounds.as_ref().map_or(u64::MAX, |rounds| rounds.first));
    }

    /// Allows any effort.
    pub(super) fn lift(&mut self) {
        self.aim(&Allowance::any());
    }

    /// Counts a conflict that taught a clause of so many literals.
    pub(super) fn conflict(&self, literals: usize) {
        self.add(CONFLICT + literals as u64);
    }

    /// Counts a poll, and waits for the next turn if one is over; whether the effort is spent.
    pub(super) fn polled(&self) -> bool {
        self.add(self.poll);
        if let Some(rounds) = &self.allowed.rounds
            && self.spent.get() >= self.round.get()
        {
            rounds.turn.pass();
            self.spent.set(self.spent.get().max(rounds.even));
            self.round
                .set(self.round.get().max(rounds.even).saturating_mul(rounds.growth));
        }
        self.spent.get() >= self.allowed.ceiling.load(Ordering::Relaxed)
    }

    fn add(&self, effort: u64) {
        self.spent.set(self.spent.get().saturating_add(effort));
    }
}
