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
mod map;
mod relation;
mod svg;

use std::collections::{BTreeMap, BTreeSet};

use axis::Axis;
use detect::Found;
use relation::{Item, Relation};

use crate::{
    AtomIx, Display, Field, Options, SigIx, Theme,
    names::Names,
    table::{skolems, table, tables_of},
    theme::Role,
};

/// Fields of at most so many tuples are listed below the boards.
const SMALL: usize = 12;

/// Captions of several tuples are wrapped at about this width.
const CAPTION_WIDTH: usize = 16;

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
    /// The cells that the board has, where bounds say it.
    possible: Option<BTreeSet<(usize, usize)>>,
    has_values: bool,
    value_sig: Option<SigIx>,
}

impl Board {
    /// Whether every cell of every frame has something.
    fn is_full(&self) -> bool {
        let size = self.rows.atoms.len() * self.columns.atoms.len();
        self.cells.iter().all(|frame| frame.len() == size)
    }

    /// Whether there can be something in a cell.
    fn has_cell(&self, cell: (usize, usize)) -> bool {
        self.possible
            .as_ref()
            .is_none_or(|possible| possible.contains(&cell))
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
    detect(display, &Theme::default())
}

/// The boards of an instance in the way of a theme. What is the same in all instances is left out, unless there is nothing else.
fn detect(display: &Display, theme: &Theme) -> Option<Grid> {
    let names = Names::new(display, &Options::default());
    let relations = relation::relations(&names, theme);
    let is_fixed = |field: &&&Field| theme.is_fixed(display, field);
    let changing: Vec<&Relation> = relations
        .iter()
        .filter(|r| !r.fields.iter().all(|f| is_fixed(&f)) && !is_caption_only(display, r, theme))
        .collect();
    let mut found = boards_of(&names, &changing);
    if found.is_empty() && changing.is_empty() {
        found = boards_of(&names, &relations.iter().collect::<Vec<_>>());
    }
    let fields = || {
        names
            .fields()
            .filter(|f| !theme.hides_field(display, f) && !theme.is_fixed(display, f))
    };
    let is_shown = |field: &&Field| found.iter().any(|f| f.board.fields.contains(&field.label));
    let all: usize = fields().map(|f| f.tuples.len()).sum();
    let shown: usize = fields().filter(is_shown).map(|f| f.tuples.len()).sum();
    let fits = found.iter().any(detect::is_certain) || !found.is_empty() && shown * 2 >= all;
    let mut boards: Vec<Board> = found.into_iter().map(|f| f.board).collect();
    drop_captions(&names, theme, &mut boards);
    fits.then_some(Grid { boards })
}

fn boards_of(names: &Names, relations: &[&Relation]) -> Vec<Found> {
    relations.iter().filter_map(|r| detect::board(names, r)).collect()
}

fn is_caption_only(display: &Display, relation: &Relation, theme: &Theme) -> bool {
    relation
        .fields
        .iter()
        .all(|f| theme.role(display, f) == Some(Role::Caption))
}

/// Leaves boards out that say little of each frame of another: they become captions.
fn drop_captions(names: &Names, theme: &Theme, boards: &mut Vec<Board>) {
    let is_small = |board: &Board| {
        let of_fields = names.fields().filter(|f| board.fields.contains(&f.label));
        of_fields.into_iter().all(|field| {
            theme.role(names.display, field) != Some(Role::Board)
                && boards
                    .iter()
                    .filter_map(|b| b.frames.as_ref())
                    .any(|frames| is_caption(field, frames))
        })
    };
    // The one that says most stays.
    let size = |board: &Board| board.cells.iter().map(BTreeMap::len).sum::<usize>();
    let main = boards
        .iter()
        .filter(|b| b.frames.is_some())
        .max_by_key(|b| size(b))
        .map(|b| b.fields.clone());
    if let Some(main) = main {
        let small: Vec<bool> = boards
            .iter()
            .map(|board| board.fields != main && is_small(board))
            .collect();
        let mut small = small.into_iter();
        boards.retain(|_| !small.next().unwrap_or(false));
    }
}

/// The instance as boards, or as tables where it has none.
pub fn grid(display: &Display, options: &Options) -> String {
    boards(display, options, &Theme::default()).unwrap_or_else(|| table(display, options))
}

/// The instance as boards in the way of a theme, if it has any.
pub fn boards(display: &Display, options: &Options, theme: &Theme) -> Option<String> {
    if let Some(map) = map::detect(display, theme) {
        return Some(map.text(options));
    }
    Some(detect(display, theme)?.draw_with(display, options, theme))
}

/// The instance as boards in SVG, if it has any.
pub(crate) fn boards_svg(display: &Display, theme: &Theme) -> Option<crate::svg::Picture> {
    if let Some(map) = map::detect(display, theme) {
        return Some(map.svg(theme));
    }
    let grid = detect(display, theme)?;
    let names = Names::new(display, &Options::default());
    Some(svg::picture(&names, &grid, theme))
}

/// What there is beside boards.
struct Rest<'a> {
    captions: Vec<&'a Field>,
    small: Vec<&'a Field>,
    hidden: Vec<String>,
    has_witnesses: bool,
}

