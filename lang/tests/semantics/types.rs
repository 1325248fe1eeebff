//! Bounding types, casts and multiplicities.

use relfind_lang::dump;

use crate::{error, formula, formula_error, world};

const SIGS: &str = "sig A { v: Int, r: set A } sig B {}";

#[test]
fn integers_and_sets_are_cast() {
    for (text, expected) in [
        ("A.v < 3", "(< (int (. this/A this/A<:v)) 3)"),
        ("#A = 2", "(= (# this/A) 2)"),
        ("A.v = 2", "(= (. this/A this/A<:v) (Int 2))"),
        ("(1 + A) > 0", "(> (int (+ (Int 1) this/A)) 0)"),
        ("1 + 2 = 3", "(= (+ (Int 1) (Int 2)) (Int 3))"),
        ("int[A.v] > 0", "(> (int (. this/A this/A<:v)) 0)"),
        ("A.v.int > 0", "(> (int (. this/A this/A<:v)) 0)"),
        ("int A.v > 0", "(> (int (. this/A this/A<:v)) 0)"),
        ("sum A.v > 0", "(> (int (. this/A this/A<:v)) 0)"),
        ("sum[A.v] in Int", "(in (Int (int (. this/A this/A<:v))) Int)"),
        ("Int[3] = 3", "(= 3 3)"),
        (
            "plus[1, #A] > 1",
            "(> (int integer/plus[(Int 1), (Int (# this/A))]) 1)",
        ),
        ("1 fun/add 2 = 3", "(= (fun/add 1 2) 3)"),
        ("(1 << 2) >>> 1 = 2 >> 0", "(= (>>> (<< 1 2) 1) (>> 2 0))"),
        ("fun/min < fun/max", "(< fun/min fun/max)"),
        ("some fun/next", "(some fun/next)"),
        (
            "(sum a: A | a.v) = 3",
            "(= (sum a: (one this/A) | (int (. a this/A<:v))) 3)",
        ),
        (
            "(some A => 1 else 2) > 0",
            "(> (int (if (some this/A) (Int 1) (Int 2))) 0)",
        ),
        ("let n = #A | n > 1", "(let n = (# this/A) | (> n 1))"),
        ("-1 in A.v", "(in (Int -1) (. this/A this/A<:v))"),
    ] {
        assert_eq!(formula(SIGS, text), expected, "{text}");
    }
}

#[test]
fn multiplicities_on_the_right_of_in() {
    for (text, expected) in [
        ("A in (lone B)", "(in this/A (lone this/B))"),
        ("r in A -> one A", "(in this/A<:r (set (->one this/A this/A)))"),
        (
            "r in A lone -> lone A",
            "(in this/A<:r (set (lone->lone this/A this/A)))",
        ),
        ("r not in A -> A", "(not (in this/A<:r (-> this/A this/A)))"),
        ("r in A set -> set A", "(in this/A<:r (-> this/A this/A))"),
        (
            "A->A->A in A -> (A -> one A)",
            "(in (-> this/A (-> this/A this/A)) (set (-> this/A (->one this/A this/A))))",
        ),
    ] {
        assert_eq!(formula(SIGS, text), expected, "{text}");
    }
    assert_eq!(formula_error(SIGS, "r !in A -> one A"), "E0501");
}

#[test]
fn the_rest_of_the_operators() {
    for (text, expected) in [
        ("disj[A, B, none]", "(disj this/A this/B none)"),
        ("A.disj[B]", "(disj this/A this/B)"),
        (
            "pred/totalOrder[A, A, r]",
            "(pred/totalOrder this/A this/A this/A<:r)",
        ),
        (
            "some {x: A, y: B | x = x}",
            "(some {x: (one this/A), y: (one this/B) | (= x x)})",
        ),
        ("some {x: A}", "(some {x: (one this/A) | true})"),
        ("A <: r = r :> A", "(= this/A<:r (:> this/A<:r this/A))"),
        (
            "~r = ^r and *r != iden",
            "(and (= (~ this/A<:r) (^ this/A<:r)) (not (= (* this/A<:r) iden)))",
        ),
        (
            "r ++ r in r & r - r",
            "(in (++ this/A<:r this/A<:r) (- (& this/A<:r this/A<:r) this/A<:r))",
        ),
        (
            "some A => no B else one B",
            "(if (some this/A) (no this/B) (one this/B))",
        ),
        ("some A <=> no B", "(<=> (some this/A) (no this/B))"),
        (
            "some A or no B or lone B",
            "(or (or (some this/A) (no this/B)) (lone this/B))",
        ),
        ("no disj x, y: A | x = y", "(no disj x y: (one this/A) | (= x y))"),
        ("lone x: some A | some x", "(lone x: (some this/A) | (some x))"),
        (
            "some f: A -> one B | some f",
            "(some f: (set (->one this/A this/B)) | (some f))",
        ),
        (
            "always some A until no B",
            "(until (always (some this/A)) (no this/B))",
        ),
        ("some A ; no A", "(and (some this/A) (after (no this/A)))"),
        (
            "A' in A and (some A since no B)",
            "(and (in (' this/A) this/A) (since (some this/A) (no this/B)))",
        ),
        ("some \"x\"", "(some \"x\")"),
    ] {
        assert_eq!(formula(SIGS, text), expected, "{text}");
    }
}

