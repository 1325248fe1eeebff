//! Which quantifiers become relations, and what these are called.

use relfind_relational::{
    Overflow, Problem, RelationKind, TupleSet, Universe,
    ast::{Count, Decl, ExprId, Multiplicity, Quantifier, RelationId},
};
use relfind_translator::{Silent, TranslateOptions, Translation, translate};

/// Three atoms, a set `s` and a relation `r`, both open.
fn problem() -> (Problem, ExprId, ExprId) {
    let mut problem = Problem::new(Universe::new(["a", "b", "c"]), Overflow::Prevent);
    let universe = problem.universe().clone();
    let [s, r] = [("s", 1), ("r", 2)].map(|(name, arity)| {
        let all = TupleSet::all(&universe, arity).expect("it fits");
        let none = TupleSet::empty(&universe, arity);
        problem
            .bounds
            .add(name, RelationKind::Visible, none, all)
            .expect("bounds fit")
    });
    let (s, r) = (problem.ast.relation(s, 1), problem.ast.relation(r, 2));
    (problem, s, r)
}

fn skolemized(problem: &Problem, skolem_depth: i32) -> Translation {
    let options = TranslateOptions {
        skolem_depth,
        tighten: false,
        ..TranslateOptions::default()
    };
    translate(problem, &options, &Silent).expect("it is small")
}

/// Names and arities of the skolem relations.
fn skolems(translation: &Translation) -> Vec<(&str, u32)> {
    let relations = translation
        .bounds
        .iter()
        .filter(|(_, relation)| relation.kind == RelationKind::Skolem);
    relations
        .map(|(_, relation)| (relation.name.as_str(), relation.arity))
        .collect()
}

fn decl(
    problem: &mut Problem,
    name: &str,
    level: u32,
    multiplicity: Multiplicity,
    bound: ExprId,
) -> (Decl, ExprId) {
    let var = problem.ast.add_var(name, problem.ast.arity(bound), level);
    (
        Decl {
            var,
            multiplicity,
            bound,
        },
        problem.ast.variable(var),
    )
}

#[test]
fn existentials_at_the_top_become_relations() {
    let (mut problem, s, r) = problem();
    for _ in 0..2 {
        let (decl, x) = decl(&mut problem, "x", 0, Multiplicity::One, s);
        let image = problem.ast.join(x, r);
        let some = problem.ast.count(Count::Some, image);
        let goal = problem.ast.quantified(Quantifier::Some, vec![decl], some);
        let not = problem.ast.not(goal);
        let twice = problem.ast.not(not);
        problem
            .goals
            .push(if problem.goals.is_empty() { goal } else { twice });
    }
    assert_eq!(skolems(&skolemized(&problem, 0)), [("$x", 1), ("$x'", 1)]);
    assert_eq!(skolems(&skolemized(&problem, -1)), []);
}

#[test]
fn universals_give_columns_up_to_the_depth() {
    let (mut problem, s, r) = problem();
    let (outer, x) = decl(&mut problem, "x", 0, Multiplicity::One, s);
    let image = problem.ast.join(x, r);
    let (inner, y) = decl(&mut problem, "y", 1, Multiplicity::One, image);
    let pair = problem.ast.product(y, x);
    let body = problem.ast.subset(pair, r);
    let some = problem.ast.quantified(Quantifier::Some, vec![inner], body);
    let all = problem.ast.quantified(Quantifier::All, vec![outer], some);
    problem.goals = vec![all];
    assert_eq!(skolems(&skolemized(&problem, 0)), []);
    let translation = skolemized(&problem, 1);
    assert_eq!(skolems(&translation), [("$y", 2)]);
    assert_eq!(translation.bounds.relation(RelationId(2)).upper.len(), 9);
    let witness = &translation.witnesses[&some][0][0];
    assert_eq!(
        (witness.var, witness.relation, &witness.universals[..]),
        (inner.var, RelationId(2), &[outer.var][..])
    );
}

#[test]
fn sets_become_relations_below_disjunctions_too() {
    let (mut problem, s, _) = problem();
    let univ = problem.ast.univ();
    let (single, x) = decl(&mut problem, "x", 0, Multiplicity::One, s);
    let lone = problem.ast.count(Count::Lone, x);
    let first_order = problem.ast.quantified(Quantifier::Some, vec![single], lone);
    let (set, t) = decl(&mut problem, "t", 0, Multiplicity::Set, univ);
    let same = problem.ast.equal(t, s);
    let higher_order = problem.ast.quantified(Quantifier::Some, vec![set], same);
    problem.goals = vec![problem.ast.or(vec![first_order, higher_order])];
    assert_eq!(skolems(&skolemized(&problem, 0)), [("$t", 1)]);
}

/// The witness of `y` cannot depend on the outer `x`, which the inner one hides.
#[test]
fn a_hidden_variable_gives_no_column() {
    let (mut problem, s, r) = problem();
    let (outer, x) = decl(&mut problem, "x", 0, Multiplicity::One, s);
    let image = problem.ast.join(x, r);
    let (inner, _) = decl(&mut problem, "x", 0, Multiplicity::One, image);
    let (single, y) = decl(&mut problem, "y", 1, Multiplicity::One, s);
    let same = problem.ast.equal(x, y);
    let some = problem.ast.quantified(Quantifier::Some, vec![single], same);
    let all = problem.ast.quantified(Quantifier::All, vec![outer, inner], some);
    let lively = problem.ast.count(Count::Some, image);
    let everywhere = problem.ast.quantified(Quantifier::All, vec![outer], lively);
    let nonempty = problem.ast.count(Count::Some, s);
    problem.goals = vec![all, everywhere, nonempty];
    let translation = skolemized(&problem, 2);
    assert_eq!(skolems(&translation), [("$y", 2)]);
    assert_eq!(translation.trivial, None);
    let mut solver = relfind_solver::create("batsat").expect("the solver exists");
    relfind_solver::load(solver.as_mut(), &translation.cnf);
    assert_eq!(
        solver.solve(&[], &relfind_solver::Limits::none()),
        relfind_solver::Verdict::Sat
    );
}
