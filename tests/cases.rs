//! Every command of the case tables has the verdict and the number of labelled instances that Alloy 6 gives it, in both overflow modes, but for the
//! differences that docs/differences.md argues.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

mod tables;

use std::{collections::HashMap, path::Path};

use relfind::{
    Failure, LoadError, RunLimits, RunOptions, Session, lang::diag::Diagnostic, relational::Overflow,
};

use tables::{folder, open, rows};

/// Errors of Alloy that say what it could not do, not what is wrong with the model: any right answer is welcome.
const INABILITIES: [&str; 5] = [
    "higher-order",
    "capacity",
    "NullPointer",
    "Fatal",
    "StackOverflow",
];

/// What is expected instead of what the table says: by file, command, mode and key.
fn differences() -> HashMap<[String; 4], String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/differences.tsv");
    let text = std::fs::read_to_string(path).unwrap();
    let cells = text
        .lines()
        .skip(1)
        .map(|line| line.split('\t').map(str::to_owned).collect::<Vec<_>>());
    cells
        .map(|c| {
            (
                [c[0].clone(), c[1].clone(), c[2].clone(), c[3].clone()],
                c[4].clone(),
            )
        })
        .collect()
}

/// The verdict of a command in the tables' words and, for `SAT`, the number of labelled instances if that is asked.
fn ask(session: &Session, command: usize, overflow: Overflow, count: bool) -> (String, Option<u128>) {
    let mut options = RunOptions::default();
    options.lower.overflow = overflow;
    options.translate.skolem_depth = 0;
    if count {
        options.translate.symmetry = 0;
    }
    let mut run = match session.run(command, &options, &RunLimits::default()) {
        Ok(run) => run,
        Err(Failure::Refused(_)) => return ("ERROR".into(), None),
        Err(failure) => panic!("command {command}: {failure:?}"),
    };
    if count {
        let count = run.count(&mut |_| {}).unwrap();
        assert!(count.complete);
        let verdict = if count.labelled > 0 { "SAT" } else { "UNSAT" };
        return (verdict.into(), Some(count.labelled));
    }
    (
        if run.next().unwrap().is_some() {
            "SAT"
        } else {
            "UNSAT"
        }
        .into(),
        None,
    )
}

fn check_table(name: &str) {
    let folder = folder();
    let differences = differences();
    let mut wrong = Vec::new();
    let mut checked = 0;
    for row in rows(&folder.join(format!("{name}.tsv"))) {
        let Some(command) = row.command().filter(|_| row.get("temporal").is_empty()) else {
            continue;
        };
        let file = row.get("file").to_owned();
        let session = open(&folder.join(name).join(&file)).unwrap_or_else(|e| panic!("{file}: {e}"));
        for (mode, overflow) in [("wrap", Overflow::Wrap), ("prevent", Overflow::Prevent)] {
            let key = |key: &str| [file.clone(), row.get("command").into(), mode.into(), key.into()];
            let wanted = |table: &str, column: &str| {
                differences.get(&key(column)).cloned().unwrap_or(table.to_owned())
            };
            let right = row.get(&format!("right_{mode}"));
            let verdict = wanted(if right.is_empty() { row.get(mode) } else { right }, "verdict");
            let labelled = wanted(row.get(&format!("labelled_{mode}")), "labelled");
            let labelled = labelled.parse::<u128>().ok().filter(|_| right.is_empty());
            if verdict.is_empty() || verdict.starts_with("TIMEOUT") {
                continue;
            }
            let unable = verdict == "ERROR" && INABILITIES.iter().any(|what| row.get("error").contains(what));
            let (found, count) = ask(&session, command, overflow, labelled.is_some());
            checked += 1;
            if found != verdict && !unable {
                wrong.push(format!("{file} #{command} {mode}: want {verdict}, got {found}"));
            } else if let (Some(want), Some(got)) = (labelled, count)
                && want != got
            {
                wrong.push(format!(
                    "{file} #{command} {mode}: want {want} instances, got {got}"
                ));
            }
        }
    }
    assert!(checked > 0);
    assert!(
        wrong.is_empty(),
        "{} of {checked} checks fail:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn models_of_classes() {
    check_table("classes");
}

#[test]
fn tiny_models() {
    check_table("tiny");
}

#[test]
fn probes() {
    check_table("probes");
}

#[test]
fn models_behind_bug_reports() {
    check_table("bugs");
}

#[test]
fn library_modules() {
    check_table("library");
}

/// A file that Alloy refuses is refused, at the same line where Alloy knows it; every other file loads.
#[test]
fn files_load_as_in_alloy() {
    let folder = folder();
    let mut wrong = Vec::new();
    let (mut same_line, mut other_line) = (0, 0);
    for table in ["tiny", "probes", "bugs", "library"] {
        let mut seen = std::collections::HashSet::new();
        for row in rows(&folder.join(format!("{table}.tsv"))) {
            let file = row.get("file").to_owned();
            if !seen.insert(file.clone()) {
                continue;
            }
            let refused = row.command().is_none();
            match open(&folder.join(table).join(&file)) {
                Ok(_) if refused => wrong.push(format!("{file} should be refused: {}", row.get("error"))),
                Ok(_) => {}
                Err(error) if !refused => {
                    wrong.push(format!("{file} should load: {}", first_message(&error)));
                }
                Err(error) => match place(row.get("error")) {
                    Some(line) if line_of(&error) == Some(line) => same_line += 1,
                    Some(_) => other_line += 1,
                    None => {}
                },
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        same_line >= 19 * other_line,
        "{same_line} on the same line, {other_line} on another"
    );
}

/// The line in `ErrorSyntax@3:7 …`; 1:1 is where Alloy did not know the place.
fn place(error: &str) -> Option<u32> {
    let (line, rest) = error.split_once('@')?.1.split_once(':')?;
    let column = rest.split(' ').next()?;
    (line != "1" || column != "1")
        .then(|| line.parse().ok())
        .flatten()
}

fn first_error(error: &LoadError) -> Option<&Diagnostic> {
    match error {
        LoadError::Refused(refused) => refused.diagnostics.iter().find(|d| d.is_error()),
        LoadError::Read(_) => None,
    }
}

fn first_message(error: &LoadError) -> String {
    first_error(error).map_or_else(|| error.to_string(), |d| d.message.clone())
}

fn line_of(error: &LoadError) -> Option<u32> {
    let LoadError::Refused(refused) = error else {
        return None;
    };
    let primary = first_error(error)?.primary.as_ref()?;
    Some(refused.sources.start(primary.span).line)
}
