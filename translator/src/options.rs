//! What a translation may cost and how it is done.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};

use crate::error::{Resource, TranslateError};

/// How a problem is translated. The verdict does not depend on it.
#[derive(Clone, Debug)]
pub struct TranslateOptions {
    /// How many pairs of values each lex-leader constraint compares at least where there are so many; 0 breaks no symmetry.
    pub symmetry: u32,
    /// Below how many universal variables an existential quantifier becomes a relation; -1 for never. Quantifiers over
    /// sets and relations are skolemized wherever that is sound, whatever this says, unless it is -1.
    pub skolem_depth: i32,
    /// Whether bounds are narrowed by goals such as `r in e`.
    pub tighten: bool,
    /// Whether goals may also be undefined, where overflow is prevented, instead of true; but bindings of variables that range over the
    /// integers with an undefined body are left out of every quantifier. This finds out whether a verdict depends on overflow, and goes
    /// with neither skolemization nor narrowed bounds.
    pub lenient: bool,
    /// What it may cost.
    pub limits: TranslateLimits,
}

impl Default for TranslateOptions {
    fn default() -> Self {
        Self {
            symmetry: 20,
            skolem_depth: 1,
            tighten: true,
            lenient: false,
            limits: TranslateLimits::default(),
        }
    }
}

/// What a translation may cost.
#[derive(Clone, Debug)]
pub struct TranslateLimits {
    /// Boolean variables of relations.
    pub variables: u32,
    /// Clauses.
    pub clauses: usize,
    /// Nodes of the circuit, each of some 30 bytes.
    pub gates: usize,
    /// Tuples that one relation, also an intermediate one, may have.
    pub tuples: usize,
    /// When to give up.
    pub deadline: Option<Instant>,
    /// Set to true, from any thread, to give up.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Default for TranslateLimits {
    fn default() -> Self {
        Self {
            variables: 50_000_000,
            clauses: 200_000_000,
            gates: 100_000_000,
            tuples: 50_000_000,
            deadline: None,
            stop: None,
        }
    }
}

/// Counts work done, and now and then asks whether to go on.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    limits: TranslateLimits,
    work: usize,
}

/// How much work is done between two looks at the clock.
const STRIDE: usize = 1 << 14;

impl Budget {
    pub(crate) fn new(limits: &TranslateLimits) -> Self {
        Self {
            limits: limits.clone(),
            work: 0,
        }
    }

    pub(crate) fn limits(&self) -> &TranslateLimits {
        &self.limits
    }

    /// Counts work; looks at deadline and stop flag from time to time.
    pub(crate) fn spend(&mut self, work: usize) -> Result<(), TranslateError> {
        self.work += work + 1;
        if self.work < STRIDE {
            return Ok(());
        }
        self.work = 0;
        self.check()
    }

    /// Looks at deadline and stop flag.
    pub(crate) fn check(&self) -> Result<(), TranslateError> {
        if self
            .limits
            .stop
            .as_ref()
            .is_some_and(|stop| stop.load(Ordering::Relaxed))
        {
            return Err(TranslateError::Interrupted);
        }
        if self
            .limits
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
        {
            return Err(TranslateError::Deadline);
        }
        Ok(())
    }

    /// Counts the making of a relation of so many tuples.
    pub(crate) fn tuples(&mut self, count: usize) -> Result<(), TranslateError> {
        self.check_tuples(count)?;
        self.spend(count)
    }

    /// Whether a relation may have so many tuples.
    pub(crate) fn check_tuples(&self, count: usize) -> Result<(), TranslateError> {
        if count <= self.limits.tuples {
            return Ok(());
        }
        Err(TranslateError::Limit {
            resource: Resource::Tuples,
            limit: self.limits.tuples as u64,
        })
    }
}
