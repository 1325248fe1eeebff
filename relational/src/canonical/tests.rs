#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;

/// All renamings that keep colours.
fn renamings(colours: &[u32]) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    for atom in 0..colours.len() {
        let mut longer = Vec::new();
        for images in &all {
            for image in 0..colours.len() as u32 {
                if colours[image as usize] == colours[atom] && !images.contains(&image) {
                    let mut images: Vec<u32> = images.clone();
                    images.push(image);
                    longer.push(images);
                }
            }
        }
        all = longer;
    }
    all
}

fn renamed(universe: &Universe, relations: &[TupleSet], images: &[u32]) -> Vec<TupleSet> {
    let rename = |set: &TupleSet| {
        let tuples = set.tuples().map(|tuple| {
            tuple
                .iter()
                .map(|a| AtomId(images[a.index()]))
                .collect::<Vec<_>>()
        });
        TupleSet::of_tuples(universe, set.arity(), tuples).unwrap()
    };
    relations.iter().map(rename).collect()
}

/// Every structure that renaming makes, as lists of tuples' numbers.
fn images(universe: &Universe, colours: &[u32], relations: &[TupleSet]) -> BTreeSet<Vec<Vec<u64>>> {
    let numbers = |images: &Vec<u32>| {
        let sets = renamed(universe, relations, images);
        sets.iter().map(|set| set.indices().to_vec()).collect()
    };
    renamings(colours).iter().map(numbers).collect()
}

fn form(colours: &[u32], relations: &[TupleSet]) -> CanonicalForm {
    let sets: Vec<&TupleSet> = relations.iter().collect();
    Canonizer::with_colours(colours.to_vec()).form(&sets).unwrap()
}

/// A structure over `n` atoms: a set, and relations of arity 2 and 3, each tuple there with odds that vary.
fn structures(n: u32) -> impl Strategy<Value = Vec<TupleSet>> {
    let relation = move |arity: u32| {
        (1u32..10).prop_flat_map(move |odds| {
            let space = n.pow(arity) as usize;
            proptest::collection::vec(0u32..10, space).prop_map(move |draws| {
                let there = draws.iter().enumerate().filter(|&(_, &draw)| draw < odds % 7);
                let indices = there.map(|(index, _)| index as u64).collect();
                let universe = Universe::new((0..n).map(|i| format!("a{i}")));
                TupleSet::of_indices(&universe, arity, indices).unwrap()
            })
        })
    };
    (relation(1), relation(2), relation(2), relation(3), 0usize..5).prop_map(|(a, b, c, d, keep)| {
        let mut all = vec![a, b, c, d];
        all.truncate(keep.max(1));
        all
    })
}

fn universe(n: u32) -> Universe {
    Universe::new((0..n).map(|i| format!("a{i}")))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn forms_are_equal_exactly_for_renamed_structures(
        (n, colours, a, b) in (1u32..6).prop_flat_map(|n| {
            (Just(n), proptest::collection::vec(0u32..2, n as usize), structures(n), structures(n))
        }),
    ) {
        let universe = universe(n);
        let all = images(&universe, &colours, &a);
        let numbers: Vec<Vec<u64>> = b.iter().map(|set| set.indices().to_vec()).collect();
        prop_assert_eq!(form(&colours, &a) == form(&colours, &b), a.len() == b.len() && all.contains(&numbers));
        for images in renamings(&colours) {
            prop_assert_eq!(form(&colours, &a), form(&colours, &renamed(&universe, &a, &images)));
        }
    }

    #[test]
    fn orbits_and_automorphisms_are_counted(
        (n, colours, relations) in (1u32..7).prop_flat_map(|n| {
            (Just(n), proptest::collection::vec(0u32..2, n as usize), structures(n))
        }),
    ) {
        let universe = universe(n);
        let all = images(&universe, &colours, &relations);
        let form = form(&colours, &relations);
        let sets: Vec<&TupleSet> = relations.iter().collect();
        let orbit = Canonizer::with_colours(colours.clone()).orbit(&sets, &form);
        prop_assert_eq!(orbit, Some(all.len() as u128));
    }
}

/// Graphs in which every node has the same number of neighbours: refining alone tells nothing apart.
#[test]
fn regular_graphs_are_told_apart() {
    let n = 7;
    let universe = universe(n);
    let circulant = |steps: &[u32]| {
        let edges = (0..n).flat_map(|i| {
            steps.iter().flat_map(move |s| {
                let j = (i + s) % n;
                [[AtomId(i), AtomId(j)], [AtomId(j), AtomId(i)]]
            })
        });
        vec![TupleSet::of_tuples(&universe, 2, edges).unwrap()]
    };
    let colours = vec![0; n as usize];
    for steps in [&[1][..], &[1, 2], &[1, 3]] {
        let graph = circulant(steps);
        let shuffled: Vec<u32> = (0..n).map(|i| (i * 3 + 1) % n).collect();
        let other = renamed(&universe, &graph, &shuffled);
        assert_eq!(form(&colours, &graph), form(&colours, &other));
        let all = images(&universe, &colours, &graph).len() as u128;
        assert_eq!(form(&colours, &graph).automorphisms(), Some(5040 / all));
    }
}

