//! What can become a board: fields, with the only atom of a `one sig` left out and with atoms that have a place on a board replaced by
//! their place.

use std::collections::{BTreeMap, BTreeSet};

use super::axis::{Axis, AxisKind, column_sig};
use crate::{
    AtomIx, Field, Sig, SigIx, Theme,
    names::{Names, by_first, children},
};

/// What stands in a cell: an atom, the signature of the one that does, or only that there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Item {
    Atom(AtomIx),
    Sig(SigIx),
    Presence,
}

/// A column of a relation.
#[derive(Clone, Debug)]
pub(super) struct Column {
    pub(super) sig: Option<SigIx>,
    /// The field that leads to it, where it is a coordinate.
    pub(super) role: Option<String>,
}

/// A relation that may become a board.
#[derive(Clone, Debug)]
pub(super) struct Relation<'a> {
    pub(super) title: String,
    pub(super) columns: Vec<Column>,
    pub(super) tuples: Vec<Vec<Item>>,
    /// The fields that a board of it shows.
    pub(super) fields: Vec<&'a Field>,
    /// The two columns that are coordinates.
    pub(super) coordinates: Option<[usize; 2]>,
    /// The tuples that it may have in any instance, where that is known.
    pub(super) possible: Option<Vec<Vec<Item>>>,
    /// Whether it stands for something that has more than its first column: the only atom of a `one sig` was left out.
    pub(super) is_inner: bool,
}

/// The relations of an instance, in the order in which their boards are drawn.
pub(super) fn relations<'a>(names: &Names<'a>, theme: &Theme) -> Vec<Relation<'a>> {
    let places: Vec<Coordinates> = names
        .sigs()
        .filter_map(|(ix, sig)| coordinates(names, ix, sig))
        .collect();
    let mut relations: Vec<Relation> = Vec::new();
    let is_left_out = |field: &&Field| theme.hides_field(names.display, field);
    for field in names.fields().filter(|f| !is_left_out(f)) {
        if places
            .iter()
            .any(|place| place.fields.iter().any(|f| f.label == field.label))
        {
            continue;
        }
        let relation = of_field(names, field, theme);
        let placed = places.iter().find_map(|place| place.expand(&relation));
        relations.extend(placed.or(Some(relation)));
    }
    for place in &places {
        // What has a place is shown by what is said of it; if nothing is, by being there.
        if !relations
            .iter()
            .any(|r| r.coordinates.is_some() && r.fields.iter().any(|f| f.label == place.fields[0].label))
        {
            relations.extend(place.presence(names));
        }
    }
    relations
}

fn of_field<'a>(names: &Names<'a>, field: &'a Field, theme: &Theme) -> Relation<'a> {
    let skip = usize::from(names.display.sig(field.sig).is_one);
    let arity = field.tuples.first().map_or(0, Vec::len);
    let column = |column| Column {
        sig: column_sig(names.display, &field.types, column),
        role: None,
    };
    let tuple = |tuple: &Vec<AtomIx>| tuple.iter().skip(skip).map(|&atom| Item::Atom(atom)).collect();
    Relation {
        title: theme.label(&field.name).to_owned(),
        columns: (skip..arity).map(column).collect(),
        tuples: field.tuples.iter().map(tuple).collect(),
        fields: vec![field],
        coordinates: None,
        possible: theme
            .extent(field)
            .map(|extent| extent.possible.iter().map(tuple).collect()),
        is_inner: skip == 1,
    }
}

/// Two fields that give each atom of a signature a place of its own on a board.
struct Coordinates<'a> {
    sig: SigIx,
    name: &'a str,
    fields: [&'a Field; 2],
    columns: [Column; 2],
    places: BTreeMap<AtomIx, [AtomIx; 2]>,
}

/// The two fields of a signature that are coordinates, if there are such: functions to two axes, named as those of boards are or else ordered.
fn coordinates<'a>(names: &Names<'a>, ix: SigIx, sig: &'a Sig) -> Option<Coordinates<'a>> {
    let functions = names
        .fields()
        .filter(|f| f.sig == ix && is_function(f, &sig.atoms));
    let axes: Vec<(&Field, Axis)> = functions
        .filter_map(|field| {
            let target = column_sig(names.display, &field.types, 1)?;
            let values = field.tuples.iter().filter_map(|tuple| tuple.get(1).copied());
            let axis = Axis::new(names, target, Some(&field.name), values)?;
            Some((field, axis))
        })
        .collect();
    for (i, (first, a)) in axes.iter().enumerate() {
        for (second, b) in &axes[i + 1..] {
            let named = a.direction.is_some() && b.direction.is_some() && a.direction != b.direction;
            let ordered = a.kind == AxisKind::Ordered && b.kind == AxisKind::Ordered && a.sig != b.sig;
            if !named && !ordered {
                continue;
            }
            let column = |axis: &Axis| Column {
                sig: Some(axis.sig),
                role: Some(axis.name.clone()),
            };
            let places = places(first, second);
            let distinct: BTreeSet<_> = places.values().collect();
            if distinct.len() == places.len() {
                return Some(Coordinates {
                    sig: ix,
                    name: &sig.name,
                    fields: [first, second],
                    columns: [column(a), column(b)],
                    places,
                });
            }
        }
    }
    None
}

