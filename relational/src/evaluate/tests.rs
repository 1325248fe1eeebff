#![allow(clippy::unwrap_used)] // A test may fail so.

use std::sync::Arc;

use super::*;
use crate::{
    AtomId, Universe, Witness,
    ast::{Count, Formula, IntComparison, IntOp, Quantifier, SizeComparison},
};

/// Eight atoms and the integers of four bits. Relation 0 is all of the atoms, relation 1 a chain over them.
fn eight() -> Instance {
    let names = (0..8).map(|i| format!("A${i}"));
    let universe = Arc::new(Universe::with_ints(names, 4, [] as [&str; 0]));
    let atoms = TupleSet::of_atoms(&universe, (0..8).map(AtomId));
    let chain = TupleSet::of_tuples(&universe, 2, (1..8).map(|i| [AtomId(i - 1), AtomId(i)])).unwrap();
    Instance::new(universe, vec![atoms, chain])
}

/// What a formula is where integers wrap and where they do not.
fn truths(build: impl Fn(&mut Ast) -> FormulaId) -> [Truth; 2] {
    let mut ast = Ast::default();
    let formula = build(&mut ast);
    let instance = eight();
    let truth = |overflow| {
        Evaluator::new(&ast, &instance, overflow)
            .formula(formula)
            .unwrap()
    };
    [truth(Overflow::Wrap), truth(Overflow::Prevent)]
}

fn one(var: VarId, bound: ExprId) -> Decl {
    let multiplicity = Multiplicity::One;
    Decl {
        var,
        multiplicity,
        bound,
    }
}

fn set(ast: &mut Ast, values: &[i64]) -> ExprId {
    let none = ast.none(1);
    values.iter().fold(none, |set, &value| {
        let number = ast.number(value);
        let atom = ast.from_int(number);
        ast.union(set, atom)
    })
}

/// `x.plus[n]` for a variable `x`.
fn plus(ast: &mut Ast, var: VarId, n: i64) -> IntId {
    let variable = ast.variable(var);
    let (x, n) = (ast.sum_of(variable), ast.number(n));
    ast.int_op(IntOp::Add, x, n)
}

fn value_of(ast: &mut Ast, var: VarId) -> IntId {
    let variable = ast.variable(var);
    ast.sum_of(variable)
}

/// `Q x: bound | x.plus[1] < x`, or `>`.
fn successor(ast: &mut Ast, quantifier: Quantifier, bound: ExprId, greater: bool) -> FormulaId {
    let x = ast.add_var("x", 1, 0);
    let (next, value) = (plus(ast, x, 1), value_of(ast, x));
    let (small, large) = if greater { (value, next) } else { (next, value) };
    let body = ast.int_compare(IntComparison::Less, small, large);
    ast.quantified(quantifier, vec![one(x, bound)], body)
}

use Truth::{False, True, Undefined};

#[test]
fn atoms_over_overflowing_terms_are_undefined() {
    let sum = |ast: &mut Ast, a, b| {
        let (a, b) = (ast.number(a), ast.number(b));
        ast.int_op(IntOp::Add, a, b)
    };
    let equal = |ast: &mut Ast, result| {
        let (total, result) = (sum(ast, 7, 1), ast.number(result));
        let (total, result) = (ast.from_int(total), ast.from_int(result));
        ast.equal(total, result)
    };
    assert_eq!(truths(|ast| equal(ast, -8)), [True, Undefined]);
    assert_eq!(truths(|ast| equal(ast, 8)), [True, Undefined]);
    for (count, wrapping) in [(Count::Some, True), (Count::No, False)] {
        let counted = |ast: &mut Ast| {
            let total = sum(ast, 7, 1);
            let total = ast.from_int(total);
            ast.count(count, total)
        };
        assert_eq!(truths(counted), [wrapping, Undefined]);
        let negated = |ast: &mut Ast| {
            let formula = counted(ast);
            ast.not(formula)
        };
        assert_eq!(truths(negated), [!wrapping, Undefined]);
    }
    // An overflow that a later operation would undo is one all the same.
    let undone = |ast: &mut Ast| {
        let (total, one, seven) = (sum(ast, 7, 1), ast.number(1), ast.number(7));
        let back = ast.int_op(IntOp::Sub, total, one);
        ast.int_compare(IntComparison::Equal, back, seven)
    };
    assert_eq!(truths(undone), [True, Undefined]);
    // It carries through relational operators, also where the set would not matter.
    let joined = |ast: &mut Ast| {
        let (total, atoms) = (sum(ast, 7, 1), ast.relation(RelationId(0), 1));
        let total = ast.from_int(total);
        let both = ast.intersect(total, atoms);
        ast.count(Count::No, both)
    };
    assert_eq!(truths(joined), [True, Undefined]);
}

