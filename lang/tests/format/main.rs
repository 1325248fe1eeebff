//! Tests of the formatter.

#![allow(clippy::unwrap_used)] // A failed unwrap is a failed test.

mod files;
mod layout;
mod refusals;

use relfind_lang::format::format;
use relfind_lang::source::FileId;

const FILE: FileId = FileId(0);

fn formatted(name: &str, text: &str) -> String {
    let once = format(FILE, name, text, None).unwrap_or_else(|error| panic!("{name}: {error:?}"));
    let twice = format(FILE, name, &once, None).unwrap_or_else(|error| panic!("{name}: {error:?}"));
    assert_eq!(once, twice, "not idempotent: {name}");
    once
}

/// Checks what becomes of a text; both are given without the margin that they have in the test.
fn check(before: &str, after: &str) {
    assert_eq!(formatted("test.als", &unindented(before)), unindented(after));
}

fn unindented(text: &str) -> String {
    let text = text.strip_prefix('\n').unwrap_or(text).trim_end_matches(' ');
    let lines = || text.lines().filter(|line| !line.trim().is_empty());
    let margin = lines().map(|line| line.len() - line.trim_start().len()).min();
    let cut = |line: &str| line.get(margin.unwrap_or(0)..).unwrap_or("").to_owned() + "\n";
    text.lines().map(cut).collect()
}
