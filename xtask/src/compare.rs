//! `cargo xtask compare`: relfind beside Alloy on a table of commands.
//!
//! `cold` runs a process for each command, both programs by turns. `warm` gives Alloy one virtual machine for all commands and runs each five times: the median of the
//! last three stands against whole processes of relfind.
//!
//! The table has a heading and columns `repo`, `file` and `command`; files are found under a folder for each repository. A row that stands in the result is not
//! measured again, so that a comparison can be taken up where it was left.

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
};

use clap::{Args, ValueEnum};

use crate::{
    alloy::{Alloy, AlloyArgs, Answer, answer},
    relfind::RelfindArgs,
    table::{geometric_mean, number, rows},
};

const HEADING: &str = "file\tcommand\tour verdict\ttheir verdict\tour clauses\ttheir clauses\tour cpu ms\ttheir cpu ms\tour wall ms\ttheir wall ms\tour work ms";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Mode {
    /// A process a command.
    Cold,
    /// One virtual machine for all, each command five times.
    Warm,
}

#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    mode: Mode,
    /// The table of commands.
    #[arg(long)]
    table: PathBuf,
    /// The folder that holds a folder for each repository of the table.
    #[arg(long)]
    root: PathBuf,
    #[command(flatten)]
    relfind: RelfindArgs,
    #[command(flatten)]
    alloy: AlloyArgs,
    /// Leave out commands for which the table's columns `translate_cpu_ms` and `solve_cpu_ms` come to more seconds than this.
    #[arg(long, default_value_t = 30.0)]
    skip: f64,
    /// Measure this many commands, spread over the table; 0 for all.
    #[arg(long, default_value_t = 0)]
    sample: usize,
    /// For `warm`: a virtual machine for each command, rather than one for all.
    #[arg(long)]
    fresh: bool,
    /// For `warm`: what the driver of Alloy printed in an earlier run, taken instead of running Alloy.
    #[arg(long)]
    recorded: Option<PathBuf>,
    /// The result, taken up where it was left; `target/bench/MODE.tsv` unless said.
    #[arg(long)]
    out: Option<PathBuf>,
}

/// A row of the table.
#[derive(Clone, Debug)]
struct Task {
    name: String,
    file: PathBuf,
    command: String,
}

pub(crate) fn run(args: &CompareArgs) -> Result<(), String> {
    let default = if args.mode == Mode::Cold {
        "target/bench/cold.tsv"
    } else {
        "target/bench/warm.tsv"
    };
    let path = args.out.clone().unwrap_or_else(|| default.into());
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory).map_err(|error| error.to_string())?;
    }
    let done = rows(&path);
    let mut tasks = tasks(args)?;
    if args.sample > 0 && args.sample < tasks.len() {
        let all = tasks.len();
        tasks = (0..args.sample)
            .map(|i| tasks[i * all / args.sample].clone())
            .collect();
    }
    tasks.retain(|task| {
        !done
            .iter()
            .any(|row| row[..2] == [task.name.clone(), task.command.clone()])
    });
    let open = fs::OpenOptions::new().create(true).append(true).open(&path);
    let mut out = open.map_err(|error| format!("{}: {error}", path.display()))?;
    let mut say = |line: &str| writeln!(out, "{line}").map_err(|error| error.to_string());
    if done.is_empty() {
        say(HEADING)?;
    }
    if !tasks.is_empty() {
        args.relfind.ensure()?;
        let alloy = Alloy::new(&args.alloy)?.ok_or("say where Alloy is with --alloy");
        match (args.mode, &args.recorded) {
            (Mode::Cold, _) => cold(args, &alloy?, &tasks, say)?,
            (Mode::Warm, Some(file)) => recorded(args, file, &tasks, say)?,
            (Mode::Warm, None) => warm(args, &alloy?, &tasks, say)?,
        }
    }
    print!("{}", summary(&rows(&path)));
    Ok(())
}

