//! All models of a formula, told apart by some of its variables, in memory that does not grow with their number.
//!
//! After Grumberg, Schuster and Yadgar, "Memory Efficient All-Solutions SAT Solver and Its Application for Reachability Analysis"
//! (FMCAD 2004, section 3): a search with clause learning (Marques-Silva and Sakallah, "GRASP", IEEE Transactions on Computers 48, 1999).
//! After a model it does not add a clause that forbids it, but flips the deepest projected
//! decision that was not flipped yet, for good: backjumps never leave a flipped decision. Learnt clauses follow from the formula alone, since a
//! flipped decision counts as a decision when conflicts are analysed. What differs:
//!
//! - Variables that are not projected are decided as they come, and a model that was found so is found once more by decisions
//!   of projected variables before others, which meets no conflict (Gebser, Kaufmann and Schaub, "Solution Enumeration for Projected Boolean
//!   Search Problems", CPAIOR 2009, section 3). So a witness guides the search, though it tells no models apart.
//! - What a learnt clause implies at an earlier level than the last flipped one is assigned again when later levels are taken back.
//! - The activities and restarts are those of `MiniSat` (Eén and Sörensson, "An Extensible SAT-solver", SAT 2003) within the part of the
//!   search that is still free, and learnt clauses are kept by how many levels they join (Audemard and Simon, "Predicting Learnt Clauses
//!   Quality in Modern SAT Solvers", IJCAI 2009).
//!
//! # Invariants
//! Levels up to the last flipped one are of projected variables and have had models in their first branch; levels after it have had none, and can
//! be given up freely.

#[cfg(test)]
mod tests;

use crate::{
    Reason, Verdict,
    cnf::Cnf,
    learning::{Implications, Lesson, clauses::ClauseRef, heap::Heap},
    limits::Limits,
    lit::{Lit, Var},
};

/// Steps, decisions and conflicts alike, between two looks at the clock.
const POLL_INTERVAL: u32 = 256;
/// Conflicts before the first restart.
const RESTART_UNIT: u64 = 100;
/// Learnt clauses before the first time that half of them are forgotten, and how many more each time.
const FIRST_REDUCTION: usize = 4000;
const REDUCTION_STEP: usize = 400;

/// A decision.
#[derive(Clone, Copy)]
struct Level {
    /// How many literals were assigned before it.
    start: usize,
    /// Whether it is of a projected variable.
    projected: bool,
    /// Whether its other branch is done.
    flipped: bool,
}

/// A literal that follows, by a learnt clause, from the first `level` levels.
#[derive(Clone, Copy)]
struct Early {
    literal: Lit,
    clause: ClauseRef,
    level: usize,
}

/// Where the enumeration stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Searching,
    /// At a model that was given out.
    AtModel,
    Exhausted,
}

/// Gives out the models of a formula one after the other, no two with the same values of the projected variables.
pub struct ModelEnumerator {
    graph: Implications,
    /// By variable.
    phases: Vec<bool>,
    is_projected: Vec<bool>,
    decisions: Vec<Level>,
    /// Variables to decide.
    heap: Heap,
    /// Those of them that are not projected.
    rest: Vec<Var>,
    /// Literals that follow from levels before the one at which they were assigned.
    early: Vec<Early>,
    state: State,
    conflicts: u64,
    restarts: u64,
    restart_at: u64,
    reduce_at: usize,
    steps: u32,
}

