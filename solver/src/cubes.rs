//! Splitting a formula into cubes by lookahead, for solvers that work on them side by side.
//!
//! Cube and conquer after Heule, Kullmann, Wieringa and Biere, "Cube and Conquer: Guiding CDCL SAT Solvers by
//! Lookaheads" (HVC 2011, section 3): a tree of decisions, at each of which both literals of every candidate
//! are tried by unit propagation; one that fails is refuted and its opposite holds, and of the others the one that
//! splits best, by the product of what its two sides settle, is branched on. What differs: only given variables
//! are decided, those of relations, so that a cube can be read; the tree is cut at a number of
//! leaves rather than by estimated hardness; and candidates are the variables of most occurrences.
//!
//! # Invariants
//! Each valuation that satisfies the formula lies in exactly one cube: what the cubes leave out has a conflict
//! by unit propagation.

use std::collections::VecDeque;

use crate::cnf::Cnf;
use crate::lit::{Lit, Var};

/// Variables that are looked at in each node.
const CANDIDATES: usize = 64;

/// Cubes over the variables of `on`: about `count` of them, fewer where all is decided or refuted before; none if unit propagation
/// refutes the formula.
pub fn cubes(cnf: &Cnf, on: &[Var], count: usize) -> Vec<Vec<Lit>> {
    let mut search = Lookahead::new(cnf, on);
    if search.refuted {
        return Vec::new();
    }
    // Breadth first, so that the leaves are about equally deep.
    let mut open: VecDeque<Vec<Lit>> = VecDeque::from([Vec::new()]);
    let mut leaves = Vec::new();
    while let Some(cube) = open.pop_front() {
        let mark = search.trail.len();
        let consistent = cube.iter().all(|&literal| search.assume(literal));
        if !consistent {
            search.undo(mark);
            continue;
        }
        let enough = open.len() + leaves.len() + 1 >= count;
        match if enough { Branch::Leaf } else { search.branch() } {
            Branch::Refuted => {}
            Branch::Leaf => leaves.push(cube),
            Branch::On(var) => {
                for literal in [var.negative(), var.positive()] {
                    let mut cube = cube.clone();
                    cube.push(literal);
                    open.push_back(cube);
                }
            }
        }
        search.undo(mark);
    }
    leaves
}

enum Branch {
    On(Var),
    Leaf,
    Refuted,
}

/// Unit propagation over lists of occurrences.
struct Lookahead<'a> {
    cnf: &'a Cnf,
    /// By literal: the clauses in which it stands.
    occurrences: Vec<Vec<u32>>,
    /// By literal: 1 true, -1 false, 0 open.
    values: Vec<i8>,
    trail: Vec<Lit>,
    /// Those that may be decided, of most occurrences first.
    candidates: Vec<Var>,
    refuted: bool,
}

impl<'a> Lookahead<'a> {
    fn new(cnf: &'a Cnf, on: &[Var]) -> Self {
        let literals = 2 * cnf.variables() as usize;
        let mut occurrences = vec![Vec::new(); literals];
        for (index, clause) in cnf.clauses().enumerate() {
            for literal in clause {
                occurrences[literal.index()].push(index as u32);
            }
        }
        let known = on.iter().copied().filter(|var| var.index() < literals / 2);
        let mut candidates: Vec<Var> = known.collect();
        let weight =
            |var: &Var| occurrences[var.positive().index()].len() + occurrences[var.negative().index()].len();
        candidates.retain(|var| weight(var) > 0);
        candidates.sort_by_key(|var| (usize::MAX - weight(var), *var));
        let mut search = Self {
            cnf,
            occurrences,
            values: vec![0; literals],
            trail: Vec::new(),
            candidates,
            refuted: false,
        };
        for clause in cnf.clauses() {
            let holds = match clause {
                [] => false,
                &[literal] => search.assume(literal),
                _ => true,
            };
            search.refuted |= !holds;
        }
        search
    }

