//! Tokens as text, for `dump --stage tokens` and for tests.

use std::fmt::Write;

use super::{Token, TokenKind};
use crate::ast::Mult;

/// The tokens of `text`, one a line: bytes, kind, and the text where the kind does not tell it.
pub fn dump(tokens: &[Token], text: &str) -> String {
    let mut out = String::new();
    for token in tokens {
        let span = token.span;
        let slice = text.get(span.start as usize..span.end as usize).unwrap_or("");
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "{}..{} {}",
            span.start,
            span.end,
            describe(token.kind, slice)
        );
    }
    out
}

fn describe(kind: TokenKind, slice: &str) -> String {
    match kind {
        TokenKind::Name => format!("name {slice}"),
        TokenKind::Number(n) => format!("number {n}"),
        TokenKind::Str => format!("string {slice}"),
        TokenKind::Arrow(left, right) => format!("arrow {}->{}", mark(left), mark(right)),
        TokenKind::Quantifier(_) => format!("quantifier {}", kind.text().unwrap_or(slice)),
        TokenKind::End | TokenKind::StartParagraph | TokenKind::StartBlock => format!("{kind:?}"),
        _ => kind.text().unwrap_or(slice).to_owned(),
    }
}

fn mark(mult: Mult) -> &'static str {
    match mult {
        Mult::Set => "",
        Mult::One => "one ",
        Mult::Lone => "lone ",
        Mult::Some => "some ",
    }
}
