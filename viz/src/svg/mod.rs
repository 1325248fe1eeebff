//! A sheet of SVG: shapes and texts in the order in which they lie on one another.
//!
//! Nothing but shapes, paths and text with attributes is used, so that slides, word processors and browsers all draw it alike. How wide a text is
//! can only be known where its font is; it is estimated from above, see [`font`].

pub(crate) mod font;

use std::fmt::Write as _;

use crate::colour::{Colour, INK, WHITE};

/// A rectangle by its left upper corner.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Rect {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

impl Rect {
    /// The rectangle of this size around a point.
    pub(crate) fn around(x: f64, y: f64, width: f64, height: f64) -> Self {
        let (x, y) = (x - width / 2.0, y - height / 2.0);
        Self { x, y, width, height }
    }

    pub(crate) fn right(&self) -> f64 {
        self.x + self.width
    }

    pub(crate) fn bottom(&self) -> f64 {
        self.y + self.height
    }

    /// Whether the two have an area in common.
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        let slack = 0.01;
        self.x + slack < other.right()
            && other.x + slack < self.right()
            && self.y + slack < other.bottom()
            && other.y + slack < self.bottom()
    }

    /// Whether the other lies inside.
    pub(crate) fn contains(&self, other: &Self) -> bool {
        let slack = 0.01;
        self.x <= other.x + slack
            && self.y <= other.y + slack
            && other.right() <= self.right() + slack
            && other.bottom() <= self.bottom() + slack
    }
}

/// Where a text stands relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// How a text looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Type {
    pub(crate) size: f64,
    pub(crate) bold: bool,
    pub(crate) colour: Colour,
}

impl Type {
    /// Plain text.
    pub(crate) const fn plain(size: f64) -> Self {
        Self {
            size,
            bold: false,
            colour: INK,
        }
    }

    /// Text that stands out.
    pub(crate) const fn bold(size: f64) -> Self {
        Self {
            size,
            bold: true,
            colour: INK,
        }
    }

    pub(crate) const fn coloured(self, colour: Colour) -> Self {
        Self { colour, ..self }
    }

    /// The estimated width of a text.
    pub(crate) fn width(self, text: &str) -> f64 {
        font::width(text, self.size, self.bold)
    }

    /// The height of a line.
    pub(crate) fn line(self) -> f64 {
        self.size * 1.3
    }
}

/// A picture and the boxes of what must not overlap in it.
pub(crate) struct Picture {
    pub(crate) svg: String,
    pub(crate) boxes: Vec<Rect>,
    pub(crate) page: Rect,
}

impl Picture {
    /// Boxes that overlap or leave the page, in words; there are none unless a layout is wrong.
    pub(crate) fn faults(&self) -> Vec<String> {
        let outside = self.boxes.iter().filter(|b| !self.page.contains(b));
        let mut faults: Vec<String> = outside.map(|b| format!("{b:?} leaves {:?}", self.page)).collect();
        for (i, a) in self.boxes.iter().enumerate() {
            let others = self.boxes[i + 1..].iter().filter(|b| a.overlaps(b));
            faults.extend(others.map(|b| format!("{a:?} overlaps {b:?}")));
        }
        faults
    }

    /// The picture on a sheet of this size.
    pub(crate) fn new(
        sheet: Sheet,
        boxes: Vec<Rect>,
        (width, height): (f64, f64),
        title: Option<&str>,
    ) -> Self {
        Self {
            svg: sheet.finish(width, height, title),
            boxes,
            page: Rect {
                x: 0.0,
                y: 0.0,
                width,
                height,
            },
        }
    }
}

/// The box of a text whose middle is at `y`.
pub(crate) fn text_box(x: f64, y: f64, text: &str, kind: Type) -> Rect {
    Rect {
        x,
        y: y - kind.size * 0.6,
        width: kind.width(text),
        height: kind.size * 1.2,
    }
}

/// A sheet that is being drawn on.
#[derive(Debug, Default)]
pub(crate) struct Sheet {
    body: String,
}

/// A number with at most one decimal.
pub(crate) fn number(value: f64) -> String {
    let rounded = (value * 10.0).round() / 10.0;
    // Neither -0 nor what is no number belongs into a picture.
    if rounded == 0.0 || !rounded.is_finite() {
        return "0".into();
    }
    rounded.to_string()
}

