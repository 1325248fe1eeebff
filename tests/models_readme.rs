//! `models/README.md` says of each bundled model what it shows, and of each command the verdict and the sizes. This test makes it anew from the
//! models and fails if it is stale; `UPDATE=1 cargo test --test models_readme` writes it.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

mod bundled;

use std::{fmt::Write as _, path::Path};

use relfind::{
    RunLimits, RunOptions, Session,
    lang::typed::{Command, Goal},
};

const HEAD: &str = "# Bundled models

Each file opens with what it is about, how to run it, and what to change; each command says what it expects.
This page is made from the files by `UPDATE=1 cargo test --test models_readme`.

| Model | What it shows |
|---|---|
";

const SIZES: &str = "
## Verdicts and sizes

Primary variables stand for the tuples that relations may have; the other variables and the clauses are what the formulas come to.

| Model | Command | Verdict | Primary variables | Variables | Clauses |
|---|---|---|--:|--:|--:|
";

/// The paragraph of the first comment that begins with `What it shows:`, without these words, as one line.
fn what_it_shows(text: &str) -> Option<String> {
    let (_, rest) = text.split_once("What it shows:")?;
    let lines = rest
        .lines()
        .map(|line| line.trim().trim_start_matches('*').trim());
    let paragraph: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    let joined = paragraph.join(" ").replace('|', "\\|");
    let mut letters = joined.chars();
    let first = letters.next()?;
    Some(first.to_uppercase().chain(letters).collect())
}

/// What became of a command, in the words of the command line, and its sizes; it must be as it expects.
fn outcome(session: &Session, index: usize, command: &Command) -> String {
    let is_check = matches!(command.goal, Goal::Check(_));
    let mut run = session
        .run(index, &RunOptions::default(), &RunLimits::default())
        .unwrap();
    let found = run.next().unwrap().is_some();
    let name = &command.label;
    let expect = command
        .expect
        .unwrap_or_else(|| panic!("{name} says nothing of what it expects"));
    assert_eq!(found, expect > 0, "{name}");
    let verdict = match (is_check, found) {
        (false, true) => "instance",
        (false, false) => "no instance",
        (true, true) => "counterexample",
        (true, false) => "holds in scope",
    };
    let sizes = run.sizes();
    format!(
        "`{name}` | {verdict} | {} | {} | {}",
        sizes.primary_variables, sizes.variables, sizes.clauses
    )
}

fn readme(folder: &Path) -> String {
    let mut models = String::new();
    let mut commands = String::new();
    for path in bundled::models_beneath(folder) {
        let link = path
            .strip_prefix(folder)
            .unwrap()
            .to_str()
            .unwrap()
            .replace('\\', "/");
        let name = path.file_stem().unwrap().to_str().unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        let shows = what_it_shows(&text).unwrap_or_else(|| panic!("{link} does not say what it shows"));
        let _ = writeln!(models, "| [{name}]({link}) | {shows} |");
        let session = Session::open(&path).unwrap_or_else(|error| panic!("{link}: {error}"));
        for (index, command) in session.commands().iter().enumerate() {
            let _ = writeln!(commands, "| {name} | {} |", outcome(&session, index, command));
        }
    }
    format!("{HEAD}{models}{SIZES}{commands}")
}

#[test]
fn readme_is_fresh_and_every_command_is_as_expected() {
    let folder = bundled::folder();
    let fresh = readme(&folder);
    let file = folder.join("README.md");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&file, &fresh).unwrap();
    }
    let stored = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        stored == fresh,
        "models/README.md is stale; `UPDATE=1 cargo test --test models_readme` makes it anew"
    );
}
