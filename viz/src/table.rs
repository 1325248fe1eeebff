//! Tables: each signature one, its fields as columns.

use std::collections::BTreeMap;

use crate::{
    AtomIx, Display, Field, Options, Sig, SigIx,
    layout::{Cell, Table},
    names::{Names, by_first},
};

/// A field of arity 3 or more is a column of its signature's table as long as no atom has more tuples than this.
const TUPLES_IN_A_CELL: usize = 4;

/// The instance as tables: the signatures without fields in one, then each signature with fields in its own, with a row an atom and a column a
/// field; fields of many tuples of arity 3 or more in tables of their own; skolems last.
///
/// The signatures that are part of the language are left out, and so are private ones unless they are to be shown. A `one sig` that
/// extends another, such as an enumeration's member, stands in the latter's row or table.
pub fn table(display: &Display, options: &Options) -> String {
    let names = Names::new(display, options);
    let fields: Vec<&Field> = names.fields().collect();
    let mut out = String::new();
    let mut push = |table: Table| {
        if !table.rows.is_empty() {
            out.push_str(&table.render(options.width, options.ascii));
        }
    };
    push(plain_sigs(&names, &fields));
    for table in sig_tables(&names, &fields) {
        push(table);
    }
    push(skolems(&names));
    out
}

/// Tables of the given fields only.
pub(crate) fn tables_of(names: &Names, fields: &[&Field], options: &Options) -> String {
    let tables = sig_tables(names, fields)
        .into_iter()
        .filter(|table| !table.rows.is_empty());
    tables
        .map(|table| table.render(options.width, options.ascii))
        .collect()
}

/// The table of skolems.
pub(crate) fn skolems(names: &Names) -> Table {
    let skolems = names.display.skolems.iter();
    let row = |skolem: &crate::Skolem| {
        let tuples = skolem.tuples.iter().map(|tuple| names.tuple(tuple)).collect();
        vec![vec![skolem.name.clone()], tuples]
    };
    Table {
        head: None,
        rows: skolems.map(row).collect(),
    }
}

/// One row for each signature without fields.
fn plain_sigs(names: &Names, fields: &[&Field]) -> Table {
    let plain = names.sigs().filter(|&(ix, sig)| {
        let has_fields = fields.iter().any(|f| f.sig == ix && !f.tuples.is_empty());
        !has_fields && !names.is_folded(sig)
    });
    let row = |(ix, sig): (SigIx, &Sig)| {
        let atoms = sig.atoms.iter().map(|&atom| names.atom(atom).to_owned());
        vec![vec![names.sig(ix).to_owned()], atoms.collect()]
    };
    Table {
        head: None,
        rows: plain.map(row).collect(),
    }
}

fn sig_tables(names: &Names, fields: &[&Field]) -> Vec<Table> {
    let mut tables = Vec::new();
    for (ix, _) in names.sigs() {
        let own = fields.iter().copied().filter(|f| f.sig == ix);
        let own: Vec<(&Field, Groups)> = own.map(|f| (f, by_first(f))).collect();
        if own.iter().all(|(_, groups)| groups.is_empty()) {
            continue;
        }
        let (columns, wide): (Vec<_>, Vec<_>) =
            own.into_iter().partition(|(_, groups)| fits_in_cells(groups));
        if !columns.is_empty() {
            tables.push(sig_table(names, ix, &columns));
        }
        tables.extend(wide.iter().map(|(field, _)| field_table(names, field)));
    }
    tables
}

/// The tuples of a field by their first atom, less that.
type Groups<'a> = BTreeMap<AtomIx, Vec<&'a [AtomIx]>>;

fn fits_in_cells(groups: &Groups) -> bool {
    groups
        .values()
        .all(|tuples| tuples.len() <= TUPLES_IN_A_CELL || tuples.iter().all(|tuple| tuple.len() <= 1))
}

/// A row an atom, a column a field.
fn sig_table(names: &Names, ix: SigIx, fields: &[(&Field, Groups)]) -> Table {
    let cell = |text: &str| -> Cell { vec![text.to_owned()] };
    let head = [cell(names.sig(ix))]
        .into_iter()
        .chain(fields.iter().map(|(f, _)| cell(&f.name)));
    let row = |&atom: &AtomIx| {
        let values = fields.iter().map(|(_, groups)| {
            let tuples = groups.get(&atom).into_iter().flatten();
            tuples.map(|tuple| names.tuple(tuple)).collect()
        });
        [cell(names.atom(atom))].into_iter().chain(values).collect()
    };
    Table {
        head: Some(head.collect()),
        rows: names.display.sig(ix).atoms.iter().map(row).collect(),
    }
}

/// A row for each tuple but its last atom, which are gathered. The only atom of a `one sig` is left out.
fn field_table(names: &Names, field: &Field) -> Table {
    let skip = usize::from(names.display.sig(field.sig).is_one);
    let mut rows: Vec<(&[AtomIx], Cell)> = Vec::new();
    for tuple in &field.tuples {
        let Some((last, rest)) = tuple[skip.min(tuple.len())..].split_last() else {
            continue;
        };
        let value = names.atom(*last).to_owned();
        match rows.last_mut() {
            Some((key, values)) if *key == rest => values.push(value),
            _ => rows.push((rest, vec![value])),
        }
    }
    let arity = rows.first().map_or(0, |(key, _)| key.len());
    let sig = names.sig(field.sig);
    let [first, last] = if skip == 1 {
        [format!("{sig}: {}", field.name), String::new()]
    } else {
        [sig.to_owned(), field.name.clone()]
    };
    let mut head: Vec<Cell> = vec![vec![first]];
    head.extend((1..arity).map(|_| Vec::new()));
    head.push(vec![last]);
    let row = |(key, values): (&[AtomIx], Cell)| {
        let key = key.iter().map(|&atom| vec![names.atom(atom).to_owned()]);
        key.chain([values]).collect()
    };
    Table {
        head: Some(head),
        rows: rows.into_iter().map(row).collect(),
    }
}