#[test]
fn errors_of_types() {
    for (text, code) in [
        ("A.B", "E0401"),
        ("A + r = A", "E0402"),
        ("A = r", "E0402"),
        ("A in r", "E0402"),
        ("some A & r", "E0402"),
        ("A", "E0403"),
        ("#A", "E0403"),
        ("not A", "E0403"),
        ("A < 2", "E0404"),
        ("all x: seq/Int | x > 0", "E0404"),
        ("no (some A)", "E0405"),
        ("some ~A", "E0406"),
        ("some ^A", "E0406"),
        ("some r <: A", "E0407"),
        ("some (some A => A else r)", "E0408"),
        ("disj[A, r]", "E0410"),
        ("disj[A]", "E0410"),
        ("pred/totalOrder[A, A]", "E0411"),
        ("pred/totalOrder[A, A, A]", "E0411"),
        ("some {x: set A | some x}", "E0413"),
        ("some {x: lone A | some x}", "E0413"),
        ("some {x: r | some x}", "E0413"),
        ("(sum x: some A | 1) > 0", "E0413"),
        ("some (lone A)", "E0405"),
        ("some x: one r | some x", "E0502"),
        ("some x: A, y: x.w | some y", "E0301"),
    ] {
        assert_eq!(formula_error(SIGS, text), code, "{text}");
    }
}

#[test]
fn errors_of_declarations() {
    for (text, code) in [
        ("sig A { f: none }", "E0511"),
        ("sig A { f: A + (seq A).A }", "E0501"),
        ("sig A { f: A & B } sig B {}", "E0511"),
        ("sig A { f: one (A -> A) }", "E0502"),
        ("fun f: univ {}", "E0405"),
        ("sig A {} fun f: A { A -> A }", "E0412"),
        ("sig A {} pred p[x: always A] {}", "E0403"),
        ("sig A {} pred p[x: A'] { some x }", "E0515"),
        ("sig A {} fun g: A { A } pred p[x: g] { some x }", "E0301"),
    ] {
        assert_eq!(error(text).0, code, "{text}");
    }
}

#[test]
fn results_are_as_precise_as_the_arguments() {
    let text = "sig A {} sig B extends A { f: set B } fun same[x: A]: set x { x } run { some same[B].f }";
    let world = world(text);
    let goal = world.funcs.iter().find(|f| f.name == "run$1").unwrap();
    assert_eq!(
        dump::expr(&world, &goal.body),
        "(some (. this/same[this/B] this/B<:f))"
    );
}

#[test]
fn bounds_of_all_kinds() {
    let text =
        "sig B {} sig A { a: B, b: lone B, c: some B, d: set B, e: B -> B, f: B lone -> some B, g: seq B,
        disj h, i: B, j: disj B, k = B, l: one B, m: Int one -> B } run {}";
    let dump = dump::world(&world(text), |m| m == 0);
    let expected = "\
  (field a {this/A->this/B} : (one this/B))
  (field b {this/A->this/B} : (lone this/B))
  (field c {this/A->this/B} : (some this/B))
  (field d {this/A->this/B} : (set this/B))
  (field e {this/A->this/B->this/B} : (set (-> this/B this/B)))
  (field f {this/A->this/B->this/B} : (set (lone->some this/B this/B)))
  (field g {this/A->seq/Int->this/B} : (seq this/B))
  (disj field h {this/A->this/B} : (one this/B))
  (disj field i {this/A->this/B} : (one this/B))
  (field j {this/A->this/B} : disj (one this/B))
  (field k {this/A->this/B} = (set this/B))
  (field l {this/A->this/B} : (one this/B))
  (field m {this/A->Int->this/B} : (set (one-> Int this/B)))
";
    assert!(dump.contains(expected), "{dump}");
}

#[test]
fn enumerations_share_one_type() {
    assert!(
        crate::load("enum E { X, Y } run { X & Y = none and X = Y }")
            .diagnostics
            .is_empty()
    );
}
