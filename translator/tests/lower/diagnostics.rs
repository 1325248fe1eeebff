//! Errors and warnings of lowering.

use std::fmt::Write as _;

use relfind_lang::diag::Diagnostic;
use relfind_translator::lower::{LowerLimits, LowerOptions, lower};

use crate::common::world;

fn errors(text: &str, options: &LowerOptions) -> Vec<Diagnostic> {
    lower(&world(text), 0, options).err().unwrap_or_default()
}

fn warnings(text: &str, options: &LowerOptions) -> Vec<Diagnostic> {
    lower(&world(text), 0, options)
        .expect("the command is fine")
        .warnings
}

fn codes(diagnostics: &[Diagnostic]) -> Vec<&str> {
    diagnostics.iter().map(|d| d.code).collect()
}

/// The text that a diagnostic points to.
fn place<'t>(text: &'t str, diagnostic: &Diagnostic) -> &'t str {
    let span = diagnostic.primary.as_ref().expect("it has a place").span;
    &text[span.start as usize..span.end as usize]
}

#[test]
fn recursion() {
    for text in [
        "pred r { r } run r",
        "pred a { b } pred b { a } run { a }",
        "sig A {} fun f[x: A]: A { f[x] } run { some f[A] }",
    ] {
        let found = errors(text, &LowerOptions::default());
        assert_eq!(codes(&found), ["E0630"], "{text}");
    }
}

#[test]
fn time() {
    let none = LowerOptions::default();
    assert_eq!(codes(&errors("var sig A {} run {}", &none)), ["E0640"]);
    assert_eq!(codes(&errors("sig A { var f: A } run {}", &none)), ["E0640"]);
    assert_eq!(
        codes(&errors("sig A {} pred p { before some A } run { p }", &none)),
        ["E0640"]
    );
    let hidden = "sig A {} pred p { always some A' } run { p } for 3 but 4 steps";
    assert_eq!(codes(&errors(hidden, &none)), ["E0609"]);
    let text = "sig A {} pred p { always some A' } run p for 3 but 4 steps";
    let found = warnings(text, &none);
    assert_eq!(codes(&found), ["W0705"]);
    assert_eq!(found[0].notes.len(), 1);
}

#[test]
fn literals_out_of_range() {
    let text = "sig A {} run { #A < 20 and #A > 0 - 8 and #A != 7 }";
    let found = warnings(text, &LowerOptions::default());
    assert_eq!(codes(&found), ["W0701"]);
    assert_eq!(place(text, &found[0]), "20");
    assert!(found[0].help[0].contains("bitwidth of 6"), "{:?}", found[0].help);
}

#[test]
fn integers_that_do_not_reach_a_new_scope() {
    let options = LowerOptions {
        overall_scope: Some(10),
        ..LowerOptions::default()
    };
    let found = warnings("sig A {} run { #A > 3 } for 5", &options);
    assert_eq!(codes(&found), ["W0702"]);
    assert!(found[0].help[0].contains("--bitwidth 5"));
    assert!(warnings("sig A {} run { some A } for 5", &options).is_empty());
    let wide = LowerOptions {
        bitwidth: Some(5),
        ..options
    };
    assert!(warnings("sig A {} run { #A > 3 } for 5", &wide).is_empty());
}

#[test]
fn raised_scopes_and_orders_of_nothing() {
    let none = LowerOptions::default();
    let raised = "sig A {} sig B extends A {} run {} for exactly 1 A, exactly 2 B";
    assert_eq!(codes(&warnings(raised, &none)), ["W0703"]);
    let empty = "open util/ordering[A]\nsig A {} run {} for 0";
    assert_eq!(codes(&warnings(empty, &none)), ["W0704"]);
}

/// Strings are those that a command reaches, however many others mention.
#[test]
fn strings_that_only_another_command_has() {
    let of = |sig: &str, rest: &str| {
        let text = format!("{sig} run {{ some A }} {rest} run {{ some s: String | s = \"x\" }}");
        let found = warnings(&text, &LowerOptions::default());
        codes(&found).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    for needs in [
        "name: String",
        "name: some String",
        "other: set A, name: one String",
    ] {
        assert_eq!(of(&format!("sig A {{ {needs} }}"), ""), ["W0707"], "{needs}");
    }
    for can_do_without in [
        "name: lone String",
        "name: set String",
        "name: A -> one String",
        "name: A",
    ] {
        assert!(
            of(&format!("sig A {{ {can_do_without} }}"), "").is_empty(),
            "{can_do_without}"
        );
    }
    let needs = "sig A { name: String }";
    assert!(of(needs, "for 3 but exactly 2 String").is_empty());
    assert!(of(&format!("{needs} fact {{ no A.name & \"y\" }}"), "").is_empty());
    // Where no command has any, that is told at the field.
    assert!(warnings(&format!("{needs} run {{ some A }}"), &LowerOptions::default()).is_empty());
}

#[test]
fn limits() {
    let small = |limits| LowerOptions {
        limits,
        ..LowerOptions::default()
    };
    let text = "sig A { f: set A } fun g[x: set A]: set A { x.f + f.x } run { some g[g[g[A]]] } for 5";
    let atoms = small(LowerLimits {
        atoms: 20,
        ..LowerLimits::default()
    });
    assert_eq!(codes(&errors(text, &atoms)), ["E0650"]);
    let tuples = small(LowerLimits {
        tuples: 24,
        ..LowerLimits::default()
    });
    assert_eq!(codes(&errors(text, &tuples)), ["E0651"]);
    let nodes = small(LowerLimits {
        nodes: 15,
        ..LowerLimits::default()
    });
    assert_eq!(codes(&errors(text, &nodes)), ["E0652"]);
    assert!(errors(text, &LowerOptions::default()).is_empty());
}

#[test]
fn deep_calls_end_in_an_error() {
    let mut text = String::from("sig A {} run { p0 }\n");
    for i in 0..3000 {
        let _ = writeln!(text, "pred p{i} {{ not p{} }}", i + 1);
    }
    text.push_str("pred p3000 { some A }\n");
    assert_eq!(codes(&errors(&text, &LowerOptions::default())), ["E0653"]);
}

#[test]
fn a_command_that_does_not_exist() {
    let world = world("sig A {} run {}");
    let found = lower(&world, 3, &LowerOptions::default())
        .err()
        .unwrap_or_default();
    assert_eq!(codes(&found), ["E0600"]);
}
