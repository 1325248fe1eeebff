//! `relfind export`: a command as DIMACS with cubes and a job script, for solvers on other machines.
//!
//! The directory holds all that a solver needs and nothing of relfind's own; `relfind import` reads the results back.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Write as _},
    path::{Path, PathBuf},
};

use clap::Args;
use relfind::{
    RunLimits, Session,
    solver::{Cnf, Lit, Var, cubes::cubes},
    translator,
};
use serde_json::{Value, json};

use super::{
    AS_WANTED, BAD_INPUT, UNKNOWN,
    args::{Color, DialectArg, MeaningArgs, OverflowArg, SizeArgs},
    desk::{self, Desk},
    output::Output,
    run::options,
    select::select,
    watch::Watch,
};

/// The clauses, with the variable map as comments.
pub(crate) const FORMULA: &str = "formula.cnf";
/// The clauses and the cubes.
const INCREMENTAL: &str = "formula.icnf";
/// The cubes alone, one on a line.
pub(crate) const CUBES: &str = "cubes.txt";
/// What was exported.
pub(crate) const MANIFEST: &str = "export.json";
/// Where solvers' answers go.
pub(crate) const RESULTS: &str = "results";

/// The arguments of `export`.
#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// The specification: an .als or .md file.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The command: its label or its number from 0. The first one if none is given.
    #[arg(short, long, value_name = "NAME|INDEX")]
    pub(crate) command: Option<String>,
    /// The directory to write, made if it is not there.
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: PathBuf,
    /// Into about how many parts to split the problem.
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) cubes: u32,
    #[command(flatten)]
    pub(crate) meaning: MeaningArgs,
    #[command(flatten)]
    pub(crate) size: SizeArgs,
    /// When to use colours.
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    pub(crate) color: Color,
}

/// Writes the directory; the exit status.
pub(crate) fn export(args: &ExportArgs) -> u8 {
    let watch = Watch::start(u64::MAX >> 20);
    let output = Output::new(args.color);
    let desk = Desk {
        path: &args.file,
        json: false,
        quiet: true,
        output,
    };
    let session = match desk.open(args.meaning.dialect) {
        Ok(session) => session,
        Err(status) => return status,
    };
    let picked = match select(session.commands(), args.command.as_slice()) {
        Ok(picked) => picked,
        Err(message) => return desk.refuse(session.sources(), session.warnings(), &message),
    };
    let index = match picked.as_slice() {
        [] => 0,
        &[index] => index,
        [first, ..] if args.command.is_none() => *first,
        _ => {
            let message = format!("{} commands are meant, and one can be exported", picked.len());
            return desk.refuse(session.sources(), session.warnings(), &message);
        }
    };
    let limits = RunLimits {
        stop: Some(watch.stop()),
        ..RunLimits::default()
    };
    let options = options(&args.meaning, &args.size);
    let run = match session.run(index, &options, &limits) {
        Ok(run) => run,
        Err(failure) => {
            let (verdict, diagnostics) = desk::verdict(failure, &watch);
            output.diagnostics(&diagnostics, session.sources());
            if let relfind::report::Verdict::Unknown(stop) = verdict {
                output.error(&stop.to_string());
                return UNKNOWN;
            }
            return BAD_INPUT;
        }
    };
    let translation = run.translation();
    let primary: Vec<Var> = (0..translation.variables.len()).map(Var::new).collect();
    let mut parts = cubes(&translation.cnf, &primary, args.cubes as usize);
    if parts.is_empty() {
        // Lookahead refutes the formula, which leaves no proof: the whole is one part, for a solver to write one.
        parts.push(Vec::new());
    }
    let written = write(
        args,
        &session,
        index,
        &translator::dump_cnf(translation),
        &translation.cnf,
        &parts,
    );
    if let Err(error) = written {
        output.error(&format!("`{}` cannot be written: {error}", args.output.display()));
        return BAD_INPUT;
    }
    let sizes = run.sizes();
    output.print(&format!(
        "{}: {} variables, {} clauses, {}; `sh {}` solves {}, `relfind import {}` reads the results\n",
        args.output.display(),
        sizes.variables,
        sizes.clauses,
        counted(parts.len()),
        args.output.join("job.sh").display(),
        if parts.len() == 1 { "it" } else { "them" },
        args.output.display()
    ));
    AS_WANTED
}

