//! Instances that are given as files: evaluated in, talked about, and checked.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

use std::{
    fs,
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
};

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

/// Arguments, what is printed, and the exit status, as one text.
fn transcript(folder: &Path, args: &[&str], input: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_relfind"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Who does not read may be gone already.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let (out, err) = (text(output.stdout), text(output.stderr));
    let mut all = format!("$ relfind {}\n{out}", args.join(" "));
    if !err.is_empty() {
        all += &format!("--- standard error\n{err}");
    }
    all + &format!("--- status {}\n", output.status.code().unwrap())
}

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

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
