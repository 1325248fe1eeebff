//! Boxes of text: tables with wrapped cells, and blocks set side by side.

use unicode_width::UnicodeWidthStr;

/// The number of terminal columns that a text takes.
pub(crate) fn width(text: &str) -> usize {
    text.width()
}

/// Fills up with spaces on the right.
pub(crate) fn pad_right(text: &str, to: usize) -> String {
    format!("{text}{}", " ".repeat(to.saturating_sub(width(text))))
}

/// Fills up with spaces on the left.
pub(crate) fn pad_left(text: &str, to: usize) -> String {
    format!("{}{text}", " ".repeat(to.saturating_sub(width(text))))
}

/// A cell of a table: items that are set one after another, wrapped between them.
pub(crate) type Cell = Vec<String>;

/// A table; the first row may be its head.
#[derive(Default)]
pub(crate) struct Table {
    pub(crate) head: Option<Vec<Cell>>,
    pub(crate) rows: Vec<Vec<Cell>>,
}

/// The characters of a table's lines: of the top, below the head, and of the bottom from left to right; then the sides and the line.
struct Lines {
    top: [&'static str; 3],
    middle: [&'static str; 3],
    bottom: [&'static str; 3],
    side: &'static str,
    dash: &'static str,
}

const BOX: Lines = Lines {
    top: ["┌", "┬", "┐"],
    middle: ["├", "┼", "┤"],
    bottom: ["└", "┴", "┘"],
    side: "│",
    dash: "─",
};

const ASCII: Lines = Lines {
    top: ["+", "+", "+"],
    middle: ["+", "+", "+"],
    bottom: ["+", "+", "+"],
    side: "|",
    dash: "-",
};

/// A column is not made narrower than this for the sake of the whole table's width.
const LEAST_COLUMN: usize = 8;

impl Table {
    /// The table with lines around and between its columns, cells wrapped so that it fits the width if possible.
    pub(crate) fn render(&self, total: usize, ascii: bool) -> String {
        let lines = if ascii { &ASCII } else { &BOX };
        let widths = self.widths(total);
        let rule = |[left, cross, right]: [&str; 3]| {
            let dashes: Vec<String> = widths.iter().map(|w| lines.dash.repeat(w + 2)).collect();
            format!("{left}{}{right}\n", dashes.join(cross))
        };
        let mut out = rule(lines.top);
        if let Some(head) = &self.head {
            push_row(&mut out, head, &widths, lines.side);
            if !self.rows.is_empty() {
                out.push_str(&rule(lines.middle));
            }
        }
        for row in &self.rows {
            push_row(&mut out, row, &widths, lines.side);
        }
        out.push_str(&rule(lines.bottom));
        out
    }

    fn widths(&self, total: usize) -> Vec<usize> {
        let all = || self.head.iter().chain(&self.rows);
        let columns = all().map(Vec::len).max().unwrap_or(0);
        let widest = |column: usize, measure: fn(&Cell) -> usize| {
            let cells = all().filter_map(|row| row.get(column));
            cells.map(measure).max().unwrap_or(0)
        };
        let mut widths: Vec<usize> = (0..columns)
            .map(|c| widest(c, |cell| width(&cell.join(", "))).min(total))
            .collect();
        let least: Vec<usize> = (0..columns)
            .map(|c| {
                widest(c, |cell| {
                    cell.iter().map(|item| width(item) + 1).max().unwrap_or(0)
                })
                .max(LEAST_COLUMN)
            })
            .collect();
        let space = total.saturating_sub(3 * columns + 1);
        while widths.iter().sum::<usize>() > space {
            let shrinkable = (0..columns).filter(|&c| widths[c] > least[c]);
            let Some(widest) = shrinkable.max_by_key(|&c| widths[c]) else {
                break;
            };
            widths[widest] -= 1;
        }
        widths
    }
}

fn push_row(out: &mut String, row: &[Cell], widths: &[usize], side: &str) {
    let cells: Vec<Vec<String>> = row.iter().zip(widths).map(|(cell, &w)| wrap(cell, w)).collect();
    let height = cells.iter().map(Vec::len).max().unwrap_or(0).max(1);
    for line in 0..height {
        for (column, &width) in widths.iter().enumerate() {
            let text = cells.get(column).and_then(|cell| cell.get(line));
            let text = text.map_or("", String::as_str);
            out.extend([side, " ", &pad_right(text, width), " "]);
        }
        out.push_str(side);
        out.push('\n');
    }
}

/// Sets items after one another, separated by commas, in lines of at most this width if an item is not wider itself.
pub(crate) fn wrap(items: &[String], limit: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (i, item) in items.iter().enumerate() {
        let comma = if i + 1 < items.len() { "," } else { "" };
        match lines.last_mut() {
            Some(line) if width(line) + 1 + width(item) + comma.len() <= limit => {
                line.extend([" ", item, comma]);
            }
            _ => lines.push(format!("{item}{comma}")),
        }
    }
    lines
}

/// Sets blocks of lines side by side as far as the width allows, the rest below.
pub(crate) fn side_by_side(blocks: &[Vec<String>], gap: usize, total: usize) -> String {
    let block_width = |block: &Vec<String>| block.iter().map(|line| width(line)).max().unwrap_or(0);
    let mut out = String::new();
    let mut rest = blocks;
    while !rest.is_empty() {
        let mut used = 0;
        let fitting = rest.iter().take_while(|block| {
            let needed = used + if used > 0 { gap } else { 0 } + block_width(block);
            used = needed;
            needed <= total
        });
        let count = fitting.count().max(1);
        let (shelf, others) = rest.split_at(count);
        if !out.is_empty() {
            out.push('\n');
        }
        let height = shelf.iter().map(Vec::len).max().unwrap_or(0);
        for line in 0..height {
            let parts = shelf.iter().map(|block| {
                let text = block.get(line).map_or("", String::as_str);
                pad_right(text, block_width(block))
            });
            let joined = parts.collect::<Vec<_>>().join(&" ".repeat(gap));
            out.push_str(joined.trim_end());
            out.push('\n');
        }
        rest = others;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items(items: &[&str]) -> Vec<String> {
        items.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn wrapping() {
        assert_eq!(wrap(&items(&["ab", "cd", "ef"]), 7), ["ab, cd,", "ef"]);
        assert_eq!(wrap(&items(&["abcdefgh", "i"]), 4), ["abcdefgh,", "i"]);
        assert!(wrap(&[], 4).is_empty());
    }

    #[test]
    fn wide_characters_are_two_columns() {
        let table = Table {
            head: None,
            rows: vec![
                vec![items(&["名前"]), items(&["x"])],
                vec![items(&["a"]), items(&["y"])],
            ],
        };
        assert_eq!(
            table.render(80, true),
            "+------+---+\n| 名前 | x |\n| a    | y |\n+------+---+\n"
        );
    }

    #[test]
    fn blocks_flow() {
        let blocks = [items(&["aaa", "a"]), items(&["bb"]), items(&["cccc"])];
        assert_eq!(side_by_side(&blocks, 2, 8), "aaa  bb\na\n\ncccc\n");
    }
}
