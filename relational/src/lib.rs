//! Relational logic and its finite models: formulas over relations, bounds on the relations, instances, and the evaluator that says what
//! is true in an instance. No SAT, no Alloy.

pub mod ast;
mod bounds;
mod evaluate;
mod instance;
mod problem;
mod tuple_set;
mod universe;
mod witness;

pub use bounds::{Bounds, BoundsError, Relation, RelationKind};
pub use evaluate::{EvaluateError, Evaluator, Truth, leaves_out_undefined, ranges_over_ints};
pub use instance::Instance;
pub use problem::{Origin, Overflow, Problem};
pub use tuple_set::{TupleSet, TupleSetError};
pub use universe::{AtomId, Universe};
pub use witness::{Witness, Witnesses};
