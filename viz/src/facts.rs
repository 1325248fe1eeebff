//! Instances as facts in clingo's syntax.

use std::collections::BTreeSet;

use crate::{Atom, AtomIx, AtomKind, Display, Field, Sig};

/// A relation that is written: its name, its number of columns, its tuples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predicate {
    /// The name, not yet as clingo wants it.
    pub name: String,
    /// The number of columns.
    pub arity: usize,
    /// The tuples.
    pub tuples: Vec<Vec<AtomIx>>,
}

impl Predicate {
    /// Every field and signature that is neither private nor part of the language, those with fixed members left out: bare names, those of fields with that of their signature in
    /// front where it takes that to tell them apart. Fields of a `one` signature are without their first column.
    pub fn all(display: &Display) -> Vec<Self> {
        let own = |s: &&Sig| !s.is_builtin && !s.is_private && !s.is_one && !s.is_enum;
        let sigs = display.sigs.iter().filter(own);
        // Modules that are opened several times may have signatures of one name; a field may be called like one in small letters.
        let called = |s: &Sig| {
            let same = |other: &str| constant(other) == constant(&s.name);
            let sigs = display.sigs.iter().filter(|other| same(&other.name)).count();
            if sigs > 1 || display.fields.iter().any(|field| same(&field.name)) {
                s.label.clone()
            } else {
                s.name.clone()
            }
        };
        let sig = |s: &Sig| Self {
            name: called(s),
            arity: 1,
            tuples: s.atoms.iter().map(|&a| vec![a]).collect(),
        };
        let mut all: Vec<Self> = sigs.map(sig).collect();
        for field in display.fields.iter().filter(|f| !f.is_private) {
            let name = constant(&field.name);
            let same = |other: &str| constant(other) == name;
            let fields = display.fields.iter().filter(|f| same(&f.name)).count();
            let mut predicate = Self::of_field(display, field);
            if fields > 1 || display.sigs.iter().any(|s| same(&s.name)) {
                predicate.name = format!("{}_{}", called(display.sig(field.sig)), field.name);
            }
            all.push(predicate);
        }
        all
    }

    /// A field under its bare name.
    pub fn of_field(display: &Display, field: &Field) -> Self {
        let skip = usize::from(display.sig(field.sig).is_one);
        let arity = field.types.first().map_or(1, Vec::len);
        Self {
            name: field.name.clone(),
            arity: arity.saturating_sub(skip),
            tuples: field
                .tuples
                .iter()
                .map(|t| t.get(skip..).unwrap_or_default().to_vec())
                .collect(),
        }
    }
}

/// The facts of some relations, a line a relation; `numbers` are those by which atoms other than integers are called, by atom, as far as they have
/// any. `#defined` names the relations that have no tuple, so that what was written can be read as it was.
///
/// ```
/// assert_eq!(relfind_viz::facts(&relfind_viz::Display::default(), &[], &[]), "");
/// ```
pub fn facts(display: &Display, predicates: &[Predicate], numbers: &[Option<i64>]) -> String {
    let mut numbers: Vec<Option<i64>> = numbers.to_vec();
    numbers.resize(display.atoms.len(), None);
    for sig in display
        .sigs
        .iter()
        .filter(|s| s.is_ordered && !s.is_builtin && !s.is_enum)
    {
        if is_mixed(display, predicates, sig) {
            continue;
        }
        let unnamed = |a: &AtomIx| numbers[a.0 as usize].is_none() && display.atom(*a).name.contains('$');
        if sig.atoms.iter().all(unnamed) {
            for (place, atom) in sig.atoms.iter().enumerate() {
                numbers[atom.0 as usize] = Some(place as i64);
            }
        }
    }
    let names = names(display);
    let mut out = String::new();
    for predicate in predicates {
        let name = constant(&predicate.name);
        let tuple = |tuple: &Vec<AtomIx>| {
            let values = tuple.iter().map(|a| match numbers[a.0 as usize] {
                Some(number) => number.to_string(),
                None => names[a.0 as usize].clone(),
            });
            let values: Vec<String> = values.collect();
            match values.as_slice() {
                [] => format!("{name}."),
                values => format!("{name}({}).", values.join(",")),
            }
        };
        let facts: Vec<String> = predicate.tuples.iter().map(tuple).collect();
        if facts.is_empty() {
            out += &format!("#defined {name}/{}.\n", predicate.arity);
        } else {
            out += &facts.join(" ");
            out.push('\n');
        }
    }
    out
}

/// Whether numbers would not tell the atoms of a signature from those of another: both are ordered, and a signature above is among what is written, or
/// one of them.
fn is_mixed(display: &Display, predicates: &[Predicate], sig: &Sig) -> bool {
    let whole = top(display, sig);
    let is_near = |other: &&Sig| !other.is_builtin && !other.is_subset && top(display, other) == whole;
    let mut ordered = display
        .sigs
        .iter()
        .filter(is_near)
        .filter(|s| s.is_ordered && !s.is_enum);
    let written = |s: &Sig| {
        predicates
            .iter()
            .any(|p| p.arity == 1 && (p.name == s.name || p.name == s.label))
    };
    ordered.nth(1).is_some() && display.sigs.iter().filter(is_near).any(written)
}

/// The topmost signature above one.
fn top<'d>(display: &'d Display, mut sig: &'d Sig) -> &'d str {
    while let Some(parent) = sig.parents.first().map(|&p| display.sig(p))
        && !parent.is_builtin
        && !sig.is_subset
    {
        sig = parent;
    }
    &sig.label
}

/// How atoms are written: integers as they are, constants where that keeps them apart, else strings.
fn names(display: &Display) -> Vec<String> {
    let simple = |atom: &Atom| match atom.kind {
        AtomKind::Named => constant(
            atom.name
                .strip_suffix("$0")
                .filter(|n| is_single(display, n))
                .unwrap_or(&atom.name),
        ),
        AtomKind::Int(_) | AtomKind::Str => atom.name.clone(),
    };
    let all: Vec<String> = display.atoms.iter().map(simple).collect();
    let (mut once, mut twice) = (BTreeSet::new(), BTreeSet::new());
    for name in &all {
        if !once.insert(name.as_str()) {
            twice.insert(name.as_str());
        }
    }
    let plain = |(atom, name): (&Atom, &String)| match atom.kind {
        AtomKind::Named if twice.contains(name.as_str()) => quoted(&atom.name),
        AtomKind::Named if !is_plain(&atom.name) => quoted(&atom.name),
        _ => name.clone(),
    };
    display.atoms.iter().zip(&all).map(plain).collect()
}

fn is_single(display: &Display, name: &str) -> bool {
    display.sigs.iter().any(|sig| sig.is_one && sig.name == name)
}

/// Whether a name has nothing but letters, digits, `_` and one `$` in front of its number.
fn is_plain(name: &str) -> bool {
    name.chars()
        .all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '$')
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name != "not"
}

/// A name as a constant: it begins with a small letter and has nothing but letters, digits and `_`.
fn constant(name: &str) -> String {
    let mut chars = name.chars();
    let first = chars.next().filter(char::is_ascii_alphabetic);
    let start = first.map_or_else(|| "x_".to_owned(), |c| c.to_ascii_lowercase().to_string());
    let rest = if first.is_some() { chars.as_str() } else { name };
    let rest: String = rest
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect();
    start + &rest
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
