//! Stages of a translation as text, for people.

mod circuit;
mod cnf;
mod problem;

pub use circuit::dump_circuit;
pub use cnf::dump_cnf;
pub use problem::{dump_problem, print_expression, print_formula, print_int};

use relfind_relational::{TupleSet, Universe};

/// A tuple as `a->b`.
fn tuple(universe: &Universe, set: &TupleSet, index: u64) -> String {
    let atoms = set.tuple(index);
    atoms
        .iter()
        .map(|&atom| universe.name(atom))
        .collect::<Vec<_>>()
        .join("->")
}

/// A set as `{a->b, c->d}`.
fn tuples(universe: &Universe, set: &TupleSet) -> String {
    let all: Vec<String> = set
        .indices()
        .iter()
        .map(|&index| tuple(universe, set, index))
        .collect();
    format!("{{{}}}", all.join(", "))
}
