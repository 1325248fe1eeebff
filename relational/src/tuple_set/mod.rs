//! Sets of tuples of atoms.
//!
//! The operations of relational algebra are in `algebra`; this file has what builds a set and what reads it.

mod algebra;

#[cfg(test)]
mod tests;

use crate::{AtomId, Universe};

/// What cannot be done with tuple sets.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TupleSetError {
    /// The result would have more tuples than [`TupleSet::MAX_TUPLES`].
    #[error("a relation of arity {arity} over {atoms} atoms would have more than {limit} tuples", limit = TupleSet::MAX_TUPLES)]
    TooManyTuples {
        /// The arity of the result.
        arity: u32,
        /// The size of the universe.
        atoms: u32,
    },
    /// Tuples of this arity over this universe cannot be numbered in 63 bits.
    #[error(
        "a relation of arity {arity} over {atoms} atoms is too large: there are more than 2^63 possible tuples"
    )]
    TooLargeSpace {
        /// The arity.
        arity: u32,
        /// The size of the universe.
        atoms: u32,
    },
    /// A tuple of another length than the set's arity.
    #[error("a tuple of {found} atoms in a relation of arity {arity}")]
    Arity {
        /// The arity of the set.
        arity: u32,
        /// The length of the tuple.
        found: usize,
    },
    /// An atom or a tuple's number that is not of the universe.
    #[error("atom {atom} is not in the universe of {atoms} atoms")]
    UnknownAtom {
        /// The atom, or the first atom of the tuple.
        atom: u64,
        /// The size of the universe.
        atoms: u32,
    },
}

/// A set of tuples of one arity over the atoms of one universe.
///
/// A tuple (a₀, …, aₖ₋₁) over n atoms is stored as the number a₀·nᵏ⁻¹ + … + aₖ₋₁, so that numeric order is lexicographic order.
/// Where two sets meet in an operation they must be over the same universe.
///
/// # Invariants
/// `indices` is strictly ascending, each below nᵏ. Unless the set is empty, nᵏ fits in 64 bits ([`TupleSet::fits`]).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TupleSet {
    arity: u32,
    atoms: u32,
    indices: Vec<u64>,
}

impl TupleSet {
    /// The greatest number of tuples that an operation may give: 2²⁵, which take 256 MB.
    pub const MAX_TUPLES: usize = 1 << 25;

    /// Whether tuples of this arity over this universe can be numbered: atoms^arity ≤ 2⁶³.
    pub fn fits(universe: &Universe, arity: u32) -> bool {
        space(universe.len() as u32, arity).is_some()
    }

    /// The empty set.
    pub fn empty(universe: &Universe, arity: u32) -> Self {
        Self {
            arity,
            atoms: universe.len() as u32,
            indices: Vec::new(),
        }
    }

    /// A set of atoms, as tuples of arity 1.
    pub fn of_atoms(universe: &Universe, atoms: impl IntoIterator<Item = AtomId>) -> Self {
        let indices = atoms.into_iter().map(|a| u64::from(a.0)).collect();
        Self::sorted(1, universe.len() as u32, indices)
    }

    /// A set of tuples, in any order, repeated or not.
    ///
    /// ```
    /// use relfind_relational::{AtomId, TupleSet, Universe};
    ///
    /// let universe = Universe::new(["a", "b", "c"]);
    /// let [a, b, c] = [0, 1, 2].map(AtomId);
    /// let edges = TupleSet::of_tuples(&universe, 2, [[a, b], [b, c]])?;
    /// assert!(edges.closure()?.contains(&[a, c]));
    /// # Ok::<(), relfind_relational::TupleSetError>(())
    /// ```
    pub fn of_tuples<T: AsRef<[AtomId]>>(
        universe: &Universe,
        arity: u32,
        tuples: impl IntoIterator<Item = T>,
    ) -> Result<Self, TupleSetError> {
        let mut set = Self::empty(universe, arity);
        for tuple in tuples {
            let index = set.checked_index(tuple.as_ref())?;
            set.indices.push(index);
        }
        Ok(Self::sorted(arity, set.atoms, set.indices))
    }

    /// A set of tuples given by their numbers, in any order, repeated or not.
    pub fn of_indices(universe: &Universe, arity: u32, indices: Vec<u64>) -> Result<Self, TupleSetError> {
        let atoms = universe.len() as u32;
        if let Some(&greatest) = indices.iter().max() {
            let space = checked_space(atoms, arity)?;
            if greatest >= space || atoms == 0 {
                return Err(TupleSetError::UnknownAtom {
                    atom: greatest,
                    atoms,
                });
            }
        }
        Ok(Self::sorted(arity, atoms, indices))
    }

    /// All tuples of an arity.
    pub fn all(universe: &Universe, arity: u32) -> Result<Self, TupleSetError> {
        let atoms = universe.len() as u32;
        if atoms == 0 {
            return Ok(Self::empty(universe, arity));
        }
        let space = checked_space(atoms, arity)?;
        if space > Self::MAX_TUPLES as u64 {
            return Err(TupleSetError::TooManyTuples { arity, atoms });
        }
        Ok(Self {
            arity,
            atoms,
            indices: (0..space).collect(),
        })
    }

