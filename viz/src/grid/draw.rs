//! Drawing boards.

use std::collections::BTreeSet;

use super::{
    Board,
    axis::{Axis, is_enumerated},
    label::{Labels, filled, is_telling, numbered, shorten},
    relation::Item,
};
use crate::{
    AtomIx, Options, Theme,
    layout::{pad_left, side_by_side, width},
    names::Names,
};

/// The space between frames.
const GAP: usize = 3;

/// How the cells of a board are drawn.
pub(super) enum Style {
    /// Filled squares where there is something, empty ones elsewhere.
    Presence,
    /// Filled squares for one value, empty ones for the other, nothing where there is neither.
    Squares { filled: Item, empty: Item },
    /// Labels.
    Labels(Vec<(Item, String)>),
}

/// Everything that is the same in each frame.
struct Pen<'a> {
    style: Style,
    row_labels: Vec<String>,
    /// What stands above the columns, line by line.
    heads: Vec<Vec<String>>,
    cell_width: usize,
    options: &'a Options,
}

/// A board with its title and legend; below each frame what `caption` says of it.
pub(super) fn draw(
    names: &Names,
    board: &Board,
    options: &Options,
    theme: &Theme,
    caption: impl Fn(usize) -> Vec<String>,
) -> String {
    let mut legend = Vec::new();
    let (style, entries) = style(names, board, theme, true);
    for (sign, name) in entries {
        legend.push(match sign {
            Sign::Square(is_filled) => format!("{} {name}", squares(options.ascii, is_filled, 2)),
            Sign::Short(short) => format!("{short} = {name}"),
        });
    }
    let rows = row_labels(names, board);
    let columns = column_labels(names, board, options, &mut legend);
    let heads = heads(&columns);
    let headers = if heads.len() > 1 { 1 } else { widest(&columns) };
    let values = match &style {
        Style::Labels(labels) => labels.iter().map(|(_, label)| width(label)).max().unwrap_or(0),
        _ => 1,
    };
    let pen = Pen {
        style,
        row_labels: rows,
        heads,
        cell_width: headers.max(values) + 1,
        options,
    };
    let blocks: Vec<Vec<String>> = (0..board.cells.len())
        .map(|frame| {
            let title = board
                .frames
                .as_ref()
                .map(|frames| names.atom(frames.atoms[frame]).to_owned());
            let mut lines: Vec<String> = title.into_iter().collect();
            lines.extend(pen.block(board, frame));
            lines.extend(caption(frame));
            lines
        })
        .collect();
    let mut out = format!("{}\n", title(names, board));
    out.push_str(&side_by_side(&blocks, GAP, options.width));
    if !legend.is_empty() {
        out.push_str(&legend.join("   "));
        out.push('\n');
    }
    out
}

/// The name of what is drawn and of its sides.
pub(super) fn title(names: &Names, board: &Board) -> String {
    let side = |axis: &Axis| {
        let all = atom_names(names, axis);
        let sig = names.sig(axis.sig);
        match (numbered(&all), &all[..]) {
            (Some((prefix, _)), [first, .., last]) if !prefix.is_empty() && prefix != format!("{sig}$") => {
                format!("{} {first} to {last}", axis.name)
            }
            _ => axis.name.clone(),
        }
    };
    let frames = board
        .frames
        .as_ref()
        .map(|f| format!(", by {}", f.name))
        .unwrap_or_default();
    let (rows, columns) = (side(&board.rows), side(&board.columns));
    format!("{} ({rows} down, {columns} across{frames})", board.title)
}

/// The names of the rows, or the numbers in which they differ.
pub(super) fn row_labels(names: &Names, board: &Board) -> Vec<String> {
    let all = atom_names(names, &board.rows);
    match numbered(&all) {
        Some((_, numbers)) => numbers,
        None => all,
    }
}

pub(super) fn atom_names(names: &Names, axis: &Axis) -> Vec<String> {
    axis.atoms
        .iter()
        .map(|&atom| names.atom(atom).to_owned())
        .collect()
}

/// The names of the columns, in full if there is space for that.
fn column_labels(names: &Names, board: &Board, options: &Options, legend: &mut Vec<String>) -> Vec<String> {
    let all = atom_names(names, &board.columns);
    let widest = widest(&all);
    let side = board
        .rows
        .atoms
        .iter()
        .map(|&atom| width(names.atom(atom)))
        .max()
        .unwrap_or(0);
    let is_spacious =
        board.frames.is_none() && widest <= 12 && side + 1 + (widest + 1) * all.len() <= options.width;
    if is_spacious && numbered(&all).is_none() {
        return all;
    }
    // Numbers are explained by the title, which names the first and the last.
    let labels = shorten(&all, 3);
    if labels.needs_legend {
        legend.extend(explain(&labels, &all));
    }
    labels.short
}

/// Labels above columns: in a line, or numbers of several digits in a line for each digit, so that columns are no wider for them.
fn heads(labels: &[String]) -> Vec<Vec<String>> {
    let widest = widest(labels);
    let is_number = |label: &String| label.chars().all(|c| c.is_ascii_digit());
    if widest < 2 || !labels.iter().all(is_number) {
        return vec![labels.to_vec()];
    }
    let digit = |label: &String, place: usize| pad_left(label, widest).chars().nth(place).map(String::from);
    (0..widest)
        .map(|place| {
            let digits = labels.iter().map(|label| digit(label, place));
            digits.map(Option::unwrap_or_default).collect()
        })
        .collect()
}

fn widest(labels: &[String]) -> usize {
    labels.iter().map(|label| width(label)).max().unwrap_or(0)
}

