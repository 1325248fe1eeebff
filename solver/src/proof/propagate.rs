//! Unit propagation by two watched literals (Moskewicz, Madigan, Zhao, Zhang and Malik, "Chaff: Engineering an Efficient SAT Solver", DAC
//! 2001, section 2), and nothing else: no decisions, no learning.
//!
//! # Invariants
//! What is on the trail between calls holds in all models and is propagated to its end. A clause of two or more literals is watched
//! at its first two; a watched literal is only false where the other is true, or while a contradiction is being left.

use crate::lit::{Lit, Var};

/// A clause's place in the order of adding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClauseId(u32);

/// Where the literals of a clause stand; none of a deleted one.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    start: usize,
    length: u32,
    deleted: bool,
}

/// No clause.
const NONE: u32 = u32::MAX;

/// Clauses and what follows from them one literal at a time.
#[derive(Debug, Default)]
pub(super) struct Propagator {
    literals: Vec<Lit>,
    clauses: Vec<Stretch>,
    /// Literals of deleted clauses.
    wasted: usize,
    /// By literal: clauses that watch it.
    watches: Vec<Vec<u32>>,
    /// By literal: 1 true, -1 false, 0 open.
    values: Vec<i8>,
    /// By variable: the clause that gave it its value.
    reasons: Vec<u32>,
    trail: Vec<Lit>,
}

impl Propagator {
    pub(super) fn new(variables: usize) -> Self {
        let mut propagator = Self::default();
        propagator.reserve(variables);
        propagator
    }

    /// Sees that there are this many variables.
    pub(super) fn reserve(&mut self, variables: usize) {
        if variables > self.reasons.len() {
            self.reasons.resize(variables, NONE);
            self.values.resize(2 * variables, 0);
            self.watches.resize_with(2 * variables, Vec::new);
        }
    }

    /// All clauses that ever were.
    pub(super) fn ids(&self) -> impl Iterator<Item = ClauseId> + use<> {
        (0..self.clauses.len() as u32).map(ClauseId)
    }

    /// The literals of a clause that is not deleted.
    pub(super) fn clause(&self, id: ClauseId) -> Option<&[Lit]> {
        let stretch = self
            .clauses
            .get(id.0 as usize)
            .filter(|stretch| !stretch.deleted)?;
        self.literals
            .get(stretch.start..stretch.start + stretch.length as usize)
    }

    /// Adds a clause, no literal twice and none beside its opposite, and propagates; false if that meets a contradiction.
    pub(super) fn add(&mut self, clause: &[Lit]) -> (ClauseId, bool) {
        let (start, id) = (self.literals.len(), self.clauses.len() as u32);
        self.literals.extend_from_slice(clause);
        self.clauses.push(Stretch {
            start,
            length: clause.len() as u32,
            deleted: false,
        });
        // True literals come first and false ones last: what is watched is the best there is.
        self.literals[start..].sort_by_key(|literal| -self.values[literal.index()]);
        let literals = &self.literals[start..];
        if let [first, second, ..] = *literals {
            self.watches[first.index()].push(id);
            self.watches[second.index()].push(id);
        }
        let value = |at: usize| {
            literals
                .get(at)
                .map_or(-1, |literal| self.values[literal.index()])
        };
        let consistent = match (value(0), value(1)) {
            (-1, _) => false,
            (0, -1) => {
                let mark = self.mark();
                self.assign(self.literals[start], id);
                self.propagate(mark)
            }
            _ => true,
        };
        (ClauseId(id), consistent)
    }

    /// Deletes a clause, unless a literal is true because of it; whether it is deleted.
    pub(super) fn delete(&mut self, id: ClauseId) -> bool {
        let is_reason =
            |literal: &Lit| self.values[literal.index()] == 1 && self.reasons[literal.var().index()] == id.0;
        let Some(clause) = self.clause(id) else {
            return true;
        };
        if clause.iter().any(is_reason) {
            return false;
        }
        self.wasted += clause.len();
        self.clauses[id.0 as usize].deleted = true;
        if self.wasted > self.literals.len() / 2 + 1024 {
            self.collect();
        }
        true
    }

    /// Closes the gaps that deleted clauses leave.
    fn collect(&mut self) {
        let mut end = 0;
        for stretch in &mut self.clauses {
            if stretch.deleted {
                stretch.length = 0;
                continue;
            }
            let (start, length) = (stretch.start, stretch.length as usize);
            self.literals.copy_within(start..start + length, end);
            stretch.start = end;
            end += length;
        }
        self.literals.truncate(end);
        self.wasted = 0;
        for watches in &mut self.watches {
            watches.retain(|&id| !self.clauses[id as usize].deleted);
        }
    }

    /// How far the trail goes.
    pub(super) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Takes back what was assigned since.
    pub(super) fn undo(&mut self, mark: usize) {
        for literal in self.trail.drain(mark..) {
            self.values[literal.index()] = 0;
            self.values[(!literal).index()] = 0;
        }
    }

    /// Whether a contradiction follows if no literal of the clause holds, one excepted. What was assigned stays.
    pub(super) fn refutes(&mut self, clause: &[Lit], except: Option<Lit>) -> bool {
        let mark = self.mark();
        for &literal in clause.iter().filter(|&&literal| Some(literal) != except) {
            match self.values[literal.index()] {
                1 => return true,
                0 => self.assign(!literal, NONE),
                _ => {}
            }
        }
        !self.propagate(mark)
    }

    fn assign(&mut self, literal: Lit, reason: u32) {
        self.values[literal.index()] = 1;
        self.values[(!literal).index()] = -1;
        let var: Var = literal.var();
        self.reasons[var.index()] = reason;
        self.trail.push(literal);
    }

    /// Propagates what is on the trail from here on; false if that meets a contradiction.
    fn propagate(&mut self, mut next: usize) -> bool {
        while let Some(&literal) = self.trail.get(next) {
            next += 1;
            if !self.visit(!literal) {
                return false;
            }
        }
        true
    }

    /// Looks at the clauses that watch a literal which has become false.
    fn visit(&mut self, falsified: Lit) -> bool {
        let mut watches = std::mem::take(&mut self.watches[falsified.index()]);
        let mut consistent = true;
        watches.retain(|&id| {
            if !consistent {
                return true;
            }
            match self.look(id, falsified) {
                Watch::Moved => false,
                Watch::Stays => true,
                Watch::Contradiction => {
                    consistent = false;
                    true
                }
            }
        });
        // Nothing that was moved can have come here.
        self.watches[falsified.index()] = watches;
        consistent
    }

    fn look(&mut self, id: u32, falsified: Lit) -> Watch {
        let Stretch {
            start,
            length,
            deleted,
        } = self.clauses[id as usize];
        if deleted {
            return Watch::Moved;
        }
        let clause = &mut self.literals[start..start + length as usize];
        if clause[0] == falsified {
            clause.swap(0, 1);
        }
        let first = clause[0];
        if self.values[first.index()] == 1 {
            return Watch::Stays;
        }
        let other = clause.iter().skip(2).position(|l| self.values[l.index()] >= 0);
        if let Some(at) = other {
            clause.swap(1, at + 2);
            let watched = clause[1];
            self.watches[watched.index()].push(id);
            return Watch::Moved;
        }
        if self.values[first.index()] == -1 {
            return Watch::Contradiction;
        }
        self.assign(first, id);
        Watch::Stays
    }
}

enum Watch {
    Moved,
    Stays,
    Contradiction,
}
