//! Relations as matrices of signals.
//!
//! After Torlak and Jackson, "Kodkod: A Relational Model Finder" (TACAS 2007, section 4.1): a relation of arity k over n
//! atoms is a k-dimensional matrix whose cell says whether the tuple is in it. Only cells that may be true are stored, as
//! two parallel vectors in the order of the tuples' numbers; cells of exact bounds hold the constant true, so that
//! algebra on them folds without making a gate. Joins work row by row, so that sorting stays local.

mod closure;

use std::cell::OnceCell;

use relfind_relational::TupleSet;

use crate::boolean::{Bit, Circuit, lone};
use crate::error::TranslateError;

/// The matrix of a relation.
///
/// # Invariants
/// `indices` is strictly ascending and as long as `bits`; no bit is the constant false.
#[derive(Clone, Debug)]
pub(crate) struct Matrix {
    arity: u32,
    atoms: u64,
    indices: Vec<u64>,
    bits: Vec<Bit>,
    /// The cells' positions by the last column, once some join wanted them.
    by_last: OnceCell<Vec<u32>>,
}

impl PartialEq for Matrix {
    fn eq(&self, other: &Self) -> bool {
        (self.arity, self.atoms) == (other.arity, other.atoms)
            && self.indices == other.indices
            && self.bits == other.bits
    }
}

type Result<T> = std::result::Result<T, TranslateError>;

/// Up to how many cells on the right a join looks up the cells on the left, if there are at least [`MANY`].
const FEW: usize = 2;
/// See [`FEW`].
const MANY: usize = 64;

impl Matrix {
    /// The empty relation.
    pub(crate) fn empty(atoms: u64, arity: u32) -> Self {
        Self {
            arity,
            atoms,
            indices: Vec::new(),
            bits: Vec::new(),
            by_last: OnceCell::new(),
        }
    }

    /// A constant.
    pub(crate) fn constant(tuples: &TupleSet) -> Self {
        let indices = tuples.indices().to_vec();
        Self::of_indices(u64::from(tuples.universe_size()), tuples.arity(), indices)
    }

    /// A constant of ascending tuple numbers.
    pub(crate) fn of_indices(atoms: u64, arity: u32, indices: Vec<u64>) -> Self {
        debug_assert!(indices.is_sorted());
        Self {
            arity,
            atoms,
            bits: vec![Bit::TRUE; indices.len()],
            indices,
            by_last: OnceCell::new(),
        }
    }

    /// The identity on all atoms.
    pub(crate) fn identity(atoms: u64) -> Self {
        Self::of_indices(atoms, 2, (0..atoms).map(|a| a * (atoms + 1)).collect())
    }

    /// Cells in ascending order of their tuple numbers.
    pub(crate) fn of_cells(atoms: u64, arity: u32, cells: impl IntoIterator<Item = (u64, Bit)>) -> Self {
        let mut result = Self::empty(atoms, arity);
        for (index, bit) in cells {
            result.push(index, bit);
        }
        result
    }

    fn push(&mut self, index: u64, bit: Bit) {
        debug_assert!(self.indices.last().is_none_or(|&last| last < index));
        if bit != Bit::FALSE {
            self.indices.push(index);
            self.bits.push(bit);
        }
    }

    /// The arity.
    pub(crate) fn arity(&self) -> u32 {
        self.arity
    }

    /// How many cells may be true.
    pub(crate) fn len(&self) -> usize {
        self.indices.len()
    }

    /// The numbers of the tuples that may be in it, ascending.
    pub(crate) fn indices(&self) -> &[u64] {
        &self.indices
    }

    /// The cells beside [`Matrix::indices`].
    pub(crate) fn bits(&self) -> &[Bit] {
        &self.bits
    }

