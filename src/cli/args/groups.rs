//! Flags that several actions share.

use std::path::PathBuf;

use clap::Args;

use super::{Color, DialectArg, OverflowArg, values::parse_scope};

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
#[command(next_help_heading = "Messages")]
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

/// Which instances of all, and in which order.
#[derive(Debug, Args)]
#[command(next_help_heading = "Choice and order of instances")]
pub(crate) struct OrderArgs {
    /// Show the smallest instances first: those with the fewest atoms, and of these those with the fewest tuples. There are none smaller.
    #[arg(long)]
    pub(crate) smallest: bool,
    /// Show minimal instances only: those that contain no other, so that no tuple can be left out, nor several.
    #[arg(long)]
    pub(crate) minimal: bool,
    /// Show the instances first that differ in the fewest tuples from the first one in this file: JSON as `--format json` writes it, or Alloy's XML.
    #[arg(long, value_name = "FILE")]
    pub(crate) like: Option<PathBuf>,
    /// Of these only instances that differ in at most so many tuples, added and removed ones together.
    #[arg(long, value_name = "N", requires = "like")]
    pub(crate) distance: Option<u64>,
    /// Show other instances first, picked by this number: the same for the same number.
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Show, or count, only instances in which these expressions have other values than before, whatever else differs.
    #[arg(long, value_name = "EXPR,...", allow_hyphen_values = true)]
    pub(crate) distinct_on: Vec<String>,
    /// Show, or count, an instance once for each choice of witnesses (`$x`), instead of once.
    #[arg(long)]
    pub(crate) by_witness: bool,
}
