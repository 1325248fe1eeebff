//! Instances that are given as files: evaluated in, talked about, and checked.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

mod program;

use std::fs;

use program::{folder, transcript};

const MODEL: &str = "sig Person { knows: set Person }
fact { all p: Person | p not in p.knows }
run pair { some knows } for exactly 2 Person
run crowd { #Person = 3 and some knows } for 4
";

/// An instance of `pair` in which a person knows the other.
const PAIR: &str =
    r#"{ "sigs": { "this/Person": ["Ann", "Bob"] }, "fields": { "this/Person<:knows": [["Ann", "Bob"]] } }"#;
/// None, since somebody knows herself.
const NONE: &str =
    r#"{ "sigs": { "this/Person": ["Ann", "Bob"] }, "fields": { "this/Person<:knows": [["Ann", "Ann"]] } }"#;

#[test]
fn expressions_are_evaluated_in_a_given_instance() {
    let folder = folder(&[("model.als", MODEL), ("pair.json", PAIR), ("none.json", NONE)]);
    let eval = |args: &[&str]| transcript(folder.path(), &[&["eval", "model.als"], args].concat(), "");
    let all = [
        eval(&[
            "--instance",
            "pair.json",
            "-e",
            "knows",
            "-e",
            "#Person",
            "-e",
            "no knows.Person & Person.knows",
        ]),
        eval(&["--instance", "pair.json", "-c", "crowd", "-e", "Person"]),
        eval(&["--instance", "none.json", "-e", "knows & iden"]),
        eval(&["--instance", "pair.json", "-e", "knows", "--format", "json"]),
        eval(&["--instance", "pair.json", "-e", "Persn"]),
        eval(&["--instance", "model.als", "-e", "Person"]),
        eval(&["--instance", "nothing.json", "-e", "Person"]),
    ];
    insta::assert_snapshot!(all.join("\n"));
}

#[test]
fn what_was_written_is_evaluated_in_as_what_it_was() {
    let folder = folder(&[("model.als", MODEL)]);
    for format in ["json", "xml"] {
        let written = transcript(
            folder.path(),
            &["model.als", "-c", "crowd", "--format", format],
            "",
        );
        let document = written.split_once('\n').unwrap().1;
        fs::write(
            folder.path().join("crowd"),
            document.split("--- ").next().unwrap(),
        )
        .unwrap();
        let expr = ["-e", "Person", "-e", "knows", "-e", "Int", "-e", "seq/Int"];
        let found = transcript(
            folder.path(),
            &[&["eval", "model.als", "-c", "crowd"], &expr[..]].concat(),
            "",
        );
        // The command is the one that the instance says it is of.
        let given = transcript(
            folder.path(),
            &[&["eval", "model.als", "--instance", "crowd"], &expr[..]].concat(),
            "",
        );
        let values = |text: &str| text.split_once('\n').unwrap().1.to_owned();
        assert_eq!(values(&found), values(&given), "{format}");
    }
}

#[test]
fn a_conversation_begins_with_a_given_instance() {
    let folder = folder(&[("model.als", MODEL), ("none.json", NONE)]);
    let talk = ["knows", ":next", "#knows", ":prev", "Person", ""].join("\n");
    let text = transcript(
        folder.path(),
        &["repl", "model.als", "--instance", "none.json", "--view", "text"],
        &talk,
    );
    insta::assert_snapshot!(text);
}

#[test]
fn an_instance_that_leaves_something_open_is_refused() {
    let part = r#"{ "sigs": { "this/Person": ["Ann", "Bob"] }, "fields": {} }"#;
    let folder = folder(&[("model.als", MODEL), ("part.json", part)]);
    insta::assert_snapshot!(transcript(
        folder.path(),
        &["eval", "model.als", "--instance", "part.json", "-e", "Person"],
        "",
    ));
}

/// Alloy's own XML of cases whose names need care.
#[test]
fn labels_that_need_care_are_read() {
    let two_orders = "open util/ordering[A]\nopen util/ordering[B]\nsig A {} sig B {}\nrun { some ordering/first } for 2\n";
    let cases = [
        ("union", "sig A, B {}\nsig C = A + B {}\nrun { some C } for 1\n"),
        ("orders", two_orders),
        ("meta", "sig A {}\nrun { some sig$ }\n"),
        (
            "whole",
            "abstract one sig P { f: set Q }\nsig A, B extends P {}\nsig Q {}\nrun { some f } for 2\n",
        ),
        ("odd", "sig Odd in Int {}\nrun { Odd = 3 + 5 }\n"),
        (
            "text",
            "sig A { s: set String }\nrun { A.s = \"a\\\"b\" + \"7\" + \"c\\\\d\" } for 1 but exactly 4 String\n",
        ),
    ];
    for (name, model) in cases {
        let folder = folder(&[("model.als", model)]);
        for format in ["json", "xml"] {
            let written = transcript(folder.path(), &["model.als", "--format", format], "");
            let document = written.split_once('\n').unwrap().1;
            fs::write(
                folder.path().join("given"),
                document.split("--- status").next().unwrap(),
            )
            .unwrap();
            let checked = transcript(folder.path(), &["validate", "model.als", "given"], "");
            assert!(
                checked.ends_with("1. an instance\n--- status 0\n"),
                "{name} {format}: {checked}"
            );
        }
    }
}

/// What validation says of an instance that several things are wrong with: all of them, the goal of the command among them.
#[test]
fn all_that_fails_is_told() {
    let model = "sig P { k: set P, best: one P }
fact first { some k no k & iden }
fact second { #P > 2 }
fact third { all p: P | some p.k }
pred many { #P > 3 }
run { some P and many }
assert few { lone P }
check few for 3
";
    let wrong = r#"{ "sigs": { "this/P": ["Ann", "Bob"] },
  "fields": { "this/P<:k": [["Ann", "Ann"]], "this/P<:best": [["Ann", "Bob"]] } }"#;
    let right = r#"{ "sigs": { "this/P": ["a", "b", "c"] },
  "fields": { "this/P<:k": [["a", "b"], ["b", "a"], ["c", "a"]], "this/P<:best": [["a", "b"], ["b", "b"], ["c", "b"]] } }"#;
    let folder = folder(&[("m.als", model), ("wrong.json", wrong), ("right.json", right)]);
    let validate = |args: &[&str]| transcript(folder.path(), &[&["validate", "m.als"], args].concat(), "");
    let all = [
        validate(&["wrong.json"]),
        validate(&["right.json"]),
        validate(&["right.json", "-c", "few"]),
    ];
    insta::assert_snapshot!(all.join("\n"));
}

/// A model whose instances have witnesses for all sorts of values.
const WITNESSES: &str = "sig P { k: set P, name: lone String }
one sig Boss extends P {}
run show {
  some disj p, q: P | q in p.k and p.name = \"Ann\"
  some n: Int | n > 2
  some s: String | s in P.name
} for 3
";

#[test]
fn witnesses_of_a_given_instance_have_values() {
    let folder = folder(&[("m.als", WITNESSES)]);
    let exprs = [
        "$show_p",
        "$show_q.k + Boss",
        "$show_n",
        "$show_s",
        "$show_p in k.P",
        "#$show_q",
    ];
    let exprs: Vec<&str> = exprs.iter().flat_map(|expr| ["-e", expr]).collect();
    let found = transcript(folder.path(), &[&["eval", "m.als"], &exprs[..]].concat(), "");
    let values = |text: &str| text.split_once('\n').unwrap().1.to_owned();
    assert!(values(&found).ends_with("true\n1\n--- status 0\n"), "{found}");
    for format in ["json", "xml"] {
        let (_, written, _) = program::told(folder.path(), &["m.als", "--format", format], "");
        fs::write(folder.path().join("given"), written).unwrap();
        let args = [&["eval", "m.als", "--instance", "given"], &exprs[..]].concat();
        assert_eq!(
            values(&found),
            values(&transcript(folder.path(), &args, "")),
            "{format}"
        );
        let args = ["repl", "m.als", "--instance", "given", "--view", "text"];
        let (_, talk, _) = program::told(folder.path(), &args, "$show_s\n");
        assert!(talk.ends_with("{\"Ann\"}\n"), "{format}: {talk}");
    }
}

/// Alloy writes the functions without parameters of the root module behind the witnesses, those of one name together.
#[test]
fn functions_without_parameters_are_written_as_xml() {
    let model = "open util/ordering[A] as order
sig A { f: set A }
sig B {}
private fun hidden: set A { A.f }
fun own: set A { f.A }
fun back[]: A -> A { ~f }
fun two[x: A]: set A { x.f }
fun number: Int { #A }
fun empty: set A { none }
fun nothing: none { none }
fun over: Int { 7.plus[3] }
fun own: set B { B }
pred p { some f }
run { f = A -> order/last } for exactly 2 A, exactly 1 B
";
    let folder = folder(&[("m.als", model)]);
    let (status, out, err) = program::told(folder.path(), &["m.als", "--format", "xml"], "");
    assert_eq!(status, 0, "{err}");
    let skolems = out.split_once("<skolem").unwrap().1;
    insta::assert_snapshot!(skolems.split_once("</instance>").unwrap().0);
    fs::write(folder.path().join("given"), &out).unwrap();
    let checked = transcript(folder.path(), &["validate", "m.als", "given"], "");
    assert!(checked.contains("1. an instance"), "{checked}");
}
