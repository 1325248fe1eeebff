//! Scopes as observed.

use relfind_lang::typed::World;
use relfind_translator::lower::{LowerOptions, ScopeReason, ScopeReport, growth, lower, lower_step};

use crate::common::world;

/// The scopes of the root module's signatures as text.
fn show(world: &World, report: &ScopeReport) -> String {
    let own = world
        .sigs
        .iter()
        .zip(&report.sigs)
        .filter(|(sig, _)| sig.label.starts_with("this/"));
    let scopes = own.filter_map(|(sig, scope)| {
        let scope = (*scope)?;
        Some(format!(
            "{}{}{}",
            sig.name,
            if scope.exact { "=" } else { "<=" },
            scope.scope
        ))
    });
    scopes.collect::<Vec<_>>().join(" ")
}

fn scopes(model: &str, scope: &str) -> String {
    let world = world(&format!("{model}\nrun {{}} {scope}"));
    match lower(&world, 0, &LowerOptions::default()) {
        Ok(lowered) => show(&world, &lowered.scopes),
        Err(errors) => errors[0].code.to_owned(),
    }
}

#[test]
fn scopes_are_completed() {
    let abc = "abstract sig A {} sig B, C extends A {}";
    let plain = "sig A {} sig B, C extends A {}";
    let table = [
        (abc, "for 3", "A<=3 B<=3 C<=3"),
        (abc, "", "A<=3 B<=3 C<=3"),
        (abc, "for 3 but 2 B", "A<=3 B<=2 C<=1"),
        (abc, "for 3 but 2 B, 4 C", "A<=6 B<=2 C<=4"),
        (abc, "for 2 B, 2 C", "A<=4 B<=2 C<=2"),
        (abc, "for 4 A, 1 B", "A<=4 B<=1 C<=3"),
        (abc, "for 1 A, 3 B", "A<=1 B<=3 C<=0"),
        (abc, "for exactly 2 P", "E0301"),
        (plain, "for 2 B, 2 C", "E0608"),
        (plain, "for 3 but 2 B", "A<=3 B<=2 C<=3"),
        (plain, "for exactly 1 A, exactly 2 B", "A=2 B=2 C<=1"),
        (plain, "for 0", "A<=0 B<=0 C<=0"),
        (
            "abstract sig A {} one sig A1, A2 extends A {}",
            "for 5",
            "A<=2 A1=1 A2=1",
        ),
        (
            "abstract sig A {} one sig A1, A2 extends A {}",
            "for exactly 3 A",
            "A=3 A1=1 A2=1",
        ),
        (
            "sig A {} one sig A1, A2, A3, A4 extends A {}",
            "for 2",
            "A<=4 A1=1 A2=1 A3=1 A4=1",
        ),
        ("lone sig A {} sig B {}", "for 3", "A<=1 B<=3"),
        ("lone sig A {} sig B {}", "for 3 but 0 A", "A<=0 B<=3"),
        ("enum E { X, Y }", "for 5", "E=2 X=1 Y=1"),
        ("sig A {}", "for 5 int", "A<=3"),
        ("sig A {}", "for 2 seq", "A<=3"),
        ("open util/ordering[A]\nsig A {}", "for 4", "A=4"),
    ];
    for (model, scope, expected) in table {
        if expected != "E0301" {
            assert_eq!(scopes(model, scope), expected, "{model} run {{}} {scope}");
        }
    }
}

#[test]
fn wrong_scopes_are_refused() {
    let table = [
        ("sig A {} sig B in A {}", "for 3 but 2 B", "E0603"),
        ("enum E { X, Y }", "for 3 but 2 E", "E0602"),
        ("one sig A {}", "for 3 but 2 A", "E0605"),
        ("lone sig A {}", "for 3 but 2 A", "E0605"),
        ("some sig A {}", "for 3 but 0 A", "E0605"),
        ("sig A, B {}", "for 2 A", "E0608"),
        ("sig A {}", "for exactly 2 String", "E0608"),
        ("sig A {}", "for 3 but 31 int", "E0610"),
        ("sig A {}", "for 3 but 3 int, 4 seq", "E0611"),
        ("sig A {}", "for 3 but 2 steps", "E0609"),
        ("sig A {}", "for 1000000", "E0650"),
        ("sig A {}", "for 2147483647", "E0650"),
        ("sig A { f: A -> A }", "for 3000", "E0651"),
        ("sig A {}", "for 3 but 20 int", "E0650"),
    ];
    for (model, scope, expected) in table {
        assert_eq!(scopes(model, scope), expected, "{model} run {{}} {scope}");
    }
}

