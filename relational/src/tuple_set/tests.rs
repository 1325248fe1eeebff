#![allow(clippy::unwrap_used)] // A test may fail so.

use super::*;

fn universe(atoms: usize) -> Universe {
    Universe::new((0..atoms).map(|i| format!("a{i}")))
}

fn set<const N: usize>(universe: &Universe, tuples: &[[u32; N]]) -> TupleSet {
    TupleSet::of_tuples(universe, N as u32, tuples.iter().map(|t| t.map(AtomId))).unwrap()
}

#[test]
fn tuples_are_sorted_and_distinct() {
    let u = universe(3);
    let r = set(&u, &[[2, 1], [0, 2], [2, 1]]);
    assert_eq!(r.indices(), [2, 7]);
    let tuples: Vec<Vec<u32>> = r.tuples().map(|t| t.iter().map(|a| a.0).collect()).collect();
    assert_eq!(tuples, [[0, 2], [2, 1]]);
    assert!(r.contains(&[AtomId(2), AtomId(1)]));
    assert!(!r.contains(&[AtomId(1), AtomId(2)]));
    assert!(!r.contains(&[AtomId(2)]));
}

#[test]
fn insert_says_what_is_new() {
    let u = universe(3);
    let mut r = TupleSet::empty(&u, 2);
    assert_eq!(r.insert(&[AtomId(1), AtomId(2)]), Ok(true));
    assert_eq!(r.insert(&[AtomId(0), AtomId(2)]), Ok(true));
    assert_eq!(r.insert(&[AtomId(1), AtomId(2)]), Ok(false));
    assert_eq!(r, set(&u, &[[0, 2], [1, 2]]));
    assert_eq!(
        r.insert(&[AtomId(1)]),
        Err(TupleSetError::Arity { arity: 2, found: 1 })
    );
    assert_eq!(
        r.insert(&[AtomId(1), AtomId(3)]),
        Err(TupleSetError::UnknownAtom { atom: 3, atoms: 3 })
    );
}

#[test]
fn set_operations() {
    let u = universe(4);
    let (a, b) = (set(&u, &[[0], [1], [3]]), set(&u, &[[1], [2]]));
    assert_eq!(a.union(&b), set(&u, &[[0], [1], [2], [3]]));
    assert_eq!(a.intersection(&b), set(&u, &[[1]]));
    assert_eq!(a.difference(&b), set(&u, &[[0], [3]]));
    assert_eq!(a.override_with(&b), a.union(&b));
    assert!(a.intersection(&b).is_subset(&b));
    assert!(!a.is_subset(&b));
}

#[test]
fn override_replaces_by_first_atom() {
    let u = universe(4);
    let a = set(&u, &[[0, 1, 1], [0, 2, 2], [1, 1, 1]]);
    let b = set(&u, &[[0, 3, 3], [2, 0, 0]]);
    assert_eq!(a.override_with(&b), set(&u, &[[0, 3, 3], [1, 1, 1], [2, 0, 0]]));
}

#[test]
fn joins() {
    let u = universe(4);
    let r = set(&u, &[[0, 1], [0, 2], [1, 2]]);
    let s = set(&u, &[[1, 3, 3], [2, 0, 1], [2, 3, 3]]);
    assert_eq!(
        r.join(&s).unwrap(),
        set(&u, &[[0, 0, 1], [0, 3, 3], [1, 0, 1], [1, 3, 3]])
    );
    assert_eq!(set(&u, &[[0], [1]]).join(&r).unwrap(), set(&u, &[[1], [2]]));
    assert_eq!(r.join(&set(&u, &[[2]])).unwrap(), set(&u, &[[0], [1]]));
}

#[test]
fn products_transpose_and_restrictions() {
    let u = universe(3);
    let (a, b) = (set(&u, &[[0], [2]]), set(&u, &[[1]]));
    let r = a.product(&b).unwrap();
    assert_eq!(r, set(&u, &[[0, 1], [2, 1]]));
    assert_eq!(r.transpose(), set(&u, &[[1, 0], [1, 2]]));
    assert_eq!(r.domain_restrict(&set(&u, &[[2]])), set(&u, &[[2, 1]]));
    assert_eq!(r.range_restrict(&set(&u, &[[2]])), TupleSet::empty(&u, 2));
    assert_eq!(r.range_restrict(&b), r);
    assert_eq!(TupleSet::product_of(&u, [&a, &b, &a]).unwrap().len(), 4);
    assert_eq!(
        set(&u, &[[0, 1, 2], [1, 1, 0]]).columns(&[2, 0]),
        set(&u, &[[2, 0], [0, 1]])
    );
    assert_eq!(r.column(0), a);
    assert_eq!(r.column(5), TupleSet::empty(&u, 1));
}

#[test]
fn closures() {
    let u = universe(5);
    let cycle = set(&u, &[[0, 1], [1, 2], [2, 0], [3, 0]]);
    let closure = cycle.closure().unwrap();
    assert_eq!(closure.len(), 12);
    assert!(closure.contains(&[AtomId(3), AtomId(2)]));
    assert!(!closure.contains(&[AtomId(0), AtomId(3)]));
    assert_eq!(
        set(&u, &[[0, 1], [2, 2]]).closure().unwrap(),
        set(&u, &[[0, 1], [2, 2]])
    );
}

#[test]
fn limits_are_errors() {
    let u = universe(10_000);
    assert!(matches!(
        TupleSet::all(&u, 2),
        Err(TupleSetError::TooManyTuples { .. })
    ));
    assert!(matches!(
        TupleSet::all(&u, 5),
        Err(TupleSetError::TooLargeSpace { .. })
    ));
    let all = TupleSet::all(&u, 1).unwrap();
    assert!(matches!(
        all.product(&all),
        Err(TupleSetError::TooManyTuples { .. })
    ));
    let wide = TupleSet::empty(&u, 9);
    assert!(wide.product(&all).unwrap().is_empty());
    assert!(wide.join(&all).unwrap().is_empty());
    assert!(wide.override_with(&wide).is_empty());
    let one = set(&u, &[[1, 2, 3]]);
    assert!(matches!(
        one.product(&one),
        Err(TupleSetError::TooLargeSpace { .. })
    ));
    let hub = all
        .product(&set(&u, &[[0]]))
        .unwrap()
        .union(&set(&u, &[[0]]).product(&all).unwrap());
    assert!(matches!(hub.closure(), Err(TupleSetError::TooManyTuples { .. })));
}

#[test]
fn no_atoms() {
    let u = universe(0);
    assert!(TupleSet::all(&u, 3).unwrap().is_empty());
    assert!(TupleSet::identity(&u).closure().unwrap().is_empty());
    assert!(TupleSet::of_indices(&u, 1, vec![0]).is_err());
}

#[test]
fn a_million_tuples() {
    let u = universe(1000);
    let all = TupleSet::all(&u, 2).unwrap();
    assert_eq!(all.len(), 1_000_000);
    assert_eq!(all.closure().unwrap(), all);
    assert_eq!(all.transpose(), all);
    assert_eq!(all.difference(&TupleSet::identity(&u)).len(), 999_000);
    let chain: Vec<[AtomId; 2]> = (1..1000).map(|i| [AtomId(i - 1), AtomId(i)]).collect();
    let chain = TupleSet::of_tuples(&u, 2, chain).unwrap();
    assert_eq!(chain.closure().unwrap().len(), 999 * 1000 / 2);
    assert_eq!(chain.join(&all).unwrap().len(), 999_000);
}