#[test]
fn cardinalities_out_of_range() {
    let card_above = |ast: &mut Ast, n| {
        let atoms = ast.relation(RelationId(0), 1);
        let (card, n) = (ast.cardinality(atoms), ast.number(n));
        ast.int_compare(IntComparison::Less, n, card)
    };
    assert_eq!(truths(|ast| card_above(ast, 3)), [False, Undefined]);
    let sum_of_all = |ast: &mut Ast| {
        let ints = ast.all_ints();
        let (sum, least) = (ast.sum_of(ints), ast.number(-8));
        ast.int_compare(IntComparison::Equal, sum, least)
    };
    // -8 + -7 + … + 7 is exactly -8: no overflow, in whatever order it is added up.
    assert_eq!(truths(sum_of_all), [True, True]);
    let size = |ast: &mut Ast| {
        let atoms = ast.relation(RelationId(0), 1);
        ast.size(SizeComparison::Exactly, atoms, 8)
    };
    assert_eq!(truths(size), [True, True]);
}

#[test]
fn quantifiers_over_the_integers_leave_out_what_is_undefined() {
    let ints = |ast: &mut Ast| ast.all_ints();
    let all = |ast: &mut Ast, greater| {
        let bound = ints(ast);
        successor(ast, Quantifier::All, bound, greater)
    };
    assert_eq!(truths(|ast| all(ast, true)), [False, True]);
    let some = |ast: &mut Ast| {
        let bound = ints(ast);
        successor(ast, Quantifier::Some, bound, false)
    };
    assert_eq!(truths(some), [True, Undefined]);
    let not_some = |ast: &mut Ast| {
        let formula = some(ast);
        ast.not(formula)
    };
    assert_eq!(truths(not_some), [False, True]);
    let not_all = |ast: &mut Ast| {
        let formula = all(ast, true);
        ast.not(formula)
    };
    assert_eq!(truths(not_all), [True, Undefined]);
}

#[test]
fn a_set_of_integers_is_a_set_like_any_other() {
    let listed = |ast: &mut Ast| {
        let bound = set(ast, &[5, 6, 7]);
        successor(ast, Quantifier::All, bound, true)
    };
    assert_eq!(truths(listed), [False, Undefined]);
    let fitting = |ast: &mut Ast| {
        let bound = set(ast, &[5, 6]);
        successor(ast, Quantifier::All, bound, true)
    };
    assert_eq!(truths(fitting), [True, True]);
}

/// `all x: Int | some y: Int | y = x.plus[1]`, and with `y > x and` in front.
#[test]
fn undefined_inside_and_left_out_outside() {
    let formula = |ast: &mut Ast, ordered: bool| {
        let (x, y, ints) = (ast.add_var("x", 1, 0), ast.add_var("y", 1, 1), ast.all_ints());
        let (next, x_value, y_value) = (plus(ast, x, 1), value_of(ast, x), value_of(ast, y));
        let is_next = ast.int_compare(IntComparison::Equal, y_value, next);
        let body = if ordered {
            let above = ast.int_compare(IntComparison::Less, x_value, y_value);
            ast.and(vec![above, is_next])
        } else {
            is_next
        };
        let inner = ast.quantified(Quantifier::Some, vec![one(y, ints)], body);
        ast.quantified(Quantifier::All, vec![one(x, ints)], inner)
    };
    assert_eq!(truths(|ast| formula(ast, false)), [True, True]);
    assert_eq!(truths(|ast| formula(ast, true)), [False, False]);
}

