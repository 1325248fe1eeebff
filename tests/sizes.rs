//! Verdicts and sizes of bundled models at several scopes, as `benches/cases.tsv` has them: variables, clauses and gates are exact, and what makes them
//! more or fewer is to be seen. `UPDATE=1 cargo test --test sizes` writes them anew.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

use std::path::Path;

use relfind::{RunLimits, RunOptions, Session};

/// What a command comes to at an overall scope, `-` for that of the file.
fn sizes(file: &Path, command: &str, scope: &str) -> [String; 5] {
    let session = Session::open(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let index = session
        .commands()
        .iter()
        .position(|c| c.label == command)
        .unwrap();
    let mut options = RunOptions::default();
    options.lower.overall_scope = scope.parse().ok();
    let mut run = session.run(index, &options, &RunLimits::default()).unwrap();
    let (sizes, gates) = (run.sizes(), run.translation().statistics.gates);
    let verdict = if run.next().unwrap().is_some() {
        "sat"
    } else {
        "unsat"
    };
    let numbers = [
        sizes.primary_variables,
        sizes.variables,
        sizes.clauses,
        gates as u64,
    ];
    let [primary, variables, clauses, gates] = numbers.map(|n| n.to_string());
    [verdict.to_owned(), primary, variables, clauses, gates]
}

#[test]
fn sizes_are_those_of_the_table() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = root.join("benches/cases.tsv");
    let stored = std::fs::read_to_string(&path).unwrap();
    let mut fresh = String::new();
    for (at, line) in stored.lines().enumerate() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [file, command, scope, ..] = fields[..] else {
            panic!("line {} is no case", at + 1)
        };
        fresh += &if at == 0 {
            line.to_owned()
        } else {
            format!(
                "{file}\t{command}\t{scope}\t{}",
                sizes(&root.join(file), command, scope).join("\t")
            )
        };
        fresh += "\n";
    }
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &fresh).unwrap();
        return;
    }
    for (was, is) in stored.lines().zip(fresh.lines()) {
        assert_eq!(was, is, "`UPDATE=1 cargo test --test sizes` takes it over");
    }
}
