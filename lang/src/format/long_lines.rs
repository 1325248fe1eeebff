//! Where a line that is too long is broken: at the outermost place where it can be.

use super::MAX_WIDTH;
use super::items::Item;
use super::shape::{Kind, Shape};
use super::spacing::space_before;
use crate::lexer::TokenKind as T;

/// The end (exclusive) of the line that begins with item `first`.
pub(super) fn end_of_line(items: &[Item<'_>], first: usize) -> usize {
    let next = items[first + 1..].iter().position(Item::begins_line);
    next.map_or(items.len(), |offset| first + 1 + offset)
}

/// Breaks the line that begins with item `first` once, if it is too long and can be broken; whether it was.
pub(super) fn break_line(items: &mut [Item<'_>], shape: &Shape, first: usize, indent: usize) -> bool {
    let end = end_of_line(items, first);
    let ends = ends(items, shape, first, end, indent);
    if ends.last().is_none_or(|&width| width <= MAX_WIDTH) {
        return false;
    }
    let places: Vec<Place> = (first + 1..first + ends.len())
        .filter_map(|i| place(items, shape, i))
        .collect();
    let Some(outermost) = places.iter().map(Place::rank).min() else {
        return false;
    };
    let mut outermost = places.iter().filter(|place| place.rank() == outermost);
    let Some(&some) = outermost.clone().next() else {
        return false;
    };
    if some.block {
        for place in outermost.filter(|place| place.interval == some.interval) {
            items[place.item].breaks = 1;
        }
    } else {
        let fits = |place: &&Place| ends[place.item - 1 - first] <= MAX_WIDTH;
        let item = outermost.rfind(fits).map_or(some.item, |place| place.item);
        items[item].breaks = 1;
    }
    true
}

/// The columns where the items of a line end, without a comment behind them.
fn ends(items: &[Item<'_>], shape: &Shape, first: usize, end: usize, indent: usize) -> Vec<usize> {
    let mut column = indent;
    let mut ends = Vec::new();
    let code = (first..end).rposition(|i| !items[i].is_comment());
    for i in first..first + code.map_or(0, |last| last + 1) {
        let Some(width) = items[i].width() else { break };
        if i > first {
            column += space_before(items, shape, i);
        }
        column += width;
        ends.push(column);
    }
    ends
}

/// A place where a line can be broken: in front of an item.
#[derive(Clone, Copy, Debug)]
struct Place {
    item: usize,
    interval: usize,
    depth: usize,
    /// Whether it is between the parts of a block, all of which get lines of their own.
    block: bool,
}

impl Place {
    /// Outer places come first, and blocks first among those of one depth.
    fn rank(&self) -> (usize, bool) {
        (self.depth, !self.block)
    }
}

fn place(items: &[Item<'_>], shape: &Shape, i: usize) -> Option<Place> {
    let right = items[i].token()?;
    let left = items[i - 1].token()?;
    let (interval, inner) = shape.inner(i)?;
    let block = inner.kind == Kind::Block || inner.kind == Kind::FunctionBody;
    let at = |interval: usize, block: bool| {
        let depth = shape.intervals[interval].depth;
        Some(Place {
            item: i,
            interval,
            depth,
            block,
        })
    };
    if block && right != T::Comma && left != T::At {
        let empty = left == T::LeftBrace && right == T::RightBrace;
        return if empty { None } else { at(interval, true) };
    }
    let (outer, _) = shape.inner(i - 1)?;
    match (left, right) {
        (_, T::Else) => at(interval, false),
        (T::Comma | T::Bar, _) => at(outer, false),
        (T::Arrow(..), T::One | T::Lone | T::Some | T::Set) => None,
        (T::Arrow(..), _) if shape.is_tight(i - 1) => None,
        _ if is_infix(left) && !shape.is_sign(i - 1) => at(outer, false),
        _ => None,
    }
}

pub(super) fn is_infix(kind: T) -> bool {
    matches!(
        kind,
        T::And
            | T::Or
            | T::Implies
            | T::Iff
            | T::Else
            | T::In
            | T::Equal
            | T::Less
            | T::LessEqual
            | T::Greater
            | T::GreaterEqual
            | T::Plus
            | T::Minus
            | T::PlusPlus
            | T::Ampersand
            | T::Arrow(..)
            | T::Semicolon
            | T::Until
            | T::Since
            | T::Releases
            | T::Triggered
    )
}
