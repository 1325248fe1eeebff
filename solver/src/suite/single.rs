//! Cases of a single call.

use super::{
    Create, Generator, cnf, ensure, expect, lits, loaded, models, pigeonhole, random, solve_and_check,
};
use crate::backend::Verdict;
use crate::cnf::Cnf;
use crate::limits::Limits;
use crate::lit::Var;

pub(super) fn nothing(create: Create<'_>) -> Result<(), String> {
    let mut solver = create();
    expect(
        &solver.solve(&[], &Limits::none()),
        &Verdict::Sat,
        "nothing at all",
    )?;
    ensure(!solver.value(Var::new(0)), || {
        "a variable that is not there is true".to_owned()
    })?;
    solve_and_check(&mut *loaded(create, &Cnf::new(3)), &Cnf::new(3), &[], true)
}

pub(super) fn empty_clause(create: Create<'_>) -> Result<(), String> {
    for clauses in [&[&[][..]][..], &[&[1], &[]], &[&[], &[1, 2], &[-1]]] {
        let formula = cnf(2, clauses);
        let mut solver = loaded(create, &formula);
        solve_and_check(&mut *solver, &formula, &[], false)?;
        solve_and_check(&mut *solver, &formula, &lits(&[1]), false)?;
        ensure(solver.failed_assumptions().is_empty(), || {
            "an assumption failed though the clauses alone have no model".to_owned()
        })?;
    }
    Ok(())
}

pub(super) fn units(create: Create<'_>) -> Result<(), String> {
    let formula = cnf(4, &[&[1], &[-2], &[4], &[1]]);
    let mut solver = loaded(create, &formula);
    solve_and_check(&mut *solver, &formula, &[], true)?;
    let chain = cnf(5, &[&[1], &[-1, 2], &[-2, 3], &[-3, -4], &[4, 5]]);
    let mut solver = loaded(create, &chain);
    solve_and_check(&mut *solver, &chain, &[], true)?;
    ensure(solver.value(Var::new(4)), || {
        "variable 5 follows but is false".to_owned()
    })
}

pub(super) fn contradictory_units(create: Create<'_>) -> Result<(), String> {
    for clauses in [
        &[&[1][..], &[-1]][..],
        &[&[-2], &[1, 2], &[-1]],
        &[&[1, 1], &[-1, -1]],
    ] {
        let formula = cnf(2, clauses);
        let mut solver = loaded(create, &formula);
        solve_and_check(&mut *solver, &formula, &[], false)?;
        solve_and_check(&mut *solver, &formula, &[], false)?;
    }
    Ok(())
}

pub(super) fn repeated_literals(create: Create<'_>) -> Result<(), String> {
    let formulas = [
        (
            cnf(3, &[&[1, -1], &[2, 2, 2], &[-2, 3, -2, 3], &[3, 1, -3]]),
            true,
        ),
        (cnf(1, &[&[1, -1, 1], &[-1, 1]]), true),
        (cnf(2, &[&[1, 1], &[-1, 2, -1], &[-2, -2], &[2, -2, 1]]), false),
    ];
    for (formula, satisfiable) in formulas {
        solve_and_check(&mut *loaded(create, &formula), &formula, &[], satisfiable)?;
    }
    Ok(())
}

pub(super) fn unused_variables(create: Create<'_>) -> Result<(), String> {
    let mut formula = cnf(1000, &[&[3, 7], &[-3], &[500, -7]]);
    solve_and_check(&mut *loaded(create, &formula), &formula, &[], true)?;
    formula.add_clause(&lits(&[-500]));
    let mut solver = loaded(create, &formula);
    expect(
        &solver.solve(&[], &Limits::none()),
        &Verdict::Unsat,
        "1000 variables, 4 used",
    )?;
    // A clause and an assumption bring variables that nobody reserved.
    let formula = cnf(0, &[&[4, 5]]);
    let mut solver = create();
    solver.add_clause(&lits(&[4, 5]));
    solve_and_check(&mut *solver, &formula, &lits(&[-4, 9]), true)?;
    ensure(solver.value(Var::new(4)), || "variable 5 is false".to_owned())
}

pub(super) fn pigeonholes(create: Create<'_>) -> Result<(), String> {
    for (pigeons, holes) in [(2, 1), (5, 4), (7, 6), (4, 4), (6, 8)] {
        let formula = pigeonhole(pigeons, holes);
        let mut solver = loaded(create, &formula);
        let verdict = solver.solve(&[], &Limits::none());
        let expected = if pigeons > holes {
            Verdict::Unsat
        } else {
            Verdict::Sat
        };
        expect(
            &verdict,
            &expected,
            &format!("{pigeons} pigeons in {holes} holes"),
        )?;
    }
    Ok(())
}

pub(super) fn random_formulas(create: Create<'_>) -> Result<(), String> {
    let mut generator = Generator::new(1);
    // Around 4.26 clauses a variable half of the formulas with three literals a clause have models.
    for round in 0..200 {
        let variables = 3 + round % 10;
        let length = 2 + u32::from(round % 5 != 0);
        let ratio = if length == 2 {
            10 + generator.below(10)
        } else {
            34 + generator.below(16)
        };
        let formula = random(&mut generator, variables, variables * ratio / 10, length);
        let satisfiable = !models(&formula).is_empty();
        solve_and_check(&mut *loaded(create, &formula), &formula, &[], satisfiable)?;
    }
    Ok(())
}

pub(super) fn deterministic(create: Create<'_>) -> Result<(), String> {
    let formula = random(&mut Generator::new(2), 60, 200, 3);
    let model = || {
        let mut solver = loaded(create, &formula);
        let verdict = solver.solve(&[], &Limits::none());
        (
            verdict,
            (0..60)
                .map(|index| solver.value(Var::new(index)))
                .collect::<Vec<bool>>(),
        )
    };
    let first = model();
    ensure(first == model(), || {
        "two new solvers give different models".to_owned()
    })
}
