//! The search tree over partitions.

use super::{refine::Partition, structure::Structure};

/// Bounds the automorphisms that are remembered. Forgetting some makes the tree larger, and leaves their number unknown.
const MOST_GENERATORS: usize = 1000;

/// A labelled structure at the end of a path.
#[derive(Clone)]
struct Leaf {
    /// The atoms singled out, from the root on.
    path: Vec<u32>,
    /// What refining saw at each node, from the root on.
    traces: Vec<u64>,
    code: Vec<u64>,
    label: Vec<u32>,
}

/// A node that is being visited.
struct Node {
    partition: Partition,
    /// The atoms of the cell that is split, those still to come last.
    cell: Vec<u32>,
    next: usize,
    /// Atoms of the cell whose subtrees were looked at.
    explored: Vec<u32>,
    /// Atoms of the cell that an exchange maps to an explored one.
    exchanges: Vec<(u32, u32)>,
    /// How many orders of the cells split at once lead here from the node before.
    at_once: Option<u128>,
}

/// What a search finds.
pub(super) struct Found {
    /// The least labelled structure.
    pub(super) code: Vec<u64>,
    /// How many automorphisms there are.
    pub(super) automorphisms: Option<u128>,
    /// Automorphisms, as images of all atoms, that generate the others together with the exchanges of two atoms.
    pub(super) generators: Vec<Vec<u32>>,
}

pub(super) struct Search<'a> {
    structure: &'a Structure,
    work_left: u64,
    /// The work of a node.
    cost: u64,
    stack: Vec<Node>,
    path: Vec<u32>,
    traces: Vec<u64>,
    first: Option<Leaf>,
    best: Option<Leaf>,
    /// Automorphisms found, as images of all atoms.
    generators: Vec<Vec<u32>>,
    /// The number of automorphisms that fix the path to the nodes of the first path that are done.
    automorphisms: Option<u128>,
}

impl<'a> Search<'a> {
    pub(super) fn new(structure: &'a Structure, work_limit: u64) -> Self {
        Self {
            structure,
            work_left: work_limit,
            cost: structure.size() as u64 + 1,
            stack: Vec::new(),
            path: Vec::new(),
            traces: Vec::new(),
            first: None,
            best: None,
            generators: Vec::new(),
            automorphisms: Some(1),
        }
    }

    /// The least labelled structure and its automorphisms; none if the limit was reached.
    pub(super) fn run(mut self) -> Option<Found> {
        let root = Partition::new(self.structure);
        self.enter(root)?;
        while let Some(atom) = self.next_child() {
            match atom {
                Some(atom) => {
                    let depth = self.stack.len();
                    let mut child = self.stack[depth - 1].partition.clone();
                    child.single_out(atom);
                    self.path.truncate(depth - 1);
                    self.traces.truncate(depth);
                    self.path.push(atom);
                    self.enter(child)?;
                }
                None => self.leave(),
            }
        }
        let best = self.best?;
        Some(Found {
            code: best.code,
            automorphisms: self.automorphisms,
            generators: self.generators,
        })
    }

    /// The next atom to single out at the node on top, or none if it is done; nothing if the tree is.
    #[expect(clippy::option_option, reason = "three outcomes of one step of the loop")]
    fn next_child(&mut self) -> Option<Option<u32>> {
        let depth = self.stack.len();
        let prefix = self.path.get(..depth.checked_sub(1)?)?.to_vec();
        loop {
            let node = &mut self.stack[depth - 1];
            let Some(&atom) = node.cell.get(node.next) else {
                return Some(None);
            };
            node.next += 1;
            let exchange = node
                .explored
                .iter()
                .find(|&&other| self.structure.exchangeable(other, atom));
            if let Some(&other) = exchange {
                node.exchanges.push((other, atom));
                continue;
            }
            if !node.explored.is_empty() && !self.generators.is_empty() {
                let orbits = orbits(&self.generators, &prefix, &node.exchanges, self.structure.len());
                let same = |&other: &u32| find(&orbits, other) == find(&orbits, atom);
                if node.explored.iter().any(same) {
                    continue;
                }
            }
            node.explored.push(atom);
            return Some(Some(atom));
        }
    }

