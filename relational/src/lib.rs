//! Relational logic and its finite models: formulas over relations, bounds on the relations, instances, and the evaluator that says what
//! is true in an instance. No SAT, no Alloy.
//!
//! # Example: colouring a graph
//!
//! A problem is a universe of atoms, bounds that say for each relation which tuples it must and may have, and goals. Here the graph is
//! a given, a path of three nodes, and so its bounds are exact; the colouring is what is wanted.
//!
//! ```
//! use relfind_relational::{
//!     AtomId, Evaluator, Instance, Overflow, Problem, RelationKind, Truth, TupleSet, Universe,
//!     ast::{Count, Decl, Multiplicity, Quantifier},
//! };
//!
//! let names = ["node1", "node2", "node3", "red", "green"];
//! let mut problem = Problem::new(Universe::new(names), Overflow::Prevent);
//! let universe = problem.universe().clone();
//! let [node1, node2, node3, red, green] = [0, 1, 2, 3, 4].map(AtomId);
//!
//! // Bounds.
//! let nodes = TupleSet::of_atoms(&universe, [node1, node2, node3]);
//! let colours = TupleSet::of_atoms(&universe, [red, green]);
//! let path = TupleSet::of_tuples(&universe, 2, [[node1, node2], [node2, node3]])?;
//! let any = nodes.product(&colours)?;
//! let bounds = &mut problem.bounds;
//! let node = bounds.add_exact("node", RelationKind::Visible, nodes);
//! let edge = bounds.add_exact("edge", RelationKind::Visible, path);
//! let colour = bounds.add("colour", RelationKind::Visible, TupleSet::empty(&universe, 2), any)?;
//!
//! // all n: node | one n.colour and no n.colour & n.edge.colour
//! let ast = &mut problem.ast;
//! let (node, edge, colour) = (ast.relation(node, 1), ast.relation(edge, 2), ast.relation(colour, 2));
//! let n = ast.add_var("n", 1, 0);
//! let this = ast.variable(n);
//! let own = ast.join(this, colour);
//! let neighbours = ast.join(this, edge);
//! let theirs = ast.join(neighbours, colour);
//! let shared = ast.intersect(own, theirs);
//! let (coloured, proper) = (ast.count(Count::One, own), ast.count(Count::No, shared));
//! let body = ast.and(vec![coloured, proper]);
//! let decl = Decl { var: n, multiplicity: Multiplicity::One, bound: node };
//! let goal = ast.quantified(Quantifier::All, vec![decl], body);
//! problem.goals.push(goal);
//!
//! // An instance has a value for each relation, in the order in which they were added. The evaluator says whether it is one.
//! let is_solution = |colouring: [[AtomId; 2]; 3]| -> Result<bool, Box<dyn std::error::Error>> {
//!     let mut values: Vec<TupleSet> = problem.bounds.iter().map(|(_, r)| r.upper.clone()).collect();
//!     values[2] = TupleSet::of_tuples(&universe, 2, colouring)?;
//!     let instance = Instance::new(universe.clone(), values);
//!     let evaluator = Evaluator::new(&problem.ast, &instance, problem.overflow);
//!     Ok(evaluator.formula(goal)? == Truth::True)
//! };
//! assert!(is_solution([[node1, red], [node2, green], [node3, red]])?);
//! assert!(!is_solution([[node1, red], [node2, green], [node3, green]])?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod ast;
mod bounds;
mod canonical;
mod evaluate;
mod instance;
mod problem;
mod tuple_set;
mod universe;
mod witness;

pub use bounds::{Bounds, BoundsError, Relation, RelationKind};
pub use canonical::{CanonicalForm, Canonizer};
pub use evaluate::{EvaluateError, Evaluator, Truth, leaves_out_undefined, ranges_over_ints};
pub use instance::Instance;
pub use problem::{Origin, Overflow, Problem};
pub use tuple_set::{TupleSet, TupleSetError};
pub use universe::{AtomId, Universe};
pub use witness::{Witness, Witnesses};