/// `some x: Int | ((x.plus[1] < 0 or x.plus[1] >= 0) => some none)`
#[test]
fn a_false_conclusion_is_not_reached_through_overflow() {
    let formula = |ast: &mut Ast| {
        let (x, ints, none) = (ast.add_var("x", 1, 0), ast.all_ints(), ast.none(1));
        let (next, zero) = (plus(ast, x, 1), ast.number(0));
        let below = ast.int_compare(IntComparison::Less, next, zero);
        let above = ast.int_compare(IntComparison::LessEqual, zero, next);
        let (either, absurd) = (ast.or(vec![below, above]), ast.count(Count::Some, none));
        let body = ast.implies(either, absurd);
        ast.quantified(Quantifier::Some, vec![one(x, ints)], body)
    };
    assert_eq!(truths(formula), [False, Undefined]);
}

#[test]
fn comprehensions_and_sums() {
    // #{x: bound | x.plus[1] > x}
    let formula = |ast: &mut Ast, bound: ExprId, n: i64| {
        let x = ast.add_var("x", 1, 0);
        let (next, value) = (plus(ast, x, 1), value_of(ast, x));
        let body = ast.int_compare(IntComparison::Less, value, next);
        let found = ast.comprehension(vec![one(x, bound)], body);
        let (card, n) = (ast.cardinality(found), ast.number(n));
        ast.int_compare(IntComparison::Equal, card, n)
    };
    let over_ints = |ast: &mut Ast| {
        let ints = ast.all_ints();
        formula(ast, ints, -1)
    };
    assert_eq!(
        truths(over_ints),
        [True, Undefined],
        "15 does not fit, wrapped it is -1"
    );
    let over_listed = |ast: &mut Ast| {
        let bound = set(ast, &[5, 6, 7]);
        formula(ast, bound, 2)
    };
    assert_eq!(truths(over_listed), [True, Undefined]);
    // sum x: Int | x.plus[1], where 7 is left out: (-8 + … + 6) + 15 = -15 + 15
    let sum = |ast: &mut Ast| {
        let (x, ints) = (ast.add_var("x", 1, 0), ast.all_ints());
        let (next, zero) = (plus(ast, x, 1), ast.number(0));
        let total = ast.sum(vec![one(x, ints)], next);
        ast.int_compare(IntComparison::Equal, total, zero)
    };
    assert_eq!(truths(sum), [False, True]);
    // Every atom counts, also where values are equal.
    let counted = |ast: &mut Ast| {
        let (x, atoms) = (ast.add_var("x", 1, 0), ast.relation(RelationId(0), 1));
        let (nothing, result) = (ast.number(0), ast.number(0));
        let total = ast.sum(vec![one(x, atoms)], nothing);
        ast.int_compare(IntComparison::Equal, total, result)
    };
    assert_eq!(truths(counted), [True, True]);
}

