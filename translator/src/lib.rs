//! From typed modules and commands to CNF, and from SAT models to instances

pub mod boolean;
mod cnf;
mod dump;
mod error;
mod ground;
mod interpret;
pub mod lower;
mod options;
mod overflow;
mod reporter;
mod simplify;
mod symmetry;
mod translation;
mod variables;

pub use dump::{dump_circuit, dump_cnf, dump_problem, print_expression, print_formula, print_int};
pub use error::{Resource, TranslateError};
pub use options::{TranslateLimits, TranslateOptions};
pub use overflow::{Overflowing, overflowing_terms};
pub use reporter::{Reporter, Silent, Stage};
pub use translation::{Translation, TranslationStatistics, translate};
pub use variables::PrimaryVariables;
