//! Counts compared with trying all assignments.

use std::{
    collections::BTreeSet,
    sync::{Arc, atomic::AtomicBool},
};

use proptest::prelude::*;

use super::{Counted, ModelCounter};
use crate::{Cnf, Limits, Lit, Reason, Var};

fn cnf(variables: u32, clauses: &[Vec<i32>]) -> Cnf {
    let mut cnf = Cnf::new(variables);
    for clause in clauses {
        let clause: Vec<Lit> = clause.iter().filter_map(|&n| Lit::from_dimacs(n)).collect();
        cnf.add_clause(&clause);
    }
    cnf
}

fn brute(cnf: &Cnf, projected: &[Var]) -> u128 {
    let holds = |bits: u32, lit: &Lit| (bits >> lit.var().index() & 1 == 1) != lit.is_negative();
    let models =
        (0..1u32 << cnf.variables()).filter(|&bits| cnf.clauses().all(|c| c.iter().any(|l| holds(bits, l))));
    let mask = projected.iter().fold(0, |mask, var| mask | 1 << var.index());
    models.map(|bits| bits & mask).collect::<BTreeSet<u32>>().len() as u128
}

fn count(cnf: &Cnf, projected: &[Var], hints: &[Vec<u32>], memory: Option<u64>) -> Counted {
    let mut limits = Limits::none();
    limits.memory = memory;
    ModelCounter::new(cnf, projected, hints, &limits).count(&limits, &mut |_| {})
}

