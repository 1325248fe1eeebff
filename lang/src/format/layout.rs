//! Items to lines, and lines to text.

use std::ops::Range;

use super::comments;
use super::indent::Indents;
use super::items::{Item, ItemKind};
use super::long_lines::{break_line, end_of_line};
use super::shape::{Kind, Shape};
use super::spacing::space_before;
use crate::lexer::TokenKind as T;

/// A line of the result; a comment of several lines makes it several.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) chunk: usize,
    pub(super) blank_before: bool,
    pub(super) text: String,
    /// How wide the text is, in characters.
    pub(super) width: usize,
    /// The comment behind the code.
    pub(super) trailing: Option<Trailing>,
    /// The author's column of the comment that is the whole line.
    pub(super) lone_comment: Option<usize>,
}

/// A comment at the end of a line.
#[derive(Debug)]
pub(super) struct Trailing {
    pub(super) text: String,
    /// The author's column.
    pub(super) column: usize,
    /// The author's distance from the code.
    pub(super) gap: usize,
}

/// The lines of the items; breaks are added to the items where needed.
pub(super) fn lines(items: &mut [Item<'_>], shape: &Shape) -> Vec<Line> {
    settle_breaks(items, shape);
    let mut indents = Indents::default();
    let mut lines = Vec::new();
    let mut first = 0;
    while first < items.len() {
        let indent = indents.of_line(items, shape, first);
        while break_line(items, shape, first, indent) {}
        let end = end_of_line(items, first);
        (first..end).for_each(|_| indents.push(indent));
        lines.push(line(items, shape, first..end, indent));
        first = end;
    }
    comments::align(&mut lines);
    lines
}

/// Takes empty lines away at the ends of brackets, and gives the inside of a block of several lines lines of its own.
fn settle_breaks(items: &mut [Item<'_>], shape: &Shape) {
    for i in 1..items.len() {
        let opened = items[i - 1].token().is_some_and(T::opens_bracket);
        let closed = items[i].token().is_some_and(T::closes_bracket);
        if opened || closed {
            items[i].breaks = items[i].breaks.min(1);
        }
    }
    for open in 0..items.len() {
        let Some(close) = shape.partner(open).filter(|&close| close > open) else {
            continue;
        };
        if !items[open].is(T::LeftBrace) || shape.brace_kind(open) == Some(Kind::Comprehension) {
            continue;
        }
        if items[open + 1..=close].iter().any(Item::begins_line) && !items[open + 1].is_comment() {
            items[open + 1].breaks = items[open + 1].breaks.max(1);
        }
    }
}

fn line(items: &[Item<'_>], shape: &Shape, range: Range<usize>, indent: usize) -> Line {
    let first = &items[range.start];
    let mut line = Line {
        chunk: first.chunk,
        blank_before: first.breaks > 1,
        text: " ".repeat(indent),
        width: indent,
        trailing: None,
        lone_comment: (range.len() == 1 && first.kind == ItemKind::LineComment).then_some(first.column),
    };
    for i in range.clone() {
        let item = &items[i];
        let is_first = i == range.start;
        let space = if is_first {
            0
        } else {
            space_before(items, shape, i)
        };
        if !is_first && i + 1 == range.end && item.is_comment() && item.width().is_some() {
            line.trailing = Some(Trailing {
                text: item.text.trim_end().to_owned(),
                column: item.column,
                gap: item.gap,
            });
            break;
        }
        line.text.push_str(&" ".repeat(space));
        line.width += space;
        let text = match item.kind {
            ItemKind::BlockComment if is_first => comments::text_at(item, line.width),
            ItemKind::BlockComment => item.text.to_owned(),
            _ => item.text.trim_end().to_owned(),
        };
        line.width = match text.rsplit_once('\n') {
            Some((_, last)) => last.chars().count(),
            None => line.width + text.chars().count(),
        };
        line.text.push_str(&text);
    }
    line
}

/// The text with the lines in place of what its chunks hold.
pub(super) fn assemble(text: &str, items: &[Item<'_>], lines: &[Line], chunks: &[Range<usize>]) -> String {
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    let mut at = 0;
    let mut rest = lines.iter().peekable();
    for (number, chunk) in chunks.iter().enumerate() {
        out.push_str(text.get(at..chunk.start).unwrap_or(""));
        at = chunk.end;
        if !items.iter().any(|item| item.chunk == number) {
            out.push_str(text.get(chunk.clone()).unwrap_or(""));
        }
        let mut first = true;
        while let Some(line) = rest.next_if(|line| line.chunk == number) {
            if line.blank_before && !first {
                out.push_str(newline);
            }
            first = false;
            out.push_str(&line.text);
            out.push_str(newline);
        }
    }
    out.push_str(text.get(at..).unwrap_or(""));
    out
}
