//! Boards in SVG: squares with values, frames side by side, the rest as words below.

use super::{
    Board, Grid,
    draw::{Sign, Style, atom_names, item_name, row_labels, style, title},
    hidden_line,
    label::{numbered, shorten},
    relation::Item,
};
use crate::{
    Theme,
    colour::{AREAS, Colour, GREY, HAIR, INK, PALE},
    names::Names,
    svg::{Anchor, Picture, Rect, Sheet, Type, text_box},
};

const TITLE: Type = Type::bold(20.0);
const HEAD: Type = Type::bold(15.0);
const TEXT: Type = Type::plain(13.0);
const MARGIN: f64 = 28.0;
const GAP: f64 = 34.0;
/// About how wide a picture of several frames is.
const PAGE: f64 = 1040.0;
/// The side of a square.
const CELL: f64 = 26.0;

/// What is drawn so far.
struct Canvas {
    sheet: Sheet,
    boxes: Vec<Rect>,
    width: f64,
    y: f64,
}

impl Canvas {
    fn text(&mut self, x: f64, y: f64, text: &str, kind: Type) {
        self.sheet.text(x, y, text, kind, Anchor::Start);
        self.boxes.push(text_box(x, y, text, kind));
        self.width = self.width.max(x + kind.width(text));
    }

    /// Text that stands at a point with its middle or its end.
    fn label(&mut self, x: f64, y: f64, text: &str, kind: Type, anchor: Anchor) {
        let shift = match anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => kind.width(text) / 2.0,
            Anchor::End => kind.width(text),
        };
        self.sheet.text(x, y, text, kind, anchor);
        self.boxes.push(text_box(x - shift, y, text, kind));
    }
}

/// The boards as a picture.
pub(super) fn picture(names: &Names, grid: &Grid, theme: &Theme) -> Picture {
    let mut canvas = Canvas {
        sheet: Sheet::default(),
        boxes: Vec::new(),
        width: 0.0,
        y: MARGIN,
    };
    if let Some(title) = &theme.title {
        canvas.text(MARGIN, canvas.y + 10.0, title, TITLE);
        canvas.y += 46.0;
    }
    let rest = grid.rest(names, theme);
    for (i, board) in grid.boards.iter().enumerate() {
        let captions: Vec<Vec<String>> = (0..board.cells.len())
            .map(|frame| grid.captions(names, theme, &rest, i, frame))
            .collect();
        Painter::new(names, board, theme).draw(&mut canvas, &captions);
        canvas.y += GAP * 0.6;
    }
    for field in &rest.small {
        let tuples: Vec<String> = field.tuples.iter().map(|tuple| names.tuple(tuple)).collect();
        let text = format!("{}.{}: {}", names.sig(field.sig), field.name, tuples.join(", "));
        canvas.text(MARGIN, canvas.y + 8.0, &text, TEXT);
        canvas.y += 20.0;
    }
    if !rest.hidden.is_empty() {
        canvas.text(
            MARGIN,
            canvas.y + 8.0,
            &hidden_line(&rest.hidden),
            TEXT.coloured(GREY),
        );
        canvas.y += 20.0;
    }
    let size = (canvas.width + MARGIN, canvas.y + MARGIN * 0.6);
    Picture::new(canvas.sheet, canvas.boxes, size, theme.title.as_deref())
}

/// How one board is drawn.
struct Painter<'a> {
    names: &'a Names<'a>,
    board: &'a Board,
    theme: &'a Theme,
    style: Style,
    legend: Vec<(Sign, String)>,
    rows: Vec<String>,
    columns: Vec<String>,
    cell: f64,
}

impl<'a> Painter<'a> {
    fn new(names: &'a Names<'a>, board: &'a Board, theme: &'a Theme) -> Self {
        let (style, mut legend) = style(names, board, theme, false);
        let all = atom_names(names, &board.columns);
        let widest = |all: &[String]| all.iter().map(|l| TEXT.width(l)).fold(0.0, f64::max);
        let columns = if numbered(&all).is_none() && widest(&all) <= 76.0 {
            all
        } else {
            let labels = shorten(&all, 3);
            if labels.needs_legend {
                let entries = labels.short.iter().zip(&all);
                legend.extend(entries.map(|(short, name)| (Sign::Short(short.clone()), name.clone())));
            }
            labels.short
        };
        let values = match &style {
            Style::Labels(labels) => labels.iter().map(|(_, l)| TEXT.width(l)).fold(0.0, f64::max),
            _ => 0.0,
        };
        let cell = CELL.max(widest(&columns) + 6.0).max(values + 8.0);
        Self {
            names,
            board,
            theme,
            style,
            legend,
            rows: row_labels(names, board),
            columns,
            cell,
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "boards are small")]
    fn draw(&self, canvas: &mut Canvas, captions: &[Vec<String>]) {
        canvas.text(MARGIN, canvas.y + 8.0, &title(self.names, self.board), HEAD);
        canvas.y += 30.0;
        let side = self.rows.iter().map(|l| TEXT.width(l)).fold(0.0, f64::max) + 8.0;
        let has_frames = self.board.frames.is_some();
        let words = captions
            .iter()
            .flatten()
            .map(|line| TEXT.width(line))
            .fold(0.0, f64::max);
        let width = (side + self.cell * self.columns.len() as f64).max(words);
        let lines = captions.iter().map(Vec::len).max().unwrap_or(0);
        let head = if has_frames { 24.0 } else { 0.0 };
        let height = head + 20.0 + CELL * self.rows.len() as f64 + lines as f64 * TEXT.line() + 8.0;
        let per_row = (((PAGE + GAP) / (width + GAP)).floor() as usize).max(1);
        for (i, caption) in captions.iter().enumerate() {
            let (row, column) = (i / per_row, i % per_row);
            let x = MARGIN + (width + GAP) * column as f64;
            let mut y = canvas.y + (height + GAP * 0.6) * row as f64;
            if let Some(frames) = &self.board.frames {
                let name = self.theme.label(self.names.atom(frames.atoms[i]));
                canvas.text(x, y + 8.0, name, HEAD);
                y += head;
            }
            self.frame(canvas, i, (x + side, y + 20.0));
            y += 20.0 + CELL * self.rows.len() as f64 + 6.0;
            for line in caption {
                canvas.text(x, y + 8.0, line, TEXT);
                y += TEXT.line();
            }
            canvas.width = canvas.width.max(x + width);
        }
        let rows = captions.len().div_ceil(per_row) as f64;
        canvas.y += (height + GAP * 0.6) * rows - GAP * 0.6 + 8.0;
        self.draw_legend(canvas);
    }

