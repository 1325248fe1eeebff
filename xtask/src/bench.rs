//! `cargo xtask bench`: the stages of bundled models at several scopes, and other programs beside them.
//!
//! Every measurement is a process of its own, so that peak memory is that of one command, and none warms up another. Times are those of processors, so that they
//! depend little on what else the machine does; the last but one is that on the clock. What is measured stands in benches/cases.tsv
//! with its sizes, which are exact: `tests/sizes.rs` holds them.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use clap::Args;
use relfind::{
    Run, RunLimits, RunOptions, Session,
    lang::source::FileId,
    solver::dimacs,
    translator::{Reporter, Stage},
};

use crate::{
    alloy::AlloyArgs,
    outside,
    process::{measure, of_this_process, peak_megabytes},
    table::{aligned, geometric_mean, median, rows, write},
};

/// File, command and overall scope (`-` for that of the file), then what they come to.
const CASES: &str = "benches/cases.tsv";
const HEADING: &[&str] = &[
    "file",
    "command",
    "scope",
    "verdict",
    "primary",
    "variables",
    "clauses",
    "gates",
    "parse ms",
    "resolve ms",
    "lower ms",
    "simplify ms",
    "symmetry ms",
    "ground ms",
    "encode ms",
    "solve ms",
    "read back ms",
    "total ms",
    "wall ms",
    "peak MB",
];
/// Columns before the times.
const FACTS: usize = 8;
/// The column of the total time.
const TOTAL: usize = HEADING.len() - 3;
/// Seconds for one measurement.
const LIMIT: u64 = 120;

#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// How often each command is measured; the median counts.
    #[arg(long, default_value_t = 5)]
    runs: usize,
    /// Where the table goes; the one before is compared and kept.
    #[arg(long, default_value = "target/bench/stages.tsv")]
    out: PathBuf,
    /// The solver.
    #[arg(long, default_value = "auto")]
    solver: String,
    /// Measure these files only: those whose path has one of these words in it.
    #[arg(long)]
    only: Vec<String>,
    /// Leave out other programs, also those that are there: solvers on the clauses of each command, clingo among them as a solver.
    #[arg(long)]
    alone: bool,
    #[command(flatten)]
    alloy: AlloyArgs,
    /// Measure one command in this process: FILE, LABEL and SCOPE.
    #[arg(long, num_args = 3, hide = true)]
    one: Option<Vec<String>>,
}

/// What is measured.
#[derive(Clone, Debug)]
struct Case {
    file: String,
    command: String,
    scope: String,
}

pub(crate) fn run(args: &BenchArgs) -> Result<(), String> {
    if let Some([file, command, scope]) = args.one.as_deref() {
        let [file, command, scope] = [file, command, scope].map(String::clone);
        let case = Case { file, command, scope };
        println!("{}", one(&case, &args.solver)?.join("\t"));
        return Ok(());
    }
    let cases = cases(args)?;
    stages(args, &cases)?;
    if args.alone {
        return Ok(());
    }
    outside::beside(&args.alloy, args.runs, &formulas(&cases)?)
}

fn cases(args: &BenchArgs) -> Result<Vec<Case>, String> {
    let wanted =
        |file: &str| args.only.is_empty() || args.only.iter().any(|word| file.contains(word.as_str()));
    let case = |row: Vec<String>| match &row[..] {
        [file, command, scope, ..] if wanted(file) => Some(Case {
            file: file.clone(),
            command: command.clone(),
            scope: scope.clone(),
        }),
        _ => None,
    };
    let cases: Vec<Case> = rows(Path::new(CASES)).into_iter().filter_map(case).collect();
    if cases.is_empty() {
        return Err(format!(
            "{CASES} has nothing to measure; is this the root of the project?"
        ));
    }
    Ok(cases)
}

/// Measures the stages of all cases, and compares them with the last time.
fn stages(args: &BenchArgs, cases: &[Case]) -> Result<(), String> {
    let last = rows(&args.out);
    let mut table = Vec::new();
    let mut shown = Vec::new();
    let mut ratios = Vec::new();
    for case in cases {
        let row = medians(args, case)?;
        let before = last.iter().find(|old| old.get(..3) == row.get(..3));
        let ratio = before.and_then(|old| ratio(&row, old));
        ratios.extend(ratio);
        let mut line = row.clone();
        line.push(ratio.map_or_else(String::new, |ratio| format!("{ratio:.2}")));
        eprintln!("{} {} {}: {} ms", row[0], row[1], row[2], row[TOTAL]);
        shown.push(line);
        table.push(row);
    }
    let mut heading = HEADING.to_vec();
    heading.push("of last");
    print!("{}", aligned(&heading, &shown));
    if !ratios.is_empty() {
        println!(
            "total time against the last run, geometric mean: {:.2}",
            geometric_mean(&ratios)
        );
    }
    write(&args.out, HEADING, &table)
}

/// Total time against that of an earlier run.
fn ratio(row: &[String], old: &[String]) -> Option<f64> {
    let total = |row: &[String]| row.get(TOTAL)?.parse::<f64>().ok();
    Some(total(row)? / total(old)?.max(1e-3))
}

