//! Orders and choices of instances: the smallest, the minimal, those like another, those that a seed picks, those that differ in expressions. Each is
//! compared with what follows from all labelled instances, found one by one.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

mod program;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use relfind::{
    Found, Measure, Order, Questions, RunLimits, RunOptions, Session, Value,
    files::DiskLoader,
    viz::{self, AtomIx, AtomKind, Display, XmlHead},
};

/// Small models of many kinds, in all of which interchangeable atoms are all those of a signature that extends no other.
const MODELS: &[&str] = &[
    "sig A {} run {} for 3",
    "sig A {} run { some A } for 3",
    "sig N { f: one N } run { some N } for 3",
    "sig N { e: set N } run { some e.e - e } for 3",
    "sig N { e: set N } run { N in N.e and #N = 3 and no iden & e } for 3 but 3 Int",
    "sig N { e: set N } check { no e } for 3",
    "sig A { r: some B } sig B { s: lone A } run { some r.s } for 2",
    "sig A {} sig B extends A {} sig C extends A {} run { some A - B - C or some B } for 3",
    "abstract sig A { x: set A } sig B, C extends A {} run { some x } for 2",
    "sig A {} sig S in A {} sig T in A {} run { S != T } for 3",
    "enum Colour { Red, Green } sig L { c: set Colour } run { some c } for 2",
    "open util/ordering[T] sig T { at: lone P } sig P {} run { some at } for exactly 2 T, 2 P",
    "one sig A { n: set Int } run { some A.n and no A.n & (1 + 2) } for 3 Int",
    "sig A { r: A -> A } run { some r } for 2",
    "sig N { to: lone N } one sig Root extends N {} run { N = Root.*to } for 3",
    "sig A { f: disj lone B } sig B {} run { some f and not one f } for 3",
    "sig P { knows: set P } run { some p: P | some p.knows and p not in p.knows } for 3",
    "sig A { e: set A } run { some e and e = ~e } for 3",
];

fn session(text: &str) -> Session {
    Session::load("test.als", text, &mut DiskLoader).unwrap()
}

fn twins(order: Order) -> RunOptions {
    let mut options = RunOptions {
        twins: true,
        order,
        ..RunOptions::default()
    };
    options.translate.symmetry = 0;
    options
}

/// All instances with what is measured of them.
fn all(session: &Session, options: &RunOptions) -> Vec<(Display, Option<Measure>)> {
    let mut run = session.run(0, options, &RunLimits::default()).unwrap();
    std::iter::from_fn(|| {
        let instance = run.next().unwrap()?;
        assert_eq!(run.unproved(), None);
        Some((instance, run.measure()))
    })
    .collect()
}

/// An instance as a set of tuples with their labels: fields and signatures, leaving out abstract ones that are made of others.
type Tuples = BTreeSet<(String, Vec<usize>)>;

fn tuples(session: &Session, instance: &Display, image: &[usize]) -> Tuples {
    let mut tuples = Tuples::new();
    let rename = |tuple: &[AtomIx]| tuple.iter().map(|atom| image[atom.0 as usize]).collect();
    for (sig, known) in instance.sigs.iter().zip(&session.world().sigs) {
        let is_made_of_others = known.is_abstract && !known.children.is_empty();
        if !sig.is_builtin && !is_made_of_others {
            tuples.extend(sig.atoms.iter().map(|&atom| (sig.label.clone(), rename(&[atom]))));
        }
    }
    for field in &instance.fields {
        tuples.extend(
            field
                .tuples
                .iter()
                .map(|tuple| (field.label.clone(), rename(tuple))),
        );
    }
    tuples
}

fn identity(instance: &Display) -> Vec<usize> {
    (0..instance.atoms.len()).collect()
}

