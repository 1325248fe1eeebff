//! Shared nodes are evaluated once, however often they occur.

use std::sync::Arc;

use relfind_relational::{
    AtomId, Evaluator, Instance, Overflow, Truth, TupleSet, Universe,
    ast::{Ast, Count, Decl, Multiplicity, Quantifier, RelationId},
};

/// An instance of one set, which is empty.
fn instance() -> Instance {
    let universe = Arc::new(Universe::with_ints(["a"], 3, std::iter::empty::<&str>()));
    let empty = TupleSet::empty(&universe, 1);
    Instance::new(universe, vec![empty])
}

#[test]
fn equivalences_of_equivalences_take_no_longer() {
    let mut ast = Ast::default();
    let set = ast.relation(RelationId(0), 1);
    let none = ast.count(Count::No, set);
    let mut chain = none;
    for _ in 0..200 {
        chain = ast.iff(chain, none);
    }
    let instance = instance();
    let evaluator = Evaluator::new(&ast, &instance, Overflow::Prevent);
    assert_eq!(evaluator.formula(chain), Ok(Truth::True));
}

#[test]
fn the_same_below_a_quantifier() {
    let mut ast = Ast::default();
    let set = ast.relation(RelationId(0), 1);
    let x = ast.add_var("x", 1, 0);
    let value = ast.variable(x);
    let inside = ast.subset(value, set);
    let mut chain = inside;
    let mut sum = value;
    for _ in 0..200 {
        chain = ast.iff(chain, inside);
        // The atom again, mentioned three times.
        let pair = ast.product(sum, sum);
        sum = ast.join(sum, pair);
    }
    let grown = ast.count(Count::Some, sum);
    let body = ast.or(vec![chain, grown]);
    let bound = ast.all_ints();
    let decl = Decl {
        var: x,
        multiplicity: Multiplicity::One,
        bound,
    };
    let all = ast.quantified(Quantifier::All, vec![decl], body);
    let instance = instance();
    let evaluator = Evaluator::new(&ast, &instance, Overflow::Prevent);
    assert_eq!(evaluator.formula(all), Ok(Truth::True));
}

/// What is kept for variables within others, `a` and `c` within `b` here, is limited; beyond that nodes are evaluated once all the same.
#[test]
fn more_than_can_be_kept() {
    let names = (0..48).map(|i| format!("A{i}"));
    let universe = Arc::new(Universe::with_ints(names, 3, std::iter::empty::<&str>()));
    let atoms = TupleSet::of_atoms(&universe, (0..48).map(AtomId));
    let two = TupleSet::of_atoms(&universe, [AtomId(0), AtomId(1)]);
    let instance = Instance::new(universe, vec![atoms, two]);
    let mut ast = Ast::default();
    let (atoms, two) = (ast.relation(RelationId(0), 1), ast.relation(RelationId(1), 1));
    let [b, a, c] = ["b", "a", "c"].map(|name| ast.add_var(name, 1, 0));
    let (first, last) = (ast.variable(a), ast.variable(c));
    let same = ast.equal(first, last);
    let mut chain = same;
    for _ in 0..200 {
        chain = ast.iff(chain, same);
    }
    // An even number of equivalences with the same formula: the formula itself.
    let body = ast.iff(chain, same);
    let decls = [(b, two), (a, atoms), (c, atoms)].map(|(var, bound)| Decl {
        var,
        multiplicity: Multiplicity::One,
        bound,
    });
    let all = ast.quantified(Quantifier::All, decls.to_vec(), body);
    let evaluator = Evaluator::new(&ast, &instance, Overflow::Prevent);
    assert_eq!(evaluator.formula(all), Ok(Truth::True));
}
