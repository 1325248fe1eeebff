//! Instances by hand.

use relfind_viz::{Atom, AtomIx, AtomKind, Display, Field, Marks, Sig, SigIx, Skolem};

/// An instance under construction.
pub(crate) struct Model {
    pub(crate) display: Display,
}

impl Model {
    /// Nothing but the language's own signatures, with integers of so many bits.
    pub(crate) fn new(bitwidth: u32) -> Self {
        let mut model = Self {
            display: Display::default(),
        };
        let count = if bitwidth == 0 { 0 } else { 1i64 << bitwidth };
        let ints = (-count / 2..count / 2).map(|value| model.atom(value.to_string(), AtomKind::Int(value)));
        let ints: Vec<AtomIx> = ints.collect();
        for (label, atoms) in [
            ("univ", vec![]),
            ("Int", ints),
            ("seq/Int", vec![]),
            ("String", vec![]),
            ("none", vec![]),
        ] {
            model.add(label, &[], atoms).is_builtin = true;
        }
        model
    }

    fn atom(&mut self, name: String, kind: AtomKind) -> AtomIx {
        self.display.atoms.push(Atom { name, kind });
        AtomIx(self.display.atoms.len() as u32 - 1)
    }

    fn add(&mut self, label: &str, parents: &[&str], atoms: Vec<AtomIx>) -> &mut Sig {
        let parents = parents.iter().map(|name| self.sig_ix(name)).collect();
        let name = label.rsplit('/').next().unwrap_or(label).to_owned();
        self.display.sigs.push(Sig {
            label: label.to_owned(),
            name,
            parents,
            is_subset: false,
            is_builtin: false,
            is_enum: false,
            is_one: false,
            is_private: false,
            atoms,
            is_ordered: false,
            marks: Marks::default(),
        });
        self.display.sigs.last_mut().expect("just added")
    }

    fn sig_ix(&self, name: &str) -> SigIx {
        let found = self
            .display
            .sigs
            .iter()
            .position(|sig| sig.name == name || sig.label == name);
        SigIx(found.expect("a known signature") as u32)
    }

    /// A signature with new atoms.
    pub(crate) fn sig(&mut self, name: &str, atoms: u32) -> &mut Sig {
        let atoms = (0..atoms)
            .map(|i| self.atom(format!("{name}${i}"), AtomKind::Named))
            .collect();
        self.add(&format!("this/{name}"), &[], atoms)
    }

    /// An ordered signature with new atoms.
    pub(crate) fn ordered(&mut self, name: &str, atoms: u32) {
        self.sig(name, atoms).is_ordered = true;
    }

    /// A signature of one atom.
    pub(crate) fn one(&mut self, name: &str) {
        self.sig(name, 1).is_one = true;
    }

    /// A signature that extends another, with new atoms that are the parent's, too.
    pub(crate) fn child(&mut self, name: &str, parent: &str, atoms: u32) -> &mut Sig {
        let own = self.sig(name, atoms).atoms.clone();
        let parent = self.sig_ix(parent);
        self.display.sigs[parent.0 as usize].atoms.extend(own);
        let child = self.display.sigs.last_mut().expect("just added");
        child.parents = vec![parent];
        child
    }

    /// A subset of another signature.
    pub(crate) fn subset(&mut self, name: &str, parent: &str, atoms: &str) {
        let atoms = self.tuple(atoms);
        self.add(&format!("this/{name}"), &[parent], atoms).is_subset = true;
    }

    /// An enumeration.
    pub(crate) fn enumeration(&mut self, name: &str, members: &[&str]) {
        let sig = self.sig(name, 0);
        sig.is_enum = true;
        sig.is_ordered = true;
        for member in members {
            self.child(member, name, 1).is_one = true;
        }
    }

    fn tuple(&self, names: &str) -> Vec<AtomIx> {
        let atom = |name: &str| {
            let whole = format!("{name}$0");
            let mut atoms = self.display.atoms.iter();
            let found = atoms.position(|atom| atom.name == name || atom.name == whole);
            AtomIx(found.unwrap_or_else(|| panic!("no atom {name}")) as u32)
        };
        names.split_whitespace().map(atom).collect()
    }

    /// A field; tuples as names with spaces between them.
    pub(crate) fn field<T: AsRef<str>>(
        &mut self,
        name: &str,
        types: &[&str],
        tuples: impl IntoIterator<Item = T>,
    ) {
        let types: Vec<SigIx> = types.iter().map(|name| self.sig_ix(name)).collect();
        let sig = types[0];
        let label = format!("{}<:{name}", self.display.sig(sig).label);
        let mut tuples: Vec<Vec<AtomIx>> = tuples.into_iter().map(|t| self.tuple(t.as_ref())).collect();
        tuples.sort();
        self.display.fields.push(Field {
            label,
            name: name.to_owned(),
            sig,
            types: vec![types],
            is_private: false,
            marks: Marks::default(),
            tuples,
        });
    }

    /// A skolem.
    pub(crate) fn skolem(&mut self, name: &str, tuples: &[&str]) {
        let tuples = tuples.iter().map(|tuple| self.tuple(tuple)).collect();
        self.display.skolems.push(Skolem {
            name: name.to_owned(),
            tuples,
        });
    }

    /// A private signature that holds an ordering, as the library declares it.
    pub(crate) fn ordering(&mut self, of: &str) {
        let ord = self.atom("Ord$0".to_owned(), AtomKind::Named);
        let label = format!("{}/Ord", of.to_lowercase());
        let sig = self.add(&label, &[], vec![ord]);
        sig.is_one = true;
        sig.is_private = true;
        let first = format!("Ord {of}$0");
        self.field("First", &["Ord", of], [first]);
        self.display.fields.last_mut().expect("just added").is_private = true;
    }
}

/// Rows of a picture as tuples `before row column value`, the value named by the character; those not named are left out.
pub(crate) fn picture(before: &str, sides: [&str; 2], rows: &[&str], values: &[(char, &str)]) -> Vec<String> {
    let mut tuples = Vec::new();
    for (r, row) in rows.iter().enumerate() {
        for (c, cell) in row.chars().enumerate() {
            if let Some((_, value)) = values.iter().find(|(sign, _)| *sign == cell) {
                tuples.push(format!("{before} {}{r} {}{c} {value}", sides[0], sides[1]));
            }
        }
    }
    tuples
}
