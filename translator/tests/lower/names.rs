//! Names of atoms and of variables, and origins.

use std::sync::Arc;

use relfind_relational::{
    Instance, Overflow, TupleSet,
    ast::{Formula, Node},
};
use relfind_translator::lower::{Lowered, name_atoms};

use crate::common::{lowered, world};

/// The instance in which each relation has its whole upper bound, but those named have the tuples with these numbers of it.
fn instance(lowered: &Lowered, values: &[(&str, &[usize])]) -> Instance {
    let bounds = &lowered.problem.bounds;
    let value = |(_, r): (_, &relfind_relational::Relation)| {
        let Some((_, chosen)) = values.iter().find(|(name, _)| *name == r.name) else {
            return r.upper.clone();
        };
        let tuples = chosen.iter().map(|&i| r.upper.indices()[i]).collect();
        TupleSet::of_indices(bounds.universe(), r.arity, tuples).expect("tuples of the bound")
    };
    Instance::new(Arc::clone(bounds.universe()), bounds.iter().map(value).collect())
}

fn names(text: &str, values: &[(&str, &[usize])]) -> String {
    let lowered = lowered(text, 0, Overflow::Prevent);
    let named = name_atoms(&lowered, &world(text), &instance(&lowered, values));
    let shown = named.into_iter().map(|n| n.map_or("-".to_owned(), |n| n.name));
    shown
        .filter(|n| n.parse::<i64>().is_err())
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn atoms_are_numbered_as_they_occur() {
    assert_eq!(
        names("sig A {} run {} for 3", &[("this/A", &[1, 2])]),
        "- A$0 A$1"
    );
    let children = "sig A {} sig B extends A {} run {} for exactly 3 A";
    assert_eq!(names(children, &[("this/B", &[1])]), "A$0 B$0 A$1");
    let ordered = "sig A { next: lone A } run {} for exactly 3 A";
    assert_eq!(names(ordered, &[("this/A<:next", &[3, 2])]), "A$1 A$0 A$2");
    let backwards = "one sig O { prev: A -> A } sig A {} run {} for exactly 2 A";
    assert_eq!(names(backwards, &[("this/O<:prev", &[1])]), "O$0 A$1 A$0");
    let modules = "open util/ordering[A]\nsig A {} sig Ord {} run {} for exactly 1 A, 1 Ord";
    assert_eq!(names(modules, &[]), "A$0 Ord$0 Ord'$0");
    assert_eq!(
        names("one sig A { s: String } run { A.s = \"x\" }", &[]),
        "A$0 \"x\""
    );
}

/// The names of all variables that the problem declares.
fn variables(text: &str) -> Vec<String> {
    let problem = lowered(text, 0, Overflow::Prevent).problem;
    let mut names = Vec::new();
    let mut open: Vec<Node> = problem.goals.iter().map(|&g| g.into()).collect();
    while let Some(node) = open.pop() {
        if let Node::Formula(f) = node
            && let Formula::Quantified(_, decls, _) = problem.ast.formula(f)
        {
            names.extend(decls.iter().map(|d| problem.ast.var(d.var).name.to_string()));
        }
        open.extend(problem.ast.children(node));
    }
    names.sort();
    names.dedup();
    names
}

#[test]
fn variables_say_where_they_were_met() {
    assert_eq!(variables("sig A {} pred p[a: A] { some a } run p"), ["p_a"]);
    assert_eq!(
        variables("sig A {} pred p[a: A] { some a } foo: run p"),
        ["foo_a"]
    );
    assert_eq!(variables("sig A {} foo: run { some w: A | some w }"), ["foo_w"]);
    assert_eq!(variables("sig A {} run { some x: A | some x }"), ["x"]);
    assert_eq!(
        variables("sig A {} pred q { some z: A | some z } run { q }"),
        ["q_z"]
    );
}

#[test]
fn the_same_call_is_the_same_formula_at_every_depth() {
    let text = "sig A { r: set A } pred p[x: A] { some y: A | y in x.r }
        run { all a: A | p[a] and (all b: A | p[a] or p[b]) } for 2";
    let problem = lowered(text, 0, Overflow::Prevent).problem;
    let mut levels: Vec<_> = Vec::new();
    let mut open: Vec<Node> = problem.goals.iter().map(|&g| g.into()).collect();
    while let Some(node) = open.pop() {
        if let Node::Formula(f) = node
            && let Formula::Quantified(_, decls, _) = problem.ast.formula(f)
        {
            let vars = decls.iter().map(|d| problem.ast.var(d.var));
            levels.extend(vars.filter(|v| &*v.name == "p_y").map(|v| (f, v.level)));
        }
        open.extend(problem.ast.children(node));
    }
    levels.sort();
    levels.dedup();
    assert_eq!(levels.iter().map(|&(_, level)| level).collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn every_goal_has_an_origin() {
    let text = "sig A { f: lone A } { some f } fact { some A\n no f.f } run { A = A.f and some A } for 3";
    let lowered = lowered(text, 0, Overflow::Prevent);
    let places: Vec<_> = lowered
        .problem
        .goals
        .iter()
        .map(|goal| {
            let span = lowered.origins[lowered.problem.origins[goal].0 as usize];
            &text[span.start as usize..span.end as usize]
        })
        .collect();
    assert_eq!(
        places,
        ["f", "f", "some f", "some A", "no f.f", "A = A.f"],
        "a goal that the facts require already is not stated again"
    );
}
