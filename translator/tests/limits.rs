//! Large and hostile problems: they are translated in little time and memory, or refused with a reason.

use std::{
    sync::{Arc, atomic::AtomicBool},
    time::{Duration, Instant},
};

use relfind_relational::{
    Overflow, Problem, RelationKind, TupleSet, Universe,
    ast::{Count, Decl, ExprId, FormulaId, IntComparison, Multiplicity, Quantifier},
};
use relfind_translator::{
    Resource, Silent, TranslateError, TranslateLimits, TranslateOptions, Translation, TranslationStatistics,
    translate,
};

fn problem(atoms: usize) -> Problem {
    Problem::new(
        Universe::new((0..atoms).map(|i| format!("a{i}"))),
        Overflow::Prevent,
    )
}

fn every(problem: &mut Problem, name: &str, multiplicity: Multiplicity, bound: ExprId) -> (Decl, ExprId) {
    let arity = problem.ast.arity(bound);
    let var = problem.ast.add_var(name, arity, 0);
    (
        Decl {
            var,
            multiplicity,
            bound,
        },
        problem.ast.variable(var),
    )
}

fn ground(problem: &Problem) -> Result<Translation, TranslateError> {
    translate(problem, &TranslateOptions::default(), &Silent)
}

#[test]
fn ten_thousand_atoms_with_a_sparse_relation() {
    const ATOMS: u64 = 10_000;
    let mut problem = problem(ATOMS as usize);
    let universe = problem.universe().clone();
    // Every atom may have an edge to the next two.
    let edges = (0..ATOMS).flat_map(|a| [a * ATOMS + (a + 1) % ATOMS, a * ATOMS + (a + 2) % ATOMS]);
    let upper = TupleSet::of_indices(&universe, 2, edges.collect()).expect("it fits");
    let lower = TupleSet::empty(&universe, 2);
    let edge = problem
        .bounds
        .add("edge", RelationKind::Visible, lower, upper)
        .expect("bounds fit");
    let edge = problem.ast.relation(edge, 2);
    let univ = problem.ast.univ();
    let (decl, x) = every(&mut problem, "x", Multiplicity::One, univ);
    let (targets, sources) = (problem.ast.join(x, edge), problem.ast.join(edge, x));
    let one = problem.ast.count(Count::One, targets);
    let some = problem.ast.count(Count::Some, sources);
    let both = problem.ast.and(vec![one, some]);
    let all = problem.ast.quantified(Quantifier::All, vec![decl], both);
    let everything = problem.ast.product(univ, univ);
    let within = problem.ast.subset(edge, everything);
    problem.goals = vec![all, within];
    let translation = ground(&problem).expect("it is sparse");
    assert_eq!(translation.statistics.primary_variables, 20_000);
    // For each atom: some target, not two, and some source.
    assert_eq!(translation.statistics.clauses, 30_000);
}

#[test]
fn exact_orders_cost_nothing() {
    let mut problem = problem(1000);
    let universe = problem.universe().clone();
    let all = TupleSet::all(&universe, 1).expect("it fits");
    let first = TupleSet::of_indices(&universe, 1, vec![0]).expect("it fits");
    let next = TupleSet::of_indices(&universe, 2, (0..999).map(|a| a * 1000 + a + 1).collect());
    let [elem, first] =
        [("elem", all), ("first", first)].map(|(n, v)| problem.bounds.add_exact(n, RelationKind::Visible, v));
    let next = problem
        .bounds
        .add_exact("next", RelationKind::Visible, next.expect("it fits"));
    let ast = &mut problem.ast;
    let (elem, first, next) = (
        ast.relation(elem, 1),
        ast.relation(first, 1),
        ast.relation(next, 2),
    );
    let order = ast.total_order(elem, first, next);
    let (later, iden) = (ast.closure(next), ast.iden());
    let cyclic = ast.intersect(later, iden);
    let acyclic = ast.count(Count::No, cyclic);
    problem.goals = vec![order, acyclic];
    let translation = ground(&problem).expect("it is constant");
    assert_eq!(translation.trivial, Some(true));
    assert_eq!(translation.statistics, TranslationStatistics::default());
}

