//! What batsat can do beyond the suite: progress, limits of memory, and going on after a limit.

use std::sync::Arc;
use std::time::Duration;

use relfind_solver::backends::Batsat;
use relfind_solver::{Limits, Progress, Reason, SatSolver, Verdict, load, suite};

#[test]
fn progress_is_told() {
    let mut solver = Batsat::new();
    load(&mut solver, &suite::pigeonhole(8, 7));
    let progress = Arc::new(Progress::default());
    let limits = Limits::none().with_progress(Arc::clone(&progress));
    assert_eq!(solver.solve(&[], &limits), Verdict::Unsat);
    assert!(progress.conflicts() > 100);
    assert!(progress.restarts() > 0);
    assert!(solver.stats().conflicts >= Some(progress.conflicts()));
    assert_eq!(solver.stats().solves, 1);
}

#[test]
fn a_search_that_fills_its_memory_is_ended() {
    let mut solver = Batsat::new();
    load(&mut solver, &suite::pigeonhole(14, 13));
    // The formula itself takes some 200 kB.
    let limits = Limits::none()
        .with_memory(400_000)
        .with_timeout(Duration::from_mins(1));
    assert_eq!(solver.solve(&[], &limits), Verdict::Unknown(Reason::Memory));
    let limits = Limits::none().with_memory(1000);
    assert_eq!(solver.solve(&[], &limits), Verdict::Unknown(Reason::Memory));
}

#[test]
fn a_search_goes_on_after_a_limit() {
    let mut solver = Batsat::new();
    load(&mut solver, &suite::pigeonhole(9, 8));
    let mut calls = 0;
    // What is learnt stays, so that short calls come to an end together.
    while solver.solve(&[], &Limits::none().with_timeout(Duration::from_millis(20)))
        == Verdict::Unknown(Reason::Timeout)
    {
        calls += 1;
        assert!(calls < 5000, "no progress");
    }
    assert_eq!(solver.solve(&[], &Limits::none()), Verdict::Unsat);
}
