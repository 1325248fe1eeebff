//! Slips with names: primes and keywords in them.

use super::Site;
use crate::diag::Diagnostic;
use crate::lexer::{Token, TokenKind as T};

/// `s'` where a name is declared.
pub(super) fn prime_in_name(site: &Site<'_>) -> Option<Diagnostic> {
    if site.found.kind != T::Prime {
        return None;
    }
    let before = site.before(1)?;
    match before.kind {
        T::Name => Some(with_prime(site, site.found)),
        T::RightBracket => Some(
            Diagnostic::error("E0201", site.found.span, "a prime cannot follow `]`")
                .help("put what is meant in the next state in parentheses: `(f[x])'`"),
        ),
        _ => None,
    }
}

/// The error for a declared name with the prime token `prime` behind it.
pub(super) fn with_prime(site: &Site<'_>, prime: Token) -> Diagnostic {
    let name = site
        .tokens
        .iter()
        .rev()
        .find(|token| token.span.end <= prime.span.start && token.kind == T::Name);
    let text = name.map_or("s", |token| site.slice(token.span));
    let error = Diagnostic::error(
        "E0203",
        site.found.span,
        format!("the declared name `{text}'` contains a prime"),
    );
    let error = if prime.span == site.found.span {
        error
    } else {
        error.also(prime.span, "this prime")
    };
    error
        .note(format!(
            "since Alloy 6 the prime is an operator: `{text}'` is the value of `{text}` in the next state"
        ))
        .help(format!(
            "rename it, to `{text}1` for instance; in Alloy 5 it was a name"
        ))
}

/// A keyword where a name is due, or one used as a name just before.
pub(super) fn keyword_as_name(site: &Site<'_>) -> Option<Diagnostic> {
    let found = site.found;
    if site.is_word(found) && !site.at_end() || (site.at_end() && site.next_broken && site.is_word(found)) {
        let only_a_name = site.expects("name") && !site.expects_expression();
        let in_expression =
            site.expects_expression() && !site.expects_operator() && is_new_keyword(found.kind);
        let behind_dot = site.kind_before(1) == Some(T::Dot) && site.expects_expression();
        if only_a_name && !could_end(site) || in_expression || behind_dot {
            return Some(keyword(site, found, found));
        }
    }
    let before = site.before(1)?;
    let as_name = is_new_keyword(before.kind)
        && matches!(
            found.kind,
            T::LeftBracket
                | T::Dot
                | T::Colon
                | T::Comma
                | T::Equal
                | T::In
                | T::RightBrace
                | T::RightParen
                | T::RightBracket
                | T::Arrow(..)
                | T::Plus
                | T::Minus
                | T::Ampersand
                | T::NotEqual
                | T::NotIn
                | T::Prime
                | T::Slash
        );
    as_name.then(|| keyword(site, found, before))
}

/// Whether a name is only one of several things that could come, so that a keyword is hardly meant as one.
fn could_end(site: &Site<'_>) -> bool {
    site.expects("for") || site.expects("expect") || site.expects("open")
}

/// The error at `found` for the keyword `word` that was meant as a name.
pub(super) fn keyword(site: &Site<'_>, found: Token, word: Token) -> Diagnostic {
    let text = site.slice(word.span);
    let error = Diagnostic::error(
        "E0204",
        found.span,
        format!("`{text}` is a keyword and cannot be a name"),
    );
    let error = if found.span == word.span {
        error
    } else {
        error.also(word.span, "this keyword")
    };
    let error = if is_new_keyword(word.kind) {
        error.note(format!(
            "`{text}` was a name in Alloy 5; it became a keyword with the temporal operators of Alloy 6"
        ))
    } else {
        error
    };
    let error = error.help(format!("choose another name, such as `{text}_`"));
    match keyword_fields(site, word)[..] {
        [] => error,
        [only] => error.note(format!("`{only}` further on is a keyword, too")),
        ref several => error.note(format!("`{}` further on are keywords, too", several.join("`, `"))),
    }
}

/// The other fields of a signature that are called by keywords, where `word` is one. They may stand behind the end of what was taken for
/// the paragraph.
fn keyword_fields<'a>(site: &Site<'a>, word: Token) -> Vec<&'a str> {
    let behind = site.text.get(word.span.end as usize..).unwrap_or("");
    if site.paragraph() != Some(T::Sig) || !behind.trim_start().starts_with(':') {
        return Vec::new();
    }
    let fields = behind.find('}').map_or("", |end| &behind[..end]);
    let declared = fields
        .split(',')
        .skip(1)
        .filter_map(|field| field.split_once(':'));
    let mut found: Vec<&str> = declared
        .map(|(name, _)| name.trim())
        .filter(|name| T::keyword(name).is_some())
        .collect();
    found.dedup();
    found
}

/// The words that became keywords in Alloy 6.
fn is_new_keyword(kind: T) -> bool {
    matches!(
        kind,
        T::After
            | T::Always
            | T::Before
            | T::Eventually
            | T::Historically
            | T::Once
            | T::Releases
            | T::Since
            | T::Steps
            | T::Triggered
            | T::Until
            | T::Var
    )
}
