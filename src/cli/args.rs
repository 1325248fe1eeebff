//! The command line: flags with their documentation.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use relfind::lang::{LoadOptions, dialect::Dialect};

/// A bounded relational model finder for the Alloy language.
///
/// Runs the commands of FILE in order and shows an instance or counterexample of each.
#[derive(Debug, Parser)]
#[command(
    name = "relfind",
    version,
    args_conflicts_with_subcommands = true,
    arg_required_else_help = true,
    after_help = "Exit status: 0 every command turned out as wanted (a run has an instance, a check has no counterexample, an `expect` holds); \
                  1 some command did not; 2 the input is at fault; 3 a limit was reached and a verdict is unknown; 130 interrupted.",
    max_term_width = 100
)]
pub(crate) struct Cli {
    /// What to do with a file other than running its commands.
    #[command(subcommand)]
    pub(crate) action: Option<Action>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// Other things to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Action {
    /// Print what a stage of the translation makes of FILE.
    Dump(DumpArgs),
    /// Print what the scope of each signature comes to in each command of FILE, and why.
    Scopes(ScopesArgs),
    /// Explain the code of a diagnostic, with examples.
    Explain(ExplainArgs),
    /// Bring files into the canonical layout.
    Fmt(FmtArgs),
}

/// The arguments of `scopes`.
#[derive(Debug, Args)]
pub(crate) struct ScopesArgs {
    /// The specification: an .als or .md file, or `-` for standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) select: SelectArgs,
    #[command(flatten)]
    pub(crate) meaning: MeaningArgs,
    /// How to print the scopes.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// The arguments of `explain`.
#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// A code such as E0301; without one, all codes are listed.
    #[arg(value_name = "CODE")]
    pub(crate) code: Option<String>,
    /// When to use colours.
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    pub(crate) color: Color,
}

/// The arguments of a run.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct RunArgs {
    /// The specification: an .als or .md file, or `-` for standard input.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) select: SelectArgs,
    #[command(flatten)]
    pub(crate) meaning: MeaningArgs,
    /// How many different instances to show for each command.
    #[arg(long, value_name = "N|all", default_value = "1", value_parser = parse_enumerate)]
    pub(crate) enumerate: Enumerate,
    /// Show instances too that differ only by the names of atoms, with symmetry breaking off: every labelled instance.
    #[arg(long)]
    pub(crate) twins: bool,
    /// Count the labelled instances and the classes of those that differ only by the names of atoms.
    #[arg(long)]
    pub(crate) count: bool,
    /// List the commands and their scopes, and run none.
    #[arg(long)]
    pub(crate) list: bool,
    /// Load only: parse, resolve names, check types.
    #[arg(long)]
    pub(crate) check: bool,
    /// Warnings give status 2, those of the commands that are run included.
    #[arg(long)]
    pub(crate) deny_warnings: bool,
    /// The SAT solver: `auto`, `batsat`, `splr`, or the command line of any solver that reads DIMACS.
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub(crate) solver: String,
    /// Give up a command after this many seconds.
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub(crate) timeout: Option<f64>,
    /// Give up when the program uses more memory than this many megabytes.
    #[arg(long, value_name = "MB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) memory: u64,
    /// How to print the results.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// How the text format draws an instance; `auto` is a grid where one fits, else tables.
    #[arg(long, value_enum, default_value_t = View::Auto)]
    pub(crate) view: View,
    #[command(flatten)]
    pub(crate) size: SizeArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// The arguments of `dump`.
#[derive(Debug, Args)]
pub(crate) struct DumpArgs {
    /// The stage whose result to print.
    #[arg(long, value_enum)]
    pub(crate) stage: Stage,
    /// The specification: an .als or .md file, or `-` for standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) select: SelectArgs,
    #[command(flatten)]
    pub(crate) meaning: MeaningArgs,
    #[command(flatten)]
    pub(crate) size: SizeArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// The arguments of `fmt`.
#[derive(Debug, Args)]
pub(crate) struct FmtArgs {
    /// Files to be rewritten; `-` is from standard input to standard output. The names of those that change are printed.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Change nothing; print the names of the files that would change, and give status 1 if there are any.
    #[arg(long)]
    pub(crate) check: bool,
    /// The language of the files.
    #[arg(long, value_enum, default_value_t = DialectArg::Auto)]
    pub(crate) dialect: DialectArg,
    /// When to use colours.
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    pub(crate) color: Color,
}

/// Which commands of the file.
#[derive(Debug, Args)]
pub(crate) struct SelectArgs {
    /// The command to run: its label, its number from 0, or a pattern with `*` and `?`. May be given several times.
    #[arg(short, long, value_name = "NAME|INDEX|GLOB")]
    pub(crate) command: Vec<String>,
}

/// What the commands mean.
#[derive(Debug, Args)]
pub(crate) struct MeaningArgs {
    /// The language of the files: Alloy 6, Alloy 4 and 5, or of each file the one it seems to be written in.
    #[arg(long, value_enum, default_value_t = DialectArg::Auto)]
    pub(crate) dialect: DialectArg,
    /// The overall scope of every command; `exactly`, `but` and the scopes of single signatures stay.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = parse_scope)]
    pub(crate) scope: Option<u32>,
    /// The width of integers in bits.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=30))]
    pub(crate) bitwidth: Option<u32>,
    /// How long a symmetry breaking predicate may grow for a pair of atoms; 0 turns symmetry breaking off.
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) symmetry: u32,
    /// What arithmetic does out of range: leave out what overflows, or wrap around.
    #[arg(long, value_enum, default_value_t = OverflowArg::Prevent)]
    pub(crate) overflow: OverflowArg,
    /// How many enclosing universal variables a witness may depend on; -1 makes no witnesses at all.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = clap::value_parser!(i32).range(-1..))]
    pub(crate) skolem_depth: i32,
    /// How often a function may call itself; without it recursion is an error.
    #[arg(long, value_name = "N")]
    pub(crate) unrolls: Option<u32>,
}