impl ModelEnumerator {
    /// An enumerator of the models of `cnf`, told apart by the variables of `projected`.
    ///
    /// A model is complete when these and the variables of `rest` have values and unit propagation finds no conflict; without `rest`
    /// all variables get values. With it, the caller knows that other variables can then be given values too, as in clauses made from a
    /// circuit all of whose inputs are decided.
    pub fn new(cnf: &Cnf, projected: &[Var], rest: Option<&[Var]>) -> Self {
        let most = projected.iter().chain(rest.unwrap_or_default()).max();
        let n = (cnf.variables() as usize).max(most.map_or(0, |var| var.index() + 1));
        let mut is_projected = vec![false; n];
        for var in projected {
            is_projected[var.index()] = true;
        }
        let mut enumerator = Self {
            graph: Implications::new(n),
            phases: vec![false; n],
            decisions: Vec::new(),
            heap: Heap::new(n),
            rest: Vec::new(),
            early: Vec::new(),
            state: State::Searching,
            conflicts: 0,
            restarts: 0,
            restart_at: RESTART_UNIT,
            reduce_at: FIRST_REDUCTION,
            steps: 0,
            is_projected,
        };
        let is_projected = &enumerator.is_projected;
        let all = (0..n as u32).map(Var::new).collect::<Vec<Var>>();
        let rest = rest.unwrap_or(&all).iter().copied();
        enumerator.rest = rest.filter(|var| !is_projected[var.index()]).collect();
        for var in projected.iter().chain(&enumerator.rest) {
            enumerator.heap.insert(var.index() as u32);
        }
        for clause in cnf.clauses() {
            enumerator.add_input(clause);
        }
        enumerator
    }

    /// Adds a clause to the formula, before the first model is asked for.
    pub fn add_clause(&mut self, clause: &[Lit]) {
        if self.decisions.is_empty() && self.conflicts == 0 {
            self.add_input(clause);
        }
    }

    /// Prefers these values until others turn out better: where they are those of a model, it is the first to be given out.
    pub fn prefer(&mut self, value: impl Fn(Var) -> bool) {
        for (index, phase) in self.phases.iter_mut().enumerate() {
            *phase = value(Var::new(index as u32));
        }
    }

    /// The next model: [`Verdict::Sat`] if there is one, [`Verdict::Unsat`] if all were given out. After [`Verdict::Unknown`] the call
    /// can be repeated.
    pub fn next(&mut self, limits: &Limits) -> Verdict {
        let verdict = self.next_within(u64::MAX, limits);
        verdict.unwrap_or(Verdict::Unsat)
    }

    /// The same, but nothing after this many conflicts without a model.
    pub fn next_within(&mut self, conflicts: u64, limits: &Limits) -> Option<Verdict> {
        let most = self.conflicts.saturating_add(conflicts);
        if self.state == State::AtModel {
            self.leave_model();
        }
        if let Some(reason) = limits.exceeded() {
            return Some(Verdict::Unknown(reason));
        }
        while self.state == State::Searching {
            if self.conflicts >= most {
                return None;
            }
            if let Some(reason) = self.poll(limits) {
                return Some(Verdict::Unknown(reason));
            }
            match self.graph.propagate(self.decisions.len()) {
                Some(conflict) => {
                    self.conflict(conflict);
                    if self.graph.clauses.learnt() >= self.reduce_at {
                        self.reduce();
                    }
                }
                None if self.conflicts >= self.restart_at => self.restart(),
                None => {
                    if !self.decide() && self.settle() {
                        self.state = State::AtModel;
                        return Some(Verdict::Sat);
                    }
                }
            }
        }
        Some(Verdict::Unsat)
    }

    /// The value of a variable in the last model; false where it was left open.
    pub fn value(&self, var: Var) -> bool {
        var.index() < self.phases.len() && self.graph.value(var.positive()) > 0
    }

    /// Conflicts met so far.
    pub fn conflicts(&self) -> u64 {
        self.conflicts
    }

    /// Clauses over the projected variables that allow exactly what was not looked at yet, for another solver to go on with: no more than
    /// there are projected variables.
    pub fn unexplored(&mut self) -> Vec<Vec<Lit>> {
        if self.state == State::AtModel {
            self.leave_model();
        }
        if self.state == State::Exhausted {
            return vec![Vec::new()];
        }
        let mut before: Vec<Lit> = Vec::new();
        let mut clauses = Vec::new();
        for level in &self.decisions {
            let decision = self.graph.trail()[level.start];
            if level.flipped {
                let mut clause = before.clone();
                clause.push(decision);
                clauses.push(clause);
            }
            before.push(!decision);
        }
        clauses
    }

