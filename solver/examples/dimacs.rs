//! Solves a DIMACS file and prints the answer as the SAT competitions want it.
//!
//! ```text
//! cargo run -p relfind-solver --example dimacs -- [SOLVER] FILE
//! ```
//!
//! The exit status is 10 when there is a model, 20 when there is none, and 1 otherwise.

use std::error::Error;
use std::fs::File;
use std::io::{BufReader, Write, stderr, stdout};
use std::process::ExitCode;

use relfind_solver::{Limits, Lit, Var, Verdict, create, dimacs, load};

fn main() -> ExitCode {
    match run() {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            // Nothing is left to do when even this fails.
            let _ = writeln!(stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<u8, Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (name, file) = match arguments.as_slice() {
        [file] => ("auto", file),
        [name, file] => (name.as_str(), file),
        _ => return Err("usage: dimacs [SOLVER] FILE".into()),
    };
    let cnf = dimacs::read(BufReader::new(File::open(file)?))?;
    let mut solver = create(name)?;
    load(&mut *solver, &cnf);
    let mut out = stdout().lock();
    let verdict = solver.solve(&[], &Limits::none());
    if let Some(conflicts) = solver.stats().conflicts {
        writeln!(out, "c {conflicts} conflicts")?;
    }
    match verdict {
        Verdict::Sat => {
            writeln!(out, "s SATISFIABLE")?;
            for var in (0..cnf.variables()).map(Var::new) {
                writeln!(out, "v {}", Lit::new(var, solver.value(var)).to_dimacs())?;
            }
            writeln!(out, "v 0")?;
            Ok(10)
        }
        Verdict::Unsat => {
            writeln!(out, "s UNSATISFIABLE")?;
            Ok(20)
        }
        Verdict::Unknown(reason) => Err(reason.to_string().into()),
    }
}
