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
    /// The greatest number of neighbours at elimination, or of variables in a cut.
    pub(super) width: usize,
}

/// The best order that is known: by places that are proposed, or by elimination.
pub(super) fn best(variables: usize, clauses: &[Vec<Lit>], hints: &[Vec<u32>]) -> Option<Order> {
    let proposed = hints.iter().map(|places| {
        let ranks = (0..variables).map(|var| places.get(var).map_or(0, |place| u32::MAX - place));
        Order {
            width: widest_cut(places, clauses),
            ranks: ranks.collect(),
        }
    });
    proposed
        .chain(eliminated(variables, clauses))
        .min_by_key(|order| order.width)
}

/// The greatest number of variables up to some place that others, of later places, depend on through a clause or two.
fn widest_cut(places: &[u32], clauses: &[Vec<Lit>]) -> usize {
    let place = |var: usize| places.get(var).copied().unwrap_or(u32::MAX);
    let variables = clauses
        .iter()
        .flatten()
        .map(|l| l.var().index() + 1)
        .max()
        .unwrap_or(0);
    // The last place that a variable without one meets.
    let mut last = vec![0; variables];
    for pass in 0..2 {
        for clause in clauses {
            let vars = || clause.iter().map(|l| l.var().index());
            let placed = |var: usize| {
                if place(var) == u32::MAX {
                    last[var]
                } else {
                    place(var)
                }
            };
            let greatest = if pass == 0 {
                vars().map(place).filter(|&p| p != u32::MAX).max().unwrap_or(0)
            } else {
                vars().map(placed).max().unwrap_or(0)
            };
            for var in vars() {
                last[var] = last[var].max(greatest);
            }
        }
    }
    let mut events: Vec<(u32, bool)> = Vec::new();
    for (var, &last) in last.iter().enumerate() {
        if place(var) < last {
            events.extend([(place(var), true), (last, false)]);
        }
    }
    // At one place those that end go before those that begin.
    events.sort_unstable();
    let (mut open, mut widest) = (0usize, 0);
    for (_, begins) in events {
        if begins {
            open += 1;
            widest = widest.max(open);
        } else {
            open -= 1;
        }
    }
    widest
}

/// None where the graph is too large.
fn eliminated(variables: usize, clauses: &[Vec<Lit>]) -> Option<Order> {
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
