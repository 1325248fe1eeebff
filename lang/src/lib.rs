//! The Alloy language: text to resolved, typed modules.
//!
//! Pure: no files, no solver, no relational core.

pub mod ast;
pub mod diag;
pub mod dialect;
pub mod dump;
pub mod explain;
pub mod filter;
pub mod format;
pub mod lexer;
mod load;
pub mod markdown;
mod modules;
pub mod parser;
mod quote;
mod resolve;
pub mod source;
pub mod stdlib;
pub mod typed;
mod types;

pub use load::{LoadOptions, Loaded, Loader, NoFiles, ResolvedExpr, RootScope, load, load_with};
