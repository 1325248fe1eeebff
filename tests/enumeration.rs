//! Instances without twins, counts and classes, on small models whose counts can be worked out by hand.

#![allow(clippy::unwrap_used)]

mod counts;
mod program;
mod tables;

use std::collections::BTreeSet;

use relfind::{
    RunLimits, RunOptions, Session, Stop,
    files::DiskLoader,
    report::Count,
    viz::{AtomKind, Display},
};

use counts::count;
use tables::{folder, open, rows};

fn session(text: &str) -> Session {
    Session::load("test.als", text, &mut DiskLoader).unwrap()
}

fn instances(text: &str, twins: bool) -> Vec<Display> {
    let session = session(text);
    let mut options = RunOptions {
        twins,
        ..RunOptions::default()
    };
    if twins {
        options.translate.symmetry = 0;
    }
    let mut run = session.run(0, &options, &RunLimits::default()).unwrap();
    std::iter::from_fn(|| run.next().unwrap()).collect()
}

/// The least text of an instance over all renamings of its atoms, integers and strings excepted: tried one by one.
fn least(instance: &Display) -> String {
    let named: Vec<usize> = (0..instance.atoms.len())
        .filter(|&i| instance.atoms[i].kind == AtomKind::Named)
        .collect();
    let mut images = vec![(0..instance.atoms.len()).collect::<Vec<usize>>()];
    for (i, &atom) in named.iter().enumerate() {
        let swap = |image: &Vec<usize>, other: usize| {
            let mut image = image.clone();
            image.swap(atom, other);
            image
        };
        images = images
            .iter()
            .flat_map(|image| named[i..].iter().map(|&other| swap(image, other)))
            .collect();
    }
    let text = |image: &Vec<usize>| {
        let rename = |tuple: &[relfind::viz::AtomIx]| tuple.iter().map(|a| image[a.0 as usize]).collect();
        let sigs = instance.sigs.iter().filter(|sig| !sig.is_builtin).map(|sig| {
            sig.atoms
                .iter()
                .map(|&atom| rename(&[atom]))
                .collect::<BTreeSet<Vec<usize>>>()
        });
        let fields = instance.fields.iter().map(|field| {
            field
                .tuples
                .iter()
                .map(|tuple| rename(tuple))
                .collect::<BTreeSet<Vec<usize>>>()
        });
        format!("{:?}", sigs.chain(fields).collect::<Vec<_>>())
    };
    images.iter().map(text).min().unwrap()
}

/// Every model with its labelled instances and classes.
const MODELS: &[(&str, u128, u128)] = &[
    // Sets of at most three of three atoms.
    ("sig A {} run {} for 3", 8, 4),
    // Maps of three nodes into themselves: 3^3, and seven shapes.
    ("sig N { f: one N } run {} for exactly 3 N", 27, 7),
    // Digraphs on three nodes, OEIS A000595.
    ("sig N { e: set N } run {} for exactly 3 N", 512, 104),
    // Graphs on four nodes, OEIS A000088.
    (
        "sig N { e: set N } run { e = ~e and no iden & e } for exactly 4 N",
        64,
        11,
    ),
    // Permutations of four, by cycle types.
    ("sig N { f: one N } run { N.f = N } for exactly 4 N", 24, 5),
    // Integers are not renamed.
    ("one sig A { n: Int } run { A.n >= 0 } for 3 Int", 4, 4),
    // A fixed order leaves nothing to rename.
    (
        "open util/ordering[T] sig T {} sig M { at: T } run {} for exactly 3 T, exactly 1 M",
        3,
        3,
    ),
    // The order of enumerated atoms too; two interchangeable lamps: 9 and 6.
    (
        "enum C { R, G, B } sig L { c: one C } run {} for exactly 2 L",
        9,
        6,
    ),
    // A child with atoms of its own: which atom is meant does not matter.
    ("sig A {} sig B extends A {} run { one B and #A = 2 } for 2", 2, 1),
    // Witnesses do not make two instances of one.
    ("sig A {} run { some a, b: A | a != b } for 3", 4, 2),
    // Lists without sharing over one, two or three atoms.
    (
        "sig A { to: lone A } run { one a: A | A = a.*to and no iden & ^to } for 3",
        15,
        3,
    ),
    ("sig A {} run { no A and some A } for 3", 0, 0),
    // Sizes that are compared order the atoms; this and the next counted by going through all relations outside.
    (
        "sig N { e: set N } run { all disj p, q: N | #p.e != #q.e } for exactly 3 N",
        144,
        24,
    ),
    // Two classes of atoms, one of them ordered by sizes; some atoms may be missing.
    (
        "sig N { e: set N, f: set M } sig M {} run { all disj p, q: N | #p.e != #q.e or #p.f > #q.f } for 2",
        290,
        90,
    ),
];

#[test]
fn counts_are_those_worked_out() {
    for &(text, labelled, classes) in MODELS {
        let expected = Count {
            labelled,
            classes: Some(classes),
            complete: true,
        };
        assert_eq!(count(text, "auto"), expected, "by orbits: {text}");
        assert_eq!(count(text, "batsat"), expected, "one by one: {text}");
    }
}

#[test]
fn each_class_is_shown_once() {
    for &(text, labelled, classes) in MODELS {
        let all = instances(text, true);
        assert_eq!(all.len() as u128, labelled, "{text}");
        let without = instances(text, false);
        assert_eq!(without.len() as u128, classes, "{text}");
        let shown: BTreeSet<String> = without.iter().map(least).collect();
        assert_eq!(shown.len() as u128, classes, "two are the same: {text}");
        let expected: BTreeSet<String> = all.iter().map(least).collect();
        assert_eq!(shown, expected, "{text}");
    }
}

