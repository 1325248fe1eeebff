//! Formulas, expressions and integer expressions: hash-consed nodes, named by typed ids.
//!
//! Two nodes of one [`Ast`] are equal exactly when their ids are. Variables are bound by quantifiers, comprehensions and sums.

mod arena;
mod equated;
mod node;
mod traverse;

pub use arena::Ast;
pub use equated::Equated;
pub use node::*;
pub use traverse::{FreeVariables, Node};
