//! Transitive closure.
//!
//! Constants are closed as sets. Otherwise by Warshall's algorithm ("A Theorem on Boolean Matrices", Journal of the ACM
//! 9, 1962): after step k there is a path that uses only the first k atoms inside. Repeated squaring, which model finders
//! usually take, needs log n times as many gates. What a cell has collected becomes a gate only when the cell's row or column
//! is used, so that each cell costs at most three disjunctions. Very large relations are squared after all, sparsely.

use relfind_relational::{TupleSet, Universe};

use super::{Matrix, Result};
use crate::boolean::{Bit, Circuit};

/// Up to how many atoms cells are kept in a table.
const TABLE: usize = 1024;

impl Matrix {
    /// `^self`
    pub(crate) fn closure(&self, universe: &Universe, circuit: &mut Circuit) -> Result<Matrix> {
        if self.is_constant() {
            circuit.cells(self.len())?;
            let set = TupleSet::of_indices(universe, 2, self.indices.clone());
            if let Some(closed) = set.ok().and_then(|set| set.closure().ok()) {
                circuit.cells(closed.len())?;
                return Ok(Matrix::constant(&closed));
            }
        }
        let atoms = self.atoms_mentioned();
        if atoms.len() <= TABLE {
            self.warshall(&atoms, circuit)
        } else {
            self.squared(circuit)
        }
    }

    /// The atoms that tuples of the binary relation mention, ascending.
    fn atoms_mentioned(&self) -> Vec<u64> {
        let pairs = self.indices.iter();
        let mut atoms: Vec<u64> = pairs
            .flat_map(|index| [index / self.atoms, index % self.atoms])
            .collect();
        atoms.sort_unstable();
        atoms.dedup();
        atoms
    }

    fn warshall(&self, atoms: &[u64], circuit: &mut Circuit) -> Result<Matrix> {
        let size = atoms.len();
        let position = |atom: u64| atoms.binary_search(&atom).unwrap_or(0);
        let mut table: Vec<Vec<Bit>> = vec![Vec::new(); size * size];
        for (index, bit) in self.cells() {
            table[position(index / self.atoms) * size + position(index % self.atoms)].push(bit);
        }
        for middle in 0..size {
            let column = gather(&mut table, (0..size).map(|i| i * size + middle), circuit);
            let row = gather(&mut table, (0..size).map(|j| middle * size + j), circuit);
            for &(from, first) in column.iter().filter(|cell| cell.0 != middle) {
                circuit.spend(row.len())?;
                for &(to, second) in row.iter().filter(|cell| cell.0 != middle) {
                    let path = circuit.factory.and(first, second);
                    if path != Bit::FALSE {
                        table[from * size + to].push(path);
                    }
                }
            }
        }
        let mut result = Matrix::empty(self.atoms, 2);
        for (cell, terms) in table.into_iter().enumerate() {
            if !terms.is_empty() {
                let bit = circuit.factory.or_all(terms);
                result.push(atoms[cell / size] * self.atoms + atoms[cell % size], bit);
            }
        }
        circuit.cells(result.len())?;
        Ok(result)
    }

    /// By squaring: after k steps all paths of at most 2ᵏ edges are there.
    fn squared(&self, circuit: &mut Circuit) -> Result<Matrix> {
        let mut paths = self.clone();
        // A shortest path has no inner atom twice.
        let longest = self.atoms_mentioned().len();
        let mut length = 1;
        while length < longest {
            let longer = paths.join(&paths, circuit)?.union(&paths, circuit)?;
            if longer == paths {
                break;
            }
            paths = longer;
            length = length.saturating_mul(2);
        }
        Ok(paths)
    }
}

/// Makes one signal of what each cell has collected. Returns those that may be true by their position in the sequence.
fn gather(
    table: &mut [Vec<Bit>],
    cells: impl Iterator<Item = usize>,
    circuit: &mut Circuit,
) -> Vec<(usize, Bit)> {
    let mut gathered = Vec::new();
    for (position, cell) in cells.enumerate() {
        let terms = &mut table[cell];
        if terms.len() > 1 {
            let bit = circuit.factory.or_all(terms.drain(..));
            terms.push(bit);
        }
        gathered.extend(terms.first().map(|&bit| (position, bit)));
    }
    gathered
}
