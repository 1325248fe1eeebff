//! Finding boards: every way to read a relation as a board is tried and weighed, and the best one that fits is taken.
//!
//! A reading says which two columns are the axes, which one, if any, is the value of a cell, and which one, if any, numbers the frames. It fits
//! if no cell has two values and enough cells have one; what is enough depends on how much the names already say.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Board,
    axis::{Axis, AxisKind, Direction, direction, is_enumerated, ordered_atoms},
    relation::{Column, Item, Relation},
};
use crate::{AtomIx, names::Names};

/// Frames over a signature without order: no more than this.
const MOST_UNORDERED_FRAMES: usize = 12;

/// Which columns are what.
#[derive(Clone, Copy, Debug)]
struct Reading {
    frame: Option<usize>,
    axes: [usize; 2],
    value: Option<usize>,
}

/// A board and how much speaks for it.
pub(super) struct Found {
    pub(super) score: i32,
    pub(super) board: Board,
}

/// The best board of a relation.
pub(super) fn board(names: &Names, relation: &Relation) -> Option<Found> {
    let mut best: Option<Found> = None;
    for reading in readings(relation) {
        let found = read(names, relation, reading);
        if found.as_ref().map(|f| f.score) > best.as_ref().map(|f| f.score) {
            best = found;
        }
    }
    best
}

fn readings(relation: &Relation) -> Vec<Reading> {
    let arity = relation.columns.len();
    let mut readings = Vec::new();
    let mut add = |frame: Option<usize>, value: Option<usize>| {
        let rest: Vec<usize> = (0..arity)
            .filter(|&c| Some(c) != frame && Some(c) != value)
            .collect();
        if let [a, b] = rest[..]
            && relation.coordinates.is_none_or(|c| c == [a, b])
        {
            let axes = [a, b];
            readings.push(Reading { frame, axes, value });
        }
    };
    add(None, None);
    for value in (0..arity).rev() {
        add(None, Some(value));
    }
    if arity > 2 {
        for frame in [0, arity - 1] {
            add(Some(frame), None);
            for value in (0..arity).rev().filter(|&value| value != frame) {
                add(Some(frame), Some(value));
            }
        }
    }
    readings
}

fn read(names: &Names, relation: &Relation, reading: Reading) -> Option<Found> {
    let has_indices = |column: &Column| {
        column
            .sig
            .is_some_and(|sig| names.display.sig(sig).label == "seq/Int")
    };
    if relation.columns.iter().any(has_indices) {
        return None;
    }
    let [a, b] = reading.axes;
    let (first, second) = (axis(names, relation, a)?, axis(names, relation, b)?);
    let frames = match reading.frame {
        Some(column) => Some(frames(names, relation, column)?),
        None => None,
    };
    let (rows, columns, swapped) = match (first.direction, second.direction) {
        (Some(Direction::Across), other) if other != Some(Direction::Across) => (second, first, true),
        (None, Some(Direction::Down)) => (second, first, true),
        _ => (first, second, false),
    };
    let [row, column] = if swapped { [b, a] } else { [a, b] };
    let mut cells = vec![BTreeMap::new(); frames.as_ref().map_or(1, |f| f.atoms.len())];
    for tuple in &relation.tuples {
        let frame = match (&frames, reading.frame) {
            (Some(frames), Some(column)) => place(frames, tuple[column])?,
            _ => 0,
        };
        let cell = (place(&rows, tuple[row])?, place(&columns, tuple[column])?);
        let value = reading.value.map_or(Item::Presence, |column| tuple[column]);
        if cells[frame]
            .insert(cell, value)
            .is_some_and(|other| other != value)
        {
            return None;
        }
    }
    let board = Board {
        title: relation.title.clone(),
        fields: relation.fields.iter().map(|f| f.label.clone()).collect(),
        value_sig: reading.value.and_then(|column| relation.columns[column].sig),
        possible: possible(relation, row, column, &rows, &columns),
        cells,
        has_values: reading.value.is_some(),
        rows,
        columns,
        frames,
    };
    let fits = match reading.value {
        Some(value) => values_fit(relation, &board, names, value),
        None => presence_fits(relation, &board),
    };
    fits.then(|| Found {
        score: score(names, relation, reading, &board),
        board,
    })
}

/// The cells in which there may be something in some instance.
fn possible(
    relation: &Relation,
    row: usize,
    column: usize,
    rows: &Axis,
    columns: &Axis,
) -> Option<BTreeSet<(usize, usize)>> {
    let cells = relation.possible.as_ref()?.iter();
    Some(
        cells
            .filter_map(|tuple| Some((place(rows, tuple[row])?, place(columns, tuple[column])?)))
            .collect(),
    )
}

