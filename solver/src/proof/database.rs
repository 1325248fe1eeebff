//! The clauses that hold at a point of a proof, and what follows from them.

use std::collections::HashMap;

use super::ProofError;
use super::propagate::{ClauseId, Propagator};
use crate::cnf::Cnf;
use crate::limits::Limits;
use crate::lit::{Lit, Var};

/// Clauses that are looked at between two looks at the clock.
const POLL_INTERVAL: usize = 1 << 16;

/// The clauses of a formula and of its proof so far, those deleted left out.
pub(super) struct Database {
    propagator: Propagator,
    /// Variables above the formula's, numbered anew as they come, so that tables grow no larger than the proof.
    defined: HashMap<Var, Var>,
    variables: u32,
    /// By a sum over the literals: clauses that may be these.
    by_literals: HashMap<u64, Vec<ClauseId>>,
    /// By the numbers of LRAT.
    by_id: HashMap<u64, ClauseId>,
    refuted: bool,
    clause: Vec<Lit>,
}

impl Database {
    /// The clauses of a formula. Their numbers in LRAT count from 1.
    pub(super) fn new(cnf: &Cnf) -> Self {
        let mut database = Self {
            propagator: Propagator::new(cnf.variables() as usize),
            defined: HashMap::new(),
            variables: cnf.variables(),
            by_literals: HashMap::new(),
            by_id: HashMap::new(),
            refuted: false,
            clause: Vec::new(),
        };
        for (clause, id) in cnf.clauses().zip(1..) {
            database.add(clause, Some(id));
        }
        database
    }

    /// Whether unit propagation has met a contradiction.
    pub(super) fn is_refuted(&self) -> bool {
        self.refuted
    }

    /// Adds a clause, without any question whether it follows.
    pub(super) fn add(&mut self, clause: &[Lit], id: Option<u64>) {
        self.translate(clause);
        self.clause.sort_unstable();
        self.clause.dedup();
        // What holds always says nothing.
        if self.clause.windows(2).any(|pair| pair[0] == !pair[1]) {
            return;
        }
        let sum = sum(&self.clause);
        let (added, consistent) = self.propagator.add(&self.clause);
        self.refuted |= !consistent;
        self.by_literals.entry(sum).or_default().push(added);
        if let Some(id) = id {
            self.by_id.insert(id, added);
        }
    }

    /// Whether unit propagation meets a contradiction if no literal of the clause holds.
    pub(super) fn follows(&mut self, clause: &[Lit]) -> bool {
        self.translate(clause);
        let mark = self.propagator.mark();
        let follows = self.propagator.refutes(&self.clause, None);
        self.propagator.undo(mark);
        follows
    }

    /// Whether every resolvent of the clause on its first literal follows.
    pub(super) fn is_resolution_tautology(
        &mut self,
        clause: &[Lit],
        limits: &Limits,
    ) -> Result<bool, ProofError> {
        self.translate(clause);
        let Some(&pivot) = self.clause.first() else {
            return Ok(false);
        };
        let mark = self.propagator.mark();
        self.propagator.refutes(&self.clause, None);
        let outcome = self.resolvents_follow(pivot, limits);
        self.propagator.undo(mark);
        outcome
    }

    /// With the other clause's literals false: whether each clause that has the opposite of the pivot gives a contradiction.
    fn resolvents_follow(&mut self, pivot: Lit, limits: &Limits) -> Result<bool, ProofError> {
        let mark = self.propagator.mark();
        for (at, id) in self.propagator.ids().enumerate() {
            if at.is_multiple_of(POLL_INTERVAL)
                && let Some(reason) = limits.exceeded()
            {
                return Err(ProofError::Limit(reason));
            }
            let Some(clause) = self.propagator.clause(id).filter(|c| c.contains(&!pivot)) else {
                continue;
            };
            self.clause.clear();
            self.clause.extend_from_slice(clause);
            let follows = self.propagator.refutes(&self.clause, Some(!pivot));
            self.propagator.undo(mark);
            if !follows {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Deletes a clause; one that is not there is left alone.
    pub(super) fn delete(&mut self, clause: &[Lit]) {
        self.translate(clause);
        self.clause.sort_unstable();
        self.clause.dedup();
        let sum = sum(&self.clause);
        let Some(alike) = self.by_literals.get_mut(&sum) else {
            return;
        };
        let same = |id: &ClauseId| {
            let mut literals = self.propagator.clause(*id).unwrap_or_default().to_vec();
            literals.sort_unstable();
            literals == self.clause
        };
        // The last of equal ones goes first.
        if let Some(at) = alike.iter().rposition(same) {
            let id = alike[at];
            if self.propagator.delete(id) {
                alike.remove(at);
            }
            if alike.is_empty() {
                self.by_literals.remove(&sum);
            }
        }
    }

    /// Likewise, by its number.
    pub(super) fn delete_id(&mut self, id: u64) {
        let Some(&known) = self.by_id.get(&id) else { return };
        let Some(clause) = self.propagator.clause(known) else {
            return;
        };
        let sum = sum(clause);
        if self.propagator.delete(known) {
            self.by_id.remove(&id);
            if let Some(alike) = self.by_literals.get_mut(&sum) {
                alike.retain(|other| *other != known);
            }
        }
    }

    /// Keeps the clause in `self.clause`, over the variables of the tables.
    fn translate(&mut self, clause: &[Lit]) {
        self.clause.clear();
        for &literal in clause {
            let var = literal.var();
            let known = if var.index() < self.variables as usize {
                var
            } else {
                let next = Var::new(self.variables + self.defined.len() as u32);
                *self.defined.entry(var).or_insert(next)
            };
            self.propagator.reserve(known.index() + 1);
            self.clause.push(Lit::new(known, !literal.is_negative()));
        }
    }
}

/// A number that is the same in whatever order the literals stand.
fn sum(clause: &[Lit]) -> u64 {
    let mix = |literal: &Lit| {
        let n = (literal.index() as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (n ^ (n >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    };
    clause.iter().map(mix).fold(0, u64::wrapping_add)
}
