//! Properties of the evaluator and of tuple sets: against naive sets of tuples, and the laws of relational algebra.

use std::{collections::BTreeSet, sync::Arc};

use proptest::prelude::*;
use relfind_relational::{
    AtomId, Evaluator, Instance, Overflow, Truth, TupleSet, Universe,
    ast::{Ast, Count, Decl, ExprId, FormulaId, Multiplicity, Quantifier, RelationId},
};

const ATOMS: u32 = 4;

type Naive = BTreeSet<Vec<u32>>;

fn universe() -> Universe {
    Universe::new((0..ATOMS).map(|i| format!("a{i}")))
}

fn tuple_set(arity: u32, tuples: &Naive) -> TupleSet {
    let tuples = tuples
        .iter()
        .map(|t| t.iter().map(|&a| AtomId(a)).collect::<Vec<_>>());
    TupleSet::of_tuples(&universe(), arity, tuples).expect("the tuples fit")
}

fn naive(set: &TupleSet) -> Naive {
    set.tuples()
        .map(|t| t.into_iter().map(|a| a.0).collect())
        .collect()
}

fn relation(arity: usize) -> impl Strategy<Value = Naive> {
    let tuple = prop::collection::vec(0..ATOMS, arity);
    prop::collection::btree_set(tuple, 0..12)
}

fn naive_join(a: &Naive, b: &Naive) -> Naive {
    let pairs = a.iter().flat_map(|x| b.iter().map(move |y| (x, y)));
    let meeting = pairs.filter(|(x, y)| x.last() == y.first());
    meeting
        .map(|(x, y)| [&x[..x.len() - 1], &y[1..]].concat())
        .collect()
}

fn naive_closure(a: &Naive) -> Naive {
    let mut closure = a.clone();
    loop {
        let larger: Naive = closure.union(&naive_join(&closure, a)).cloned().collect();
        if larger == closure {
            return closure;
        }
        closure = larger;
    }
}

/// An instance of three relations, the sets and relations that a test starts from.
struct World {
    instance: Instance,
    ast: Ast,
    exprs: Vec<ExprId>,
}

impl World {
    fn new(relations: &[(u32, &Naive)]) -> Self {
        let values = relations
            .iter()
            .map(|(arity, tuples)| tuple_set(*arity, tuples))
            .collect();
        let mut ast = Ast::default();
        let exprs = relations.iter().enumerate();
        let exprs = exprs
            .map(|(i, (arity, _))| ast.relation(RelationId(i as u32), *arity))
            .collect();
        let instance = Instance::new(Arc::new(universe()), values);
        Self { instance, ast, exprs }
    }

    fn value(&self, expr: ExprId) -> Naive {
        let evaluator = Evaluator::new(&self.ast, &self.instance, Overflow::Prevent);
        let value = evaluator
            .expression(expr)
            .expect("small")
            .expect("without integers");
        naive(&value)
    }

    fn truth(&self, formula: FormulaId) -> bool {
        let evaluator = Evaluator::new(&self.ast, &self.instance, Overflow::Prevent);
        let truth = evaluator.formula(formula).expect("small");
        assert_ne!(truth, Truth::Undefined);
        truth == Truth::True
    }
}

