//! Every built-in backend passes the suite.

#![allow(clippy::unwrap_used)]

use relfind_solver::create;
use relfind_solver::suite::{self, Failure};

fn failures(name: &str) -> Vec<Failure> {
    suite::run(&|| create(name).unwrap()).err().unwrap_or_default()
}

#[test]
fn batsat_passes() {
    assert_eq!(failures("batsat"), []);
}

#[cfg(feature = "cadical")]
#[test]
fn cadical_passes() {
    assert_eq!(failures("cadical"), []);
}

#[test]
fn splr_passes() {
    assert_eq!(failures("splr"), []);
}

#[test]
fn auto_passes() {
    assert_eq!(failures("auto"), []);
}
