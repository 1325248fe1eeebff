//! Finds classes of interchangeable atoms.
//!
//! After Torlak and Jackson, "Kodkod: A Relational Model Finder" (TACAS 2007, section 5): the coarsest partition of the
//! universe is refined by every bound until each bound is a union of products of classes. Any permutation that keeps
//! the classes then maps every bound to itself. Finding all symmetries would be as hard as graph automorphism; this
//! finds those that come from scopes. Bounds of skolem relations take part, so that relations made after the fact are
//! respected too.
//!
//! A bound is refined column by column: atoms of a class stay together only if the rest of their tuples is the same set.
//! Diagonals are the exception: atoms whose only rest is themselves, repeated, stay together.

use relfind_relational::{Bounds, TupleSet, Universe};
use rustc_hash::FxHashMap;

/// A partition of the universe: the class of every atom.
struct Partition {
    atoms: u64,
    class: Vec<u32>,
    classes: u32,
}

impl Partition {
    fn new(universe: &Universe) -> Self {
        let mut partition = Self {
            atoms: universe.len() as u64,
            class: vec![0; universe.len()],
            classes: 1,
        };
        for atom in universe.int_atoms() {
            partition.class[atom.index()] = partition.classes;
            partition.classes += 1;
        }
        partition
    }

    /// Splits every class by a mark that each atom has.
    fn split(&mut self, mark: &[u32]) {
        let mut numbers: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        for (class, &mark) in self.class.iter_mut().zip(mark) {
            let next = numbers.len() as u32;
            *class = *numbers.entry((*class, mark)).or_insert(next);
        }
        self.classes = numbers.len() as u32;
    }

    /// Refines the classes by a set of tuples given by ascending numbers.
    fn refine(&mut self, arity: u32, tuples: &[u64]) {
        if u64::from(self.classes) == self.atoms || tuples.is_empty() {
            return;
        }
        let mut mark = vec![0; self.atoms as usize];
        if arity == 1 {
            for &atom in tuples {
                mark[atom as usize] = 1;
            }
            self.split(&mark);
            return;
        }
        let width = self.atoms.pow(arity - 1);
        let diagonal = (0..arity - 1).fold(0, |sum, _| sum * self.atoms + 1);
        let mut groups: FxHashMap<Vec<u64>, u32> = FxHashMap::default();
        let mut rests: Vec<Vec<u64>> = Vec::new();
        let mut at = 0;
        while at < tuples.len() {
            let atom = tuples[at] / width;
            let length = tuples[at..].partition_point(|&tuple| tuple / width == atom);
            let rest: Vec<u64> = tuples[at..at + length]
                .iter()
                .map(|&tuple| tuple % width)
                .collect();
            at += length;
            mark[atom as usize] = if rest == [atom * diagonal] {
                1
            } else {
                *groups.entry(rest).or_insert_with_key(|rest| {
                    rests.push(rest.clone());
                    rests.len() as u32 + 1
                })
            };
        }
        self.split(&mark);
        for rest in rests {
            self.refine(arity - 1, &rest);
        }
    }
}

/// The classes of at least two interchangeable atoms, each in the order of the universe, ordered by their first atoms.
pub(crate) fn detect(bounds: &Bounds) -> Vec<Vec<u32>> {
    let mut partition = Partition::new(bounds.universe());
    let mut sets: Vec<&TupleSet> = Vec::new();
    for (_, relation) in bounds.iter() {
        if !relation.is_constant() {
            sets.push(&relation.lower);
        }
        sets.push(&relation.upper);
    }
    sets.sort_by_key(|set| set.len());
    for set in sets {
        partition.refine(set.arity(), set.indices());
    }
    let mut members: Vec<Vec<u32>> = vec![Vec::new(); partition.classes as usize];
    for (atom, &class) in partition.class.iter().enumerate() {
        members[class as usize].push(atom as u32);
    }
    members.retain(|class| class.len() > 1);
    members.sort();
    members
}

#[cfg(test)]
mod tests {
    use relfind_relational::{AtomId, RelationKind};

    use super::*;

    /// The classes of a universe of four atoms before two integers, with these relations' upper bounds.
    fn classes(uppers: &[(u32, &[&[u32]])]) -> Vec<Vec<u32>> {
        let universe = Universe::with_ints(["a", "b", "c", "d"], 1, std::iter::empty::<&str>());
        let mut bounds = Bounds::new(universe.into());
        for &(arity, tuples) in uppers {
            let tuples = tuples
                .iter()
                .map(|tuple| tuple.iter().map(|&atom| AtomId(atom)).collect::<Vec<_>>());
            let upper = TupleSet::of_tuples(bounds.universe(), arity, tuples).expect("tuples fit");
            let lower = TupleSet::empty(bounds.universe(), arity);
            bounds
                .add("r", RelationKind::Visible, lower, upper)
                .expect("bounds fit");
        }
        detect(&bounds)
    }

    #[test]
    fn integers_are_never_interchangeable() {
        assert_eq!(classes(&[]), [[0, 1, 2, 3]]);
    }

    #[test]
    fn sets_split_classes() {
        assert_eq!(classes(&[(1, &[&[0], &[1]])]), [[0, 1], [2, 3]]);
        assert_eq!(
            classes(&[(1, &[&[0], &[1]]), (1, &[&[1], &[2]])]),
            Vec::<Vec<u32>>::new()
        );
    }

    #[test]
    fn products_and_diagonals_keep_them() {
        let product: &[&[u32]] = &[&[0, 2], &[0, 3], &[1, 2], &[1, 3]];
        assert_eq!(classes(&[(2, product)]), [[0, 1], [2, 3]]);
        let diagonal: &[&[u32]] = &[&[0, 0], &[1, 1], &[2, 2]];
        assert_eq!(classes(&[(2, diagonal)]), [[0, 1, 2]]);
    }

    #[test]
    fn orders_break_them() {
        let chain: &[&[u32]] = &[&[0, 1], &[1, 2], &[2, 3]];
        assert_eq!(classes(&[(2, chain)]), Vec::<Vec<u32>>::new());
        let star: &[&[u32]] = &[&[0, 1], &[0, 2], &[0, 3]];
        assert_eq!(classes(&[(2, star)]), [[1, 2, 3]]);
    }
}
