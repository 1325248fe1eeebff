//! Whatever makes a command cheaper leaves its meaning alone: with symmetry breaking, narrowed bounds and skolemization on and off, and with another
//! solver, every command has the same verdict; and symmetry breaking drops no class of instances and invents none.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

mod bundled;
mod tables;

use std::{path::Path, time::Duration};

use relfind::{Failure, RunLimits, RunOptions, Session, Stop, relational::Overflow};

use tables::{folder, open, rows};

const TABLES: [&str; 3] = ["tiny", "probes", "bugs"];

/// What a run may take here; the few that take longer in some setting are left to the tests that give them their time.
const TIMEOUT: Duration = Duration::from_secs(5);

/// A name for a setting, and the setting.
type Setting = (&'static str, fn(&mut RunOptions));

const SETTINGS: [Setting; 6] = [
    ("as usual", |_| {}),
    ("bounds as declared", |options| options.translate.tighten = false),
    ("no symmetry breaking", |options| options.translate.symmetry = 0),
    ("no nested witnesses", |options| {
        options.translate.skolem_depth = 0;
    }),
    ("another solver", |options| options.solver = "splr".into()),
    ("nothing made cheaper", |options| {
        options.translate.tighten = false;
        options.translate.symmetry = 0;
        options.translate.skolem_depth = 0;
    }),
];

/// Whether there is an instance; none where the command is refused or takes too long.
fn verdict(session: &Session, command: usize, options: &RunOptions) -> Option<bool> {
    let limits = RunLimits {
        timeout: Some(TIMEOUT),
        ..RunLimits::default()
    };
    let found = session
        .run(command, options, &limits)
        .and_then(|mut run| run.next());
    match found {
        Ok(instance) => Some(instance.is_some()),
        Err(Failure::Refused(_) | Failure::Stopped(_)) => None,
        Err(Failure::Wrong(what)) => panic!("command {command}: {what}"),
    }
}

/// The settings under which a command has another verdict than under the first; how many verdicts there were is added to `known`.
fn disagreements(session: &Session, command: usize, overflow: Overflow, known: &mut usize) -> Vec<String> {
    let mut verdicts = Vec::new();
    for (name, set) in SETTINGS {
        let mut options = RunOptions::default();
        options.lower.overflow = overflow;
        set(&mut options);
        if let Some(verdict) = verdict(session, command, &options) {
            verdicts.push((name, verdict));
        }
    }
    *known += verdicts.len();
    let others = verdicts.iter().filter(|(_, verdict)| *verdict != verdicts[0].1);
    others
        .map(|(name, verdict)| format!("`{name}` has {verdict} where `{}` has not", verdicts[0].0))
        .collect()
}

#[test]
fn verdicts_of_the_cases() {
    let (mut wrong, mut known) = (Vec::new(), 0);
    for table in TABLES {
        for row in rows(&folder().join(format!("{table}.tsv"))) {
            let Some(command) = row.command().filter(|_| row.get("temporal").is_empty()) else {
                continue;
            };
            let file = row.get("file");
            let session = open(&folder().join(table).join(file)).unwrap();
            for overflow in [Overflow::Wrap, Overflow::Prevent] {
                let found = disagreements(&session, command, overflow, &mut known);
                wrong.extend(
                    found
                        .iter()
                        .map(|what| format!("{file} #{command} {overflow:?}: {what}")),
                );
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(known > 7_000, "only {known} verdicts were known");
}

#[test]
fn verdicts_of_the_bundled_models() {
    let mut wrong = Vec::new();
    for path in bundled::models_beneath(&bundled::folder()) {
        let session = Session::open(&path).unwrap();
        for command in 0..session.commands().len() {
            let mut known = 0;
            let found = disagreements(&session, command, Overflow::Prevent, &mut known);
            assert!(known > 0, "{} #{command}: no verdict in time", path.display());
            wrong.extend(
                found
                    .iter()
                    .map(|what| format!("{} #{command}: {what}", path.display())),
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// How many models there are that differ in what is visible, with symmetry breaking as usual; none where it takes too long.
fn models(session: &Session, command: usize, overflow: Overflow) -> Option<u128> {
    let mut options = RunOptions::default();
    options.lower.overflow = overflow;
    options.twins = true;
    let limits = RunLimits {
        timeout: Some(TIMEOUT),
        ..RunLimits::default()
    };
    let mut run = session.run(command, &options, &limits).unwrap();
    let mut count = 0;
    loop {
        match run.next() {
            Ok(Some(_)) => count += 1,
            Ok(None) => return Some(count),
            Err(Failure::Stopped(Stop::Timeout)) => return None,
            Err(failure) => panic!("command {command}: {failure:?}"),
        }
    }
}

/// Symmetry breaking keeps at least one instance of each class, and what it keeps are instances.
#[test]
fn models_under_symmetry_breaking_lie_between_classes_and_instances() {
    let (mut wrong, mut checked) = (Vec::new(), 0);
    for table in TABLES {
        for row in rows(&folder().join(format!("{table}.tsv"))) {
            let file = row.get("file");
            let Some(command) = row.command().filter(|_| row.get("temporal").is_empty()) else {
                continue;
            };
            for (mode, overflow) in [("wrap", Overflow::Wrap), ("prevent", Overflow::Prevent)] {
                let number = |what: &str| row.get(&format!("{what}_{mode}")).parse::<u128>().ok();
                let has_right = !row.get(&format!("right_{mode}")).is_empty();
                let (Some(labelled), Some(classes)) = (number("labelled"), number("classes")) else {
                    continue;
                };
                if has_right || is_difference(file, command, mode) {
                    continue;
                }
                let session = open(&folder().join(table).join(file)).unwrap();
                if let Some(models) = models(&session, command, overflow) {
                    checked += 1;
                    if !(classes..=labelled).contains(&models) {
                        wrong.push(format!(
                            "{file} #{command} {mode}: {models} models, {classes} classes, {labelled} instances"
                        ));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(checked > 1000, "only {checked} commands were counted");
}

/// Whether docs/differences.tsv argues another value than the table's.
fn is_difference(file: &str, command: usize, mode: &str) -> bool {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/differences.tsv");
    let text = std::fs::read_to_string(path).unwrap();
    text.lines()
        .any(|line| line.starts_with(&format!("{file}\t{command}\t{mode}\t")))
}