    /// The cells that may be true.
    pub(crate) fn cells(&self) -> impl Iterator<Item = (u64, Bit)> + '_ {
        self.indices.iter().copied().zip(self.bits.iter().copied())
    }

    /// Whether no cell depends on an input.
    pub(crate) fn is_constant(&self) -> bool {
        self.bits.iter().all(|&bit| bit == Bit::TRUE)
    }

    /// The cell of a tuple.
    pub(crate) fn get(&self, index: u64) -> Bit {
        self.indices
            .binary_search(&index)
            .map_or(Bit::FALSE, |at| self.bits[at])
    }

    /// The number of rows below one value of the first column.
    fn stride(&self) -> u64 {
        self.atoms.pow(self.arity - 1)
    }

    /// Positions of the cells with tuple numbers in `from..to`.
    fn range(&self, from: u64, to: u64) -> std::ops::Range<usize> {
        let start = self.indices.partition_point(|&index| index < from);
        let length = self.indices[start..].partition_point(|&index| index < to);
        start..start + length
    }

    /// `self + other`
    pub(crate) fn union(&self, other: &Matrix, circuit: &mut Circuit) -> Result<Matrix> {
        circuit.cells(self.len() + other.len())?;
        let mut result = Self::empty(self.atoms, self.arity);
        merge(self, other, |index, a, b| {
            let bit = circuit.factory.or(a, b);
            result.push(index, bit);
        });
        Ok(result)
    }

    /// `self & other`
    pub(crate) fn intersect(&self, other: &Matrix, circuit: &mut Circuit) -> Result<Matrix> {
        circuit.spend(self.len() + other.len())?;
        let mut result = Self::empty(self.atoms, self.arity);
        merge(self, other, |index, a, b| {
            let bit = circuit.factory.and(a, b);
            result.push(index, bit);
        });
        Ok(result)
    }

    /// `self - other`
    pub(crate) fn difference(&self, other: &Matrix, circuit: &mut Circuit) -> Result<Matrix> {
        circuit.spend(self.len() + other.len())?;
        let mut result = Self::empty(self.atoms, self.arity);
        merge(self, other, |index, a, b| {
            let bit = circuit.factory.and(a, !b);
            result.push(index, bit);
        });
        Ok(result)
    }

    /// If `condition` then `self` else `other`.
    pub(crate) fn choice(&self, condition: Bit, other: &Matrix, circuit: &mut Circuit) -> Result<Matrix> {
        circuit.cells(self.len() + other.len())?;
        let mut result = Self::empty(self.atoms, self.arity);
        merge(self, other, |index, a, b| {
            let bit = circuit.factory.ite(condition, a, b);
            result.push(index, bit);
        });
        Ok(result)
    }

    /// `self ++ other`
    pub(crate) fn override_with(&self, other: &Matrix, circuit: &mut Circuit) -> Result<Matrix> {
        circuit.cells(self.len() + other.len())?;
        if self.arity == 1 {
            return self.union(other, circuit);
        }
        let stride = self.stride();
        let mut kept = Self::empty(self.atoms, self.arity);
        let mut at = 0;
        while at < self.len() {
            let row = self.indices[at] / stride;
            let end = at + self.indices[at..].partition_point(|&index| index < (row + 1) * stride);
            let overriding = other.range(row * stride, (row + 1) * stride);
            let open = !circuit.factory.or_all(other.bits[overriding].iter().copied());
            for i in at..end {
                let bit = circuit.factory.and(self.bits[i], open);
                kept.push(self.indices[i], bit);
            }
            at = end;
        }
        kept.union(other, circuit)
    }

    /// `self . other`
    pub(crate) fn join(&self, other: &Matrix, circuit: &mut Circuit) -> Result<Matrix> {
        if other.len() <= FEW && self.len() >= MANY && u32::try_from(self.len()).is_ok() {
            return self.join_by_column(other, circuit);
        }
        let arity = self.arity + other.arity - 2;
        let mut result = Self::empty(self.atoms, arity);
        let width = other.stride();
        let rows = other.row_starts(self.len());
        let mut cells: Vec<(u64, Bit)> = Vec::new();
        let mut at = 0;
        while at < self.len() {
            let prefix = self.indices[at] / self.atoms;
            cells.clear();
            while at < self.len() && self.indices[at] / self.atoms == prefix {
                let column = self.indices[at] % self.atoms;
                let row = match &rows {
                    Some(starts) => starts[column as usize] as usize..starts[column as usize + 1] as usize,
                    None => other.range(column * width, (column + 1) * width),
                };
                circuit.spend(row.len())?;
                for i in row {
                    let bit = circuit.factory.and(self.bits[at], other.bits[i]);
                    if bit != Bit::FALSE {
                        cells.push((other.indices[i] - column * width, bit));
                    }
                }
                at += 1;
            }
            result.push_merged(prefix * width, &mut cells, circuit);
            circuit.budget.check_tuples(result.len())?;
        }
        Ok(result)
    }

    /// `self . other` where `other` has few cells: those of this matrix that join them are looked up.
    fn join_by_column(&self, other: &Matrix, circuit: &mut Circuit) -> Result<Matrix> {
        let order = self.by_last.get_or_init(|| {
            let mut order: Vec<u32> = (0..self.len() as u32).collect();
            order.sort_by_key(|&position| self.indices[position as usize] % self.atoms);
            order
        });
        let last = |position: u32| self.indices[position as usize] % self.atoms;
        let width = other.stride();
        let mut cells: Vec<(u64, Bit)> = Vec::new();
        for (index, bit) in other.cells() {
            let (column, rest) = (index / width, index % width);
            let start = order.partition_point(|&position| last(position) < column);
            let length = order[start..].partition_point(|&position| last(position) == column);
            circuit.spend(length)?;
            for &position in &order[start..start + length] {
                let cell = circuit.factory.and(self.bits[position as usize], bit);
                if cell != Bit::FALSE {
                    cells.push((self.indices[position as usize] / self.atoms * width + rest, cell));
                }
            }
        }
        let mut result = Self::empty(self.atoms, self.arity + other.arity - 2);
        result.push_merged(0, &mut cells, circuit);
        Ok(result)
    }

    /// Where each row starts, if so many look-ups make finding that out worth while.
    fn row_starts(&self, lookups: usize) -> Option<Vec<u32>> {
        if (lookups as u64) < self.atoms / 4 || self.len() > u32::MAX as usize {
            return None;
        }
        let stride = self.stride();
        let mut starts = Vec::with_capacity(self.atoms as usize + 1);
        for (at, index) in self.indices.iter().enumerate() {
            while starts.len() as u64 <= index / stride {
                starts.push(at as u32);
            }
        }
        starts.resize(self.atoms as usize + 1, self.len() as u32);
        Some(starts)
    }

    /// Appends cells, all after those there are; cells of one tuple are joined by disjunction.
    fn push_merged(&mut self, offset: u64, cells: &mut [(u64, Bit)], circuit: &mut Circuit) {
        if !cells.is_sorted_by(|a, b| a.0 < b.0) {
            cells.sort_unstable();
        }
        let mut at = 0;
        while at < cells.len() {
            let (index, bit) = cells[at];
            let same = cells[at..].partition_point(|cell| cell.0 == index);
            let bit = match same {
                1 => bit,
                _ => circuit
                    .factory
                    .or_all(cells[at..at + same].iter().map(|cell| cell.1)),
            };
            self.push(offset + index, bit);
            at += same;
        }
    }

    /// `self -> other`
    pub(crate) fn product(&self, other: &Matrix, circuit: &mut Circuit) -> Result<Matrix> {
        circuit.cells(self.len().saturating_mul(other.len()))?;
        let mut result = Self::empty(self.atoms, self.arity + other.arity);
        let width = self.atoms.pow(other.arity);
        for (index, a) in self.cells() {
            for (rest, b) in other.cells() {
                let bit = circuit.factory.and(a, b);
                result.push(index * width + rest, bit);
            }
        }
        Ok(result)
    }

    /// `~self`
    pub(crate) fn transpose(&self, circuit: &mut Circuit) -> Result<Matrix> {
        circuit.spend(self.len())?;
        let mut cells: Vec<(u64, Bit)> = self
            .cells()
            .map(|(index, bit)| (index % self.atoms * self.atoms + index / self.atoms, bit))
            .collect();
        cells.sort_unstable();
        Ok(Self::of_cells(self.atoms, 2, cells))
    }

    /// `set <: self`
    pub(crate) fn domain_restrict(&self, set: &Matrix, circuit: &mut Circuit) -> Result<Matrix> {
        circuit.spend(self.len() + set.len())?;
        let stride = self.stride();
        let mut result = Self::empty(self.atoms, self.arity);
        for (atom, bit) in set.cells() {
            for i in self.range(atom * stride, (atom + 1) * stride) {
                let cell = circuit.factory.and(bit, self.bits[i]);
                result.push(self.indices[i], cell);
            }
        }
        Ok(result)
    }

    /// `self :> set`
    pub(crate) fn range_restrict(&self, set: &Matrix, circuit: &mut Circuit) -> Result<Matrix> {
        circuit.spend(self.len() + set.len())?;
        let mut result = Self::empty(self.atoms, self.arity);
        for (index, bit) in self.cells() {
            let cell = circuit.factory.and(bit, set.get(index % self.atoms));
            result.push(index, cell);
        }
        Ok(result)
    }

    /// `self in other`
    pub(crate) fn subset(&self, other: &Matrix, circuit: &mut Circuit) -> Result<Bit> {
        circuit.spend(self.len() + other.len())?;
        let mut parts = Vec::new();
        merge(self, other, |_, a, b| {
            let bit = circuit.factory.implies(a, b);
            parts.push(bit);
        });
        Ok(circuit.factory.and_all(parts))
    }

    /// `self = other`
    pub(crate) fn equal(&self, other: &Matrix, circuit: &mut Circuit) -> Result<Bit> {
        circuit.spend(self.len() + other.len())?;
        let mut parts = Vec::new();
        merge(self, other, |_, a, b| {
            let bit = circuit.factory.iff(a, b);
            parts.push(bit);
        });
        Ok(circuit.factory.and_all(parts))
    }

    /// `some self`
    pub(crate) fn some(&self, circuit: &mut Circuit) -> Bit {
        circuit.factory.or_all(self.bits.iter().copied())
    }

    /// `lone self`
    pub(crate) fn lone(&self, circuit: &mut Circuit) -> Result<Bit> {
        circuit.spend(self.len())?;
        Ok(lone(&mut circuit.factory, &self.bits))
    }

    /// `one self`
    pub(crate) fn one(&self, circuit: &mut Circuit) -> Result<Bit> {
        let (some, lone) = (self.some(circuit), self.lone(circuit)?);
        Ok(circuit.factory.and(some, lone))
    }
}

/// Calls `f` for every tuple that may be in one of the two, in ascending order.
fn merge(a: &Matrix, b: &Matrix, mut f: impl FnMut(u64, Bit, Bit)) {
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        let left = a.indices.get(i).copied();
        let right = b.indices.get(j).copied();
        match (left, right) {
            (Some(x), Some(y)) if x == y => {
                f(x, a.bits[i], b.bits[j]);
                i += 1;
                j += 1;
            }
            (Some(x), y) if y.is_none_or(|y| x < y) => {
                f(x, a.bits[i], Bit::FALSE);
                i += 1;
            }
            (_, y) => {
                f(y.unwrap_or_default(), Bit::FALSE, b.bits[j]);
                j += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests;