    fn poll(&mut self, limits: &Limits) -> Option<Reason> {
        self.steps = self.steps.wrapping_add(1);
        if !self.steps.is_multiple_of(POLL_INTERVAL) {
            return None;
        }
        if let Some(progress) = &limits.progress {
            progress.set(self.conflicts, self.restarts);
        }
        limits.exceeded()
    }

    /// Adds a clause of the formula; nothing is decided yet.
    fn add_input(&mut self, clause: &[Lit]) {
        let mut literals: Vec<Lit> = clause
            .iter()
            .copied()
            .filter(|&l| self.graph.value(l) == 0)
            .collect();
        let satisfied = clause.iter().any(|&l| self.graph.value(l) > 0);
        literals.sort_unstable();
        literals.dedup();
        if satisfied || literals.windows(2).any(|pair| pair[0] == !pair[1]) {
            return;
        }
        match literals.as_slice() {
            [] => self.state = State::Exhausted,
            &[literal] => self.assign(literal, None),
            _ => {
                self.graph.clauses.add(&literals, None);
            }
        }
    }

    fn assign(&mut self, literal: Lit, reason: Option<ClauseRef>) {
        self.graph.assign(literal, reason, self.decisions.len());
    }

    /// Decides a variable; false if all that matter have values.
    fn decide(&mut self) -> bool {
        while let Some(index) = self.heap.pop() {
            let var = Var::new(index);
            if self.graph.value(var.positive()) == 0 {
                let phase = self.phases[index as usize];
                self.open_level(Lit::new(var, phase), self.is_projected[index as usize], false);
                return true;
            }
        }
        false
    }

    /// Comes to the model that was found once more, by decisions of projected variables before those of others. False if that should fail,
    /// which it cannot as long as what was learnt is true of all models; then the search goes on.
    fn settle(&mut self) -> bool {
        let settled = self.settled();
        let levels = &self.decisions[settled..];
        let Some(first) = levels.iter().position(|level| !level.projected) else {
            return true;
        };
        let start = levels[first].start;
        let after = self.graph.trail()[start..].iter().copied();
        let mut literals: Vec<Lit> = after.filter(|l| self.is_projected[l.var().index()]).collect();
        if literals.is_empty() {
            return true;
        }
        let rest = self.rest.iter();
        literals.extend(rest.map(|&var| Lit::new(var, self.graph.value(var.positive()) > 0)));
        self.backtrack(settled + first);
        for literal in literals {
            if self.graph.propagate(self.decisions.len()).is_some() || self.graph.value(literal) < 0 {
                debug_assert!(false, "a model got lost");
                self.backtrack(settled);
                return false;
            }
            if self.graph.value(literal) == 0 {
                let projected = self.is_projected[literal.var().index()];
                self.open_level(literal, projected, false);
            }
        }
        let holds = self.graph.propagate(self.decisions.len()).is_none();
        debug_assert!(holds, "a model got lost");
        holds
    }

    fn open_level(&mut self, decision: Lit, projected: bool, flipped: bool) {
        self.decisions.push(Level {
            start: self.graph.trail().len(),
            projected,
            flipped,
        });
        self.assign(decision, None);
    }

    /// Takes back all decisions after the first `level`. What is learnt to hold in any case holds again at once.
    fn backtrack(&mut self, level: usize) {
        let Some(&Level { start, .. }) = self.decisions.get(level) else {
            return;
        };
        for &literal in self.graph.trail()[start..].iter().rev() {
            let var = literal.var().index();
            self.phases[var] = !literal.is_negative();
            self.heap.reinsert(var as u32);
        }
        self.graph.undo(start);
        self.decisions.truncate(level);
        self.early.retain(|early| early.level <= level);
        for i in 0..self.early.len() {
            let Early { literal, clause, .. } = self.early[i];
            if self.graph.value(literal) == 0 {
                self.assign(literal, Some(clause));
            }
        }
    }

