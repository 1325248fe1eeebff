//! Verdicts that depend on overflow say so, and which bitwidth would do.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

use relfind::{
    RunLimits, RunOptions, Session, files::DiskLoader, lang::diag::Diagnostic, relational::Overflow,
};

/// Whether there is an instance, and the warning.
fn ask(text: &str, overflow: Overflow) -> (bool, Option<Diagnostic>) {
    let session = Session::load("model.als", text, &mut DiskLoader).unwrap();
    let mut options = RunOptions::default();
    options.lower.overflow = overflow;
    let mut run = session.run(0, &options, &RunLimits::default()).unwrap();
    let found = run.next().unwrap().is_some();
    (found, run.overflow_warning())
}

fn help(text: &str, overflow: Overflow) -> String {
    let (_, warning) = ask(text, overflow);
    let warning = warning.unwrap_or_else(|| panic!("{text} should have a warning"));
    assert_eq!(warning.code, "W0706");
    warning
        .help
        .iter()
        .chain(&warning.notes)
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("; ")
}

#[test]
fn the_smallest_bitwidth_is_named_in_both_modes() {
    for (text, bits) in [
        ("sig A {} run { #A < 0 } for exactly 8 A", 5),
        ("sig A {} run { #A > 0 } for exactly 8 A", 5),
        ("sig A {} run { #A > 0 } for exactly 5 A, 3 int", 4),
        ("sig A {} run { plus[#A, 6] < 0 } for exactly 3 A", 5),
        ("sig A {} run { #A > 3 and no A.(A -> A) - A } for exactly 9 A", 5),
        ("sig A {} run { mul[#A, #A] < 0 } for exactly 3 A", 5),
    ] {
        for overflow in [Overflow::Wrap, Overflow::Prevent] {
            let said = help(text, overflow);
            assert!(said.contains(&format!("a bitwidth of {bits} ")), "{text}: {said}");
        }
    }
}

#[test]
fn no_bitwidth_holds_what_follows_every_integer() {
    let text = "check { all x: Int | x.plus[1] > x }";
    let said = help(text, Overflow::Wrap);
    assert!(said.contains("no bitwidth"), "{said}");
    assert!(
        said.contains("with `--overflow prevent` there is not a counterexample"),
        "{said}"
    );
    // A quantifier over the integers speaks of those that fit.
    assert_eq!(ask(text, Overflow::Prevent), (false, None));
}

#[test]
fn what_does_not_depend_on_overflow_has_no_warning() {
    for text in [
        "sig A {} run { #A = 2 } for 3",
        "one sig X { v: Int } run { X.v.plus[1] = 3 }",
        "sig A {} run { #A > 7 } for 3",
        "check { all x, y: Int | x.plus[y] = y.plus[x] }",
    ] {
        for overflow in [Overflow::Wrap, Overflow::Prevent] {
            assert_eq!(ask(text, overflow).1, None, "{text}");
        }
    }
}
