//! Brackets that do not match, and calls with the wrong ones.

use super::Site;
use super::site::closing;
use crate::diag::Diagnostic;
use crate::lexer::TokenKind as T;

/// `f(a, b)`: there are no calls with parentheses.
pub(super) fn call_with_parentheses(site: &Site<'_>) -> Option<Diagnostic> {
    let paren = *site.open.last()?;
    if site.found.kind != T::Comma || paren.kind != T::LeftParen {
        return None;
    }
    let i = site.tokens.iter().position(|token| token.span == paren.span)?;
    let name = i
        .checked_sub(1)
        .map(|j| site.tokens[j])
        .filter(|token| token.kind == T::Name)?;
    let text = site.slice(name.span);
    Some(
        Diagnostic::error(
            "E0225",
            site.found.span,
            "a comma cannot stand between parentheses",
        )
        .also(paren.span, format!("these parentheses do not call `{text}`"))
        .help(format!("arguments are written in brackets: `{text}[a, b]`")),
    )
}

/// A bracket that is never closed, closed by another, or that closes nothing.
pub(super) fn unbalanced(site: &Site<'_>) -> Option<Diagnostic> {
    let Some(&open) = site.open.last() else {
        return site.found.kind.closes_bracket().then(|| stray(site));
    };
    let bracket = site.slice(open.span);
    let close = match closing(open.kind)? {
        T::RightParen => ")",
        T::RightBracket => "]",
        _ => "}",
    };
    let what_opened = "this bracket is still open";
    if site.at_end() {
        let found = site.describe_found();
        return Some(
            Diagnostic::error(
                "E0202",
                site.found.span,
                format!("`{bracket}` is not closed before {found}"),
            )
            .also(open.span, what_opened)
            .help(format!("close it with `{close}`")),
        );
    }
    if site.found.kind.closes_bracket() && site.slice(site.found.span) != close {
        let found = site.quoted(site.found);
        return Some(
            Diagnostic::error(
                "E0202",
                site.found.span,
                format!("{found} does not close `{bracket}`"),
            )
            .also(open.span, what_opened)
            .help(format!("close it with `{close}` first")),
        );
    }
    None
}

/// `run { … for 3`: the scope begins while a bracket is open.
pub(super) fn scope_inside(site: &Site<'_>) -> Option<Diagnostic> {
    let open = *site.open.last()?;
    if !matches!(site.found.kind, T::For | T::But | T::Expect) {
        return None;
    }
    let (bracket, found) = (site.slice(open.span), site.describe_found());
    Some(
        Diagnostic::error(
            "E0202",
            site.found.span,
            format!("`{bracket}` is not closed before {found}"),
        )
        .also(open.span, "this bracket is still open")
        .help("close it in front of the scope"),
    )
}

fn stray(site: &Site<'_>) -> Diagnostic {
    let found = site.quoted(site.found);
    Diagnostic::error("E0226", site.found.span, format!("{found} closes nothing"))
        .label("no bracket of this paragraph is open here")
        .help("remove it, or look for one too many before it")
}
