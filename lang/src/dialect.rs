//! The two ages of the language, told apart for each file.
//!
//! Before Alloy 6 a prime was part of a name, the words of time were ordinary names, and an `open` could lead to a file by a
//! relative path. All else is one language: only the lexer and the token filter know the dialect.

use crate::ast::Module;
use crate::diag::{Diagnostic, Severity};
use crate::filter::filter_as;
use crate::lexer::{Token, TokenKind, lex_as};
use crate::parser::parse_as;
use crate::source::{FileId, Span};

/// An age of the language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// Alloy 6: `'` is an operator, and there are keywords of time.
    #[default]
    Alloy6,
    /// Alloy 4 and 5.
    Alloy5,
}

/// A parsed text.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The paragraphs that are free of errors.
    pub module: Module,
    /// The dialect that the text was read in.
    pub dialect: Dialect,
    /// Errors; and a note if the text was taken for the older dialect.
    pub diagnostics: Vec<Diagnostic>,
}

/// Parses a text in a dialect, or in the one that it seems to be written in: Alloy 6 unless it has syntax errors that Alloy 5
/// has not.
pub fn parse_in(file: FileId, text: &str, dialect: Option<Dialect>) -> Parsed {
    let newer = parse_given(file, text, dialect.unwrap_or_default());
    if dialect.is_some() || newer.diagnostics.is_empty() {
        return newer;
    }
    let old = old_spellings(file, text);
    let Some(spelling) = told_by(&old, first_place(&newer.diagnostics)) else {
        return newer;
    };
    let mut older = parse_given(file, text, Dialect::Alloy5);
    if !older.diagnostics.is_empty() && !is_clearly_older(&newer, &older, &old, text) {
        return newer;
    }
    older.diagnostics.insert(0, note(spelling, text));
    older
}

/// Parses a text that Alloy 6 accepts as Alloy 5 if it can be read so and reads differently: for a module that is used by others
/// of that age.
pub(crate) fn parse_older(file: FileId, text: &str) -> Option<Parsed> {
    let spelling = *old_spellings(file, text).first()?;
    let mut older = parse_given(file, text, Dialect::Alloy5);
    if !older.diagnostics.is_empty() {
        return None;
    }
    older.diagnostics.push(note(spelling, text));
    Some(older)
}

fn parse_given(file: FileId, text: &str, dialect: Dialect) -> Parsed {
    let (module, diagnostics) = parse_as(file, text, dialect);
    Parsed {
        module,
        dialect,
        diagnostics,
    }
}

/// The tokens of Alloy 5 that Alloy 6 reads otherwise.
fn old_spellings(file: FileId, text: &str) -> Vec<Token> {
    let (tokens, _) = lex_as(file, text, Dialect::Alloy5);
    let mut tokens = filter_as(&tokens, text, Dialect::Alloy5);
    tokens.retain(|token| token.kind == TokenKind::Name && is_old(slice(text, token.span)));
    tokens
}

fn slice(text: &str, span: Span) -> &str {
    text.get(span.start as usize..span.end as usize).unwrap_or("")
}

fn is_old(name: &str) -> bool {
    name.contains('\'') || name.starts_with('.') || is_word_of_time(name)
}

fn is_word_of_time(name: &str) -> bool {
    TokenKind::keyword(name).is_some_and(TokenKind::is_newer)
}

/// The spelling that an error at `place` comes from: the last one up to there, or the first at all.
fn told_by(old: &[Token], place: u32) -> Option<Token> {
    let after = old.partition_point(|token| token.span.start <= place);
    old.get(after.saturating_sub(1)).copied()
}

fn first_place(errors: &[Diagnostic]) -> u32 {
    let places = errors.iter().filter_map(|error| error.primary.as_ref());
    places.map(|label| label.span.start).min().unwrap_or(0)
}

/// Whether a text that is faulty in both dialects is better told of its faults as Alloy 5: they are fewer, the first of Alloy 6
/// comes from an old spelling, and none of the others comes from a word of time.
fn is_clearly_older(newer: &Parsed, older: &Parsed, old: &[Token], text: &str) -> bool {
    let at_old = |place: u32| {
        old.iter()
            .find(|token| token.span.start <= place && place <= token.span.end)
    };
    let blames_time = older.diagnostics.iter().any(|error| {
        let place = error.primary.as_ref().map_or(0, |label| label.span.start);
        at_old(place).is_some_and(|token| is_word_of_time(slice(text, token.span)))
    });
    older.diagnostics.len() < newer.diagnostics.len()
        && at_old(first_place(&newer.diagnostics)).is_some()
        && !blames_time
}

fn note(spelling: Token, text: &str) -> Diagnostic {
    let name = slice(text, spelling.span);
    let what = if name.starts_with('.') { "path" } else { "name" };
    let message = format!("read as Alloy 5, where `{name}` is a {what}");
    Diagnostic::new("N0201", Severity::Note, Some(spelling.span), message)
}