/// All renamings of the atoms that are no integers and no strings.
fn renamings(instance: &Display) -> Vec<Vec<usize>> {
    let is_named = |&i: &usize| instance.atoms[i].kind == AtomKind::Named;
    let named: Vec<usize> = (0..instance.atoms.len()).filter(is_named).collect();
    let mut images = vec![identity(instance)];
    for (i, &atom) in named.iter().enumerate() {
        let swapped = |image: &Vec<usize>, other: usize| {
            let mut image = image.clone();
            image.swap(atom, other);
            image
        };
        images = images
            .iter()
            .flat_map(|image| named[i..].iter().map(|&other| swapped(image, other)))
            .collect();
    }
    images
}

/// The same for instances that are the same up to renaming.
fn class(session: &Session, instance: &Display) -> Tuples {
    let renamings = renamings(instance);
    let images = renamings.iter().map(|image| tuples(session, instance, image));
    images.min().unwrap()
}

fn classes(session: &Session, instances: &[&Display]) -> BTreeSet<Tuples> {
    instances
        .iter()
        .map(|instance| class(session, instance))
        .collect()
}

/// Atoms of signatures, and tuples that are no atoms.
fn size(session: &Session, instance: &Display) -> Measure {
    let states_order = |label: &str| label.contains("Ord");
    let sigs = instance
        .sigs
        .iter()
        .filter(|sig| !sig.is_builtin && !states_order(&sig.label));
    let atoms: BTreeSet<u32> = sigs.flat_map(|sig| &sig.atoms).map(|atom| atom.0).collect();
    let named = |&&atom: &&u32| instance.atoms[atom as usize].kind == AtomKind::Named;
    let atoms = atoms.iter().filter(named).count() as u64;
    let tuples = tuples(session, instance, &identity(instance));
    let tuples = tuples.iter().filter(|(label, _)| !states_order(label)).count() as u64;
    Measure::Size {
        atoms,
        tuples: tuples - atoms,
    }
}

#[test]
fn the_smallest_come_first() {
    for text in MODELS {
        let session = session(text);
        let plain = all(&session, &twins(Order::Found));
        let least: BTreeMap<Tuples, Measure> = plain
            .iter()
            .map(|(instance, _)| (class(&session, instance), size(&session, instance)))
            .collect();
        let mut expected: Vec<Measure> = plain.iter().map(|(i, _)| size(&session, i)).collect();
        expected.sort_unstable();
        let labelled = all(&session, &twins(Order::Smallest));
        let sizes: Vec<Measure> = labelled.iter().map(|(_, measure)| measure.unwrap()).collect();
        assert_eq!(sizes, expected, "{text}");
        let smallest = RunOptions {
            order: Order::Smallest,
            ..RunOptions::default()
        };
        let shown = all(&session, &smallest);
        let mut expected: Vec<Measure> = least.values().copied().collect();
        expected.sort_unstable();
        let sizes: Vec<Measure> = shown.iter().map(|(_, measure)| measure.unwrap()).collect();
        assert_eq!(sizes, expected, "{text}");
        for (instance, measure) in &shown {
            assert_eq!(Some(size(&session, instance)), *measure, "{text}");
        }
        let met: Vec<&Display> = shown.iter().map(|(instance, _)| instance).collect();
        assert!(classes(&session, &met).iter().eq(least.keys()), "{text}");
    }
}

