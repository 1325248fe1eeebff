//! `relfind import`: what solvers found on an exported command.
//!
//! The command is translated again and must give the exported clauses. A model is then an instance like any other: the clauses and its cube
//! are checked, and the evaluator is asked. That there is no instance needs an answer for every cube, and that the cubes leave
//! nothing out, which is solved and proved here. An answer with a proof beside it, `results/N.proof`, is checked; one without is
//! taken on trust, and it is said that it is.

mod game;

use std::{
    fs::{self, File},
    io::{BufReader, BufWriter, ErrorKind, Seek as _},
    path::{Path, PathBuf},
};

use clap::{Args, Parser};
use relfind::{
    Failure, Run, RunLimits, Session, Stop,
    report::{CommandReport, Verdict},
    solver::{
        self, Answer, Cnf, Limits, Lit, SatSolver as _, backends::Batsat, check_model, dimacs, proof,
        read_answer,
    },
    viz::{Display, Theme},
};
use serde_json::Value;

use super::{
    BAD_INPUT,
    args::{Color, MeaningArgs, SizeArgs, View},
    desk::{self, Desk},
    export::{CUBES, FORMULA, MANIFEST, RESULTS, counted},
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
        Ok(Found::Nothing(parts)) => {
            report.verdict = Verdict::Unsat;
            note = parts.note();
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
    /// None in any part.
    Nothing(Parts),
    /// What is missing.
    Open(String),
}

/// The parts of a formula that have no model.
#[derive(Clone, Copy, Debug, Default)]
struct Parts {
    /// How many cubes; 0 if the whole formula was solved.
    cubes: usize,
    /// How many answers have a proof that was checked.
    proved: usize,
}

impl Parts {
    /// How far the answers can be trusted.
    fn note(self) -> String {
        let Self { cubes, proved } = self;
        let complete = "that the cubes leave nothing out was checked";
        match (cubes, cubes - proved.min(cubes)) {
            (0, _) if proved > 0 => "   the proof of the whole formula was checked\n".into(),
            (0, _) => {
                "   the formula has no model as its solver says, which was not checked: there is no proof\n"
                    .into()
            }
            (cubes, 0) => {
                format!("   {cubes} cubes have no model: their proofs were checked, and {complete}\n")
            }
            (cubes, open) if open == cubes => format!(
                "   {cubes} cubes have no model as their solvers say, of which nothing was proved here; {complete}\n"
            ),
            (cubes, open) => format!(
                "   {cubes} cubes have no model: {proved} by proofs that were checked, {open} as their solvers say, unchecked; {complete}\n"
            ),
        }
    }
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
    if cubes.is_empty() {
        return Err(format!("`{CUBES}` has no cube: export the command again").into());
    }
    let results = args.directory.join(RESULTS);
    let limits = Limits::none().with_stop(watch.stop());
    // The whole formula may have been solved instead of its parts.
    match answer(&results, 0, &cnf, &limits)? {
        Some(Part::Model(model)) => return instance(&mut run, &model),
        Some(Part::Nothing { proved }) => {
            let proved = proved.into();
            return Ok(Found::Nothing(Parts { cubes: 0, proved }));
        }
        None => {}
    }
    let mut missing = Vec::new();
    let mut parts = Parts::default();
    for (cube, number) in cubes.iter().zip(1..) {
        match answer(&results, number, &within(&cnf, cube), &limits)? {
            Some(Part::Model(model)) => return instance(&mut run, &model),
            Some(Part::Nothing { proved }) => {
                parts.cubes += 1;
                parts.proved += usize::from(proved);
            }
            None => missing.push(number),
        }
    }
    if let Some(&first) = missing.first() {
        return Ok(Found::Open(open_cubes(
            missing.len(),
            first,
            cubes.len(),
            &args.directory,
        )));
    }
    // A cube without literals is the whole formula.
    if cubes.len() == 1 && cubes[0].is_empty() {
        return Ok(Found::Nothing(Parts { cubes: 0, ..parts }));
    }
    match leave_nothing_out(cnf, &cubes, &limits)? {
        solver::Verdict::Unsat => Ok(Found::Nothing(parts)),
        solver::Verdict::Sat => Err(format!("`{CUBES}` leaves a part of the formula out").into()),
        solver::Verdict::Unknown(reason) => Ok(Found::Open(reason.to_string())),
    }
}

/// What to say of cubes without answers.
fn open_cubes(missing: usize, first: usize, all: usize, directory: &Path) -> String {
    let have = if missing == 1 { "has" } else { "have" };
    let cubes = counted(all);
    if missing == all {
        let job = directory.join("job.sh");
        return format!(
            "nothing is solved yet: {missing} of {cubes} {have} no answer; `sh {}` solves what is open",
            job.display()
        );
    }
    format!("{missing} of {cubes} {have} no answer, cube {first} is the first of them")
}

/// An instance, checked as every instance is.
fn instance(run: &mut Run<'_>, model: &[bool]) -> Result<Found, Refusal> {
    let display = run.adopt(&|var| model.get(var.index()).copied().unwrap_or(false))?;
    Ok(Found::Instance(Box::new(display)))
}

/// Whether the formula has a model outside of all cubes. That it has none is proved, and the proof checked.
fn leave_nothing_out(mut cnf: Cnf, cubes: &[Vec<Lit>], limits: &Limits) -> Result<solver::Verdict, String> {
    for cube in cubes {
        let outside: Vec<Lit> = cube.iter().map(|&literal| !literal).collect();
        cnf.add_clause(&outside);
    }
    let failed =
        |error: &dyn std::fmt::Display| format!("that the cubes leave nothing out is not proved: {error}");
    let mut proof = tempfile::tempfile().map_err(|error| failed(&error))?;
    let copy = proof.try_clone().map_err(|error| failed(&error))?;
    let mut solver = Batsat::with_proof(Box::new(BufWriter::new(copy)));
    solver::load(&mut solver, &cnf);
    let verdict = solver.solve(&[], limits);
    if verdict == solver::Verdict::Unsat {
        proof.rewind().map_err(|error| failed(&error))?;
        proof::check(&cnf, BufReader::new(proof), limits).map_err(|error| failed(&error))?;
    }
    Ok(verdict)
}

/// What a solver found.
enum Part {
    Model(Vec<bool>),
    Nothing { proved: bool },
}

/// The clauses with a cube.
fn within(cnf: &Cnf, cube: &[Lit]) -> Cnf {
    let mut formula = cnf.clone();
    for &literal in cube {
        formula.add_clause(&[literal]);
    }
    formula
}

/// What a solver wrote about a formula, its model and its proof checked; `None` if it has no answer.
fn answer(results: &Path, number: usize, formula: &Cnf, limits: &Limits) -> Result<Option<Part>, String> {
    let path = results.join(format!("{number}.out"));
    let Some(file) = open_if_there(&path)? else {
        return Ok(None);
    };
    let said = read_answer(file, formula.variables())
        .map_err(|problem| format!("`{}`: the solver {problem}", path.display()))?;
    match said {
        Some(Answer::Sat(model)) => {
            check_model(formula, |var| model.get(var.index()).copied().unwrap_or(false))
                .map_err(|violation| format!("`{}`: {violation}", path.display()))?;
            Ok(Some(Part::Model(model)))
        }
        Some(Answer::Unsat) => {
            let path = results.join(format!("{number}.proof"));
            let proof = open_if_there(&path)?;
            let proved = proof.is_some();
            if let Some(proof) = proof {
                proof::check(formula, proof, limits)
                    .map_err(|error| format!("`{}`: {error}", path.display()))?;
            }
            Ok(Some(Part::Nothing { proved }))
        }
        Some(Answer::Unknown(_)) | None => Ok(None),
    }
}

fn open_if_there(path: &Path) -> Result<Option<BufReader<File>>, String> {
    match File::open(path) {
        Ok(file) => Ok(Some(BufReader::new(file))),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(format!("`{}` cannot be read: {error}", path.display())),
    }
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
