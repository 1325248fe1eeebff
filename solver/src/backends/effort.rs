//! The work that a search has done, in units that do not depend on the machine, so that two solvers can be
//! compared by it in the same way at every run.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::backend::{SatSolver, Verdict};
use crate::limits::Limits;
use crate::lit::Lit;

/// What became of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// An answer, or a reason for none.
    Answer(Verdict),
    /// The effort is spent that was allowed; the search can go on from here.
    Spent,
}

/// A solver that can be stopped after some effort.
pub(super) trait Racer: SatSolver {
    /// Sets the effort so far.
    fn start(&mut self, effort: u64);

    /// Solves until the effort reaches `round` or what `ceiling` holds, which may fall meanwhile. The first is
    /// exact, so that a search goes the same way at every run; the second is for giving up a search whose
    /// solver is not used any more.
    fn solve_up_to(
        &mut self,
        assumptions: &[Lit],
        limits: &Limits,
        round: u64,
        ceiling: &Arc<AtomicU64>,
    ) -> Outcome;

    /// The effort so far.
    fn effort(&mut self) -> u64;
}

/// Counts effort.
#[derive(Debug)]
pub(super) struct Meter {
    spent: Cell<u64>,
    /// Units for a conflict and for a poll.
    weights: (u64, u64),
    round: u64,
    ceiling: Arc<AtomicU64>,
}

impl Meter {
    /// A meter that counts this much for a conflict and for a poll, and allows any effort.
    pub(super) fn new(conflict: u64, poll: u64) -> Self {
        Self {
            spent: Cell::new(0),
            weights: (conflict, poll),
            round: u64::MAX,
            ceiling: Arc::new(AtomicU64::new(u64::MAX)),
        }
    }

    pub(super) fn start(&mut self, effort: u64) {
        self.spent.set(effort);
    }

    pub(super) fn spent(&self) -> u64 {
        self.spent.get()
    }

    /// Allows effort up to this.
    pub(super) fn aim(&mut self, round: u64, ceiling: &Arc<AtomicU64>) {
        self.round = round;
        self.ceiling = Arc::clone(ceiling);
    }

    /// Allows any effort.
    pub(super) fn lift(&mut self) {
        self.aim(u64::MAX, &Arc::new(AtomicU64::new(u64::MAX)));
    }

    /// Counts a conflict.
    pub(super) fn conflict(&self) {
        self.add(self.weights.0);
    }

    /// Counts a poll; whether the effort is spent.
    pub(super) fn polled(&self) -> bool {
        self.add(self.weights.1);
        let spent = self.spent.get();
        spent >= self.round || spent >= self.ceiling.load(Ordering::Relaxed)
    }

    fn add(&self, effort: u64) {
        self.spent.set(self.spent.get().saturating_add(effort));
    }
}
