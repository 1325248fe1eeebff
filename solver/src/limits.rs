//! What a call to a solver may cost, and who may stop it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::backend::Reason;

/// Bounds on one call of [`SatSolver::solve`](crate::SatSolver::solve); the default has none.
///
/// A clone shares the stop flag and the progress counters, so that one flag stops several solvers.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// When to give up with [`Reason::Timeout`].
    pub deadline: Option<Instant>,
    /// Set to `true`, from any thread, to give up with [`Reason::Interrupted`]. It stays as it is set: the
    /// caller clears it.
    pub stop: Option<Arc<AtomicBool>>,
    /// How many bytes the solver's clauses and tables may take by the solver's own estimate, before it
    /// gives up with [`Reason::Memory`]. Solvers that cannot tell ignore it.
    pub memory: Option<u64>,
    /// Where to count while searching, for a progress line. Solvers that cannot tell leave it alone.
    pub progress: Option<Arc<Progress>>,
}

impl Limits {
    /// No limit at all.
    pub fn none() -> Self {
        Self::default()
    }

    /// The same with a deadline this long from now. A time too long to add to the clock is none.
    #[must_use]
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        self.deadline = Instant::now().checked_add(timeout);
        self
    }

    /// The same with a deadline.
    #[must_use]
    pub fn with_deadline(mut self, deadline: Instant) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// The same with a stop flag.
    #[must_use]
    pub fn with_stop(mut self, stop: Arc<AtomicBool>) -> Self {
        self.stop = Some(stop);
        self
    }

    /// The same with a limit in bytes.
    #[must_use]
    pub fn with_memory(mut self, bytes: u64) -> Self {
        self.memory = Some(bytes);
        self
    }

    /// The same with counters to keep up to date.
    #[must_use]
    pub fn with_progress(mut self, progress: Arc<Progress>) -> Self {
        self.progress = Some(progress);
        self
    }

    /// Why to give up now, if there is a reason: the flag goes before the clock. The clock is only read
    /// when there is a deadline.
    pub fn exceeded(&self) -> Option<Reason> {
        if self
            .stop
            .as_ref()
            .is_some_and(|stop| stop.load(Ordering::Relaxed))
        {
            return Some(Reason::Interrupted);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Some(Reason::Timeout);
        }
        None
    }

    /// The time until the deadline, zero once it has passed; `None` without one.
    pub fn remaining(&self) -> Option<Duration> {
        self.deadline
            .map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }
}

/// Counters that a running solver keeps up to date and another thread may read at any time.
///
/// They count from 0 at the start of each call. They are advisory: the reader may be a little late.
#[derive(Debug, Default)]
pub struct Progress {
    conflicts: AtomicU64,
    restarts: AtomicU64,
}

impl Progress {
    /// Conflicts met so far in this call.
    pub fn conflicts(&self) -> u64 {
        self.conflicts.load(Ordering::Relaxed)
    }

    /// Restarts made so far in this call.
    pub fn restarts(&self) -> u64 {
        self.restarts.load(Ordering::Relaxed)
    }

    /// Sets both counters; for backends.
    pub fn set(&self, conflicts: u64, restarts: u64) {
        self.conflicts.store(conflicts, Ordering::Relaxed);
        self.restarts.store(restarts, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_say_why() {
        assert_eq!(Limits::none().exceeded(), None);
        assert_eq!(
            Limits::none().with_timeout(Duration::ZERO).exceeded(),
            Some(Reason::Timeout)
        );
        assert_eq!(
            Limits::none().with_timeout(Duration::from_hours(1)).exceeded(),
            None
        );
        assert_eq!(Limits::none().with_timeout(Duration::MAX).exceeded(), None);
        let stop = Arc::new(AtomicBool::new(false));
        let limits = Limits::none()
            .with_timeout(Duration::ZERO)
            .with_stop(Arc::clone(&stop));
        assert_eq!(limits.exceeded(), Some(Reason::Timeout));
        stop.store(true, Ordering::Relaxed);
        assert_eq!(limits.exceeded(), Some(Reason::Interrupted));
        assert_eq!(limits.remaining(), Some(Duration::ZERO));
    }
}
