//! Conversations as scripts have them.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

mod program;

use std::{
    fs,
    io::Write as _,
    path::Path,
    process::{Command, Stdio},
};

use program::{folder, told};

/// What a conversation prints: what is typed behind a prompt, each time followed by the answer.
fn conversation(model: &str, lines: &[&str]) -> String {
    let folder = folder(&[("model.als", model)]);
    let mut text = String::new();
    // Each line is sent together with all before it, so that its own answer is what comes last.
    let mut before = talk(folder.path(), "");
    text += &before;
    for count in 1..=lines.len() {
        let now = talk(folder.path(), &lines[..count].join("\n"));
        let answer = now.strip_prefix(&before).unwrap();
        text += &format!("relfind> {}\n{answer}", lines[count - 1]);
        before = now;
    }
    text
}

fn talk(folder: &Path, input: &str) -> String {
    let (status, out, err) = told(folder, &["repl", "model.als"], input);
    assert_eq!((err.as_str(), status), ("", 0));
    assert!(!out.contains('\x1b'), "escape codes in a script");
    out
}

const PEOPLE: &str = "sig Person { knows: set Person }
fact { all p: Person | p not in p.knows }
pred lonely[p: Person] { no p.knows }
run popular { some p: Person | some p.knows and p.knows = Person - p } for 3
run crowd { #Person > 3 } for 3
assert Mutual { all p, q: Person | q in p.knows => p in q.knows }
check Mutual for 4
";

#[test]
fn questions() {
    insta::assert_snapshot!(conversation(
        PEOPLE,
        &[
            "Person",
            "knows",
            "$popular_p",
            "#Person",
            "some p: Person | lonely[p]",
            "#Person + 7 = 0",
            "7.plus[1]",
            ":let others = Person - $popular_p",
            "others",
            ":let t = some Person",
            "Persn",
            "knows + Person",
            "{ p: Person | lonely[p] }",
            ":show text",
            ":show upside down",
        ],
    ));
}

#[test]
fn commands() {
    insta::assert_snapshot!(conversation(
        PEOPLE,
        &[
            ":list",
            ":next",
            ":next",
            ":prev",
            ":prev",
            ":prev",
            ":scope",
            ":scope exactly 1 Person",
            ":run crowd",
            "Person",
            ":prev",
            ":check Mutual",
            "$Mutual_p",
            ":scope 1",
            "run { some disj a, b: Person | a.knows = b.knows and some a.knows } for 4",
            "check { some Person } for 2",
            "run { some Persn }",
            "run { some Person } for 2 Prson",
            "sig New {}",
            ":frobnicate",
            ":run",
        ],
    ));
}

/// The block of `docs/repl.md` behind a fence of this kind.
fn documented(kind: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/repl.md");
    let text = fs::read_to_string(path).unwrap();
    let (_, block) = text.split_once(&format!("```{kind}\n")).unwrap();
    block.split_once("```").unwrap().0.to_owned()
}

#[test]
fn the_conversation_of_the_documentation_is_true() {
    let expected = documented("console");
    let typed: Vec<&str> = expected
        .lines()
        .filter_map(|line| line.strip_prefix("relfind> "))
        .collect();
    assert_eq!(conversation(&documented("alloy"), &typed), expected);
}

#[test]
fn open_brackets_join_lines() {
    let folder = folder(&[("model.als", "sig A {} run {} for exactly 2 A")]);
    let text = talk(folder.path(), "{ a: A |\n  a = A$0 // }\n}\n#A\n");
    assert!(text.ends_with("{A$0}\n2\n"), "{text}");
}

#[test]
fn changes_of_the_file_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let model = folder.path().join("model.als");
    fs::write(&model, "sig A {} run {} for exactly 2 A").unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_relfind"))
        .args(["repl", "model.als"])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = std::io::BufReader::new(child.stdout.take().unwrap());
    let mut until = |end: &str| {
        let mut line = String::new();
        while !line.ends_with(end) {
            let read = std::io::BufRead::read_line(&mut output, &mut line).unwrap();
            assert!(read > 0, "{line}");
        }
    };
    input.write_all(b"#A\n").unwrap();
    until("\n2\n");
    fs::write(&model, "sig A {} run {} for exactly 3 A").unwrap();
    input.write_all(b":reload\n#A\n").unwrap();
    until("\n3\n");
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn what_cannot_be_opened_has_status_2() {
    let folder = folder(&[("wrong.als", "sig A {")]);
    for file in ["missing.als", "-", "wrong.als"] {
        assert_eq!(told(folder.path(), &["repl", file], "").0, 2, "{file}");
    }
}