#[test]
fn a_hexagon_is_not_two_triangles() {
    let universe = universe(6);
    let graph = |edges: [[u32; 2]; 6]| {
        let both = edges
            .iter()
            .flat_map(|&[a, b]| [[AtomId(a), AtomId(b)], [AtomId(b), AtomId(a)]]);
        vec![TupleSet::of_tuples(&universe, 2, both).unwrap()]
    };
    let hexagon = graph([[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0]]);
    let triangles = graph([[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3]]);
    let (hexagon, triangles) = (form(&[0; 6], &hexagon), form(&[0; 6], &triangles));
    assert_ne!(hexagon, triangles);
    assert_eq!(hexagon.automorphisms(), Some(12));
    assert_eq!(triangles.automorphisms(), Some(72));
}

#[test]
fn sixty_exchangeable_atoms_take_no_time() {
    let universe = universe(60);
    let all = TupleSet::all(&universe, 1).unwrap();
    let identity = TupleSet::identity(&universe);
    let canonizer = Canonizer {
        work_limit: 1000,
        ..Canonizer::new(&universe, [])
    };
    let form = canonizer.form(&[&all, &identity]).unwrap();
    assert_eq!(form.automorphisms(), None, "60! has more than 128 bits");
}

#[test]
fn integers_stay_what_they_are() {
    let universe = Universe::with_ints(["a", "b"], 2, std::iter::empty::<String>());
    let canonizer = Canonizer::new(&universe, []);
    let size = |value: i64, atom: u32| {
        let tuple = [AtomId(atom), universe.int_atom(value).unwrap()];
        let set = TupleSet::of_tuples(&universe, 2, [tuple]).unwrap();
        canonizer.form(&[&set]).unwrap()
    };
    assert_eq!(size(1, 0), size(1, 1));
    assert_ne!(size(1, 0), size(0, 0));
}

#[test]
fn a_search_that_is_too_long_says_so() {
    let universe = universe(8);
    let cycle = TupleSet::of_tuples(&universe, 2, (0..8).map(|i| [AtomId(i), AtomId((i + 1) % 8)])).unwrap();
    let canonizer = Canonizer {
        work_limit: 30,
        ..Canonizer::new(&universe, [])
    };
    assert_eq!(canonizer.form(&[&cycle]), None);
}

#[test]
fn constants_tell_atoms_apart_once() {
    let universe = universe(5);
    let set = TupleSet::of_atoms(&universe, [AtomId(0), AtomId(1), AtomId(2)]);
    let order = TupleSet::of_tuples(&universe, 2, [[AtomId(0), AtomId(1)], [AtomId(1), AtomId(2)]]).unwrap();
    let canonizer = Canonizer::new(&universe, []).with_constants(&[&set, &order]);
    assert!(canonizer.is_rigid(&order));
    let form = |a: u32, b: u32| {
        let tuples = TupleSet::of_tuples(&universe, 2, [[AtomId(a), AtomId(b)]]).unwrap();
        canonizer.form(&[&tuples]).unwrap()
    };
    assert_eq!(form(0, 3), form(0, 4));
    assert_ne!(form(0, 3), form(1, 3));
    assert_ne!(form(0, 3), form(3, 0));
}

proptest! {
    /// Listing finds exactly the renamings that change nothing.
    #[test]
    fn automorphisms_are_listed(relations in structures(5), colours in proptest::collection::vec(0u32..2, 5)) {
        let sets: Vec<&TupleSet> = relations.iter().collect();
        let universe = Universe::new(["a", "b", "c", "d", "e"]);
        let occurs: BTreeSet<AtomId> = sets.iter().flat_map(|set| set.tuples().flatten()).collect();
        let numbers = |sets: &[TupleSet]| sets.iter().map(|set| set.indices().to_vec()).collect::<Vec<_>>();
        let mut expected: Vec<Vec<AtomId>> = renamings(&colours)
            .into_iter()
            .filter(|images| (0..5u32).all(|a| occurs.contains(&AtomId(a)) || images[a as usize] == a))
            .filter(|images| numbers(&renamed(&universe, &relations, images)) == numbers(&relations))
            .map(|images| images.into_iter().map(AtomId).collect())
            .collect();
        expected.sort_unstable();
        let found = Canonizer::with_colours(colours).automorphisms(&sets, 120);
        prop_assert_eq!(found, Some(expected));
    }
}
