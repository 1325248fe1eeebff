//! Counting the instances of a specification given as text.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

use relfind::{RunLimits, RunOptions, Session, files::DiskLoader, report::Count};

/// Instances and classes of the first command.
pub(crate) fn count(text: &str, solver: &str) -> Count {
    let session = Session::load("test.als", text, &mut DiskLoader).unwrap();
    let mut options = RunOptions {
        solver: solver.into(),
        ..RunOptions::default()
    };
    options.translate.symmetry = 0;
    let mut run = session.run(0, &options, &RunLimits::default()).unwrap();
    run.count(&mut |_| {}).unwrap()
}