    /// The number of levels up to the last flipped one.
    fn settled(&self) -> usize {
        let flipped = self.decisions.iter().rposition(|level| level.flipped);
        flipped.map_or(0, |level| level + 1)
    }

    fn leave_model(&mut self) {
        self.state = State::Searching;
        self.flip();
    }

    /// Turns to the other branch of the deepest projected decision that has one left.
    fn flip(&mut self) {
        let open = |level: &Level| level.projected && !level.flipped;
        while let Some(level) = self.decisions.iter().rposition(open) {
            let decision = self.graph.trail()[self.decisions[level].start];
            self.backtrack(level);
            // A literal that holds in any case may just have been assigned again: its other branch is empty then.
            if self.graph.value(decision) <= 0 {
                if self.graph.value(decision) == 0 {
                    self.open_level(!decision, true, true);
                }
                return;
            }
        }
        self.state = State::Exhausted;
    }

    fn restart(&mut self) {
        self.restarts += 1;
        self.restart_at = self.conflicts + RESTART_UNIT * luby(self.restarts);
        self.backtrack(self.settled());
    }

    fn conflict(&mut self, conflict: ClauseRef) {
        self.conflicts += 1;
        if self.decisions.is_empty() {
            self.state = State::Exhausted;
            return;
        }
        let settled = self.settled();
        let lesson = self.analyze(conflict);
        let others = lesson.clause[1..].iter();
        let assertion_level = others.map(|&literal| self.graph.level(literal)).max();
        if self.decisions.len() > settled {
            self.backtrack(settled.max(assertion_level.unwrap_or(0) as usize));
        } else {
            self.flip();
        }
        self.learn(lesson);
        self.heap.decay();
    }

    fn analyze(&mut self, conflict: ClauseRef) -> Lesson {
        let heap = &mut self.heap;
        self.graph
            .analyze(conflict, self.decisions.len(), |var| heap.bump(var))
    }

    /// Adds a learnt clause and what follows from it where the search stands now.
    fn learn(&mut self, lesson: Lesson) {
        let Lesson {
            clause: mut literals,
            joined,
        } = lesson;
        if literals.len() == 1 {
            let literal = literals[0];
            let clause = self.graph.clauses.add(&literals, Some(joined));
            self.early.push(Early {
                literal,
                clause,
                level: 0,
            });
            if self.graph.value(literal) == 0 {
                self.assign(literal, Some(clause));
            }
            return;
        }
        // The literals to watch: open ones, or else those that will be open first again.
        let rank = |literal: &Lit| match self.graph.value(*literal) {
            0 => (1, 0),
            value if value > 0 => (2, 0),
            _ => (0, self.graph.level(*literal)),
        };
        for place in 0..2 {
            let best = (place..literals.len()).max_by_key(|&i| (rank(&literals[i]), usize::MAX - i));
            literals.swap(place, best.unwrap_or(place));
        }
        let (first, second) = (self.graph.value(literals[0]), self.graph.value(literals[1]));
        let clause = self.graph.clauses.add(&literals, Some(joined));
        if first == 0 && second < 0 {
            let level = self.graph.level(literals[1]) as usize;
            if level < self.decisions.len() {
                self.early.push(Early {
                    literal: literals[0],
                    clause,
                    level,
                });
            }
            self.assign(literals[0], Some(clause));
        }
    }

    /// Forgets half of the learnt clauses.
    fn reduce(&mut self) {
        self.reduce_at += REDUCTION_STEP;
        let early = self.early.iter().map(|early| early.clause);
        let moved = self.graph.reduce(early);
        for early in &mut self.early {
            early.clause = moved.of(early.clause);
        }
    }
}

/// The sequence 1, 1, 2, 1, 1, 2, 4, … of Luby, Sinclair and Zuckerman, from its first term on.
fn luby(mut i: u64) -> u64 {
    loop {
        if (i + 1).is_power_of_two() {
            return i.div_ceil(2);
        }
        i -= (1 << i.ilog2()) - 1;
    }
}
