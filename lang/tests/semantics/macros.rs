//! Macros: substitution, arguments, marks in bounds, limits.

use relfind_lang::dump;

use crate::{error, formula, formula_error, load, render, world};

#[test]
fn macros_take_arguments_from_boxes_and_dots() {
    let decls = "sig A { r: set A } let both[x, y] = x + y";
    for text in ["some both[A, A.r]", "some A.both[A.r]", "some (A.r).(A.both)"] {
        assert_eq!(
            formula(decls, text),
            "(some (+ this/A (. this/A this/A<:r)))",
            "{text}"
        );
    }
}

#[test]
fn an_argument_may_be_a_field_or_a_function() {
    let decls = "sig A { r: set A } let m[f] = f[A] fun g[x: A]: A { x }";
    assert_eq!(formula(decls, "some m[r]"), "(some (. this/A this/A<:r))");
    assert_eq!(formula(decls, "some m[g]"), "(some this/g[this/A])");
}

#[test]
fn free_names_are_not_captured() {
    assert_eq!(
        formula_error("sig A {} let cap = x", "some x: A | some cap"),
        "E0301"
    );
}

#[test]
fn blocks_are_formulas() {
    let decls = "sig A {} let two[x] { some x no x & A }";
    assert_eq!(
        formula(decls, "two[A]"),
        "(and (some this/A) (no (& this/A this/A)))"
    );
}

#[test]
fn marks_in_a_macro_reach_the_bound() {
    let text = "sig T {} sig A { f: dyn[A] } let dyn[x] = x one -> T run {}";
    let dump = dump::world(&world(text), |m| m == 0);
    assert!(
        dump.contains("(field f {this/A->this/A->this/T} : (set (one-> this/A this/T)))"),
        "{dump}"
    );
}

#[test]
fn wrong_numbers_of_arguments() {
    assert_eq!(
        error("sig A {} let m[x, y] = x + y\nrun { some m[A] }"),
        ("E0321", 2)
    );
    assert_eq!(error("sig A {} let m[x] = x\nrun { some m }"), ("E0321", 2));
}

#[test]
fn recursion_and_explosion_are_stopped() {
    assert_eq!(error("let m = m\nrun { some m }").0, "E0320");
    let body = ["m"; 40].join(" + ");
    assert_eq!(error(&format!("let m = {body}\nrun {{ some m }}")).0, "E0322");
    let mut text = String::from("sig A {}\nlet m0[x] = x + x\n");
    for i in 1..19 {
        text.push_str(&format!("let m{i}[x] = m{}[m{}[x]]\n", i - 1, i - 1));
    }
    text.push_str("run { some m18[A] }");
    assert_eq!(error(&text).0, "E0322");
}

#[test]
fn a_fault_in_a_macro_shows_its_use() {
    let loaded = load("sig A {}\nlet m[x] = x.x\nrun { some m[A] }");
    insta::assert_snapshot!(render::render(&loaded));
}

#[test]
fn qualified_macros() {
    let text = "open util/time as t sig A { f: t/dynamic[A] } run { some A }";
    let dump = dump::world(&world(text), |m| m == 0);
    assert!(dump.contains("one->"), "{dump}");
}
