//! What was grounded before, by node and the values of its free variables.

use std::hash::Hash;

use relfind_relational::ast::VarId;
use rustc_hash::FxHashMap;

use super::environment::{Environment, ValueId};

/// How many free variables a node may have for its results to be kept.
const VARIABLES: usize = 4;

/// A node and the values of its free variables; for a formula also whether it is negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    node: u32,
    values: [ValueId; VARIABLES],
}

impl Key {
    /// The key of a node, unless it has too many free variables.
    pub(super) fn new(node: u32, free: &[VarId], environment: &Environment) -> Option<Self> {
        if free.len() > VARIABLES {
            return None;
        }
        let mut values = [ValueId::MAX; VARIABLES];
        for (value, &var) in values.iter_mut().zip(free) {
            *value = environment.get(var)?.id;
        }
        Some(Self { node, values })
    }
}

/// Results of one sort.
#[derive(Debug)]
pub(super) struct Cache<T> {
    results: FxHashMap<Key, T>,
    weight: usize,
}

/// How many cells the results kept may have together, about 12 bytes each.
const WEIGHT: usize = 40_000_000;

impl<T: Clone> Cache<T> {
    /// Nothing yet.
    pub(super) fn new() -> Self {
        Self {
            results: FxHashMap::default(),
            weight: 0,
        }
    }

    /// The result, if it is still there.
    pub(super) fn get(&self, key: &Key) -> Option<T> {
        self.results.get(key).cloned()
    }

    /// Keeps a result of so many cells. When there is too much, all that was kept is let go.
    pub(super) fn insert(&mut self, key: Key, result: T, cells: usize) {
        self.weight += cells + 4;
        if self.weight > WEIGHT {
            self.results = FxHashMap::default();
            self.weight = cells + 4;
        }
        self.results.insert(key, result);
    }
}
