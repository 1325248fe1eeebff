//! Satisfiability below decisions that are taken for granted.
//!
//! Clause learning at the first unique implication point (Marques-Silva and Sakallah, "GRASP", IEEE Transactions on Computers 48, 1999), with
//! the decisions of the counter as assumptions in the manner of `MiniSat` (Eén and Sörensson, "An Extensible SAT-solver", SAT 2003, section 4).
//! A search decides only variables of one component. What is learnt follows from the formula alone and is kept.
//!
//! # Invariants
//! The levels up to the length of the prefix are its literals, one each. Between calls everything that clauses, learnt ones too, imply at a
//! level by unit propagation is assigned there.

use crate::{
    Reason,
    learning::{Implications, Lesson, clauses::ClauseRef, heap::Heap},
    limits::Limits,
    lit::{Lit, Var},
};

/// Steps between two looks at the clock.
const POLL_INTERVAL: u32 = 256;
/// Conflicts in one search before its first restart, and by how much the next is later.
const RESTART_UNIT: u64 = 100;
/// Learnt clauses before the first time that half of them are forgotten, and how many more each time.
const FIRST_REDUCTION: usize = 2000;
const REDUCTION_STEP: usize = 100;

pub(super) struct Search {
    graph: Implications,
    /// By variable: its value in the last model of a component with it.
    model: Vec<bool>,
    /// By level: how many literals were assigned before it.
    starts: Vec<usize>,
    heap: Heap,
    /// What is in the heap or was taken out of it.
    in_heap: Vec<u32>,
    conflicts: u64,
    reduce_at: usize,
    steps: u32,
    consistent: bool,
}

