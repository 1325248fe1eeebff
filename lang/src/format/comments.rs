//! Comments: those behind code keep their common column, and those of several lines move with their first line.

use super::items::Item;
use super::layout::Line;

/// Whether all lines of a comment but the first begin with a star, so that they can be moved.
pub(super) fn is_starred(text: &str) -> bool {
    let mut rest = text.lines().skip(1).peekable();
    rest.peek().is_some() && rest.all(|line| line.trim_start().starts_with('*'))
}

/// The text of a comment that begins in a column.
pub(super) fn text_at(item: &Item<'_>, column: usize) -> String {
    if !is_starred(item.text) {
        return item.text.trim_end().to_owned();
    }
    let mut lines = item.text.split_inclusive('\n');
    let mut out = lines.next().unwrap_or("").to_owned();
    for line in lines {
        out.push_str(&" ".repeat(column + 1));
        out.push_str(line.trim_start());
    }
    out
}

/// Gives the comments behind code their columns.
///
/// Comments of neighbouring lines that the author put into one column get one column again; it is as near to the code as
/// one of them was.
pub(super) fn align(lines: &mut [Line]) {
    let mut first = 0;
    while first < lines.len() {
        let Some(column) = lines[first].trailing.as_ref().map(|comment| comment.column) else {
            first += 1;
            continue;
        };
        let continues = |line: &Line| {
            let same = line.trailing.as_ref().map(|comment| comment.column) == Some(column);
            !line.blank_before && (same || line.lone_comment == Some(column))
        };
        let length = lines[first + 1..]
            .iter()
            .take_while(|line| continues(line))
            .count();
        align_run(&mut lines[first..=first + length]);
        first += length + 1;
    }
}

fn align_run(lines: &mut [Line]) {
    let behind_code = lines
        .iter()
        .filter_map(|line| line.trailing.as_ref().map(|comment| (line.width, comment.gap)));
    let width = behind_code.clone().map(|(width, _)| width).max().unwrap_or(0);
    let gap = behind_code.map(|(_, gap)| gap).min().unwrap_or(1).max(1);
    let column = width + gap;
    for line in lines {
        if let Some(comment) = line.trailing.take() {
            line.text.push_str(&" ".repeat(column - line.width));
            line.text.push_str(&comment.text);
        } else if line.lone_comment.is_some() {
            let text = line.text.trim_start().to_owned();
            line.text = " ".repeat(column) + &text;
        }
    }
}
