//! The words of syntax errors, with their source.

use insta::assert_snapshot;

use crate::parse;
use crate::render::render;

/// The errors of `text` behind the text's own snapshot.
fn errors_of(text: &str) -> String {
    let (_, errors) = parse(text);
    assert!(!errors.is_empty(), "no error in {text}");
    render(text, &errors)
}

macro_rules! errors {
    ($( $name:ident: $text:expr; )*) => {
        $( #[test] fn $name() { assert_snapshot!(errors_of($text)); } )*
    };
}

errors! {
    double_equal: "sig A {}\nfact { A == A }";
    negated_double_equal: "sig A {}\nfact { A !== A }";
    assignment: "pred p { a := b }";
    multiplicity_behind_in: "sig A {}\nfact { A in lone A }";
    multiplicity_twice: "sig A { f: lone some A }";
    seq_behind_set: "sig A { f: set seq A }";
    triple_ampersand: "pred p { a &&& b }";
    diamond_inequality: "pred p { x <> y }";
    backward_arrow: "pred p { a <- b }";
    call_with_parentheses: "pred p { f(a, b) = c }";
    keyword_as_signature: "sig after {}";
    keyword_as_field: "sig Event { before: set Event }";
    keyword_behind_a_dot: "pred p { x in y.before }";
    keyword_in_front_of_a_dot: "pred p { after.x = y }";
    paragraph_keyword_as_field: "sig Door { open: Bool, x: Door }\nsig Bool {}";
    prime_in_a_parameter: "pred step [s, s': State] { s = s' }";
    prime_in_a_quantifier: "fact { all s, s': State | s = s' }";
    prime_in_a_some: "fact { some s': State | s = s' }";
    prime_in_a_signature: "sig A' {}";
    prime_behind_a_box_join: "fact { f[x]' = y }";
    quantifier_with_equal: "fact { all x = A | x in A }";
    quantifier_with_in: "fact { all x in A | x in A }";
    quantifier_without_bound: "fact { all x | x in A }";
    all_without_declaration: "fact { all A }";
    quantifier_behind_and: "fact { p or q and some x: A | p }";
    quantifier_behind_not: "fact { some A and not some x: A | p }";
    operator_behind_a_block: "fact { all x: A { some x } and some A }";
    let_with_a_colon: "fact { let x: A | some x }";
    exactly_without_but: "run {} for 3 exactly 2 A";
    exactly_without_for: "run {} exactly 2 A";
    exactly_without_signature: "run {} for exactly 3";
    scope_without_but: "run {} for 3, 2 A";
    scope_without_number: "run {} for A";
    scope_without_for: "run {} 3";
    scope_of_univ: "run {} for 3 univ";
    exact_bitwidth: "run {} for exactly 3 Int";
    growing_bitwidth: "run {} for 1..3 Int";
    repeated_bitwidth: "run {} for 3 Int, 4 int";
    no_steps: "run {} for 0 steps";
    unbounded_steps: "run {} for 2.. steps";
    signature_without_braces: "sig A extends B\nsig B {}";
    two_parents: "sig A extends B, C {}";
    subset_of_an_intersection: "sig A in B & C {}";
    assertion_with_equal: "assert a = A";
    predicate_without_braces: "pred p some A";
    predicate_with_result: "pred f[x: A]: B { A }";
    function_without_result: "fun f[x: A] { A }";
    parameter_without_bound: "pred p[x] { some x }";
    fields_without_comma: "sig A { f: B\n g: C }";
    private_fact: "private fact { }";
    unclosed_brace: "pred p {\n  some A\npred q { }";
    unclosed_brace_at_the_end: "pred p {\n  some A\n";
    unclosed_parenthesis: "pred p { a = (b }\nsig C {}";
    brace_too_many: "pred p { a = b } }\nsig C {}";
    scope_inside_a_block: "run { some A for 3";
    semicolon_at_the_end: "pred p { a = b; }";
    if_then_else: "pred p { if a then b else c }";
    unary_minus: "pred p { x = -y }";
    misspelt_keyword: "fact { }\nprd p { }";
    foreign_keyword: "import util/ordering";
    repeated_qualifier: "one abstract one sig A {}";
    empty_enum: "enum E {}";
    disjoint_definition: "sig A { disj f = A }";
    late_module: "sig A {}\nmodule m";
    late_open: "sig A {}\nopen util/ordering[A]";
    dollar_in_a_name: "sig A$ {}";
    path_in_a_declared_name: "fact { let a/b = A | some A }";
    repeated_parameter: "pred p[x: A, x: B] { }";
    private_parameter: "pred p[private x: A] { }";
    name_from_a_digit: "sig 1a {}";
    underscore_in_a_number: "fact { #A = 1_000 }";
    odd_hexadecimal: "fact { #A = 0x7 }";
    large_number: "fact { #A = 99999999999 }";
    unclosed_string: "fact { x = \"abc }";
    unknown_escape: "fact { x = \"a\\tb\" }";
    empty_string: "fact { x = \"\" }";
    string_and_name: "fact { x = \"a\"b }";
    curly_double_quotes: "fact { x = “abc” }";
    unclosed_comment: "sig A {} /* never";
    missing_operand: "fact { a + }";
    nothing_behind_alias: "open util/ordering[A] as";
}
