//! Universes of 10,000 atoms, end to end.

#![allow(clippy::unwrap_used)] // A test may fail so.

use relfind::{RunLimits, RunOptions, Session, files::DiskLoader};

#[test]
fn ten_thousand_ordered_atoms() {
    let text = "open util/ordering[A] as o
        sig A {}
        sig M in A {}
        fact { all a: A - o/last | a in M => a.(o/next) not in M else a.(o/next) in M }
        fact { o/first in M and o/next in A -> A }
        run { o/last not in M } for exactly 10000 A";
    let session = Session::load("large.als", text, &mut DiskLoader).unwrap();
    let mut run = session
        .run(0, &RunOptions::default(), &RunLimits::default())
        .unwrap();
    let instance = run.next().unwrap().expect("every other atom");
    let marked = instance
        .sigs
        .iter()
        .find(|sig| sig.name == "M")
        .expect("the signature");
    assert_eq!(marked.atoms.len(), 5_000);
}
