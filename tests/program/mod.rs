//! The program as scripts start it: in a folder of its own, with what is typed, and what it says.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]
#![allow(dead_code)] // Each test program uses a part of it.

use std::{
    fs,
    io::Write as _,
    path::Path,
    process::{Command, Output, Stdio},
};

/// A folder with these files.
pub(crate) fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

/// What comes of running it in a folder, with this as standard input.
pub(crate) fn relfind(folder: &Path, args: &[&str], input: &str) -> Output {
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
    child.wait_with_output().unwrap()
}

/// Status, standard output and standard error.
pub(crate) fn told(folder: &Path, args: &[&str], input: &str) -> (i32, String, String) {
    let output = relfind(folder, args, input);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap(),
        text(output.stdout),
        text(output.stderr),
    )
}

/// Arguments, what is printed, and the exit status, as one text.
pub(crate) fn transcript(folder: &Path, args: &[&str], input: &str) -> String {
    let (status, out, err) = told(folder, args, input);
    let mut all = format!("$ relfind {}\n{out}", args.join(" "));
    if !err.is_empty() {
        all += &format!("--- standard error\n{err}");
    }
    all + &format!("--- status {status}\n")
}
