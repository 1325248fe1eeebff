//! `relfind import`: what solvers found on an exported command.
//!
//! The command is translated again and must give the exported clauses. A model is then an instance like any other: the clauses and its cube
//! are checked, and the evaluator is asked. That there is no instance needs an answer for every cube, and that the cubes leave
//! nothing out, which is solved here; the answers themselves are taken on trust.

mod game;

use std::{
    fs::{self, File},
    io::{BufReader, ErrorKind},
    path::{Path, PathBuf},
};

use clap::{Args, Parser};
use relfind::{
    Failure, Run, RunLimits, Session, Stop,
    report::{CommandReport, Verdict},
    solver::{self, Answer, Cnf, Limits, Lit, check_model, dimacs, read_answer},
    viz::{Display, Theme},
};
use serde_json::Value;

use super::{
    BAD_INPUT,
    args::{Color, MeaningArgs, SizeArgs, View},
    desk::{self, Desk},
    export::{CUBES, FORMULA, MANIFEST, RESULTS},
    output::Output,
    run::{exit_status, options},
    text,
    watch::Watch,
};

/// The arguments of `import`.
#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    /// A directory that `relfind export` wrote, with answers in its folder `results`; or a file: a game in KIF, of which a specification is
    /// made.
    #[arg(value_name = "DIR")]
    pub(crate) directory: PathBuf,
    /// How to draw an instance.
    #[arg(long, value_enum, default_value_t = View::Auto)]
    pub(crate) view: View,
    /// When to use colours.
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    pub(crate) color: Color,
    #[command(flatten)]
    pub(crate) game: game::GameArgs,
}

/// The flags that an export was made with.
#[derive(Debug, Parser)]
#[command(no_binary_name = true)]
struct Flags {
    #[command(flatten)]
    meaning: MeaningArgs,
    #[command(flatten)]
    size: SizeArgs,
}

/// What an export says about itself.
struct Manifest {
    file: PathBuf,
    command: usize,
    flags: Flags,
}

/// Reads the results and says what they come to; the exit status.
pub(crate) fn import(args: &ImportArgs) -> u8 {
    let output = Output::new(args.color);
    if !args.directory.is_dir() {
        return game::import(&args.directory, &args.game, output);
    }
    let manifest = match manifest(&args.directory) {
        Ok(manifest) => manifest,
        Err(message) => {
            output.error(&message);
            return BAD_INPUT;
        }
    };
    let watch = Watch::start(u64::MAX >> 20);
    let desk = Desk {
        path: &manifest.file,
        json: false,
        quiet: true,
        output,
    };
    let session = match desk.open(manifest.flags.meaning.dialect) {
        Ok(session) => session,
        Err(status) => return status,
    };
    if manifest.command >= session.commands().len() {
        output.error(&changed(&manifest.file));
        return BAD_INPUT;
    }
    let mut report = CommandReport::new(manifest.command, &session.commands()[manifest.command]);
    let found = read_results(args, &manifest, &session, &watch);
    let mut note = String::new();
    match found {
        Ok(Found::Instance(instance)) => {
            report.verdict = Verdict::Sat;
            note = format!("\n{}", text::picture(&instance, args.view, &Theme::default()));
        }
        Ok(Found::Nothing(cubes)) => {
            report.verdict = Verdict::Unsat;
            note = format!(
                "   {cubes} cubes have no model as their solvers say, of which nothing was proved here; that the cubes leave nothing out was checked\n"
            );
        }
        Ok(Found::Open(message)) => {
            report.verdict = Verdict::Unknown(Stop::Solver(message));
        }
        Err(Refusal::Input(message)) => {
            output.error(&message);
            return BAD_INPUT;
        }
        Err(Refusal::Failure(failure)) => {
            let (verdict, diagnostics) = desk::verdict(failure, &watch);
            output.diagnostics(&diagnostics, session.sources());
            report.verdict = verdict;
        }
    }
    let command = &session.commands()[manifest.command];
    let heading = text::heading(manifest.command, command, session.sources().text(command.span));
    output.print(&format!("{heading}\n   {}\n{note}", text::verdict(&report)));
    exit_status(&report)
}

fn manifest(directory: &Path) -> Result<Manifest, String> {
    let path = directory.join(MANIFEST);
    let text = fs::read_to_string(&path).map_err(|error| {
        format!(
            "`{}` cannot be read: {error}; is this a directory that `relfind export` wrote?",
            path.display()
        )
    })?;
    let bad = || format!("`{}` is not what `relfind export` writes", path.display());
    let value: Value = serde_json::from_str(&text).map_err(|_| bad())?;
    if value["format"] != "relfind-export 1" {
        return Err(bad());
    }
    let words: Option<Vec<&str>> = value["flags"]
        .as_array()
        .and_then(|w| w.iter().map(Value::as_str).collect());
    let flags = Flags::try_parse_from(words.ok_or_else(bad)?).map_err(|_| bad())?;
    let command = value["command"].as_u64().and_then(|n| usize::try_from(n).ok());
    Ok(Manifest {
        file: value["file"].as_str().ok_or_else(bad)?.into(),
        command: command.ok_or_else(bad)?,
        flags,
    })
}

/// What the results come to.
enum Found {
    Instance(Box<Display>),
    /// None in any of so many cubes.
    Nothing(usize),
    /// What is missing.
    Open(String),
}