#[test]
fn minimal_instances_contain_no_other() {
    for text in MODELS {
        let session = session(text);
        let plain = all(&session, &twins(Order::Found));
        let sets: Vec<Tuples> = plain
            .iter()
            .map(|(instance, _)| tuples(&session, instance, &identity(instance)))
            .collect();
        let is_minimal = |set: &Tuples| !sets.iter().any(|other| other != set && other.is_subset(set));
        let minimal: BTreeSet<&Tuples> = sets.iter().filter(|set| is_minimal(set)).collect();
        let labelled = all(&session, &twins(Order::Minimal));
        let found: BTreeSet<Tuples> = labelled
            .iter()
            .map(|(instance, _)| tuples(&session, instance, &identity(instance)))
            .collect();
        assert_eq!(found.len(), labelled.len(), "{text}");
        assert!(found.iter().eq(minimal.iter().copied()), "{text}");
        let pairs = plain.iter().zip(&sets);
        let expected: Vec<&Display> = pairs
            .filter(|(_, set)| minimal.contains(set))
            .map(|((instance, _), _)| instance)
            .collect();
        let options = RunOptions {
            order: Order::Minimal,
            ..RunOptions::default()
        };
        let shown = all(&session, &options);
        let met: Vec<&Display> = shown.iter().map(|(instance, _)| instance).collect();
        let met_classes = classes(&session, &met);
        assert_eq!(met_classes.len(), met.len(), "two are the same: {text}");
        assert_eq!(met_classes, classes(&session, &expected), "{text}");
    }
}

/// The instances of a file, as facts.
fn read(session: &mut Session, name: &str, text: &str) -> Arc<relfind::data::Facts> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    let mut instances = session.open_instances(&path).unwrap();
    Arc::new(instances.swap_remove(0))
}

#[test]
fn the_nearest_come_first() {
    for text in MODELS {
        let mut session = session(text);
        let plain = all(&session, &twins(Order::Found));
        let at = plain.len() / 3;
        let reference = &plain[at].0;
        let written = if at.is_multiple_of(2) {
            read(&mut session, "like.json", &viz::json(reference).to_string())
        } else {
            read(&mut session, "like.xml", &viz::xml(reference, &head()))
        };
        // An instance counts by the renaming under which it is nearest.
        let target = tuples(&session, reference, &identity(reference));
        let distance = |instance: &Display| {
            let renamings = renamings(instance);
            let images = renamings.iter().map(|image| tuples(&session, instance, image));
            let distances = images.map(|image| image.symmetric_difference(&target).count() as u64);
            distances.min().unwrap()
        };
        let expected: BTreeMap<Tuples, u64> = plain
            .iter()
            .map(|(instance, _)| (class(&session, instance), distance(instance)))
            .collect();
        for most in [None, Some(3)] {
            let options = RunOptions {
                order: Order::Like {
                    instance: Arc::clone(&written),
                    distance: most,
                },
                ..RunOptions::default()
            };
            let shown = all(&session, &options);
            let distances: Vec<u64> = shown
                .iter()
                .map(|(_, measure)| match measure {
                    Some(Measure::Distance(distance)) => *distance,
                    other => panic!("{other:?}"),
                })
                .collect();
            assert!(distances.is_sorted(), "{text}: {distances:?}");
            let near = expected
                .iter()
                .filter(|(_, distance)| most.is_none_or(|most| **distance <= most));
            let met: BTreeMap<Tuples, u64> = shown
                .iter()
                .map(|(instance, _)| class(&session, instance))
                .zip(distances.iter().copied())
                .collect();
            assert_eq!(met.len(), shown.len(), "two are the same: {text}");
            assert!(met.iter().eq(near), "{text}");
        }
    }
}

fn head() -> XmlHead {
    XmlHead {
        bitwidth: 4,
        max_seq: 4,
        command: "Run".into(),
        file: "test.als".into(),
        sources: Vec::new(),
        ..XmlHead::default()
    }
}

#[test]
fn instances_are_like_one_that_is_too_large() {
    let text = "sig N { e: set N } run {} for 2";
    let mut session = session(text);
    // Three nodes in a ring: at most two can be there, with one edge.
    let like = read(
        &mut session,
        "ring.json",
        r#"{ "sigs": { "this/N": ["a", "b", "c"] }, "fields": { "this/N<:e": [["a", "b"], ["b", "c"], ["c", "a"]] } }"#,
    );
    let options = |distance| RunOptions {
        order: Order::Like {
            instance: Arc::clone(&like),
            distance,
        },
        ..RunOptions::default()
    };
    let shown = all(&session, &options(None));
    assert_eq!(shown[0].1, Some(Measure::Distance(3)));
    assert_eq!(shown.len(), 1 + 2 + 10);
    assert_eq!(all(&session, &options(Some(2))), []);
    assert_eq!(all(&session, &options(Some(3))).len(), 1);
    let other = read(
        &mut session,
        "other.json",
        r#"{ "sigs": { "this/M": ["a"] }, "fields": {} }"#,
    );
    let options = RunOptions {
        order: Order::Like {
            instance: other,
            distance: None,
        },
        ..RunOptions::default()
    };
    let refused = session.run(0, &options, &RunLimits::default());
    assert!(matches!(refused.err(), Some(relfind::Failure::Refused(_))));
}

