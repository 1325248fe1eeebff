//! `relfind repl`: a conversation about the instances of a specification.

mod input;
mod talk;

use std::path::{Path, PathBuf};

use clap::Args;

use super::{
    AS_WANTED, INTERRUPTED,
    args::{MeaningArgs, OutputArgs, SizeArgs, View, parse_seconds},
    desk::Desk,
    given::Instances,
    output::Output,
    run::options,
    select::select,
    watch::Watch,
};
use input::{Input, Line, Read};
use relfind::{
    Given, RunOptions, Session,
    lang::{diag::Diagnostic, source::SourceMap},
};
use talk::Talk;

/// The arguments of `repl`.
#[derive(Debug, Args)]
pub(crate) struct ReplArgs {
    /// The specification: an .als or .md file.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The command to begin with: its label or its number from 0. The first one if none is given.
    #[arg(short, long, value_name = "NAME|INDEX")]
    pub(crate) command: Option<String>,
    /// Begin with the instances of this file: what `--format json` or `--format xml` wrote, or Alloy's XML. Those that the command has come after them.
    #[arg(long, value_name = "INSTANCE")]
    pub(crate) instance: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) meaning: MeaningArgs,
    /// How instances are drawn.
    #[arg(long, value_enum, default_value_t = View::Auto)]
    pub(crate) view: View,
    /// The SAT solver: `auto`, or a name or command line as for a run.
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub(crate) solver: String,
    /// Give up a search after this many seconds.
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub(crate) timeout: Option<f64>,
    /// Give up a search when the program uses more memory than this many megabytes, those of the program itself (about 10) included.
    #[arg(long, value_name = "MB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) memory: u64,
    #[command(flatten)]
    pub(crate) size: SizeArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Holds the conversation; the exit status.
pub(crate) fn repl(args: &ReplArgs) -> u8 {
    let watch = Watch::start(args.memory);
    let output = Output::new(args.output.color);
    let desk = Desk {
        path: &args.file,
        json: false,
        quiet: args.output.quiet,
        output,
    };
    let nothing = SourceMap::default();
    if args.file == Path::new("-") {
        let message = "standard input is where questions come from; give the specification as a file";
        return desk.refuse(&nothing, &[], message);
    }
    let mut options = options(&args.meaning, &args.size);
    options.solver.clone_from(&args.solver);
    if let Err(error) = relfind::solver::create(&options.solver) {
        let message = format!("the solver `{}` cannot be used: {error}", options.solver);
        return desk.refuse(&nothing, &[], &message);
    }
    let mut session = match desk.open(args.meaning.dialect) {
        Ok(session) => session,
        Err(status) => return status,
    };
    let first = match select(session.commands(), args.command.as_slice()) {
        Ok(picked) => picked.first().copied().unwrap_or(0),
        Err(message) => return desk.refuse(session.sources(), &[], &message),
    };
    let (first, given) = match given(args, &mut session, first, &options) {
        Ok(given) => given,
        Err(errors) => return desk.refuse_with(&session, &errors),
    };
    let mut input = Input::new();
    let mut talk = Talk::new(args, output, options, watch, session);
    if !input.is_script() {
        output.print("`:help` shows what can be typed\n");
    }
    talk.start_from(first, given);
    converse(&mut talk, &mut input)
}

/// The instances to begin with, and the command that they are taken to be of.
fn given(
    args: &ReplArgs,
    session: &mut Session,
    first: usize,
    options: &RunOptions,
) -> Result<(usize, Vec<Given>), Vec<Diagnostic>> {
    let Some(path) = &args.instance else {
        return Ok((first, Vec::new()));
    };
    let asked = args.command.as_ref().map(|_| first);
    let instances = Instances::open(session, path, asked).map_err(|error| vec![*error])?;
    let given = instances.take(session, &options.lower)?;
    Ok((instances.command, given))
}

fn converse(talk: &mut Talk<'_>, input: &mut Input) -> u8 {
    loop {
        input.set_names(talk.names());
        talk.watch().set_idle(true);
        let read = input.read();
        talk.watch().set_idle(false);
        talk.watch().rearm();
        match read {
            Read::End => break,
            Read::Dropped => {}
            Read::Text(text) => match Line::parse(&text) {
                Line::Quit => break,
                line => talk.answer(line),
            },
        }
        // A script that is interrupted is not read to its end.
        if input.is_script() && talk.watch().interrupted() {
            return INTERRUPTED;
        }
    }
    input.close();
    AS_WANTED
}
