//! A formula in conjunctive normal form, stored flat.

use std::fmt;

use crate::lit::{Lit, Var};

/// A list of clauses over the variables `0..variables()`.
///
/// All literals stand in one vector, and a second one holds where each clause ends, so that a formula of a
/// million clauses costs two allocations. Clauses are kept as given and in the order given: with repeated
/// literals, tautologies and empty clauses, where there are any.
///
/// # Invariants
///
/// Every literal's variable is below `variables()`; the ends never fall, and the last is the number of
/// literals. Debug builds check the rest by [`Cnf::check_invariants`].
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Cnf {
    variables: u32,
    literals: Vec<Lit>,
    ends: Vec<usize>,
}

impl Cnf {
    /// No clause over this many variables.
    pub const fn new(variables: u32) -> Self {
        Self {
            variables,
            literals: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// How many variables there are, used or not.
    pub const fn variables(&self) -> u32 {
        self.variables
    }

    /// Sees that there are at least this many variables.
    pub fn reserve_variables(&mut self, variables: u32) {
        self.variables = self.variables.max(variables);
    }

    /// One more variable. Past [`Var::MAX_INDEX`] + 1 variables there is none: `None`.
    pub fn new_variable(&mut self) -> Option<Var> {
        if self.variables > Var::MAX_INDEX {
            return None;
        }
        let var = Var::new(self.variables);
        self.variables += 1;
        Some(var)
    }

    /// Adds the disjunction of these literals; the empty clause is false. A literal of a variable not yet
    /// there brings the variables up to it.
    pub fn add_clause(&mut self, clause: &[Lit]) {
        for literal in clause {
            self.variables = self.variables.max(literal.var().index() as u32 + 1);
        }
        self.literals.extend_from_slice(clause);
        self.ends.push(self.literals.len());
    }

    /// The number of clauses.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Is there no clause?
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The number of literals in all clauses together.
    pub fn literal_count(&self) -> usize {
        self.literals.len()
    }

    /// The clause of this number from 0, in the order of adding.
    pub fn clause(&self, index: usize) -> Option<&[Lit]> {
        let end = *self.ends.get(index)?;
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        self.literals.get(start..end)
    }

    /// The clauses in the order of adding.
    pub fn clauses(&self) -> Clauses<'_> {
        Clauses { cnf: self, next: 0 }
    }

    /// Drops all clauses from the one of this number on; the variables stay.
    pub fn truncate(&mut self, clauses: usize) {
        if clauses < self.ends.len() {
            self.ends.truncate(clauses);
            self.literals.truncate(self.ends.last().copied().unwrap_or(0));
        }
    }

    /// Panics when an invariant of the type does not hold; does nothing in release builds.
    pub fn check_invariants(&self) {
        debug_assert!(self.ends.is_sorted(), "clause ends fall");
        debug_assert_eq!(self.ends.last().copied().unwrap_or(0), self.literals.len());
        debug_assert!(
            self.literals
                .iter()
                .all(|l| l.var().index() < self.variables as usize)
        );
    }
}

impl fmt::Debug for Cnf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cnf({} variables) ", self.variables)?;
        f.debug_list().entries(self.clauses()).finish()
    }
}

/// The clauses of a [`Cnf`], first to last.
#[derive(Clone, Debug)]
pub struct Clauses<'a> {
    cnf: &'a Cnf,
    next: usize,
}

impl<'a> Iterator for Clauses<'a> {
    type Item = &'a [Lit];

    fn next(&mut self) -> Option<&'a [Lit]> {
        let clause = self.cnf.clause(self.next)?;
        self.next += 1;
        Some(clause)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.cnf.len() - self.next;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Clauses<'_> {}

#[cfg(test)]
mod tests {
    use super::*;

    fn lit(number: i32) -> Lit {
        Lit::from_dimacs(number).unwrap()
    }

    #[test]
    fn clauses_come_back_as_given() {
        let mut cnf = Cnf::new(2);
        assert!(cnf.is_empty());
        cnf.add_clause(&[lit(1), lit(-2), lit(1)]);
        cnf.add_clause(&[]);
        cnf.add_clause(&[lit(2)]);
        cnf.check_invariants();
        assert_eq!(cnf.len(), 3);
        assert_eq!(cnf.literal_count(), 4);
        let clauses: Vec<&[Lit]> = cnf.clauses().collect();
        assert_eq!(clauses, [&[lit(1), lit(-2), lit(1)][..], &[], &[lit(2)]]);
        assert_eq!(cnf.clauses().len(), 3);
        assert_eq!(cnf.clause(3), None);
    }

    #[test]
    fn a_literal_brings_its_variable() {
        let mut cnf = Cnf::new(1);
        cnf.add_clause(&[lit(-5)]);
        assert_eq!(cnf.variables(), 5);
        assert_eq!(cnf.new_variable(), Some(Var::new(5)));
        assert_eq!(cnf.variables(), 6);
        cnf.reserve_variables(3);
        assert_eq!(cnf.variables(), 6);
    }

    #[test]
    fn truncation_forgets_the_last_clauses() {
        let mut cnf = Cnf::new(0);
        cnf.add_clause(&[lit(1), lit(2)]);
        let kept = cnf.clone();
        cnf.add_clause(&[lit(-1)]);
        cnf.add_clause(&[]);
        cnf.truncate(1);
        cnf.check_invariants();
        assert_eq!(cnf, kept);
        cnf.truncate(7);
        assert_eq!(cnf, kept);
        cnf.truncate(0);
        assert_eq!(cnf.literal_count(), 0);
    }

    #[test]
    fn the_last_variable_is_the_last() {
        let mut cnf = Cnf::new(Var::MAX_INDEX + 1);
        assert_eq!(cnf.new_variable(), None);
    }
}
