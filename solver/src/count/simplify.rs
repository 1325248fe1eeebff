//! A smaller formula with the same projections of models.
//!
//! Unit propagation, literals that lead to a conflict (failed literals, after Freeman's thesis, 1995), and elimination of variables that are
//! not projected by resolution (Eén and Biere, "Effective Preprocessing in SAT through Variable and Clause Elimination", SAT 2005, section 3)
//! where that adds no clause. Existential quantification is all that resolution does, so that the count stays as it is; for the same reason
//! signals with clauses for one sign only need no care.

use std::collections::BTreeSet;

use super::search::Search;
use crate::{clause::normalise, cnf::Cnf, limits::Limits, lit::Lit};

/// A variable with more clauses of either sign is not eliminated.
const MOST_OCCURRENCES: usize = 24;
/// Resolvents of more literals are not made.
const LONGEST_RESOLVENT: usize = 24;
/// Clauses that are compared with a new one at most, to see whether they hold more than it.
const MOST_COMPARED: usize = 200;
/// Literals up to which failed literals are looked for.
const MOST_PROBED: usize = 200_000;

/// Clauses of two literals or more and literals that hold; none if there is no model.
pub(super) struct Simplified {
    pub(super) clauses: Vec<Vec<Lit>>,
    pub(super) fixed: Vec<Lit>,
}

/// Simplifies; with a limit exceeded it does less.
pub(super) fn simplify(cnf: &Cnf, is_projected: &[bool], limits: &Limits) -> Option<Simplified> {
    let variables = is_projected.len();
    let mut clauses: Vec<Vec<Lit>> = Vec::with_capacity(cnf.len());
    for clause in cnf.clauses() {
        let mut clause = clause.to_vec();
        if normalise(&mut clause) {
            clauses.push(clause);
        }
    }
    let mut fixed = Vec::new();
    let mut is_fixed = vec![false; variables];
    let mut probe = true;
    loop {
        let units = implied(variables, &clauses, probe, limits)?;
        let new: Vec<Lit> = units.into_iter().filter(|l| !is_fixed[l.var().index()]).collect();
        for literal in &new {
            is_fixed[literal.var().index()] = true;
        }
        let mut value = vec![0i8; 2 * variables];
        for &literal in &new {
            value[literal.index()] = 1;
            value[(!literal).index()] = -1;
        }
        clauses.retain(|clause| clause.iter().all(|l| value[l.index()] <= 0));
        for clause in &mut clauses {
            clause.retain(|l| value[l.index()] == 0);
        }
        let changed = !new.is_empty();
        fixed.extend(new);
        if limits.exceeded().is_some() {
            break;
        }
        let mut eliminator = Eliminator::new(variables, std::mem::take(&mut clauses));
        let eliminated = eliminator.run(is_projected, limits);
        clauses = eliminator.clauses();
        if !changed && !eliminated {
            break;
        }
        probe = eliminated;
    }
    Some(Simplified { clauses, fixed })
}

/// Literals that hold in every model; none if there is no model.
fn implied(variables: usize, clauses: &[Vec<Lit>], probe: bool, limits: &Limits) -> Option<Vec<Lit>> {
    let mut search = Search::new(variables, clauses.iter().map(Vec::as_slice));
    let literals: usize = clauses.iter().map(Vec::len).sum();
    let vars: BTreeSet<u32> = clauses.iter().flatten().map(|l| l.var().index() as u32).collect();
    search.is_consistent().then_some(())?;
    if probe && literals <= MOST_PROBED {
        for &var in &vars {
            if limits.exceeded().is_some() {
                break;
            }
            search.probe(var);
            search.is_consistent().then_some(())?;
        }
    }
    Some(search.fixed().to_vec())
}

struct Eliminator {
    clauses: Vec<Vec<Lit>>,
    alive: Vec<bool>,
    /// By literal: clauses that have or had it.
    occurrences: Vec<Vec<u32>>,
}

impl Eliminator {
    fn new(variables: usize, clauses: Vec<Vec<Lit>>) -> Self {
        let mut eliminator = Self {
            clauses: Vec::with_capacity(clauses.len()),
            alive: Vec::new(),
            occurrences: vec![Vec::new(); 2 * variables],
        };
        for clause in clauses {
            eliminator.add(clause);
        }
        eliminator
    }

    fn clauses(self) -> Vec<Vec<Lit>> {
        let clauses = self.clauses.into_iter().zip(self.alive);
        clauses
            .filter(|(_, alive)| *alive)
            .map(|(clause, _)| clause)
            .collect()
    }

