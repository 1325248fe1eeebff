//! What is known of nodes while variables keep their values.
//!
//! Nodes are shared, so that a small problem can stand for exponentially many occurrences: each is evaluated once.

use std::{hash::Hash, rc::Rc};

use rustc_hash::FxHashMap;

use super::Truth;
use crate::{
    TupleSet,
    ast::{ExprId, FormulaId, IntId},
};

/// The atoms that some variables stand for, [`NO_ATOM`] beyond the last.
pub(super) type Atoms = [u32; 3];

pub(super) const NO_ATOM: u32 = u32::MAX;

/// From which weight on a memory takes nothing more for variables within its own: an entry weighs as much as its tuples and [`ENTRY`].
const FULL: usize = 4_000_000;

/// See [`FULL`].
const ENTRY: usize = 12;

/// Where what is known of a node is kept.
///
/// In `all a: A, b: B, c: C | …` a node with `a` and `c` in it has the same value for all `b`. It is kept with `a`, under the atom that `c` stands for: with the last
/// variable before the first on which the node does not depend. Where that is not possible, or there is too much already, it is kept with `c`, and forgotten with it.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// The variable's position in the environment; none for what is known once and for all.
    pub(super) frame: Option<usize>,
    /// The values of the variables within that one.
    pub(super) atoms: Atoms,
}

/// What is known while a variable keeps its value.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    sets: Known<ExprId>,
    truths: Known<(FormulaId, bool)>,
    ints: Known<IntId>,
    /// See [`FULL`].
    weight: usize,
}

type Known<N> = FxHashMap<(N, Atoms), <N as Evaluable>::Value>;

/// What is evaluated.
pub(super) trait Evaluable: Copy + Eq + Hash {
    type Value: Clone;

    fn known(memory: &mut Memory) -> &mut Known<Self>;

    fn tuples(value: &Self::Value) -> usize;
}

/// The value of an expression is none where it is undefined.
impl Evaluable for ExprId {
    type Value = Option<Rc<TupleSet>>;

    fn known(memory: &mut Memory) -> &mut Known<Self> {
        &mut memory.sets
    }

    fn tuples(value: &Self::Value) -> usize {
        value.as_ref().map_or(0, |set| set.len())
    }
}

/// A formula, and whether it is negated.
impl Evaluable for (FormulaId, bool) {
    type Value = Truth;

    fn known(memory: &mut Memory) -> &mut Known<Self> {
        &mut memory.truths
    }

    fn tuples(_: &Self::Value) -> usize {
        0
    }
}

/// The value of an integer expression is none where it overflows.
impl Evaluable for IntId {
    type Value = Option<i64>;

    fn known(memory: &mut Memory) -> &mut Known<Self> {
        &mut memory.ints
    }

    fn tuples(_: &Self::Value) -> usize {
        0
    }
}

impl Memory {
    /// The value of a node, if it is known.
    pub(super) fn get<N: Evaluable>(&mut self, node: N, atoms: Atoms) -> Option<N::Value> {
        N::known(self).get(&(node, atoms)).cloned()
    }

    /// Keeps the value of a node.
    pub(super) fn insert<N: Evaluable>(&mut self, node: N, atoms: Atoms, value: N::Value) {
        if atoms != [NO_ATOM; 3] {
            self.weight += N::tuples(&value) + ENTRY;
        }
        N::known(self).insert((node, atoms), value);
    }

    /// Whether there is too much already to take more for variables within its own.
    pub(super) fn is_full(&self) -> bool {
        self.weight >= FULL
    }
}
