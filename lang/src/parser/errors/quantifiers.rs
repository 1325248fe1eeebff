//! Slips with quantifiers.
//!
//! The token filter takes `all`, `some` and their kin for quantifiers only where names and a colon follow. Where a slip
//! hides the declaration, the grammar stumbles: over `all` itself, or later over the `,`, `:` or `|`.

use super::{Site, names};
use crate::diag::Diagnostic;
use crate::lexer::{Token, TokenKind as T};

/// A quantifier whose declaration is malformed.
pub(super) fn malformed(site: &Site<'_>) -> Option<Diagnostic> {
    let word = match site.found.kind {
        T::All => site.at,
        T::Comma | T::Colon | T::Bar => word_before(site)?,
        _ => return None,
    };
    let quantifier = site.tokens[word];
    let culprit = first_surprise(&site.tokens[word + 1..])?;
    let text = site.slice(quantifier.span);
    let error = |message: String| {
        let error = Diagnostic::error("E0207", site.found.span, message);
        if quantifier.span == site.found.span {
            error
        } else {
            error.also(quantifier.span, "the quantifier")
        }
    };
    let shape = site.quantified_form(text, word);
    let form = format!("write {shape}");
    Some(match culprit.kind {
        T::Prime => names::with_prime(site, culprit),
        T::Equal => error(format!("`{text}` declares its variables with `:`"))
            .also(culprit.span, "here `=` cannot stand")
            .help(format!(
                "write {shape}; a name for a value is given by `let x = e | …`"
            )),
        T::In => error(format!("`{text}` declares its variables with `:`"))
            .also(culprit.span, "here `in` cannot stand")
            .help(form),
        T::Slash => error("a variable's name cannot contain `/`".to_owned())
            .also(culprit.span, "here")
            .help(form),
        T::Bar | T::LeftBrace => error(format!("`{text}` has a variable without a bound"))
            .also(culprit.span, "the bound is missing here")
            .help(form),
        T::Colon => return None,
        _ if site.is_word(culprit) => names::keyword(site, site.found, culprit),
        _ if quantifier.kind != T::All => return None,
        _ => error("`all` needs a declaration".to_owned())
            .note("`no`, `some`, `lone` and `one` may stand in front of a set; `all` may not")
            .help(format!(
                "write `{text} x: {} | …`",
                site.value_from(word + 1).unwrap_or("A".into())
            )),
    })
}

/// `all a: A, a.r != a`: the body behind a comma.
pub(super) fn comma_for_bar(site: &Site<'_>) -> Option<Diagnostic> {
    if site.kind_before(1) != Some(T::Name) || site.kind_before(2) != Some(T::Comma) || !site.expects(":") {
        return None;
    }
    let (comma, name) = (site.at - 2, site.at - 1);
    let quantifier = (0..comma)
        .rev()
        .take_while(|&i| !matches!(site.tokens[i].kind, T::Bar | T::LeftBrace))
        .find(|&i| matches!(site.tokens[i].kind, T::Quantifier(_)))?;
    let body = site.slice(site.tokens[name].span);
    let declared = &site.tokens[quantifier..comma];
    let is_variable = |token: &Token| token.kind == T::Name && site.slice(token.span) == body;
    if !declared.iter().any(is_variable) {
        return None;
    }
    let (head, body) = (
        site.joined(quantifier, comma)?,
        site.joined(name, site.end_of_line(name))?,
    );
    let word = site.slice(site.tokens[quantifier].span);
    Some(
        Diagnostic::error(
            "E0207",
            site.tokens[comma].span,
            "behind this comma another declaration is expected",
        )
        .also(site.tokens[quantifier].span, "the quantifier")
        .help(format!(
            "the body of `{word}` comes behind `|`: `{head} | {body}`"
        )),
    )
}

/// The last quantifier-like word before the refused token in the same brackets.
fn word_before(site: &Site<'_>) -> Option<usize> {
    let mut depth = 0_usize;
    for i in (0..site.at).rev() {
        match site.tokens[i].kind {
            kind if kind.closes_bracket() => depth += 1,
            kind if kind.opens_bracket() => depth = depth.checked_sub(1)?,
            T::Some | T::No | T::Lone | T::One | T::Sum if depth == 0 => {
                let after_colon = i > 0 && site.tokens[i - 1].kind == T::Colon;
                return (!after_colon).then_some(i);
            }
            // Whatever comes before these belongs to another formula.
            T::Quantifier(_) | T::Let | T::Bar if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// The first token behind a quantifier that is not part of `private? disj? NAME (, NAME)*`.
fn first_surprise(tokens: &[Token]) -> Option<Token> {
    let mut i = 0;
    while tokens
        .get(i)
        .is_some_and(|token| matches!(token.kind, T::Private | T::Disj))
    {
        i += 1;
    }
    while tokens.get(i)?.kind == T::Name {
        i += 1;
        if tokens.get(i)?.kind != T::Comma {
            break;
        }
        i += 1;
    }
    tokens.get(i).copied()
}

/// `p or q and some x: A | p`: a quantified formula where only a parenthesised one can stand.
pub(super) fn needs_parentheses(site: &Site<'_>) -> Option<Diagnostic> {
    let what = match site.found.kind {
        T::Quantifier(_) => "a quantified formula",
        T::Let => "a `let`",
        _ => return None,
    };
    let before = site.before(1)?;
    if !site.expects("(") {
        return None;
    }
    let operator = site.slice(before.span);
    Some(
        Diagnostic::error("E0207", site.found.span, format!("{what} needs parentheses here"))
            .also(before.span, format!("as the right side of `{operator}`"))
            .note("without parentheses it may follow one operator, and only where nothing looser stands before that")
            .help(format!("write `{operator} ({} …)`", site.slice(site.found.span))),
    )
}