/// Text as SVG wants it; characters that XML does not allow are left out.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() || c == '\u{fffe}' || c == '\u{ffff}' => {}
            c => out.push(c),
        }
    }
    out
}

impl Sheet {
    /// A text on one line; `y` is its middle.
    pub(crate) fn text(&mut self, x: f64, y: f64, text: &str, kind: Type, anchor: Anchor) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => r#" text-anchor="middle""#,
            Anchor::End => r#" text-anchor="end""#,
        };
        let weight = if kind.bold { r#" font-weight="bold""# } else { "" };
        // The middle of a letter without ascender or descender is about a third of the size above the base line.
        let (x, y, size) = (number(x), number(y + kind.size * 0.35), number(kind.size));
        let _ = writeln!(
            self.body,
            r#"<text x="{x}" y="{y}" font-size="{size}"{weight} fill="{}"{anchor}>{}</text>"#,
            kind.colour,
            escape(text)
        );
    }

    /// A rectangle with round corners.
    pub(crate) fn rect(&mut self, rect: Rect, radius: f64, fill: Colour, stroke: Option<Colour>) {
        let radius = if radius > 0.0 {
            format!(r#" rx="{}""#, number(radius))
        } else {
            String::new()
        };
        let stroke = stroke.map_or_else(String::new, |colour| format!(r#" stroke="{colour}""#));
        let [x, y, width, height] = [rect.x, rect.y, rect.width, rect.height].map(number);
        let _ = writeln!(
            self.body,
            r#"<rect x="{x}" y="{y}" width="{width}" height="{height}"{radius} fill="{fill}"{stroke}/>"#
        );
    }

    /// A circle.
    pub(crate) fn circle(&mut self, x: f64, y: f64, radius: f64, fill: Colour, stroke: Colour) {
        let [x, y, radius] = [x, y, radius].map(number);
        let _ = writeln!(
            self.body,
            r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" stroke="{stroke}" stroke-width="1.5"/>"#
        );
    }

    /// A straight line.
    pub(crate) fn line(&mut self, from: (f64, f64), to: (f64, f64), stroke: Colour, width: f64) {
        let [x1, y1, x2, y2, width] = [from.0, from.1, to.0, to.1, width].map(number);
        let _ = writeln!(
            self.body,
            r#"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{stroke}" stroke-width="{width}"/>"#
        );
    }

    /// A path, dashed or not.
    pub(crate) fn path(&mut self, path: &str, stroke: Colour, dashed: bool) {
        let dash = if dashed { r#" stroke-dasharray="5 4""# } else { "" };
        let _ = writeln!(
            self.body,
            r#"<path d="{path}" fill="none" stroke="{stroke}" stroke-width="1.8"{dash}/>"#
        );
    }

    /// An arrow's head with its tip at a point, coming from a direction.
    pub(crate) fn arrow(&mut self, tip: (f64, f64), from: (f64, f64), fill: Colour) {
        const LENGTH: f64 = 10.0;
        const HALF: f64 = 4.5;
        let (dx, dy) = (tip.0 - from.0, tip.1 - from.1);
        let length = dx.hypot(dy).max(0.001);
        let (dx, dy) = (dx / length, dy / length);
        let base = (tip.0 - dx * LENGTH, tip.1 - dy * LENGTH);
        let points = [
            tip,
            (base.0 - dy * HALF, base.1 + dx * HALF),
            (base.0 + dy * HALF, base.1 - dx * HALF),
        ];
        let points: Vec<String> = points
            .iter()
            .map(|(x, y)| format!("{},{}", number(*x), number(*y)))
            .collect();
        let _ = writeln!(
            self.body,
            r#"<polygon points="{}" fill="{fill}"/>"#,
            points.join(" ")
        );
    }

    /// The document: a white page of this size with what was drawn on it.
    pub(crate) fn finish(self, width: f64, height: f64, title: Option<&str>) -> String {
        let [width, height] = [width.ceil(), height.ceil()].map(number);
        let title = title.map_or_else(String::new, |title| format!("<title>{}</title>\n", escape(title)));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"{}\">\n{title}<rect width=\"{width}\" height=\"{height}\" fill=\"{WHITE}\"/>\n{}</svg>\n",
            font::FAMILY,
            self.body
        )
    }
}