/// The values of two functions.
fn places(first: &Field, second: &Field) -> BTreeMap<AtomIx, [AtomIx; 2]> {
    let second = by_first(second);
    let place = |tuple: &Vec<AtomIx>| {
        let other = second.get(&tuple[0])?.first()?.first()?;
        Some((tuple[0], [tuple[1], *other]))
    };
    first.tuples.iter().filter_map(place).collect()
}

/// Whether a binary field has exactly one value for each atom.
fn is_function(field: &Field, atoms: &[AtomIx]) -> bool {
    let groups = by_first(field);
    let is_single = |atom| {
        groups
            .get(atom)
            .is_some_and(|rest| rest.len() == 1 && rest[0].len() == 1)
    };
    !atoms.is_empty() && field.tuples.len() == atoms.len() && atoms.iter().all(is_single)
}

impl<'a> Coordinates<'a> {
    fn place(&self, item: Item) -> Option<[AtomIx; 2]> {
        match item {
            Item::Atom(atom) => self.places.get(&atom).copied(),
            Item::Sig(_) | Item::Presence => None,
        }
    }

    /// The relation with the one column of atoms that have a place replaced by their places.
    fn expand(&self, relation: &Relation<'a>) -> Option<Relation<'a>> {
        let is_placed = |&column: &usize| {
            !relation.tuples.is_empty()
                && relation
                    .tuples
                    .iter()
                    .all(|tuple| self.place(tuple[column]).is_some())
        };
        let mut placed = (0..relation.columns.len()).filter(is_placed);
        let column = placed.next().filter(|_| placed.next().is_none())?;
        let mut columns = relation.columns.clone();
        columns.splice(column..=column, self.columns.clone());
        let expanded = |tuple: &Vec<Item>| {
            let mut tuple = tuple.clone();
            let place = self.place(tuple[column])?.map(Item::Atom);
            tuple.splice(column..=column, place);
            Some(tuple)
        };
        let mut fields = relation.fields.clone();
        fields.splice(0..0, self.fields);
        Some(Relation {
            title: relation.title.clone(),
            columns,
            tuples: relation.tuples.iter().filter_map(expanded).collect(),
            fields,
            coordinates: Some([column, column + 1]),
            possible: relation
                .possible
                .as_ref()
                .and_then(|possible| possible.iter().map(expanded).collect()),
            is_inner: relation.is_inner,
        })
    }

    /// Where the atoms are, and which signature below theirs each belongs to.
    fn presence(&self, names: &Names) -> Option<Relation<'a>> {
        let kind =
            |atom: AtomIx| children(names.display, self.sig).find(|(_, child)| child.atoms.contains(&atom));
        let kinds: Vec<_> = self
            .places
            .keys()
            .map(|&atom| kind(atom).map(|(ix, _)| ix))
            .collect();
        let has_kinds = kinds.iter().all(Option::is_some) && kinds.iter().any(|k| *k != kinds[0]);
        let is_everywhere = {
            let side = |i: usize| {
                let mut atoms: Vec<_> = self.places.values().map(|place| place[i]).collect();
                atoms.sort_unstable();
                atoms.dedup();
                atoms.len()
            };
            self.places.len() == side(0) * side(1) && self.places.len() > side(0).max(side(1))
        };
        if is_everywhere && !has_kinds {
            return None;
        }
        let mut columns = self.columns.to_vec();
        if has_kinds {
            columns.push(Column {
                sig: None,
                role: None,
            });
        }
        let tuple = |(place, kind): (&[AtomIx; 2], &Option<SigIx>)| {
            let kind = kind.filter(|_| has_kinds).map(Item::Sig);
            place.map(Item::Atom).into_iter().chain(kind).collect()
        };
        Some(Relation {
            title: self.name.to_owned(),
            columns,
            tuples: self.places.values().zip(&kinds).map(tuple).collect(),
            fields: self.fields.to_vec(),
            coordinates: Some([0, 1]),
            possible: None,
            is_inner: true,
        })
    }
}