#[test]
fn seeds_vary_the_first_instance_only() {
    let mut varied = 0;
    for text in MODELS {
        let session = session(text);
        let plain = all(&session, &RunOptions::default());
        let plain: Vec<&Display> = plain.iter().map(|(instance, _)| instance).collect();
        let expected = classes(&session, &plain);
        let mut firsts = BTreeSet::new();
        for seed in 0..8 {
            let options = RunOptions {
                order: Order::Seeded(seed),
                ..RunOptions::default()
            };
            let shown = all(&session, &options);
            assert_eq!(shown, all(&session, &options), "{text}");
            firsts.insert(class(&session, &shown[0].0));
            let shown: Vec<&Display> = shown.iter().map(|(instance, _)| instance).collect();
            assert_eq!(shown.len(), expected.len(), "{text}");
            assert_eq!(classes(&session, &shown), expected, "{text}");
        }
        varied += usize::from(firsts.len() > 1 || expected.len() == 1);
    }
    assert_eq!(varied, MODELS.len());
    let none = session("sig A {} run { no A and some A } for 3");
    for order in [Order::Seeded(7), Order::Smallest, Order::Minimal] {
        let options = RunOptions {
            order,
            ..RunOptions::default()
        };
        assert_eq!(all(&none, &options), []);
    }
}

/// Models with expressions to tell their instances apart by.
const DISTINCT: &[(&str, &[&str])] = &[
    ("sig N { e: set N } run {} for 2", &["e"]),
    ("sig N { e: set N } run {} for 2", &["N.e"]),
    ("sig N { e: set N } run {} for exactly 3 N", &["^e"]),
    ("sig N { e: set N } run { some e } for 3 but 5 Int", &["#N", "#e"]),
    ("sig N { e: set N } run { some e } for 3", &["some iden & e"]),
    // Integers that do not fit: such expressions have no value, which is one too.
    ("sig N { e: set N } run { some e } for 2 but 2 Int", &["#e"]),
    ("sig N { e: set N } run { some e } for 2 but 2 Int", &["#e > 0"]),
    (
        "sig N { e: set N } run { some e } for 2 but 2 Int",
        &["{ n: N | #e > #n.e }"],
    ),
    ("one sig A { n: Int } run {} for 3 Int", &["A.n.plus[2]"]),
    (
        "enum C { R, G, B } sig L { c: one C } run { some L } for 2",
        &["L.c"],
    ),
    ("sig A { r: set B } sig B {} run {} for 2", &["A.r", "A + B"]),
    (
        "sig A { r: set B } sig B {} run {} for 2",
        &["{ a: A, b: B | b not in a.r }"],
    ),
    (
        "one sig A { n: Int } run {} for 3 Int",
        &["A.n > 0 => A.n else 0"],
    ),
    ("sig A {} sig B extends A {} run {} for 3", &["A - B"]),
    (
        "open util/ordering[T] sig T {} sig M { at: T } run {} for exactly 3 T, 2 M",
        &["M.at"],
    ),
    ("sig A {} run {} for 3", &["univ - Int"]),
    ("sig A {} run {} for 3", &["none"]),
    ("sig A { r: A -> A } run { lone r } for 2", &["r", "A.r"]),
    ("sig A {} sig S in A {} run {} for 3", &["S", "A - S"]),
];

