//! A relation as comma-separated values.

use crate::{AtomIx, AtomKind, Display};

/// A line for each tuple, as RFC 4180 has it; strings of the model without their own quotes.
///
/// ```
/// assert_eq!(relfind_viz::csv(&relfind_viz::Display::default(), &[]), "");
/// ```
pub fn csv(display: &Display, tuples: &[Vec<AtomIx>]) -> String {
    let mut out = String::new();
    for tuple in tuples {
        let values: Vec<String> = tuple.iter().map(|&atom| value(display, atom)).collect();
        out += &values.join(",");
        out.push('\n');
    }
    out
}

fn value(display: &Display, atom: AtomIx) -> String {
    let atom = display.atom(atom);
    match atom.kind {
        AtomKind::Int(value) => value.to_string(),
        AtomKind::Named => quoted(&atom.name),
        AtomKind::Str => quoted(&atom.text()),
    }
}

/// In quotes where it must be: with separators or quotes, spaces at an end, or where it would be taken for a comment.
fn quoted(text: &str) -> String {
    let is_plain = !text.is_empty()
        && text.trim() == text
        && !text.starts_with('#')
        && !text.contains([',', '"', '\n', '\r']);
    if is_plain {
        text.to_owned()
    } else {
        format!("\"{}\"", text.replace('"', "\"\""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Atom;

    #[test]
    fn values_are_quoted_where_they_must_be() {
        let atom = |name: &str, kind| Atom {
            name: name.into(),
            kind,
        };
        let display = Display {
            atoms: vec![
                atom("A$0", AtomKind::Named),
                atom("7", AtomKind::Int(7)),
                atom("\"a, \\\"b\\\"\"", AtomKind::Str),
            ],
            ..Display::default()
        };
        let tuples = [[0, 1], [0, 2]].map(|tuple| tuple.map(AtomIx).to_vec());
        assert_eq!(csv(&display, &tuples), "A$0,7\nA$0,\"a, \"\"b\"\"\"\n");
    }
}
