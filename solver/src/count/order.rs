//! In which order to branch.
//!
//! Variables are eliminated from the graph of those that share clauses, one of least degree first, which gives a tree decomposition; the last
//! eliminated are branched on first. With components cached, counting is then dynamic programming over the decomposition, after
//! Korhonen and Järvisalo, "Integrating Tree Decompositions into Decision Heuristics of Propositional Model Counters" (CP 2021, section 4).
//! For a plan the bags are the states between two steps, and the paths through a state are counted once. What differs: the order is used as it
//! is where the decomposition is narrow, and not at all where it is wide.

use crate::lit::Lit;

/// Variables for whose graph there is room.
const MOST_VARIABLES: usize = 6000;

/// A measure for branching, and how wide the decomposition is behind it.
pub(super) struct Order {
    /// By variable: the greater, the earlier.
    pub(super) ranks: Vec<u32>,
    /// The greatest number of neighbours at elimination.
    pub(super) width: usize,
}

/// None where the graph is too large.
pub(super) fn order(variables: usize, clauses: &[Vec<Lit>]) -> Option<Order> {
    let mut places = vec![u32::MAX; variables];
    let mut vars: Vec<u32> = Vec::new();
    for literal in clauses.iter().flatten() {
        let var = literal.var().index();
        if places[var] == u32::MAX {
            places[var] = 0;
            vars.push(var as u32);
        }
    }
    vars.sort_unstable();
    for (place, &var) in vars.iter().enumerate() {
        places[var as usize] = place as u32;
    }
    if vars.len() > MOST_VARIABLES {
        return None;
    }
    let mut graph = Graph::new(vars.len());
    for clause in clauses {
        let nodes: Vec<usize> = clause.iter().map(|l| places[l.var().index()] as usize).collect();
        graph.connect(&nodes);
    }
    let mut ranks = vec![0; variables];
    let mut width = 0;
    for rank in 0..vars.len() as u32 {
        let Some((node, degree)) = graph.least() else {
            break;
        };
        width = width.max(degree);
        ranks[vars[node] as usize] = rank;
        graph.eliminate(node);
    }
    Some(Order { ranks, width })
}

/// A graph as rows of bits.
struct Graph {
    words: usize,
    rows: Vec<u64>,
    degrees: Vec<u32>,
    gone: Vec<bool>,
}

impl Graph {
    fn new(nodes: usize) -> Self {
        let words = nodes.div_ceil(64);
        Self {
            words,
            rows: vec![0; nodes * words],
            degrees: vec![0; nodes],
            gone: vec![false; nodes],
        }
    }

    fn connect(&mut self, nodes: &[usize]) {
        for &a in nodes {
            for &b in nodes {
                if a != b {
                    let word = &mut self.rows[a * self.words + b / 64];
                    let bit = 1 << (b % 64);
                    self.degrees[a] += u32::from(*word & bit == 0);
                    *word |= bit;
                }
            }
        }
    }

    fn least(&self) -> Option<(usize, usize)> {
        let nodes = (0..self.degrees.len()).filter(|&node| !self.gone[node]);
        let node = nodes.min_by_key(|&node| self.degrees[node])?;
        Some((node, self.degrees[node] as usize))
    }

    /// Takes a node out and joins its neighbours with each other.
    fn eliminate(&mut self, node: usize) {
        self.gone[node] = true;
        let row = self.rows[node * self.words..(node + 1) * self.words].to_vec();
        for (at, &word) in row.iter().enumerate() {
            let mut left = word;
            while left != 0 {
                let other = at * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                let start = other * self.words;
                for (mine, &theirs) in self.rows[start..start + self.words].iter_mut().zip(&row) {
                    *mine |= theirs;
                }
                self.rows[start + other / 64] &= !(1 << (other % 64));
                self.rows[start + node / 64] &= !(1 << (node % 64));
                let ones = self.rows[start..start + self.words]
                    .iter()
                    .map(|w| w.count_ones());
                self.degrees[other] = ones.sum();
            }
        }
    }
}
