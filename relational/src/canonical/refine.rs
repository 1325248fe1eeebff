//! Ordered partitions of atoms, and refining them by how atoms occur in tuples.

use super::{mix, structure::Structure};

/// An ordered partition. The number of a cell is its position among all atoms, so that splitting one leaves the others' numbers alone.
#[derive(Clone)]
pub(super) struct Partition {
    /// The atoms, cell by cell.
    atoms: Vec<u32>,
    /// By atom, where its cell begins.
    cell: Vec<u32>,
    /// By position, where the cell that begins there ends.
    end: Vec<u32>,
    /// A hash of all that refining has seen, the same for structures that are the same.
    pub(super) trace: u64,
}

impl Partition {
    /// The cells are the colours.
    pub(super) fn new(structure: &Structure) -> Self {
        let n = structure.len();
        let mut partition = Self {
            atoms: (0..n as u32).collect(),
            cell: vec![0; n],
            end: vec![0; n],
            trace: 0,
        };
        let colours: Vec<u64> = structure.colours().map(u64::from).collect();
        partition.number_cells(0, n, |atom| colours[atom as usize]);
        partition
    }

    /// Whether every cell has one atom; the cell numbers are then a labelling.
    pub(super) fn first_large_cell(&self) -> Option<&[u32]> {
        let mut at = 0;
        while at < self.atoms.len() {
            let end = self.end[at] as usize;
            if end > at + 1 {
                return Some(&self.atoms[at..end]);
            }
            at = end;
        }
        None
    }

    /// The cell numbers.
    pub(super) fn label(&self) -> &[u32] {
        &self.cell
    }

    /// Gives an atom a cell of its own before the rest of its cell.
    pub(super) fn single_out(&mut self, atom: u32) {
        let start = self.cell[atom as usize] as usize;
        let end = self.end[start] as usize;
        let at = start
            + self.atoms[start..end]
                .iter()
                .position(|&a| a == atom)
                .unwrap_or(0);
        self.atoms.swap(start, at);
        self.number_cells(start, end, |a| u64::from(a != atom));
    }

    /// Gives each atom of the first large cell a cell of its own.
    pub(super) fn single_out_all(&mut self) {
        if let Some(cell) = self.first_large_cell() {
            let start = self.cell[cell[0] as usize] as usize;
            let end = start + cell.len();
            self.number_cells(start, end, u64::from);
        }
    }

    /// Splits cells until the atoms of each occur alike in tuples, cell for cell. Says how a structure was told apart by `trace`.
    pub(super) fn refine(&mut self, structure: &Structure) {
        let mut keys = vec![0u64; self.atoms.len()];
        loop {
            let mut changed = false;
            let mut trace = self.trace;
            let mut at = 0;
            // All keys come from the partition as it was when the round began.
            let mut large: Vec<(usize, usize)> = Vec::new();
            while at < self.atoms.len() {
                let end = self.end[at] as usize;
                if end > at + 1 {
                    for i in at..end {
                        let atom = self.atoms[i];
                        keys[atom as usize] = self.key(structure, atom);
                    }
                    large.push((at, end));
                }
                at = end;
            }
            for (start, end) in large {
                self.atoms[start..end].sort_unstable_by_key(|&atom| (keys[atom as usize], atom));
                trace = mix(trace, start as u64);
                for &atom in &self.atoms[start..end] {
                    trace = mix(trace, keys[atom as usize]);
                }
                changed |= self.number_cells(start, end, |atom| keys[atom as usize]);
            }
            self.trace = trace;
            if !changed {
                return;
            }
        }
    }

    /// How an atom occurs: a sum over its tuples, so that their order does not matter.
    fn key(&self, structure: &Structure, atom: u32) -> u64 {
        structure.occurrences(atom).iter().fold(0u64, |sum, &occurrence| {
            let place = u64::from(occurrence.relation) << 32 | u64::from(occurrence.column);
            let hash = structure.tuple(occurrence).iter().fold(place, |hash, &other| {
                mix(hash, u64::from(self.cell[other as usize]))
            });
            sum.wrapping_add(hash)
        })
    }

    /// Makes cells of atoms with the same key that stand together; whether there are several.
    fn number_cells(&mut self, start: usize, end: usize, key: impl Fn(u32) -> u64) -> bool {
        let mut at = start;
        while at < end {
            let first = key(self.atoms[at]);
            let mut stop = at + 1;
            while stop < end && key(self.atoms[stop]) == first {
                stop += 1;
            }
            for i in at..stop {
                self.cell[self.atoms[i] as usize] = at as u32;
            }
            self.end[at] = stop as u32;
            if at == start && stop == end {
                return false;
            }
            at = stop;
        }
        true
    }
}
