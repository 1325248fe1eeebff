//! Cases of limits, and of what solvers tell about themselves.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::{Create, cnf, ensure, expect, loaded, pigeonhole, solve_and_check};
use crate::backend::{Reason, Verdict};
use crate::limits::Limits;

/// How long a solver may take to return after its deadline. Long, for machines under load.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long it may search before it is stopped.
const SEARCH: Duration = Duration::from_millis(100);
/// Pigeons that no solver without cardinality reasoning places within that time.
const PIGEONS: u32 = 14;

pub(super) fn passed_deadline(create: Create<'_>) -> Result<(), String> {
    let formula = cnf(2, &[&[1, 2]]);
    let mut solver = loaded(create, &formula);
    let limits = Limits::none().with_timeout(Duration::ZERO);
    expect(
        &solver.solve(&[], &limits),
        &Verdict::Unknown(Reason::Timeout),
        "no time",
    )?;
    solve_and_check(&mut *solver, &formula, &[], true)
}

pub(super) fn set_flag(create: Create<'_>) -> Result<(), String> {
    let formula = cnf(2, &[&[1, 2]]);
    let mut solver = loaded(create, &formula);
    let stop = Arc::new(AtomicBool::new(true));
    let limits = Limits::none().with_stop(Arc::clone(&stop));
    expect(
        &solver.solve(&[], &limits),
        &Verdict::Unknown(Reason::Interrupted),
        "flag set",
    )?;
    stop.store(false, Ordering::Relaxed);
    expect(&solver.solve(&[], &limits), &Verdict::Sat, "flag cleared")?;
    solve_and_check(&mut *solver, &formula, &[], true)
}

pub(super) fn deadline_during_search(create: Create<'_>) -> Result<(), String> {
    let mut solver = loaded(create, &pigeonhole(PIGEONS, PIGEONS - 1));
    let start = Instant::now();
    let verdict = solver.solve(&[], &Limits::none().with_timeout(SEARCH));
    let time = start.elapsed();
    expect(&verdict, &Verdict::Unknown(Reason::Timeout), "a hard formula")?;
    ensure(time >= SEARCH, || format!("it gave up after {time:?}"))?;
    ensure(time < SEARCH + PATIENCE, || {
        format!("it took {time:?} to notice the deadline")
    })?;
    ensure(solver.failed_assumptions().is_empty(), || {
        "assumptions failed without a verdict".to_owned()
    })
}

pub(super) fn flag_during_search(create: Create<'_>) -> Result<(), String> {
    let mut solver = loaded(create, &pigeonhole(PIGEONS, PIGEONS - 1));
    let stop = Arc::new(AtomicBool::new(false));
    // The deadline is there so that a backend that cannot be stopped does not work for ever.
    let limits = Limits::none()
        .with_stop(Arc::clone(&stop))
        .with_timeout(PATIENCE + SEARCH);
    let setter = thread::spawn(move || {
        thread::sleep(SEARCH);
        stop.store(true, Ordering::Relaxed);
    });
    let verdict = solver.solve(&[], &limits);
    ensure(setter.join().is_ok(), || {
        "the thread that sets the flag failed".to_owned()
    })?;
    expect(&verdict, &Verdict::Unknown(Reason::Interrupted), "a hard formula")
}

pub(super) fn counts(create: Create<'_>) -> Result<(), String> {
    let mut solver = loaded(create, &pigeonhole(6, 5));
    ensure(!solver.name().is_empty(), || "it has no name".to_owned())?;
    ensure(solver.stats().solves == 0, || {
        "calls are counted before the first".to_owned()
    })?;
    expect(
        &solver.solve(&[], &Limits::none()),
        &Verdict::Unsat,
        "6 pigeons in 5 holes",
    )?;
    let stats = solver.stats();
    ensure(stats.solves == 1, || {
        format!("one call, but {} counted", stats.solves)
    })?;
    ensure(stats.conflicts != Some(0), || {
        "no conflicts on a formula that has some".to_owned()
    })
}