    /// Eliminates while there is something to gain; whether anything was.
    fn run(&mut self, is_projected: &[bool], limits: &Limits) -> bool {
        let mut any = false;
        let mut queue: BTreeSet<(usize, u32)> = BTreeSet::new();
        for var in 0..is_projected.len() as u32 {
            if !is_projected[var as usize] && self.occurs(var) {
                queue.insert((self.weight(var), var));
            }
        }
        while let Some((_, var)) = queue.pop_first() {
            if limits.exceeded().is_some() {
                return any;
            }
            let Some(neighbours) = self.eliminate(var) else {
                continue;
            };
            any = true;
            for var in neighbours {
                if !is_projected[var as usize] && self.occurs(var) {
                    queue.insert((self.weight(var), var));
                }
            }
        }
        any
    }

    fn occurs(&mut self, var: u32) -> bool {
        for index in [2 * var as usize, 2 * var as usize + 1] {
            let alive = &self.alive;
            self.occurrences[index].retain(|&clause| alive[clause as usize]);
        }
        !self.occurrences[2 * var as usize].is_empty() || !self.occurrences[2 * var as usize + 1].is_empty()
    }

    fn weight(&self, var: u32) -> usize {
        self.occurrences[2 * var as usize].len() * self.occurrences[2 * var as usize + 1].len()
    }

    /// Resolves a variable away if that adds no clause; gives the variables around it then.
    fn eliminate(&mut self, var: u32) -> Option<BTreeSet<u32>> {
        if !self.occurs(var) {
            return None;
        }
        let positive = self.occurrences[2 * var as usize].clone();
        let negative = self.occurrences[2 * var as usize + 1].clone();
        if positive.len() > MOST_OCCURRENCES && negative.len() > MOST_OCCURRENCES {
            return None;
        }
        let room = positive.len() + negative.len();
        let mut resolvents = Vec::new();
        for &p in &positive {
            for &n in &negative {
                let Some(resolvent) = self.resolvent(p, n, var) else {
                    continue;
                };
                if resolvents.len() >= room || resolvent.len() > LONGEST_RESOLVENT {
                    return None;
                }
                resolvents.push(resolvent);
            }
        }
        let mut neighbours = BTreeSet::new();
        for clause in positive.into_iter().chain(negative) {
            self.alive[clause as usize] = false;
            neighbours.extend(
                self.clauses[clause as usize]
                    .iter()
                    .map(|l| l.var().index() as u32),
            );
        }
        neighbours.remove(&var);
        for resolvent in resolvents {
            self.add(resolvent);
        }
        Some(neighbours)
    }

    /// None where it would be a tautology.
    fn resolvent(&self, p: u32, n: u32, var: u32) -> Option<Vec<Lit>> {
        let both = self.clauses[p as usize].iter().chain(&self.clauses[n as usize]);
        let mut resolvent: Vec<Lit> = both
            .copied()
            .filter(|l| l.var().index() != var as usize)
            .collect();
        normalise(&mut resolvent).then_some(resolvent)
    }

    /// Adds a clause, unless another holds no more than it; drops those that hold more.
    fn add(&mut self, clause: Vec<Lit>) {
        let fewest = clause
            .iter()
            .min_by_key(|l| self.occurrences[l.index()].len())
            .copied();
        if let Some(fewest) = fewest {
            let mut compared = 0;
            for literal in &clause {
                for &other in &self.occurrences[literal.index()] {
                    let known = &self.clauses[other as usize];
                    compared += 1;
                    if compared > MOST_COMPARED {
                        break;
                    }
                    // A clause is compared where its first literal is met.
                    if self.alive[other as usize] && known[0] == *literal && is_subset(known, &clause) {
                        return;
                    }
                }
            }
            for &other in self.occurrences[fewest.index()].iter().take(MOST_COMPARED) {
                if self.alive[other as usize] && is_subset(&clause, &self.clauses[other as usize]) {
                    self.alive[other as usize] = false;
                }
            }
        }
        let index = self.clauses.len() as u32;
        for literal in &clause {
            self.occurrences[literal.index()].push(index);
        }
        self.clauses.push(clause);
        self.alive.push(true);
    }
}

/// Whether all literals of one sorted clause are in another.
fn is_subset(small: &[Lit], large: &[Lit]) -> bool {
    if small.len() > large.len() {
        return false;
    }
    let mut rest = large.iter();
    small.iter().all(|literal| rest.any(|other| other == literal))
}
