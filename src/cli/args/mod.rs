//! The command line: flags with their documentation.

mod groups;
mod run;
mod values;

use clap::{Parser, Subcommand};

use super::{repl::ReplArgs, shell::CompletionsArgs};

pub(crate) use groups::{MeaningArgs, OutputArgs, SelectArgs, SizeArgs};
pub(crate) use run::RunArgs;
pub(crate) use values::{
    Color, DialectArg, Enumerate, Format, OverflowArg, View, parse_enumerate, parse_seconds,
};

use super::{
    dump::DumpArgs, eval::EvalArgs, explain::ExplainArgs, export::ExportArgs, fmt::FmtArgs,
    import::ImportArgs, scopes::ScopesArgs, solve::SolveArgs, validate::ValidateArgs,
};

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
    /// Print the values of expressions in an instance of a command of FILE.
    Eval(EvalArgs),
    /// Talk about the instances of FILE: ask expressions, go on to the next, run other commands.
    Repl(ReplArgs),
    /// Print a script that makes a shell complete flags and their values.
    Completions(CompletionsArgs),
    /// Print the manual page.
    Man,
    /// Check whether instances in a file, as JSON or as Alloy's XML, are instances of a command of FILE.
    Validate(ValidateArgs),
    /// Print what a stage of the translation makes of FILE.
    Dump(DumpArgs),
    /// Print what the scope of each signature comes to in each command of FILE, and why.
    Scopes(ScopesArgs),
    /// Explain the code of a diagnostic, with examples.
    Explain(ExplainArgs),
    /// Bring files into the canonical layout.
    Fmt(FmtArgs),
    /// Write a command of FILE as DIMACS, with cubes and a job script, for solvers elsewhere.
    Export(ExportArgs),
    /// Read what solvers found on an exported command.
    Import(ImportArgs),
    /// Solve a formula in DIMACS.
    Solve(SolveArgs),
}
