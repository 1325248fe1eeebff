//! The flags of a run.

use std::path::PathBuf;

use clap::Args;

use crate::cli::{facts::DataArgs, folder::FolderArgs, picture::PictureArgs};

use super::{
    Enumerate, Format, MeaningArgs, OrderArgs, OutputArgs, SelectArgs, SizeArgs, View,
    values::{Scopes, parse_enumerate, parse_scopes, parse_seconds},
};

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
    #[arg(long, value_name = "N|all", default_value = "1", value_parser = parse_enumerate, allow_negative_numbers = true)]
    pub(crate) enumerate: Enumerate,
    /// Show instances too that differ only by the names of atoms, with symmetry breaking off: every labelled instance.
    #[arg(long)]
    pub(crate) twins: bool,
    /// Count the labelled instances and the classes of those that differ only by the names of atoms.
    #[arg(long, conflicts_with = "enumerate")]
    pub(crate) count: bool,
    /// Count by this program, which takes projected DIMACS: `ganak`, say. Its output has a line `c s exact arb int N` or `s mc N`.
    #[arg(long, value_name = "COMMAND", requires = "count")]
    pub(crate) counter: Option<String>,
    /// List the commands and their scopes, and run none.
    #[arg(long, conflicts_with_all = ["enumerate", "count", "check"])]
    pub(crate) list: bool,
    /// Load only: parse, resolve names, check types and scopes (status 1 if only scopes are wrong).
    #[arg(long, conflicts_with_all = ["enumerate", "count"])]
    pub(crate) check: bool,
    /// Run again whenever the file or a module that it opens changes, until Ctrl-C.
    #[arg(long)]
    pub(crate) watch: bool,
    /// Warnings give status 2, those of the commands that are run included.
    #[arg(long)]
    pub(crate) deny_warnings: bool,
    /// The SAT solver: `auto`, `batsat`, `cadical`, `splr`, or the command line of any solver that reads DIMACS.
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub(crate) solver: String,
    /// Run this many commands at the same time, 0 for one on each processor. What is printed is the same, in the order of the file.
    #[arg(short, long, value_name = "N", default_value_t = 1, conflicts_with = "output", value_parser = clap::value_parser!(u32).range(0..=1024))]
    pub(crate) jobs: u32,
    /// Run each command at each of these overall scopes: `3..6`, or `3,4,8`.
    #[arg(long, value_name = "N..M", value_parser = parse_scopes, conflicts_with_all = ["scope", "output", "list", "check"])]
    pub(crate) scopes: Option<Scopes>,
    /// Give up a command after this many seconds.
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, allow_negative_numbers = true)]
    pub(crate) timeout: Option<f64>,
    /// Give up when the program uses more memory than this many megabytes, those of the program itself (about 10) included.
    #[arg(long, value_name = "MB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) memory: u64,
    /// How to print the results.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// How instances are drawn; `auto` is a grid where one fits, else tables, or in pictures a graph.
    #[arg(long, value_enum, default_value_t = View::Auto)]
    pub(crate) view: View,
    #[command(flatten)]
    pub(crate) picture: PictureArgs,
    #[command(flatten)]
    pub(crate) order: OrderArgs,
    #[command(flatten)]
    pub(crate) folder: FolderArgs,
    #[command(flatten)]
    pub(crate) data: DataArgs,
    #[command(flatten)]
    pub(crate) size: SizeArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

impl RunArgs {
    /// The format of what goes to standard output: words only where instances become files.
    pub(crate) fn shown(&self) -> Format {
        if self.folder.output.is_some() {
            Format::None
        } else {
            self.format
        }
    }
}