/// `{n: Int, x: A, y: x.chain | n = #(x.^chain).plus[4] and n.plus[1] != 6}` and the like, against its body for every binding.
#[test]
fn variables_that_are_equated_with_a_term() {
    let instance = eight();
    let universe = instance.universe();
    for (position, written) in (0..3).flat_map(|position| (0..4).map(move |written| (position, written))) {
        let mut ast = Ast::default();
        let vars = ["a", "b", "c"].map(|name| ast.add_var(name, 1, 0));
        let (atoms, chain, ints) = (
            ast.relation(RelationId(0), 1),
            ast.relation(RelationId(1), 2),
            ast.all_ints(),
        );
        let mut others = vars.to_vec();
        let n = others.remove(position);
        let x = ast.variable(others[0]);
        let (image, reach) = (ast.join(x, chain), ast.closure(chain));
        let reached = ast.join(x, reach);
        // From 1 to 7, and 4 more: out of range for the first atoms of the chain.
        let (card, four) = (ast.cardinality(reached), ast.number(4));
        let term = ast.int_op(IntOp::Add, card, four);
        let (variable, value, singleton) = (ast.variable(n), value_of(&mut ast, n), ast.from_int(term));
        let equation = match written {
            0 => ast.equal(variable, singleton),
            1 => ast.equal(singleton, variable),
            2 => ast.int_compare(IntComparison::Equal, value, term),
            _ => ast.int_compare(IntComparison::Equal, term, value),
        };
        // Undefined where n is 7, false where it is 5.
        let (next, six) = (plus(&mut ast, n, 1), ast.number(6));
        let not_five = ast.int_compare(IntComparison::Equal, next, six);
        let not_five = ast.not(not_five);
        let body = ast.and(vec![not_five, equation]);
        let mut decls = vec![one(others[0], atoms), one(others[1], image)];
        decls.insert(position, one(n, ints));
        let found = ast.comprehension(decls, body);
        for overflow in [Overflow::Wrap, Overflow::Prevent] {
            let evaluator = Evaluator::new(&ast, &instance, overflow);
            let mut expected = Vec::new();
            for (from, to, number) in
                (0..7).flat_map(|from| universe.int_atoms().map(move |n| (from, from + 1, n)))
            {
                let mut tuple = vec![AtomId(from), AtomId(to)];
                tuple.insert(position, number);
                let bound = vars
                    .iter()
                    .zip(&tuple)
                    .fold(evaluator.clone(), |bound, (&var, &atom)| {
                        bound.with_binding(var, TupleSet::of_atoms(universe, [atom]))
                    });
                if bound.formula(body) == Ok(True) {
                    expected.push(tuple);
                }
            }
            assert_eq!(expected.len(), if overflow == Overflow::Wrap { 6 } else { 1 });
            let expected = TupleSet::of_tuples(universe, 3, expected).unwrap();
            assert_eq!(evaluator.expression(found), Ok(Some(expected)));
            assert!(evaluator.has_overflowed());
        }
    }
}

/// `all a, b, c: A | some (a + c).chain or …`: what depends on variables with another one between them is kept under their values.
#[test]
fn values_are_kept_across_variables_between() {
    let instance = eight();
    let mut ast = Ast::default();
    let vars = ["a", "b", "c"].map(|name| ast.add_var(name, 1, 0));
    let [a, b, c] = vars.map(|var| ast.variable(var));
    let (atoms, chain) = (ast.relation(RelationId(0), 1), ast.relation(RelationId(1), 2));
    let reach = ast.closure(chain);
    // Tuples of three in which the first reaches the third and the second neither.
    let (from_a, from_b) = (ast.join(a, reach), ast.join(b, reach));
    let (a_to_c, b_to_c, b_to_a) = (
        ast.subset(c, from_a),
        ast.subset(c, from_b),
        ast.subset(a, from_b),
    );
    let neither = ast.or(vec![b_to_c, b_to_a]);
    let neither = ast.not(neither);
    let body = ast.and(vec![a_to_c, neither]);
    let decls: Vec<Decl> = vars.iter().map(|&var| one(var, atoms)).collect();
    let found = ast.comprehension(decls, body);
    let evaluator = Evaluator::new(&ast, &instance, Overflow::Prevent);
    let triples = (0..8).flat_map(|a| (0..8).flat_map(move |b| (0..8).map(move |c| [a, b, c])));
    let expected = triples.filter(|&[a, b, c]| a < c && b >= c && b >= a);
    let expected = TupleSet::of_tuples(instance.universe(), 3, expected.map(|t| t.map(AtomId))).unwrap();
    assert_eq!(evaluator.expression(found), Ok(Some(expected)));
    assert!(!evaluator.has_overflowed());
}

#[test]
fn connectives_are_kleenes() {
    let mut ast = Ast::default();
    let instance = eight();
    let atoms = ast.relation(RelationId(0), 1);
    let (card, three) = (ast.cardinality(atoms), ast.number(3));
    let undefined = ast.int_compare(IntComparison::Less, three, card);
    let (holds, fails) = (ast.constant(true), ast.constant(false));
    let cases = [(holds, True), (fails, False), (undefined, Undefined)];
    for (a, x) in cases {
        for (b, y) in cases {
            let expected = [
                (ast.and(vec![a, b]), x.and(y)),
                (ast.or(vec![a, b]), x.or(y)),
                (ast.implies(a, b), (!x).or(y)),
                (ast.iff(a, b), x.and(y).or((!x).and(!y))),
            ];
            for (formula, truth) in expected {
                let negation = ast.not(formula);
                let evaluator = Evaluator::new(&ast, &instance, Overflow::Prevent);
                assert_eq!(evaluator.formula(formula), Ok(truth));
                assert_eq!(evaluator.formula(negation), Ok(!truth));
            }
        }
    }
}