    /// Refines a new node and looks at it: a leaf, a node to go on with, or one that cannot matter.
    fn enter(&mut self, mut partition: Partition) -> Option<()> {
        self.work_left = self.work_left.checked_sub(self.cost)?;
        let mut at_once = Some(1);
        partition.refine(self.structure);
        while let Some(cell) = partition.first_large_cell()
            && cell[1..].iter().all(|&b| self.structure.exchangeable(cell[0], b))
        {
            // All orders of the cell lead to the same structure.
            let mut sizes = 2..=cell.len() as u128;
            at_once = at_once.and_then(|product| sizes.try_fold(product, u128::checked_mul));
            partition.single_out_all();
            partition.refine(self.structure);
        }
        self.traces.push(partition.trace);
        if self.is_hopeless() {
            return Some(());
        }
        match partition.first_large_cell().map(<[u32]>::to_vec) {
            None => {
                if self.first.is_none() {
                    self.automorphisms = at_once;
                }
                self.leaf(&partition);
            }
            Some(cell) => self.stack.push(Node {
                partition,
                cell,
                next: 0,
                explored: Vec::new(),
                exchanges: Vec::new(),
                at_once,
            }),
        }
        Some(())
    }

    /// Whether no leaf below can be the least, or the image of the first, to find all automorphisms.
    fn is_hopeless(&self) -> bool {
        let (Some(first), Some(best)) = (&self.first, &self.best) else {
            return false;
        };
        let depth = self.traces.len();
        let like_first = first.traces.get(..depth) == Some(&self.traces[..]);
        // The comparison of traces goes before that of codes; a longer one comes after its prefix.
        let common = depth.min(best.traces.len());
        !like_first && self.traces[..common] > best.traces[..common]
    }

    fn leaf(&mut self, partition: &Partition) {
        let label = partition.label().to_vec();
        let leaf = Leaf {
            path: self.path.clone(),
            traces: self.traces.clone(),
            code: self.structure.renamed(&label),
            label,
        };
        let (Some(first), Some(best)) = (&self.first, &self.best) else {
            self.best = Some(leaf.clone());
            self.first = Some(leaf);
            return;
        };
        for other in [first, best] {
            if other.traces == leaf.traces && other.code == leaf.code {
                let automorphism = automorphism(&other.label, &leaf.label);
                // Below where the paths part, everything is an image of what was seen.
                let parting = other
                    .path
                    .iter()
                    .zip(&leaf.path)
                    .take_while(|(a, b)| a == b)
                    .count();
                if self.generators.len() < MOST_GENERATORS {
                    self.generators.push(automorphism);
                } else {
                    self.automorphisms = None;
                }
                self.stack.truncate(parting + 1);
                return;
            }
        }
        if (&leaf.traces, &leaf.code) < (&best.traces, &best.code) {
            self.best = Some(leaf);
        }
    }

    /// Ends with the node on top; on the first path, all automorphisms that fix the path to it are now known.
    fn leave(&mut self) {
        let depth = self.stack.len();
        let Some(node) = self.stack.pop() else { return };
        self.path.truncate(depth - 1);
        let Some(first) = &self.first else { return };
        if first.path.get(..depth - 1) != Some(&self.path[..]) {
            return;
        }
        let Some(&atom) = first.path.get(depth - 1) else {
            return;
        };
        let orbits = orbits(
            &self.generators,
            &self.path,
            &node.exchanges,
            self.structure.len(),
        );
        let orbit = node
            .cell
            .iter()
            .filter(|&&a| find(&orbits, a) == find(&orbits, atom));
        let factor = (orbit.count() as u128).checked_mul(node.at_once.unwrap_or(0));
        self.automorphisms = match (self.automorphisms, node.at_once, factor) {
            (Some(product), Some(_), Some(factor)) => product.checked_mul(factor),
            _ => None,
        };
    }
}

/// The renaming that takes one labelling to another.
fn automorphism(from: &[u32], to: &[u32]) -> Vec<u32> {
    let mut atom_of = vec![0; to.len()];
    for (atom, &label) in to.iter().enumerate() {
        atom_of[label as usize] = atom as u32;
    }
    from.iter().map(|&label| atom_of[label as usize]).collect()
}

/// The orbits of the automorphisms that fix every atom of a path, as a forest of parents.
fn orbits(generators: &[Vec<u32>], path: &[u32], exchanges: &[(u32, u32)], atoms: usize) -> Vec<u32> {
    let mut parents: Vec<u32> = (0..atoms as u32).collect();
    let fixing = generators
        .iter()
        .filter(|images| path.iter().all(|&atom| images[atom as usize] == atom));
    for images in fixing {
        for (atom, &image) in images.iter().enumerate() {
            unite(&mut parents, atom as u32, image);
        }
    }
    for &(a, b) in exchanges {
        unite(&mut parents, a, b);
    }
    parents
}

fn find(parents: &[u32], mut atom: u32) -> u32 {
    while parents[atom as usize] != atom {
        atom = parents[atom as usize];
    }
    atom
}

fn unite(parents: &mut [u32], a: u32, b: u32) {
    let (a, b) = (find(parents, a), find(parents, b));
    parents[a.max(b) as usize] = a.min(b);
}
