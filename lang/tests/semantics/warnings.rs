//! Warnings, one for each condition.

use insta::assert_snapshot;

use crate::{load, render};

const SIGS: &str = "sig A { f: set A, g: set B, v: Int } sig B { h: set B } sig C, D extends A {}";

/// The code of each warning about a formula.
fn codes(formula: &str) -> Vec<&'static str> {
    let loaded = load(&format!("{SIGS}\nfact {{ {formula} }}"));
    assert!(loaded.world.is_some(), "{}", render::render(&loaded));
    loaded.diagnostics.iter().map(|d| d.code).collect()
}

#[test]
fn fields_of_strings_where_there_are_none() {
    let codes = |text: &str| -> Vec<_> { load(text).diagnostics.iter().map(|d| d.code).collect() };
    let sig = "sig A { name: lone String }";
    assert_eq!(codes(&format!("{sig} run {{ some A }}")), ["W0423"]);
    for strings in [
        "run { some A.name & \"x\" }",
        "run { some A } for 3 but exactly 2 String",
        "run { some A } run { no A } for exactly 1 String",
        "fun f: String { \"x\" } run { some A }",
    ] {
        assert_eq!(codes(&format!("{sig} {strings}")), [] as [&str; 0], "{strings}");
    }
}

#[test]
fn one_for_each_condition() {
    for (text, expected) in [
        ("some A.h", "W0401"),
        ("A = B", "W0402"),
        ("A.f = A.f", "W0403"),
        ("A in B", "W0404"),
        ("none in A", "W0404"),
        ("A in none", "W0404"),
        ("A.f in A.f", "W0404"),
        ("some A & B", "W0405"),
        ("some f ++ (B -> A)", "W0406"),
        ("some (A - B)", "W0407"),
        ("some B <: f", "W0408"),
        ("some f :> B", "W0408"),
        ("some A -> none", "W0409"),
        ("some none -> A", "W0409"),
        ("some ^g", "W0410"),
        ("int[A] > 0", "W0412"),
        ("some (some A => A else B) & A", "W0413"),
        ("all x: A | some B", "W0414"),
        ("let z = A | some B", "W0414"),
        ("some A some B", "W0416"),
        ("#A + 1 = 3", "W0421"),
        ("#A - 1 > 3", "W0421"),
        ("1 + 2 = 3", "W0422"),
        ("3 != 5 - 2", "W0422"),
        ("A.v + 1 > 3", "W0422"),
        ("A.v =< A.v - 1", "W0422"),
    ] {
        assert_eq!(codes(text), [expected], "{text}");
    }
    assert_eq!(codes("some (~f) & g"), ["W0405"]);
}

/// Alloy warns of both; the second is mended by mending the first.
#[test]
fn a_join_with_a_side_that_is_empty_points_at_that_side() {
    let loaded = load("sig A {} sig B { r: set A } fact { some a: A | some a.r.r } fact { some none.r }");
    let help: Vec<_> = loaded
        .diagnostics
        .iter()
        .map(|d| (d.code, d.help.join(" / ")))
        .collect();
    let expected = [
        ("W0401", "`a.r` is always empty already: repair that first"),
        ("W0401", "to follow it backwards write `r.a`"),
        ("W0401", ""),
    ];
    assert_eq!(help, expected.map(|(code, help)| (code, help.to_owned())));
}

#[test]
fn none_for_what_is_fine() {
    for text in [
        "some *g",
        "C = D or C & D = none",
        "some A.f.f and A.f != A.f.f",
        "some { x: A | some B }",
        "some x: A, y: x.f | some y",
        "some A\nsome B",
        "1 + 2 in A.v",
    ] {
        let found = codes(text);
        let expected: &[&str] = if text.starts_with("C = D") {
            &["W0402", "W0405"]
        } else {
            &[]
        };
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn warnings_about_time() {
    let loaded = load(
        "var sig A { f: set A, var g: A }\nsig B extends A {}\nsig C in A {}\nsig S {}\nvar sig T extends S {}
sig V { q: set A, r: set T }\nrun {}",
    );
    assert_snapshot!(render::render(&loaded));
}

#[test]
fn words() {
    let text = format!(
        "{SIGS}\nfun r: A {{ B }}\nfact {{ some A.h\n A = B\n some (A + B) & A\n some (A - B)\n all x: A | some B\n some A some B\n #A + 1 = 2 }}"
    );
    assert_snapshot!(render::render(&load(&text)));
}

#[test]
fn trying_meanings_does_not_warn() {
    let text = "open util/ordering[A] sig A {} sig B { next: lone B }\nrun { all a: A | some a.next.next and some B.next }";
    assert_eq!(render::render(&load(text)), "");
}
