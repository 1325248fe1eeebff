//! Maps: boards whose places a theme gives, such as a pentagon. What is true of places is drawn there, once or for each frame.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    AtomIx, Display, Options, SigIx, Theme,
    colour::{Colour, GREY, HAIR, INK, WHITE},
    layout::{side_by_side, width},
    names::Names,
    project::project,
    svg::{Anchor, Picture, Rect, Sheet, Type, text_box},
    theme::Role,
};

const TITLE: Type = Type::bold(20.0);
const HEAD: Type = Type::bold(15.0);
const TEXT: Type = Type::plain(13.0);
const MARGIN: f64 = 28.0;
const GAP: f64 = 36.0;
const PAGE: f64 = 1040.0;
const RADIUS: f64 = 14.0;
/// The least distance of the middles of two places.
const DISTANCE: f64 = 40.0;

/// Places and what is there.
pub(super) struct Map {
    title: String,
    places: Vec<Place>,
    /// Pairs of neighbours on lines of the board.
    lines: BTreeSet<(usize, usize)>,
    colour: Option<Colour>,
    frames: Vec<Frame>,
}

struct Place {
    label: String,
    x: f64,
    y: f64,
}

struct Frame {
    title: Option<String>,
    filled: BTreeSet<usize>,
    captions: Vec<String>,
}

/// The map of an instance: of the signature all of whose atoms have a position, by the first set of them that changes.
pub(super) fn detect(display: &Display, theme: &Theme) -> Option<Map> {
    if theme.positions.is_empty() {
        return None;
    }
    let names = Names::new(display, &Options::default());
    let position = |atom: &AtomIx| theme.positions.get(names.atom(*atom)).copied();
    let (sig, this) = names
        .sigs()
        .find(|(_, sig)| sig.atoms.len() > 1 && sig.atoms.iter().all(|atom| position(atom).is_some()))?;
    let index: BTreeMap<AtomIx, usize> = this.atoms.iter().enumerate().map(|(i, &a)| (a, i)).collect();
    let places = this.atoms.iter().filter_map(|atom| {
        let (x, y) = position(atom)?;
        let label = theme.label(names.atom(*atom)).to_owned();
        Some(Place { label, x, y })
    });
    let field = subject(display, &names, theme, sig)?;
    let (title, colour) = (
        theme.label(&field.name).to_owned(),
        theme.field_colour(display, field),
    );
    Some(Map {
        title,
        places: places.collect(),
        lines: lines(&names, &index),
        colour,
        frames: frames(display, theme, field, &index),
    })
}

/// The field that is drawn: one from frames to sets of places; the one that the theme names, or the one that has most tuples.
fn subject<'a>(
    display: &'a Display,
    names: &Names<'a>,
    theme: &Theme,
    sig: SigIx,
) -> Option<&'a crate::Field> {
    let fits = |field: &&crate::Field| {
        let is_binary = field
            .types
            .iter()
            .all(|product| product.len() == 2 && product[1] == sig);
        is_binary && !field.tuples.is_empty() && !theme.hides_field(display, field)
    };
    let weight = |field: &&crate::Field| {
        let is_named = theme.role(display, field) == Some(Role::Board);
        (is_named, !theme.is_fixed(display, field), field.tuples.len())
    };
    names.fields().filter(fits).max_by_key(weight)
}

/// The lines of the board: neighbours in relations of places that belong to no frame.
fn lines(names: &Names, index: &BTreeMap<AtomIx, usize>) -> BTreeSet<(usize, usize)> {
    let mut lines = BTreeSet::new();
    for field in names.fields() {
        let skip = usize::from(names.display.sig(field.sig).is_one);
        for tuple in &field.tuples {
            let places: Option<Vec<usize>> = tuple
                .iter()
                .skip(skip)
                .map(|atom| index.get(atom).copied())
                .collect();
            for pair in places.unwrap_or_default().windows(2) {
                lines.insert((pair[0].min(pair[1]), pair[0].max(pair[1])));
            }
        }
    }
    lines
}