fn formulas(variables: i32, most: usize) -> impl Strategy<Value = Vec<Vec<i32>>> {
    let literal = (1..=variables, any::<bool>()).prop_map(|(n, sign)| if sign { n } else { -n });
    proptest::collection::vec(proptest::collection::vec(literal, 1..5), 0..most)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn small_formulas(clauses in formulas(10, 30), mask in 0u32..1024, places in proptest::collection::vec(0u32..4, 10)) {
        let cnf = cnf(10, &clauses);
        let projected: Vec<Var> = (0..10).filter(|i| mask >> i & 1 == 1).map(Var::new).collect();
        let expected = Counted::Exactly(brute(&cnf, &projected));
        prop_assert_eq!(count(&cnf, &projected, &[], None), expected.clone());
        prop_assert_eq!(count(&cnf, &projected, &[places], Some(1)), expected);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn larger_formulas(clauses in formulas(16, 70), mask in 0u32..65536) {
        let clauses: Vec<Vec<i32>> = clauses.into_iter().filter(|clause| clause.len() > 2).collect();
        let cnf = cnf(16, &clauses);
        let projected: Vec<Var> = (0..16).filter(|i| mask >> i & 1 == 1).map(Var::new).collect();
        prop_assert_eq!(count(&cnf, &projected, &[], None), Counted::Exactly(brute(&cnf, &projected)));
    }
}

/// Latin squares: variable (row, column, symbol).
fn latin(n: u32) -> Cnf {
    let mut cnf = Cnf::new(n * n * n);
    let var = |a: u32, b: u32, c: u32| Var::new((a * n + b) * n + c);
    let mut exactly_one = |vars: Vec<Var>| {
        let clause: Vec<Lit> = vars.iter().map(|v| v.positive()).collect();
        cnf.add_clause(&clause);
        for (i, a) in vars.iter().enumerate() {
            for b in &vars[..i] {
                cnf.add_clause(&[a.negative(), b.negative()]);
            }
        }
    };
    for i in 0..n {
        for j in 0..n {
            exactly_one((0..n).map(|k| var(i, j, k)).collect());
            exactly_one((0..n).map(|k| var(i, k, j)).collect());
            exactly_one((0..n).map(|k| var(k, i, j)).collect());
        }
    }
    cnf
}

#[test]
fn latin_squares() {
    // OEIS A002860.
    for (n, expected) in [(1, 1), (2, 2), (3, 12), (4, 576), (5, 161_280)] {
        let cnf = latin(n);
        let all: Vec<Var> = (0..cnf.variables()).map(Var::new).collect();
        assert_eq!(count(&cnf, &all, &[], None), Counted::Exactly(expected));
    }
}

/// Walks of a number of steps in a graph, node and time a variable: sequences to be counted by their states.
fn walks(nodes: u32, steps: u32, edge: impl Fn(u32, u32) -> bool) -> Cnf {
    let var = |time: u32, node: u32| Var::new(time * nodes + node);
    let mut cnf = Cnf::new(nodes * (steps + 1));
    for time in 0..=steps {
        let somewhere: Vec<Lit> = (0..nodes).map(|n| var(time, n).positive()).collect();
        cnf.add_clause(&somewhere);
        for a in 0..nodes {
            for b in 0..nodes {
                if a < b {
                    cnf.add_clause(&[var(time, a).negative(), var(time, b).negative()]);
                }
                if time < steps && !edge(a, b) {
                    cnf.add_clause(&[var(time, a).negative(), var(time + 1, b).negative()]);
                }
            }
        }
    }
    cnf
}

#[test]
fn numbers_of_walks_are_exact() {
    let edge = |a: u32, b: u32| (a * 7 + b * 3) % 5 < 2;
    let (nodes, steps) = (8u32, 60u32);
    let mut ends = vec![1u128; nodes as usize];
    for _ in 0..steps {
        let next = |b: u32| (0..nodes).filter(|&a| edge(a, b)).map(|a| ends[a as usize]).sum();
        ends = (0..nodes).map(next).collect();
    }
    let cnf = walks(nodes, steps, edge);
    let all: Vec<Var> = (0..cnf.variables()).map(Var::new).collect();
    let hint = (0..cnf.variables()).map(|var| var / nodes).collect();
    assert_eq!(
        count(&cnf, &all, &[hint], None),
        Counted::Exactly(ends.iter().sum())
    );
    assert_eq!(count(&cnf, &all, &[], None), Counted::Exactly(ends.iter().sum()));
}

#[test]
fn free_variables_multiply() {
    let all = |n: u32| (0..n).map(Var::new).collect::<Vec<Var>>();
    assert_eq!(
        count(&cnf(100, &[vec![1, 2]]), &all(100), &[], None),
        Counted::Exactly(3 << 98)
    );
    assert_eq!(
        count(&cnf(200, &[]), &all(200), &[], None),
        Counted::AtLeast(u128::MAX, None)
    );
    assert_eq!(
        count(&cnf(200, &[vec![1], vec![-1]]), &all(200), &[], None),
        Counted::Exactly(0)
    );
    assert_eq!(count(&cnf(3, &[vec![1, 2]]), &[], &[], None), Counted::Exactly(1));
}

#[test]
fn a_stopped_count_is_a_lower_bound() {
    let cnf = latin(6);
    let all: Vec<Var> = (0..cnf.variables()).map(Var::new).collect();
    let limits = Limits::none().with_timeout(std::time::Duration::from_millis(300));
    let mut counter = ModelCounter::new(&cnf, &all, &[], &limits);
    let mut last = 0;
    let counted = counter.count(&limits, &mut |n| {
        assert!(n >= last && n <= 812_851_200);
        last = n;
    });
    match counted {
        Counted::AtLeast(n, Some(Reason::Timeout)) => assert!((1..=812_851_200).contains(&n)),
        Counted::Exactly(n) => assert_eq!(n, 812_851_200),
        other @ Counted::AtLeast(..) => panic!("{other:?}"),
    }
    let stop = Limits::none().with_stop(Arc::new(AtomicBool::new(true)));
    let mut counter = ModelCounter::new(&cnf, &all, &[], &stop);
    assert_eq!(
        counter.count(&stop, &mut |_| {}),
        Counted::AtLeast(0, Some(Reason::Interrupted))
    );
}
