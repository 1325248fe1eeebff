//! The command line: arguments in, text or JSON and an exit status out.

mod args;
mod batch;
mod changes;
mod desk;
mod diagnostics;
mod dump;
mod eval;
mod explain;
mod export;
mod facts;
mod fit;
mod fmt;
mod folder;
mod given;
mod import;
mod json;
mod list;
mod order;
mod output;
mod page;
mod picture;
mod progress;
mod receipt;
mod repl;
mod rerun;
mod run;
mod runner;
mod scopes;
mod select;
mod shell;
mod solve;
mod text;
mod validate;
mod watch;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};

use args::RunArgs;

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
struct Cli {
    /// What to do with a file other than running its commands.
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    run: RunArgs,
}

/// Other things to do.
#[derive(Debug, Subcommand)]
enum Action {
    /// Print the values of expressions in an instance of a command of FILE.
    Eval(eval::EvalArgs),
    /// Talk about the instances of FILE: ask expressions, go on to the next, run other commands.
    Repl(repl::ReplArgs),
    /// Print a script that makes a shell complete flags and their values.
    Completions(shell::CompletionsArgs),
    /// Print the manual page.
    Man,
    /// Check whether instances in a file, as JSON or as Alloy's XML, are instances of a command of FILE.
    Validate(validate::ValidateArgs),
    /// Print what a stage of the translation makes of FILE.
    Dump(dump::DumpArgs),
    /// Print what the scope of each signature comes to in each command of FILE, and why.
    Scopes(scopes::ScopesArgs),
    /// Explain the code of a diagnostic, with examples.
    Explain(explain::ExplainArgs),
    /// Bring files into the canonical layout.
    Fmt(fmt::FmtArgs),
    /// Write a command of FILE as DIMACS, with cubes and a job script, for solvers elsewhere.
    Export(export::ExportArgs),
    /// Read what solvers found on an exported command, or make a specification of a game in KIF.
    Import(import::ImportArgs),
    /// Solve a formula in DIMACS.
    Solve(solve::SolveArgs),
}

/// Every command turned out as wanted.
pub(crate) const AS_WANTED: u8 = 0;
/// Some command did not.
pub(crate) const NOT_AS_WANTED: u8 = 1;
/// The input is at fault.
pub(crate) const BAD_INPUT: u8 = 2;
/// A limit was reached, and a verdict is unknown.
pub(crate) const UNKNOWN: u8 = 3;
/// Ended by Ctrl-C.
pub(crate) const INTERRUPTED: u8 = 130;

/// Does what the arguments say.
pub(crate) fn main() -> ExitCode {
    let cli = Cli::try_parse().unwrap_or_else(|error| refuse_arguments(&error));
    let status = match cli.action {
        Some(Action::Completions(args)) => shell::completions(&args),
        Some(Action::Man) => shell::man(),
        Some(Action::Dump(args)) => dump::dump(&args),
        Some(Action::Eval(args)) => eval::eval(&args),
        Some(Action::Repl(args)) => repl::repl(&args),
        Some(Action::Validate(args)) => validate::validate(&args),
        Some(Action::Scopes(args)) => scopes::scopes(&args),
        Some(Action::Explain(args)) => explain::explain(&args),
        Some(Action::Fmt(args)) => fmt::fmt(&args),
        Some(Action::Export(args)) => export::export(&args),
        Some(Action::Import(args)) => import::import(&args),
        Some(Action::Solve(args)) => solve::solve(&args),
        None => run::run(&cli.run),
    };
    ExitCode::from(status)
}

/// Says what is wrong with the arguments, and ends the program.
fn refuse_arguments(error: &clap::Error) -> ! {
    use clap::error::{ContextKind, ContextValue, ErrorKind};
    // Behind a file, anything is taken for a subcommand.
    let other = [ContextKind::InvalidSubcommand, ContextKind::InvalidArg]
        .into_iter()
        .find_map(|kind| match (error.kind(), kind) {
            (ErrorKind::ArgumentConflict, ContextKind::InvalidArg) => None,
            _ => error.get(kind),
        });
    let kind = error.kind();
    let of_other = matches!(
        kind,
        ErrorKind::UnknownArgument | ErrorKind::InvalidSubcommand | ErrorKind::ArgumentConflict
    );
    match other {
        Some(ContextValue::String(other))
            if of_other && !other.starts_with('-') && Cli::command().find_subcommand(other).is_none() =>
        {
            let message = format!("one file at a time is read, and `{other}` is a second one");
            Cli::command().error(kind, message).exit()
        }
        _ => error.exit(),
    }
}

/// The status of several commands together: the first of bad input, unknown, not as wanted, as wanted that occurs.
pub(crate) fn worst(a: u8, b: u8) -> u8 {
    let rank = |status| {
        [INTERRUPTED, BAD_INPUT, UNKNOWN, NOT_AS_WANTED]
            .iter()
            .position(|&s| s == status)
    };
    let rank = |status| rank(status).unwrap_or(usize::MAX);
    if rank(b) < rank(a) { b } else { a }
}
