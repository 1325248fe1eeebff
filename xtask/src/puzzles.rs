//! `cargo xtask puzzles`: relfind beside clingo and Alloy on puzzles, medians from one run in which the programs take turns.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use clap::Args;

use crate::{
    alloy::{Alloy, AlloyArgs},
    process::Measured,
    relfind::RelfindArgs,
};

/// A puzzle as the programs get it.
struct Puzzle {
    /// What is asked.
    title: &'static str,
    /// Our model and arguments.
    ours: &'static str,
    /// The encoding in benches/asp and further arguments of clingo.
    theirs: &'static str,
    /// The command's number in our model, where Alloy can be given it as it is.
    alloy: Option<&'static str>,
}

const fn puzzle(
    title: &'static str,
    ours: &'static str,
    theirs: &'static str,
    alloy: Option<&'static str>,
) -> Puzzle {
    Puzzle {
        title,
        ours,
        theirs,
        alloy,
    }
}

/// Words are separated by spaces.
const PUZZLES: &[Puzzle] = &[
    puzzle(
        "nonogram of 10 by 10",
        "models/nonogram.als -c 0 --scope 10",
        "nonogram.lp nonogram_ten.lp 1",
        Some("0"),
    ),
    puzzle(
        "nonogram of 30 by 30 (lighthouse)",
        "models/nonogram.als -c 0 --facts models/nonogram/lighthouse.json",
        "nonogram.lp nonogram_lighthouse.lp 1",
        None,
    ),
    puzzle(
        "nonogram of 30 by 30, solutions counted",
        "models/nonogram.als -c 0 --facts models/nonogram/lighthouse.json --count",
        "nonogram.lp nonogram_lighthouse.lp 0 -q",
        None,
    ),
    puzzle(
        "peg solitaire, 8 jumps one by one",
        "models/solitaire.als -c play",
        "solitaire.lp -c jumps=8 1",
        Some("1"),
    ),
    puzzle(
        "peg solitaire, 28 jumps one by one",
        "models/solitaire.als -c play --scope 28",
        "solitaire.lp -c jumps=28 1",
        None,
    ),
    puzzle(
        "peg solitaire, 31 jumps in 16 rounds, the last peg in the middle",
        "models/solitaire_parallel.als -c centre",
        "solitaire_parallel.lp -c steps=16 1",
        Some("1"),
    ),
    puzzle(
        "pentagonal solitaire",
        "models/pentagonal.als -c solve",
        "pentagonal.lp 1",
        Some("0"),
    ),
    puzzle(
        "pentagonal solitaire, plans counted",
        "models/pentagonal.als -c solve --count",
        "pentagonal.lp 0 -q",
        None,
    ),
    puzzle(
        "buttons and lights",
        "models/buttons_lights.als -c win",
        "buttons_lights.lp 1",
        Some("0"),
    ),
    puzzle(
        "buttons and lights, plans counted",
        "models/buttons_lights.als -c win --count",
        "buttons_lights.lp 0 -q",
        None,
    ),
    puzzle(
        "sudoku",
        "models/puzzles/sudoku.als -c solve",
        "sudoku.lp 1",
        Some("0"),
    ),
    puzzle(
        "sudoku, solutions counted",
        "models/puzzles/sudoku.als -c solve --count",
        "sudoku.lp 0 -q",
        None,
    ),
    puzzle(
        "zebra",
        "models/puzzles/zebra.als -c solve",
        "zebra.lp 1",
        Some("0"),
    ),
    puzzle(
        "8 queens",
        "models/puzzles/queens.als -c eight",
        "queens.lp -c n=8 1",
        Some("0"),
    ),
    puzzle(
        "8 queens, ways counted",
        "models/puzzles/queens.als -c eight --count",
        "queens.lp -c n=8 0 -q",
        None,
    ),
    puzzle(
        "magic square",
        "models/puzzles/magic_square.als -c solve",
        "magic_square.lp 1",
        Some("0"),
    ),
    puzzle(
        "magic square, ways counted",
        "models/puzzles/magic_square.als -c solve --count",
        "magic_square.lp 0 -q",
        None,
    ),
    puzzle(
        "Petersen's graph in three colours",
        "models/puzzles/graph_colouring.als -c three",
        "graph_colouring.lp 1",
        Some("0"),
    ),
    puzzle(
        "Petersen's graph in three colours, ways counted",
        "models/puzzles/graph_colouring.als -c three --count",
        "graph_colouring.lp 0 -q",
        None,
    ),
    puzzle(
        "towers of Hanoi, 4 discs",
        "models/planning/hanoi.als -c four",
        "hanoi.lp -c discs=4 -c moves=15 1",
        Some("2"),
    ),
    puzzle(
        "eight-puzzle, 8 slides",
        "models/planning/eight_puzzle.als -c eight",
        "eight_puzzle.lp -c moves=8 1",
        Some("0"),
    ),
    puzzle(
        "river crossing",
        "models/planning/river_crossing.als -c seven",
        "river_crossing.lp -c moves=7 1",
        Some("0"),
    ),
    puzzle(
        "river crossing, plans counted",
        "models/planning/river_crossing.als -c seven --count",
        "river_crossing.lp -c moves=7 0 -q",
        None,
    ),
];

