//! Models at hand: nothing but their layout changes, and ours are formatted already.

use std::fs;
use std::path::{Path, PathBuf};

use super::{FILE, formatted};
use relfind_lang::ast;
use relfind_lang::dialect::parse_in;

/// Models whose layout is their own: they are kept as they were found.
const AS_FOUND: [&str; 1] = ["seed_nonogram.als"];

fn models(folder: &str) -> Vec<PathBuf> {
    let mut todo = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    let mut found = Vec::new();
    while let Some(folder) = todo.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                todo.push(path);
            } else if path.extension().is_some_and(|extension| extension == "als") {
                found.push(path);
            }
        }
    }
    found.sort();
    assert!(!found.is_empty(), "no models in {folder}");
    found
}

fn check_meaning(path: &Path) {
    let text = fs::read_to_string(path).unwrap();
    let before = parse_in(FILE, &text, None);
    if before
        .diagnostics
        .iter()
        .any(relfind_lang::diag::Diagnostic::is_error)
    {
        return;
    }
    let after = parse_in(FILE, &formatted(&path.display().to_string(), &text), None);
    assert_eq!(before.dialect, after.dialect, "{}", path.display());
    assert_eq!(
        ast::dump(&before.module),
        ast::dump(&after.module),
        "{}",
        path.display()
    );
}

#[test]
fn meaning_stays() {
    for folder in ["../models", "../tests", "src/stdlib/util"] {
        for path in models(folder) {
            check_meaning(&path);
        }
    }
}

#[test]
fn our_models_and_the_library_are_formatted() {
    for folder in ["../models", "../tests/models", "src/stdlib/util"] {
        for path in models(folder) {
            let name = path.file_name().unwrap_or_default();
            if AS_FOUND.iter().any(|found| name == *found) {
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let result = formatted(&path.display().to_string(), &text);
            assert_eq!(text, result, "run `relfind fmt {}`", path.display());
        }
    }
}