/// `1 cube`, `2 cubes`
pub(crate) fn counted(cubes: usize) -> String {
    format!("{cubes} cube{}", if cubes == 1 { "" } else { "s" })
}

fn write(
    args: &ExportArgs,
    session: &Session,
    index: usize,
    dimacs: &str,
    cnf: &Cnf,
    cubes: &[Vec<Lit>],
) -> io::Result<()> {
    let directory = &args.output;
    fs::create_dir_all(directory)?;
    // Answers to what was there before are no answers to this.
    match fs::remove_dir_all(directory.join(RESULTS)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => fs::create_dir(directory.join(RESULTS))?,
    }
    fs::write(directory.join(FORMULA), dimacs)?;
    write_incremental(&directory.join(INCREMENTAL), cnf, cubes)?;
    let lines = cubes.iter().map(|cube| line(cube) + "\n");
    fs::write(directory.join(CUBES), lines.collect::<String>())?;
    let manifest = manifest(args, session, index)?;
    fs::write(directory.join(MANIFEST), format!("{manifest:#}\n"))?;
    fs::write(directory.join("job.sh"), include_str!("export/job.sh"))
}

/// The form of March and of `CaDiCaL`: the clauses, then the cubes as lines of assumptions.
fn write_incremental(path: &Path, cnf: &Cnf, cubes: &[Vec<Lit>]) -> io::Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    writeln!(out, "p inccnf")?;
    for clause in cnf.clauses() {
        writeln!(out, "{}", line(clause))?;
    }
    for cube in cubes {
        writeln!(out, "a {}", line(cube))?;
    }
    out.flush()
}

fn line(literals: &[Lit]) -> String {
    let numbers = literals.iter().map(|literal| format!("{} ", literal.to_dimacs()));
    numbers.collect::<String>() + "0"
}

/// What is needed to translate the command again.
fn manifest(args: &ExportArgs, session: &Session, index: usize) -> io::Result<Value> {
    Ok(json!({
        "format": "relfind-export 1",
        "file": fs::canonicalize(&args.file)?,
        "command": index,
        "label": session.commands()[index].label,
        "flags": flags(&args.meaning, &args.size),
    }))
}

/// The flags as words of a command line.
fn flags(meaning: &MeaningArgs, size: &SizeArgs) -> Vec<String> {
    let mut words = Vec::new();
    let mut flag = |name: &str, value: String| words.push(format!("--{name}={value}"));
    match meaning.dialect {
        DialectArg::Auto => {}
        DialectArg::Alloy6 => flag("dialect", "alloy6".into()),
        DialectArg::Alloy5 => flag("dialect", "alloy5".into()),
    }
    let optional = [
        ("scope", meaning.scope),
        ("bitwidth", meaning.bitwidth),
        ("unrolls", meaning.unrolls),
    ];
    for (name, value) in optional {
        if let Some(value) = value {
            flag(name, value.to_string());
        }
    }
    if meaning.overflow == OverflowArg::Wrap {
        flag("overflow", "wrap".into());
    }
    flag("symmetry", meaning.symmetry.to_string());
    flag("skolem-depth", meaning.skolem_depth.to_string());
    flag("max-atoms", size.max_atoms.to_string());
    flag("max-tuples", size.max_tuples.to_string());
    flag("max-nodes", size.max_nodes.to_string());
    flag("max-gates", size.max_gates.to_string());
    flag("max-clauses", size.max_clauses.to_string());
    words
}
