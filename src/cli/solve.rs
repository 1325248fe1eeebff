//! `relfind solve`: a formula in DIMACS, solved as at the SAT competitions.

use std::{
    fs::File,
    io::{BufReader, BufWriter},
    path::PathBuf,
};

use clap::Args;
use relfind::solver::{self, Limits, Lit, SatSolver, Var, Verdict, backends::Batsat};

use super::{
    BAD_INPUT, UNKNOWN,
    args::{Color, parse_seconds},
    output::Output,
    watch::Watch,
};

/// The status of competition solvers that found a model.
const SATISFIABLE: u8 = 10;
/// The status of those that found that there is none.
const UNSATISFIABLE: u8 = 20;
/// Literals on a line of a model.
const LINE: usize = 16;

/// The arguments of `solve`.
#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    /// The formula, in DIMACS.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The SAT solver: `auto`, or a name or command line as for a run.
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub(crate) solver: String,
    /// Write a proof here if there is no model, in DRAT as text; `{proof}` in the command line of another solver does the same. Only `batsat` writes
    /// proofs, which `auto` then is.
    #[arg(long, value_name = "FILE")]
    pub(crate) proof: Option<PathBuf>,
    /// Give up after this many seconds.
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub(crate) timeout: Option<f64>,
}

/// Prints `s` and `v` lines; the exit status is 10 with a model, 20 without any, 2 or 3 without an answer.
pub(crate) fn solve(args: &SolveArgs) -> u8 {
    let output = Output::new(Color::Never);
    let watch = Watch::start(u64::MAX >> 20);
    let refuse = |what: &dyn std::fmt::Display| {
        output.error(&format!("`{}` cannot be solved: {what}", args.file.display()));
        BAD_INPUT
    };
    let cnf = match File::open(&args.file) {
        Ok(file) => solver::dimacs::read(BufReader::new(file)),
        Err(error) => return refuse(&error),
    };
    let cnf = match cnf {
        Ok(cnf) => cnf,
        Err(error) => return refuse(&error),
    };
    let mut solver = match solver(args) {
        Ok(solver) => solver,
        Err(error) => return refuse(&error),
    };
    solver::load(&mut *solver, &cnf);
    let mut limits = Limits::none().with_stop(watch.stop());
    if let Some(seconds) = args.timeout {
        limits = limits.with_timeout(std::time::Duration::from_secs_f64(seconds));
    }
    match solver.solve(&[], &limits) {
        Verdict::Sat => {
            let variables: Vec<Var> = (0..cnf.variables()).map(Var::new).collect();
            let mut text = String::from("s SATISFIABLE\n");
            for line in variables.chunks(LINE) {
                text.push('v');
                for &var in line {
                    text += &format!(" {}", Lit::new(var, solver.value(var)).to_dimacs());
                }
                text.push('\n');
            }
            output.print(&(text + "v 0\n"));
            SATISFIABLE
        }
        Verdict::Unsat => {
            output.print("s UNSATISFIABLE\n");
            UNSATISFIABLE
        }
        Verdict::Unknown(reason) => {
            output.print("s UNKNOWN\n");
            output.error(&reason.to_string());
            UNKNOWN
        }
    }
}

/// The solver, which writes a proof if that is asked for.
fn solver(args: &SolveArgs) -> Result<Box<dyn SatSolver>, String> {
    let Some(path) = &args.proof else {
        return solver::create(&args.solver).map_err(|error| error.to_string());
    };
    if !matches!(args.solver.as_str(), "auto" | "batsat") {
        return Err(format!(
            "the solver `{}` writes no proofs, only `batsat` does",
            args.solver
        ));
    }
    let file =
        File::create(path).map_err(|error| format!("`{}` cannot be written: {error}", path.display()))?;
    Ok(Box::new(Batsat::with_proof(Box::new(BufWriter::new(file)))))
}
