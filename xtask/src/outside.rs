//! Other programs on the same commands: SAT solvers on our clauses, and Alloy.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use crate::{
    alloy::{Alloy, AlloyArgs},
    process::measure,
    table::{aligned, geometric_mean, median, write},
};

/// Solvers that are looked for, and the flags that keep them quiet. clingo solves DIMACS by clasp.
const SOLVERS: &[(&str, &[&str])] = &[
    ("minisat", &["-verb=0"]),
    ("glucose", &["-verb=0"]),
    ("cryptominisat5", &["--verb=0"]),
    ("cadical", &["-q"]),
    ("kissat", &["-q"]),
    ("clingo", &["--mode=clasp", "--verbose=0"]),
];
/// Seconds after which a solver is ended.
const LIMIT: u64 = 60;
/// Seconds that are added to both sides of a ratio: what processors are measured by.
const NOISE: f64 = 0.005;

/// A command's clauses.
#[derive(Clone, Debug)]
pub(crate) struct Formula {
    /// What it is called in the table.
    pub(crate) name: String,
    /// The clauses in DIMACS.
    pub(crate) path: PathBuf,
    /// The file and the command's number, where Alloy can run the same.
    pub(crate) command: Option<(PathBuf, String)>,
    /// How many there are.
    pub(crate) clauses: u64,
}

/// The solvers of the list that are on this machine.
pub(crate) fn found() -> Vec<(&'static str, &'static [&'static str])> {
    let folders: Vec<PathBuf> =
        env::var_os("PATH").map_or_else(Vec::new, |path| env::split_paths(&path).collect());
    let is_there = |name: &str| folders.iter().any(|folder| folder.join(name).is_file());
    SOLVERS
        .iter()
        .copied()
        .filter(|(name, _)| is_there(name))
        .collect()
}

/// Times relfind as a solver and the solvers that are there on each formula, and Alloy on the command, if it is given.
pub(crate) fn beside(alloy: &AlloyArgs, runs: usize, formulas: &[Formula]) -> Result<(), String> {
    let solvers = found();
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let alloy = of_alloy(Alloy::new(alloy)?.as_ref(), formulas)?;
    let mut heading = vec!["formula", "clauses", "relfind ms"];
    let names: Vec<String> = solvers.iter().map(|(name, _)| format!("{name} ms")).collect();
    heading.extend(names.iter().map(String::as_str));
    heading.extend(["Alloy ms", "Alloy clauses"]);
    let mut ratios = vec![Vec::new(); solvers.len()];
    let mut table = Vec::new();
    for (formula, answer) in formulas.iter().zip(alloy) {
        let mut ours = Command::new(&program);
        ours.args(["solvers", "--one", "--solver", "auto"])
            .arg(&formula.path);
        let mut programs = vec![ours];
        programs.extend(solvers.iter().map(|(name, flags)| {
            let mut solver = Command::new(name);
            solver.args(*flags).arg(&formula.path);
            solver
        }));
        let times = by_turns(&programs, runs)?;
        for (ratios, time) in ratios.iter_mut().zip(&times[1..]) {
            ratios.push((times[0] + NOISE) / (time + NOISE));
        }
        let mut row = vec![formula.name.clone(), formula.clauses.to_string()];
        row.extend(times.iter().map(|time| format!("{:.1}", time * 1e3)));
        row.extend(answer);
        table.push(row);
    }
    println!(
        "\nprocessor time of whole processes that solve our clauses, and of Alloy for translation and search:"
    );
    print!("{}", aligned(&heading, &table));
    for ((name, _), ratios) in solvers.iter().zip(&ratios) {
        println!("relfind/{name}, geometric mean: {:.2}", geometric_mean(ratios));
    }
    write(Path::new("target/bench/beside.tsv"), &heading, &table)
}

/// Medians of seconds of processors, the programs taking turns.
fn by_turns(programs: &[Command], runs: usize) -> Result<Vec<f64>, String> {
    let mut times = vec![Vec::new(); programs.len()];
    for _ in 0..runs.max(1) {
        for (program, times) in programs.iter().zip(&mut times) {
            times.push(measure(program, Duration::from_secs(LIMIT))?.cpu);
        }
    }
    Ok(times.into_iter().map(median).collect())
}

/// Milliseconds of a warm Alloy and its clauses, by formula; a dash where it was not asked.
fn of_alloy(alloy: Option<&Alloy>, formulas: &[Formula]) -> Result<Vec<[String; 2]>, String> {
    let mut cells = vec![["-".to_owned(), "-".to_owned()]; formulas.len()];
    let Some(alloy) = alloy else { return Ok(cells) };
    let asked: Vec<usize> = (0..formulas.len())
        .filter(|&at| formulas[at].command.is_some())
        .collect();
    let commands: Vec<(PathBuf, String)> = formulas
        .iter()
        .filter_map(|formula| formula.command.clone())
        .collect();
    alloy.answers(5, LIMIT, &commands, |at, answer| {
        cells[asked[at]] = match answer.verdict.as_str() {
            "SAT" | "UNSAT" => [format!("{:.1}", answer.warm()), answer.clauses.to_string()],
            other => [other.to_lowercase(), "-".to_owned()],
        };
        Ok(())
    })?;
    Ok(cells)
}
