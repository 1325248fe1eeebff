//! Instances: a value for each relation.

use std::sync::Arc;

use crate::{TupleSet, Universe, ast::RelationId};

/// A value for every relation of some [`crate::Bounds`], by id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    universe: Arc<Universe>,
    values: Vec<TupleSet>,
}

impl Instance {
    /// An instance from the values of all relations in the order of their ids.
    pub fn new(universe: Arc<Universe>, values: Vec<TupleSet>) -> Self {
        Self { universe, values }
    }

    /// The universe.
    pub fn universe(&self) -> &Arc<Universe> {
        &self.universe
    }

    /// The value of a relation.
    pub fn value(&self, relation: RelationId) -> &TupleSet {
        &self.values[relation.index()]
    }

    /// The value of a relation, if it has one.
    pub fn get(&self, relation: RelationId) -> Option<&TupleSet> {
        self.values.get(relation.index())
    }

    /// How many relations have a value.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether no relation has one.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}
