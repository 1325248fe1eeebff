//! `cargo xtask solvers`: how `--solver auto` fares against each solver by itself.
//!
//! Each solver gets the same clauses: those of all commands of the bundled models, those of a table of public commands, and files in DIMACS. What is
//! measured is the processor time of all threads from the first clause that is added to the verdict, in a process that does nothing else. What
//! takes less than [`FLOOR`] counts as that much: it is within what processors are measured by.

use std::{
    env, fs,
    io::BufReader,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

use clap::Args;
use relfind::{
    RunLimits, RunOptions, Session,
    solver::{Limits, create, dimacs, load},
};

use crate::{
    process::{measure, of_this_process},
    relfind::like_alloy,
    table::{aligned, geometric_mean, median, write},
    tasks::TasksArgs,
};

/// Seconds that count as nothing.
const FLOOR: f64 = 0.005;

#[derive(Debug, Args)]
pub(crate) struct SolversArgs {
    /// Formulas in DIMACS, as `relfind dump --stage cnf` writes them.
    files: Vec<PathBuf>,
    #[command(flatten)]
    tasks: TasksArgs,
    /// The folder of bundled models, all of whose commands are measured; empty for none.
    #[arg(long, default_value = "models")]
    models: String,
    /// The solvers to compare, the first with the best of the others; command lines of programs are solvers too.
    #[arg(long = "solver", default_values = ["auto", "batsat", "cadical", "splr"])]
    solvers: Vec<String>,
    /// How often each is measured where it takes longer than nothing; the median counts.
    #[arg(long, default_value_t = 3)]
    runs: usize,
    /// Seconds after which a solver is ended.
    #[arg(long, default_value_t = 60)]
    limit: u64,
    /// Where the table goes.
    #[arg(long, default_value = "target/bench/solvers.tsv")]
    out: PathBuf,
    /// Solve one formula in this process.
    #[arg(long, hide = true)]
    one: bool,
}

/// What a solver took.
#[derive(Clone, Debug, Default)]
struct Took {
    verdict: String,
    wall: f64,
    cpu: f64,
}

/// One of wall and processor time.
type Pick = fn(&Took) -> f64;
const PICKS: [Pick; 2] = [|took| took.cpu, |took| took.wall];

pub(crate) fn run(args: &SolversArgs) -> Result<(), String> {
    if args.one {
        return args.files.iter().try_for_each(|file| one(file, &args.solvers[0]));
    }
    let formulas = formulas(args)?;
    let mut table = Vec::new();
    let mut ratios = [Vec::new(), Vec::new()];
    let mut above = [Vec::new(), Vec::new()];
    for (name, file) in &formulas {
        let took = by_turns(args, file)?;
        let verdicts: Vec<&str> = took
            .iter()
            .map(|t| t.verdict.as_str())
            .filter(|v| *v != "-")
            .collect();
        if verdicts.windows(2).any(|pair| pair[0] != pair[1]) {
            return Err(format!("verdicts differ on {name}: {verdicts:?}"));
        }
        let mut row = vec![name.clone(), verdicts.first().unwrap_or(&"-").to_lowercase()];
        for took in &took {
            let ended = if took.verdict == "-" { ">" } else { "" };
            row.extend([took.cpu, took.wall].map(|time| format!("{ended}{:.1}", time * 1e3)));
        }
        for ((pick, ratios), above) in PICKS.iter().zip(&mut ratios).zip(&mut above) {
            let best = took[1..].iter().map(pick).fold(f64::INFINITY, f64::min);
            let ratio = pick(&took[0]).max(FLOOR) / best.max(FLOOR);
            ratios.push(ratio);
            if pick(&took[0]).max(best) > FLOOR {
                above.push(ratio);
            }
            row.push(format!("{ratio:.2}"));
        }
        eprintln!("{}", row.join("  "));
        table.push(row);
    }
    let mut heading = vec!["formula".to_owned(), "verdict".to_owned()];
    heading.extend(
        args.solvers
            .iter()
            .flat_map(|s| [format!("{s} cpu ms"), format!("{s} wall ms")]),
    );
    heading.extend(["cpu ratio".to_owned(), "wall ratio".to_owned()]);
    let heading: Vec<&str> = heading.iter().map(String::as_str).collect();
    print!("{}", aligned(&heading, &table));
    for (kind, ratios, above) in [
        ("processors", &ratios[0], &above[0]),
        ("the clock", &ratios[1], &above[1]),
    ] {
        println!(
            "{} against the best of the others by {kind}, geometric mean: {:.3} over {}; {:.3} over the {} above {} ms",
            args.solvers[0],
            geometric_mean(ratios),
            ratios.len(),
            geometric_mean(above),
            above.len(),
            FLOOR * 1e3
        );
    }
    write(&args.out, &heading, &table)
}

/// The clauses to be solved, with a name.
fn formulas(args: &SolversArgs) -> Result<Vec<(String, PathBuf)>, String> {
    let folder = args.out.with_file_name("cnf");
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let mut formulas = Vec::new();
    let mut keep =
        |name: String, session: &Session, index: usize, options: &RunOptions| -> Result<(), String> {
            let path = folder.join(format!("s{:03}.cnf", formulas.len()));
            let run = match session.run(index, options, &RunLimits::default()) {
                Ok(run) => run,
                Err(failure) => {
                    eprintln!("left out: {name}: {failure:?}");
                    return Ok(());
                }
            };
            let fail = |error| format!("{}: {error}", path.display());
            let file = fs::File::create(&path).map_err(fail)?;
            dimacs::write(&run.translation().cnf, [], std::io::BufWriter::new(file)).map_err(fail)?;
            formulas.push((name, path));
            Ok(())
        };
    for file in models_beneath(Path::new(&args.models)) {
        let session = open(&file)?;
        for (index, command) in session.commands().iter().enumerate() {
            let name = format!("{} {}", stem(&file), command.label);
            keep(name, &session, index, &RunOptions::default())?;
        }
    }
    let like_alloy = like_alloy();
    for task in args.tasks.read()? {
        let session = open(&task.file)?;
        let index = task.command.parse().unwrap_or(usize::MAX);
        if index < session.commands().len() {
            keep(
                format!("{} {index}", stem(&task.file)),
                &session,
                index,
                &like_alloy,
            )?;
        }
    }
    formulas.extend(args.files.iter().map(|file| (stem(file), file.clone())));
    Ok(formulas)
}

fn open(file: &Path) -> Result<Session, String> {
    Session::open(file).map_err(|error| format!("{}: {error}", file.display()))
}

fn stem(file: &Path) -> String {
    file.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// All `.als` files beneath a folder, in order.
fn models_beneath(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            found.extend(models_beneath(&path));
        } else if path.extension().is_some_and(|extension| extension == "als") {
            found.push(path);
        }
    }
    found
}

