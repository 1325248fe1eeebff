//! One suite that every backend passes.
//!
//! The manner is `RustSAT`'s (<https://github.com/chrjabs/rustsat>): one list of cases, run against each
//! solver, so that a new backend is tested by naming it. Answers are compared with enumeration over all
//! valuations, which shares nothing with any solver. Nothing is random: formulas come from a generator
//! with a fixed seed.

mod formulas;
mod incremental;
mod interruption;
mod single;
#[cfg(test)]
mod tests;

pub use formulas::{Generator, models, pigeonhole, random};

use std::fmt::Write as _;

use crate::backend::{SatSolver, Verdict, load};
use crate::check::check_model;
use crate::cnf::Cnf;
use crate::limits::Limits;
use crate::lit::{Lit, Var};

/// A case that a backend does not pass.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{case}: {problem}")]
pub struct Failure {
    /// The case's name.
    pub case: &'static str,
    /// What was expected, and what happened.
    pub problem: String,
}

/// Makes a new solver of the backend under test.
pub type Create<'a> = &'a dyn Fn() -> Box<dyn SatSolver>;

/// A case; its error is the problem.
type Case = fn(Create<'_>) -> Result<(), String>;

const CASES: &[(&str, Case)] = &[
    ("no variables, no clauses", single::nothing),
    ("an empty clause", single::empty_clause),
    ("unit clauses", single::units),
    ("contradictory unit clauses", single::contradictory_units),
    ("repeated literals and tautologies", single::repeated_literals),
    ("variables without clauses", single::unused_variables),
    ("pigeonhole", single::pigeonholes),
    ("random formulas", single::random_formulas),
    ("the same answer twice", single::deterministic),
    ("clauses between calls", incremental::clauses_between_calls),
    (
        "an empty clause between calls",
        incremental::empty_clause_between_calls,
    ),
    ("all models by blocking clauses", incremental::enumeration),
    ("assumptions", incremental::assumptions),
    (
        "contradictory assumptions",
        incremental::contradictory_assumptions,
    ),
    (
        "failed assumptions of random formulas",
        incremental::random_assumptions,
    ),
    ("a deadline that has passed", interruption::passed_deadline),
    ("a stop flag that is set", interruption::set_flag),
    (
        "a deadline during the search",
        interruption::deadline_during_search,
    ),
    ("a stop flag during the search", interruption::flag_during_search),
    ("counts", interruption::counts),
];

/// Runs all cases.
///
/// # Errors
///
/// The cases that fail, with what went wrong; those after a failure are run as well.
pub fn run(create: Create<'_>) -> Result<(), Vec<Failure>> {
    let failures: Vec<Failure> = CASES
        .iter()
        .filter_map(|&(case, test)| test(create).err().map(|problem| Failure { case, problem }))
        .collect();
    if failures.is_empty() {
        Ok(())
    } else {
        Err(failures)
    }
}

/// Is the verdict this one?
fn expect(verdict: &Verdict, expected: &Verdict, about: &str) -> Result<(), String> {
    ensure(verdict == expected, || {
        format!("expected {expected:?}, got {verdict:?} ({about})")
    })
}

fn ensure(holds: bool, problem: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(problem()) }
}

/// A formula from DIMACS numbers.
fn cnf(variables: u32, clauses: &[&[i32]]) -> Cnf {
    let mut cnf = Cnf::new(variables);
    for clause in clauses {
        cnf.add_clause(&lits(clause));
    }
    cnf
}

fn lits(numbers: &[i32]) -> Vec<Lit> {
    numbers
        .iter()
        .filter_map(|&number| Lit::from_dimacs(number))
        .collect()
}

/// A solver that holds this formula.
fn loaded(create: Create<'_>, cnf: &Cnf) -> Box<dyn SatSolver> {
    let mut solver = create();
    load(&mut *solver, cnf);
    solver
}

/// Solves, and compares the verdict and the model or the failed assumptions with the formula itself.
fn solve_and_check(
    solver: &mut dyn SatSolver,
    cnf: &Cnf,
    assumptions: &[Lit],
    satisfiable: bool,
) -> Result<(), String> {
    let expected = if satisfiable { Verdict::Sat } else { Verdict::Unsat };
    let verdict = solver.solve(assumptions, &Limits::none());
    expect(
        &verdict,
        &expected,
        &format!("assuming {} in {}", numbers(assumptions), shown(cnf)),
    )?;
    let failed = solver.failed_assumptions();
    if satisfiable {
        check_model(cnf, |var| solver.value(var))
            .map_err(|violation| format!("{violation} ({})", shown(cnf)))?;
        ensure(
            assumptions
                .iter()
                .all(|&l| solver.value(l.var()) != l.is_negative()),
            || format!("the model breaks an assumption of {}", numbers(assumptions)),
        )?;
        return ensure(failed.is_empty(), || {
            format!("{} failed though there is a model", numbers(failed))
        });
    }
    ensure(failed.iter().all(|l| assumptions.contains(l)), || {
        format!(
            "{} is no subset of the assumptions {}",
            numbers(failed),
            numbers(assumptions)
        )
    })?;
    let distinct = failed.iter().enumerate().all(|(i, l)| !failed[..i].contains(l));
    ensure(distinct, || {
        format!("an assumption stands twice in {}", numbers(failed))
    })?;
    let mut core = cnf.clone();
    for &literal in failed {
        core.add_clause(&[literal]);
    }
    ensure(models(&core).is_empty(), || {
        format!(
            "the assumptions {} can hold together in {}",
            numbers(failed),
            shown(cnf)
        )
    })?;
    ensure(!solver.value(Var::new(0)), || {
        "a model is left after `unsat`".to_owned()
    })
}

/// Literals for a message, as DIMACS numbers.
fn numbers(literals: &[Lit]) -> String {
    let numbers: Vec<i32> = literals.iter().map(|literal| literal.to_dimacs()).collect();
    format!("{numbers:?}")
}

/// The formula for a message, cut if it is long.
fn shown(cnf: &Cnf) -> String {
    let mut text = format!("p cnf {} {}:", cnf.variables(), cnf.len());
    for clause in cnf.clauses().take(60) {
        for literal in clause {
            // Writing to a string cannot fail.
            let _ = write!(text, " {}", literal.to_dimacs());
        }
        text.push_str(" 0");
    }
    if cnf.len() > 60 {
        text.push_str(" …");
    }
    text
}
