use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;

/// The values of the projected variables in all models, by trying all valuations.
fn expected(cnf: &Cnf, projected: &[Var]) -> BTreeSet<Vec<bool>> {
    let valuations = (0u32..1 << cnf.variables()).map(|bits| move |var: Var| bits >> var.index() & 1 == 1);
    valuations
        .filter(|value| {
            let holds = |l: &Lit| value(l.var()) != l.is_negative();
            cnf.clauses().all(|clause| clause.iter().any(holds))
        })
        .map(|value| projected.iter().map(|&var| value(var)).collect())
        .collect()
}

fn formulas(variables: u32, clauses: usize) -> impl Strategy<Value = Cnf> {
    let literal = (0..variables, any::<bool>()).prop_map(|(var, value)| Lit::new(Var::new(var), value));
    let clause = proptest::collection::vec(literal, 1..5);
    proptest::collection::vec(clause, 0..clauses).prop_map(move |clauses| {
        let mut cnf = Cnf::new(variables);
        for clause in clauses {
            cnf.add_clause(&clause);
        }
        cnf
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn every_model_comes_once(cnf in formulas(10, 40), mask in 0u32..1024) {
        let projected: Vec<Var> = (0..10).filter(|i| mask >> i & 1 == 1).map(Var::new).collect();
        let mut enumerator = ModelEnumerator::new(&cnf, &projected, None);
        let mut found = BTreeSet::new();
        while enumerator.next(&Limits::none()) == Verdict::Sat {
            prop_assert_eq!(crate::check_model(&cnf, |var| enumerator.value(var)), Ok(()));
            let values: Vec<bool> = projected.iter().map(|&var| enumerator.value(var)).collect();
            prop_assert!(found.insert(values), "a model came twice");
        }
        prop_assert_eq!(found, expected(&cnf, &projected));
    }

    /// Preferring the values of a model makes it the first.
    #[test]
    fn a_model_can_be_where_the_search_begins(cnf in formulas(10, 40), mask in 0u32..1024, which in 0usize..50) {
        let projected: Vec<Var> = (0..10).filter(|i| mask >> i & 1 == 1).map(Var::new).collect();
        let all: Vec<Var> = (0..10).map(Var::new).collect();
        let models: Vec<Vec<bool>> = expected(&cnf, &all).into_iter().collect();
        let Some(model) = models.get(which % models.len().max(1)) else {
            return Ok(());
        };
        let mut enumerator = ModelEnumerator::new(&cnf, &projected, None);
        enumerator.prefer(|var| model[var.index()]);
        let mut found = BTreeSet::new();
        while enumerator.next(&Limits::none()) == Verdict::Sat {
            let values: Vec<bool> = projected.iter().map(|&var| enumerator.value(var)).collect();
            if found.is_empty() {
                prop_assert_eq!(enumerator.conflicts(), 0);
                let first: Vec<bool> = projected.iter().map(|&var| model[var.index()]).collect();
                prop_assert_eq!(&values, &first);
            }
            prop_assert!(found.insert(values), "a model came twice");
        }
        prop_assert_eq!(found, expected(&cnf, &projected));
    }

    #[test]
    fn what_is_unexplored_is_said(cnf in formulas(9, 25), mask in 1u32..512, stop in 0usize..20) {
        let projected: Vec<Var> = (0..9).filter(|i| mask >> i & 1 == 1).map(Var::new).collect();
        let mut enumerator = ModelEnumerator::new(&cnf, &projected, None);
        let mut found = BTreeSet::new();
        for _ in 0..stop {
            if enumerator.next(&Limits::none()) != Verdict::Sat {
                break;
            }
            found.insert(projected.iter().map(|&var| enumerator.value(var)).collect::<Vec<_>>());
        }
        let mut rest = cnf.clone();
        for clause in enumerator.unexplored() {
            rest.add_clause(&clause);
        }
        let all = expected(&cnf, &projected);
        let rest = expected(&rest, &projected);
        prop_assert!(found.is_disjoint(&rest));
        prop_assert_eq!(found.union(&rest).cloned().collect::<BTreeSet<_>>(), all);
    }
}

/// Random clauses of three literals, dense enough to bring many conflicts, restarts and reductions.
#[test]
fn hard_formulas_agree_with_blocking_clauses() {
    let mut seed = 7u64;
    let mut random = move |n: u64| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % n
    };
    for _ in 0..4 {
        let mut cnf = Cnf::new(60);
        for _ in 0..215 {
            let clause: Vec<Lit> = (0..3)
                .map(|_| Lit::new(Var::new(random(60) as u32), random(2) == 0))
                .collect();
            cnf.add_clause(&clause);
        }
        let projected: Vec<Var> = (0..30).map(Var::new).collect();
        let mut enumerator = ModelEnumerator::new(&cnf, &projected, None);
        enumerator.reduce_at = 20;
        let mut count = 0;
        while enumerator.next(&Limits::none()) == Verdict::Sat {
            count += 1;
        }
        let mut solver = crate::create("batsat").unwrap();
        crate::load(&mut *solver, &cnf);
        let mut expected = 0;
        while solver.solve(&[], &Limits::none()) == Verdict::Sat {
            expected += 1;
            let clause: Vec<Lit> = projected.iter().map(|&v| Lit::new(v, !solver.value(v))).collect();
            solver.add_clause(&clause);
        }
        assert_eq!(count, expected);
    }
}

#[test]
fn luby_is_the_sequence() {
    let terms: Vec<u64> = (1..16).map(luby).collect();
    assert_eq!(terms, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
}

#[test]
fn a_limit_stops_and_the_search_goes_on_later() {
    let cnf = Cnf::new(3);
    let vars: Vec<Var> = (0..3).map(Var::new).collect();
    let mut enumerator = ModelEnumerator::new(&cnf, &vars, None);
    let over = Limits::none().with_deadline(std::time::Instant::now());
    let mut count = 0;
    loop {
        assert_eq!(enumerator.next(&over), Verdict::Unknown(Reason::Timeout));
        if enumerator.next(&Limits::none()) != Verdict::Sat {
            break;
        }
        count += 1;
    }
    assert_eq!(count, 8);
}
