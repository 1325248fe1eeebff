//! Whether there is a space between two items of a line.

use super::items::Item;
use super::shape::{Kind, Shape};
use crate::lexer::TokenKind as T;

/// The spaces between item `i` and the one before, if they share a line.
pub(super) fn space_before(items: &[Item<'_>], shape: &Shape, i: usize) -> usize {
    usize::from(i > 0 && is_spaced(items, shape, i))
}

fn is_spaced(items: &[Item<'_>], shape: &Shape, i: usize) -> bool {
    let (left, right) = (&items[i - 1], &items[i]);
    let as_written = right.gap > 0;
    let (Some(a), Some(b)) = (left.token(), right.token()) else {
        return as_written || !left.token().is_some_and(T::opens_bracket);
    };
    let before_left = i.checked_sub(2).and_then(|j| items[j].token());
    match (a, b) {
        (T::Open, T::Dot) => true,
        // An open range: `2.. steps`.
        (T::Dot, _) if before_left == Some(T::Dot) => !matches!(b, T::Number(_) | T::Slash),
        (T::LeftParen | T::LeftBracket | T::Dot | T::Slash, _)
        | (_, T::RightParen | T::RightBracket | T::Comma | T::Dot | T::Slash | T::Prime | T::Semicolon) => {
            false
        }
        (_, T::Colon) => false,
        (T::Colon, T::Number(_)) => !matches!(before_left, Some(T::Number(_) | T::Dot)),
        _ if is_prefix(a, left.text) || shape.is_sign(i - 1) => false,
        (T::Arrow(..), _) => !shape.is_tight(i - 1),
        (_, T::Arrow(..)) => !shape.is_tight(i),
        (_, T::LeftBracket) if shape.is_head(i - 1) => as_written,
        (_, T::LeftBracket) => !takes_arguments(a),
        (_, T::LeftParen) if takes_arguments(a) => as_written,
        (T::LeftBrace, T::RightBrace) => false,
        (T::LeftBrace, _) => !is_tight(items, shape, i - 1),
        (_, T::RightBrace) => !shape.partner(i).is_some_and(|open| is_tight(items, shape, open)),
        _ => true,
    }
}

/// Whether the author wrote the comprehension that begins here without spaces inside its braces.
fn is_tight(items: &[Item<'_>], shape: &Shape, open: usize) -> bool {
    shape.brace_kind(open) == Some(Kind::Comprehension)
        && items
            .get(open + 1)
            .is_some_and(|next| next.gap == 0 && !next.begins_line())
}

fn is_prefix(kind: T, text: &str) -> bool {
    matches!(kind, T::Tilde | T::Caret | T::Star | T::Hash | T::At) || kind == T::Not && text == "!"
}

/// Whether a bracket behind the token belongs to it.
fn takes_arguments(kind: T) -> bool {
    matches!(
        kind,
        T::Name
            | T::RightBracket
            | T::RightParen
            | T::RightBrace
            | T::Prime
            | T::This
            | T::Str
            | T::Number(_)
            | T::IntCast
            | T::IntType
            | T::StringType
            | T::Sum
            | T::Disj
            | T::Univ
            | T::Iden
            | T::None
            | T::Steps
    )
}
