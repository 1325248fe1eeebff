//! What a conflict teaches.

use super::{ClauseRef, ModelEnumerator};
use crate::lit::Lit;

impl ModelEnumerator {
    /// The clause of the first unique implication point, with that literal first; the level where it becomes unit; and how many levels
    /// it joins.
    pub(super) fn analyze(&mut self, conflict: ClauseRef) -> (Vec<Lit>, usize, u32) {
        let current = self.decisions.len() as u32;
        let mut learnt: Vec<Lit> = Vec::new();
        let mut marked: Vec<usize> = Vec::new();
        let mut open = 0;
        let mut clause = Some(conflict);
        let mut at = self.trail.len();
        let point = loop {
            if let Some(clause) = clause {
                let length = self.clauses.get(clause).len();
                for i in 0..length {
                    let literal = self.clauses.get(clause)[i];
                    let var = literal.var().index();
                    // The literal that the clause made true is not false, and has been taken off.
                    if self.values[literal.index()] > 0 || self.seen[var] || self.levels[var] == 0 {
                        continue;
                    }
                    self.seen[var] = true;
                    marked.push(var);
                    self.bump(var);
                    if self.levels[var] == current {
                        open += 1;
                    } else {
                        learnt.push(literal);
                    }
                }
            }
            // The last assigned variable of this level that takes part.
            let literal = loop {
                at -= 1;
                let literal = self.trail[at];
                if self.seen[literal.var().index()] && self.level_of(literal) == current {
                    break literal;
                }
            };
            open -= 1;
            if open == 0 {
                break literal;
            }
            clause = self.reasons[literal.var().index()];
        };
        let kept: Vec<Lit> = learnt
            .iter()
            .copied()
            .filter(|&literal| !self.is_implied(literal))
            .collect();
        for var in marked {
            self.seen[var] = false;
        }
        let assertion_level = kept.iter().map(|&l| self.level_of(l)).max().unwrap_or(0);
        let mut levels: Vec<u32> = kept.iter().map(|&l| self.level_of(l)).collect();
        levels.sort_unstable();
        levels.dedup();
        let joined = levels.len() as u32 + 1;
        let mut result = vec![!point];
        result.extend(kept);
        (result, assertion_level as usize, joined)
    }

    /// Whether a literal of a learnt clause follows from the others: all others of its reason are among them.
    fn is_implied(&self, literal: Lit) -> bool {
        self.reasons[literal.var().index()].is_some_and(|reason| {
            self.clauses.get(reason).iter().all(|&other| {
                let var = other.var().index();
                other.var() == literal.var() || self.seen[var] || self.levels[var] == 0
            })
        })
    }

    fn bump(&mut self, var: usize) {
        if self.is_projected[var] {
            self.projected.bump(var as u32);
        } else {
            self.rest.bump(var as u32);
        }
    }
}
