//! `relfind validate`: whether instances in a file are instances of a command.

use std::path::PathBuf;

use clap::Args;
use relfind::{LoadError, Refused, Session, lang::diag::Diagnostic};

use super::{
    AS_WANTED, BAD_INPUT, NOT_AS_WANTED,
    args::{MeaningArgs, OutputArgs, SelectArgs, SizeArgs},
    output::Output,
    run,
    select::select,
};

/// The arguments of `validate`.
#[derive(Debug, Args)]
pub(crate) struct ValidateArgs {
    /// The specification.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// A file of instances: what `--format json` or `--format xml` wrote, or Alloy's XML.
    #[arg(value_name = "INSTANCE")]
    pub(crate) instance: PathBuf,
    #[command(flatten)]
    pub(crate) select: SelectArgs,
    #[command(flatten)]
    pub(crate) meaning: MeaningArgs,
    #[command(flatten)]
    pub(crate) size: SizeArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Checks the instances against the first command that is picked, or else each against the one that it says it is of; the exit status.
pub(crate) fn validate(args: &ValidateArgs) -> u8 {
    let output = Output::new(args.output.color);
    let mut session = match Session::open_with(&args.file, args.meaning.dialect.load_options()) {
        Ok(session) => session,
        Err(LoadError::Refused(refused)) => {
            let Refused {
                sources, diagnostics, ..
            } = *refused;
            output.diagnostics(&diagnostics, &sources);
            return BAD_INPUT;
        }
        Err(LoadError::Read(error)) => {
            output.error(&error.to_string());
            return BAD_INPUT;
        }
    };
    let asked = match select(session.commands(), &args.select.command) {
        Ok(picked) => picked
            .first()
            .copied()
            .filter(|_| !args.select.command.is_empty()),
        Err(message) => {
            output.error(&message);
            return BAD_INPUT;
        }
    };
    let instances = match session.open_instances(&args.instance) {
        Ok(instances) => instances,
        Err(error) => {
            output.diagnostics(&[*error], session.sources());
            return BAD_INPUT;
        }
    };
    let options = run::options(&args.meaning, &args.size).lower;
    let mut status = AS_WANTED;
    let (mut told, mut can_be_asked) = (Vec::new(), false);
    for (number, instance) in instances.iter().enumerate() {
        let command = asked.or_else(|| session.command_of(instance)).unwrap_or(0);
        let errors = session.validate(command, instance, &options);
        output.print(&format!("{}. {}\n", number + 1, verdict(&errors)));
        output.diagnostics(&errors, session.sources());
        if !errors.is_empty() {
            status = NOT_AS_WANTED;
            can_be_asked |= session.take(command, instance, &options).is_ok();
        }
        told.extend(errors);
    }
    Output::pointer(&told);
    if can_be_asked && !args.output.quiet {
        let (file, instance) = (args.file.display(), args.instance.display());
        Output::hint(&format!(
            "`relfind eval {file} --instance {instance} -e EXPR` tells what an expression is in it\n"
        ));
    }
    status
}

fn verdict(errors: &[Diagnostic]) -> &'static str {
    let is_data = |e: &Diagnostic| matches!(e.code, "E0711" | "E0712" | "E0713" | "E0714" | "E0715");
    match errors {
        [] => "an instance",
        errors if errors.iter().any(is_data) => "not an instance: it does not fit the declarations",
        _ => "not an instance",
    }
}
