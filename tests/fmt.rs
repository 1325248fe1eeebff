//! `relfind fmt` and `--dialect` as scripts see them.

#![allow(clippy::unwrap_used)] // A failed unwrap is a failed test.

mod program;

use std::fs;

use program::{folder, told};

const UGLY: &str = "sig A{f:A}\npred p{\nsome A}\n";
const NICE: &str = "sig A { f: A }\npred p {\n  some A }\n";

#[test]
fn files_are_rewritten_and_those_that_change_are_named() {
    let folder = folder(&[("ugly.als", UGLY), ("nice.als", NICE)]);
    let told = told(folder.path(), &["fmt", "ugly.als", "nice.als"], "");
    assert_eq!(told, (0, "ugly.als\n".into(), String::new()));
    assert_eq!(fs::read_to_string(folder.path().join("ugly.als")).unwrap(), NICE);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn check_changes_nothing() {
    let folder = folder(&[("ugly.als", UGLY), ("nice.als", NICE)]);
    let path = folder.path();
    let ugly = told(path, &["fmt", "--check", "nice.als", "ugly.als"], "");
    assert_eq!(ugly, (1, "ugly.als\n".into(), String::new()));
    assert_eq!(fs::read_to_string(path.join("ugly.als")).unwrap(), UGLY);
    let nice = told(path, &["fmt", "--check", "nice.als"], "");
    assert_eq!(nice, (0, String::new(), String::new()));
}

#[test]
fn from_standard_input_to_standard_output() {
    let folder = folder(&[]);
    assert_eq!(
        told(folder.path(), &["fmt", "-"], UGLY),
        (0, NICE.into(), String::new())
    );
}

#[test]
fn a_file_with_syntax_errors_is_left_alone() {
    let folder = folder(&[("bad.als", "sig A{\n"), ("ugly.als", UGLY)]);
    let (status, out, err) = told(folder.path(), &["fmt", "bad.als", "missing.als", "ugly.als"], "");
    assert_eq!((status, out.as_str()), (2, "ugly.als\n"));
    assert!(err.contains("bad.als:1:"), "{err}");
    assert!(
        err.contains("bad.als has syntax errors and is left as it is"),
        "{err}"
    );
    assert!(err.contains("there is no file `missing.als`"), "{err}");
    assert_eq!(
        fs::read_to_string(folder.path().join("bad.als")).unwrap(),
        "sig A{\n"
    );
}

#[test]
fn an_older_file_runs_and_its_names_are_shown() {
    let old = "sig S' {}\nrun p' { some s': S' | s' = s' } for exactly 1 S'\n";
    let folder = folder(&[("old.als", old)]);
    let (status, out, err) = told(folder.path(), &["old.als"], "");
    assert_eq!(status, 0, "{out}{err}");
    assert!(
        err.contains("note[N0201]: old.als:1:5: read as Alloy 5, where `S'` is a name\n"),
        "{err}"
    );
    assert!(out.contains("S'"), "{out}");
    let (status, out, _) = told(folder.path(), &["--format", "json", "old.als"], "");
    assert_eq!(status, 0);
    assert!(out.contains("\"S'$0\""), "{out}");
    let (status, _, err) = told(folder.path(), &["--dialect", "alloy5", "old.als"], "");
    assert_eq!((status, err.contains("N0201")), (0, false));
    assert_eq!(told(folder.path(), &["--dialect", "alloy6", "old.als"], "").0, 2);
}