fn distinct(session: &mut Session, texts: &[&str]) -> RunOptions {
    RunOptions {
        distinct_on: texts
            .iter()
            .map(|text| session.read_expression(text).unwrap().0)
            .collect(),
        ..RunOptions::default()
    }
}

/// The values of some expressions in an instance, under a renaming.
fn values(session: &Session, run: &relfind::Run<'_>, found: &Found, texts: &[&str]) -> Vec<Value> {
    let mut questions = Questions::new(run.lowered(), &run.translation().bounds, run.lower_options());
    texts
        .iter()
        .map(|text| questions.ask(session, found, text, &[]).unwrap().value)
        .collect()
}

fn renamed(values: &[Value], image: &[usize]) -> String {
    let rename = |value: &Value| match value {
        Value::Tuples { tuples, .. } => {
            let tuples = tuples
                .iter()
                .map(|tuple| tuple.iter().map(|a| image[a.0 as usize]).collect());
            format!("{:?}", tuples.collect::<BTreeSet<Vec<usize>>>())
        }
        other => format!("{other:?}"),
    };
    values.iter().map(rename).collect::<Vec<String>>().join(" ")
}

/// The least text of some values over the renamings that keep signatures which extend no other in their place, and orders and enumerations as they are.
fn least(session: &Session, display: &Display, values: &[Value], kept: &Display) -> String {
    let world = session.world();
    let top = kept.sigs.iter().filter(|sig| !sig.is_builtin && !sig.is_subset);
    let top: Vec<BTreeSet<usize>> = top
        .filter(|sig| {
            sig.parents
                .iter()
                .all(|parent| world.sigs[parent.0 as usize].label == "univ")
        })
        .map(|sig| sig.atoms.iter().map(|atom| atom.0 as usize).collect())
        .collect();
    let fixed: Vec<BTreeSet<usize>> = kept
        .sigs
        .iter()
        .filter(|sig| sig.is_ordered || sig.is_enum || sig.is_one)
        .flat_map(|sig| &sig.atoms)
        .map(|atom| [atom.0 as usize].into())
        .collect();
    let keeps = |image: &Vec<usize>| {
        let sets = top.iter().chain(&fixed);
        sets.into_iter()
            .all(|set| set.iter().map(|&atom| image[atom]).collect::<BTreeSet<usize>>() == *set)
    };
    let images = renamings(display);
    let texts = images
        .iter()
        .filter(|image| keeps(image))
        .map(|image| renamed(values, image));
    texts.min().unwrap()
}

