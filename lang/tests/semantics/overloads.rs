//! How overloaded names are decided: one test for each observed fact.

use crate::{error, formula, formula_error};

const FIELDS: &str = "sig A { f: set A } sig B { f: set B }";

#[test]
fn a_join_with_one_side_decides() {
    assert_eq!(
        formula(FIELDS, "some a: A | some a.f"),
        "(some a: (one this/A) | (some (. a this/A<:f)))"
    );
    assert_eq!(
        formula(FIELDS, "some b: B | some b.f"),
        "(some b: (one this/B) | (some (. b this/B<:f)))"
    );
}

/// Declarations that overload `f` and `p` so often that meanings are compared with what is joined to them before they are looked at.
fn with_many_more(declarations: &str) -> String {
    let more = (0..20).map(|i| {
        format!(
            "sig M{i} {{ f: set M{i} }} pred p[x: M{i}] {{ some x }} pred q[x: M{i}, y: univ] {{ x in y }}\n"
        )
    });
    let own = "pred p[x: A] { no x } pred q[x: A, y: A] { x = y } pred q[x: B, y: B] { x != y }";
    format!("{declarations} {own}\n{}", more.collect::<String>())
}

#[test]
fn meanings_that_lead_nowhere_change_nothing() {
    let few = format!(
        "{FIELDS} pred p[x: A] {{ no x }} pred q[x: A, y: A] {{ x = y }} pred q[x: B, y: B] {{ x != y }}"
    );
    for text in [
        "some a: A | some a.f",
        "some b: B | b in b.f.f",
        "some a: A | some f[a] and a.f.f in A",
        "some a: A | p[a] and a.p",
        "some a: A | p[a.f] and q[a, a.f]",
        "some a: A, b: B | q[b, b.f] and a.q[a] and not b.q[b]",
        "some a: A | some (a.f + a) & A.f",
    ] {
        assert_eq!(
            formula(&few, text),
            formula(&with_many_more(FIELDS), text),
            "{text}"
        );
    }
}

#[test]
fn faults_are_the_same_with_many_meanings() {
    for text in [
        "some a: A | a.f = B.f.univ",
        "some a: A | some a.f.univ",
        "some (A + B).f",
        "some a: A | a.f",
        "some a: A | q[a]",
        "some a: A | q[a, iden]",
        "some a: A | #a.f.f > f",
        "some univ.f",
        "some a: A | some a.f & none.f",
    ] {
        let few = format!("{FIELDS} pred q[x: A, y: A] {{ x = y }} pred q[x: B, y: B] {{ x != y }}");
        assert_eq!(
            formula_error(&few, text),
            formula_error(&with_many_more(FIELDS), text),
            "{text}"
        );
    }
}

#[test]
fn an_intersection_decides() {
    assert_eq!(
        formula(FIELDS, "some f & A->A"),
        "(some (& this/A<:f (-> this/A this/A)))"
    );
}

#[test]
fn a_domain_restriction_decides() {
    assert_eq!(formula(FIELDS, "some A <: f"), "(some this/A<:f)");
}

#[test]
fn the_left_side_of_in_decides_the_right_one() {
    let expected = "(some x: (one this/A) | (in (-> x x) this/A<:f))";
    assert_eq!(formula(FIELDS, "some x: A | x->x in f"), expected);
    assert_eq!(formula_error(FIELDS, "f in A->A"), "E0302");
}

#[test]
fn without_a_context_fields_are_ambiguous() {
    for text in [
        "some f",
        "#f > 0",
        "f in A->A",
        "some univ.f",
        "some (A+B).f",
        "some p: A+B | some p.f",
    ] {
        assert_eq!(formula_error(FIELDS, text), "E0302", "{text}");
    }
}

#[test]
fn fields_of_different_arity_are_ambiguous_too() {
    assert_eq!(
        formula_error("sig A { f: set A } sig B { f: B -> B }", "some f"),
        "E0302"
    );
}

const FUNCS: &str = "sig A {} sig B {} fun g[x: A]: A { x } fun g[x: B]: B { x }";

