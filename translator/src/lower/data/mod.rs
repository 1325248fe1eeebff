//! Data: facts from outside that fix signatures, fields, scopes and bounds.
//!
//! [`Plan`] is what the facts come to in the terms of the modules, before there are atoms: which relation each is about, which atoms are
//! named, how large signatures must be. Scopes, atoms and bounds ask it; what is fixed is fixed by bounds and costs neither variables nor
//! clauses. `names` finds out what a value means in a column, `resolve` goes through the facts, `place` turns them into tuples of atoms,
//! and `contradiction` tells which facts of the modules the data cannot satisfy.

mod contradiction;
mod names;
mod place;
mod resolve;
mod sizes;
mod soft;

use std::hash::Hash;

use indexmap::IndexSet;
use relfind_lang::{
    diag::Diagnostic,
    source::Span,
    typed::{FuncId, SigId, World},
};

use names::{Named, Names};

pub(super) use contradiction::{contradictions, faults};
pub(super) use place::Placed;
pub(super) use soft::soft_facts;
pub use soft::{Says, SoftFact};

/// The name that data give to an atom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The name as written, or the digits of the number.
    pub text: String,
    /// The number, if it is one.
    pub number: Option<i64>,
}

/// An atom that data speak of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Ref {
    /// One that data name.
    Name(u32),
    /// That of a `one` signature.
    Member(SigId),
    /// The atom of an ordered signature at a place, from 0.
    Position(SigId, u32),
    /// An integer.
    Int(i64),
    /// A string, by its place among those of the data.
    Str(u32),
}

/// A tuple and the place of its fact.
#[derive(Clone, Debug)]
pub(super) struct Row {
    refs: Vec<Ref>,
    span: Span,
}

/// What data say of a signature or of a field (without the first column where that is a `one` signature's).
#[derive(Clone, Debug)]
pub(super) struct Given {
    exact: Option<Vec<Row>>,
    lower: Option<Vec<Row>>,
    upper: Option<Vec<Row>>,
    span: Span,
}

impl Given {
    fn rows(&self) -> impl Iterator<Item = &Row> {
        [&self.exact, &self.lower, &self.upper]
            .into_iter()
            .flatten()
            .flatten()
    }
}

/// A witness (`$x`) of an instance.
#[derive(Clone, Debug)]
pub(super) struct Witness {
    name: String,
    rows: Vec<Row>,
}

/// A size that data give to a signature.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    pub(super) atoms: u32,
    pub(super) span: Span,
}

/// What the facts come to.
#[derive(Default)]
pub(super) struct Plan {
    /// By signature.
    sigs: Vec<Option<Given>>,
    /// By field.
    fields: Vec<Option<Given>>,
    /// Functions without parameters, whose bodies are what they are without data.
    funcs: Vec<(FuncId, Given)>,
    /// By signature: the size that it must have.
    sizes: Vec<Option<Size>>,
    /// By signature: how many atoms there must be at least for places to exist.
    least: Vec<u32>,
    /// By signature: the named atoms that are its own, in their order.
    owned: Vec<Vec<u32>>,
    /// By signature: whether its atoms are those that data name for a parent.
    floating: Vec<bool>,
    named: Vec<Named>,
    strings: IndexSet<String>,
    /// The least and the greatest integer.
    ints: Option<(i64, i64)>,
    /// Where they stand.
    int_places: Option<(Span, Span)>,
    /// The longest sequence.
    max_seq: u32,
    /// Enumerations whose members are spoken of by number.
    numbered: Vec<SigId>,
    warnings: Vec<Diagnostic>,
    /// The witnesses of an instance.
    witnesses: Vec<Witness>,
    /// Whether what is said of fields is left open; see [`soft`].
    pub(super) soft: bool,
}

impl Plan {
    /// What the facts come to; nothing without facts.
    pub(super) fn of(world: &World, facts: Option<&relfind_data::Facts>) -> Result<Self, Vec<Diagnostic>> {
        match facts {
            None => Ok(Self::default()),
            Some(facts) => resolve::resolve(world, facts),
        }
    }

    /// Whether there is no data.
    pub(super) fn is_empty(&self) -> bool {
        self.sigs.is_empty()
    }

    /// The size that a signature must have.
    pub(super) fn size(&self, sig: SigId) -> Option<Size> {
        self.sizes.get(sig.index()).copied().flatten()
    }

    /// How many named atoms are the signature's own.
    pub(super) fn owned(&self, sig: SigId) -> u32 {
        self.owned.get(sig.index()).map_or(0, |names| names.len() as u32)
    }

    /// How many atoms there must be at least.
    pub(super) fn least(&self, sig: SigId) -> u32 {
        self.least.get(sig.index()).copied().unwrap_or(0)
    }

    /// A place that names an atom of the signature.
    pub(super) fn place_of(&self, sig: SigId) -> Option<Span> {
        let named = self.owned.get(sig.index()).and_then(|names| names.last());
        named.map(|&name| self.named[name as usize].span)
    }

    /// Whether the signature's atoms are among those that data name for a parent.
    pub(super) fn is_floating(&self, sig: SigId) -> bool {
        self.floating.get(sig.index()).copied().unwrap_or(false)
    }

    /// The strings that data mention.
    pub(super) fn strings(&self) -> impl Iterator<Item = &String> {
        self.strings.iter()
    }

    /// The least and the greatest integer that there must be, those that number the longest sequence included.
    pub(super) fn ints(&self) -> Option<(i64, i64)> {
        let longest = i64::from(self.max_seq);
        match self.ints {
            Some((low, high)) => Some((low, high.max(longest))),
            None => (longest > 0).then_some((0, longest)),
        }
    }

    /// Where the least or the greatest integer stands, if data mention it.
    pub(super) fn int_place(&self, number: i64) -> Option<Span> {
        let ((low, high), (least, greatest)) = (self.ints?, self.int_places?);
        if number == high {
            Some(greatest)
        } else {
            (number == low).then_some(least)
        }
    }

    /// How long sequences must be able to be.
    pub(super) fn max_seq(&self) -> u32 {
        self.max_seq
    }

    /// What is odd about the data.
    pub(super) fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    fn new(world: &World, names: Names<'_>) -> Self {
        let sigs = world.sigs.len();
        Self {
            sigs: vec![None; sigs],
            fields: vec![None; world.fields.len()],
            funcs: Vec::new(),
            sizes: vec![None; sigs],
            least: names.least,
            owned: vec![Vec::new(); sigs],
            floating: vec![false; sigs],
            named: names.named,
            strings: names.strings,
            ints: names.ints,
            int_places: names.int_places,
            max_seq: names.max_seq,
            numbered: names.numbered,
            warnings: Vec::new(),
            witnesses: Vec::new(),
            soft: false,
        }
    }
}