/// The static commands of the table that are not left out.
fn tasks(args: &CompareArgs) -> Result<Vec<Task>, String> {
    let text =
        fs::read_to_string(&args.table).map_err(|error| format!("{}: {error}", args.table.display()))?;
    let heading: Vec<&str> = text.lines().next().unwrap_or_default().split('\t').collect();
    let column = |name: &str| heading.iter().position(|column| *column == name);
    let needed = |name| column(name).ok_or_else(|| format!("the table has no column `{name}`"));
    let (repo, file, command) = (needed("repo")?, needed("file")?, needed("command")?);
    let empty = |row: &[String], name| {
        column(name)
            .and_then(|at| row.get(at))
            .is_none_or(String::is_empty)
    };
    let time = |row: &[String], name| column(name).map_or(0.0, |at| number(row, at));
    let mut tasks = Vec::new();
    for row in rows(&args.table) {
        let seconds = (time(&row, "translate_cpu_ms") + time(&row, "solve_cpu_ms")) / 1e3;
        let short = row.len() <= repo.max(file).max(command);
        if short || !empty(&row, "temporal") || !empty(&row, "error") || seconds > args.skip {
            continue;
        }
        let name = format!("{}/{}", row[repo], row[file]);
        tasks.push(Task {
            file: args.root.join(&name),
            name,
            command: row[command].clone(),
        });
    }
    Ok(tasks)
}

fn cold(
    args: &CompareArgs,
    alloy: &Alloy,
    tasks: &[Task],
    mut say: impl FnMut(&str) -> Result<(), String>,
) -> Result<(), String> {
    for task in tasks {
        let ours = args.relfind.like_alloy(&task.file, &task.command);
        let theirs = alloy.command(
            1,
            args.relfind.limit,
            &[(task.file.clone(), task.command.clone())],
        );
        let took = args.relfind.by_turns(&[&ours, &theirs])?;
        let sizes = args.relfind.sizes(&ours)?;
        let answer = took[1].text.lines().find_map(answer).unwrap_or_default();
        let verdict = if took[1].ended { "TIMEOUT" } else { &answer.verdict };
        let (name, command) = (&task.name, &task.command);
        let times = [took[0].cpu, took[1].cpu, took[0].wall, took[1].wall].map(|s| format!("{:.2}", s * 1e3));
        let line = format!(
            "{name}\t{command}\t{}\t{verdict}\t{}\t{}\t{}",
            sizes.verdict,
            sizes.clauses,
            answer.clauses,
            times.join("\t") + &format!("\t{:.2}", sizes.work)
        );
        println!("{line}");
        say(&line)?;
    }
    Ok(())
}

fn warm(
    args: &CompareArgs,
    alloy: &Alloy,
    tasks: &[Task],
    mut say: impl FnMut(&str) -> Result<(), String>,
) -> Result<(), String> {
    let commands: Vec<(PathBuf, String)> = tasks
        .iter()
        .map(|t| (t.file.clone(), t.command.clone()))
        .collect();
    let together = if args.fresh { 1 } else { commands.len() };
    for (start, part) in commands.chunks(together).enumerate() {
        alloy.answers(5, args.relfind.limit, part, |at, answer| {
            say(&beside(args, &tasks[start * together + at], answer)?)
        })?;
    }
    Ok(())
}

fn recorded(
    args: &CompareArgs,
    file: &Path,
    tasks: &[Task],
    mut say: impl FnMut(&str) -> Result<(), String>,
) -> Result<(), String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    for line in text.lines() {
        let Some(answer) = answer(line) else { continue };
        let mut fields = line.split('\t');
        let (name, command) = (fields.next().unwrap_or_default(), fields.next());
        let same = |task: &&Task| task.file == Path::new(name) && Some(task.command.as_str()) == command;
        if let Some(task) = tasks.iter().find(same) {
            say(&beside(args, task, &answer)?)?;
        }
    }
    Ok(())
}