proptest! {
    #[test]
    fn operators_agree_with_naive_sets(a in relation(2), b in relation(2), c in relation(3), s in relation(1)) {
        let mut world = World::new(&[(2, &a), (2, &b), (3, &c), (1, &s)]);
        let [ra, rb, rc, rs] = world.exprs[..] else { unreachable!() };
        let ast = &mut world.ast;
        let domain = |r: &Naive| r.iter().map(|t| t[0]).collect::<BTreeSet<_>>();
        let cases: Vec<(ExprId, Naive)> = vec![
            (ast.union(ra, rb), a.union(&b).cloned().collect()),
            (ast.intersect(ra, rb), a.intersection(&b).cloned().collect()),
            (ast.difference(ra, rb), a.difference(&b).cloned().collect()),
            (
                ast.override_with(ra, rb),
                b.iter().chain(a.iter().filter(|t| !domain(&b).contains(&t[0]))).cloned().collect(),
            ),
            (ast.join(ra, rc), naive_join(&a, &c)),
            (ast.join(rc, rb), naive_join(&c, &b)),
            (ast.join(rs, rc), naive_join(&s, &c)),
            (ast.join(rc, rs), naive_join(&c, &s)),
            (
                ast.product(rs, ra),
                s.iter().flat_map(|x| a.iter().map(move |y| [&x[..], y].concat())).collect(),
            ),
            (ast.transpose(ra), a.iter().map(|t| vec![t[1], t[0]]).collect()),
            (ast.closure(ra), naive_closure(&a)),
            (ast.domain_restrict(rs, rc), c.iter().filter(|t| s.contains(&t[..1])).cloned().collect()),
            (ast.range_restrict(rc, rs), c.iter().filter(|t| s.contains(&t[2..])).cloned().collect()),
        ];
        for (expr, expected) in cases {
            prop_assert_eq!(world.value(expr), expected, "{:?}", world.ast.expr(expr));
        }
        let columns = tuple_set(3, &c).columns(&[2, 0]);
        prop_assert_eq!(naive(&columns), c.iter().map(|t| vec![t[2], t[0]]).collect::<Naive>());
    }

    #[test]
    fn laws_of_relational_algebra(a in relation(2), b in relation(2), c in relation(2)) {
        let [a, b, c] = [a, b, c].map(|r| tuple_set(2, &r));
        let join = |x: &TupleSet, y: &TupleSet| x.join(y).expect("small");
        prop_assert_eq!(join(&join(&a, &b), &c), join(&a, &join(&b, &c)));
        prop_assert_eq!(join(&a, &b.union(&c)), join(&a, &b).union(&join(&a, &c)));
        prop_assert_eq!(join(&a, &b).transpose(), join(&b.transpose(), &a.transpose()));
        prop_assert_eq!(a.difference(&b.union(&c)), a.difference(&b).intersection(&a.difference(&c)));
        prop_assert_eq!(a.union(&b).difference(&a.difference(&b)), b.clone());
        let closure = a.closure().expect("small");
        prop_assert!(a.is_subset(&closure));
        prop_assert_eq!(closure.closure(), Ok(closure.clone()));
        prop_assert_eq!(a.transpose().closure(), Ok(closure.transpose()));
        prop_assert_eq!(a.union(&join(&a, &closure)), closure);
        prop_assert_eq!(a.override_with(&b).override_with(&b), a.override_with(&b));
        prop_assert_eq!(join(&a, &TupleSet::identity(&universe())), a);
    }

    #[test]
    fn tuples_round_trip(a in relation(3), more in prop::collection::vec(0..ATOMS, 3)) {
        let set = tuple_set(3, &a);
        prop_assert_eq!(naive(&set), a.clone());
        let again = TupleSet::of_indices(&universe(), 3, set.indices().iter().rev().copied().collect());
        prop_assert_eq!(again.as_ref(), Ok(&set));
        let tuple: Vec<AtomId> = more.iter().map(|&a| AtomId(a)).collect();
        prop_assert_eq!(set.contains(&tuple), a.contains(&more));
        let mut larger = set.clone();
        prop_assert_eq!(larger.insert(&tuple), Ok(!a.contains(&more)));
        prop_assert!(set.is_subset(&larger) && larger.contains(&tuple));
    }

    /// A comprehension gives back the relation that its body tests, and quantifiers are duals.
    #[test]
    fn binders(a in relation(2), s in relation(1)) {
        let mut world = World::new(&[(2, &a), (1, &s)]);
        let [ra, rs] = world.exprs[..] else { unreachable!() };
        let ast = &mut world.ast;
        let (x, y, univ) = (ast.add_var("x", 1, 0), ast.add_var("y", 1, 1), ast.univ());
        let one = |var, bound| Decl { var, multiplicity: Multiplicity::One, bound };
        let (ex, ey) = (ast.variable(x), ast.variable(y));
        let pair = ast.product(ex, ey);
        let member = ast.subset(pair, ra);
        let image = ast.join(ex, ra);
        let all_pairs = ast.comprehension(vec![one(x, univ), one(y, univ)], member);
        let dependent = ast.comprehension(vec![one(x, rs), one(y, image)], member);
        let all = ast.quantified(Quantifier::All, vec![one(x, rs), one(y, univ)], member);
        let not_member = ast.not(member);
        let exception = ast.quantified(Quantifier::Some, vec![one(x, rs), one(y, univ)], not_member);
        let restricted = ast.domain_restrict(rs, ra);
        let subsets = Decl { var: x, multiplicity: Multiplicity::Set, bound: rs };
        let inside = ast.subset(ex, rs);
        let every_subset = ast.quantified(Quantifier::All, vec![subsets], inside);
        let empty = ast.count(Count::No, ex);
        let only_empty = ast.quantified(Quantifier::All, vec![subsets], empty);
        prop_assert_eq!(world.value(all_pairs), a.clone());
        prop_assert_eq!(world.value(dependent), world.value(restricted));
        let complete = s.iter().all(|x| (0..ATOMS).all(|y| a.contains(&vec![x[0], y])));
        prop_assert_eq!(world.truth(all), complete);
        prop_assert_eq!(world.truth(exception), !complete);
        prop_assert!(world.truth(every_subset));
        prop_assert_eq!(world.truth(only_empty), s.is_empty());
    }
}