enum Refusal {
    Input(String),
    Failure(Failure),
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

impl From<String> for Refusal {
    fn from(message: String) -> Self {
        Self::Input(message)
    }
}

fn read_results(
    args: &ImportArgs,
    manifest: &Manifest,
    session: &Session,
    watch: &Watch,
) -> Result<Found, Refusal> {
    let options = options(&manifest.flags.meaning, &manifest.flags.size);
    let limits = RunLimits {
        stop: Some(watch.stop()),
        ..RunLimits::default()
    };
    let mut run = session.run(manifest.command, &options, &limits)?;
    let cnf = run.translation().cnf.clone();
    let path = args.directory.join(FORMULA);
    if dimacs::read(open(&path)?).map_err(|error| format!("`{}`: {error}", path.display()))? != cnf {
        return Err(changed(&manifest.file).into());
    }
    let cubes = cubes(&args.directory.join(CUBES), &cnf)?;
    let results = args.directory.join(RESULTS);
    // The whole formula may have been solved instead of its parts.
    match answer(&results.join("0.out"), &cnf, &[])? {
        Some(Answer::Sat(model)) => return instance(&mut run, &model),
        Some(Answer::Unsat) => return Ok(Found::Nothing(1)),
        Some(Answer::Unknown(_)) | None => {}
    }
    let mut missing = Vec::new();
    for (index, cube) in cubes.iter().enumerate() {
        match answer(&results.join(format!("{}.out", index + 1)), &cnf, cube)? {
            Some(Answer::Sat(model)) => return instance(&mut run, &model),
            Some(Answer::Unsat) => {}
            Some(Answer::Unknown(_)) | None => missing.push(index + 1),
        }
    }
    if let Some(first) = missing.first() {
        return Ok(Found::Open(format!(
            "{} of {} cubes have no answer, cube {first} is the first of them",
            missing.len(),
            cubes.len()
        )));
    }
    let limits = Limits::none().with_stop(watch.stop());
    match leave_nothing_out(&cnf, &cubes, &limits) {
        solver::Verdict::Unsat => Ok(Found::Nothing(cubes.len())),
        solver::Verdict::Sat => Err(format!("`{CUBES}` leaves a part of the formula out").into()),
        solver::Verdict::Unknown(reason) => Ok(Found::Open(reason.to_string())),
    }
}

/// An instance, checked as every instance is.
fn instance(run: &mut Run<'_>, model: &[bool]) -> Result<Found, Refusal> {
    let display = run.adopt(&|var| model.get(var.index()).copied().unwrap_or(false))?;
    Ok(Found::Instance(Box::new(display)))
}

/// Whether the formula has a model outside of all cubes.
fn leave_nothing_out(cnf: &Cnf, cubes: &[Vec<Lit>], limits: &Limits) -> solver::Verdict {
    let Ok(mut solver) = solver::create("auto") else {
        return solver::Verdict::Sat;
    };
    solver::load(&mut *solver, cnf);
    for cube in cubes {
        let outside: Vec<Lit> = cube.iter().map(|&literal| !literal).collect();
        solver.add_clause(&outside);
    }
    solver.solve(&[], limits)
}

/// What a solver wrote about a cube; a model of the clauses and the cube, if it is one.
fn answer(path: &Path, cnf: &Cnf, cube: &[Lit]) -> Result<Option<Answer>, String> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(format!("`{}` cannot be read: {error}", path.display())),
    };
    let answer = read_answer(BufReader::new(file), cnf.variables())
        .map_err(|problem| format!("`{}`: the solver {problem}", path.display()))?;
    if let Some(Answer::Sat(model)) = &answer {
        let mut formula = cnf.clone();
        for &literal in cube {
            formula.add_clause(&[literal]);
        }
        check_model(&formula, |var| model.get(var.index()).copied().unwrap_or(false))
            .map_err(|violation| format!("`{}`: {violation}", path.display()))?;
    }
    Ok(answer)
}

fn cubes(path: &Path, cnf: &Cnf) -> Result<Vec<Vec<Lit>>, String> {
    let text =
        fs::read_to_string(path).map_err(|error| format!("`{}` cannot be read: {error}", path.display()))?;
    let cube = |line: &str| -> Option<Vec<Lit>> {
        let literals = line.strip_suffix('0')?.split_whitespace();
        let literal = |word: &str| Lit::from_dimacs(word.parse().ok()?);
        let literals: Vec<Lit> = literals.map(literal).collect::<Option<_>>()?;
        let known = |literal: &Lit| literal.var().index() < cnf.variables() as usize;
        literals.iter().all(known).then_some(literals)
    };
    let lines = text.lines().enumerate();
    lines
        .map(|(at, line)| {
            cube(line).ok_or_else(|| format!("`{}`: line {} is no cube", path.display(), at + 1))
        })
        .collect()
}

fn open(path: &Path) -> Result<BufReader<File>, String> {
    let file = File::open(path).map_err(|error| format!("`{}` cannot be read: {error}", path.display()))?;
    Ok(BufReader::new(file))
}

fn changed(file: &Path) -> String {
    format!(
        "`{}` no longer gives the clauses that were exported: export it again",
        file.display()
    )
}