#[test]
fn choices_look_at_one_side_only() {
    let choice = |ast: &mut Ast, condition: bool| {
        let (condition, large, small) = (ast.constant(condition), ast.number(8), ast.number(1));
        let chosen = ast.if_int(condition, large, small);
        ast.int_compare(IntComparison::Equal, chosen, small)
    };
    assert_eq!(truths(|ast| choice(ast, false)), [True, True]);
    assert_eq!(truths(|ast| choice(ast, true)), [False, Undefined]);
    let undefined_condition = |ast: &mut Ast| {
        let (eight, zero) = (ast.number(8), ast.number(0));
        let condition = ast.int_compare(IntComparison::Less, zero, eight);
        let univ = ast.univ();
        let chosen = ast.if_expr(condition, univ, univ);
        ast.equal(chosen, univ)
    };
    assert_eq!(truths(undefined_condition), [True, Undefined]);
}

#[test]
fn integers_without_atoms() {
    let universe = Arc::new(Universe::new(["a", "b", "c"]));
    let instance = Instance::new(universe, vec![]);
    let mut ast = Ast::default();
    let (univ, ints) = (ast.univ(), ast.all_ints());
    let (card, three) = (ast.cardinality(univ), ast.number(3));
    let (counted, none) = (
        ast.int_compare(IntComparison::Equal, card, three),
        ast.count(Count::No, ints),
    );
    let atom = ast.from_int(three);
    let evaluator = Evaluator::new(&ast, &instance, Overflow::Prevent);
    assert_eq!(evaluator.formula(counted), Ok(True));
    assert_eq!(evaluator.formula(none), Ok(True));
    assert!(evaluator.expression(atom).unwrap().unwrap().is_empty());
}

#[test]
fn total_orders() {
    let universe = Arc::new(Universe::new(["a", "b", "c", "d"]));
    let [a, b, c, d] = [0, 1, 2, 3].map(AtomId);
    let order = |elem: &[AtomId], first: &[AtomId], next: &[[AtomId; 2]]| {
        let elem = TupleSet::of_atoms(&universe, elem.iter().copied());
        let first = TupleSet::of_atoms(&universe, first.iter().copied());
        let next = TupleSet::of_tuples(&universe, 2, next).unwrap();
        let instance = Instance::new(universe.clone(), vec![elem, first, next]);
        let mut ast = Ast::default();
        let [elem, first] = [0, 1].map(|r| ast.relation(RelationId(r), 1));
        let next = ast.relation(RelationId(2), 2);
        let formula = ast.total_order(elem, first, next);
        Evaluator::new(&ast, &instance, Overflow::Wrap)
            .formula(formula)
            .unwrap()
            == True
    };
    assert!(order(&[a, c, d], &[d], &[[d, a], [a, c]]));
    assert!(order(&[b], &[b], &[]));
    assert!(!order(&[], &[], &[]));
    assert!(!order(&[a, b], &[a], &[[b, a]]));
    assert!(!order(&[a, b, c], &[a], &[[a, b], [b, a]]));
    assert!(!order(&[a, b, c], &[a], &[[a, b], [a, c]]));
    assert!(!order(&[a, b, c], &[a], &[[a, b], [b, d]]));
    assert!(!order(&[a, b], &[a, b], &[[a, b]]));
    assert!(!order(&[a, b], &[c], &[[a, b]]));
}