fn frames(
    display: &Display,
    theme: &Theme,
    field: &crate::Field,
    index: &BTreeMap<AtomIx, usize>,
) -> Vec<Frame> {
    let names = Names::new(display, &Options::default());
    let is_single = display.sig(field.sig).is_one;
    let frame = |frame: crate::project::Frame| {
        let of = |sig: &crate::Sig| sig.label == field.label;
        let mut filled = BTreeSet::new();
        let mut captions = Vec::new();
        for sig in frame
            .display
            .sigs
            .iter()
            .skip(display.sigs.len())
            .filter(|s| !s.is_private)
        {
            if of(sig) {
                filled = sig
                    .atoms
                    .iter()
                    .filter_map(|atom| index.get(atom).copied())
                    .collect();
            } else if !theme.hides_sig(sig) && (1..=super::CAPTION).contains(&sig.atoms.len()) {
                let atoms: Vec<&str> = sig.atoms.iter().map(|&a| theme.label(names.atom(a))).collect();
                captions.push(format!("{}: {}", theme.label(&sig.name), atoms.join(", ")));
            }
        }
        Frame {
            title: (!is_single).then(|| theme.label(names.atom(frame.atom)).to_owned()),
            filled,
            captions,
        }
    };
    project(display, field.sig).into_iter().map(frame).collect()
}

impl Map {
    /// The map in characters: names where something is, dots elsewhere.
    pub(super) fn text(&self, options: &Options) -> String {
        let cells = self.cells();
        let blocks: Vec<Vec<String>> = self
            .frames
            .iter()
            .map(|frame| {
                let mut lines: Vec<String> = frame.title.iter().cloned().collect();
                lines.extend(self.block(frame, &cells, options.ascii));
                lines.extend(frame.captions.iter().cloned());
                lines
            })
            .collect();
        let empty = if options.ascii { "." } else { "·" };
        format!(
            "{}\n{}names: {}   {empty} not\n",
            self.title,
            side_by_side(&blocks, 4, options.width),
            self.title
        )
    }

    /// The row and column of each place: at the smallest scale at which they stand apart.
    #[expect(clippy::cast_precision_loss, reason = "labels are short")]
    fn cells(&self) -> Vec<(usize, usize)> {
        let left = self.places.iter().map(|p| p.x).fold(f64::INFINITY, f64::min);
        let top = self.places.iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
        let wide = self.places.iter().map(|p| width(&p.label)).max().unwrap_or(1) + 1;
        let mut scale = wide as f64 * 0.1;
        loop {
            // A character is about twice as high as it is wide.
            let cell = |p: &Place| {
                (
                    ((p.y - top) * scale / 2.0).round() as usize,
                    ((p.x - left) * scale).round() as usize,
                )
            };
            let cells: Vec<(usize, usize)> = self.places.iter().map(cell).collect();
            let apart = |(i, a): (usize, &(usize, usize))| {
                cells[i + 1..]
                    .iter()
                    .all(|b| a.0 != b.0 || a.1.abs_diff(b.1) > wide)
            };
            // Places at the same point never come apart.
            if scale > 50.0 || cells.iter().enumerate().all(apart) {
                return cells;
            }
            scale *= 1.1;
        }
    }

    fn block(&self, frame: &Frame, cells: &[(usize, usize)], ascii: bool) -> Vec<String> {
        let rows = cells.iter().map(|(row, _)| row + 1).max().unwrap_or(0).min(500);
        let mut lines = vec![String::new(); rows];
        let mut order: Vec<usize> = (0..cells.len()).collect();
        order.sort_by_key(|&i| cells[i]);
        for i in order {
            let (row, column) = cells[i];
            let Some(line) = lines.get_mut(row) else { continue };
            let empty = if ascii { "." } else { "·" };
            let text = if frame.filled.contains(&i) {
                &self.places[i].label
            } else {
                empty
            };
            *line += &" ".repeat(column.saturating_sub(width(line)).min(500));
            *line += text;
        }
        lines
    }

