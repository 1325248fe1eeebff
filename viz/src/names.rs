//! What things are called in a rendering, and which of them are shown.

use std::collections::BTreeMap;

use crate::{AtomIx, AtomKind, Display, Field, Options, Private, Sig, SigIx};

/// The names of one instance.
pub(crate) struct Names<'a> {
    pub(crate) display: &'a Display,
    show_private: bool,
    arrow: &'static str,
    /// For each atom the signature it is the only atom of, if it bears its name.
    singletons: Vec<Option<SigIx>>,
}

impl<'a> Names<'a> {
    /// The names in tables, trees and grids.
    pub(crate) fn new(display: &'a Display, options: &Options) -> Self {
        let mut singletons = vec![None; display.atoms.len()];
        for (ix, sig) in sigs(display) {
            if let [atom] = sig.atoms[..]
                && sig.is_one
                && display.atom(atom).name == format!("{}$0", sig.name)
            {
                singletons[atom.0 as usize] = Some(ix);
            }
        }
        Self {
            display,
            show_private: options.private == Private::Show,
            arrow: if options.ascii { "->" } else { "→" },
            singletons,
        }
    }

    /// The atom's name; of the only atom of a `one sig` the signature's name.
    pub(crate) fn atom(&self, atom: AtomIx) -> &'a str {
        match self.singletons[atom.0 as usize] {
            Some(sig) => &self.display.sig(sig).name,
            None => &self.display.atom(atom).name,
        }
    }

    /// The names of a tuple, joined by arrows.
    pub(crate) fn tuple(&self, tuple: &[AtomIx]) -> String {
        let names: Vec<&str> = tuple.iter().map(|&atom| self.atom(atom)).collect();
        names.join(self.arrow)
    }

    /// The signature's bare name, or where another shown one has it too, the label.
    pub(crate) fn sig(&self, sig: SigIx) -> &'a str {
        let this = self.display.sig(sig);
        let mut others = self
            .sigs()
            .filter(|&(ix, other)| ix != sig && other.name == this.name);
        if others.next().is_some() {
            this.label.strip_prefix("this/").unwrap_or(&this.label)
        } else {
            &this.name
        }
    }

    /// The signatures that are shown.
    pub(crate) fn sigs(&self) -> impl Iterator<Item = (SigIx, &'a Sig)> + '_ {
        sigs(self.display).filter(|(_, sig)| !sig.is_builtin && (self.show_private || !sig.is_private))
    }

    /// The fields that are shown.
    pub(crate) fn fields(&self) -> impl Iterator<Item = &'a Field> + '_ {
        let fields = self.display.fields.iter();
        fields.filter(|f| self.show_private || !(f.is_private || self.display.sig(f.sig).is_private))
    }

    /// Whether the signature is only a name for one atom of its parent, as the members of an enumeration are: its parent lists it.
    pub(crate) fn is_folded(&self, sig: &Sig) -> bool {
        sig.is_one && !sig.is_subset && sig.parents.iter().any(|&p| !self.display.sig(p).is_builtin)
    }
}

/// All signatures with their positions.
pub(crate) fn sigs(display: &Display) -> impl Iterator<Item = (SigIx, &Sig)> {
    let numbered = display.sigs.iter().enumerate();
    numbered.map(|(ix, sig)| (SigIx(ix as u32), sig))
}

/// The signatures that extend this one.
pub(crate) fn children(display: &Display, of: SigIx) -> impl Iterator<Item = (SigIx, &Sig)> {
    sigs(display).filter(move |(_, sig)| !sig.is_subset && sig.parents.contains(&of))
}

/// The tuples of a field by their first atom, less that.
pub(crate) fn by_first(field: &Field) -> BTreeMap<AtomIx, Vec<&[AtomIx]>> {
    let mut groups: BTreeMap<AtomIx, Vec<&[AtomIx]>> = BTreeMap::new();
    for tuple in &field.tuples {
        if let Some((&first, rest)) = tuple.split_first() {
            groups.entry(first).or_default().push(rest);
        }
    }
    groups
}

/// The integer that an atom stands for.
pub(crate) fn int_value(display: &Display, atom: AtomIx) -> Option<i64> {
    match display.atom(atom).kind {
        AtomKind::Int(value) => Some(value),
        AtomKind::Named | AtomKind::Str => None,
    }
}
