//! `cargo xtask compare`: whole processes of relfind and of another program, by turns, on a table of commands.
//!
//! The table has a heading and columns `repo`, `file` and `command`; files are found under a folder for each repository. The other program is a command line in
//! which `{file}` and `{command}` stand for a file and a command's number. A row that stands in the result is not measured again,
//! so that a comparison can be taken up where it was left.

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use clap::Args;

use crate::{
    process::measure,
    table::{geometric_mean, median, rows},
};

const HEADING: &str = "file\tcommand\tours wall\tours cpu\ttheirs wall\ttheirs cpu\tended";

#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    /// The table of commands.
    #[arg(long)]
    table: PathBuf,
    /// The folder that holds a folder for each repository of the table.
    #[arg(long)]
    root: PathBuf,
    /// Our program.
    #[arg(long, default_value = "target/release/relfind")]
    relfind: PathBuf,
    /// Flags of our program.
    #[arg(
        long,
        default_value = "--overflow wrap --skolem-depth 0 --format none --quiet"
    )]
    flags: String,
    /// The other program's command line.
    #[arg(long)]
    other: String,
    /// How often each is measured; the median counts.
    #[arg(long, default_value_t = 5)]
    runs: usize,
    /// Seconds after which a process is ended.
    #[arg(long, default_value_t = 120)]
    limit: u64,
    /// The result, taken up where it was left.
    #[arg(long, default_value = "target/bench/compare.tsv")]
    out: PathBuf,
}

pub(crate) fn run(args: &CompareArgs) -> Result<(), String> {
    let text =
        fs::read_to_string(&args.table).map_err(|error| format!("{}: {error}", args.table.display()))?;
    let heading: Vec<&str> = text.lines().next().unwrap_or_default().split('\t').collect();
    let column = |name: &str| {
        let found = heading.iter().position(|column| *column == name);
        found.ok_or_else(|| format!("the table has no column `{name}`"))
    };
    let (repo, file, command) = (column("repo")?, column("file")?, column("command")?);
    let temporal = column("temporal").ok();
    if let Some(directory) = args.out.parent() {
        fs::create_dir_all(directory).map_err(|error| error.to_string())?;
    }
    let done = rows(&args.out);
    let open = fs::OpenOptions::new().create(true).append(true).open(&args.out);
    let mut out = open.map_err(|error| format!("{}: {error}", args.out.display()))?;
    if done.is_empty() {
        writeln!(out, "{HEADING}").map_err(|error| error.to_string())?;
    }
    for row in rows(&args.table) {
        let (Some(repo), Some(name), Some(command)) = (row.get(repo), row.get(file), row.get(command)) else {
            continue;
        };
        let is_temporal = temporal
            .and_then(|at| row.get(at))
            .is_some_and(|mark| !mark.is_empty());
        let key = [format!("{repo}/{name}"), command.clone()];
        if is_temporal || done.iter().any(|old| old.get(..2) == Some(&key[..])) {
            continue;
        }
        let path = args.root.join(repo).join(name);
        let line = pair(args, &path, command)?;
        println!("{}\t{line}", key.join("\t"));
        writeln!(out, "{}\t{line}", key.join("\t")).map_err(|error| error.to_string())?;
    }
    summary(&rows(&args.out));
    Ok(())
}

/// Both by turns: medians of wall and CPU seconds of each, and who was ended.
fn pair(args: &CompareArgs, file: &Path, command: &str) -> Result<String, String> {
    let mut ours = Command::new(&args.relfind);
    ours.args(args.flags.split_whitespace())
        .arg("-c")
        .arg(command)
        .arg(file);
    let mut words = args.other.split_whitespace();
    let mut other = Command::new(words.next().unwrap_or_default());
    other.args(words.map(|word| {
        word.replace("{file}", &file.to_string_lossy())
            .replace("{command}", command)
    }));
    let mut times: [Vec<f64>; 4] = Default::default();
    let mut ended = [false; 2];
    for _ in 0..args.runs.max(1) {
        for (at, program) in [&mut ours, &mut other].into_iter().enumerate() {
            let measured = measure(program, Duration::from_secs(args.limit))?;
            times[2 * at].push(measured.wall);
            times[2 * at + 1].push(measured.cpu);
            ended[at] |= measured.ended;
        }
        // A limit once is a limit always.
        if ended.contains(&true) {
            break;
        }
    }
    let medians = times.map(|times| format!("{:.4}", median(times)));
    let ended = match ended {
        [false, false] => "",
        [true, false] => "ours",
        [false, true] => "theirs",
        [true, true] => "both",
    };
    Ok(format!("{}\t{ended}", medians.join("\t")))
}

fn summary(rows: &[Vec<String>]) {
    let number = |row: &[String], at: usize| {
        row.get(at)
            .and_then(|text| text.parse::<f64>().ok())
            .unwrap_or(0.0)
    };
    for (name, ours, theirs) in [("wall", 2, 4), ("cpu", 3, 5)] {
        // Processor time is counted in hundredths of a second.
        let ratio = |row: &Vec<String>| (number(row, ours) + 1e-3) / (number(row, theirs) + 1e-3);
        let ratios: Vec<f64> = rows.iter().map(ratio).collect();
        let worst = rows.iter().max_by(|a, b| {
            (number(a, ours) - number(a, theirs)).total_cmp(&(number(b, ours) - number(b, theirs)))
        });
        println!(
            "{name}: geometric mean of ours/theirs {:.4} over {} commands",
            geometric_mean(&ratios),
            rows.len()
        );
        if let Some(row) = worst {
            let slower = number(row, ours) - number(row, theirs);
            println!(
                "{name}: worst difference {slower:+.3} s, {} command {}",
                row[0], row[1]
            );
        }
    }
}
