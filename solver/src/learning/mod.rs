//! Clause learning, as far as the enumerator and the counter of models have it in common: what is assigned and why, what follows from it,
//! and what a conflict teaches.
//!
//! Unit propagation with two watched literals (Moskewicz et al., "Chaff", DAC 2001) and clauses of the first unique implication point (Marques-Silva
//! and Sakallah, "GRASP", IEEE Transactions on Computers 48, 1999), shortened by literals that their others imply (Eén and Sörensson, "An Extensible
//! SAT-solver", SAT 2003). Which level an assignment belongs to is for the searches to say, since they count levels differently.

pub(crate) mod clauses;
pub(crate) mod heap;

use crate::lit::Lit;
use clauses::{ClauseRef, Clauses, Moved, Watch, Watched};

/// The implication graph: assigned literals, in order, with their reasons.
pub(crate) struct Implications {
    pub(crate) clauses: Clauses,
    /// By literal: 1 true, -1 false, 0 open.
    values: Vec<i8>,
    /// By variable.
    levels: Vec<u32>,
    reasons: Vec<Option<ClauseRef>>,
    trail: Vec<Lit>,
    /// How much of the trail was propagated.
    propagated: usize,
    seen: Vec<bool>,
}

/// What a conflict teaches.
pub(crate) struct Lesson {
    /// A clause that follows from the others, the literal of the implication point first.
    pub(crate) clause: Vec<Lit>,
    /// How many levels it joins.
    pub(crate) joined: u32,
}

impl Implications {
    /// Nothing assigned, no clauses.
    pub(crate) fn new(variables: usize) -> Self {
        Self {
            clauses: Clauses::new(variables),
            values: vec![0; 2 * variables],
            levels: vec![0; variables],
            reasons: vec![None; variables],
            trail: Vec::with_capacity(variables),
            propagated: 0,
            seen: vec![false; variables],
        }
    }

    /// 1 true, -1 false, 0 open.
    pub(crate) fn value(&self, literal: Lit) -> i8 {
        self.values[literal.index()]
    }

    /// The level at which the literal's variable got its value.
    pub(crate) fn level(&self, literal: Lit) -> u32 {
        self.levels[literal.var().index()]
    }

    /// The literals that are true, in the order in which they became so.
    pub(crate) fn trail(&self) -> &[Lit] {
        &self.trail
    }

    pub(crate) fn assign(&mut self, literal: Lit, reason: Option<ClauseRef>, level: usize) {
        let var = literal.var().index();
        self.values[literal.index()] = 1;
        self.values[(!literal).index()] = -1;
        self.levels[var] = level as u32;
        self.reasons[var] = reason;
        self.trail.push(literal);
    }

    /// Takes back all literals of the trail after the first `start`.
    pub(crate) fn undo(&mut self, start: usize) {
        for &literal in &self.trail[start..] {
            self.values[literal.index()] = 0;
            self.values[(!literal).index()] = 0;
        }
        self.trail.truncate(start);
        self.propagated = self.propagated.min(start);
    }

    /// Assigns at the current level what follows from the trail; a clause that is false then, if there is one.
    pub(crate) fn propagate(&mut self, level: usize) -> Option<ClauseRef> {
        while let Some(&literal) = self.trail.get(self.propagated) {
            self.propagated += 1;
            let mut watches = self.clauses.take_watches(!literal);
            let mut kept = 0;
            let mut conflict = None;
            let mut at = 0;
            while at < watches.len() {
                let watch = watches[at];
                at += 1;
                if self.values[watch.blocker.index()] > 0 {
                    watches[kept] = watch;
                    kept += 1;
                    continue;
                }
                let first = if watch.binary {
                    watch.blocker
                } else {
                    match self.clauses.rewatch(watch.clause, !literal, &self.values) {
                        Watched::Last(first) => first,
                        Watched::Elsewhere => continue,
                    }
                };
                watches[kept] = Watch {
                    blocker: first,
                    ..watch
                };
                kept += 1;
                match self.values[first.index()] {
                    0 => self.assign(first, Some(watch.clause), level),
                    value if value < 0 => {
                        conflict = Some(watch.clause);
                        break;
                    }
                    _ => {}
                }
            }
            watches.copy_within(at.., kept);
            watches.truncate(kept + watches.len() - at);
            self.clauses.put_watches(!literal, watches);
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// What a conflict at the current level teaches. `bump` hears of every variable that has a part in it.
    pub(crate) fn analyze(&mut self, conflict: ClauseRef, level: usize, mut bump: impl FnMut(u32)) -> Lesson {
        let current = level as u32;
        let mut learnt: Vec<Lit> = Vec::new();
        let mut marked: Vec<usize> = Vec::new();
        let mut open = 0;
        let mut clause = Some(conflict);
        let mut at = self.trail.len();
        let point = loop {
            if let Some(clause) = clause {
                for &literal in self.clauses.get(clause) {
                    let var = literal.var().index();
                    // The literal that the clause made true is not false, and has been taken off.
                    if self.values[literal.index()] > 0 || self.seen[var] || self.levels[var] == 0 {
                        continue;
                    }
                    self.seen[var] = true;
                    marked.push(var);
                    bump(var as u32);
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
                if self.seen[literal.var().index()] && self.level(literal) == current {
                    break literal;
                }
            };
            open -= 1;
            if open == 0 {
                break literal;
            }
            clause = self.reasons[literal.var().index()];
        };
        let mut clause = vec![!point];
        clause.extend(learnt.into_iter().filter(|&literal| !self.is_implied(literal)));
        for var in marked {
            self.seen[var] = false;
        }
        let mut levels: Vec<u32> = clause.iter().map(|&l| self.level(l)).collect();
        levels.sort_unstable();
        levels.dedup();
        Lesson {
            clause,
            joined: levels.len() as u32,
        }
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

    /// Forgets half of the learnt clauses, but no reasons and none of `keep`; says where the others went.
    pub(crate) fn reduce(&mut self, keep: impl Iterator<Item = ClauseRef>) -> Moved {
        let reasons = self.trail.iter().filter_map(|l| self.reasons[l.var().index()]);
        let mut keep: Vec<ClauseRef> = reasons.chain(keep).collect();
        keep.sort_unstable();
        let moved = self.clauses.reduce(&keep);
        for literal in &self.trail {
            if let Some(reason) = &mut self.reasons[literal.var().index()] {
                *reason = moved.of(*reason);
            }
        }
        moved
    }
}