    #[expect(clippy::cast_precision_loss, reason = "boards are small")]
    fn frame(&self, canvas: &mut Canvas, frame: usize, (x, y): (f64, f64)) {
        for (column, label) in self.columns.iter().enumerate() {
            let middle = x + self.cell * (column as f64 + 0.5);
            canvas.label(middle, y - 10.0, label, TEXT.coloured(GREY), Anchor::Middle);
        }
        for (row, label) in self.rows.iter().enumerate() {
            let middle = y + CELL * (row as f64 + 0.5);
            canvas.label(x - 6.0, middle, label, TEXT.coloured(GREY), Anchor::End);
            for column in 0..self.columns.len() {
                let value = self.board.cells[frame].get(&(row, column)).copied();
                let rect = Rect {
                    x: x + self.cell * column as f64,
                    y: y + CELL * row as f64,
                    width: self.cell,
                    height: CELL,
                };
                self.cell(canvas, rect, value, self.board.has_cell((row, column)));
            }
        }
    }

    fn cell(&self, canvas: &mut Canvas, rect: Rect, value: Option<Item>, exists: bool) {
        match (&self.style, value) {
            (_, None) if !exists => {}
            (Style::Presence, value) => {
                let colour = if value.is_some() {
                    self.filled(Item::Presence)
                } else {
                    PALE
                };
                canvas.sheet.rect(rect, 0.0, colour, Some(HAIR));
            }
            (Style::Squares { filled, .. }, Some(value)) => {
                let own = self.colour(value);
                let colour = own.unwrap_or(if value == *filled { INK } else { PALE });
                canvas.sheet.rect(rect, 0.0, colour, Some(HAIR));
            }
            (Style::Squares { .. }, None) => {}
            (Style::Labels(_), None) => {
                if !self.board.has_one_shape() || self.board.frames.is_none() {
                    canvas.sheet.rect(rect, 0.0, PALE, Some(HAIR));
                }
            }
            (Style::Labels(labels), Some(value)) => {
                let colour = self.area(labels, value);
                canvas.sheet.rect(rect, 0.0, colour, Some(HAIR));
                let label = labels.iter().find(|(item, _)| *item == value);
                if let Some((_, label)) = label {
                    let (x, y) = (rect.x + rect.width / 2.0, rect.y + rect.height / 2.0);
                    canvas.label(x, y, label, TEXT.coloured(colour.text_on()), Anchor::Middle);
                }
            }
        }
    }

    /// The colour that the theme gives a value.
    fn colour(&self, value: Item) -> Option<Colour> {
        self.theme.colour(item_name(self.names, self.board, value))
    }

    fn filled(&self, value: Item) -> Colour {
        self.colour(value).unwrap_or(INK)
    }

    /// The colour behind a label: those of a few named values differ.
    fn area(&self, labels: &[(Item, String)], value: Item) -> Colour {
        let is_number = labels.iter().all(|(_, label)| label.parse::<i64>().is_ok());
        let index = labels.iter().position(|(item, _)| *item == value).unwrap_or(0);
        let own = self.colour(value);
        own.unwrap_or(if is_number || labels.len() > AREAS.len() {
            Colour(0xff, 0xff, 0xff)
        } else {
            AREAS[index]
        })
    }

    fn draw_legend(&self, canvas: &mut Canvas) {
        let mut x = MARGIN;
        let right = canvas.width.max(MARGIN + 240.0);
        for (i, (sign, name)) in self.legend.iter().enumerate() {
            let words = match sign {
                Sign::Square(_) => name.clone(),
                Sign::Short(short) => format!("{short} = {name}"),
            };
            let width = 26.0 + TEXT.width(&words) + 16.0;
            if i > 0 && x + width > right {
                (x, canvas.y) = (MARGIN, canvas.y + 22.0);
            }
            let mut start = x;
            if let Sign::Square(is_filled) = sign {
                let value = match &self.style {
                    Style::Squares { filled, empty } => Some(if *is_filled { *filled } else { *empty }),
                    _ => Some(Item::Presence),
                };
                let own = value.and_then(|value| self.colour(value));
                let colour = own.unwrap_or(if *is_filled { INK } else { PALE });
                let swatch = Rect::around(x + 8.0, canvas.y + 8.0, 16.0, 16.0);
                canvas.sheet.rect(swatch, 0.0, colour, Some(HAIR));
                start += 24.0;
            }
            canvas.text(start, canvas.y + 8.0, &words, TEXT);
            x += width;
        }
        if !self.legend.is_empty() {
            canvas.y += 24.0;
        }
    }
}