#[test]
fn integers_and_sequences_follow_the_overall_scope() {
    let numbers = |text: &str, options: &LowerOptions| {
        let scopes = lower(&world(text), 0, options)
            .expect("the command is fine")
            .scopes;
        (scopes.bitwidth, scopes.max_seq)
    };
    let default = LowerOptions::default();
    assert_eq!(numbers("sig A {} run {}", &default), (4, 4));
    assert_eq!(numbers("sig A {} run {} for 5", &default), (4, 5));
    assert_eq!(numbers("sig A {} run {} for 10", &default), (4, 7));
    assert_eq!(numbers("sig A {} run {} for 10 but 5 int", &default), (5, 10));
    assert_eq!(numbers("sig A {} run {} for 2 A", &default), (4, 4));
    assert_eq!(numbers("sig A {} run {} for 3 but 0 int", &default), (0, 0));
    let scope = LowerOptions {
        overall_scope: Some(6),
        ..LowerOptions::default()
    };
    assert_eq!(numbers("sig A {} run {} for 3", &scope), (4, 6));
    let both = LowerOptions {
        overall_scope: Some(20),
        bitwidth: Some(6),
        ..LowerOptions::default()
    };
    assert_eq!(numbers("sig A {} run {} for 3 but 5 int", &both), (6, 20));
}

#[test]
fn the_overall_scope_is_replaced_and_entries_stay() {
    let world = world("sig A, B, C {} run {} for 2 but exactly 4 A\nrun {} for 1 A");
    let options = LowerOptions {
        overall_scope: Some(7),
        ..LowerOptions::default()
    };
    let first = lower(&world, 0, &options).expect("the command is fine");
    assert_eq!(show(&world, &first.scopes), "A=4 B<=7 C<=7");
    let second = lower(&world, 1, &options).expect("an overall scope makes it complete");
    assert_eq!(show(&world, &second.scopes), "A<=1 B<=7 C<=7");
}

#[test]
fn growing_scopes_advance_together() {
    let world = world("sig A, B {} run {} for 1..3 A, exactly 2..7:2 B");
    assert_eq!(growth(&world, 0), 4);
    let shown = |step| {
        let lowered = lower_step(&world, 0, step, &LowerOptions::default()).expect("each size is fine");
        show(&world, &lowered.scopes)
    };
    assert_eq!(
        [0, 1, 2, 3].map(shown),
        ["A<=1 B=2", "A<=2 B=4", "A<=3 B=6", "A<=3 B=7"]
    );
}

#[test]
fn the_report_says_why() {
    let text = "open util/ordering[D]\nabstract sig A {} sig B, C extends A {} one sig O {} sig D {} sig E extends D {}
        run {} for 3 but 2 B";
    let world = world(text);
    let report = lower(&world, 0, &LowerOptions::default())
        .expect("the command is fine")
        .scopes;
    let why = |name: &str| {
        let found = world
            .sigs
            .iter()
            .zip(&report.sigs)
            .find(|(sig, _)| sig.label == format!("this/{name}"));
        found.and_then(|(_, scope)| *scope).expect("it has a scope")
    };
    assert_eq!(why("A").why, ScopeReason::Overall);
    assert_eq!(why("B").why, ScopeReason::Given);
    assert_eq!(why("C").why, ScopeReason::RestOfParent);
    assert_eq!(why("O").why, ScopeReason::One);
    assert_eq!(why("E").why, ScopeReason::FromParent);
    assert!(why("D").exact && why("D").exact_by_module);
}
