//! The formatter: one layout for all specifications, which changes no token and no comment.
//!
//! It works on the tokens, with the syntax tree as a guide to what belongs together. The author's line breaks stay, since two
//! formulas on one line and two on lines of their own are not quite the same to a reader (nor to Alloy, which warns of the
//! first); what changes is the indentation, the space between tokens, and lines that are too long. Each line is laid out once,
//! from left to right, as a function of the tokens and of the breaks in front of them. So the layout of a result is the result.

mod arrows;
mod comments;
mod indent;
mod items;
mod layout;
mod long_lines;
mod shape;
mod spacing;
mod verify;

use crate::diag::Diagnostic;
use crate::dialect::{Dialect, parse_in};
use crate::lexer::lex_all;
use crate::markdown;
use crate::source::FileId;

/// Lines are broken so as not to be wider, in characters.
pub const MAX_WIDTH: usize = 100;

/// How much a level is indented, in spaces.
pub(crate) const STEP: usize = 2;

/// Why a text is not formatted.
#[derive(Clone, Debug, thiserror::Error)]
pub enum FormatError {
    /// It has syntax errors; their spans have the file id that was given.
    #[error("the text has syntax errors")]
    Syntax(Vec<Diagnostic>),
    /// The result would not have been the same specification. This is a fault of the formatter.
    #[error("the formatted text would differ in more than its layout near line {line}")]
    Changed {
        /// Where in the text, counted from 1.
        line: usize,
    },
}

/// The text of the file `name` in the canonical layout.
///
/// Of Markdown only the Alloy between fences is changed.
///
/// # Errors
/// If the text has syntax errors in the dialect (`None`: in that which it seems to be written in).
pub fn format(file: FileId, name: &str, text: &str, dialect: Option<Dialect>) -> Result<String, FormatError> {
    let alloy = markdown::alloy_text(name, text);
    let parsed = parse_in(file, &alloy, dialect);
    if parsed.diagnostics.iter().any(Diagnostic::is_error) {
        return Err(FormatError::Syntax(parsed.diagnostics));
    }
    let lexed = lex_all(file, &alloy, parsed.dialect);
    let chunks = markdown::chunks(name, text);
    let mut items = items::items(&alloy, &lexed, &chunks);
    let shape = shape::shape(&items, &parsed.module);
    let lines = layout::lines(&mut items, &shape);
    let mut formatted = layout::assemble(text, &items, &lines, &chunks);
    if markdown::is_markdown(&formatted) && !markdown::is_markdown(text) {
        // A comment of dashes alone would become the header of Markdown.
        formatted.insert(0, ' ');
    }
    match verify::difference(name, text, &formatted, parsed.dialect) {
        None => Ok(formatted),
        Some(line) => Err(FormatError::Changed { line }),
    }
}
