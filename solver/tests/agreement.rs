//! Properties of formulas of any shape: backends agree with each other, and DIMACS keeps a formula.

#![allow(clippy::unwrap_used)]

use std::time::Duration;

use proptest::prelude::*;
use relfind_solver::{Cnf, Limits, Lit, Verdict, check_model, create, dimacs, load, suite};

fn formulas(variables: i32, clauses: usize) -> impl Strategy<Value = Cnf> {
    let literal =
        (1..=variables, any::<bool>()).prop_map(|(number, sign)| if sign { number } else { -number });
    let clause = prop::collection::vec(literal, 0..6);
    prop::collection::vec(clause, 0..clauses).prop_map(move |clauses| {
        let mut cnf = Cnf::new(variables.unsigned_abs());
        for clause in clauses {
            cnf.add_clause(
                &clause
                    .into_iter()
                    .filter_map(Lit::from_dimacs)
                    .collect::<Vec<_>>(),
            );
        }
        cnf
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn backends_agree_with_enumeration(cnf in formulas(8, 40)) {
        cnf.check_invariants();
        let expected = if suite::models(&cnf).is_empty() { Verdict::Unsat } else { Verdict::Sat };
        for name in relfind_solver::backends::NAMES {
            let mut solver = create(name).unwrap();
            load(&mut *solver, &cnf);
            prop_assert_eq!(&solver.solve(&[], &Limits::none()), &expected, "{}", name);
            if expected == Verdict::Sat {
                prop_assert_eq!(check_model(&cnf, |var| solver.value(var)), Ok(()));
            }
        }
    }

    #[test]
    fn dimacs_keeps_a_formula(cnf in formulas(300, 30)) {
        let mut text = Vec::new();
        dimacs::write(&cnf, ["a comment"], &mut text).unwrap();
        prop_assert_eq!(dimacs::read(&text[..]).unwrap(), cnf);
    }

    #[test]
    fn no_text_breaks_the_reader(text in "(p cnf [0-9]{1,3} [0-9]{1,2}\n)?([-0-9 \nc%px]|[0-9]{1,12} ){0,60}") {
        if let Ok(cnf) = dimacs::read(text.as_bytes()) {
            cnf.check_invariants();
        }
    }
}

/// Formulas too large to enumerate: the backends can only agree with each other.
#[test]
fn backends_agree_on_larger_formulas() {
    let mut generator = suite::Generator::new(77);
    let limits = Limits::none().with_timeout(Duration::from_mins(2));
    for _ in 0..12 {
        let cnf = suite::random(&mut generator, 90, 383, 3);
        let verdicts = ["batsat", "splr"].map(|name| {
            let mut solver = create(name).unwrap();
            load(&mut *solver, &cnf);
            solver.solve(&[], &limits)
        });
        assert!(!matches!(verdicts[0], Verdict::Unknown(_)));
        assert_eq!(verdicts[0], verdicts[1]);
    }
}