#[test]
fn sets_as_values() {
    // Some set of atoms is closed under the chain, and none of three atoms is.
    let closed = |ast: &mut Ast, multiplicity, wanted: u32| {
        let (s, atoms) = (ast.add_var("s", 1, 0), ast.relation(RelationId(0), 1));
        let (set, chain) = (ast.variable(s), ast.relation(RelationId(1), 2));
        let image = ast.join(set, chain);
        let preimage = ast.join(chain, set);
        let both = ast.union(image, preimage);
        let is_closed = ast.subset(both, set);
        let sized = ast.size(SizeComparison::Exactly, set, wanted);
        let body = ast.and(vec![is_closed, sized]);
        let decl = Decl {
            var: s,
            multiplicity,
            bound: atoms,
        };
        ast.quantified(Quantifier::Some, vec![decl], body)
    };
    assert_eq!(truths(|ast| closed(ast, Multiplicity::Set, 0))[0], True);
    assert_eq!(truths(|ast| closed(ast, Multiplicity::Some, 0))[0], False);
    assert_eq!(truths(|ast| closed(ast, Multiplicity::Some, 8))[0], True);
    assert_eq!(truths(|ast| closed(ast, Multiplicity::Set, 3))[0], False);
    assert_eq!(truths(|ast| closed(ast, Multiplicity::Lone, 1))[0], False);
}

/// `some r: set univ -> univ | r = chain`: too many relations to try, unless the instance shows one.
#[test]
fn witnesses() {
    let instance = eight();
    let mut ast = Ast::default();
    let (r, univ) = (ast.add_var("r", 2, 0), ast.univ());
    let (bound, chain) = (ast.product(univ, univ), ast.relation(RelationId(1), 2));
    let variable = ast.variable(r);
    let body = ast.equal(variable, chain);
    let multiplicity = Multiplicity::Set;
    let decl = Decl {
        var: r,
        multiplicity,
        bound,
    };
    let formula = ast.quantified(Quantifier::Some, vec![decl], body);
    let evaluator = Evaluator::new(&ast, &instance, Overflow::Prevent);
    let error = EvaluateError::TooManySubsets { tuples: 576 };
    assert_eq!(evaluator.formula(formula), Err(error.clone()));
    let witness = |relation| {
        let (var, universals) = (r, Vec::new());
        vec![Witness {
            var,
            relation: RelationId(relation),
            universals,
        }]
    };
    let wrong = Witnesses::from_iter([(formula, vec![witness(0), witness(7)])]);
    assert_eq!(
        evaluator.clone().with_witnesses(&wrong).formula(formula),
        Err(error)
    );
    let right = Witnesses::from_iter([(formula, vec![witness(0), witness(1)])]);
    assert_eq!(evaluator.with_witnesses(&right).formula(formula), Ok(True));
}

/// `all x: A | some y: A | y in x.chain or no x.chain`, the witnesses of `y` being the chain itself.
#[test]
fn witnesses_below_universals() {
    let instance = eight();
    let mut ast = Ast::default();
    let (x, y) = (ast.add_var("x", 1, 0), ast.add_var("y", 1, 1));
    let (atoms, chain) = (ast.relation(RelationId(0), 1), ast.relation(RelationId(1), 2));
    let (x_value, y_value) = (ast.variable(x), ast.variable(y));
    let image = ast.join(x_value, chain);
    let (inside, none) = (ast.subset(y_value, image), ast.count(Count::No, image));
    let body = ast.or(vec![inside, none]);
    let inner = ast.quantified(Quantifier::Some, vec![one(y, atoms)], body);
    let formula = ast.quantified(Quantifier::All, vec![one(x, atoms)], inner);
    let witness = Witness {
        var: y,
        relation: RelationId(1),
        universals: vec![x],
    };
    let witnesses = Witnesses::from_iter([(inner, vec![vec![witness]])]);
    let evaluator = Evaluator::new(&ast, &instance, Overflow::Prevent).with_witnesses(&witnesses);
    assert_eq!(evaluator.formula(formula), Ok(True));
}