#[test]
fn values_of_expressions_tell_instances_apart() {
    for &(text, expressions) in DISTINCT {
        let mut session = session(text);
        let options = twins(Order::Found);
        let mut run = session.run(0, &options, &RunLimits::default()).unwrap();
        let mut every = Vec::new();
        while let Some(found) = run.next_found().unwrap() {
            let values = values(&session, &run, &found, expressions);
            every.push((found.display, values));
        }
        // The instance with the most atoms shows which signature each may be in.
        let atoms = |display: &Display| display.sigs.iter().map(|sig| sig.atoms.len()).sum::<usize>();
        let kept = every
            .iter()
            .map(|(display, _)| display)
            .max_by_key(|d| atoms(d))
            .unwrap()
            .clone();
        let labelled: BTreeSet<String> = every
            .iter()
            .map(|(display, values)| renamed(values, &identity(display)))
            .collect();
        let classes: BTreeSet<String> = every
            .iter()
            .map(|(display, values)| least(&session, display, values, &kept))
            .collect();
        let plain = distinct(&mut session, expressions);
        let shown = |options: &RunOptions| {
            let mut run = session.run(0, options, &RunLimits::default()).unwrap();
            let mut shown = Vec::new();
            while let Some(found) = run.next_found().unwrap() {
                let values = values(&session, &run, &found, expressions);
                shown.push((found.display, values));
            }
            shown
        };
        for order in [Order::Found, Order::Smallest, Order::Seeded(5)] {
            let options = RunOptions {
                order,
                ..plain.clone()
            };
            let found = shown(&options);
            let met: BTreeSet<String> = found
                .iter()
                .map(|(display, values)| least(&session, display, values, &kept))
                .collect();
            assert_eq!(met.len(), found.len(), "two are the same: {text} {expressions:?}");
            assert_eq!(met, classes, "{text} {expressions:?}");
        }
        let mut with_twins = RunOptions {
            twins: true,
            ..plain.clone()
        };
        with_twins.translate.symmetry = 0;
        let found = shown(&with_twins);
        let met: BTreeSet<String> = found
            .iter()
            .map(|(display, values)| renamed(values, &identity(display)))
            .collect();
        assert_eq!(met.len(), found.len(), "two are the same: {text} {expressions:?}");
        assert_eq!(met, labelled, "{text} {expressions:?}");
        for solver in ["auto", "batsat"] {
            let mut counting = plain.clone();
            counting.translate.symmetry = 0;
            counting.solver = solver.into();
            let mut run = session.run(0, &counting, &RunLimits::default()).unwrap();
            let count = run.count(&mut |_| {}).unwrap();
            assert!(count.complete);
            assert_eq!(count.labelled, labelled.len() as u128, "{text} {expressions:?}");
            assert_eq!(
                count.classes,
                Some(classes.len() as u128),
                "{text} {expressions:?}"
            );
        }
    }
}

#[test]
fn an_instance_comes_once_for_each_choice_of_witnesses() {
    for (text, labelled, classes) in [
        // Of n atoms any one: 3 * 1 + 3 * 2 + 1 * 3 ways, and one for each n.
        ("sig A {} run { some a: A | a = a } for 3", 12, 3),
        // Two different ones of two or three.
        (
            "sig A {} run { some disj a, b: A | a + b in A } for 3",
            3 * 2 + 6,
            2,
        ),
        // For each of the nodes one of its successors: (4 * 1/2)^2 for two, up to exchange.
        (
            "sig N { e: set N } run { all n: N | some m: n.e | m = m } for exactly 2 N",
            16,
            10,
        ),
    ] {
        let session = session(text);
        let options = RunOptions {
            by_witness: true,
            ..RunOptions::default()
        };
        assert_eq!(all(&session, &options).len(), classes, "{text}");
        let options = RunOptions {
            by_witness: true,
            ..twins(Order::Found)
        };
        assert_eq!(all(&session, &options).len(), labelled, "{text}");
        let mut run = session.run(0, &options, &RunLimits::default()).unwrap();
        let count = run.count(&mut |_| {}).unwrap();
        assert_eq!(count.labelled, labelled as u128, "{text}");
        assert_eq!(count.classes, Some(classes as u128), "{text}");
    }
}

/// What the program prints and its status.
fn printed(folder: &std::path::Path, arguments: &[&str]) -> (String, i32) {
    let (status, out, err) = program::told(folder, arguments, "");
    (out + &err, status)
}

