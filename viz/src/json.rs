//! The instance as a JSON object.

use serde_json::{Map, Value};

use crate::{AtomIx, AtomKind, Display};

/// The instance as an object with the keys `sigs`, `fields` and `skolems`, each from labels to atoms or tuples. Integers are numbers, other
/// atoms strings. The signatures that are part of the language are left out.
///
/// ```
/// let object = relfind_viz::json(&relfind_viz::Display::default());
/// assert_eq!(object.to_string(), r#"{"sigs":{},"fields":{},"skolems":{}}"#);
/// ```
pub fn json(display: &Display) -> Value {
    let sigs = display.sigs.iter().filter(|sig| !sig.is_builtin);
    let sigs = sigs.map(|sig| (sig.label.clone(), atoms(display, &sig.atoms)));
    let fields = display
        .fields
        .iter()
        .map(|f| (f.label.clone(), json_tuples(display, &f.tuples)));
    let skolems = display
        .skolems
        .iter()
        .map(|s| (s.name.clone(), json_tuples(display, &s.tuples)));
    let parts: [(&str, Map<String, Value>); 3] = [
        ("sigs", sigs.collect()),
        ("fields", fields.collect()),
        ("skolems", skolems.collect()),
    ];
    let parts = parts
        .into_iter()
        .map(|(key, part)| (key.to_owned(), Value::Object(part)));
    Value::Object(parts.collect())
}

/// Tuples as arrays of atoms, as in [`json()`].
pub fn json_tuples(display: &Display, tuples: &[Vec<AtomIx>]) -> Value {
    tuples.iter().map(|tuple| atoms(display, tuple)).collect()
}

fn atoms(display: &Display, atoms: &[AtomIx]) -> Value {
    let value = |&ix: &AtomIx| {
        let atom = display.atom(ix);
        match atom.kind {
            AtomKind::Int(value) => Value::from(value),
            AtomKind::Named | AtomKind::Str => Value::from(atom.name.as_str()),
        }
    };
    atoms.iter().map(value).collect()
}