    /// Makes a literal true with all that follows by unit propagation; false if there is a conflict.
    fn assume(&mut self, literal: Lit) -> bool {
        match self.values[literal.index()] {
            1 => return true,
            -1 => return false,
            _ => {}
        }
        let mut next = self.trail.len();
        self.assign(literal);
        while let Some(&literal) = self.trail.get(next) {
            next += 1;
            for at in 0..self.occurrences[(!literal).index()].len() {
                let clause = self.occurrences[(!literal).index()][at];
                match self.unit(clause) {
                    Unit::Conflict => return false,
                    Unit::Forced(literal) => self.assign(literal),
                    Unit::Open => {}
                }
            }
        }
        true
    }

    fn assign(&mut self, literal: Lit) {
        self.values[literal.index()] = 1;
        self.values[(!literal).index()] = -1;
        self.trail.push(literal);
    }

    fn unit(&self, clause: u32) -> Unit {
        let mut open = None;
        for &literal in self.cnf.clause(clause as usize).unwrap_or_default() {
            match self.values[literal.index()] {
                1 => return Unit::Open,
                0 if open.is_some_and(|other| other != literal) => return Unit::Open,
                0 => open = Some(literal),
                _ => {}
            }
        }
        open.map_or(Unit::Conflict, Unit::Forced)
    }

    fn undo(&mut self, mark: usize) {
        for literal in self.trail.drain(mark..) {
            self.values[literal.index()] = 0;
            self.values[(!literal).index()] = 0;
        }
    }

    /// How many literals follow; none if there is a conflict.
    fn look(&mut self, literal: Lit) -> Option<u64> {
        let mark = self.trail.len();
        let consistent = self.assume(literal);
        let settled = (self.trail.len() - mark) as u64;
        self.undo(mark);
        consistent.then_some(settled)
    }

    /// What to branch on. Literals whose opposite fails are made true on the way.
    fn branch(&mut self) -> Branch {
        let open = |var: &Var| self.values[var.positive().index()] == 0;
        let candidates: Vec<Var> = self
            .candidates
            .iter()
            .copied()
            .filter(open)
            .take(CANDIDATES)
            .collect();
        let mut best: Option<(u64, Var)> = None;
        for var in candidates {
            if self.values[var.positive().index()] != 0 {
                continue;
            }
            let score = match (self.look(var.positive()), self.look(var.negative())) {
                (None, None) => return Branch::Refuted,
                (None, Some(_)) => {
                    self.assume(var.negative());
                    continue;
                }
                (Some(_), None) => {
                    self.assume(var.positive());
                    continue;
                }
                (Some(positive), Some(negative)) => 1024 * positive * negative + positive + negative,
            };
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, var));
            }
        }
        // The best may have got a value from a literal that failed later.
        let best = best.filter(|(_, var)| self.values[var.positive().index()] == 0);
        best.map_or(Branch::Leaf, |(_, var)| Branch::On(var))
    }
}

enum Unit {
    Conflict,
    Forced(Lit),
    Open,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::{self, Generator};

    /// Whether each model lies in exactly one cube.
    fn partition(cnf: &Cnf, cubes: &[Vec<Lit>]) {
        for model in suite::models(cnf) {
            let holds =
                |literal: &Lit| (model >> literal.var().index()) & 1 == u32::from(!literal.is_negative());
            let inside = cubes.iter().filter(|cube| cube.iter().all(holds)).count();
            assert_eq!(inside, 1, "{model:b} of {cnf:?}");
        }
    }

    #[test]
    fn each_model_lies_in_one_cube() {
        let mut generator = Generator::new(9);
        let all: Vec<Var> = (0..8).map(Var::new).collect();
        for round in 0..60 {
            let cnf = suite::random(&mut generator, 8, 10 + round / 3, 3);
            for count in [1, 4, 9] {
                let cubes = cubes(&cnf, &all[..4 + round as usize % 5], count);
                assert!(cubes.len() <= count);
                partition(&cnf, &cubes);
            }
        }
    }

    #[test]
    fn a_formula_that_propagation_refutes_has_no_cubes() {
        let cnf = suite::pigeonhole(2, 1);
        assert!(cubes(&cnf, &[Var::new(0)], 8).is_empty());
        assert_eq!(cubes(&Cnf::new(3), &[Var::new(0)], 8), [Vec::new()]);
        let many = cubes(
            &suite::pigeonhole(7, 6),
            &(0..42).map(Var::new).collect::<Vec<_>>(),
            16,
        );
        assert!(many.len() > 8, "{}", many.len());
    }
}
