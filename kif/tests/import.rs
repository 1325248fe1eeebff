//! Games that are refused, with their lines, and what becomes of terms and names.

#![allow(clippy::unwrap_used)]

use relfind_kif::{KifError, Options, import};

const OPTIONS: Options = Options {
    steps: 3,
    every_step: false,
};

/// A small game that is right.
const GAME: &str = "(role r)
(init (at 1))
(succ 1 2) (succ 2 3)
(<= (legal r go) (true (at ?x)))
(<= (next (at ?y)) (does r go) (true (at ?x)) (succ ?x ?y))
(<= terminal (true (at 3)))
(<= (goal r 100) (true (at 3)))
";

fn refused(text: &str) -> KifError {
    import("game", text, OPTIONS).unwrap_err()
}

fn with(rule: &str) -> KifError {
    refused(&format!("{GAME}{rule}"))
}

#[test]
fn a_small_game() {
    let text = import("small", GAME, OPTIONS).unwrap();
    assert!(text.starts_with("module small\n"), "{text}");
    assert!(text.contains("enum Succ1 { n1, n2, n3 }"), "{text}");
    assert!(text.contains("win: run won for exactly 3 Step"), "{text}");
}

#[test]
fn unsafe_rules() {
    let error = with("(<= (p ?x ?y) (succ ?x ?z))");
    assert_eq!(error.line, 8);
    assert!(error.message.contains("`?y` in the head"), "{error}");
    let error = with("(<= (p ?x) (succ ?x ?z) (not (succ ?w ?x)))");
    assert!(error.message.contains("`?w` in `not`"), "{error}");
    let error = with("\n(<= (p ?x) (succ ?x ?z)\n (distinct ?x ?v))");
    assert_eq!(error.line, 9);
    assert!(error.message.contains("`?v` in `distinct`"), "{error}");
}

#[test]
fn unstratified_rules() {
    let error = with("(<= (p ?x) (succ ?x ?y) (not (q ?x)))\n(<= (q ?x) (p ?x))");
    assert_eq!(error.line, 8);
    assert!(error.message.contains("not stratified"), "{error}");
    let error = with("(<= p (not p))");
    assert!(error.message.contains("not stratified"), "{error}");
}

#[test]
fn other_faults() {
    let lines = [
        (
            "(<= (p ?x) (nothing ?x))",
            8,
            "no rule or fact says anything about `nothing`",
        ),
        ("(succ 1)", 8, "`succ` has 1 arguments here and 2 elsewhere"),
        ("(role s)", 8, "second role"),
        ("\n(<= (p 1) (succ 1 2)", 9, "this `(` is never closed"),
        ("(p 1))", 8, "this `)` closes nothing"),
        (
            "(<= (true (at 1)) (succ 1 2))",
            8,
            "no rule may have the head `true`",
        ),
        (
            "(<= (goal r 50) (does r go))",
            7,
            "`goal` cannot depend on the move",
        ),
        ("(<= (init (at 2)) (true (at 1)))", 2, "`init` cannot depend"),
        (
            "(<= (next (at (s ?x))) (true (at ?x)))",
            8,
            "terms grow without end",
        ),
        ("(<= (p ?x) (true ?x))", 8, "`true` of a variable"),
        ("(<= (p ?x) (not))", 8, "`not` takes one sentence"),
        ("(terminal 1)", 8, "`terminal` takes 0 arguments"),
    ];
    for (rule, line, message) in lines {
        let error = with(rule);
        assert!(error.message.contains(message), "{rule}: {error}");
        assert_eq!(error.line, line, "{rule}: {error}");
    }
    for missing in ["(role r)\n", "(init (at 1))\n"] {
        refused(&GAME.replace(missing, ""));
    }
    assert!(refused("").message.contains("no `(role ...)`"));
    refused(&"(".repeat(5000));
}

#[test]
fn words_of_alloy_are_avoided() {
    let game = GAME
        .replace("succ", "next_sig")
        .replace("(at ", "(all ")
        .replace(" go)", " some)");
    let text = import("fact", &game, OPTIONS).unwrap();
    assert!(text.starts_with("module fact_\n"), "{text}");
    assert!(
        text.contains("all_: set Next_sig1") && text.contains("enum Move { some_ }"),
        "{text}"
    );
}

#[test]
fn functions_have_one_arity_and_are_no_constants() {
    let error = with("(<= (next at) (true (at ?x)))");
    assert_eq!(
        error.to_string(),
        "line 8: `at` is a constant here, and has 1 argument in line 2"
    );
    let error = with("(<= (legal r (go ?x)) (true (at ?x)))");
    assert_eq!(
        error.message,
        "`go` has 1 argument here, and is a constant in line 4"
    );
    let error = with("(<= (next (at ?x ?x)) (true (at ?x)))");
    assert_eq!(
        error.message,
        "`at` has 2 arguments here, and has 1 argument in line 2"
    );
}

#[test]
fn other_players() {
    let error = with("(<= (next (at 1)) (does z go))");
    assert_eq!(
        error.to_string(),
        "line 8: there is no role `z`; the player is `r`"
    );
    let error = with("(<= (goal z 100) (true (at 1)))");
    assert_eq!(error.line, 8);
}

#[test]
fn sentences_that_can_never_be_true_are_left_out() {
    let rules = "(<= (p ?x) (true (at ?x)) (p ?y) (succ ?y ?x))
(<= (next (at ?x)) (true (at ?x)) (not (does r (fly ?x))) (not (true (wings ?x))) (not (p ?x)))";
    let text = import("small", &format!("{GAME}{rules}"), OPTIONS).unwrap();
    for word in ["fly", "wings", "none[", "Round"] {
        assert!(!text.contains(word), "{word}: {text}");
    }
}
