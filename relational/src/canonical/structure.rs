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
    /// For each atom the relations, tuples and columns where it occurs.
    occurrences: Vec<Vec<Occurrence>>,
}

/// Where an atom occurs.
#[derive(Clone, Copy)]
pub(super) struct Occurrence {
    pub(super) relation: u32,
    /// Where the tuple begins in the relation's atoms.
    pub(super) start: u32,
    pub(super) column: u32,
}

impl Structure {
    pub(super) fn new(colours: &[u32], relations: &[&TupleSet]) -> Self {
        let mut number = vec![u32::MAX; colours.len()];
        let mut used: Vec<u32> = Vec::new();
        for set in relations {
            for &index in set.indices() {
                for atom in columns(index, set) {
                    if std::mem::replace(&mut number[atom as usize], 0) == u32::MAX {
                        used.push(atom);
                    }
                }
            }
        }
        used.sort_unstable_by_key(|&atom| (colours[atom as usize], atom));
        for (i, &atom) in used.iter().enumerate() {
            number[atom as usize] = i as u32;
        }
        let mut structure = Self {
            colours: used.iter().map(|&atom| colours[atom as usize]).collect(),
            relations: Vec::with_capacity(relations.len()),
            occurrences: vec![Vec::new(); used.len()],
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
                self.occurrences[atom as usize].push(Occurrence {
                    relation,
                    start: start as u32,
                    column: column as u32,
                });
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
        &self.occurrences[atom as usize]
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
