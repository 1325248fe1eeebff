//! What a text consists of: tokens and comments, with what the author put between them.

use std::ops::Range;

use crate::lexer::{Lexed, TokenKind};

/// How many columns a tab is taken for.
const TAB: usize = 4;

/// A token or a comment.
#[derive(Clone, Debug)]
pub(super) struct Item<'a> {
    pub(super) kind: ItemKind,
    pub(super) text: &'a str,
    /// The first byte.
    pub(super) start: usize,
    /// One past the last byte.
    pub(super) end: usize,
    /// Line breaks in front, at most 2 of which count.
    pub(super) breaks: u8,
    /// The author's space in front, in columns, where there is no break.
    pub(super) gap: usize,
    /// The author's column, from 0.
    pub(super) column: usize,
    /// Which of the chunks of a Markdown text it is in.
    pub(super) chunk: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ItemKind {
    Token(TokenKind),
    LineComment,
    BlockComment,
}

impl Item<'_> {
    pub(super) fn token(&self) -> Option<TokenKind> {
        match self.kind {
            ItemKind::Token(kind) => Some(kind),
            _ => None,
        }
    }

    pub(super) fn is(&self, kind: TokenKind) -> bool {
        self.kind == ItemKind::Token(kind)
    }

    pub(super) fn is_comment(&self) -> bool {
        self.token().is_none()
    }

    pub(super) fn begins_line(&self) -> bool {
        self.breaks > 0
    }

    /// How many characters wide it is; `None` if it has several lines.
    pub(super) fn width(&self) -> Option<usize> {
        (!self.text.contains('\n')).then(|| self.text.trim_end().chars().count())
    }
}

/// The items of `text` in order; the first of each chunk begins a line.
pub(super) fn items<'a>(text: &'a str, lexed: &Lexed, chunks: &[Range<usize>]) -> Vec<Item<'a>> {
    let tokens = lexed
        .tokens
        .iter()
        .map(|token| (token.span, ItemKind::Token(token.kind)));
    let comments = lexed.comments.iter().map(|&span| {
        let block = text
            .get(span.start as usize..)
            .is_some_and(|rest| rest.starts_with("/*"));
        let kind = if block {
            ItemKind::BlockComment
        } else {
            ItemKind::LineComment
        };
        (span, kind)
    });
    let mut all: Vec<_> = tokens.chain(comments).collect();
    all.sort_by_key(|(span, _)| span.start);
    let mut place = Place {
        text,
        at: 0,
        column: 0,
    };
    let mut items = Vec::with_capacity(all.len());
    let mut chunk = usize::MAX;
    for (span, kind) in all {
        let (start, end) = (span.start as usize, span.end as usize);
        let (breaks, gap) = place.go(start);
        let column = place.column;
        place.go(end);
        let here = chunks.partition_point(|chunk| chunk.end <= start);
        let breaks = if here == chunk { breaks } else { 1 };
        chunk = here;
        let text = text.get(start..end).unwrap_or("");
        items.push(Item {
            kind,
            text,
            start,
            end,
            breaks,
            gap,
            column,
            chunk,
        });
    }
    items
}

/// A place in the text that moves forward.
struct Place<'a> {
    text: &'a str,
    at: usize,
    column: usize,
}

impl Place<'_> {
    /// Moves to a byte; the line breaks passed, and the columns since the last.
    fn go(&mut self, to: usize) -> (u8, usize) {
        let (mut breaks, mut from) = (0_u8, self.column);
        let passed = self.text.get(self.at..to).unwrap_or("");
        let mut chars = passed.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '\r' if chars.peek() == Some(&'\n') => {}
                '\n' | '\r' => {
                    breaks = breaks.saturating_add(1);
                    (self.column, from) = (0, 0);
                }
                '\t' => self.column += TAB - self.column % TAB,
                '\u{feff}' => {}
                _ => self.column += 1,
            }
        }
        self.at = to;
        (breaks.min(2), self.column.saturating_sub(from))
    }
}
