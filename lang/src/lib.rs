//! The Alloy language: text to resolved, typed modules.
//!
//! Pure: no files, no solver, no relational core.

pub mod ast;
pub mod diag;
pub mod filter;
pub mod lexer;
pub mod parser;
pub mod source;
pub mod typed;
