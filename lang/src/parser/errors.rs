//! Syntax errors in words.

use lalrpop_util::ParseError;

use super::{MAX_BRACKETS, MAX_PARAGRAPH};
use crate::diag::Diagnostic;
use crate::lexer::{Token, TokenKind};
use crate::source::Span;

/// What is too much for the parser.
pub(super) fn limits(tokens: &[Token]) -> Option<Diagnostic> {
    let mut depth = 0_usize;
    for token in tokens {
        if token.kind.opens_bracket() {
            depth += 1;
            if depth > MAX_BRACKETS {
                return Some(
                    Diagnostic::error("E0215", token.span, "brackets are nested too deeply")
                        .note(format!("the limit is {MAX_BRACKETS} levels")),
                );
            }
        } else if token.kind.closes_bracket() {
            depth = depth.saturating_sub(1);
        }
    }
    let over = tokens.get(MAX_PARAGRAPH)?;
    Some(
        Diagnostic::error("E0216", over.span, "this paragraph is too long")
            .note(format!("the limit is {MAX_PARAGRAPH} tokens"))
            .help("split it into several facts, predicates or functions"),
    )
}

pub(super) fn late_module(span: Span, before: Option<Span>) -> Diagnostic {
    let error = Diagnostic::error("E0213", span, "the `module` line must come first, and only once");
    match before {
        Some(place) => error.also(place, "this comes before it"),
        None => error,
    }
}

pub(super) fn late_open(span: Span, paragraph: Span) -> Diagnostic {
    Diagnostic::error("E0214", span, "`open` must come before all other paragraphs")
        .also(paragraph, "the first other paragraph")
        .help("move the `open` line to the top, right behind the `module` line")
}

/// The diagnostic for an error of the generated parser, which read `tokens`; `end` follows them.
pub(super) fn syntax_error(
    _text: &str,
    tokens: &[Token],
    end: Token,
    error: ParseError<u32, TokenKind, ()>,
) -> Diagnostic {
    let (at, _expected) = match error {
        ParseError::UnrecognizedToken {
            token: (start, _, _),
            expected,
        } => (start, expected),
        ParseError::UnrecognizedEof { expected, .. } => (end.span.start, expected),
        _ => (end.span.start, Vec::new()),
    };
    let found = tokens.iter().find(|t| t.span.start == at).copied().unwrap_or(end);
    Diagnostic::error("E0201", found.span, "unexpected token")
}
