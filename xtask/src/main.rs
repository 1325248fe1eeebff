//! Measurements: `cargo xtask bench`, `solvers`, `compare`, `growth`, `puzzles`.
//!
//! Times are reported and never asserted; sizes are exact, and tests hold them.

#![allow(clippy::cast_precision_loss, reason = "counts and seconds are far below 2^52")]
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it talks to people")]

mod alloy;
mod bench;
mod compare;
mod growth;
mod outside;
mod plot;
mod process;
mod puzzles;
mod relfind;
mod solvers;
mod table;
mod tasks;

use std::process::ExitCode;

use clap::Parser;

/// Measures relfind.
#[derive(Debug, Parser)]
enum Task {
    /// Time each stage of the bundled models.
    Bench(bench::BenchArgs),
    /// Time each solver on the clauses of the bundled models, and of formulas in DIMACS.
    Solvers(solvers::SolversArgs),
    /// Time relfind and Alloy on a table of commands.
    Compare(compare::CompareArgs),
    /// Time relfind and Alloy on models at growing scopes, and draw the curves.
    Growth(growth::GrowthArgs),
    /// Time relfind, clingo and Alloy on puzzles, and write the table.
    Puzzles(puzzles::PuzzlesArgs),
    /// Run one program and say what it took.
    #[command(hide = true)]
    Measured(process::MeasuredArgs),
}

fn main() -> ExitCode {
    let done = match Task::parse() {
        Task::Bench(args) => bench::run(&args),
        Task::Solvers(args) => solvers::run(&args),
        Task::Compare(args) => compare::run(&args),
        Task::Growth(args) => growth::run(&args),
        Task::Puzzles(args) => puzzles::run(&args),
        Task::Measured(args) => process::measured(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}
