//! `relfind fmt` and `--dialect` as scripts see them.

#![allow(clippy::unwrap_used)] // A failed unwrap is a failed test.

use std::{
    fs,
    io::Write as _,
    path::Path,
    process::{Command, Output, Stdio},
};

const UGLY: &str = "sig A{f:A}\npred p{\nsome A}\n";
const NICE: &str = "sig A { f: A }\npred p {\n  some A }\n";

fn relfind(folder: &Path, args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_relfind"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

/// Status, standard output and standard error.
fn told(folder: &Path, args: &[&str], input: &str) -> (i32, String, String) {
    let output = relfind(folder, args, input);
    (
        output.status.code().unwrap(),
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

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
