//! `cargo xtask solvers`: how `--solver auto` fares against each solver by itself.

use std::{
    env,
    fs::File,
    io::BufReader,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use clap::Args;
use relfind_solver::{Limits, create, dimacs, load};

use crate::{
    process::measure,
    table::{geometric_mean, median, write},
};

#[derive(Debug, Args)]
pub(crate) struct SolversArgs {
    /// Formulas in DIMACS, as `relfind dump --stage cnf` writes them.
    files: Vec<PathBuf>,
    /// The solvers to compare, the first with the best of the others; command lines of programs are solvers too.
    #[arg(long = "solver", default_values = ["auto", "batsat", "cadical"])]
    solvers: Vec<String>,
    /// How often each is measured; the median counts.
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

pub(crate) fn run(args: &SolversArgs) -> Result<(), String> {
    if args.one {
        return args.files.iter().try_for_each(|file| one(file, &args.solvers[0]));
    }
    let mut table = Vec::new();
    let mut ratios = [Vec::new(), Vec::new()];
    println!(
        "formula  {}  (seconds on the clock and of processors)  ratio",
        args.solvers.join("  ")
    );
    for file in &args.files {
        let mut row = vec![
            file.file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
        ];
        let times: Vec<(f64, f64)> = args
            .solvers
            .iter()
            .map(|solver| time(args, solver, file))
            .collect::<Result<_, _>>()?;
        row.extend(
            times
                .iter()
                .flat_map(|&(wall, cpu)| [format!("{wall:.3}"), format!("{cpu:.2}")]),
        );
        let pick: [Pick; 2] = [|time| time.0, |time| time.1];
        for (ratios, pick) in ratios.iter_mut().zip(pick) {
            let best = times[1..].iter().map(pick).fold(f64::INFINITY, f64::min);
            // A hundredth of a second is as exact as processors are measured.
            let ratio = (pick(&times[0]) + 0.01) / (best + 0.01);
            ratios.push(ratio);
            row.push(format!("{ratio:.2}"));
        }
        println!("{}", row.join("  "));
        table.push(row);
    }
    println!(
        "{} against the best of the others, geometric mean: {:.2} on the clock, {:.2} of processors",
        args.solvers[0],
        geometric_mean(&ratios[0]),
        geometric_mean(&ratios[1])
    );
    let columns = args
        .solvers
        .iter()
        .flat_map(|s| [format!("{s} wall"), format!("{s} cpu")]);
    let mut heading = vec!["formula".to_owned()];
    heading.extend(columns);
    heading.extend(["wall ratio".to_owned(), "cpu ratio".to_owned()]);
    write(
        &args.out,
        &heading.iter().map(String::as_str).collect::<Vec<_>>(),
        &table,
    )
}

/// One of wall and processor time.
type Pick = fn(&(f64, f64)) -> f64;

/// Seconds on the clock and of processors, the median of some runs.
fn time(args: &SolversArgs, solver: &str, file: &Path) -> Result<(f64, f64), String> {
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let mut times = (Vec::new(), Vec::new());
    for _ in 0..args.runs.max(1) {
        let mut command = Command::new(&program);
        command.args(["solvers", "--one", "--solver", solver]).arg(file);
        let measured = measure(&command, Duration::from_secs(args.limit))?;
        if !measured.ended && measured.text.trim().is_empty() {
            return Err(format!("`{solver}` does not answer on {}", file.display()));
        }
        times.0.push(measured.wall);
        times.1.push(measured.cpu);
    }
    Ok((median(times.0), median(times.1)))
}

fn one(file: &Path, solver: &str) -> Result<(), String> {
    let input = File::open(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let cnf = dimacs::read(BufReader::new(input)).map_err(|error| format!("{}: {error}", file.display()))?;
    let mut solver = create(solver).map_err(|error| error.to_string())?;
    load(&mut *solver, &cnf);
    println!("{:?}", solver.solve(&[], &Limits::none()));
    Ok(())
}
