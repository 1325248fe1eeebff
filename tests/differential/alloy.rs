//! Compares verdicts and numbers of instances of random models with those of Alloy itself.
//!
//! ```text
//! cargo run --example differential -- CLASSPATH [CASES [FIRST [wrap|prevent]]]
//! ```
//!
//! CLASSPATH is that of Alloy 6, for instance the path of its jar; a Java development kit must be installed. Models are drawn from the
//! seeds FIRST, FIRST + 1 and so on, 200 by default, starting at 1. Each is run with symmetry breaking off, and all its instances are counted
//! where there are at most 3,000. Those that disagree are printed with both answers.

#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a program for developers"
)]

mod expression;
mod model;

use std::{collections::HashMap, path::Path, process::Command, time::Duration};

use relfind::{Failure, RunLimits, RunOptions, Session, relational::Overflow};

/// Models that one Java machine is started for.
const BATCH: u64 = 100;

/// Solutions of Alloy that are enumerated at most; one instance may be several.
const LIMIT: &str = "3000";

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let Some(class_path) = arguments.get(1) else {
        println!("usage: differential CLASSPATH [CASES [FIRST [wrap|prevent]]]");
        return;
    };
    let number = |i: usize, otherwise: u64| arguments.get(i).map_or(otherwise, |n| n.parse().unwrap());
    let (cases, first) = (number(2, 200), number(3, 1));
    let mode = arguments.get(4).map_or("wrap", String::as_str);
    let folder = tempfile::tempdir().unwrap();
    let mut tally = Tally::default();
    for start in (first..first + cases).step_by(BATCH as usize) {
        let seeds = start..(start + BATCH).min(first + cases);
        let theirs = alloy(class_path, mode, folder.path(), seeds.clone());
        for seed in seeds {
            tally.compare(
                seed,
                mode,
                theirs.get(&seed).map_or("FAULT\tno answer", String::as_str),
            );
        }
        println!("up to seed {}: {tally:?}", start + BATCH - 1);
    }
}

/// What Alloy says of each model, by seed.
fn alloy(class_path: &str, mode: &str, folder: &Path, seeds: std::ops::Range<u64>) -> HashMap<u64, String> {
    let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/differential/Count.java");
    let mut java = Command::new("java");
    java.args(["-cp", class_path]).arg(driver).args([LIMIT, mode]);
    for seed in seeds {
        let path = folder.join(format!("{seed}.als"));
        std::fs::write(&path, model::draw(seed)).unwrap();
        java.arg(path);
    }
    let output = java.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = |line: &str| {
        let (path, answer) = line.split_once('\t')?;
        let seed = Path::new(path).file_stem()?.to_str()?.parse().ok()?;
        Some((seed, answer.to_owned()))
    };
    text.lines().filter_map(line).collect()
}

/// How many models agree, and why others cannot be compared.
#[derive(Debug, Default)]
struct Tally {
    counted: u32,
    sat: u32,
    unsat: u32,
    refused: u32,
    /// Alloy could not do it, for instance because of a quantifier over sets.
    unable: u32,
    wrong: u32,
}

impl Tally {
    fn compare(&mut self, seed: u64, mode: &str, theirs: &str) {
        let (verdict, detail) = theirs.split_once('\t').unwrap_or((theirs, ""));
        let ours = ask(&model::draw(seed), mode, verdict == "SAT" && detail != "?");
        let agrees = match (verdict, &ours) {
            ("SAT", Answer::Instances(n)) if detail == "?" => *n > 0,
            ("SAT", Answer::Instances(n)) => detail.parse() == Ok(*n),
            ("UNSAT", Answer::Instances(n)) => *n == 0,
            ("ERROR", Answer::Refused(_)) => true,
            ("ERROR", _) => unable(detail),
            ("FAULT", _) => true,
            _ => false,
        };
        match (agrees, verdict, detail) {
            (false, _, _) => {
                self.wrong += 1;
                println!(
                    "seed {seed}: Alloy says {theirs}, we say {ours:?}\n{}",
                    model::draw(seed)
                );
            }
            (true, "SAT", "?") => self.sat += 1,
            (true, "SAT", _) => self.counted += 1,
            (true, "UNSAT", _) => self.unsat += 1,
            (true, "ERROR", _) if !unable(detail) => self.refused += 1,
            (true, _, _) => self.unable += 1,
        }
    }
}

/// Whether an error of Alloy says that it could not do it, not that the model is wrong.
fn unable(error: &str) -> bool {
    ["higher-order", "Unknown exception", "Fatal", "capacity"]
        .iter()
        .any(|what| error.contains(what))
}

#[derive(Debug)]
#[expect(dead_code, reason = "the texts are for printing")]
enum Answer {
    /// At least so many if they were not to be counted.
    Instances(u128),
    Refused(String),
    Failed(String),
}

fn ask(text: &str, mode: &str, count: bool) -> Answer {
    let session = match Session::load("model.als", text, &mut relfind::files::DiskLoader) {
        Ok(session) => session,
        Err(refused) => {
            let errors = refused.diagnostics.iter().filter(|d| d.is_error());
            return Answer::Refused(errors.map(|d| d.message.clone()).collect::<Vec<_>>().join("; "));
        }
    };
    let mut options = RunOptions::default();
    options.translate.symmetry = 0;
    options.lower.overflow = if mode == "prevent" {
        Overflow::Prevent
    } else {
        Overflow::Wrap
    };
    let limits = RunLimits {
        timeout: Some(Duration::from_mins(1)),
        ..RunLimits::default()
    };
    let mut run = match session.run(0, &options, &limits) {
        Ok(run) => run,
        Err(Failure::Refused(errors)) => return Answer::Refused(errors[0].message.clone()),
        Err(failure) => return Answer::Failed(format!("{failure:?}")),
    };
    let result = if count {
        run.count(&mut |_| {})
            .map(|count| if count.complete { count.labelled } else { u128::MAX })
    } else {
        run.next().map(|instance| u128::from(instance.is_some()))
    };
    result.map_or_else(
        |failure| Answer::Failed(format!("{failure:?}")),
        Answer::Instances,
    )
}
