//! A structure with only the atoms that occur in it.

use crate::TupleSet;

/// The tuples of one relation, by the numbers of this structure.
pub(super) struct Tuples {
    pub(super) arity: usize,
    /// The atoms of all tuples, one tuple after the other.
    pub(super) atoms: Vec<u32>,
    /// The same tuples as numbers, ascending; in base of the number of atoms.
    numbers: Vec<u64>,
}

impl Tuples {
    pub(super) fn iter(&self) -> impl Iterator<Item = &[u32]> {
        self.atoms.chunks_exact(self.arity)
    }
}

/// Relations over atoms numbered without gaps, in the order of their colours.
pub(super) struct Structure {
    colours: Vec<u32>,
    /// The atoms of the universe.
    pub(super) names: Vec<u32>,
    pub(super) relations: Vec<Tuples>,
    /// For each atom, one after the other, the relations, tuples and columns where it occurs.
    occurrences: Vec<Occurrence>,
    /// Where those of each atom end.
    ends: Vec<u32>,
}

/// Where an atom occurs.
#[derive(Clone, Copy, Default)]
pub(super) struct Occurrence {
    pub(super) relation: u32,
    /// Where the tuple begins in the relation's atoms.
    pub(super) start: u32,
    pub(super) column: u32,
}

impl Structure {
    pub(super) fn new(colours: &[u32], relations: &[&TupleSet]) -> Self {
        // How often each atom of the universe occurs; then its number.
        let mut number = vec![0; colours.len()];
        let mut used: Vec<u32> = Vec::new();
        for set in relations {
            for &index in set.indices() {
                for atom in columns(index, set) {
                    let count = &mut number[atom as usize];
                    if *count == 0 {
                        used.push(atom);
                    }
                    *count += 1;
                }
            }
        }
        used.sort_unstable_by_key(|&atom| (colours[atom as usize], atom));
        // Those of an atom begin where those of the one before end, and this end moves on as they are found.
        let mut total = 0;
        let mut ends = Vec::with_capacity(used.len());
        for (i, &atom) in used.iter().enumerate() {
            ends.push(total);
            total += std::mem::replace(&mut number[atom as usize], i as u32);
        }
        let mut structure = Self {
            colours: used.iter().map(|&atom| colours[atom as usize]).collect(),
            relations: Vec::with_capacity(relations.len()),
            occurrences: vec![Occurrence::default(); total as usize],
            ends,
            names: used,
        };
        for set in relations {
            structure.add(set, &number);
        }
        structure
    }

    fn add(&mut self, set: &TupleSet, number: &[u32]) {
        let relation = self.relations.len() as u32;
        let arity = set.arity() as usize;
        let mut atoms = Vec::with_capacity(set.len() * arity);
        for &index in set.indices() {
            let start = atoms.len();
            atoms.extend(columns(index, set).map(|atom| number[atom as usize]));
            for (column, &atom) in atoms[start..].iter().enumerate() {
                let end = &mut self.ends[atom as usize];
                self.occurrences[*end as usize] = Occurrence {
                    relation,
                    start: start as u32,
                    column: column as u32,
                };
                *end += 1;
            }
        }
        let n = self.len() as u64;
        let mut numbers: Vec<u64> = atoms
            .chunks_exact(arity)
            .map(|tuple| tuple_number(tuple.iter().copied(), n))
            .collect();
        numbers.sort_unstable();
        self.relations.push(Tuples {
            arity,
            atoms,
            numbers,
        });
    }

    /// How much there is to look at in one round of refining.
    pub(super) fn size(&self) -> usize {
        self.len()
            + self
                .relations
                .iter()
                .map(|r| r.atoms.len() * r.arity)
                .sum::<usize>()
    }

    /// How many atoms there are.
    pub(super) fn len(&self) -> usize {
        self.colours.len()
    }

    /// The colours of all atoms, ascending.
    pub(super) fn colours(&self) -> impl Iterator<Item = u32> + '_ {
        self.colours.iter().copied()
    }

    pub(super) fn occurrences(&self, atom: u32) -> &[Occurrence] {
        let atom = atom as usize;
        let start = atom.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.occurrences[start as usize..self.ends[atom] as usize]
    }

    pub(super) fn tuple(&self, occurrence: Occurrence) -> &[u32] {
        let tuples = &self.relations[occurrence.relation as usize];
        let start = occurrence.start as usize;
        &tuples.atoms[start..start + tuples.arity]
    }

    /// The number of atoms of each colour, as far as they occur: the part of a form that no labelling changes.
    pub(super) fn colours_in_order(&self) -> Vec<u64> {
        let runs = self.colours.chunk_by(|a, b| a == b);
        runs.flat_map(|run| [u64::from(run[0]), run.len() as u64])
            .collect()
    }

    /// The structure with its atoms renamed, as numbers.
    pub(super) fn renamed(&self, label: &[u32]) -> Vec<u64> {
        let n = self.len() as u64;
        let total: usize = self.relations.iter().map(|r| r.numbers.len() + 1).sum();
        let mut code = Vec::with_capacity(total);
        for tuples in &self.relations {
            code.push(tuples.numbers.len() as u64);
            let start = code.len();
            code.extend(
                tuples
                    .iter()
                    .map(|tuple| tuple_number(tuple.iter().map(|&atom| label[atom as usize]), n)),
            );
            code[start..].sort_unstable();
        }
        code
    }

    /// Whether the structure stays the same when two atoms trade places.
    pub(super) fn exchangeable(&self, a: u32, b: u32) -> bool {
        // The exchange is its own inverse: if no tuple of `a` and no tuple of `b` leaves its relation, none comes in either.
        self.colours[a as usize] == self.colours[b as usize]
            && self.occurrences(a).len() == self.occurrences(b).len()
            && self.stays(a, (a, b))
            && self.stays(b, (a, b))
    }

    fn stays(&self, atom: u32, (a, b): (u32, u32)) -> bool {
        let n = self.len() as u64;
        self.occurrences(atom).iter().all(|&occurrence| {
            let image = self.tuple(occurrence).iter().map(|&x| match x {
                x if x == a => b,
                x if x == b => a,
                x => x,
            });
            let number = tuple_number(image, n);
            self.relations[occurrence.relation as usize]
                .numbers
                .binary_search(&number)
                .is_ok()
        })
    }
}

/// Tuples fit because they did so over the whole universe.
fn tuple_number(atoms: impl Iterator<Item = u32>, n: u64) -> u64 {
    atoms.fold(0, |number, atom| number * n + u64::from(atom))
}

fn columns(index: u64, set: &TupleSet) -> impl Iterator<Item = u32> + use<> {
    let n = u64::from(set.universe_size().max(1));
    (0..set.arity())
        .rev()
        .map(move |column| (index / n.pow(column) % n) as u32)
}