#[derive(Debug, Args)]
pub(crate) struct PuzzlesArgs {
    #[command(flatten)]
    relfind: RelfindArgs,
    #[command(flatten)]
    alloy: AlloyArgs,
    /// clingo.
    #[arg(long, default_value = "clingo")]
    clingo: PathBuf,
    /// Where the table goes.
    #[arg(long, default_value = "docs/puzzles/comparison.md")]
    out: PathBuf,
}

pub(crate) fn run(args: &PuzzlesArgs) -> Result<(), String> {
    args.relfind.ensure()?;
    let alloy = Alloy::new(&args.alloy)?;
    let version = crate::process::measure(Command::new(&args.clingo).arg("--version"), args.relfind.limit())?;
    let version = version
        .text
        .split_whitespace()
        .nth(2)
        .unwrap_or_default()
        .to_owned();
    let mut page = HEAD
        .replace("RUNS", &args.relfind.runs.to_string())
        .replace("VERSION", &version);
    for puzzle in PUZZLES {
        let line = line(args, alloy.as_ref(), puzzle)?;
        println!("{line}");
        page += &line;
        page.push('\n');
    }
    page += FOOT;
    fs::write(&args.out, page).map_err(|error| format!("{}: {error}", args.out.display()))
}

const HEAD: &str = "# relfind beside clingo and Alloy on puzzles

Whole processes, from start to printed answer: medians of RUNS runs in which the programs take turns (three where one takes longer than ten seconds), in milliseconds on the clock
and, behind the stroke, of processors. The ratio is relfind's time against clingo's, on the clock and of processors. Sizes are the lines of the two encodings without comments and
blank lines (data apart), and what a solver is given: variables and clauses here, ground rules there. Alloy gets relfind's model as it is, with SAT4J, where it needs no data beside it
and its own scope is asked; a dash stands for what was not asked. Every answer is compared: all find one, and where they count, they count the same.

Made by `cargo xtask puzzles --alloy CLASSPATH` with clingo VERSION; the encodings for clingo are in [benches/asp](../../benches/asp).

| Puzzle | answer | relfind | clingo | relfind/clingo | Alloy | lines, ours | lines, clingo | variables | clauses | ground rules |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
";

const FOOT: &str = "
A figure such as \"> 60 s\" is a run ended by the limit; where one is, there is no answer of both to compare and none is told. (The pentagon's plans are 361,780: `tests/plans.rs`
says how that is known.)

## Where relfind loses, and why

- *Nonograms.* The model asks of each square which blocks cover it, for blocks that may begin anywhere, where the encoding for clingo lists the starts that fit: three times as many clauses as
  ground rules. It is the price of rules that are written once for rows and columns.
- *Counting a few hundred answers.* Both find one after the other, relfind from the first on. What is left is the search: relations that a model adds for its reader, as the queens' shadows, are searched too.
- *Many jumps one by one.* Some 50,000 clauses against 18,000 ground rules; most of the time is search.
- *31 jumps in rounds.* `auto` runs two solvers side by side and takes the one with the smaller effort; with `--solver cadical` this puzzle takes two fifths of the processor time.
- *Everything that takes a few milliseconds.* Both spend most of it on starting.
";

