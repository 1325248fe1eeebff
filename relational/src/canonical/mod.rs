//! Canonical forms: the same for two instances exactly when one becomes the other by renaming atoms.
//!
//! The search is that of Brendan `McKay`, "Practical graph isomorphism" (Congressus Numerantium 30, 1981) and `McKay` and Piperno,
//! "Practical graph isomorphism, II" (Journal of Symbolic Computation 60, 2014, sections 2 and 3): atoms are told apart by refining an
//! ordered partition; where that ends, an atom of the first cell that is not a singleton is singled out, each in turn; every leaf is a
//! labelling, and the least labelled structure is the form. Automorphisms found on the way, and atoms that may be exchanged at sight, keep
//! the tree small. What differs: the structure is a list of relations of any arity, refined as it is and not as a graph; a cell whose
//! atoms are all exchangeable is split at once.
//!
//! Atoms in no tuple do not matter to a form. Atoms of different colours are never exchanged; integers and strings, each with a colour of
//! its own, stay what they are.

mod automorphisms;
mod refine;
mod search;
mod structure;

#[cfg(test)]
mod tests;

use rustc_hash::FxHashMap;

use crate::{AtomId, Instance, TupleSet, Universe, ast::RelationId};
use refine::Partition;
use search::Search;
use structure::Structure;

/// The canonical form of a structure.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CanonicalForm {
    code: Vec<u64>,
    /// How many bijections of the atoms that occur map the structure onto itself; none where they are too many for 128 bits.
    automorphisms: Option<u128>,
}

impl CanonicalForm {
    /// Numbers that are equal for two structures exactly when they are the same up to renaming.
    pub fn code(&self) -> &[u64] {
        &self.code
    }

    /// How many bijections of the atoms that occur, each to an atom of its colour, map the structure onto itself; none where they are too
    /// many for 128 bits.
    pub fn automorphisms(&self) -> Option<u128> {
        self.automorphisms
    }

    /// A hash of 128 bits, the same in every run: among a billion forms the odds of any two with the same hash are below 10⁻²⁰.
    pub fn digest(&self) -> u128 {
        let half = |seed: u64| {
            let hash = self.code.iter().fold(seed, |hash, &word| mix(hash, word));
            u128::from(mix(hash, self.code.len() as u64))
        };
        half(0x243f_6a88_85a3_08d3) << 64 | half(0xa409_3822_299f_31d0)
    }
}

/// Makes canonical forms of structures over one universe.
#[derive(Clone, Debug)]
pub struct Canonizer {
    /// By atom.
    colours: Vec<u32>,
    /// How much work a search may do: about the number of atoms and tuples looked at.
    pub work_limit: u64,
}

impl Canonizer {
    /// The work that a search may do unless told otherwise: some seconds. Structures that need more are rare: large and highly regular.
    pub const WORK_LIMIT: u64 = 100_000_000;

    /// Integers and the atoms of `fixed` stay what they are, all others may be renamed.
    pub fn new(universe: &Universe, fixed: impl IntoIterator<Item = AtomId>) -> Self {
        let mut colours = vec![0; universe.len()];
        for atom in universe.int_atoms().chain(fixed) {
            colours[atom.index()] = atom.0 + 1;
        }
        Self::with_colours(colours)
    }

    /// Atoms, numbered as in the universe, may be renamed to those of the same colour.
    pub fn with_colours(colours: Vec<u32>) -> Self {
        Self {
            colours,
            work_limit: Self::WORK_LIMIT,
        }
    }

    /// The same where some relations have one value for all structures: their atoms are told apart once and for all.
    #[must_use]
    pub fn with_constants(mut self, constants: &[&TupleSet]) -> Self {
        let structure = Structure::new(&self.colours, constants);
        let mut partition = Partition::new(&structure);
        partition.refine(&structure);
        let mut marks: Vec<(u32, u32)> = self.colours.iter().map(|&colour| (colour, 0)).collect();
        for (&name, &cell) in structure.names.iter().zip(partition.label()) {
            marks[name as usize].1 = cell + 1;
        }
        let mut distinct = marks.clone();
        distinct.sort_unstable();
        distinct.dedup();
        let number = |mark| distinct.partition_point(|other| other < mark) as u32;
        self.colours = marks.iter().map(number).collect();
        self
    }

