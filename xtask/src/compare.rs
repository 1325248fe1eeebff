//! `cargo xtask compare`: relfind beside Alloy on a table of commands.
//!
//! `cold` runs a process for each command, both programs by turns. `warm` gives Alloy one virtual machine for all commands and runs each five times: the median
//! processor time of translation and search in the last three stands against whole processes of relfind, and against the same in relfind: a
//! process that loads the file and translates and solves the command five times.
//!
//! A row that stands in the result is not measured again, so that a comparison can be taken up where it was left.

use std::{
    env, fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use clap::{Args, ValueEnum};
use relfind::{RunLimits, Session};

use crate::{
    alloy::{Alloy, AlloyArgs, Answer, answer},
    process::{measure, of_this_process},
    relfind::{RelfindArgs, like_alloy},
    table::{geometric_mean, median, number, rows},
    tasks::{Task, TasksArgs},
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
    #[command(flatten)]
    tasks: TasksArgs,
    #[command(flatten)]
    relfind: RelfindArgs,
    #[command(flatten)]
    alloy: AlloyArgs,
    /// For `warm`: a virtual machine for each command, rather than one for all.
    #[arg(long)]
    fresh: bool,
    /// For `warm`: what the driver of Alloy printed in an earlier run, taken instead of running Alloy.
    #[arg(long)]
    recorded: Option<PathBuf>,
    /// The result, taken up where it was left; `target/bench/MODE.tsv` unless said.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Translate and solve in this process: FILE, INDEX and how often.
    #[arg(long, num_args = 3, hide = true)]
    one: Option<Vec<String>>,
}

pub(crate) fn run(args: &CompareArgs) -> Result<(), String> {
    if let Some([file, command, times]) = args.one.as_deref() {
        return one(Path::new(file), command, times);
    }
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
    let mut tasks = args.tasks.read()?;
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
    print!("{}", summary(args.mode, &rows(&path)));
    Ok(())
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
            "{name}\t{command}\t{}\t{verdict}\t{}\t{}\t{}\t{:.2}",
            sizes.verdict,
            sizes.clauses,
            answer.clauses,
            times.join("\t"),
            sizes.work
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
        last_three(&work(5 * args.relfind.limit(), &task.file, &task.command, 5)?),
    );
    println!("{line}");
    Ok(line)
}

fn last_three(times: &[f64]) -> f64 {
    median(times[times.len().saturating_sub(3)..].to_vec())
}

/// Milliseconds of processors for our translation and search, as Alloy's are measured: each of so many times in one process.
pub(crate) fn work(limit: Duration, file: &Path, command: &str, times: u32) -> Result<Vec<f64>, String> {
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let mut process = Command::new(program);
    process
        .args(["compare", "warm", "--one"])
        .arg(file)
        .args([command, &times.to_string()]);
    let text = measure(&process, limit)?.text;
    Ok(text
        .split_whitespace()
        .filter_map(|word| word.parse().ok())
        .collect())
}

/// Translates and solves a command so many times, and prints the milliseconds of processors that each time took.
fn one(file: &Path, command: &str, times: &str) -> Result<(), String> {
    let session = Session::open(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let index = command
        .parse()
        .ok()
        .filter(|&index| index < session.commands().len());
    let index = index.ok_or_else(|| format!("{} has no command {command}", file.display()))?;
    let options = like_alloy();
    for _ in 0..times.parse().unwrap_or(1) {
        let before = of_this_process();
        let mut run = session
            .run(index, &options, &RunLimits::default())
            .map_err(|failure| format!("{failure:?}"))?;
        run.next().map_err(|failure| format!("{failure:?}"))?;
        println!("{:.4}", (of_this_process() - before) * 1e3);
    }
    Ok(())
}

/// Geometric means and the worst, for those that both programs answered.
fn summary(mode: Mode, rows: &[Vec<String>]) -> String {
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
    if mode == Mode::Warm && rows.iter().all(|row| row.len() > 10) {
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
    use super::{Mode, summary};

    #[test]
    fn means_leave_out_who_has_no_answer() {
        let row = |line: &str| line.split('\t').map(str::to_owned).collect::<Vec<_>>();
        let text = summary(
            Mode::Warm,
            &[
                row("a\t0\tSAT\tSAT\t100\t200\t1\t4\t1\t0"),
                row("b\t0\tSAT\tTIMEOUT\t100\t0\t1\t0\t1\t0"),
            ],
        );
        assert!(text.contains("2 commands, 1 answered by both"), "{text}");
        assert!(
            text.contains("cpu ms: geometric mean 0.2500 over 1; ours greater 0 times"),
            "{text}"
        );
        assert!(text.contains("clauses: geometric mean 0.5000"), "{text}");
        assert!(!text.contains("wall"), "{text}");
    }
}
