//! Sets of tuples of atoms.

use crate::{AtomId, Universe};

/// A set of tuples of one arity over the atoms of one universe.
///
/// A tuple (a₀, …, aₖ₋₁) over n atoms is stored as the number a₀·nᵏ⁻¹ + … + aₖ₋₁, so that numeric order is lexicographic order.
///
/// # Invariants
/// `indices` is strictly ascending, each below nᵏ, and nᵏ fits in 64 bits ([`TupleSet::fits`]).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TupleSet {
    arity: u32,
    atoms: u32,
    indices: Vec<u64>,
}

impl TupleSet {
    /// Whether tuples of this arity over this universe can be numbered: atoms^arity ≤ 2⁶³.
    pub fn fits(universe: &Universe, arity: u32) -> bool {
        (universe.len().max(1) as u64)
            .checked_pow(arity)
            .is_some_and(|n| n <= 1 << 63)
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
        let mut indices: Vec<u64> = atoms.into_iter().map(|a| u64::from(a.0)).collect();
        indices.sort_unstable();
        indices.dedup();
        Self {
            arity: 1,
            atoms: universe.len() as u32,
            indices,
        }
    }

    /// The arity.
    pub fn arity(&self) -> u32 {
        self.arity
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

    /// Whether every tuple of this set is in `other`.
    pub fn is_subset(&self, other: &TupleSet) -> bool {
        let mut rest = other.indices.iter();
        self.indices.iter().all(|i| rest.any(|j| i == j))
    }
}