fn medians(args: &BenchArgs, case: &Case) -> Result<Vec<String>, String> {
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let mut runs: Vec<Vec<String>> = Vec::new();
    for _ in 0..args.runs.max(1) {
        let mut command = Command::new(&program);
        command.args(["bench", "--solver", &args.solver, "--one"]);
        command.args([&case.file, &case.command, &case.scope]);
        let text = measure(&command, Duration::from_secs(LIMIT))?.text;
        let row: Vec<String> = text.trim_end().split('\t').map(str::to_owned).collect();
        if row.len() != HEADING.len() {
            return Err(format!("{}, command {}: no measurement", case.file, case.command));
        }
        runs.push(row);
    }
    let mut row = runs[0][..FACTS].to_vec();
    for column in FACTS..HEADING.len() {
        let values = runs.iter().filter_map(|run| run[column].parse().ok()).collect();
        row.push(format!("{:.2}", median(values)));
    }
    Ok(row)
}

/// At which processor time each stage began.
#[derive(Default)]
struct Clock(Mutex<Vec<(Stage, f64)>>);

impl Reporter for Clock {
    fn stage(&self, stage: Stage) {
        if let Ok(mut stages) = self.0.lock() {
            stages.push((stage, of_this_process()));
        }
    }
}

impl Clock {
    fn began(&self, stage: Stage) -> Option<f64> {
        let stages = self.0.lock().ok()?;
        stages.iter().find(|(s, _)| *s == stage).map(|&(_, at)| at)
    }
}

/// A started run of a case.
fn start<'s>(session: &'s Session, case: &Case, solver: &str, limits: &RunLimits) -> Result<Run<'s>, String> {
    let index = index(session, case)?;
    let mut options = RunOptions {
        solver: solver.to_owned(),
        ..RunOptions::default()
    };
    options.lower.overall_scope = case.scope.parse().ok();
    let run = session.run(index, &options, limits);
    run.map_err(|failure| format!("{}: {failure:?}", case.file))
}

fn index(session: &Session, case: &Case) -> Result<usize, String> {
    let position = session.commands().iter().position(|c| c.label == case.command);
    position.ok_or_else(|| format!("{} has no command {}", case.file, case.command))
}

fn open(case: &Case) -> Result<Session, String> {
    Session::open(Path::new(&case.file)).map_err(|error| format!("{}: {error}", case.file))
}

fn one(case: &Case, solver: &str) -> Result<Vec<String>, String> {
    let text = fs::read_to_string(&case.file).map_err(|error| format!("{}: {error}", case.file))?;
    // The tree of the root file alone; to load it means to do this again, with the modules that it opens, and to resolve all of them.
    let before = of_this_process();
    let _ = relfind::lang::parser::parse(FileId(0), &text);
    let (start_of_load, on_the_clock) = (of_this_process(), Instant::now());
    let session = open(case)?;
    let loaded = of_this_process();
    let parse = start_of_load - before;
    let clock = Arc::new(Clock::default());
    let limits = RunLimits {
        reporter: Some(Arc::clone(&clock) as _),
        ..RunLimits::default()
    };
    let mut run = start(&session, case, solver, &limits)?;
    let (translated, search) = (of_this_process(), Instant::now());
    let found = run
        .next()
        .map_err(|failure| format!("{}: {failure:?}", case.file))?;
    let (end, search) = (of_this_process(), search.elapsed().as_secs_f64());
    let wall = on_the_clock.elapsed().as_secs_f64();
    let sizes = run.sizes();
    let verdict = if found.is_some() { "sat" } else { "unsat" };
    let mut row = vec![
        case.file.clone(),
        case.command.clone(),
        case.scope.clone(),
        verdict.to_owned(),
    ];
    let gates = run.translation().statistics.gates as u64;
    row.extend([sizes.primary_variables, sizes.variables, sizes.clauses, gates].map(|n| n.to_string()));
    let mut marks = vec![Some(loaded)];
    marks.extend([Stage::Simplify, Stage::Symmetry, Stage::Ground, Stage::Encode].map(|s| clock.began(s)));
    marks.push(Some(translated));
    let mut times = vec![parse, (loaded - start_of_load - parse).max(0.0)];
    times.extend(marks.windows(2).map(|pair| match pair {
        // A stage that was left out ends as it begins.
        &[Some(from), Some(to)] => (to - from).max(0.0),
        _ => 0.0,
    }));
    // The solver's share is known on the clock alone.
    let share = (run.times().solve.as_secs_f64() / search.max(1e-9)).min(1.0);
    times.extend([(end - translated) * share, (end - translated) * (1.0 - share)]);
    times.extend([end - start_of_load, wall]);
    row.extend(times.iter().map(|seconds| format!("{:.3}", seconds * 1e3)));
    row.push(format!("{:.1}", peak_megabytes()));
    Ok(row)
}

/// The clauses of all cases as files.
fn formulas(cases: &[Case]) -> Result<Vec<outside::Formula>, String> {
    let folder = Path::new("target/bench/cnf");
    fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    let formula = |case: &Case| {
        let session = open(case)?;
        let run = start(&session, case, "batsat", &RunLimits::default())?;
        let stem = Path::new(&case.file)
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy();
        let name = format!("{stem} {} {}", case.command, case.scope);
        let path = folder.join(name.replace(' ', "-") + ".cnf");
        let fail = |error| format!("{}: {error}", path.display());
        let file = fs::File::create(&path).map_err(fail)?;
        dimacs::write(&run.translation().cnf, [], std::io::BufWriter::new(file)).map_err(fail)?;
        // Alloy cannot be told another scope than that of the file.
        let own = case.scope.parse::<u32>().is_err();
        let command = own.then_some((PathBuf::from(&case.file), index(&session, case)?.to_string()));
        let clauses = run.sizes().clauses;
        Ok(outside::Formula {
            name,
            path,
            command,
            clauses,
        })
    };
    cases.iter().map(formula).collect()
}