fn explain<'a>(labels: &'a Labels, names: &'a [String]) -> impl Iterator<Item = String> + 'a {
    labels
        .short
        .iter()
        .zip(names)
        .map(|(short, name)| format!("{short} = {name}"))
}

/// What a legend explains.
pub(super) enum Sign {
    /// A square that is filled or empty.
    Square(bool),
    /// A short form of a name.
    Short(String),
}

/// How the cells are drawn, and what has to be explained of that.
pub(super) fn style(
    names: &Names,
    board: &Board,
    theme: &Theme,
    is_text: bool,
) -> (Style, Vec<(Sign, String)>) {
    if !board.has_values {
        return (Style::Presence, vec![(Sign::Square(true), board.title.clone())]);
    }
    let label = |atom| theme.label(names.atom(atom)).to_owned();
    let has_symbols = |both: [AtomIx; 2]| both.iter().any(|&atom| theme.symbol(names.atom(atom)).is_some());
    if let Some(both) = two_values(names, board).filter(|&both| !is_text || !has_symbols(both)) {
        let [first, second] = both;
        let (full, empty) = if filled([names.atom(first), names.atom(second)]) == 0 {
            (first, second)
        } else {
            (second, first)
        };
        let style = Style::Squares {
            filled: Item::Atom(full),
            empty: Item::Atom(empty),
        };
        let legend = vec![
            (Sign::Square(true), label(full)),
            (Sign::Square(false), label(empty)),
        ];
        return (style, legend);
    }
    let values: BTreeSet<Item> = board
        .cells
        .iter()
        .flat_map(|frame| frame.values().copied())
        .collect();
    let values: Vec<Item> = values.into_iter().collect();
    let name = |&value: &Item| item_name(names, board, value).to_owned();
    let all: Vec<String> = values.iter().map(name).collect();
    let labels = shorten(&all, 3);
    let mut legend = Vec::new();
    let mut short = Vec::new();
    for (name, label) in all.iter().zip(labels.short) {
        let symbol = theme.symbol(name).map(str::to_owned);
        if labels.needs_legend || symbol.is_some() {
            let sign = symbol.clone().unwrap_or_else(|| label.clone());
            legend.push((Sign::Short(sign), theme.label(name).to_owned()));
        }
        short.push(symbol.unwrap_or(label));
    }
    (Style::Labels(values.into_iter().zip(short).collect()), legend)
}

/// The name of what stands in a cell.
pub(super) fn item_name<'a>(names: &Names<'a>, board: &'a Board, item: Item) -> &'a str {
    match item {
        Item::Atom(atom) => names.atom(atom),
        Item::Sig(sig) => names.sig(sig),
        Item::Presence => &board.title,
    }
}

/// The two atoms of the values' signature, if it is an enumeration of two that squares can stand for. They cannot without names that say what is
/// filled or empty, if cells may be without a value, which is a third state, or if the names are short enough to be read themselves.
fn two_values(names: &Names, board: &Board) -> Option<[AtomIx; 2]> {
    let sig = board.value_sig.filter(|&sig| is_enumerated(names.display, sig))?;
    let both: [AtomIx; 2] = names.display.sig(sig).atoms[..].try_into().ok()?;
    let is_telling = both.iter().any(|&atom| is_telling(names.atom(atom)));
    let is_short = both.iter().all(|&atom| width(names.atom(atom)) < 3);
    let fits = if is_telling {
        board.has_one_shape()
    } else {
        board.is_full() && !is_short
    };
    fits.then_some(both)
}

fn squares(ascii: bool, is_filled: bool, count: usize) -> String {
    let square = match (ascii, is_filled) {
        (false, true) => "█",
        (false, false) => "░",
        (true, true) => "#",
        (true, false) => ".",
    };
    square.repeat(count)
}

impl Pen<'_> {
    /// One frame: the columns' labels, then a line a row.
    fn block(&self, board: &Board, frame: usize) -> Vec<String> {
        let side = widest(&self.row_labels);
        let heads = self.heads.iter().map(|line| {
            let labels = line.iter().map(|label| pad_left(label, self.cell_width));
            let line = format!("{} {}", " ".repeat(side), labels.collect::<String>());
            line.trim_end().to_owned()
        });
        let row = |(row, label): (usize, &String)| {
            let cells = (0..board.columns.atoms.len()).map(|column| {
                let value = board.cells[frame].get(&(row, column)).copied();
                self.cell(value, board.has_cell((row, column)))
            });
            format!("{} {}", pad_left(label, side), cells.collect::<String>())
        };
        heads.chain(self.row_labels.iter().enumerate().map(row)).collect()
    }

    fn cell(&self, value: Option<Item>, exists: bool) -> String {
        // Squares touch one another, unless long labels set them apart.
        let square_width = if self.cell_width > 3 { 2 } else { self.cell_width };
        let square = |is_filled| {
            pad_left(
                &squares(self.options.ascii, is_filled, square_width),
                self.cell_width,
            )
        };
        match (&self.style, value) {
            (_, None) if !exists => " ".repeat(self.cell_width),
            (Style::Presence, value) => square(value.is_some()),
            (Style::Squares { filled, .. }, Some(value)) if value == *filled => square(true),
            (Style::Squares { empty, .. }, Some(value)) if value == *empty => square(false),
            (Style::Squares { .. }, _) => " ".repeat(self.cell_width),
            (Style::Labels(labels), value) => {
                let label = labels.iter().find(|(item, _)| value == Some(*item));
                let missing = if self.options.ascii { "." } else { "·" };
                pad_left(label.map_or(missing, |(_, label)| label), self.cell_width)
            }
        }
    }
}
