//! The atoms of a problem.

use std::ops::Range;

/// An atom: its position in the [`Universe`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AtomId(pub u32);

impl AtomId {
    /// The position in the universe.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A finite, ordered set of named atoms, some of which stand for consecutive integers.
///
/// # Invariants
/// Names are distinct. The integers are consecutive atoms in ascending order, from [`Universe::min_int`] on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Universe {
    names: Vec<String>,
    ints: Range<u32>,
    min_int: i64,
    bitwidth: u32,
}

impl Universe {
    /// A universe without integers: `names` in order. Arithmetic still works, in as many bits as counting all atoms needs.
    pub fn new<S: Into<String>>(names: impl IntoIterator<Item = S>) -> Self {
        Self::with_ints(names, 0, std::iter::empty::<S>())
    }

    /// The atoms `before`, then all integers of `bitwidth` bits in two's complement, then the atoms `after`.
    ///
    /// With a bitwidth of 0 there are no integer atoms, and arithmetic is done in ⌈log₂(atoms + 1)⌉ + 1 bits.
    pub fn with_ints<A: Into<String>, B: Into<String>>(
        before: impl IntoIterator<Item = A>,
        bitwidth: u32,
        after: impl IntoIterator<Item = B>,
    ) -> Self {
        let mut names: Vec<String> = before.into_iter().map(Into::into).collect();
        let start = names.len() as u32;
        let count: i64 = if bitwidth == 0 { 0 } else { 1 << bitwidth };
        let min_int = -(count / 2);
        names.extend((min_int..min_int + count).map(|value| value.to_string()));
        let end = names.len() as u32;
        names.extend(after.into_iter().map(Into::into));
        let counting = u64::BITS - (names.len() as u64).leading_zeros() + 1;
        let bitwidth = if bitwidth == 0 { counting } else { bitwidth };
        Self {
            names,
            ints: start..end,
            min_int,
            bitwidth,
        }
    }

    /// The number of atoms.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is no atom.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// All atoms in order.
    pub fn atoms(&self) -> impl Iterator<Item = AtomId> + use<> {
        (0..self.names.len() as u32).map(AtomId)
    }

    /// The atom's name.
    pub fn name(&self, atom: AtomId) -> &str {
        &self.names[atom.index()]
    }

    /// The width of integers in bits.
    pub fn bitwidth(&self) -> u32 {
        self.bitwidth
    }

    /// The least value of arithmetic, -2^(bitwidth-1).
    pub fn min_int(&self) -> i64 {
        -(1i64 << (self.bitwidth - 1))
    }

    /// The greatest value of arithmetic, 2^(bitwidth-1) - 1.
    pub fn max_int(&self) -> i64 {
        (1i64 << (self.bitwidth - 1)) - 1
    }

    /// The atoms that are integers, ascending; empty where there are none.
    pub fn int_atoms(&self) -> impl DoubleEndedIterator<Item = AtomId> + ExactSizeIterator + use<> {
        self.ints.clone().map(AtomId)
    }

    /// The integer that the atom stands for.
    pub fn int_value(&self, atom: AtomId) -> Option<i64> {
        self.ints
            .contains(&atom.0)
            .then(|| self.min_int + i64::from(atom.0 - self.ints.start))
    }

    /// The atom of an integer.
    pub fn int_atom(&self, value: i64) -> Option<AtomId> {
        let index = value
            .checked_sub(self.min_int)
            .filter(|i| (0..self.ints.len() as i64).contains(i))?;
        Some(AtomId(self.ints.start + index as u32))
    }
}