fn axis(names: &Names, relation: &Relation, column: usize) -> Option<Axis> {
    let this = &relation.columns[column];
    let atoms = relation.tuples.iter().filter_map(|tuple| atom(tuple[column]));
    Axis::new(names, this.sig?, this.role.as_deref(), atoms)
}

/// The frames: the atoms of an ordered signature, or of any if there are few.
fn frames(names: &Names, relation: &Relation, column: usize) -> Option<Axis> {
    let this = &relation.columns[column];
    let sig = this.sig.filter(|&sig| !names.display.sig(sig).is_builtin)?;
    let own = &names.display.sig(sig).atoms;
    let (kind, atoms) = ordered_atoms(names.display, sig).unwrap_or((AxisKind::Named, own.clone()));
    let is_drawable = kind != AxisKind::Named || atoms.len() <= MOST_UNORDERED_FRAMES;
    (is_drawable && !atoms.is_empty()).then(|| Axis {
        sig,
        name: names.sig(sig).to_owned(),
        atoms,
        kind,
        direction: direction(names.sig(sig)),
    })
}

fn atom(item: Item) -> Option<AtomIx> {
    match item {
        Item::Atom(atom) => Some(atom),
        Item::Sig(_) | Item::Presence => None,
    }
}

fn place(axis: &Axis, item: Item) -> Option<usize> {
    axis.position(atom(item)?)
}

/// Whether the names alone say that this is a board.
fn is_named(board: &Board) -> bool {
    board.rows.direction == Some(Direction::Down) && board.columns.direction == Some(Direction::Across)
}

/// Whether every cell has a value, or the same ones of a large part have in every frame (a board with corners missing), or some have on
/// what the names say is a board.
fn values_fit(relation: &Relation, board: &Board, names: &Names, value: usize) -> bool {
    if relation.tuples.is_empty() {
        return false;
    }
    if board.is_full() {
        return true;
    }
    let size = board.rows.atoms.len() * board.columns.atoms.len();
    let filled = board.cells.iter().map(BTreeMap::len).max().unwrap_or(0);
    let has_ints = [&board.rows, &board.columns]
        .iter()
        .any(|a| a.kind == AxisKind::Ints);
    // A side is no value, and an integer in front of the sides counts something.
    let is_count = |sig| names.display.sig(sig).is_builtin && value + 1 < relation.columns.len();
    let is_side = |sig| direction(names.sig(sig)).is_some();
    let is_doubtful = board.value_sig.is_some_and(|sig| is_side(sig) || is_count(sig));
    let is_scattered = (is_named(board) || relation.coordinates.is_some()) && !is_doubtful && filled > 1;
    is_scattered || board.has_one_shape() && !has_ints && filled * 5 >= size * 2
}

/// Whether a relation between two axes is a picture, rather than a function or a graph.
fn presence_fits(relation: &Relation, board: &Board) -> bool {
    let (rows, columns) = (&board.rows, &board.columns);
    if relation.tuples.is_empty() {
        return false;
    }
    if relation.coordinates.is_some() || is_named(board) {
        return true;
    }
    if rows.sig == columns.sig && !relation.is_inner && board.frames.is_none() {
        return false;
    }
    let is_function = board.cells.iter().all(|frame| {
        let mut rows: Vec<usize> = frame.keys().map(|&(row, _)| row).collect();
        let cells = rows.len();
        rows.dedup();
        rows.len() == cells
    });
    let ints = [rows, columns]
        .iter()
        .filter(|axis| axis.kind == AxisKind::Ints)
        .count();
    ints != 1 && (!is_function || rows.kind == columns.kind)
}

fn score(names: &Names, relation: &Relation, reading: Reading, board: &Board) -> i32 {
    let mut score = 0;
    let mut add = |points, applies| score += if applies { points } else { 0 };
    add(10, is_named(board));
    add(5, relation.coordinates.is_some());
    add(2, reading.value == Some(relation.columns.len() - 1));
    add(3, board.has_values && board.is_full());
    add(
        -5,
        board
            .value_sig
            .is_some_and(|sig| direction(names.sig(sig)).is_some()),
    );
    if let Some(frames) = &board.frames {
        add(1, reading.frame == Some(0));
        add(3, frames.kind == AxisKind::Ordered);
        add(-2, frames.kind == AxisKind::Named);
        add(-5, frames.direction.is_some());
        add(-2, is_enumerated(names.display, frames.sig));
    }
    score
}

/// Whether a board is one beyond doubt, so that it is shown however much there is beside it.
pub(super) fn is_certain(found: &Found) -> bool {
    is_named(&found.board) || found.score >= 10
}