    /// The identity: each atom with itself.
    pub fn identity(universe: &Universe) -> Self {
        let n = universe.len() as u64;
        Self {
            arity: 2,
            atoms: universe.len() as u32,
            indices: (0..n).map(|a| a * (n + 1)).collect(),
        }
    }

    /// All integer atoms.
    pub fn ints(universe: &Universe) -> Self {
        Self::of_atoms(universe, universe.int_atoms())
    }

    fn sorted(arity: u32, atoms: u32, mut indices: Vec<u64>) -> Self {
        indices.sort_unstable();
        indices.dedup();
        Self {
            arity,
            atoms,
            indices,
        }
    }

    /// The arity.
    pub fn arity(&self) -> u32 {
        self.arity
    }

    /// The size of the universe.
    pub fn universe_size(&self) -> u32 {
        self.atoms
    }

    /// How many tuples there are.
    pub fn len(&self) -> usize {
        self.indices.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.indices.is_empty()
    }

    /// The tuples' numbers, ascending.
    pub fn indices(&self) -> &[u64] {
        &self.indices
    }

    /// The tuples, in lexicographic order.
    pub fn tuples(&self) -> impl DoubleEndedIterator<Item = Vec<AtomId>> + ExactSizeIterator + '_ {
        self.indices.iter().map(|&index| self.tuple(index))
    }

    /// The atoms of a set of arity 1, ascending; for other arities the last atoms of the tuples.
    pub fn atoms(&self) -> impl DoubleEndedIterator<Item = AtomId> + ExactSizeIterator + '_ {
        let n = self.radix();
        self.indices.iter().map(move |&index| AtomId((index % n) as u32))
    }

    /// The tuple of a number.
    pub fn tuple(&self, mut index: u64) -> Vec<AtomId> {
        let n = self.radix();
        let mut tuple = vec![AtomId(0); self.arity as usize];
        for atom in tuple.iter_mut().rev() {
            *atom = AtomId((index % n) as u32);
            index /= n;
        }
        tuple
    }

    /// The number of a tuple; none where it has another length or names other atoms.
    pub fn index_of(&self, tuple: &[AtomId]) -> Option<u64> {
        self.checked_index(tuple).ok()
    }

    fn checked_index(&self, tuple: &[AtomId]) -> Result<u64, TupleSetError> {
        let atoms = self.atoms;
        if tuple.len() != self.arity as usize {
            return Err(TupleSetError::Arity {
                arity: self.arity,
                found: tuple.len(),
            });
        }
        if let Some(atom) = tuple.iter().find(|a| a.0 >= atoms) {
            let atom = u64::from(atom.0);
            return Err(TupleSetError::UnknownAtom { atom, atoms });
        }
        checked_space(atoms, self.arity)?;
        Ok(tuple
            .iter()
            .fold(0, |index, a| index * self.radix() + u64::from(a.0)))
    }

    /// Whether the tuple is in the set.
    pub fn contains(&self, tuple: &[AtomId]) -> bool {
        self.index_of(tuple)
            .is_some_and(|index| self.contains_index(index))
    }

    /// Whether the tuple of this number is in the set.
    pub fn contains_index(&self, index: u64) -> bool {
        self.indices.binary_search(&index).is_ok()
    }

    /// Whether the atom is in a set of arity 1.
    pub fn contains_atom(&self, atom: AtomId) -> bool {
        self.arity == 1 && self.contains_index(u64::from(atom.0))
    }

    /// Adds a tuple; says whether it was new. To build a large set, [`TupleSet::of_tuples`] is faster.
    pub fn insert(&mut self, tuple: &[AtomId]) -> Result<bool, TupleSetError> {
        let index = self.checked_index(tuple)?;
        let place = self.indices.binary_search(&index);
        if let Err(place) = place {
            self.indices.insert(place, index);
        }
        Ok(place.is_err())
    }

    /// Whether every tuple of this set is in `other`.
    pub fn is_subset(&self, other: &TupleSet) -> bool {
        let mut rest = other.indices.iter();
        self.len() <= other.len() && self.indices.iter().all(|i| rest.any(|j| i == j))
    }

    /// The number of atoms, as the base of tuples' numbers; never 0.
    fn radix(&self) -> u64 {
        u64::from(self.atoms.max(1))
    }

    /// The radix to a power. It may wrap for arities that do not fit, where all sets are empty; it is then made not to be 0.
    fn power(&self, exponent: u32) -> u64 {
        self.radix().wrapping_pow(exponent).max(1)
    }
}

/// atoms^arity, where it is at most 2⁶³.
fn space(atoms: u32, arity: u32) -> Option<u64> {
    u64::from(atoms.max(1))
        .checked_pow(arity)
        .filter(|&n| n <= 1 << 63)
}

fn checked_space(atoms: u32, arity: u32) -> Result<u64, TupleSetError> {
    space(atoms, arity).ok_or(TupleSetError::TooLargeSpace { arity, atoms })
}
