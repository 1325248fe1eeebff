//! `cargo xtask bench`: the stages of bundled models at several scopes.
//!
//! Every measurement is a process of its own, so that peak memory is that of one command, and none warms up another.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use clap::Args;
use relfind::{
    RunLimits, RunOptions, Session,
    translator::{Reporter, Stage},
};

use crate::{
    process::{measure, peak_megabytes},
    table::{geometric_mean, median, rows, write},
};

/// File, command, and overall scope (0 for that of the file).
const CASES: &[(&str, usize, u32)] = &[
    ("models/nonogram.als", 0, 0),
    ("models/solitaire.als", 0, 0),
    ("models/solitaire.als", 2, 0),
    ("models/pentagonal.als", 0, 0),
    ("models/buttons_lights.als", 0, 0),
    ("models/planning/eight_puzzle.als", 0, 0),
    ("models/planning/hanoi.als", 2, 0),
    ("models/puzzles/queens.als", 0, 0),
    ("models/puzzles/sudoku.als", 1, 0),
    ("models/puzzles/magic_square.als", 0, 0),
    ("models/puzzles/zebra.als", 0, 0),
    ("models/structures/family_tree.als", 1, 0),
    ("models/structures/file_system.als", 2, 0),
    ("models/structures/file_system.als", 2, 5),
    ("models/structures/file_system.als", 2, 6),
    ("models/systems/access_control.als", 2, 0),
    ("models/systems/access_control.als", 2, 5),
    ("models/systems/dining_philosophers.als", 3, 0),
];
const HEADING: &[&str] = &[
    "file",
    "command",
    "scope",
    "verdict",
    "primary",
    "variables",
    "clauses",
    "gates",
    "load ms",
    "lower ms",
    "simplify ms",
    "symmetry ms",
    "ground ms",
    "encode ms",
    "solve ms",
    "read back ms",
    "total ms",
    "peak MB",
];
/// Columns before the times.
const FACTS: usize = 8;

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
    /// Measure one command in this process: FILE, INDEX and SCOPE.
    #[arg(long, num_args = 3, hide = true)]
    one: Option<Vec<String>>,
}

pub(crate) fn run(args: &BenchArgs) -> Result<(), String> {
    if let Some([file, index, scope]) = args.one.as_deref() {
        let number = |text: &String| text.parse::<u32>().map_err(|error| error.to_string());
        println!(
            "{}",
            one(
                Path::new(file),
                number(index)? as usize,
                number(scope)?,
                &args.solver
            )?
            .join("\t")
        );
        return Ok(());
    }
    let last = rows(&args.out);
    let mut table = Vec::new();
    let mut ratios = Vec::new();
    println!("{}", HEADING.join("  "));
    for &(file, index, scope) in CASES {
        let row = medians(args, file, index, scope)?;
        let mut line = row.join("  ");
        let before = last.iter().find(|old| old.get(..3) == row.get(..3));
        if let Some(ratio) = before.and_then(|old| ratio(&row, old)) {
            ratios.push(ratio);
            line += &format!("  ({ratio:.2} of the last)");
        }
        println!("{line}");
        table.push(row);
    }
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
    let total = |row: &[String]| row.get(HEADING.len() - 2)?.parse::<f64>().ok();
    Some(total(row)? / total(old)?.max(1e-3))
}

fn medians(args: &BenchArgs, file: &str, index: usize, scope: u32) -> Result<Vec<String>, String> {
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let mut runs: Vec<Vec<String>> = Vec::new();
    for _ in 0..args.runs.max(1) {
        let mut command = Command::new(&program);
        command.args(["bench", "--solver", &args.solver, "--one", file]);
        command.args([index.to_string(), scope.to_string()]);
        let text = measure(&command, Duration::from_mins(2))?.text;
        let row: Vec<String> = text.trim_end().split('\t').map(str::to_owned).collect();
        if row.len() != HEADING.len() {
            return Err(format!("{file}, command {index}: no measurement"));
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

/// When each stage began.
#[derive(Default)]
struct Clock(Mutex<Vec<(Stage, Instant)>>);

impl Reporter for Clock {
    fn stage(&self, stage: Stage) {
        if let Ok(mut stages) = self.0.lock() {
            stages.push((stage, Instant::now()));
        }
    }
}

impl Clock {
    fn began(&self, stage: Stage) -> Option<Instant> {
        let stages = self.0.lock().ok()?;
        stages.iter().find(|(s, _)| *s == stage).map(|&(_, at)| at)
    }
}

fn one(file: &Path, index: usize, scope: u32, solver: &str) -> Result<Vec<String>, String> {
    let start = Instant::now();
    let session = Session::open(file).map_err(|error| format!("{}: {error}", file.display()))?;
    if index >= session.commands().len() {
        return Err(format!("{} has no command {index}", file.display()));
    }
    let loaded = Instant::now();
    let clock = Arc::new(Clock::default());
    let limits = RunLimits {
        reporter: Some(Arc::clone(&clock) as _),
        ..RunLimits::default()
    };
    let mut options = RunOptions {
        solver: solver.to_owned(),
        ..RunOptions::default()
    };
    options.lower.overall_scope = (scope > 0).then_some(scope);
    let failed = |failure| format!("{}: {failure:?}", file.display());
    let mut run = session.run(index, &options, &limits).map_err(failed)?;
    let translated = Instant::now();
    let verdict = run.next().map_err(failed)?.map_or("unsat", |_| "sat");
    let end = Instant::now();
    let stages = [Stage::Simplify, Stage::Symmetry, Stage::Ground, Stage::Encode].map(|s| clock.began(s));
    let mut marks = vec![Some(start), Some(loaded)];
    marks.extend(stages);
    marks.push(Some(translated));
    let sizes = run.sizes();
    let mut row = vec![
        file.display().to_string(),
        index.to_string(),
        scope.to_string(),
        verdict.to_owned(),
    ];
    let gates = run.translation().statistics.gates as u64;
    row.extend([sizes.primary_variables, sizes.variables, sizes.clauses, gates].map(|n| n.to_string()));
    let milliseconds = |time: Duration| format!("{:.3}", time.as_secs_f64() * 1e3);
    let between = |pair: &[Option<Instant>]| match pair {
        // A stage that was left out ends as it begins.
        &[Some(from), Some(to)] => milliseconds(to.saturating_duration_since(from)),
        _ => milliseconds(Duration::ZERO),
    };
    row.extend(marks.windows(2).map(between));
    let solve = run.times().solve;
    row.push(milliseconds(solve));
    row.push(milliseconds((end - translated).saturating_sub(solve)));
    row.push(milliseconds(end - start));
    row.push(format!("{:.1}", peak_megabytes()));
    Ok(row)
}