impl Search {
    pub(super) fn new<'a>(variables: usize, formula: impl Iterator<Item = &'a [Lit]>) -> Self {
        let mut search = Self {
            graph: Implications::new(variables),
            model: vec![false; variables],
            starts: Vec::new(),
            heap: Heap::new(variables),
            in_heap: Vec::new(),
            conflicts: 0,
            reduce_at: FIRST_REDUCTION,
            steps: 0,
            consistent: true,
        };
        for clause in formula {
            match *clause {
                [] => search.consistent = false,
                [literal] => match search.value(literal) {
                    0 => search.assign(literal, None),
                    1 => {}
                    _ => search.consistent = false,
                },
                _ => {
                    search.graph.clauses.add(clause, None);
                }
            }
        }
        search.consistent = search.consistent && search.propagate().is_none();
        search
    }

    pub(super) fn value(&self, literal: Lit) -> i8 {
        self.graph.value(literal)
    }

    pub(super) fn is_open(&self, var: u32) -> bool {
        self.value(Var::new(var).positive()) == 0
    }

    /// The variable's literal that holds in the last model of a component with it.
    pub(super) fn modelled(&self, var: u32) -> Lit {
        Lit::new(Var::new(var), self.model[var as usize])
    }

    pub(super) fn activity(&self, var: u32) -> f64 {
        self.heap.activity(var)
    }

    pub(super) fn conflicts(&self) -> u64 {
        self.conflicts
    }

    /// Whether these variables have values, beside those of the prefix, that satisfy all clauses between them; the model has them then. Afterwards the levels are
    /// those of the prefix if there are; else some of them may be missing until the next call. None after more conflicts than `patience`.
    pub(super) fn satisfiable(
        &mut self,
        prefix: &[Lit],
        vars: &[u32],
        patience: u64,
        limits: &Limits,
    ) -> Result<Option<bool>, Reason> {
        if !self.consistent {
            return Ok(Some(false));
        }
        let old = std::mem::replace(&mut self.in_heap, vars.to_vec());
        self.heap.refill(&old, vars);
        let mut restart_at = self.conflicts + RESTART_UNIT;
        let most = self.conflicts.saturating_add(patience);
        loop {
            self.poll(limits)?;
            if let Some(conflict) = self.propagate() {
                if !self.resolve(conflict) {
                    return Ok(Some(false));
                }
            } else if self.starts.len() < prefix.len() {
                let literal = prefix[self.starts.len()];
                match self.value(literal) {
                    0 => self.decide(literal),
                    // Its level stays empty.
                    1 => self.starts.push(self.graph.trail().len()),
                    _ => return Ok(Some(false)),
                }
            } else if self.conflicts > most {
                self.backtrack(prefix.len());
                return Ok(None);
            } else if self.conflicts >= restart_at {
                restart_at = self.conflicts + RESTART_UNIT + (self.conflicts & 0x7f);
                self.backtrack(prefix.len());
            } else if let Some(literal) = self.choose() {
                self.decide(literal);
            } else {
                for &var in vars {
                    self.model[var as usize] = self.value(Var::new(var).positive()) > 0;
                }
                self.backtrack(prefix.len());
                return Ok(Some(true));
            }
        }
    }

    /// Takes the levels of a prefix; false if propagation finds that there is no model then.
    pub(super) fn extend(&mut self, prefix: &[Lit], limits: &Limits) -> Result<bool, Reason> {
        while self.consistent {
            self.poll(limits)?;
            if let Some(conflict) = self.propagate() {
                self.resolve(conflict);
            } else if let Some(&literal) = prefix.get(self.starts.len()) {
                match self.value(literal) {
                    0 => self.decide(literal),
                    1 => self.starts.push(self.graph.trail().len()),
                    _ => return Ok(false),
                }
            } else {
                return Ok(true);
            }
        }
        Ok(false)
    }

    pub(super) fn is_consistent(&self) -> bool {
        self.consistent
    }

    /// Literals that hold in every model, as far as is known; there must be no levels.
    pub(super) fn fixed(&self) -> &[Lit] {
        self.graph.trail()
    }

    /// Looks whether either value of a variable leads to a conflict at once, while there are no levels.
    pub(super) fn probe(&mut self, var: u32) {
        for literal in [Var::new(var).positive(), Var::new(var).negative()] {
            if self.value(literal) == 0 {
                self.decide(literal);
                let mut conflict = self.propagate();
                while let Some(clause) = conflict {
                    if !self.resolve(clause) {
                        return;
                    }
                    conflict = self.propagate();
                }
                self.backtrack(0);
            }
        }
    }

    fn poll(&mut self, limits: &Limits) -> Result<(), Reason> {
        self.steps = self.steps.wrapping_add(1);
        if !self.steps.is_multiple_of(POLL_INTERVAL) {
            return Ok(());
        }
        if let Some(progress) = &limits.progress {
            progress.set(self.conflicts, 0);
        }
        limits.exceeded().map_or(Ok(()), Err)
    }

    /// An open variable of the heap with its value in the last model.
    fn choose(&mut self) -> Option<Lit> {
        while let Some(var) = self.heap.pop() {
            if self.is_open(var) {
                return Some(self.modelled(var));
            }
        }
        None
    }

    fn decide(&mut self, literal: Lit) {
        self.starts.push(self.graph.trail().len());
        self.assign(literal, None);
    }

    fn assign(&mut self, literal: Lit, reason: Option<ClauseRef>) {
        self.graph.assign(literal, reason, self.starts.len());
    }

    /// Takes back all levels after the first `level`.
    pub(super) fn backtrack(&mut self, level: usize) {
        let Some(&start) = self.starts.get(level) else {
            return;
        };
        for &literal in &self.graph.trail()[start..] {
            self.heap.reinsert(literal.var().index() as u32);
        }
        self.graph.undo(start);
        self.starts.truncate(level);
    }

    fn propagate(&mut self) -> Option<ClauseRef> {
        self.graph.propagate(self.starts.len())
    }

    /// Learns from a conflict; false if the formula has no model at all.
    fn resolve(&mut self, conflict: ClauseRef) -> bool {
        self.conflicts += 1;
        if self.starts.is_empty() {
            self.consistent = false;
            return false;
        }
        let (graph, heap) = (&mut self.graph, &mut self.heap);
        let lesson = graph.analyze(conflict, self.starts.len(), |var| heap.bump(var));
        let Lesson {
            clause: mut learnt,
            joined,
        } = lesson;
        let at = (1..learnt.len()).max_by_key(|&i| (graph.level(learnt[i]), usize::MAX - i));
        let level = at.map_or(0, |at| graph.level(learnt[at]) as usize);
        if let Some(at) = at {
            learnt.swap(1, at);
        }
        self.backtrack(level);
        let clause = self.graph.clauses.add(&learnt, Some(joined));
        self.assign(learnt[0], Some(clause));
        self.heap.decay();
        if self.graph.clauses.learnt() >= self.reduce_at {
            self.reduce();
        }
        true
    }

    fn reduce(&mut self) {
        self.reduce_at += REDUCTION_STEP;
        self.graph.reduce(std::iter::empty());
    }
}