    /// The map as a picture.
    #[expect(clippy::cast_precision_loss, reason = "numbers of frames are small")]
    pub(super) fn svg(&self, theme: &Theme) -> Picture {
        let mut sheet = Sheet::default();
        let mut boxes = Vec::new();
        let points = self.points();
        let right = points.iter().map(|p| p.0).fold(0.0, f64::max) + RADIUS;
        let bottom = points.iter().map(|p| p.1).fold(0.0, f64::max) + RADIUS;
        let captions: Vec<String> = self.frames.iter().map(|f| f.captions.join(", ")).collect();
        let words = captions.iter().map(|c| TEXT.width(c)).fold(0.0, f64::max);
        let has_titles = self.frames.iter().any(|f| f.title.is_some());
        let head = if has_titles { 26.0 } else { 0.0 };
        let (cell_width, cell_height) = (
            right.max(words),
            head + bottom + if words > 0.0 { 26.0 } else { 6.0 },
        );
        let per_row =
            (((PAGE + GAP) / (cell_width + GAP)).floor() as usize).clamp(1, self.frames.len().max(1));
        let mut top = MARGIN;
        let mut page = 2.0 * MARGIN + cell_width * per_row as f64 + GAP * (per_row as f64 - 1.0);
        if let Some(title) = &theme.title {
            sheet.text(MARGIN, top + 10.0, title, TITLE, Anchor::Start);
            boxes.push(text_box(MARGIN, top + 10.0, title, TITLE));
            page = page.max(2.0 * MARGIN + TITLE.width(title));
            top += 46.0;
        }
        for (i, frame) in self.frames.iter().enumerate() {
            let x = MARGIN + (cell_width + GAP) * (i % per_row) as f64;
            let y = top + (cell_height + GAP * 0.5) * (i / per_row) as f64;
            if let Some(title) = &frame.title {
                sheet.text(x, y + 8.0, title, HEAD, Anchor::Start);
                boxes.push(text_box(x, y + 8.0, title, HEAD));
            }
            self.places(&mut sheet, frame, &points, (x, y + head), &mut boxes);
            let y = y + head + bottom + 16.0;
            sheet.text(x, y, &captions[i], TEXT, Anchor::Start);
            boxes.push(text_box(x, y, &captions[i], TEXT));
        }
        let rows = self.frames.len().div_ceil(per_row) as f64;
        let y = top + (cell_height + GAP * 0.5) * rows + 4.0;
        sheet.circle(MARGIN + 8.0, y, 8.0, self.colour.unwrap_or(INK), INK);
        sheet.text(MARGIN + 24.0, y, &self.title, TEXT, Anchor::Start);
        boxes.push(text_box(MARGIN + 24.0, y, &self.title, TEXT));
        page = page.max(MARGIN * 2.0 + 24.0 + TEXT.width(&self.title));
        Picture::new(sheet, boxes, (page, y + MARGIN), theme.title.as_deref())
    }

    fn places(
        &self,
        sheet: &mut Sheet,
        frame: &Frame,
        points: &[(f64, f64)],
        (x, y): (f64, f64),
        boxes: &mut Vec<Rect>,
    ) {
        let at = |i: usize| (points[i].0 + x, points[i].1 + y);
        for &(a, b) in &self.lines {
            sheet.line(at(a), at(b), HAIR, 1.5);
        }
        for (i, place) in self.places.iter().enumerate() {
            let (x, y) = at(i);
            let filled = self.colour.unwrap_or(INK);
            let (fill, ink, edge) = if frame.filled.contains(&i) {
                (filled, filled.text_on(), INK)
            } else {
                (WHITE, GREY, HAIR)
            };
            sheet.circle(x, y, RADIUS, fill, edge);
            sheet.text(x, y, &place.label, TEXT.coloured(ink), Anchor::Middle);
            boxes.push(Rect::around(x, y, 2.0 * RADIUS, 2.0 * RADIUS));
        }
    }

    /// Where the places are, at a scale at which they stand apart.
    fn points(&self) -> Vec<(f64, f64)> {
        let mut least = f64::INFINITY;
        for (i, a) in self.places.iter().enumerate() {
            for b in &self.places[i + 1..] {
                let distance = (a.x - b.x).hypot(a.y - b.y);
                if distance > 0.001 {
                    least = least.min(distance);
                }
            }
        }
        let scale = if least.is_finite() { DISTANCE / least } else { 1.0 };
        let left = self.places.iter().map(|p| p.x).fold(f64::INFINITY, f64::min);
        let top = self.places.iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
        let point = |p: &Place| ((p.x - left) * scale + RADIUS, (p.y - top) * scale + RADIUS);
        self.places.iter().map(point).collect()
    }
}
