//! What a data file says.

use indexmap::IndexMap;
use relfind_lang::source::Span;

/// A value in a fact.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// A number.
    Int(i64),
    /// A name or a string; which of the two is for the column to say.
    Text(Box<str>),
}

/// A value and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The value.
    pub value: Value,
    /// Its place in the text.
    pub span: Span,
}

/// A tuple of a relation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The values.
    pub cells: Vec<Cell>,
    /// The place of the whole fact.
    pub span: Span,
}

impl Fact {
    /// The values without their places.
    pub fn values(&self) -> impl Iterator<Item = &Value> {
        self.cells.iter().map(|cell| &cell.value)
    }
}

/// What is known of one relation. A part that is not given is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// Its name, as written.
    pub name: String,
    /// Where it is first named.
    pub span: Span,
    /// Exactly its tuples.
    pub exact: Option<Vec<Fact>>,
    /// Tuples that it must have.
    pub lower: Option<Vec<Fact>>,
    /// The tuples that it may have.
    pub upper: Option<Vec<Fact>>,
    /// A bare number in place of tuples: a size, or the one value.
    pub number: Option<Cell>,
    /// How many lines a table had: its first column counts them from 0.
    pub lines: Option<(u32, Span)>,
    /// The first line of a CSV file, which may name the columns.
    pub header: Option<Fact>,
}

impl Relation {
    /// A relation of which nothing is known.
    pub fn new(name: impl Into<String>, span: Span) -> Self {
        Self {
            name: name.into(),
            span,
            exact: None,
            lower: None,
            upper: None,
            number: None,
            lines: None,
            header: None,
        }
    }

    fn merge(&mut self, other: Relation) {
        let join = |a: &mut Option<Vec<Fact>>, b: Option<Vec<Fact>>| match (a.as_mut(), b) {
            (Some(a), Some(b)) => a.extend(b),
            (None, Some(b)) => *a = Some(b),
            (_, None) => {}
        };
        // The first line of a second file is a tuple unless it too names the columns; keep both and let the columns decide.
        join(&mut self.exact, other.exact);
        join(&mut self.lower, other.lower);
        join(&mut self.upper, other.upper);
        match (&self.header, other.header) {
            (None, header) => self.header = header,
            (Some(mine), Some(header)) if !mine.values().eq(header.values()) => {
                self.exact.get_or_insert_default().push(header);
            }
            _ => {}
        }
        self.number = self.number.take().or(other.number);
        self.lines = self.lines.or(other.lines);
    }
}

/// What a document says of an instance beside its relations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// The label of the command that it is of.
    pub command: Option<String>,
    /// The width of integers in bits.
    pub bitwidth: Option<u32>,
    /// The longest sequence.
    pub max_seq: Option<u32>,
    /// The strings that there are, in relations or not.
    pub strings: Vec<String>,
    /// Its witnesses (`$x`), each with its tuples.
    pub witnesses: Vec<Relation>,
}

/// Facts about relations, in the order in which these are first named.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    relations: IndexMap<String, Relation>,
    /// What is said beside them, of an instance.
    pub head: Head,
}

impl Facts {
    /// The relations.
    pub fn relations(&self) -> impl Iterator<Item = &Relation> {
        self.relations.values()
    }

    /// A relation by its name as written.
    pub fn get(&self, name: &str) -> Option<&Relation> {
        self.relations.get(name)
    }

    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        self.relations.is_empty()
    }

    /// How many tuples there are.
    pub fn len(&self) -> usize {
        let parts = |r: &Relation| [&r.exact, &r.lower, &r.upper].map(|p| p.as_ref().map_or(0, Vec::len));
        self.relations.values().flat_map(parts).sum()
    }

    /// Adds what is said of a relation to what is known of it.
    pub fn add(&mut self, relation: Relation) {
        match self.relations.get_mut(&relation.name) {
            Some(known) => known.merge(relation),
            None => {
                self.relations.insert(relation.name.clone(), relation);
            }
        }
    }

    /// Adds all facts of another file.
    pub fn extend(&mut self, other: Facts) {
        for (_, relation) in other.relations {
            self.add(relation);
        }
        self.head.strings.extend(other.head.strings);
    }

    /// The relation of this name, made where there is none.
    pub(crate) fn entry(&mut self, name: &str, span: Span) -> &mut Relation {
        if !self.relations.contains_key(name) {
            self.relations.insert(name.to_owned(), Relation::new(name, span));
        }
        &mut self.relations[name]
    }
}
