//! How wide text is.
//!
//! The widths are those of `DejaVu Sans`, the widest of the fonts that [`FAMILY`] asks for, rounded up by classes of letters; so no text is wider
//! than it is taken for, whichever of the fonts there is.

use unicode_width::UnicodeWidthChar;

/// The fonts to look for.
pub(crate) const FAMILY: &str = "Helvetica, Arial, Liberation Sans, DejaVu Sans, sans-serif";

/// An upper estimate of the width of a text.
pub(crate) fn width(text: &str, size: f64, bold: bool) -> f64 {
    let em: f64 = text.chars().map(advance).sum();
    em * size * if bold { 1.12 } else { 1.0 }
}

/// The width of a character in parts of the font's size.
fn advance(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | '\'' | '|' => 0.32,
        'I' | 'f' | 't' | 'r' | ' ' | '.' | ',' | ':' | ';' | '!' | '(' | ')' | '[' | ']' | '-' | '/' => 0.42,
        'm' | 'M' | 'w' | 'W' | '@' | '%' => 1.0,
        'a'..='z' | '0'..='9' | '$' | '_' => 0.645,
        'A'..='Z' => 0.78,
        c => match c.width() {
            Some(0) | None => 0.0,
            Some(1) => 0.85,
            Some(_) => 1.1,
        },
    }
}
