//! Cases of several calls: clauses between them, and assumptions.

use std::collections::BTreeSet;

use super::{
    Create, Generator, cnf, ensure, expect, lits, loaded, models, numbers, pigeonhole, random,
    solve_and_check,
};
use crate::backend::Verdict;
use crate::cnf::Cnf;
use crate::limits::Limits;
use crate::lit::{Lit, Var};

pub(super) fn clauses_between_calls(create: Create<'_>) -> Result<(), String> {
    let mut generator = Generator::new(3);
    for _ in 0..10 {
        let mut formula = Cnf::new(7);
        let mut solver = create();
        for _ in 0..40 {
            let clause: Vec<Lit> = (0..3).map(|_| generator.literal(8)).collect();
            formula.add_clause(&clause);
            solver.add_clause(&clause);
            let satisfiable = !models(&formula).is_empty();
            solve_and_check(&mut *solver, &formula, &[], satisfiable)?;
            if !satisfiable {
                break;
            }
        }
    }
    Ok(())
}

pub(super) fn empty_clause_between_calls(create: Create<'_>) -> Result<(), String> {
    let formula = cnf(2, &[&[1, 2]]);
    let mut solver = loaded(create, &formula);
    solve_and_check(&mut *solver, &formula, &[], true)?;
    solver.add_clause(&[]);
    let mut formula = formula;
    formula.add_clause(&[]);
    solve_and_check(&mut *solver, &formula, &[], false)?;
    solver.add_clause(&lits(&[1]));
    solver.reserve(9);
    solve_and_check(&mut *solver, &formula, &[], false)
}

/// Each model is blocked until there is none: as many as there are, and no other.
pub(super) fn enumeration(create: Create<'_>) -> Result<(), String> {
    let mut generator = Generator::new(4);
    let mut formulas = vec![Cnf::new(0), Cnf::new(3), cnf(2, &[&[1], &[2]]), pigeonhole(3, 3)];
    formulas.extend((0..8).map(|round| random(&mut generator, 4 + round % 3, 6, 3)));
    for formula in formulas {
        let expected: BTreeSet<u32> = models(&formula).into_iter().collect();
        let mut found = BTreeSet::new();
        let mut solver = loaded(create, &formula);
        while solver.solve(&[], &Limits::none()) == Verdict::Sat {
            let variables = (0..formula.variables()).map(Var::new);
            let blocking: Vec<Lit> = variables.map(|var| Lit::new(var, !solver.value(var))).collect();
            let model = blocking.iter().filter(|literal| literal.is_negative());
            let model = model.fold(0, |model, literal| model | 1 << literal.var().index());
            ensure(found.insert(model), || format!("model {model:b} came twice"))?;
            ensure(expected.contains(&model), || format!("{model:b} is no model"))?;
            solver.add_clause(&blocking);
        }
        expect(
            &solver.solve(&[], &Limits::none()),
            &Verdict::Unsat,
            "after the last model",
        )?;
        ensure(found == expected, || {
            format!("{} models of {}", found.len(), expected.len())
        })?;
    }
    Ok(())
}

pub(super) fn assumptions(create: Create<'_>) -> Result<(), String> {
    // 1 -> 2 -> 3 -> not 4, and 5 is free.
    let formula = cnf(5, &[&[-1, 2], &[-2, 3], &[-3, -4]]);
    let mut solver = loaded(create, &formula);
    solve_and_check(&mut *solver, &formula, &lits(&[1]), true)?;
    solve_and_check(&mut *solver, &formula, &lits(&[5, 1, 4, -5]), false)?;
    solve_and_check(&mut *solver, &formula, &lits(&[5, 1, 4, 1]), false)?;
    if solver.capabilities().core {
        let mut failed = solver.failed_assumptions().to_vec();
        failed.sort_unstable();
        ensure(failed == lits(&[1, 4]), || {
            format!("1 and 4 fail, not {}", numbers(&failed))
        })?;
    }
    // Assumptions hold for one call only.
    solve_and_check(&mut *solver, &formula, &lits(&[4, -5]), true)?;
    solve_and_check(&mut *solver, &formula, &[], true)?;
    solver.add_clause(&lits(&[1]));
    let mut formula = formula;
    formula.add_clause(&lits(&[1]));
    solve_and_check(&mut *solver, &formula, &lits(&[4]), false)?;
    solve_and_check(&mut *solver, &formula, &lits(&[-4, 3]), true)
}

pub(super) fn contradictory_assumptions(create: Create<'_>) -> Result<(), String> {
    let formula = cnf(3, &[&[1, 2, 3]]);
    let mut solver = loaded(create, &formula);
    solve_and_check(&mut *solver, &formula, &lits(&[2, -2]), false)?;
    solve_and_check(&mut *solver, &formula, &lits(&[-1, 3, 1]), false)?;
    solve_and_check(&mut *solver, &formula, &lits(&[3, 3]), true)
}

/// One solver is asked many things of the same formula.
pub(super) fn random_assumptions(create: Create<'_>) -> Result<(), String> {
    let mut generator = Generator::new(5);
    for round in 0..12 {
        let variables = 8 + round % 4;
        let formula = random(&mut generator, variables, variables * 3, 3);
        let mut solver = loaded(create, &formula);
        for _ in 0..15 {
            let count = generator.below(6);
            let assumptions: Vec<Lit> = (0..count).map(|_| generator.literal(variables)).collect();
            let mut assumed = formula.clone();
            for &literal in &assumptions {
                assumed.add_clause(&[literal]);
            }
            let satisfiable = !models(&assumed).is_empty();
            solve_and_check(&mut *solver, &formula, &assumptions, satisfiable)?;
        }
    }
    Ok(())
}