#[test]
fn the_program_shows_what_is_measured() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    std::fs::write(
        path.join("a.als"),
        "sig N { e: set N } run { some e } for 3 run none_ { some e and no e } for 3",
    )
    .unwrap();
    let (text, status) = printed(path, &["a.als", "-c", "0", "--smallest", "--format", "none"]);
    assert!(text.contains("instance found: 1 atom, 1 tuple\n"), "{text}");
    assert_eq!(status, 0);
    let (text, _) = printed(path, &["a.als", "-c", "0", "--smallest", "--enumerate", "2"]);
    assert!(text.contains("   2. 2 atoms, 1 tuple\n"), "{text}");
    let (text, status) = printed(path, &["a.als", "-c", "1", "--smallest"]);
    assert!(text.contains("   no instance\n"), "{text}");
    assert_eq!(status, 1);
    let (json, _) = printed(path, &["a.als", "-c", "0", "--smallest", "--format", "json"]);
    let document: serde_json::Value = serde_json::from_str(&json).unwrap();
    let command = &document["commands"][0];
    assert_eq!(command["in_order"], true);
    assert_eq!(
        command["instances"][0]["size"],
        serde_json::json!({ "atoms": 1, "tuples": 1 })
    );
    std::fs::write(path.join("small.json"), json).unwrap();
    let like = ["a.als", "-c", "0", "--like", "small.json"];
    let (text, _) = printed(path, &like);
    assert!(text.contains("instance found: distance 0\n"), "{text}");
    let nearest = ["a.als", "-c", "1", "--like", "small.json", "--distance", "2"];
    let (text, status) = printed(path, &nearest);
    assert!(text.contains("no instance within distance 2\n"), "{text}");
    assert_eq!(status, 1);
    let (text, _) = printed(
        path,
        &["a.als", "-c", "0", "--count", "--distinct-on", "#N, some N.e"],
    );
    assert!(text.contains("3 labelled values in 3 classes"), "{text}");
    let counted = |flags: &[&str]| {
        let flags = [
            &["a.als", "-c", "0", "--enumerate", "all", "--view", "text"],
            flags,
        ]
        .concat();
        let (text, _) = printed(path, &flags);
        text.matches("this/N={").count()
    };
    assert_eq!(
        counted(&["--distinct-on", "#N", "--distinct-on", "some N - N.e"]),
        5
    );
    assert_eq!(counted(&["--seed", "11"]), counted(&[]));
}

#[test]
fn what_does_not_go_together_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    std::fs::write(path.join("a.als"), "sig N { e: set N } run { some e } for 3").unwrap();
    std::fs::write(path.join("empty.json"), r#"{ "file": "a.als", "commands": [] }"#).unwrap();
    for (flags, expected) in [
        (
            &["--smallest", "--minimal"][..],
            "--smallest and --minimal ask for two orders",
        ),
        (
            &["--seed", "1", "--smallest"],
            "--smallest and --seed ask for two orders",
        ),
        (
            &["--minimal", "--count"],
            "leave out --minimal, or list them with --enumerate all",
        ),
        (
            &["--minimal", "--distinct-on", "e"],
            "give --smallest in place of --minimal",
        ),
        (
            &["--minimal", "--by-witness"],
            "give --smallest in place of --minimal",
        ),
        (&["--by-witness", "--distinct-on", "e"], "give one of them"),
        (&["--distance", "3"], "--like <FILE>"),
        (&["--distinct-on", "f"], "the name `f` cannot be found"),
        (&["--distinct-on", ""], "expression"),
        (&["--like", "missing.json"], "missing.json"),
        (&["--like", "empty.json"], "there is no instance in empty.json"),
        (
            &[
                "--by-witness",
                "--output",
                "out",
                "--continue",
                "--format",
                "json",
            ],
            "write to a new folder",
        ),
    ] {
        let (text, status) = printed(path, &[&["a.als"], flags].concat());
        assert!(text.contains(expected), "{flags:?}: {text}");
        assert_eq!(status, 2, "{flags:?}");
    }
}

#[test]
fn a_limit_leaves_the_smallest_so_far() {
    let models = concat!(env!("CARGO_MANIFEST_DIR"), "/models");
    let flags = [
        "pentagonal.als",
        "-c",
        "0",
        "--smallest",
        "--timeout",
        "3",
        "--format",
        "none",
    ];
    let (text, status) = printed(std::path::Path::new(models), &flags);
    // A slow machine may not even get to the first.
    if text.contains("instance found") {
        assert!(
            text.contains("the smallest so far: the time limit was reached\n"),
            "{text}"
        );
        assert_eq!(status, 0);
    } else {
        assert!(text.contains("unknown: the time limit was reached"), "{text}");
    }
}
