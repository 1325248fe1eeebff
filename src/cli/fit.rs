//! Flags of a run that do not fit: those that would do nothing, and documents that would stand end to end.

use super::args::{Enumerate, Format, RunArgs, Scopes};

/// Refuses flags that have no effect beside the others, with a way out.
pub(super) fn check(args: &RunArgs) -> Result<(), String> {
    let in_words = [Format::Text, Format::Table, Format::Json, Format::None];
    if args.count && !in_words.contains(&args.format) {
        return Err(
            "`--count` shows no instance, so there is nothing for this `--format`: use `text` or `json`"
                .into(),
        );
    }
    if !args.data.show.is_empty() && !matches!(args.format, Format::Facts | Format::Csv) {
        return Err(
            "`--show` says what `--format facts` and `--format csv` write: give one of these formats, or ask for values with `relfind eval FILE -e EXPR`"
                .into(),
        );
    }
    Ok(())
}

/// Refuses to write several documents end to end where a reader of the format takes one, for so many commands.
pub(super) fn check_documents(args: &RunArgs, commands: usize) -> Result<(), String> {
    let format = match args.shown() {
        Format::Svg => "svg",
        Format::Xml => "xml",
        _ => return Ok(()),
    };
    let (asks, instead) = if args.enumerate != Enumerate::AtMost(1) {
        ("--enumerate asks", "--enumerate 1")
    } else if matches!(&args.scopes, Some(Scopes(scopes)) if scopes.len() > 1) {
        ("--scopes asks", "--scope N")
    } else if commands > 1 {
        ("--command asks", "one command")
    } else {
        return Ok(());
    };
    Err(format!(
        "`--format {format}` is one document, and {asks} for several: give --output DIR, which gets a file for each, or {instead}"
    ))
}

/// Whether several instances as facts may follow one another, so that each has a comment with its number in front.
pub(super) fn are_numbered(args: &RunArgs) -> bool {
    args.enumerate != Enumerate::AtMost(1) || args.select.command.len() > 1 || args.scopes.is_some()
}
