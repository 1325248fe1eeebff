//! What a rendering starts from: an instance in the terms of its specification, atoms named for display.

/// An atom: its position in [`Display::atoms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AtomIx(pub u32);

/// A signature: its position in [`Display::sigs`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SigIx(pub u32);

/// An instance as a person sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Display {
    /// All atoms, integers and strings included, in the order of the universe.
    pub atoms: Vec<Atom>,
    /// All signatures: the builtin ones first, then in order of declaration.
    pub sigs: Vec<Sig>,
    /// All fields, in order of declaration.
    pub fields: Vec<Field>,
    /// Witnesses of existential quantifiers.
    pub skolems: Vec<Skolem>,
}

/// An atom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    /// The name: `A$0`, an integer's decimal digits, or a string with its quotes.
    pub name: String,
    /// What it is.
    pub kind: AtomKind,
}

/// Kinds of atoms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomKind {
    /// An atom of a signature.
    Named,
    /// An integer.
    Int(i64),
    /// A string.
    Str,
}

/// A signature and its atoms.
#[allow(clippy::struct_excessive_bools)] // What a declaration says, each independent of the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sig {
    /// The full label: `this/A`, `ordering/Ord`, `Int`.
    pub label: String,
    /// The bare name.
    pub name: String,
    /// What it extends or is a subset of.
    pub parents: Vec<SigIx>,
    /// Whether it is `in` or `=` its parents rather than `extends`.
    pub is_subset: bool,
    /// Whether it is part of the language: `univ`, `Int`, `seq/Int`, `String`, `none`.
    pub is_builtin: bool,
    /// Whether it is an enumeration; its members are its `one` children.
    pub is_enum: bool,
    /// Whether it is a `one sig`.
    pub is_one: bool,
    /// Whether it is private to a module (such as the signature that holds an ordering).
    pub is_private: bool,
    /// Its atoms; where `is_ordered`, in that order.
    pub atoms: Vec<AtomIx>,
    /// Whether a total order over it is known: an enumeration, or an opened ordering.
    pub is_ordered: bool,
    /// What else its declaration says.
    pub marks: Marks,
}

/// What a declaration says that no drawing depends on, but other programs want to know.
#[allow(clippy::struct_excessive_bools)] // Words of a declaration, each independent of the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// `abstract sig`, or an enumeration.
    pub is_abstract: bool,
    /// `lone sig`.
    pub is_lone: bool,
    /// `some sig`.
    pub is_some: bool,
    /// `sig A = B`.
    pub is_exact: bool,
    /// Whether it speaks of the specification itself: `sig$` and what belongs to it.
    pub is_meta: bool,
    /// `var`.
    pub is_var: bool,
}

/// A field and its tuples.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The full label: `this/A<:f`.
    pub label: String,
    /// The bare name.
    pub name: String,
    /// The signature that declares it.
    pub sig: SigIx,
    /// The type, one product an entry, first column included.
    pub types: Vec<Vec<SigIx>>,
    /// Whether it is private.
    pub is_private: bool,
    /// What else its declaration says, as far as fields can have it.
    pub marks: Marks,
    /// Its tuples, first column included, in the order of the universe.
    pub tuples: Vec<Vec<AtomIx>>,
}

/// A skolem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skolem {
    /// The name, with its `$` in front.
    pub name: String,
    /// Its tuples.
    pub tuples: Vec<Vec<AtomIx>>,
}

impl Atom {
    /// The name; of a string, the string itself without quotes.
    pub fn text(&self) -> String {
        let inner = self
            .name
            .strip_prefix('"')
            .and_then(|name| name.strip_suffix('"'));
        let (AtomKind::Str, Some(inner)) = (self.kind, inner) else {
            return self.name.clone();
        };
        let mut text = String::with_capacity(inner.len());
        let mut signs = inner.chars();
        while let Some(sign) = signs.next() {
            match sign {
                '\\' => match signs.next() {
                    Some('n') => text.push('\n'),
                    other => text.extend(other),
                },
                sign => text.push(sign),
            }
        }
        text
    }
}

impl Display {
    /// The atom.
    pub fn atom(&self, ix: AtomIx) -> &Atom {
        &self.atoms[ix.0 as usize]
    }

    /// The signature.
    pub fn sig(&self, ix: SigIx) -> &Sig {
        &self.sigs[ix.0 as usize]
    }
}
