//! How far a line is indented: as far as the line where what it belongs to begins, and one step more.

use super::STEP;
use super::items::Item;
use super::long_lines::is_infix;
use super::shape::{Interval, Kind, Shape};
use crate::lexer::TokenKind as T;

/// The lines laid out so far.
#[derive(Debug, Default)]
pub(super) struct Indents {
    /// For each item so far the indentation of its line.
    of_item: Vec<usize>,
}

impl Indents {
    /// Notes that the next item is on a line with this indentation.
    pub(super) fn push(&mut self, indent: usize) {
        self.of_item.push(indent);
    }

    fn of(&self, item: usize) -> usize {
        self.of_item.get(item).copied().unwrap_or(0)
    }

    /// The indentation of a line that begins with item `i`; the items before have been noted.
    pub(super) fn of_line(&self, items: &[Item<'_>], shape: &Shape, i: usize) -> usize {
        // A comment goes with the token behind it.
        let Some(token) = (i..items.len()).find(|&j| !items[j].is_comment()) else {
            return 0;
        };
        let closes = items[token].token().is_some_and(T::closes_bracket);
        match shape.partner(token).filter(|_| closes) {
            Some(open) if token == i => self.of(open),
            Some(open) => self.of(open) + STEP,
            None => self.of_token(items, shape, token),
        }
    }

    fn of_token(&self, items: &[Item<'_>], shape: &Shape, i: usize) -> usize {
        let Some((_, inner)) = shape.inner(i) else {
            return 0;
        };
        let base = self.of(inner.first);
        let flush = match inner.kind {
            Kind::Paragraph => items[i].is(T::LeftBrace),
            Kind::Infix => {
                Self::is_whole(items, shape, inner, i)
                    || Self::is_flush_operator(items, inner, i)
                    || self.goes_with_then(items, shape, i)
            }
            Kind::Binder => Self::is_flush_binder(items, shape, inner, i),
            _ => false,
        };
        match i.checked_sub(1) {
            // `}` and `else` on the next line.
            Some(before) if items[i].is(T::Else) && items[before].is(T::RightBrace) => self.of(before),
            _ if flush => base,
            // What follows the closing brace on its line shall not look like a part of the inside.
            _ if Self::is_hanging(items, inner) => base + 2 * STEP,
            _ => base + STEP,
        }
    }

    /// Whether a comprehension begins in the middle of a line and ends in front of something else.
    fn is_hanging(items: &[Item<'_>], inner: Interval) -> bool {
        let goes_on = |next: &Item<'_>| !next.begins_line() && !next.token().is_some_and(T::closes_bracket);
        inner.kind == Kind::Comprehension
            && !items[inner.first].begins_line()
            && !items[inner.last].begins_line()
            && items.get(inner.last + 1).is_some_and(goes_on)
    }

    /// Whether an operator with its operands fills parentheses, a comprehension or a function's body, and begins a line there;
    /// branches are indented nevertheless.
    fn is_whole(items: &[Item<'_>], shape: &Shape, inner: Interval, i: usize) -> bool {
        let before = i.checked_sub(1).and_then(|before| items[before].token());
        !matches!(before, Some(T::Implies | T::Else))
            && items[inner.first].begins_line()
            && shape.parent(inner).is_some_and(|outer| {
                matches!(
                    outer.kind,
                    Kind::Bracket | Kind::Comprehension | Kind::FunctionBody
                )
            })
    }

    /// Whether an operator begins a line right below its first operand, as its author wrote it.
    fn is_flush_operator(items: &[Item<'_>], inner: Interval, i: usize) -> bool {
        let first = &items[inner.first];
        items[i].token().is_some_and(is_infix)
            && first.begins_line()
            && items[i].begins_line()
            && items[i].column <= first.column
    }

    /// Whether this is an `else` whose other branch begins on a line of its own.
    fn goes_with_then(&self, items: &[Item<'_>], shape: &Shape, i: usize) -> bool {
        shape
            .then_branch(i)
            .is_some_and(|then| items[then].begins_line() && then < self.of_item.len())
    }

    /// Whether a quantifier that is the body of another stands right below it, as its author wrote it.
    fn is_flush_binder(items: &[Item<'_>], shape: &Shape, outer: Interval, i: usize) -> bool {
        let first = &items[outer.first];
        shape.is_nested_binder(i)
            && first.begins_line()
            && items[i].begins_line()
            && items[i].column <= first.column
    }
}
