//! Axes: which signatures can be the side of a board, and in which order their atoms stand there.

use crate::{
    AtomIx, Display, Sig, SigIx,
    names::{Names, children, int_value, sigs},
};

/// The longest side that is drawn.
const LONGEST: usize = 64;

/// The longest sequence of boards that is drawn.
const MOST_FRAMES: usize = 256;

/// Where an axis runs, as far as names tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// From top to bottom: rows.
    Down,
    /// From left to right: columns.
    Across,
}

/// What the atoms of an axis are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AxisKind {
    /// Those of a signature with an order of its own.
    Ordered,
    /// The members of an enumeration, or of a signature that `one` signatures divide up.
    Enumerated,
    /// Integers.
    Ints,
    /// Those of a signature without order, whose name alone says that it is an axis.
    Named,
}

/// A side of a board, or the sequence of its frames.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Axis {
    pub(super) sig: SigIx,
    pub(super) name: String,
    pub(super) atoms: Vec<AtomIx>,
    pub(super) kind: AxisKind,
    pub(super) direction: Option<Direction>,
}

impl Axis {
    /// The axis of a column that holds atoms of a signature. `role` is the name of the field that leads to it, if that means more than the
    /// signature's own name.
    pub(super) fn new(
        names: &Names,
        sig: SigIx,
        role: Option<&str>,
        occurring: impl Iterator<Item = AtomIx>,
    ) -> Option<Axis> {
        let this = names.display.sig(sig);
        let direction = role.and_then(direction).or_else(|| direction(&this.name));
        let (kind, atoms) = if this.is_builtin {
            (AxisKind::Ints, ints_between(names.display, this, occurring)?)
        } else if let Some(ints) = own_ints(names.display, this) {
            (AxisKind::Ints, ints)
        } else if let Some(found) = ordered_atoms(names.display, sig) {
            found
        } else {
            direction?;
            (AxisKind::Named, this.atoms.clone())
        };
        let name = role.unwrap_or_else(|| names.sig(sig)).to_owned();
        (2..=LONGEST).contains(&atoms.len()).then_some(Axis {
            sig,
            name,
            atoms,
            kind,
            direction,
        })
    }

    /// The place of an atom.
    pub(super) fn position(&self, atom: AtomIx) -> Option<usize> {
        self.atoms.iter().position(|&a| a == atom)
    }
}

/// All integers from the least to the greatest that occur. Indices of sequences are no places on a board.
fn ints_between(
    display: &Display,
    sig: &Sig,
    occurring: impl Iterator<Item = AtomIx>,
) -> Option<Vec<AtomIx>> {
    if sig.label != "Int" {
        return None;
    }
    let values: Vec<i64> = occurring.filter_map(|atom| int_value(display, atom)).collect();
    let (least, greatest) = (*values.iter().min()?, *values.iter().max()?);
    let all = (0..display.atoms.len() as u32).map(AtomIx);
    let within = all.filter_map(|atom| int_value(display, atom).map(|value| (value, atom)));
    let mut within: Vec<_> = within
        .filter(|(value, _)| (least..=greatest).contains(value))
        .collect();
    within.sort_unstable();
    Some(within.into_iter().map(|(_, atom)| atom).collect())
}

/// The atoms of a signature of integers, ascending.
fn own_ints(display: &Display, sig: &Sig) -> Option<Vec<AtomIx>> {
    let ints = sig
        .atoms
        .iter()
        .map(|&atom| Some((int_value(display, atom)?, atom)));
    let mut ints: Vec<(i64, AtomIx)> = ints.collect::<Option<_>>()?;
    ints.sort_unstable();
    (!ints.is_empty()).then(|| ints.into_iter().map(|(_, atom)| atom).collect())
}

/// The atoms of a signature in the order that it, or one that it belongs to, has.
pub(super) fn ordered_atoms(display: &Display, sig: SigIx) -> Option<(AxisKind, Vec<AtomIx>)> {
    let own = &display.sig(sig).atoms;
    if own.len() > MOST_FRAMES {
        return None;
    }
    let mut above = vec![sig];
    let mut seen = 0;
    while let Some(&ix) = above.get(seen) {
        seen += 1;
        let this = display.sig(ix);
        let kind = if this.is_enum {
            AxisKind::Enumerated
        } else {
            AxisKind::Ordered
        };
        if this.is_ordered && !this.is_builtin {
            return Some((
                kind,
                this.atoms.iter().copied().filter(|a| own.contains(a)).collect(),
            ));
        }
        above.extend(
            this.parents
                .iter()
                .copied()
                .filter(|p| p.0 < display.sigs.len() as u32),
        );
        if seen > display.sigs.len() {
            break;
        }
    }
    is_enumerated(display, sig).then(|| (AxisKind::Enumerated, own.clone()))
}

/// Whether the signature is an enumeration or its atoms are those of `one` signatures that extend it.
pub(super) fn is_enumerated(display: &Display, sig: SigIx) -> bool {
    let this = display.sig(sig);
    let of_one_child =
        |atom: &AtomIx| children(display, sig).any(|(_, c)| c.is_one && c.atoms.contains(atom));
    this.is_enum || !this.is_builtin && !this.atoms.is_empty() && this.atoms.iter().all(of_one_child)
}

/// Where the axis of this name runs, in the words that people use for boards.
pub(super) fn direction(name: &str) -> Option<Direction> {
    let name = name.to_lowercase();
    let is_colour = name.contains("color") || name.contains("colour");
    match name.as_str() {
        "y" | "r" | "rank" | "ranks" | "ypos" | "ycoord" => Some(Direction::Down),
        "x" | "c" | "file" | "files" | "xpos" | "xcoord" => Some(Direction::Across),
        name if name.starts_with("row") || name.ends_with("row") => Some(Direction::Down),
        name if !is_colour
            && (name.starts_with("col") || name.ends_with("col") || name.ends_with("column")) =>
        {
            Some(Direction::Across)
        }
        _ => None,
    }
}

/// The signatures of one column of a field: the one that all products of its type name there.
pub(super) fn column_sig(display: &Display, types: &[Vec<SigIx>], column: usize) -> Option<SigIx> {
    let mut found = types.iter().map(|product| product.get(column).copied());
    let first = found.next()??;
    if found.all(|other| other == Some(first)) {
        return Some(first);
    }
    // Members of one enumeration, or other children of one parent.
    let parents_of = |sig: SigIx| display.sig(sig).parents.clone();
    let common = parents_of(first).into_iter().find(|&parent| {
        let all = || types.iter().filter_map(|product| product.get(column).copied());
        !display.sig(parent).is_builtin && all().all(|sig| sig == parent || parents_of(sig).contains(&parent))
    })?;
    sigs(display).any(|(ix, _)| ix == common).then_some(common)
}
