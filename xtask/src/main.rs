//! Measurements: `cargo xtask bench`, `cargo xtask solvers`, `cargo xtask compare`.
//!
//! Times are reported and never asserted; sizes are exact, and tests hold them.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it talks to people")]

mod bench;
mod compare;
mod process;
mod solvers;
mod table;

use std::process::ExitCode;

use clap::Parser;

/// Measures relfind.
#[derive(Debug, Parser)]
enum Task {
    /// Time each stage of the bundled models.
    Bench(bench::BenchArgs),
    /// Time each solver on the clauses of the bundled models, and of formulas in DIMACS.
    Solvers(solvers::SolversArgs),
    /// Time whole processes of relfind and of another program on a table of commands, by turns.
    Compare(compare::CompareArgs),
}

fn main() -> ExitCode {
    let done = match Task::parse() {
        Task::Bench(args) => bench::run(&args),
        Task::Solvers(args) => solvers::run(&args),
        Task::Compare(args) => compare::run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}
