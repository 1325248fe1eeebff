//! Values of expressions: sets and relations on one line, and relations as tables.

use crate::{
    AtomIx, Display, Options,
    layout::{Cell, Table},
    names::Names,
};

/// A set or relation on one line, as it could be written in the language but for integers of a set: `{A$0, A$1}`, `{A$0->B$1}`.
///
/// ```
/// assert_eq!(relfind_viz::tuples(&relfind_viz::Display::default(), &[], &Default::default()), "{}");
/// ```
pub fn tuples(display: &Display, tuples: &[Vec<AtomIx>], options: &Options) -> String {
    let names = Names::new(display, options);
    let tuple = |tuple: &Vec<AtomIx>| {
        let atoms: Vec<&str> = tuple.iter().map(|&atom| names.atom(atom)).collect();
        atoms.join("->")
    };
    let all: Vec<String> = tuples.iter().map(tuple).collect();
    format!("{{{}}}", all.join(", "))
}

/// A relation as a table: a row for all tuples that differ in the last column only, whose atoms are gathered.
pub fn relation(display: &Display, tuples: &[Vec<AtomIx>], options: &Options) -> String {
    let names = Names::new(display, options);
    let mut rows: Vec<(&[AtomIx], Cell)> = Vec::new();
    for tuple in tuples {
        let Some((last, rest)) = tuple.split_last() else {
            continue;
        };
        let value = names.atom(*last).to_owned();
        match rows.last_mut() {
            Some((key, values)) if *key == rest => values.push(value),
            _ => rows.push((rest, vec![value])),
        }
    }
    let row = |(key, values): (&[AtomIx], Cell)| {
        let key = key.iter().map(|&atom| vec![names.atom(atom).to_owned()]);
        key.chain([values]).collect()
    };
    let table = Table {
        head: None,
        rows: rows.into_iter().map(row).collect(),
    };
    table.render(options.width, options.ascii)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Atom, AtomKind};

    #[test]
    fn relations_are_grouped_by_all_columns_but_the_last() {
        let atom = |name: &str| Atom {
            name: name.into(),
            kind: AtomKind::Named,
        };
        let display = Display {
            atoms: vec![atom("A$0"), atom("A$1"), atom("B$0")],
            ..Display::default()
        };
        let pairs = [[0, 1], [0, 2], [1, 2]].map(|pair| pair.map(AtomIx).to_vec());
        let options = Options::default();
        assert_eq!(
            tuples(&display, &pairs, &options),
            "{A$0->A$1, A$0->B$0, A$1->B$0}"
        );
        let ascii = Options {
            ascii: true,
            ..options
        };
        assert_eq!(
            relation(&display, &pairs, &ascii),
            "+-----+----------+\n| A$0 | A$1, B$0 |\n| A$1 | B$0      |\n+-----+----------+\n"
        );
    }
}
