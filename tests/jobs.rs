//! Commands side by side: what is printed is what one job prints.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

mod program;

use std::{
    fs,
    path::Path,
    process::{Command, Output, Stdio},
    time::{Duration, Instant},
};

const RELFIND: &str = env!("CARGO_BIN_EXE_relfind");

fn relfind(file: &Path, flags: &[&str]) -> Output {
    let args = [&[file.to_str().unwrap()], flags].concat();
    program::relfind(Path::new("."), &args, "")
}

/// All that a run says, and its status; times left out.
fn said(file: &Path, flags: &[&str]) -> (String, String, Option<i32>) {
    let output = relfind(file, flags);
    let text = |bytes: &[u8]| {
        let lines = String::from_utf8_lossy(bytes).into_owned();
        let timeless = lines.lines().filter(|line| !line.contains("_ms\":"));
        timeless.collect::<Vec<_>>().join("\n")
    };
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

fn model(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("models").join(name)
}

fn assert_same(file: &Path, flags: &[&str]) {
    let alone = said(file, flags);
    assert!(!alone.0.is_empty(), "{flags:?}: {}", alone.1);
    for jobs in ["2", "5"] {
        let beside = said(file, &[flags, &["--jobs", jobs]].concat());
        assert_eq!(alone, beside, "{} {flags:?} --jobs {jobs}", file.display());
    }
}

#[test]
fn bundled_models_are_told_of_alike() {
    assert_same(&model("systems/dining_philosophers.als"), &[]);
    assert_same(&model("structures/file_system.als"), &["--format", "json"]);
    assert_same(&model("planning/river_crossing.als"), &["--enumerate", "all"]);
    assert_same(&model("puzzles/graph_colouring.als"), &["--format", "dot"]);
    assert_same(&model("systems/access_control.als"), &["--quiet", "-c", "*Safe"]);
}

const MIXED: &str = "sig A { r: set A } sig B extends A {}\n\
                     fact { all a: A | a.r in A }\n\
                     many: run { some r } for 2\n\
                     nothing: run { no A and some A } for 3\n\
                     wrong: run { some A } for 2 A, 1 Int\n\
                     narrow: run { #A > 5 } for 7 but 3 Int\n\
                     holds: check { A.r in A } for 3 expect 0\n\
                     fails: check { no r } for 2 expect 0\n";

fn mixed() -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mixed.als");
    fs::write(&file, MIXED).unwrap();
    (folder, file)
}

#[test]
fn warnings_errors_and_counts_come_in_their_order() {
    let (_folder, file) = mixed();
    assert_same(&file, &[]);
    assert_same(&file, &["--count"]);
    assert_same(&file, &["--enumerate", "3", "--deny-warnings"]);
    assert_same(&file, &["--format", "json", "--enumerate", "2"]);
    assert_same(&file, &["--format", "facts"]);
}

#[test]
fn each_command_runs_at_each_scope() {
    let (_folder, file) = mixed();
    let flags = ["-c", "many", "-c", "holds", "--scopes", "1,3..4"];
    assert_same(&file, &flags);
    let (text, _, status) = said(&file, &flags);
    let headings: Vec<&str> = text.lines().filter(|line| line.contains(", at scope ")).collect();
    assert_eq!(
        headings,
        [
            "0  run many for 2, at scope 1",
            "0  run many for 2, at scope 3",
            "0  run many for 2, at scope 4",
            "4  check holds for 3 expect 0, at scope 1",
            "4  check holds for 3 expect 0, at scope 3",
            "4  check holds for 3 expect 0, at scope 4",
        ]
    );
    assert_eq!(status, Some(0));
    for (wrong, words) in [
        ("4..3", "not a range"),
        ("x", "a scope is a number"),
        ("1..", "a scope is a number"),
    ] {
        let output = relfind(&file, &["--scopes", wrong]);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains(words));
    }
}

/// Two pigeonhole problems that nothing here solves in minutes, and a small command between them.
const HARD: &str = "sig Pigeon { hole: one Hole } sig Hole { next: lone Hole }\n\
                    pred apart { all disj p, q: Pigeon | p.hole != q.hole }\n\
                    hard: run apart for exactly 40 Pigeon, exactly 39 Hole\n\
                    small: run apart for 2\n\
                    harder: run apart for exactly 41 Pigeon, exactly 40 Hole\n";

fn hard() -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hard.als");
    fs::write(&file, HARD).unwrap();
    (folder, file)
}

#[test]
fn a_limit_is_that_of_each_command() {
    let (_folder, file) = hard();
    let flags = ["--symmetry", "0", "--timeout", "2", "--format", "none"];
    assert_same(&file, &flags);
    let (text, _, status) = said(&file, &[&flags[..], &["--jobs", "3"]].concat());
    assert_eq!(text.matches("unknown: the time limit").count(), 2, "{text}");
    assert!(text.contains("1  run small for 2\n   instance found"), "{text}");
    assert_eq!(status, Some(3));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_all_that_run() {
    let (_folder, file) = hard();
    let mut relfind = Command::new(RELFIND);
    relfind
        .arg(&file)
        .args(["--symmetry", "0", "--format", "none", "--jobs", "3"]);
    let child = relfind
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let start = Instant::now();
    std::thread::sleep(Duration::from_secs(2));
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(130), "{text}");
    assert_eq!(text.matches("unknown: interrupted").count(), 2, "{text}");
    assert!(text.contains("instance found"), "{text}");
    assert!(start.elapsed() < Duration::from_secs(40));
}