#[test]
fn functions_are_decided_by_the_types_of_arguments() {
    assert_eq!(formula(FUNCS, "some g[A]"), "(some this/g[this/A])");
    assert_eq!(
        formula(FUNCS, "g[A] in A and g[B] in B"),
        "(and (in this/g[this/A] this/A) (in this/g[this/B] this/B))"
    );
}

#[test]
fn functions_are_decided_by_the_number_of_arguments() {
    let funcs = "sig A {} pred p[x: A] { some x } pred p[x, y: A] { x = y }";
    assert_eq!(
        formula(funcs, "p[A] and p[A, A]"),
        "(and this/p[this/A] this/p[this/A, this/A])"
    );
}

#[test]
fn there_is_no_most_specific_rule() {
    let preds = "sig A {} sig B extends A {} pred p[a: A] { some a } pred p[b: B] { no b }";
    assert_eq!(formula_error(preds, "p[B]"), "E0302");
}

#[test]
fn a_function_and_a_field_of_one_name_are_ambiguous() {
    assert_eq!(
        formula_error("sig A { f: set A } fun f: A -> A { A -> A }", "some f"),
        "E0302"
    );
}

#[test]
fn util_integer_is_always_a_candidate() {
    let next = "sig A { next: lone A }";
    assert_eq!(formula_error(next, "some next"), "E0302");
    assert_eq!(
        formula(next, "some a: A | some a.next"),
        "(some a: (one this/A) | (some (. a this/A<:next)))"
    );
}

const ORDERS: &str = "open util/ordering[A] as x open util/ordering[B] as y sig A {} sig B {}";

#[test]
fn equality_narrows_both_sides() {
    let expected = "(some a: (one this/A) | (= a x/first[]))";
    assert_eq!(formula(ORDERS, "some a: A | a = first"), expected);
    assert_eq!(formula_error(ORDERS, "first in A"), "E0302");
    assert_eq!(formula_error(ORDERS, "first != none"), "E0302");
}

#[test]
fn the_value_of_a_let_is_resolved_alone() {
    assert_eq!(
        formula_error(ORDERS, "some b: B | let z = next | b.z in B"),
        "E0302"
    );
}

#[test]
fn calls_of_two_orders_are_told_apart() {
    let expected =
        "(some a: (one this/A), b: (one this/B) | (and x/lt[a, a] y/lt[b, b] (some (. a x/next[]))))";
    assert_eq!(
        formula(ORDERS, "some a: A, b: B | lt[a, a] and lt[b, b] and some a.next"),
        expected
    );
}

#[test]
fn receivers_and_boxes_supply_arguments_together() {
    let preds = "sig A {} pred A.m[x: A] { this = x }";
    let expected = "(some a: (one this/A) | this/m[a, a])";
    for text in ["some a: A | a.m[a]", "some a: A | m[a, a]", "some a: A | a.(a.m)"] {
        assert_eq!(formula(preds, text), expected, "{text}");
    }
}

#[test]
fn extra_arguments_join_the_result() {
    let funs = "sig A { f: set A } fun g[x: A]: A -> A { x -> x }";
    assert_eq!(formula(funs, "some g[A, A]"), "(some (. this/A this/g[this/A]))");
}

#[test]
fn this_may_be_the_first_argument_in_a_signature() {
    let text = "sig A { f: set A } { ok } pred ok[x: A] { some x.f } run {}";
    let world = crate::world(text);
    let fact = &world.sigs[relfind_lang::typed::World::BUILTIN_SIGS].facts[0];
    assert_eq!(relfind_lang::dump::expr(&world, fact), "this/ok[this]");
}

#[test]
fn several_empty_meanings_are_none() {
    assert_eq!(
        formula(FIELDS, "some c: none | no c.f"),
        "(some c: (one none) | (no none))"
    );
}

#[test]
fn dead_candidates_are_errors() {
    assert_eq!(error("sig A {} pred p[a: A] { some a }\nrun { p }"), ("E0304", 2));
    assert_eq!(
        error("sig A {} pred p[a: A] { some a }\nrun { p[A -> A] }"),
        ("E0304", 2)
    );
    assert_eq!(
        error("sig A {} fun f[a: A]: A { a }\nrun { some f[A, A] }"),
        ("E0401", 2)
    );
}
