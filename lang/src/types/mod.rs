//! Types and the expression checker: bounding types bottom-up, then relevance top-down, then typed expressions.

pub(crate) mod build;
mod calls;
pub(crate) mod check;
mod choice;
pub(crate) mod convert;
mod faults;
mod faults_of_calls;
pub(crate) mod memo;
pub(crate) mod node;
mod relevance;
pub(crate) mod ty;
pub(crate) mod warnings;

/// How deep macros may use each other.
pub(crate) const MACRO_DEPTH: u32 = 20;

/// How much work the expansion of macros may make in one specification: the nodes of arguments and bodies, and [`MACRO_COST`] for each use.
pub(crate) const MACRO_WORK: u64 = 1_000_000;

/// What the use of a macro costs apart from its nodes.
pub(crate) const MACRO_COST: u64 = 100;

/// How large an expression may get by expanding macros, counted in nodes.
pub(crate) const EXPANSION_LIMIT: u32 = 500_000;

/// How deep an expression may get by expanding macros; later stages recurse over it.
pub(crate) const DEPTH_LIMIT: u32 = 1500;
