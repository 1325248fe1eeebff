//! Which arrows have no spaces around them: those of tuples that are data, as in `1->2 + 2->3`, if their author wrote them so.

use super::items::Item;
use super::shape::{Kind, Shape};
use crate::lexer::TokenKind as T;

/// For each item whether it is such an arrow.
///
/// The first arrow of a chain of operators decides for all of it. Arrows in declarations are always spaced.
pub(super) fn tight(items: &[Item<'_>], shape: &Shape) -> Vec<bool> {
    let mut tight = vec![false; items.len()];
    // For each interval whether its first arrow is tight.
    let mut chains: Vec<Option<bool>> = vec![None; shape.intervals.len()];
    for arrow in 0..items.len() {
        if !matches!(items[arrow].token(), Some(T::Arrow(..))) {
            continue;
        }
        let Some(chain) = chain(shape, arrow) else {
            continue;
        };
        let allowed = can_be_tight(items, arrow);
        let first = *chains[chain]
            .get_or_insert_with(|| allowed && is_attached(items, arrow) && !is_in_declaration(shape, arrow));
        tight[arrow] = first && allowed;
    }
    tight
}

/// The operators that an arrow is one of: with its neighbours in a union or a comparison.
fn chain(shape: &Shape, arrow: usize) -> Option<usize> {
    let (index, own) = shape.inner(arrow)?;
    let outer = own
        .parent
        .filter(|&outer| shape.intervals[outer].kind == Kind::Infix);
    Some(outer.unwrap_or(index))
}

fn is_in_declaration(shape: &Shape, arrow: usize) -> bool {
    let mut next = shape.inner(arrow).map(|(_, interval)| interval);
    while let Some(interval) = next {
        match interval.kind {
            // What stands in a paragraph itself is the result of a function.
            Kind::Decl | Kind::Paragraph => return true,
            Kind::Infix | Kind::Other | Kind::Bracket => next = shape.parent(interval),
            _ => return false,
        }
    }
    false
}

fn is_attached(items: &[Item<'_>], arrow: usize) -> bool {
    let attached = |item: &Item<'_>| item.gap == 0 && !item.begins_line();
    attached(&items[arrow]) && items.get(arrow + 1).is_some_and(attached)
}

/// Whether the sides of an arrow are such that they can stand next to it.
fn can_be_tight(items: &[Item<'_>], arrow: usize) -> bool {
    let is_word = |item: &Item<'_>| item.text.starts_with(|c: char| c.is_alphanumeric());
    let is_mark = |item: &Item<'_>| matches!(item.token(), Some(T::One | T::Lone | T::Some | T::Set));
    let before = arrow.checked_sub(1).map(|before| &items[before]);
    items.get(arrow + 1).is_some_and(|next| !is_mark(next))
        && before.is_some_and(|before| {
            !is_mark(before) && (is_word(before) || before.token().is_some_and(T::closes_bracket))
        })
}
