//! One test for each fact about precedence and associativity.

use relfind_lang::ast::dump_expr;

use crate::expr;

macro_rules! facts {
    ($( $name:ident: $text:literal => $tree:literal; )*) => {
        $( #[test] fn $name() { assert_eq!(dump_expr(&expr($text)), $tree); } )*
    };
}

facts! {
    implies_binds_tighter_than_or_on_its_right: "a => b or c" => "(or (implies a b) c)";
    or_is_looser_than_implies_on_its_left: "a or b => c" => "(or a (implies b c))";
    iff_is_looser_than_a_conditional: "a <=> b => c else d" => "(iff a (if b c d))";
    else_ends_in_an_implication: "a => b else c => d" => "(if a b (implies c d))";
    else_belongs_to_the_nearest_implication: "a => b => c else d" => "(implies a (if b c d))";
    implies_is_right_associative: "a => b => c" => "(implies a (implies b c))";
    nested_conditionals: "a => b => c else d else e" => "(if a (if b c d) e)";
    or_and_and: "a or b and c or d" => "(or (or a (and b c)) d)";
    iff_is_left_associative: "a iff b iff c" => "(iff (iff a b) c)";
    always_is_tighter_than_implies: "always a => b" => "(implies (always a) b)";
    always_is_tighter_than_and: "always p and q" => "(and (always p) q)";
    always_is_tighter_than_until: "always a until b" => "(until (always a) b)";
    until_is_left_associative: "a until b until c" => "(until (until a b) c)";
    not_is_tighter_than_until: "! a until b" => "(until (not a) b)";
    and_is_looser_than_until: "a and b until c" => "(and a (until b c))";
    binary_temporals_share_a_level: "a since b releases c triggered d" => "(triggered (releases (since a b) c) d)";
    sequence_is_right_associative: "a ; b ; c" => "(; a (; b c))";
    sequence_is_looser_than_implies: "p => q ; r" => "(; (implies p q) r)";
    sequence_ends_a_quantified_body: "some x: A | p ; q" => "(; (some [x: A] | p) q)";
    sequence_inside_a_block: "{ a b ; c }" => "(block a (; b c))";
    count_is_tighter_than_union: "#a + b" => "(+ (# a) b)";
    count_is_looser_than_intersection: "#a & b" => "(# (& a b))";
    count_is_looser_than_override: "#a ++ b" => "(# (++ a b))";
    sum_is_tighter_than_union: "sum a + b" => "(+ (sum a) b)";
    int_is_tighter_than_union: "int a + b" => "(+ (int a) b)";
    intersection_is_looser_than_an_arrow: "a -> b & c" => "(& (-> a b) c)";
    an_arrow_in_an_intersection: "a & b -> c" => "(& a (-> b c))";
    arrows_are_right_associative: "a -> b lone -> some c" => "(-> a (lone->some b c))";
    range_is_tighter_than_domain: "a <: b :> c" => "(<: a (:> b c))";
    domain_is_tighter_than_an_arrow: "a <: b -> c" => "(-> (<: a b) c)";
    transpose_is_tighter_than_join: "~a.b" => "(. (~ a) b)";
    transpose_behind_a_dot: "a.~b" => "(. a (~ b))";
    a_prime_takes_the_prefix_before_it: "~a'" => "(' (~ a))";
    a_prime_takes_a_closure_before_it: "^a'" => "(' (^ a))";
    a_prime_is_tighter_than_join: "a.b'" => "(. a (' b))";
    primes_repeat: "a''" => "(' (' a))";
    a_primed_box_join: "(f[x])'" => "(' (box f x))";
    no_is_looser_than_intersection: "no a.b & c" => "(no (& (. a b) c))";
    not_is_looser_than_in: "not a in b" => "(not (in a b))";
    lone_is_tighter_than_in: "lone a in b" => "(in (lone a) b)";
    a_multiplicity_in_parentheses: "a in (lone b)" => "(in a (lone b))";
    comparisons_are_left_recursive: "a in b in c" => "(in (in a b) c)";
    shift_is_looser_than_union: "a << b + c" => "(<< a (+ b c))";
    shifts_are_left_associative: "a >> b >>> c" => "(>>> (>> a b) c)";
    union_and_difference_are_left_associative: "a - b + c" => "(+ (- a b) c)";
    products_are_tighter_than_sums: "a fun/add b fun/mul c" => "(fun/add a (fun/mul b c))";
    override_is_looser_than_intersection: "a ++ b & c" => "(++ a (& b c))";
    box_join_is_looser_than_join: "a.b[c]" => "(box (. a b) c)";
    join_after_a_box_join: "a[b].c" => "(. (box a b) c)";
    box_join_in_a_union: "1 + 2 . plus[3]" => "(+ 1 (box (. 2 plus) 3))";
    a_quantifier_as_the_right_operand: "p and some x: A | q and r" => "(and p (some [x: A] | (and q r)))";
    a_sum_as_the_right_operand: "1 + sum x: A | x.v" => "(+ 1 (sum [x: A] | (. x v)))";
    a_let_as_the_right_operand: "a -> let b = c | b" => "(-> a (let [b = c] | b))";
    a_quantifier_behind_else: "a => b else some x: A | c" => "(if a b (some [x: A] | c))";
    a_block_body_ends_the_quantifier: "{ all x: A { p } q }" => "(block (all [x: A] | (block p)) q)";
    seq_in_a_bound: "seq A + B" => "(seq (+ A B))";
    parentheses_are_no_call: "{ f (a) }" => "(block f a)";
    an_empty_box: "e[]" => "(box e)";
}
