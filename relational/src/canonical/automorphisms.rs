//! All automorphisms of a structure, where they are few enough to list.
//!
//! The search for a canonical form meets generators of the group. Their products are listed breadth first, which is enough for groups that
//! one wants element by element; a list as long as the search's own count (by orbits along the first path, see `search`) is known to be
//! all of them.

use rustc_hash::FxHashSet;

use super::{Canonizer, search::Search, structure::Structure};
use crate::{AtomId, TupleSet};

impl Canonizer {
    /// All bijections of the atoms that occur in some relations, each to an atom of its colour, that map every relation onto itself: the
    /// image of each atom of the universe, where atoms that do not occur stay as they are. None where they are more than `most`, or finding
    /// them would take too long.
    ///
    /// ```
    /// use relfind_relational::{AtomId, Canonizer, TupleSet, Universe};
    ///
    /// let universe = Universe::new(["a", "b", "c"]);
    /// let [a, b, c] = [0, 1, 2].map(AtomId);
    /// let ring = TupleSet::of_tuples(&universe, 2, [[a, b], [b, c], [c, a]])?;
    /// let turns = Canonizer::new(&universe, []).automorphisms(&[&ring], 10);
    /// assert_eq!(turns, Some(vec![vec![a, b, c], vec![b, c, a], vec![c, a, b]]));
    /// # Ok::<(), relfind_relational::TupleSetError>(())
    /// ```
    pub fn automorphisms(&self, relations: &[&TupleSet], most: usize) -> Option<Vec<Vec<AtomId>>> {
        let structure = Structure::new(&self.colours, relations);
        let found = Search::new(&structure, self.work_limit).run()?;
        let order = found.automorphisms.filter(|&order| order <= most as u128)?;
        let mut generators = found.generators;
        generators.extend(exchanges(&structure));
        let group = products(structure.len() as u32, &generators, order as usize);
        (group.len() as u128 == order).then(|| {
            let all = group.iter().map(|images| self.of_universe(&structure, images));
            let mut all: Vec<Vec<AtomId>> = all.collect();
            all.sort_unstable();
            all
        })
    }

    fn of_universe(&self, structure: &Structure, images: &[u32]) -> Vec<AtomId> {
        let mut all: Vec<AtomId> = (0..self.colours.len() as u32).map(AtomId).collect();
        for (&name, &image) in structure.names.iter().zip(images) {
            all[name as usize] = AtomId(structure.names[image as usize]);
        }
        all
    }
}

/// Exchanges of two atoms that generate all others: to be exchangeable is an equivalence, and neighbours of a class are enough.
fn exchanges(structure: &Structure) -> Vec<Vec<u32>> {
    let colours: Vec<u32> = structure.colours().collect();
    let mut exchanges = Vec::new();
    // The last atom of each class of the present colour. Atoms stand in the order of their colours.
    let mut last: Vec<u32> = Vec::new();
    for atom in 0..colours.len() as u32 {
        if atom > 0 && colours[atom as usize] != colours[atom as usize - 1] {
            last.clear();
        }
        match last
            .iter_mut()
            .find(|other| structure.exchangeable(**other, atom))
        {
            Some(other) => {
                let mut images: Vec<u32> = (0..colours.len() as u32).collect();
                images.swap(*other as usize, atom as usize);
                exchanges.push(images);
                *other = atom;
            }
            None => last.push(atom),
        }
    }
    exchanges
}

/// The group that some permutations generate, or more than `most` of its elements.
fn products(degree: u32, generators: &[Vec<u32>], most: usize) -> Vec<Vec<u32>> {
    let identity: Vec<u32> = (0..degree).collect();
    let mut seen: FxHashSet<Vec<u32>> = FxHashSet::default();
    seen.insert(identity.clone());
    let mut group = vec![identity];
    let mut next = 0;
    while next < group.len() && group.len() <= most {
        for generator in generators {
            let product: Vec<u32> = group[next].iter().map(|&atom| generator[atom as usize]).collect();
            if seen.insert(product.clone()) {
                group.push(product);
            }
        }
        next += 1;
    }
    group
}