/// How large a problem may become.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits of size")]
#[expect(clippy::struct_field_names, reason = "the fields are named like the flags")]
pub(crate) struct SizeArgs {
    /// Atoms of the universe, integers included.
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    pub(crate) max_atoms: u64,
    /// Tuples that may be in relations, all together, or in one intermediate relation.
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    pub(crate) max_tuples: u32,
    /// Nodes of formulas and expressions, after calls are replaced by bodies.
    #[arg(long, value_name = "N", default_value_t = 2_000_000)]
    pub(crate) max_nodes: u32,
    /// Gates of the boolean circuit.
    #[arg(long, value_name = "N", default_value_t = 100_000_000)]
    pub(crate) max_gates: u32,
    /// Clauses.
    #[arg(long, value_name = "N", default_value_t = 200_000_000)]
    pub(crate) max_clauses: u32,
}

/// How much to say, and in which colours.
#[derive(Debug, Args)]
pub(crate) struct OutputArgs {
    /// When to use colours.
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    pub(crate) color: Color,
    /// Print verdicts only: no instances, no warnings, no progress.
    #[arg(short, long, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Print sizes and times of every stage.
    #[arg(short, long)]
    pub(crate) verbose: bool,
}

/// How many instances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Enumerate {
    /// At most this many.
    AtMost(u64),
    /// Every one.
    All,
}

/// Forms of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Words and a picture, for people.
    Text,
    /// Words and tables.
    Table,
    /// One JSON document, for programs.
    Json,
    /// Verdicts only.
    None,
}

/// Ways to draw an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum View {
    /// A grid where one fits, else tables.
    Auto,
    /// A table for each signature.
    Table,
    /// Two ordered signatures as axes.
    Grid,
    /// An entry for each atom, its fields below.
    Tree,
    /// A line for each signature and field.
    Text,
}

/// What arithmetic does out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OverflowArg {
    /// A formula over a value that does not fit is undefined.
    Prevent,
    /// Values wrap around.
    Wrap,
}

/// Ages of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DialectArg {
    /// Alloy 6, unless the file can only be read as Alloy 5.
    Auto,
    /// A prime is an operator, and there are words of time.
    Alloy6,
    /// A prime is part of a name, and words of time are names.
    Alloy5,
}

impl DialectArg {
    /// The dialect; `None` if it is to be found out.
    pub(crate) fn dialect(self) -> Option<Dialect> {
        match self {
            Self::Auto => None,
            Self::Alloy6 => Some(Dialect::Alloy6),
            Self::Alloy5 => Some(Dialect::Alloy5),
        }
    }

    /// How to load files.
    pub(crate) fn load_options(self) -> LoadOptions {
        LoadOptions {
            dialect: self.dialect(),
        }
    }
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Stages of the translation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Stage {
    /// The tokens after the lexer and the token filter.
    Tokens,
    /// The syntax tree.
    Ast,
    /// The resolved, typed modules.
    Types,
    /// Universe, bounds and goals of each command.
    Problem,
    /// The boolean circuit of each command.
    Circuit,
    /// The clauses of each command, in DIMACS.
    Cnf,
}

fn parse_enumerate(text: &str) -> Result<Enumerate, String> {
    match text {
        "all" => Ok(Enumerate::All),
        _ => match text.parse() {
            Ok(n) if n > 0 => Ok(Enumerate::AtMost(n)),
            _ => Err("a number of at least 1, or `all`, is needed".into()),
        },
    }
}

fn parse_scope(text: &str) -> Result<u32, String> {
    let scope: Option<i32> = text.parse().ok();
    scope
        .and_then(|n| u32::try_from(n).ok())
        .ok_or_else(|| format!("a scope is a number from 0 to {}", i32::MAX))
}

fn parse_seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 1e9 => Ok(seconds),
        _ => Err("a number of seconds greater than 0 is needed".into()),
    }
}
