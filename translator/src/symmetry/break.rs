//! Lex-leader constraints.
//!
//! After Crawford, Ginsberg, Luks and Roy, "Symmetry-breaking Predicates for Search Problems" (KR 1996), in the short form of
//! Shlyakhter, "Generating Effective Symmetry-breaking Predicates for Search Problems" (SAT 2001): for each class and each
//! pair of neighbours in it, the values of the relations, in a fixed order of tuples, are at most what they become when the two
//! atoms trade places. Only the first values are compared. Integers that order the atoms come before the relations: they trade
//! places with the atoms. All these constraints have a common model in every orbit, the least in that order.

use std::{cell::OnceCell, rc::Rc};

use relfind_relational::{Bounds, Relation, ast::RelationId};

use super::order::relations_in_order;
use crate::{
    boolean::{Bit, Factory, Int},
    variables::PrimaryVariables,
};

/// How many times the asked length a list may have when a relation brings more.
const OVERSHOOT: usize = 4;

/// The tuples of a relation that an atom occurs in, for every atom; found when they are first asked for.
struct Occurrences {
    relation: RelationId,
    tuples: OnceCell<Vec<Vec<u64>>>,
}

impl Occurrences {
    fn new(relation: RelationId) -> Self {
        Self {
            relation,
            tuples: OnceCell::new(),
        }
    }

    /// The tuples with the atom, ascending; for atoms of classes only.
    fn of(&self, atom: u64, bounds: &Bounds, in_class: &[bool]) -> &[u64] {
        let all = self.tuples.get_or_init(|| {
            let relation = bounds.relation(self.relation);
            let atoms = bounds.universe().len() as u64;
            let mut tuples = vec![Vec::new(); in_class.len()];
            for &tuple in relation.upper.indices() {
                for atom in columns(tuple, relation.arity, atoms) {
                    let list: &mut Vec<u64> = &mut tuples[atom as usize];
                    if in_class[atom as usize] && list.last() != Some(&tuple) {
                        list.push(tuple);
                    }
                }
            }
            tuples
        });
        &all[atom as usize]
    }
}

fn columns(tuple: u64, arity: u32, atoms: u64) -> impl Iterator<Item = u64> {
    (0..arity)
        .rev()
        .map(move |column| tuple / atoms.pow(column) % atoms)
}

/// The tuple with two atoms exchanged.
fn exchanged(tuple: u64, arity: u32, atoms: u64, (a, b): (u64, u64)) -> u64 {
    columns(tuple, arity, atoms).fold(0, |number, atom| {
        let atom = match atom {
            atom if atom == a => b,
            atom if atom == b => a,
            atom => atom,
        };
        number * atoms + atom
    })
}

/// The signals that must be true for an instance to be kept; `invariants` holds for each class the integers of its atoms, or nothing.
pub(crate) fn break_symmetries(
    bounds: &Bounds,
    variables: &PrimaryVariables,
    classes: &[Vec<u32>],
    invariants: &[Vec<Rc<Int>>],
    length: usize,
    factory: &mut Factory,
) -> Vec<Bit> {
    let mut in_class = vec![false; bounds.universe().len()];
    for &atom in classes.iter().flatten() {
        in_class[atom as usize] = true;
    }
    let relations = relations_in_order(bounds)
        .into_iter()
        .map(Occurrences::new)
        .collect();
    let breaker = Breaker {
        bounds,
        variables,
        relations,
        in_class,
        length,
    };
    let mut constraints = Vec::new();
    for (class, integers) in classes.iter().zip(invariants) {
        for (i, pair) in class.windows(2).enumerate() {
            let mut values = match integers.get(i..i + 2) {
                Some([a, b]) => signed_bits(a, b),
                _ => Vec::new(),
            };
            values.extend(breaker.values(u64::from(pair[0]), u64::from(pair[1])));
            constraints.push(at_most(factory, &values));
        }
    }
    constraints
}

struct Breaker<'a> {
    bounds: &'a Bounds,
    variables: &'a PrimaryVariables,
    relations: Vec<Occurrences>,
    in_class: Vec<bool>,
    length: usize,
}

impl Breaker<'_> {
    fn value(&self, id: RelationId, relation: &Relation, tuple: u64) -> Bit {
        match self.variables.variable(id, tuple) {
            Some(var) => Bit::of_node(var.index() as u32 + 1),
            None => Bit::constant(relation.lower.contains_index(tuple)),
        }
    }

    /// The values to compare when two atoms trade places, before and after.
    fn values(&self, a: u64, b: u64) -> Vec<(Bit, Bit)> {
        let atoms = self.bounds.universe().len() as u64;
        let mut values: Vec<(Bit, Bit)> = Vec::new();
        for occurrences in &self.relations {
            if values.len() >= self.length {
                break;
            }
            let relation = self.bounds.relation(occurrences.relation);
            let [a_tuples, b_tuples] = [a, b].map(|atom| occurrences.of(atom, self.bounds, &self.in_class));
            for tuple in merged(a_tuples, b_tuples) {
                let other = exchanged(tuple, relation.arity, atoms, (a, b));
                let value = |tuple| self.value(occurrences.relation, relation, tuple);
                let pair = (value(tuple), value(other));
                if pair.0 != pair.1 && !values.contains(&(pair.1, pair.0)) {
                    values.push(pair);
                }
                if values.len() >= self.length * OVERSHOOT {
                    break;
                }
            }
        }
        values
    }
}

/// The bits of two integers from the most significant on, as those of unsigned numbers in the same order.
fn signed_bits(a: &Int, b: &Int) -> Vec<(Bit, Bit)> {
    let width = a.bits.len().max(b.bits.len());
    let sign = (!a.bit(width - 1), !b.bit(width - 1));
    let rest = (0..width - 1).rev().map(|i| (a.bit(i), b.bit(i)));
    std::iter::once(sign).chain(rest).collect()
}

/// Two ascending lists as one, without repetition.
fn merged(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut all: Vec<u64> = a.iter().chain(b).copied().collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The first values, read as a number from the most significant bit, are at most the second ones.
fn at_most(factory: &mut Factory, values: &[(Bit, Bit)]) -> Bit {
    // Of the last pair nothing follows, so that equality is not looked at.
    values
        .iter()
        .rev()
        .fold(Bit::TRUE, |rest, &(a, b)| factory.majority(!a, b, rest))
}
