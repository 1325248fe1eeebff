//! Instances that are written and read again are the same: as JSON, as Alloy's XML, as facts, and as tables.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

mod bundled;
mod tables;

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
    sync::Arc,
};

use relfind::{
    RunLimits, RunOptions, Session, Twins,
    data::{Facts, Format},
    viz::{self, Display, Predicate, XmlHead},
};

/// The bundled models, without those whose searches take long.
fn bundled_models() -> Vec<PathBuf> {
    let mut all = bundled::models_beneath(&bundled::folder());
    all.retain(|path| !path.ends_with("solitaire.als") && !path.ends_with("solitaire_parallel.als"));
    all
}

/// Commands that have instances, each with its first one.
fn instances() -> Vec<(PathBuf, usize)> {
    let mut found = Vec::new();
    for path in bundled_models() {
        let session = Session::open(&path).unwrap();
        for (index, command) in session.commands().iter().enumerate() {
            if command.expect == Some(1) {
                found.push((path.clone(), index));
            }
        }
    }
    for row in tables::rows(&tables::folder().join("tiny.tsv")) {
        if let (Some(index), "SAT") = (row.command(), row.get("prevent")) {
            found.push((tables::folder().join("tiny").join(row.get("file")), index));
        }
    }
    found
}

/// The signatures and fields of an instance with their tuples, by label.
fn contents(display: &Display) -> BTreeMap<String, BTreeSet<Vec<String>>> {
    let name = |atom: &viz::AtomIx| display.atom(*atom).name.clone();
    let sigs = display.sigs.iter().map(|sig| {
        let atoms = sig.atoms.iter().map(|atom| vec![name(atom)]);
        (sig.label.clone(), atoms.collect())
    });
    let fields = display.fields.iter().map(|field| {
        let tuples = field.tuples.iter().map(|tuple| tuple.iter().map(name).collect());
        (field.label.clone(), tuples.collect())
    });
    sigs.chain(fields).collect()
}

/// The first instances of a command with data, at most two.
fn with_data(session: &Session, command: usize, facts: Facts) -> Vec<Display> {
    let mut options = RunOptions::default();
    options.lower.data = Some(Arc::new(facts));
    let mut run = match session.run(command, &options, &RunLimits::default()) {
        Ok(run) => run,
        Err(failure) => panic!("{failure:?}"),
    };
    let mut found = Vec::new();
    while found.len() < 2
        && let Some(display) = run.next().unwrap()
    {
        found.push(display);
    }
    found
}

/// Goes through all commands: what `write` makes of an instance is read as facts, which give the instance back.
fn go_through(
    what: &str,
    least: usize,
    same_names: bool,
    read: impl Fn(&mut Session, usize, &Display, &relfind::Run<'static>) -> Facts,
) {
    let mut count = 0;
    for (path, index) in instances() {
        let session = Arc::new(tables::open(&path).unwrap());
        // Commands over time are refused.
        let Ok(mut run) = session.run_shared(index, &RunOptions::default(), &RunLimits::default()) else {
            continue;
        };
        let Some(before) = run.next().unwrap() else {
            panic!("{} {index}", path.display());
        };
        let mut again = tables::open(&path).unwrap();
        let facts = read(&mut again, index, &before, &run);
        let place = format!("{what}: {} {index}", path.display());
        let after = with_data(&again, index, facts);
        let Some(first) = after.first() else {
            panic!("{place}: no instance")
        };
        if same_names {
            assert_eq!(after.len(), 1, "{place}: something is open");
            assert_eq!(contents(&before), contents(first), "{place}");
        } else {
            let mut twins = Twins::new(session.world());
            twins.is_new(&before);
            assert!(!twins.is_new(first), "{place}: another instance");
        }
        count += 1;
    }
    assert!(count >= least, "{what}: {count} commands");
}

fn json_document(display: &Display) -> String {
    viz::json(display).to_string()
}

fn xml_document(display: &Display, run: &relfind::Run<'_>) -> String {
    let head = XmlHead {
        bitwidth: run.scopes().bitwidth,
        max_seq: run.scopes().max_seq,
        command: "Run it".into(),
        ..XmlHead::default()
    };
    viz::xml(display, &head)
}

#[test]
fn json() {
    go_through("JSON", 60, true, |session, index, display, _| {
        let text = json_document(display);
        let instances = session.read_instances("i.json", &text).unwrap();
        check_taken(session, index, display, &instances[0]);
        session.read_facts("i.json", &text, Format::Json, None).unwrap()
    });
}

#[test]
fn xml() {
    go_through("XML", 60, true, |session, index, display, run| {
        let text = xml_document(display, run);
        let instances = session.read_instances("i.xml", &text).unwrap();
        check_taken(session, index, display, &instances[0]);
        session.read_facts("i.xml", &text, Format::Xml, None).unwrap()
    });
}

/// An instance that is read is taken for what it was written from, and stands up to the evaluator.
fn check_taken(session: &Session, index: usize, before: &Display, facts: &Facts) {
    let options = RunOptions::default().lower;
    let given = session.take(index, facts, &options).unwrap();
    assert_eq!(contents(before), contents(&given.found.display));
    assert_eq!(given.faults(session, index).len(), 0);
    assert_eq!(session.validate(index, facts, &options).len(), 0);
}

#[test]
fn facts() {
    go_through("facts", 60, false, |session, _, display, run| {
        let numbers = &run.lowered().numbers;
        let text = viz::facts(display, &Predicate::all(display), numbers);
        session.read_facts("i.lp", &text, Format::Facts, None).unwrap()
    });
}

#[test]
fn csv() {
    go_through("CSV", 60, false, |session, _, display, _| {
        let mut all = Facts::default();
        for predicate in Predicate::all(display) {
            let text = viz::csv(display, &predicate.tuples);
            let name = format!("{}.csv", predicate.name.replace('/', "_"));
            all.extend(session.read_facts(&name, &text, Format::Csv, None).unwrap());
        }
        all
    });
}