/// Our measurement of a command beside an answer of Alloy.
fn beside(args: &CompareArgs, task: &Task, answer: &Answer) -> Result<String, String> {
    let ours = args.relfind.like_alloy(&task.file, &task.command);
    let took = args.relfind.medians(&ours)?;
    let sizes = args.relfind.sizes(&ours)?;
    let line = format!(
        "{}\t{}\t{}\t{}\t{}\t{}\t{:.2}\t{:.2}\t{:.2}\t0\t{:.2}",
        task.name,
        task.command,
        sizes.verdict,
        answer.verdict,
        sizes.clauses,
        answer.clauses,
        took.cpu * 1e3,
        answer.warm(),
        took.wall * 1e3,
        sizes.work,
    );
    println!("{line}");
    Ok(line)
}

/// Geometric means and the worst, for those that both programs answered.
fn summary(rows: &[Vec<String>]) -> String {
    let known = |verdict: &str| verdict == "SAT" || verdict == "UNSAT";
    let both: Vec<&Vec<String>> = rows
        .iter()
        .filter(|row| known(&row[2]) && known(&row[3]))
        .collect();
    let mut text = format!("{} commands, {} answered by both\n", rows.len(), both.len());
    for row in rows.iter().filter(|row| row[2] != row[3]) {
        text += &format!("verdicts differ: {} {}: {} {}\n", row[0], row[1], row[2], row[3]);
    }
    let mut measures = vec![
        ("cpu ms", 6, 7, 0.0),
        ("wall ms", 8, 9, 0.0),
        ("clauses", 4, 5, 100.0),
    ];
    // Whole processes have no such column.
    if rows.iter().all(|row| row.len() > 10) {
        measures.push(("our translation and search against theirs, ms", 10, 7, 0.0));
    }
    for (name, ours, theirs, least) in measures {
        let mut ratios: Vec<(f64, &Vec<String>)> = both
            .iter()
            .filter(|row| number(row, theirs) > least)
            .map(|row| ((number(row, ours).max(1e-3)) / number(row, theirs), *row))
            .collect();
        if ratios.is_empty() {
            continue;
        }
        ratios.sort_by(|a, b| b.0.total_cmp(&a.0));
        let slower = ratios.iter().filter(|(ratio, _)| *ratio > 1.0).count();
        let values: Vec<f64> = ratios.iter().map(|(ratio, _)| *ratio).collect();
        let mean = geometric_mean(&values);
        text += &format!(
            "{name}: geometric mean {mean:.4} over {}; ours greater {slower} times\n",
            values.len()
        );
        for (ratio, row) in ratios.iter().take(10) {
            text += &format!(
                "  {ratio:.3}  {} against {}  {} {}\n",
                row[ours], row[theirs], row[0], row[1]
            );
        }
        let worst = both
            .iter()
            .map(|row| (number(row, ours) - number(row, theirs), row));
        if let Some((difference, row)) = worst.max_by(|a, b| a.0.total_cmp(&b.0)) {
            text += &format!("  greatest difference {difference:+.1}: {} {}\n", row[0], row[1]);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::summary;

    #[test]
    fn means_leave_out_who_has_no_answer() {
        let row = |line: &str| line.split('\t').map(str::to_owned).collect::<Vec<_>>();
        let text = summary(&[
            row("a\t0\tSAT\tSAT\t100\t200\t1\t4\t1\t0"),
            row("b\t0\tSAT\tTIMEOUT\t100\t0\t1\t0\t1\t0"),
        ]);
        assert!(text.contains("2 commands, 1 answered by both"), "{text}");
        assert!(
            text.contains("cpu ms: geometric mean 0.2500 over 1; ours greater 0 times"),
            "{text}"
        );
        assert!(text.contains("clauses: geometric mean 0.5000"), "{text}");
        assert!(!text.contains("wall"), "{text}");
    }
}