/// What each solver took, the median of some runs in which they take turns.
fn by_turns(args: &SolversArgs, file: &Path) -> Result<Vec<Took>, String> {
    let mut all: Vec<Vec<Took>> = vec![Vec::new(); args.solvers.len()];
    for round in 0..args.runs.max(1) {
        for (solver, runs) in args.solvers.iter().zip(&mut all) {
            // A limit once is a limit always.
            if runs.last().is_none_or(|last: &Took| last.verdict != "-") {
                runs.push(time(args, solver, file)?);
            }
        }
        if round == 0 && all.iter().all(|runs| runs[0].cpu < FLOOR) {
            break;
        }
    }
    Ok(all.into_iter().map(middle).collect())
}

fn middle(runs: Vec<Took>) -> Took {
    let of = |pick: Pick| median(runs.iter().map(pick).collect());
    Took {
        cpu: of(PICKS[0]),
        wall: of(PICKS[1]),
        verdict: runs
            .into_iter()
            .next_back()
            .map_or_else(|| "-".to_owned(), |run| run.verdict),
    }
}

fn time(args: &SolversArgs, solver: &str, file: &Path) -> Result<Took, String> {
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(&program);
    command.args(["solvers", "--one", "--solver", solver]).arg(file);
    let measured = measure(&command, Duration::from_secs(args.limit))?;
    if measured.ended {
        return Ok(Took {
            verdict: "-".into(),
            wall: measured.wall,
            cpu: measured.cpu,
        });
    }
    let words: Vec<&str> = measured.text.split_whitespace().collect();
    let number = |at: usize| words.get(at).and_then(|word| word.parse().ok());
    match (words.first(), number(1), number(2)) {
        (Some(verdict), Some(wall), Some(cpu)) => Ok(Took {
            verdict: (*verdict).to_owned(),
            wall,
            cpu,
        }),
        _ => Err(format!("`{solver}` does not answer on {}", file.display())),
    }
}

fn one(file: &Path, solver: &str) -> Result<(), String> {
    let fail = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let input = fs::File::open(file).map_err(|error| fail(&error))?;
    let cnf = dimacs::read(BufReader::new(input)).map_err(|error| fail(&error))?;
    let (start, before) = (Instant::now(), of_this_process());
    let mut solver = create(solver).map_err(|error| error.to_string())?;
    load(&mut *solver, &cnf);
    let verdict = solver.solve(&[], &Limits::none());
    let (wall, cpu) = (start.elapsed().as_secs_f64(), of_this_process() - before);
    println!("{verdict:?} {wall:.6} {cpu:.6}");
    Ok(())
}
