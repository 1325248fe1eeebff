//! Problems: what is to be satisfied, over which bounds.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::{
    Bounds, Universe,
    ast::{Ast, FormulaId},
};

/// What arithmetic does when a value does not fit the bitwidth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Overflow {
    /// It wraps around, as in two's complement hardware.
    Wrap,
    /// The atomic formula around it is undefined; see [`crate::Evaluator`].
    #[default]
    Prevent,
}

/// Where a formula comes from, in the terms of whoever built the problem: an index into a table of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Origin(pub u32);

/// A problem: find values of the relations, within bounds, that make all goals true.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The nodes of all formulas.
    pub ast: Ast,
    /// The relations and their bounds.
    pub bounds: Bounds,
    /// The formulas that must all hold.
    pub goals: Vec<FormulaId>,
    /// Where formulas come from; goals first of all, and parts of them.
    pub origins: FxHashMap<FormulaId, Origin>,
    /// What arithmetic does out of range.
    pub overflow: Overflow,
}

impl Problem {
    /// A problem without relations and goals.
    pub fn new(universe: Universe, overflow: Overflow) -> Self {
        Self {
            ast: Ast::default(),
            bounds: Bounds::new(Arc::new(universe)),
            goals: Vec::new(),
            origins: FxHashMap::default(),
            overflow,
        }
    }

    /// The universe.
    pub fn universe(&self) -> &Arc<Universe> {
        self.bounds.universe()
    }
}
