//! Syntax errors in words.
//!
//! A syntax error begins at the token that the grammar refuses. `slips` knows common mistakes and says how to mend them;
//! what it does not know is described by what the grammar would have taken instead.

mod borrowed;
mod brackets;
mod expected;
mod names;
mod operators;
mod paragraphs;
mod quantifiers;
mod scopes;
mod site;
mod slips;

pub(super) use site::Site;

use super::{MAX_BRACKETS, MAX_PARAGRAPH};
use crate::diag::Diagnostic;
use crate::lexer::Token;
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
                        .note(format!("the limit is {MAX_BRACKETS} levels"))
                        .help("name parts of it with `let`, `fun` or `pred`"),
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

/// The diagnostic for a token that the grammar refuses.
pub(super) fn syntax_error(site: &Site<'_>) -> Diagnostic {
    slips::find(site).unwrap_or_else(|| unexpected(site))
}

fn unexpected(site: &Site<'_>) -> Diagnostic {
    let found = site.describe_found();
    match expected::in_words(site) {
        Some(wanted) => Diagnostic::error(
            "E0201",
            site.found.span,
            format!("expected {wanted}, found {found}"),
        )
        .label(format!("expected {wanted}")),
        None => Diagnostic::error("E0201", site.found.span, format!("unexpected {found}")),
    }
}
