//! What an instance has that the one before had not, and the other way round.

use std::{collections::BTreeSet, fmt::Write as _};

use relfind::viz::{AtomIx, AtomKind, Display};
use serde_json::{Map, Value, json};

/// Tuples that a line of text names at most.
const MOST: usize = 12;

/// A tuple by the names of its atoms.
type Named = Vec<Atom>;

/// An atom as it is printed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Atom {
    Int(i64),
    Name(String),
}

impl Atom {
    fn text(&self) -> String {
        match self {
            Self::Int(value) => value.to_string(),
            Self::Name(name) => name.clone(),
        }
    }

    fn json(&self) -> Value {
        match self {
            Self::Int(value) => Value::from(*value),
            Self::Name(name) => Value::from(name.as_str()),
        }
    }
}

/// A signature, field or witness whose value is another one.
struct Change {
    label: String,
    name: String,
    is_sig: bool,
    added: Vec<Named>,
    removed: Vec<Named>,
}

impl Change {
    fn new(
        label: &str,
        name: &str,
        is_sig: bool,
        before: &BTreeSet<Named>,
        now: &BTreeSet<Named>,
    ) -> Option<Self> {
        let only = |a: &BTreeSet<Named>, b: &BTreeSet<Named>| a.difference(b).cloned().collect();
        (before != now).then(|| Self {
            label: label.to_owned(),
            name: name.to_owned(),
            is_sig,
            added: only(now, before),
            removed: only(before, now),
        })
    }
}

/// How two instances of a command differ, by the names of atoms: signatures first, then fields, then witnesses.
pub(crate) struct Changes(Vec<Change>);

impl Changes {
    /// What is another way in `now` than in `before`.
    pub(crate) fn between(before: &Display, now: &Display) -> Self {
        let sigs = before
            .sigs
            .iter()
            .zip(&now.sigs)
            .filter(|(_, sig)| !sig.is_builtin);
        let sigs = sigs.filter_map(|(old, sig)| {
            let (old, new) = (atoms(before, &old.atoms), atoms(now, &sig.atoms));
            Change::new(&sig.label, &sig.name, true, &old, &new)
        });
        let fields = before.fields.iter().zip(&now.fields);
        let fields = fields.filter_map(|(old, field)| {
            let (old, new) = (tuples(before, &old.tuples), tuples(now, &field.tuples));
            Change::new(&field.label, &field.name, false, &old, &new)
        });
        let skolems = before.skolems.iter().zip(&now.skolems);
        let skolems = skolems.filter_map(|(old, skolem)| {
            let (old, new) = (tuples(before, &old.tuples), tuples(now, &skolem.tuples));
            Change::new(&skolem.name, &skolem.name, false, &old, &new)
        });
        Self(sigs.chain(fields).chain(skolems).collect())
    }

    /// A line for each, below a line that names the instance before.
    pub(crate) fn text(&self, before: u64) -> String {
        if self.0.is_empty() {
            return format!("   changed from {before}: nothing but what is not shown\n");
        }
        let mut text = format!("   changed from {before}:\n");
        for change in &self.0 {
            let kind = if change.is_sig { "sig " } else { "" };
            let _ = write!(text, "     {kind}{}:", change.name);
            let added = change.added.iter().map(|tuple| ('+', tuple));
            let removed = change.removed.iter().map(|tuple| ('-', tuple));
            for (sign, tuple) in added.chain(removed).take(MOST) {
                let atoms: Vec<String> = tuple.iter().map(Atom::text).collect();
                let _ = write!(text, " {sign}{}", atoms.join("->"));
            }
            let all = change.added.len() + change.removed.len();
            if all > MOST {
                let _ = write!(text, " and {} more", all - MOST);
            }
            text.push('\n');
        }
        text
    }

    /// An object from labels to what was added and removed, as tuples.
    pub(crate) fn json(&self) -> Value {
        let values = |tuples: &[Named]| -> Value {
            let tuple = |tuple: &Named| -> Value { tuple.iter().map(Atom::json).collect() };
            tuples.iter().map(tuple).collect()
        };
        let entries = self.0.iter().map(|change| {
            let value = json!({ "added": values(&change.added), "removed": values(&change.removed) });
            (change.label.clone(), value)
        });
        Value::Object(entries.collect::<Map<String, Value>>())
    }
}

fn named(display: &Display, tuple: &[AtomIx]) -> Named {
    let atom = |&ix: &AtomIx| {
        let atom = display.atom(ix);
        match atom.kind {
            AtomKind::Int(value) => Atom::Int(value),
            AtomKind::Named | AtomKind::Str => Atom::Name(atom.name.clone()),
        }
    };
    tuple.iter().map(atom).collect()
}

fn atoms(display: &Display, atoms: &[AtomIx]) -> BTreeSet<Named> {
    atoms.iter().map(|&ix| named(display, &[ix])).collect()
}

fn tuples(display: &Display, tuples: &[Vec<AtomIx>]) -> BTreeSet<Named> {
    tuples.iter().map(|tuple| named(display, tuple)).collect()
}
