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

/// A puzzle as both programs get it.
struct Puzzle {
    /// What is asked.
    title: &'static str,
    /// Our model and arguments.
    ours: &'static [&'static str],
    /// The encoding in benches/asp and further arguments of clingo.
    theirs: &'static [&'static str],
    /// The command's number in our model, where Alloy can be given it as it is.
    alloy: Option<&'static str>,
}

const fn puzzle(
    title: &'static str,
    ours: &'static [&'static str],
    theirs: &'static [&'static str],
    alloy: Option<&'static str>,
) -> Puzzle {
    Puzzle {
        title,
        ours,
        theirs,
        alloy,
    }
}

const PUZZLES: &[Puzzle] = &[
    puzzle(
        "buttons and lights, a plan",
        &["models/buttons_lights.als", "-c", "win"],
        &["buttons_lights.lp", "1"],
        Some("0"),
    ),
    puzzle(
        "buttons and lights, all 486 plans counted",
        &["models/buttons_lights.als", "-c", "win", "--count"],
        &["buttons_lights.lp", "0", "-q"],
        None,
    ),
    puzzle(
        "nonogram, lighthouse",
        &[
            "models/nonogram.als",
            "-c",
            "0",
            "--facts",
            "models/nonogram/lighthouse.json",
        ],
        &["nonogram.lp", "nonogram_lighthouse.lp", "1"],
        None,
    ),
    puzzle(
        "peg solitaire, 28 jumps one by one",
        &["models/solitaire.als", "-c", "play", "--scope", "28"],
        &["solitaire.lp", "-c", "jumps=28", "1"],
        None,
    ),
    puzzle(
        "peg solitaire, 31 jumps in 16 steps",
        &[
            "models/solitaire_parallel.als",
            "--facts",
            "models/solitaire/english31.lp",
            "--format",
            "facts",
        ],
        &["solitaire_parallel.lp", "-c", "jumps=31", "-c", "steps=16", "1"],
        None,
    ),
    puzzle(
        "pentagonal solitaire, a solution",
        &["models/pentagonal.als", "-c", "solve"],
        &["pentagonal.lp", "1"],
        Some("0"),
    ),
    puzzle(
        "sudoku",
        &["models/puzzles/sudoku.als", "-c", "solve"],
        &["sudoku.lp", "1"],
        Some("0"),
    ),
    puzzle(
        "8 queens",
        &["models/puzzles/queens.als", "-c", "eight"],
        &["queens.lp", "-c", "n=8", "1"],
        Some("0"),
    ),
    puzzle(
        "8 queens, all 92 counted",
        &["models/puzzles/queens.als", "-c", "eight", "--count"],
        &["queens.lp", "-c", "n=8", "0", "-q"],
        None,
    ),
    puzzle(
        "towers of Hanoi, 4 discs",
        &["models/planning/hanoi.als", "-c", "four"],
        &["hanoi.lp", "-c", "discs=4", "-c", "moves=15", "1"],
        Some("2"),
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
    let mut page = String::from(HEAD);
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

Whole processes, from start to printed answer; medians of five runs in which the programs take turns, in milliseconds on the clock and, behind the stroke, of processors. The ratio is
relfind's time on the clock against clingo's. Sizes are those of the two encodings as they are given to a solver: clauses here; ground rules there. Made by `cargo xtask puzzles --alloy CLASSPATH`;
the encodings for clingo are in benches/asp. Alloy gets relfind's model as it is, where it needs no data beside it; a dash stands for what was not asked.

| Puzzle | relfind | clingo | relfind/clingo | Alloy | clauses | rules |
|---|--:|--:|--:|--:|--:|--:|
";

const FOOT: &str = "
\"> 60 s\" is a run ended by the limit.
";

fn line(args: &PuzzlesArgs, alloy: Option<&Alloy>, puzzle: &Puzzle) -> Result<String, String> {
    let mut ours = Command::new(&args.relfind.relfind);
    ours.args(puzzle.ours).arg("--quiet");
    if !puzzle.ours.contains(&"--format") {
        // As much is printed on both sides: one answer.
        ours.args(["--format", "none"]);
    }
    let encoding = |word: &&str| {
        Path::new(word)
            .extension()
            .is_some_and(|extension| extension == "lp")
    };
    let files = puzzle
        .theirs
        .iter()
        .filter(|w| encoding(w))
        .map(|f| Path::new("benches/asp").join(f));
    let mut theirs = Command::new(&args.clingo);
    theirs
        .args(files)
        .args(puzzle.theirs.iter().filter(|word| !encoding(word)));
    let mut gringo = Command::new(&args.clingo);
    gringo.args(theirs.get_args()).arg("--mode=gringo");
    let of_alloy = puzzle.alloy.zip(alloy).map(|(command, alloy)| {
        alloy.command(
            1,
            args.relfind.limit,
            &[(puzzle.ours[0].into(), command.to_owned())],
        )
    });
    let mut programs = vec![&ours, &theirs];
    programs.extend(of_alloy.as_ref());
    let took = args.relfind.by_turns(&programs)?;
    let clauses = args.relfind.sizes(&ours)?.clauses;
    let rules = crate::process::measure(&gringo, args.relfind.limit())?
        .text
        .lines()
        .count();
    let ratio = if took[0].ended || took[1].ended {
        "–".into()
    } else {
        format!("{:.2}", took[0].wall / took[1].wall)
    };
    Ok(format!(
        "| {} | {} | {} | {ratio} | {} | {clauses} | {rules} |",
        puzzle.title,
        figure(&took[0], args.relfind.limit),
        figure(&took[1], args.relfind.limit),
        took.get(2)
            .map_or_else(|| "–".to_owned(), |took| figure(took, args.relfind.limit)),
    ))
}

fn figure(took: &Measured, limit: u64) -> String {
    if took.ended {
        return format!("> {limit} s");
    }
    format!("{:.0} / {:.0}", took.wall * 1e3, took.cpu * 1e3)
}
