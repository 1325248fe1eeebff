//! The safety net: a result must have the tokens and the comments of the text that it is made from.

use super::comments::is_starred;
use crate::dialect::Dialect;
use crate::lexer::{TokenKind, lex_all};
use crate::markdown::alloy_text;
use crate::source::FileId;

/// The first line, from 1, at which two texts differ in more than layout.
pub(super) fn difference(name: &str, before: &str, after: &str, dialect: Dialect) -> Option<usize> {
    let (old_alloy, new_alloy) = (alloy_text(name, before), alloy_text(name, after));
    let old = contents(&old_alloy, dialect);
    let new = contents(&new_alloy, dialect);
    let place = (0..old.len().max(new.len())).find(|&i| {
        let same = |a: &Content, b: &Content| (a.kind, &a.text) == (b.kind, &b.text);
        !matches!((old.get(i), new.get(i)), (Some(a), Some(b)) if same(a, b))
    });
    let place = place.map(|i| old.get(i).map_or(before.len(), |content| content.start))?;
    let passed = before.get(..place).unwrap_or(before);
    Some(passed.matches('\n').count() + 1)
}

/// A token, or a comment if it has no kind.
struct Content {
    start: usize,
    kind: Option<TokenKind>,
    text: String,
}

fn contents(text: &str, dialect: Dialect) -> Vec<Content> {
    let lexed = lex_all(FileId(0), text, dialect);
    let slice = |start: u32, end: u32| text.get(start as usize..end as usize).unwrap_or("");
    let tokens = lexed.tokens.iter().map(|token| Content {
        start: token.span.start as usize,
        kind: Some(token.kind),
        text: slice(token.span.start, token.span.end).to_owned(),
    });
    let comments = lexed.comments.iter().map(|span| Content {
        start: span.start as usize,
        kind: None,
        text: without_margin(slice(span.start, span.end)),
    });
    let mut all: Vec<Content> = tokens.chain(comments).collect();
    all.sort_by_key(|content| content.start);
    all
}

/// A comment without what layout may change: the space in front of stars, and the space at its end.
fn without_margin(comment: &str) -> String {
    if !is_starred(comment) {
        return comment.trim_end().to_owned();
    }
    let lines = comment.split_inclusive('\n');
    lines.map(str::trim_start).collect()
}