/// Formulas nested as deep as the evaluator allows.
#[test]
fn deep_nesting_fits_the_stack() {
    let mut problem = problem(2);
    let universe = problem.universe().clone();
    let all = TupleSet::all(&universe, 1).expect("it fits");
    let none = TupleSet::empty(&universe, 1);
    let set = problem
        .bounds
        .add("s", RelationKind::Visible, none, all)
        .expect("bounds fit");
    let set = problem.ast.relation(set, 1);
    let mut formula = problem.ast.count(Count::Some, set);
    for level in 0..700 {
        let size = problem.ast.cardinality(set);
        let zero = problem.ast.number(0);
        let other = problem.ast.int_compare(IntComparison::Less, zero, size);
        let chosen = problem.ast.if_expr(formula, set, set);
        let some = problem.ast.count(Count::Some, chosen);
        formula = if level % 2 == 0 {
            problem.ast.iff(some, other)
        } else {
            problem.ast.not(some)
        };
    }
    problem.goals = vec![formula];
    let thread = std::thread::Builder::new().stack_size(8 << 20);
    let result = thread
        .spawn(move || ground(&problem).map(|t| t.statistics))
        .expect("a thread starts");
    assert!(result.join().expect("no overflow of the stack").is_ok());
}

/// All triples of a hundred thousand atoms.
fn enormous() -> Problem {
    let mut problem = problem(100_000);
    let univ = problem.ast.univ();
    let pairs = problem.ast.product(univ, univ);
    let some = problem.ast.count(Count::Some, pairs);
    problem.goals = vec![some];
    problem
}

#[test]
fn what_is_too_large_is_refused() {
    let resource = Resource::Tuples;
    let error = ground(&enormous())
        .map(|t| t.statistics)
        .expect_err("too many tuples");
    assert!(
        matches!(error, TranslateError::Limit { resource: found, .. } if found == resource),
        "{error}"
    );
    let mut problem = problem(100_000);
    let wide = (0..4).fold(problem.ast.univ(), |e, _| {
        let univ = problem.ast.univ();
        problem.ast.product(e, univ)
    });
    let some = problem.ast.count(Count::Some, wide);
    problem.goals = vec![some];
    let error = ground(&problem)
        .map(|t| t.statistics)
        .expect_err("the arity is too large");
    assert!(
        matches!(
            error,
            TranslateError::Capacity {
                arity: 3..,
                atoms: 100_000,
                ..
            }
        ),
        "{error}"
    );
}

/// Every pair of a universe is compared with every other.
fn slow() -> Problem {
    let mut problem = problem(3000);
    let univ = problem.ast.univ();
    let mut decls: Vec<Decl> = Vec::new();
    let mut parts: Vec<FormulaId> = Vec::new();
    for name in ["x", "y", "z"] {
        let (decl, value) = every(&mut problem, name, Multiplicity::One, univ);
        decls.push(decl);
        let one = problem.ast.count(Count::One, value);
        parts.push(one);
    }
    let body = problem.ast.and(parts);
    let all = problem.ast.quantified(Quantifier::All, decls, body);
    problem.goals = vec![all];
    problem
}

#[test]
fn deadlines_and_stop_flags_are_heeded() {
    let begin = Instant::now();
    let limits = TranslateLimits {
        deadline: Some(begin + Duration::from_millis(50)),
        ..TranslateLimits::default()
    };
    let options = TranslateOptions {
        limits,
        ..TranslateOptions::default()
    };
    let result = translate(&slow(), &options, &Silent).map(|t| t.statistics);
    assert_eq!(result, Err(TranslateError::Deadline));
    let limits = TranslateLimits {
        stop: Some(Arc::new(AtomicBool::new(true))),
        ..TranslateLimits::default()
    };
    let options = TranslateOptions {
        limits,
        ..TranslateOptions::default()
    };
    let result = translate(&slow(), &options, &Silent).map(|t| t.statistics);
    assert_eq!(result, Err(TranslateError::Interrupted));
}

#[test]
fn quantification_over_too_many_sets_names_the_formula() {
    let mut problem = problem(40);
    let univ = problem.ast.univ();
    let (decl, set) = every(&mut problem, "s", Multiplicity::Set, univ);
    let body = problem.ast.count(Count::Lone, set);
    let all = problem.ast.quantified(Quantifier::All, vec![decl], body);
    problem.goals = vec![all];
    let result = ground(&problem).map(|t| t.statistics);
    assert!(matches!(result, Err(TranslateError::HigherOrder { formula, .. }) if formula == all));
    // Negated, it is a witness that is looked for.
    let not = problem.ast.not(all);
    problem.goals = vec![not];
    let translation = ground(&problem).expect("it is skolemized");
    assert_eq!(translation.bounds.len(), 1);
    assert_eq!(translation.witnesses[&all].len(), 1);
}