fn line(args: &PuzzlesArgs, alloy: Option<&Alloy>, puzzle: &Puzzle) -> Result<String, String> {
    let mut ours = Command::new(&args.relfind.relfind);
    // As much is printed on both sides.
    ours.args(puzzle.ours.split(' '))
        .args(["--quiet", "--format", "none"]);
    let files: Vec<PathBuf> = words(puzzle.theirs, true)
        .map(|file| Path::new("benches/asp").join(file))
        .collect();
    let mut theirs = Command::new(&args.clingo);
    theirs.args(&files).args(words(puzzle.theirs, false));
    let mut gringo = Command::new(&args.clingo);
    gringo
        .args(theirs.get_args().filter(|word| *word != "-q"))
        .arg("--mode=gringo");
    let model = puzzle.ours.split(' ').next().unwrap_or_default();
    let of_alloy = puzzle
        .alloy
        .zip(alloy)
        .map(|(command, alloy)| alloy.command(1, args.relfind.limit, &[(model.into(), command.to_owned())]));
    let mut programs = vec![&ours, &theirs];
    programs.extend(of_alloy.as_ref());
    let took = args.relfind.by_turns(&programs)?;
    let answer = answer(puzzle.title, &took)?;
    let sizes = args.relfind.sizes(&without_count(&ours))?;
    let rules = crate::process::measure(&gringo, args.relfind.limit())?
        .text
        .lines()
        .count();
    let ratio = if took[0].ended || took[1].ended {
        "–".into()
    } else {
        format!(
            "{:.2} / {:.2}",
            took[0].wall / took[1].wall,
            took[0].cpu / took[1].cpu
        )
    };
    let limit = args.relfind.limit;
    let third = took
        .get(2)
        .map_or_else(|| "–".to_owned(), |took| figure(took, limit));
    Ok(format!(
        "| {} | {answer} | {} | {} | {ratio} | {third} | {} | {} | {} | {} | {rules} |",
        puzzle.title,
        figure(&took[0], limit),
        figure(&took[1], limit),
        lines(&[model.into()], &["--", "//"])?,
        lines(&files, &["%"])?,
        sizes.variables,
        sizes.clauses,
    ))
}

/// The words that name encodings, or the others.
fn words(text: &'static str, files: bool) -> impl Iterator<Item = &'static str> {
    text.split(' ')
        .filter(move |word| Path::new(word).extension().is_some_and(|e| e == "lp") == files)
}

/// What is counted is no matter of the clauses.
fn without_count(command: &Command) -> Command {
    let mut other = Command::new(command.get_program());
    other.args(command.get_args().filter(|word| *word != "--count"));
    other
}

/// The number that the programs agree on, or `found`.
fn answer(title: &str, took: &[Measured]) -> Result<String, String> {
    let words = |took: &Measured| {
        took.text
            .split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let (ours, theirs) = (words(&took[0]), words(&took[1]));
    let before = |words: &[String], after: &str| {
        let at = words.iter().position(|word| word == after)?;
        Some(words.get(at.checked_sub(1)?)?.replace(',', ""))
    };
    let is_count = ours.iter().any(|word| word == "labelled");
    if took[0].ended || took[1].ended {
        return Ok("–".into());
    }
    if is_count {
        let count = before(&ours, "labelled").unwrap_or_default();
        let at = theirs.iter().position(|word| word == "Models");
        let other = at.and_then(|at| theirs.get(at + 2)).cloned().unwrap_or_default();
        if count != other {
            return Err(format!("{title}: {count} here, {other} there"));
        }
        return Ok(count);
    }
    let is_found = ours.windows(2).any(|pair| pair == ["instance", "found"]);
    let is_alloys = took
        .get(2)
        .is_none_or(|alloy| alloy.ended || alloy.text.contains("SAT") && !alloy.text.contains("UNSAT"));
    if !is_found || !is_alloys || !theirs.iter().any(|word| word == "SATISFIABLE") {
        return Err(format!("{title}: not found by all"));
    }
    Ok("found".into())
}

/// Lines of encodings that are neither blank nor comment; files that an encoding includes count, and data do not: they are facts.
fn lines(files: &[PathBuf], comments: &[&str]) -> Result<usize, String> {
    let mut count = 0;
    for file in files {
        let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let is_data = text.lines().all(|line| {
            let line = line.trim();
            line.is_empty()
                || line.starts_with('%')
                || line.starts_with("lines(")
                || line.starts_with("block(")
        });
        if is_data {
            continue;
        }
        let mut is_comment = false;
        for line in text.lines().map(str::trim) {
            is_comment |= line.starts_with("/*");
            let counts = !is_comment && !line.is_empty() && !comments.iter().any(|c| line.starts_with(c));
            is_comment &= !line.ends_with("*/");
            if let Some(name) = line
                .strip_prefix("#include \"")
                .and_then(|rest| rest.strip_suffix("\"."))
            {
                count += lines(&[file.with_file_name(name)], comments)?;
            } else {
                count += usize::from(counts);
            }
        }
    }
    Ok(count)
}

fn figure(took: &Measured, limit: u64) -> String {
    if took.ended {
        return format!("> {limit} s");
    }
    format!("{:.0} / {:.0}", took.wall * 1e3, took.cpu * 1e3)
}