#[test]
fn bindings_from_outside() {
    let instance = eight();
    let mut ast = Ast::default();
    let x = ast.add_var("x", 1, 0);
    let (variable, chain) = (ast.variable(x), ast.relation(RelationId(1), 2));
    let image = ast.join(variable, chain);
    let evaluator = Evaluator::new(&ast, &instance, Overflow::Prevent);
    assert_eq!(
        evaluator.expression(image),
        Err(EvaluateError::Unbound { name: "x".into() })
    );
    let second = TupleSet::of_atoms(instance.universe(), [AtomId(2)]);
    let bound = evaluator.with_binding(x, second);
    let third = TupleSet::of_atoms(instance.universe(), [AtomId(3)]);
    assert_eq!(bound.expression(image), Ok(Some(third)));
}

#[test]
fn inner_binders_hide_outer_ones() {
    // all x: A | {x: x.chain | some x} = x.chain
    let formula = |ast: &mut Ast| {
        let x = ast.add_var("x", 1, 0);
        let (variable, atoms) = (ast.variable(x), ast.relation(RelationId(0), 1));
        let chain = ast.relation(RelationId(1), 2);
        let image = ast.join(variable, chain);
        let some = ast.count(Count::Some, variable);
        let same = ast.comprehension(vec![one(x, image)], some);
        let body = ast.equal(same, image);
        ast.quantified(Quantifier::All, vec![one(x, atoms)], body)
    };
    assert_eq!(truths(formula), [True, True]);
}

#[test]
fn depth_is_limited_and_the_limit_fits_the_stack() {
    let instance = eight();
    let mut ast = Ast::default();
    let nested = |ast: &mut Ast, depth: u32| {
        let mut formula = ast.constant(true);
        for level in 0..depth / 3 {
            let (x, atoms) = (ast.add_var("x", 1, level), ast.relation(RelationId(0), 1));
            let found = ast.comprehension(vec![one(x, atoms)], formula);
            let some = ast.count(Count::Some, found);
            formula = ast.quantified(Quantifier::Some, vec![one(x, atoms)], some);
        }
        formula
    };
    let deep = nested(&mut ast, EvaluateError::MAX_DEPTH - 2);
    let deeper = nested(&mut ast, 100_000);
    let evaluator = Evaluator::new(&ast, &instance, Overflow::Prevent);
    assert_eq!(evaluator.formula(deep), Ok(True));
    assert!(matches!(
        evaluator.formula(deeper),
        Err(EvaluateError::TooDeep {
            depth: 99_999..,
            limit: EvaluateError::MAX_DEPTH
        })
    ));
}

#[test]
fn conjunctions_may_be_wide() {
    let instance = eight();
    let mut ast = Ast::default();
    let parts: Vec<FormulaId> = (0..100_000)
        .map(|n| {
            let univ = ast.univ();
            ast.size(SizeComparison::AtMost, univ, n + 24)
        })
        .collect();
    let wide = ast.add_formula(Formula::And(parts.into()));
    let evaluator = Evaluator::new(&ast, &instance, Overflow::Prevent);
    assert_eq!(evaluator.formula(wide), Ok(True));
}

#[test]
fn products_of_ten_thousand_atoms_are_not_multiplied_out() {
    let names = (0..10_000).map(|i| format!("a{i}"));
    let universe = Arc::new(Universe::with_ints(names, 4, [] as [&str; 0]));
    let chain = TupleSet::of_tuples(&universe, 2, (1..10_000).map(|i| [AtomId(i - 1), AtomId(i)])).unwrap();
    let last = TupleSet::of_atoms(&universe, [AtomId(9_999)]);
    let instance = Instance::new(universe, vec![chain, last]);
    let mut ast = Ast::default();
    let (chain, last) = (ast.relation(RelationId(0), 2), ast.relation(RelationId(1), 1));
    let univ = ast.univ();
    let others = ast.difference(univ, last);
    let eight = ast.number(8);
    let undefined = ast.from_int(eight);
    for (a, b, truth) in [
        (univ, univ, Truth::True),
        (others, univ, Truth::True),
        (univ, others, Truth::False),
        (last, undefined, Truth::Undefined),
    ] {
        let product = ast.product(a, b);
        let within = ast.subset(chain, product);
        let evaluator = Evaluator::new(&ast, &instance, Overflow::Prevent);
        assert_eq!(evaluator.formula(within), Ok(truth));
    }
}
