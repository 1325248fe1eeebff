//! Cuts the tokens of a file into paragraphs, even where brackets do not match.
//!
//! Most paragraph keywords cannot occur inside a paragraph at all, so they cut wherever they stand; `let` and the words in
//! front of a keyword are judged by their surroundings.

use crate::lexer::{Token, TokenKind as T};

/// The tokens from `start` to `end` (exclusive), never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) start: usize,
    pub(super) end: usize,
    /// How many brackets it opens more than it closes.
    pub(super) balance: isize,
}

/// The paragraphs in order; together they are all the tokens.
pub(super) fn paragraphs(tokens: &[Token]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut depth = 0_usize;
    for (i, token) in tokens.iter().enumerate() {
        if begins_paragraph(tokens, i, depth) {
            let first = with_words_before(tokens, start, i);
            if first > start {
                pieces.push(piece(tokens, start, first));
            }
            start = first;
            depth = 0;
        }
        if token.kind.opens_bracket() {
            depth += 1;
        } else if token.kind.closes_bracket() {
            depth = depth.saturating_sub(1);
        }
    }
    if start < tokens.len() {
        pieces.push(piece(tokens, start, tokens.len()));
    }
    pieces
}

fn piece(tokens: &[Token], start: usize, end: usize) -> Piece {
    let count = |test: fn(T) -> bool| tokens[start..end].iter().filter(|token| test(token.kind)).count();
    let balance = count(T::opens_bracket).cast_signed() - count(T::closes_bracket).cast_signed();
    Piece { start, end, balance }
}

/// Whether the keyword of a paragraph stands at `i`, inside `depth` brackets.
fn begins_paragraph(tokens: &[Token], i: usize, depth: usize) -> bool {
    let before = i.checked_sub(1).map(|j| tokens[j].kind);
    match tokens[i].kind {
        T::Module | T::Open | T::Sig | T::Enum | T::Fact | T::Assert | T::Fun | T::Pred => true,
        // `run p => check q` is one paragraph.
        T::Run | T::Check => before != Some(T::Implies),
        T::Let => depth == 0 && before.is_none_or(ends_paragraph),
        // Behind a block these can only be the words before a `sig`, even if that is missing.
        T::Abstract | T::Var | T::Private | T::One | T::Lone | T::Some => {
            depth == 0 && before == Some(T::RightBrace)
        }
        _ => false,
    }
}

/// The first of the words that stand in front of the keyword at `i`.
fn with_words_before(tokens: &[Token], start: usize, i: usize) -> usize {
    let belongs = |kind| match tokens[i].kind {
        T::Sig => matches!(
            kind,
            T::Abstract | T::Lone | T::One | T::Some | T::Private | T::Var
        ),
        T::Module | T::Abstract | T::Var | T::Private | T::One | T::Lone | T::Some => false,
        _ => kind == T::Private,
    };
    let mut first = i;
    while first > start && belongs(tokens[first - 1].kind) {
        first -= 1;
    }
    first
}

/// Whether a paragraph can end with this token; after an operator, a `let` goes on with an expression.
fn ends_paragraph(kind: T) -> bool {
    matches!(
        kind,
        T::RightBrace
            | T::RightBracket
            | T::RightParen
            | T::Prime
            | T::Name
            | T::Number(_)
            | T::Str
            | T::This
            | T::Iden
            | T::None
            | T::Univ
            | T::IntType
            | T::IntCast
            | T::StringType
            | T::Steps
            | T::Seq
            | T::Sum
            | T::Disj
            | T::TotalOrder
            | T::FunMin
            | T::FunMax
            | T::FunNext
            | T::Private
    )
}