    /// Whether no renaming changes these tuples, because their atoms have colours of their own: such a relation may be left out.
    ///
    /// Sets given to [`Canonizer::with_constants`] are so too; this looks at atoms only.
    pub fn is_rigid(&self, tuples: &TupleSet) -> bool {
        let mut count: FxHashMap<u32, u32> = FxHashMap::default();
        for &colour in &self.colours {
            *count.entry(colour).or_default() += 1;
        }
        let own = |atom: &AtomId| count.get(&self.colours[atom.index()]) == Some(&1);
        tuples.tuples().all(|tuple| tuple.iter().all(own))
    }

    /// The canonical form of some relations of an instance; none where the search would take too long.
    pub fn instance(&self, instance: &Instance, relations: &[RelationId]) -> Option<CanonicalForm> {
        let values: Vec<&TupleSet> = relations.iter().filter_map(|&id| instance.get(id)).collect();
        self.form(&values)
    }

    /// The canonical form of a list of relations; none where the search would take too long.
    ///
    /// ```
    /// use relfind_relational::{AtomId, Canonizer, TupleSet, Universe};
    ///
    /// let universe = Universe::new(["a", "b", "c"]);
    /// let [a, b, c] = [0, 1, 2].map(AtomId);
    /// let canonizer = Canonizer::new(&universe, []);
    /// let form = |edges: &[[AtomId; 2]]| {
    ///     let edges = TupleSet::of_tuples(&universe, 2, edges)?;
    ///     Ok::<_, relfind_relational::TupleSetError>(canonizer.form(&[&edges]))
    /// };
    /// assert_eq!(form(&[[a, b], [b, c]])?, form(&[[c, a], [b, c]])?);
    /// assert_ne!(form(&[[a, b], [b, c]])?, form(&[[a, b], [c, b]])?);
    /// # Ok::<(), relfind_relational::TupleSetError>(())
    /// ```
    pub fn form(&self, relations: &[&TupleSet]) -> Option<CanonicalForm> {
        let structure = Structure::new(&self.colours, relations);
        let found = Search::new(&structure, self.work_limit).run()?;
        let mut code = structure.colours_in_order();
        code.push(structure.len() as u64);
        code.extend(found.code);
        Some(CanonicalForm {
            code,
            automorphisms: found.automorphisms,
        })
    }

    /// How many structures there are that renaming makes of one: the size of its orbit. None where that is more than 128 bits hold.
    ///
    /// It is the number of renamings over the number of those that change nothing, atoms that do not occur included (the orbit-stabilizer
    /// theorem).
    pub fn orbit(&self, relations: &[&TupleSet], form: &CanonicalForm) -> Option<u128> {
        let structure = Structure::new(&self.colours, relations);
        let mut of_colour: FxHashMap<u32, (u32, u32)> = FxHashMap::default();
        for &colour in &self.colours {
            of_colour.entry(colour).or_default().0 += 1;
        }
        for colour in structure.colours() {
            of_colour.entry(colour).or_default().1 += 1;
        }
        // The atoms that occur may be sent to any others: n! over the factorial of the rest.
        let mut sizes: Vec<(u32, u32)> = of_colour.into_values().collect();
        sizes.sort_unstable();
        let images = sizes.into_iter().try_fold(1u128, |product, (all, used)| {
            (all - used + 1..=all).try_fold(product, |product, n| product.checked_mul(u128::from(n)))
        })?;
        Some(images / form.automorphisms?)
    }
}

/// Mixes a word into a hash: a product of 128 bits, folded.
fn mix(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ 0x9e37_79b9_7f4a_7c15) * u128::from(word ^ 0xd1b5_4a32_d192_ed03);
    let folded = (product >> 64) as u64 ^ product as u64;
    (folded ^ hash.rotate_left(29)).wrapping_mul(0xff51_afd7_ed55_8ccd) ^ (folded >> 32)
}
