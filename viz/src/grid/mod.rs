//! Boards: an instance drawn as the picture that it is about.
//!
//! A board has two axes, signatures that are ordered, enumerated or integers, or that are named as the sides of boards are (row, column, x, y, rank,
//! file), and says for each cell what is there. These shapes of fields are seen as boards:
//!
//! - `Row -> Col -> V`, in any order of the columns and of any signature, if no cell has two values: each cell shows its value. If the field's signature is a
//!   `one sig`, its column does not count.
//! - `Row -> Col`: squares that are filled or empty.
//! - two fields that give every atom of a signature its own place, `sig Queen { row: Row, col: Col }`: the places themselves, or the values that
//!   other fields give to the atoms.
//! - all of these with one more column, first or last: a board for each of its atoms.
//!
//! Values of an enumeration of two members are drawn as filled and empty squares; which is which, their names tell (`Black`, `Full`, `On`,
//! `True`, `Alive`, … and their opposites), or else the first member is the filled one. Other values are abbreviated.
//!
//! What else the instance has is not hidden: of a sequence of boards, small fields of the frames stand below each one; other small fields stand in
//! tables below; larger ones are named.

mod axis;
mod detect;
mod draw;
mod label;
mod relation;

use std::collections::BTreeMap;

use axis::Axis;
use detect::Found;
use relation::Item;

use crate::{
    AtomIx, Display, Field, Options, SigIx, Theme,
    names::Names,
    table::{skolems, table, tables_of},
};

/// Fields of at most so many tuples are listed below the boards.
const SMALL: usize = 12;

/// Fields of the frames are set below them if no frame has more tuples than this.
const CAPTION: usize = 3;

/// The boards that an instance can be drawn as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    boards: Vec<Board>,
}

/// One field, or a few that belong together, as a board, or as a sequence of boards.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Board {
    title: String,
    /// The labels of the fields that it shows.
    fields: Vec<String>,
    rows: Axis,
    columns: Axis,
    frames: Option<Axis>,
    /// For each frame what is where, by row and column.
    cells: Vec<BTreeMap<(usize, usize), Item>>,
    has_values: bool,
    value_sig: Option<SigIx>,
}

impl Board {
    /// Whether every cell of every frame has something.
    fn is_full(&self) -> bool {
        let size = self.rows.atoms.len() * self.columns.atoms.len();
        self.cells.iter().all(|frame| frame.len() == size)
    }

    /// Whether the same cells have something in every frame.
    fn has_one_shape(&self) -> bool {
        self.cells
            .windows(2)
            .all(|pair| pair[0].keys().eq(pair[1].keys()))
    }
}

/// The boards of an instance; none where it is better shown in another way: where nothing in it is a board, or where what is might be one by chance and
/// is the lesser part of it.
pub fn detect_grid(display: &Display) -> Option<Grid> {
    let names = Names::new(display, &Options::default());
    let relations = relation::relations(&names);
    let found: Vec<Found> = relations
        .iter()
        .filter_map(|r| detect::board(&names, r))
        .collect();
    let is_shown = |field: &&Field| found.iter().any(|f| f.board.fields.contains(&field.label));
    let size = |fields: &mut dyn Iterator<Item = &Field>| fields.map(|f| f.tuples.len()).sum::<usize>();
    let all = size(&mut names.fields());
    let shown = size(&mut names.fields().filter(is_shown));
    let boards = || found.iter().map(|f| f.board.clone()).collect();
    let fits = found.iter().any(detect::is_certain) || !found.is_empty() && shown * 2 >= all;
    fits.then(|| Grid { boards: boards() })
}

/// The instance as boards, or as tables where it has none.
pub fn grid(display: &Display, options: &Options) -> String {
    match detect_grid(display) {
        Some(grid) => grid.draw(display, options),
        None => table(display, options),
    }
}

impl Grid {
    /// The boards of the instance that they were found in, and below them what else there is.
    pub fn draw(&self, display: &Display, options: &Options) -> String {
        let names = Names::new(display, options);
        let rest: Vec<&Field> = names
            .fields()
            .filter(|f| !f.tuples.is_empty() && !self.boards.iter().any(|b| b.fields.contains(&f.label)))
            .collect();
        let sequence = self.boards.iter().find_map(|board| board.frames.as_ref());
        let (captions, rest): (Vec<&Field>, Vec<&Field>) = rest
            .into_iter()
            .partition(|field| sequence.is_some_and(|frames| is_caption(field, frames)));
        let mut parts = Vec::new();
        for (i, board) in self.boards.iter().enumerate() {
            let is_first = !self.boards[..i].iter().any(|b| b.frames.is_some());
            let caption = |frame: usize| match &board.frames {
                Some(frames) if is_first => caption_lines(&names, &captions, frames.atoms[frame]),
                _ => Vec::new(),
            };
            parts.push(draw::draw(&names, board, options, caption));
        }
        let (small, large): (Vec<&Field>, Vec<&Field>) =
            rest.into_iter().partition(|f| f.tuples.len() <= SMALL);
        parts.push(tables_of(&names, &small, options));
        let mut unshown: Vec<String> = large
            .iter()
            .map(|f| format!("{}.{} ({} tuples)", names.sig(f.sig), f.name, f.tuples.len()))
            .collect();
        let witnesses: usize = display.skolems.iter().map(|s| s.tuples.len()).sum();
        if witnesses <= SMALL {
            let witnesses = skolems(&names);
            if !witnesses.rows.is_empty() {
                parts.push(witnesses.render(options.width, options.ascii));
            }
        } else {
            unshown.push(format!("witnesses ({witnesses} tuples)"));
        }
        if !unshown.is_empty() {
            parts.push(format!("not shown: {}\n", unshown.join(", ")));
        }
        parts.retain(|part| !part.is_empty());
        parts.join("\n")
    }
}

/// Whether a field tells little of each frame.
fn is_caption(field: &Field, frames: &Axis) -> bool {
    let of = |atom: AtomIx| {
        field
            .tuples
            .iter()
            .filter(|tuple| tuple.first() == Some(&atom))
            .count()
    };
    let counts: Vec<usize> = frames.atoms.iter().map(|&atom| of(atom)).collect();
    counts.iter().sum::<usize>() == field.tuples.len() && counts.iter().all(|&count| count <= CAPTION)
}

fn caption_lines(names: &Names, captions: &[&Field], frame: AtomIx) -> Vec<String> {
    let line = |field: &&Field| {
        let tuples = field.tuples.iter().filter(|tuple| tuple.first() == Some(&frame));
        let values: Vec<String> = tuples
            .map(|tuple| {
                tuple[1..]
                    .iter()
                    .map(|&atom| names.atom(atom))
                    .collect::<Vec<_>>()
                    .join(" ")
            })
            .collect();
        (!values.is_empty()).then(|| format!("{}: {}", field.name, values.join(", ")))
    };
    captions.iter().filter_map(line).collect()
}

/// The instance as boards in the way of a theme, if it has any.
pub fn boards(display: &Display, options: &Options, theme: &Theme) -> Option<String> {
    let _ = theme;
    detect_grid(display).map(|grid| grid.draw(display, options))
}
