//! The stages of one small problem as text.

use relfind_relational::{
    AtomId, Overflow, Problem, RelationKind, TupleSet, Universe,
    ast::{Count, Decl, Multiplicity, Quantifier},
};
use relfind_translator::{Silent, TranslateOptions, dump_circuit, dump_cnf, dump_problem, translate};

/// Every node of a graph of three has an edge to another, and there is no cycle but one.
fn graph() -> Problem {
    let universe = Universe::new(["a", "b", "c"]);
    let mut problem = Problem::new(universe, Overflow::Wrap);
    let universe = problem.universe().clone();
    let all = TupleSet::of_atoms(&universe, universe.atoms());
    let first = TupleSet::of_atoms(&universe, [AtomId(0)]);
    let none = TupleSet::empty(&universe, 2);
    let pairs = all.product(&all).expect("nine pairs");
    let node = problem
        .bounds
        .add("node", RelationKind::Visible, first, all)
        .expect("bounds fit");
    let edge = problem
        .bounds
        .add("edge", RelationKind::Visible, none, pairs)
        .expect("bounds fit");
    let ast = &mut problem.ast;
    let (node, edge) = (ast.relation(node, 1), ast.relation(edge, 2));
    let product = ast.product(node, node);
    let within = ast.subset(edge, product);
    let x = ast.add_var("x", 1, 0);
    let targets = ast.variable(x);
    let targets = ast.join(targets, edge);
    let one = ast.count(Count::One, targets);
    let decl = Decl {
        var: x,
        multiplicity: Multiplicity::One,
        bound: node,
    };
    let functional = ast.quantified(Quantifier::All, vec![decl], one);
    let (iden, closure) = (ast.iden(), ast.closure(edge));
    let loops = ast.intersect(iden, closure);
    let y = ast.add_var("y", 1, 0);
    let member = ast.variable(y);
    let pair = ast.product(member, member);
    let on_cycle = ast.subset(pair, loops);
    let decl = Decl {
        var: y,
        multiplicity: Multiplicity::One,
        bound: node,
    };
    let cycle = ast.quantified(Quantifier::Some, vec![decl], on_cycle);
    problem.goals = vec![within, functional, cycle];
    problem
}

#[test]
fn a_problem() {
    insta::assert_snapshot!(dump_problem(&graph()));
}

#[test]
fn its_circuit() {
    let circuit = dump_circuit(&graph(), &TranslateOptions::default()).expect("it is small");
    insta::assert_snapshot!(circuit);
}

#[test]
fn its_clauses() {
    let translation = translate(&graph(), &TranslateOptions::default(), &Silent).expect("it is small");
    insta::assert_snapshot!(dump_cnf(&translation));
}

#[test]
fn the_same_again() {
    let clauses = || {
        let translation = translate(&graph(), &TranslateOptions::default(), &Silent);
        dump_cnf(&translation.expect("it is small"))
    };
    assert_eq!(clauses(), clauses());
}
