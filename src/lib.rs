//! relfind: a bounded relational model finder for the Alloy language.
//!
//! A [`Session`] loads a specification; [`Session::run`] starts one of its commands; [`Run::next`] yields one instance after the other.
//!
//! ```
//! use relfind::{RunLimits, RunOptions, Session, files::DiskLoader};
//!
//! let text = "sig Node { next: lone Node } run { one Node.next } for exactly 2 Node";
//! let session = Session::load("ring.als", text, &mut DiskLoader).expect("a specification");
//! let mut run = session.run(0, &RunOptions::default(), &RunLimits::default()).expect("a problem");
//! let instance = run.next().expect("an answer").expect("an instance");
//! assert_eq!(instance.atoms.iter().filter(|a| a.name.starts_with("Node$")).count(), 2);
//! ```

mod blame;
mod data_files;
mod evaluate;
pub mod files;
mod instances;
mod present;
pub mod report;
mod run;
mod session;
mod theme;
mod twins;

pub use evaluate::{Answer, BadQuestion, Named, Questions, Value};
pub use instances::Given;
pub use relfind_data as data;
pub use relfind_lang as lang;
pub use relfind_relational as relational;
pub use relfind_solver as solver;
pub use relfind_translator as translator;
pub use relfind_viz as viz;
pub use run::{Expression, Failure, Found, Measure, Order, Run, RunLimits, RunOptions, Stop};
pub use session::{LoadError, Refused, Session};
pub use twins::Twins;