impl Grid {
    /// The boards of the instance that they were found in, and below them what else there is.
    pub fn draw(&self, display: &Display, options: &Options) -> String {
        self.draw_with(display, options, &Theme::default())
    }

    fn draw_with(&self, display: &Display, options: &Options, theme: &Theme) -> String {
        let names = Names::new(display, options);
        let rest = self.rest(&names, theme);
        let mut parts = Vec::new();
        for (i, board) in self.boards.iter().enumerate() {
            let caption = |frame: usize| self.captions(&names, theme, &rest, i, frame);
            parts.push(draw::draw(&names, board, options, theme, caption));
        }
        parts.push(tables_of(&names, &rest.small, options));
        if rest.has_witnesses {
            parts.push(skolems(&names).render(options.width, options.ascii));
        }
        if !rest.hidden.is_empty() {
            parts.push(wrapped(&rest.hidden, options.width));
        }
        parts.retain(|part| !part.is_empty());
        parts.join("\n")
    }

    /// What no board shows.
    fn rest<'a>(&self, names: &Names<'a>, theme: &Theme) -> Rest<'a> {
        let display = names.display;
        let rest = names
            .fields()
            .filter(|f| !f.tuples.is_empty() && !self.boards.iter().any(|b| b.fields.contains(&f.label)));
        let frames = self.boards.iter().find_map(|board| board.frames.as_ref());
        let mut sorted = Rest {
            captions: Vec::new(),
            small: Vec::new(),
            hidden: Vec::new(),
            has_witnesses: false,
        };
        for field in rest {
            if theme.hides_field(display, field) {
                continue;
            }
            let is_asked = |frames: &Axis| {
                let mut firsts = field.tuples.iter().filter_map(|tuple| tuple.first());
                theme.role(display, field) == Some(Role::Caption)
                    && firsts.all(|atom| frames.atoms.contains(atom))
            };
            if frames.is_some_and(|frames| is_asked(frames) || is_caption(field, frames)) {
                sorted.captions.push(field);
            } else if field.tuples.len() <= SMALL && !theme.is_fixed(display, field) {
                sorted.small.push(field);
            } else {
                sorted
                    .hidden
                    .push(format!("{}.{}", names.sig(field.sig), field.name));
            }
        }
        let witnesses: usize = display.skolems.iter().map(|s| s.tuples.len()).sum();
        // In a plan witnesses repeat what the frames show.
        sorted.has_witnesses = witnesses > 0 && witnesses <= SMALL && frames.is_none();
        if witnesses > 0 && !sorted.has_witnesses {
            sorted.hidden.push("witnesses".into());
        }
        sorted
    }

    fn captions(&self, names: &Names, theme: &Theme, rest: &Rest, board: usize, frame: usize) -> Vec<String> {
        let is_first = !self.boards[..board].iter().any(|b| b.frames.is_some());
        match &self.boards[board].frames {
            Some(frames) if is_first => caption_lines(names, theme, &rest.captions, frames.atoms[frame]),
            _ => Vec::new(),
        }
    }
}

/// Says what is not shown.
fn hidden_line(hidden: &[String]) -> String {
    format!("not shown: {} (--view table shows all)", hidden.join(", "))
}

fn wrapped(hidden: &[String], width: usize) -> String {
    let mut out = String::new();
    let mut used = 0;
    for word in hidden_line(hidden).split(' ') {
        let needed = crate::layout::width(word) + usize::from(used > 0);
        if used > 0 && used + needed > width {
            out.push('\n');
            used = 0;
        } else if used > 0 {
            out.push(' ');
        }
        out.push_str(word);
        used += needed;
    }
    out + "\n"
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

fn caption_lines(names: &Names, theme: &Theme, captions: &[&Field], frame: AtomIx) -> Vec<String> {
    let lines = |field: &&Field| {
        let tuples = field.tuples.iter().filter(|tuple| tuple.first() == Some(&frame));
        let values: Vec<String> = tuples
            .map(|tuple| {
                tuple[1..]
                    .iter()
                    .map(|&atom| theme.label(names.atom(atom)))
                    .collect::<Vec<_>>()
                    .join(" ")
            })
            .collect();
        let name = theme.label(&field.name);
        let wrapped = crate::layout::wrap(&values, CAPTION_WIDTH)
            .into_iter()
            .enumerate();
        wrapped
            .map(|(i, line)| {
                if i == 0 {
                    format!("{name}: {line}")
                } else {
                    format!("  {line}")
                }
            })
            .collect::<Vec<String>>()
    };
    captions.iter().flat_map(lines).collect()
}
