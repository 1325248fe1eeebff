//! The words of semantic errors, with their source.

use insta::assert_snapshot;

use crate::{load, render};

fn errors_of(text: &str) -> String {
    let loaded = load(text);
    assert!(loaded.world.is_none(), "no error in {text}");
    render::render(&loaded)
}

macro_rules! errors {
    ($( $name:ident: $text:expr; )*) => {
        $( #[test] fn $name() { assert_snapshot!(errors_of($text)); } )*
    };
}

errors! {
    unknown_name: "sig Person { friends: set Person }\nrun { some Persn.friends }";
    unknown_name_like_a_field: "sig Node { next: lone Node }\nrun { some n: Node | some n.nxet }";
    unknown_variable: "sig A {}\nrun { some node: A | some nodes }";
    missing_order: "sig A {}\nrun { some first }";
    missing_boolean: "sig A { b: Bool }";
    missing_sequence: "sig A {}\nrun { some a: A | some a.elems }";
    old_disjoint: "sig A {}\nrun { disjoint[A, A] }";
    this_outside: "sig A {}\nrun { some this }";
    field_of_another_signature: "sig A { x: A }\nsig B { y: A.x }";
    call_in_a_bound: "sig A { f: g[A] }\nfun g[x: A]: A { x }";
    call_in_a_parameter: "sig A {}\nfun g[x: A]: A { x }\npred p[y: g[A]] { some y }";
    ambiguous_fields: "sig A { f: set A }\nsig B { f: set B }\nrun { some f }";
    ambiguous_with_the_library: "sig A { next: lone A }\nrun { some next }";
    ambiguous_signature: "open util/ordering[A]\nsig A {}\nsig Ord2 {}\npred lt[a, b: A] { a = b }\nrun { all x: A | lt[x, x] }";
    nothing_fits: "sig A { f: set A }\nsig B { f: set B }\nsig C {}\nrun { some f & C -> C and C -> A -> A in f }";
    too_few_arguments: "sig A {}\npred p[x, y: A] { x = y }\nrun { p[A] }";
    too_many_arguments: "sig A {}\nfun f[x: A]: A { x }\nrun { some f[A, A] }";
    arguments_of_a_wrong_type: "sig A, B {}\npred p[x: A] { some x }\nrun { p[B] }";
    arguments_of_a_wrong_arity: "sig A {}\npred p[x: A] { some x }\nrun { p[A -> A] }";
    called_with_parentheses: "sig A {}\npred p[x: A] { some x }\nrun { p (A) }";
    no_overload_fits: "sig A, B, C {}\npred p[x: A] { some x }\npred p[x: B] { some x }\nrun { p[C] }";
    field_behind_a_join_in_a_signature: "sig A { f: set A, v: Int } { some f.v }";
    this_dot_field: "sig A { f: set A } { some this.f }";
    join_of_sets: "sig A, B {}\nrun { some A.B }";
    arities_of_equality: "sig A { f: set A }\nrun { A = f }";
    formulas_compared: "sig A {}\nrun { (some A) = (no A) }";
    set_as_formula: "sig A {}\nrun { A }";
    integer_as_formula: "sig A {}\nrun { #A }";
    set_as_integer: "sig A {}\nrun { A > 2 }";
    sequence_index_as_integer: "run { all i: seq/Int | i > 0 }";
    formula_as_set: "sig A {}\nrun { some (no A) }";
    transposed_set: "sig A {}\nrun { some ~A }";
    restricted_by_a_relation: "sig A { f: set A }\nrun { some f <: A }";
    branches: "sig A { f: set A }\nrun { some (no A => A else f) }";
    multiplicity_in_an_expression: "sig A { f: set A }\nrun { some f.(A -> one A) }";
    multiplicity_of_a_relation: "sig A { f: lone (A -> A) }";
    multiplicity_behind_not_in: "sig A { f: set A }\nrun { f not in A -> one A }";
    comprehension_of_sets: "sig A {}\nrun { some { x: set A | some x } }";
    empty_bound: "sig A, B {}\nsig C { f: A & B }";
    body_of_a_wrong_arity: "sig A { f: set A }\nfun g: A { f }";
    empty_function: "sig A {}\nfun g: A {}";
    duplicate_signature: "sig A {}\nsig A {}";
    duplicate_assertion: "assert a {}\nassert a {}";
    overlapping_fields: "sig A { f: A }\nsig B extends A { f: A }";
    cyclic: "sig A extends B {}\nsig B extends A {}";
    extended_subset: "sig A {}\nsig B in A {}\nsig C extends B {}";
    extended_int: "sig A extends Int {}";
    extended_enumeration: "enum E { X }\nsig Y extends E {}";
    unknown_parent: "sig Person {}\nsig Man extends Prson {}";
    two_multiplicities: "lone one sig A {}";
    unknown_file: "open lib/missing";
    missing_parameter: "open util/ordering\nsig A {}";
    unknown_parameter: "open util/ordering[Stat]\nsig State {}";
    two_modules_of_one_alias: "open util/boolean as b\nopen util/relation as b";
    variable_exact_parameter: "open util/ordering[A]\nvar sig A {}";
    unknown_predicate: "pred show {}\nrun shwo";
    run_of_an_assertion: "assert a {}\nrun a";
    check_of_a_predicate: "pred p {}\ncheck p";
    ambiguous_goal: "open util/ordering[A]\nsig A {}\nrun lt";
    unknown_scope: "sig State {}\nrun {} for 3 Stat";
    variable_exact_scope: "var sig A {}\nrun {} for exactly 2 A";
    macro_without_arguments: "sig A {}\nlet m[x] = x\nrun { some m }";
    recursive_macro: "let m = m\nrun { some m }";
    private_in_a_quantifier: "sig A {}\nrun { some x: disj A | some x }";
}