/// The models of tests/cases/classes. Their labelled instances were counted by Alloy 6, without symmetry breaking, as different values of all signatures
/// and fields over its own atoms; classes are what trying all renamings of all of these makes of them.
#[test]
fn classes_of_the_table_are_shown_once() {
    let mut checked = 0;
    for row in rows(&folder().join("classes.tsv")) {
        let file = row.get("file").to_owned();
        let session = open(&folder().join("classes").join(&file)).unwrap();
        let every = |twins| {
            let mut options = RunOptions {
                twins,
                ..RunOptions::default()
            };
            options.translate.symmetry = if twins { 0 } else { options.translate.symmetry };
            let command = row.command().unwrap();
            let mut run = session.run(command, &options, &RunLimits::default()).unwrap();
            std::iter::from_fn(|| run.next().unwrap()).collect::<Vec<Display>>()
        };
        let labelled = every(true);
        assert_eq!(labelled.len().to_string(), row.get("labelled_prevent"), "{file}");
        let expected: BTreeSet<String> = labelled.iter().map(least).collect();
        assert_eq!(expected.len().to_string(), row.get("classes_prevent"), "{file}");
        let shown = every(false);
        let met: BTreeSet<String> = shown.iter().map(least).collect();
        assert_eq!(met.len(), shown.len(), "two are the same: {file}");
        assert_eq!(met, expected, "{file}");
        checked += 1;
    }
    assert_eq!(checked, 20);
}

#[test]
fn tuples_that_nothing_constrains_are_not_enumerated() {
    let large = count("sig N { e: N -> N } run {} for exactly 5 N", "auto");
    assert_eq!(large.labelled, 1 << 125);
    assert!(large.complete);
    // By Burnside's lemma, OEIS A000662.
    assert_eq!(
        large.classes,
        Some(354_460_798_875_983_863_749_270_670_915_141_632)
    );
}

#[test]
fn spaces_too_large_to_look_at_are_counted() {
    // Of each number k of nodes: all graphs with an edge.
    let nodes = [6u128, 15, 20, 15, 6, 1].into_iter().zip(1u32..);
    let expected: u128 = nodes.map(|(ways, k)| ways * ((1 << (k * k)) - 1)).sum();
    let large = count("sig N { e: set N } run { some e } for 6", "auto");
    assert_eq!((large.labelled, large.complete), (expected, true));
    // Up to renaming, OEIS A000595 without the empty graph of each size.
    let shapes: u128 = [2, 10, 104, 3044, 291_968, 96_928_992]
        .iter()
        .map(|n| n - 1)
        .sum();
    assert_eq!(large.classes, Some(shapes));
    // Walks along a fixed order of steps, which no renaming changes.
    let walks = count(
        "open util/ordering[S] sig S { at: one P } enum P { A, B, C, D }
         run { all s: S - last | s.at != s.next.at } for exactly 30 S",
        "auto",
    );
    assert_eq!(walks.labelled, 4 * 3u128.pow(29));
    assert_eq!((walks.classes, walks.complete), (Some(walks.labelled), true));
}

#[cfg(unix)]
#[test]
fn a_program_counts() {
    let session = session("sig N { e: set N } run { some e } for 2");
    let run = |counter: &str| {
        let mut options = RunOptions {
            counter: Some(counter.into()),
            ..RunOptions::default()
        };
        options.translate.symmetry = 0;
        let mut run = session.run(0, &options, &RunLimits::default()).unwrap();
        run.count(&mut |_| {})
    };
    let counted = run("sh -c 'grep -q \"c p show\" $1 && echo c s exact arb int 17' counter").unwrap();
    assert_eq!(
        (counted.labelled, counted.classes, counted.complete),
        (17, None, true)
    );
    assert!(matches!(
        run("sh -c 'echo s mc 0' counter"),
        Err(relfind::Failure::Wrong(_))
    ));
    assert!(matches!(
        run("sh -c 'exit 1' counter"),
        Err(relfind::Failure::Stopped(Stop::Solver(_)))
    ));
}

#[test]
fn a_limit_leaves_a_lower_bound() {
    let session = session(
        "sig N { at: N -> one N } run { all i, v: N | one j: N | i -> j -> v in at and one j: N | j -> i -> v in at } for exactly 8 N",
    );
    let limits = RunLimits {
        timeout: Some(std::time::Duration::from_millis(500)),
        ..RunLimits::default()
    };
    let mut options = RunOptions::default();
    options.translate.symmetry = 0;
    match session
        .run(0, &options, &limits)
        .and_then(|mut run| run.count(&mut |_| {}))
    {
        Ok(count) => {
            assert!(!count.complete && count.labelled > 0);
            assert_eq!(count.classes, None);
        }
        // A slow machine may not even get to the first.
        Err(failure) => assert!(
            matches!(failure, relfind::Failure::Stopped(Stop::Timeout)),
            "{failure:?}"
        ),
    }
}

/// Up to the ten symmetries of the board none of which leaves a plan as it is, as tests/plans.rs finds out.
#[test]
fn plans_are_counted_up_to_the_symmetries_of_the_board() {
    let models = concat!(env!("CARGO_MANIFEST_DIR"), "/models/pentagonal");
    let board = std::fs::read_to_string(format!("{models}/board.json")).unwrap();
    let folder = program::folder(&[("board.json", &board.replace("\"Jump\": 14", "\"Jump\": 6"))]);
    let unnamed = format!("{models}/unnamed.als");
    let args = [&unnamed, "-c", "play", "--count", "--facts", "board.json"];
    let (_, text, _) = program::told(folder.path(), &args, "");
    assert!(
        text.contains("11,280 labelled instances in 1,128 classes"),
        "{text}"
    );
}
