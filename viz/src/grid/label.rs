//! Short labels for what stands in cells and along the sides of a board.

use std::collections::BTreeSet;

use crate::layout::width;

/// Short labels, and whether they need a legend.
pub(super) struct Labels {
    pub(super) short: Vec<String>,
    pub(super) needs_legend: bool,
}

/// Labels of at most `limit` columns if possible: the numbers, where the names differ in their last number only; the names themselves, where they
/// are short; initials, where these differ; the shortest beginnings that differ; or else letters in order. Names and numbers need no legend.
pub(super) fn shorten(names: &[String], limit: usize) -> Labels {
    let plain = |short| Labels {
        short,
        needs_legend: false,
    };
    if let Some((_, numbers)) = numbered(names) {
        return plain(numbers);
    }
    if names.iter().all(|name| width(name) <= limit) {
        return plain(names.to_vec());
    }
    let with_legend = |short| Labels {
        short,
        needs_legend: true,
    };
    for length in 1..=limit.min(3) {
        let begin = |name: &String| name.chars().take(length).collect::<String>();
        let short: Vec<String> = names.iter().map(begin).collect();
        if short.iter().collect::<BTreeSet<_>>().len() == names.len() {
            return with_legend(short);
        }
    }
    let letter = |i: usize| char::from_u32('A' as u32 + i as u32).map_or_else(String::new, String::from);
    let in_order = |i: usize| {
        if names.len() <= 26 {
            letter(i)
        } else {
            i.to_string()
        }
    };
    with_legend((0..names.len()).map(in_order).collect())
}

/// What names have in common, and the numbers in which they differ.
pub(super) fn numbered(names: &[String]) -> Option<(&str, Vec<String>)> {
    let first = names.first()?;
    let prefix = first.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = |name: &String| {
        let rest = name.strip_prefix(prefix)?;
        let is_number = !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit());
        is_number.then(|| rest.to_owned())
    };
    let numbers: Option<Vec<String>> = names.iter().map(number).collect();
    Some((prefix, numbers?))
}

/// Words for what fills a square, and for what leaves it empty.
const FULL: [&str; 26] = [
    "black", "full", "on", "true", "alive", "live", "living", "peg", "filled", "yes", "occupied", "wall",
    "solid", "marked", "taken", "dark", "mine", "bomb", "set", "lit", "present", "inside", "in", "active",
    "one", "checked",
];
const EMPTY: [&str; 26] = [
    "white",
    "empty",
    "off",
    "false",
    "dead",
    "hole",
    "no",
    "none",
    "free",
    "blank",
    "clear",
    "light",
    "open",
    "vacant",
    "unset",
    "unmarked",
    "floor",
    "gap",
    "nothing",
    "unlit",
    "absent",
    "outside",
    "out",
    "inactive",
    "zero",
    "unchecked",
];

/// Whether a name says that a square is filled or that it is empty.
pub(super) fn is_telling(name: &str) -> bool {
    weight(name) != 0
}

fn weight(name: &str) -> i32 {
    let name = name.to_lowercase();
    i32::from(FULL.contains(&name.as_str())) - i32::from(EMPTY.contains(&name.as_str()))
}

/// Which of two values fills a square: the one whose name says so, or the one whose opposite's name says that it does not; else the first.
pub(super) fn filled(names: [&str; 2]) -> usize {
    usize::from(weight(names[1]) > weight(names[0]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn short(names: &[&str]) -> (Vec<String>, bool) {
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        let labels = shorten(&names, 3);
        (labels.short, labels.needs_legend)
    }

    fn owned(names: &[&str]) -> Vec<String> {
        names.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn labels() {
        assert_eq!(short(&["Row$0", "Row$1"]), (owned(&["0", "1"]), false));
        assert_eq!(short(&["x1", "x2"]), (owned(&["1", "2"]), false));
        assert_eq!(short(&["-1", "0", "1"]), (owned(&["-1", "0", "1"]), false));
        assert_eq!(short(&["King", "Queen"]), (owned(&["K", "Q"]), true));
        assert_eq!(short(&["Knight", "King"]), (owned(&["Kn", "Ki"]), true));
        assert_eq!(short(&["Station1a", "Station1b"]), (owned(&["A", "B"]), true));
        assert_eq!(short(&["Up", "Own"]), (owned(&["Up", "Own"]), false));
    }

    #[test]
    fn what_fills_a_square() {
        assert_eq!(filled(["White", "Black"]), 1);
        assert_eq!(filled(["Black", "White"]), 0);
        assert_eq!(filled(["Empty", "Sheep"]), 1);
        assert_eq!(filled(["Sheep", "Goat"]), 0);
    }
}
