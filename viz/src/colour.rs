//! Colours: the palettes, and which text can be read on which colour.
//!
//! The palettes are those of Paul Tol ("Colour Schemes", SRON/EPS/TN/09-002, 2021), made to be told apart with colour-blind eyes: *light* for areas that
//! carry dark text; the darker ones of *muted* and *high-contrast* for lines and their labels on white.

use std::fmt;

/// A colour: red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Colour(pub u8, pub u8, pub u8);

/// Areas behind dark text.
pub(crate) const AREAS: [Colour; 8] = [
    Colour(0x77, 0xaa, 0xdd),
    Colour(0xee, 0xdd, 0x88),
    Colour(0x44, 0xbb, 0x99),
    Colour(0xff, 0xaa, 0xbb),
    Colour(0x99, 0xdd, 0xff),
    Colour(0xee, 0x88, 0x66),
    Colour(0xbb, 0xcc, 0x33),
    Colour(0xdd, 0xdd, 0xdd),
];

/// Lines and text on white.
pub(crate) const LINES: [Colour; 7] = [
    Colour(0x00, 0x44, 0x88),
    Colour(0x88, 0x22, 0x55),
    Colour(0x11, 0x77, 0x33),
    Colour(0xaa, 0x44, 0x99),
    Colour(0x7a, 0x5f, 0x00),
    Colour(0x33, 0x22, 0x88),
    Colour(0x55, 0x55, 0x55),
];

/// Text.
pub(crate) const INK: Colour = Colour(0x22, 0x22, 0x22);
/// What is less important.
pub(crate) const GREY: Colour = Colour(0x66, 0x66, 0x66);
/// Lines between cells and around what is empty.
pub(crate) const HAIR: Colour = Colour(0xbb, 0xbb, 0xbb);
/// What is empty.
pub(crate) const PALE: Colour = Colour(0xf2, 0xf2, 0xf2);
/// Behind everything.
pub(crate) const WHITE: Colour = Colour(0xff, 0xff, 0xff);

/// The colours that have a name in themes.
const NAMED: [(&str, Colour); 20] = [
    ("black", Colour(0, 0, 0)),
    ("white", WHITE),
    ("grey", Colour(0x80, 0x80, 0x80)),
    ("gray", Colour(0x80, 0x80, 0x80)),
    ("silver", Colour(0xc0, 0xc0, 0xc0)),
    ("red", Colour(0xcc, 0x33, 0x11)),
    ("orange", Colour(0xee, 0x77, 0x33)),
    ("yellow", Colour(0xee, 0xdd, 0x88)),
    ("green", Colour(0x22, 0x88, 0x33)),
    ("blue", Colour(0x44, 0x77, 0xaa)),
    ("purple", Colour(0xaa, 0x33, 0x77)),
    ("pink", Colour(0xff, 0xaa, 0xbb)),
    ("cyan", Colour(0x99, 0xdd, 0xff)),
    ("teal", Colour(0x00, 0x99, 0x88)),
    ("mint", Colour(0x44, 0xbb, 0x99)),
    ("olive", Colour(0x99, 0x99, 0x33)),
    ("lime", Colour(0xbb, 0xcc, 0x33)),
    ("brown", Colour(0x8c, 0x56, 0x2b)),
    ("navy", Colour(0x00, 0x44, 0x88)),
    ("gold", Colour(0xdd, 0xaa, 0x33)),
];

impl Colour {
    /// Reads `#rgb`, `#rrggbb` or a name.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let named = NAMED.iter().find(|(name, _)| text.eq_ignore_ascii_case(name));
        if let Some((_, colour)) = named {
            return Some(*colour);
        }
        let digits = text.strip_prefix('#')?;
        let digits: Vec<u8> = digits
            .chars()
            .map(|c| c.to_digit(16).map(|d| d as u8))
            .collect::<Option<_>>()?;
        match digits[..] {
            [r, g, b] => Some(Self(r * 17, g * 17, b * 17)),
            [r, s, g, h, b, c] => Some(Self(r * 16 + s, g * 16 + h, b * 16 + c)),
            _ => None,
        }
    }

    /// The names that [`Self::parse`] knows.
    pub(crate) fn names() -> impl Iterator<Item = &'static str> {
        NAMED.iter().map(|(name, _)| *name)
    }

    /// The relative luminance of WCAG 2.1, from 0 to 1.
    fn luminance(self) -> f64 {
        let channel = |value: u8| {
            let value = f64::from(value) / 255.0;
            if value <= 0.04045 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * channel(self.0) + 0.7152 * channel(self.1) + 0.0722 * channel(self.2)
    }

    /// The contrast of two colours as WCAG 2.1 defines it, from 1 to 21.
    pub(crate) fn contrast(self, other: Self) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// Dark or white text, whichever is read better on this colour.
    pub(crate) fn text_on(self) -> Self {
        if self.contrast(INK) >= self.contrast(WHITE) {
            INK
        } else {
            WHITE
        }
    }

    /// The colour mixed with black.
    pub(crate) fn darker(self) -> Self {
        let darker = |channel: u8| (u16::from(channel) * 3 / 5) as u8;
        Self(darker(self.0), darker(self.1), darker(self.2))
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_can_be_read() {
        for area in AREAS {
            assert!(area.contrast(area.text_on()) >= 4.5, "{area}");
        }
        for line in LINES {
            assert!(line.contrast(WHITE) >= 4.5, "{line}");
        }
    }

    #[test]
    fn reading() {
        assert_eq!(Colour::parse("#1a2"), Some(Colour(0x11, 0xaa, 0x22)));
        assert_eq!(Colour::parse("#0180ff"), Some(Colour(1, 128, 255)));
        assert_eq!(Colour::parse("Red"), Some(Colour(0xcc, 0x33, 0x11)));
        assert_eq!(Colour::parse("#12"), None);
        assert_eq!(Colour::parse("reddish"), None);
    }
}
