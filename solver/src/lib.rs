//! SAT solving behind one trait: CNF to verdict.
//!
//! A [`Cnf`] is loaded into a [`SatSolver`], which answers [`Verdict::Sat`] with a model, [`Verdict::Unsat`]
//! with failed assumptions, or [`Verdict::Unknown`] with a reason. [`create`] makes a solver by name. Nothing
//! here knows of relations.
//!
//! ```
//! use relfind_solver::{Cnf, Limits, Verdict, create, load};
//!
//! let mut cnf = Cnf::new(2);
//! let (a, b) = (relfind_solver::Var::new(0), relfind_solver::Var::new(1));
//! cnf.add_clause(&[a.positive(), b.positive()]);
//! cnf.add_clause(&[!a.positive(), !b.positive()]);
//!
//! let mut solver = create("auto")?;
//! load(&mut *solver, &cnf);
//! assert_eq!(solver.solve(&[a.positive()], &Limits::none()), Verdict::Sat);
//! assert!(solver.value(a) && !solver.value(b));
//!
//! assert_eq!(solver.solve(&[a.positive(), b.positive()], &Limits::none()), Verdict::Unsat);
//! assert_eq!(solver.failed_assumptions().len(), 2);
//! # Ok::<(), relfind_solver::SolverError>(())
//! ```
//!
//! A new backend implements [`SatSolver`], or [`OneShot`] if it answers only once, is named in
//! [`backends::create`], and passes [`suite::run`].

#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod backend;
pub mod backends;
pub mod check;
pub mod clause;
pub mod cnf;
pub mod count;
pub mod cubes;
pub mod dimacs;
pub mod enumerate;
mod learning;
pub mod limits;
pub mod lit;
pub mod proof;
mod quiet;
pub mod stats;
pub mod suite;

pub use backend::{Answer, Capabilities, OneShot, Reason, SatSolver, Verdict, load};
pub use backends::{SolverError, create, read_answer};
pub use check::check_model;
pub use cnf::Cnf;
pub use count::{CountStats, Counted, ModelCounter};
pub use enumerate::ModelEnumerator;
pub use limits::{Limits, Progress};
pub use lit::{Lit, Var};
pub use stats::Stats;
