//! Bounds: for each relation the tuples it must have and the tuples it may have.

use std::sync::Arc;

use crate::{TupleSet, Universe, ast::RelationId};

/// Who a relation is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RelationKind {
    /// A person sees it: two instances that differ in it are two instances.
    Visible,
    /// A helper whose value the visible relations determine.
    Derived,
    /// The witness of an existential quantifier: shown, but it does not make two instances of one.
    Skolem,
}

/// A relation and its bounds.
///
/// # Invariants
/// `lower` is contained in `upper`; both have the relation's arity and are over the universe of the [`Bounds`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// The name, for display and for a stable order.
    pub name: String,
    /// The arity, at least 1.
    pub arity: u32,
    /// Who it is for.
    pub kind: RelationKind,
    /// The tuples it must have.
    pub lower: TupleSet,
    /// The tuples it may have.
    pub upper: TupleSet,
}

impl Relation {
    /// Whether the bounds leave no choice.
    pub fn is_constant(&self) -> bool {
        self.lower.len() == self.upper.len()
    }
}

/// What is wrong with a bound.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoundsError {
    /// Lower or upper bound of another arity than the relation.
    #[error("the bounds of {name} must have arity {arity}")]
    Arity {
        /// The relation.
        name: String,
        /// Its arity.
        arity: u32,
    },
    /// The lower bound has a tuple that the upper bound has not.
    #[error("the lower bound of {name} is not contained in its upper bound")]
    NotContained {
        /// The relation.
        name: String,
    },
}

/// The relations of a problem with their bounds over one universe.
#[derive(Clone, Debug)]
pub struct Bounds {
    universe: Arc<Universe>,
    relations: Vec<Relation>,
}

impl Bounds {
    /// No relations yet.
    pub fn new(universe: Arc<Universe>) -> Self {
        Self {
            universe,
            relations: Vec::new(),
        }
    }

    /// The universe.
    pub fn universe(&self) -> &Arc<Universe> {
        &self.universe
    }

    /// Adds a relation that lies between `lower` and `upper`.
    pub fn add(
        &mut self,
        name: impl Into<String>,
        kind: RelationKind,
        lower: TupleSet,
        upper: TupleSet,
    ) -> Result<RelationId, BoundsError> {
        let (name, arity) = (name.into(), upper.arity());
        if lower.arity() != arity {
            return Err(BoundsError::Arity { name, arity });
        }
        if !lower.is_subset(&upper) {
            return Err(BoundsError::NotContained { name });
        }
        self.relations.push(Relation {
            name,
            arity,
            kind,
            lower,
            upper,
        });
        Ok(RelationId(self.relations.len() as u32 - 1))
    }

    /// Adds a relation with exactly one possible value.
    pub fn add_exact(&mut self, name: impl Into<String>, kind: RelationKind, value: TupleSet) -> RelationId {
        let (name, arity, lower) = (name.into(), value.arity(), value.clone());
        self.relations.push(Relation {
            name,
            arity,
            kind,
            lower,
            upper: value,
        });
        RelationId(self.relations.len() as u32 - 1)
    }

    /// The relation.
    pub fn relation(&self, id: RelationId) -> &Relation {
        &self.relations[id.index()]
    }

    /// How many relations there are.
    pub fn len(&self) -> usize {
        self.relations.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.relations.is_empty()
    }

    /// All relations, in the order they were added.
    pub fn iter(&self) -> impl Iterator<Item = (RelationId, &Relation)> {
        self.relations
            .iter()
            .enumerate()
            .map(|(i, r)| (RelationId(i as u32), r))
    }
}
