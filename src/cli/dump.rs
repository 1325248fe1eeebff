//! `relfind dump`: what each stage makes of a file.

use std::{fmt::Write as _, path::PathBuf};

use clap::{Args, ValueEnum};
use relfind::{
    Failure, LoadError, Refused, RunLimits, Session,
    files::{self, ReadError},
    lang::{self, diag::Diagnostic, source::SourceMap},
    translator,
};

use super::{
    AS_WANTED, BAD_INPUT, UNKNOWN,
    args::{MeaningArgs, OutputArgs, SelectArgs, SizeArgs},
    output::Output,
    run::options,
    select::select,
    text::heading,
    worst,
};

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

/// Prints the result of a stage; the exit status.
pub(crate) fn dump(args: &DumpArgs) -> u8 {
    let output = Output::new(args.output.color);
    match args.stage {
        Stage::Tokens => tokens(args, output),
        Stage::Ast => tree(args, output),
        Stage::Types | Stage::Problem | Stage::Circuit | Stage::Cnf => resolved(args, output),
    }
}

fn tokens(args: &DumpArgs, output: Output) -> u8 {
    let path = &args.file;
    let text = match files::read(path) {
        Ok(text) => text,
        Err(error) => return unreadable(&error, output),
    };
    let name = path.display().to_string();
    let text = lang::markdown::alloy_text(&name, &text);
    let mut sources = SourceMap::default();
    let file = sources.add(name, text.as_ref());
    let dialect = args.meaning.dialect.dialect();
    let dialect = lang::dialect::parse_in(file, &text, dialect).dialect;
    let (tokens, diagnostics) = lang::lexer::lex_as(file, &text, dialect);
    let tokens = lang::filter::filter_as(&tokens, &text, dialect);
    output.print(&lang::lexer::dump(&tokens, &text));
    said(&diagnostics, &sources, output)
}

fn tree(args: &DumpArgs, output: Output) -> u8 {
    match Session::open_with(&args.file, args.meaning.dialect.load_options()) {
        Ok(session) => {
            output.print(&lang::ast::dump(session.root()));
            AS_WANTED
        }
        // What could be parsed is shown, whatever is wrong with the rest.
        Err(LoadError::Refused(refused)) => {
            let Refused {
                sources,
                diagnostics,
                root,
                ..
            } = *refused;
            output.print(&lang::ast::dump(&root));
            said(&diagnostics, &sources, output)
        }
        Err(LoadError::Read(error)) => unreadable(&error, output),
    }
}

fn resolved(args: &DumpArgs, output: Output) -> u8 {
    let session = match Session::open_with(&args.file, args.meaning.dialect.load_options()) {
        Ok(session) => session,
        Err(LoadError::Refused(refused)) => return said(&refused.diagnostics, &refused.sources, output),
        Err(LoadError::Read(error)) => return unreadable(&error, output),
    };
    if args.stage == Stage::Types {
        output.print(&lang::dump::world(session.world(), |module| module == 0));
        return AS_WANTED;
    }
    let picked = match select(session.commands(), &args.select.command) {
        Ok(picked) => picked,
        Err(message) => {
            output.error(&message);
            return BAD_INPUT;
        }
    };
    let comment = if args.stage == Stage::Cnf { "c " } else { "" };
    let mut status = AS_WANTED;
    for index in picked {
        let command = &session.commands()[index];
        let mut text = format!(
            "{comment}{}\n",
            heading(index, command, session.sources().text(command.span))
        );
        match command_stage(&session, index, args) {
            Ok(dumped) => {
                let _ = writeln!(text, "{dumped}");
                output.print(&text);
            }
            Err(failure) => status = worst(status, failed(&failure, &session, output)),
        }
    }
    status
}

fn command_stage(session: &Session, index: usize, args: &DumpArgs) -> Result<String, Failure> {
    let options = options(&args.meaning, &args.size);
    if args.stage == Stage::Problem {
        let lowered =
            translator::lower::lower(session.world(), index, &options.lower).map_err(Failure::Refused)?;
        return Ok(translator::dump_problem(&lowered.problem));
    }
    let run = session.run(index, &options, &RunLimits::default())?;
    if args.stage == Stage::Circuit {
        let problem = &run.lowered().problem;
        return Ok(
            translator::dump_circuit(problem, &options.translate).unwrap_or_else(|error| error.to_string())
        );
    }
    Ok(translator::dump_cnf(run.translation()))
}

fn failed(failure: &Failure, session: &Session, output: Output) -> u8 {
    match failure {
        Failure::Refused(diagnostics) => {
            output.diagnostics(diagnostics, session.sources());
            BAD_INPUT
        }
        Failure::Stopped(stop) => {
            output.error(&stop.to_string());
            UNKNOWN
        }
        Failure::Wrong(what) => {
            output.error(what);
            UNKNOWN
        }
    }
}

fn said(diagnostics: &[Diagnostic], sources: &SourceMap, output: Output) -> u8 {
    output.diagnostics(diagnostics, sources);
    if diagnostics.iter().any(Diagnostic::is_error) {
        BAD_INPUT
    } else {
        AS_WANTED
    }
}

fn unreadable(error: &ReadError, output: Output) -> u8 {
    output.error(&error.to_string());
    BAD_INPUT
}
