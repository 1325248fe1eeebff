//! The store of clauses and who watches them.

use crate::lit::Lit;

/// Where a clause begins in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ClauseRef(u32);

/// A clause watched, and a literal of it that makes it true often enough.
#[derive(Clone, Copy)]
pub(crate) struct Watch {
    pub(crate) clause: ClauseRef,
    pub(crate) blocker: Lit,
    /// Whether the clause has no literal beside the watched one and the blocker.
    pub(crate) binary: bool,
}

/// What became of a clause whose watched literal is false.
pub(crate) enum Watched {
    /// Another literal is watched instead.
    Elsewhere,
    /// The other watched literal, now its first, is true or must become so.
    Last(Lit),
}

/// What is known of a learnt clause.
struct Learnt {
    clause: ClauseRef,
    /// How many levels it joined when it was learnt.
    joined: u32,
}

/// Clauses of two literals or more are watched at their first two.
pub(crate) struct Clauses {
    literals: Vec<Lit>,
    /// By position of a clause's first literal, in the order of clauses.
    ends: Vec<(u32, u32)>,
    watches: Vec<Vec<Watch>>,
    learnt: Vec<Learnt>,
}

/// Where clauses went.
pub(crate) struct Moved(Vec<(ClauseRef, ClauseRef)>);

impl Moved {
    pub(crate) fn of(&self, clause: ClauseRef) -> ClauseRef {
        let found = self.0.binary_search_by_key(&clause, |&(from, _)| from);
        found.map_or(clause, |at| self.0[at].1)
    }
}

impl Clauses {
    pub(crate) fn new(variables: usize) -> Self {
        Self {
            literals: Vec::new(),
            ends: Vec::new(),
            watches: vec![Vec::new(); 2 * variables],
            learnt: Vec::new(),
        }
    }

    /// Adds a clause, learnt if it says how many levels it joins.
    pub(crate) fn add(&mut self, literals: &[Lit], joined: Option<u32>) -> ClauseRef {
        let clause = self.store(literals);
        if let Some(joined) = joined {
            self.learnt.push(Learnt { clause, joined });
        }
        if let &[first, second, ..] = literals {
            let binary = literals.len() == 2;
            self.watch(first, clause, second, binary);
            self.watch(second, clause, first, binary);
        }
        clause
    }

    fn store(&mut self, literals: &[Lit]) -> ClauseRef {
        let clause = ClauseRef(self.ends.len() as u32);
        let start = self.literals.len() as u32;
        self.literals.extend_from_slice(literals);
        self.ends.push((start, self.literals.len() as u32));
        clause
    }

    fn watch(&mut self, literal: Lit, clause: ClauseRef, blocker: Lit, binary: bool) {
        self.watches[literal.index()].push(Watch {
            clause,
            blocker,
            binary,
        });
    }

    pub(crate) fn get(&self, clause: ClauseRef) -> &[Lit] {
        let (start, end) = self.ends[clause.0 as usize];
        &self.literals[start as usize..end as usize]
    }

    /// How many clauses are learnt.
    pub(crate) fn learnt(&self) -> usize {
        self.learnt.len()
    }

    pub(crate) fn take_watches(&mut self, literal: Lit) -> Vec<Watch> {
        std::mem::take(&mut self.watches[literal.index()])
    }

    pub(crate) fn put_watches(&mut self, literal: Lit, watches: Vec<Watch>) {
        self.watches[literal.index()] = watches;
    }

    /// Finds another literal to watch in place of a false one.
    pub(crate) fn rewatch(&mut self, clause: ClauseRef, literal: Lit, values: &[i8]) -> Watched {
        let (start, end) = self.ends[clause.0 as usize];
        let literals = &mut self.literals[start as usize..end as usize];
        if literals[0] == literal {
            literals.swap(0, 1);
        }
        let first = literals[0];
        if values[first.index()] > 0 {
            return Watched::Last(first);
        }
        let open = literals[2..].iter().position(|l| values[l.index()] >= 0);
        match open {
            Some(at) => {
                literals.swap(1, at + 2);
                let other = literals[1];
                self.watch(other, clause, first, false);
                Watched::Elsewhere
            }
            None => Watched::Last(first),
        }
    }

    /// Forgets the half of the learnt clauses that join most levels, but none of two levels and none of `keep`, which is sorted.
    pub(crate) fn reduce(&mut self, keep: &[ClauseRef]) -> Moved {
        let mut order: Vec<usize> = (0..self.learnt.len()).collect();
        order.sort_by_key(|&i| (self.learnt[i].joined, usize::MAX - i));
        let mut dropped = vec![false; self.ends.len()];
        for &i in &order[order.len() / 2..] {
            let Learnt { clause, joined } = self.learnt[i];
            dropped[clause.0 as usize] = joined > 2 && keep.binary_search(&clause).is_err();
        }
        let old = std::mem::take(&mut self.literals);
        let ends = std::mem::take(&mut self.ends);
        self.watches.iter_mut().for_each(Vec::clear);
        let mut learnt = std::mem::take(&mut self.learnt).into_iter().peekable();
        let mut moved = Vec::new();
        for (i, (start, end)) in ends.into_iter().enumerate() {
            let from = ClauseRef(i as u32);
            let joined = learnt.next_if(|l| l.clause == from).map(|l| l.joined);
            if !dropped[i] {
                let to = self.add(&old[start as usize..end as usize], joined);
                moved.push((from, to));
            }
        }
        Moved(moved)
    }
}
