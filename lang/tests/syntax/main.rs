//! Tests of the syntactic front end: tokens, trees, errors and limits.

#![allow(clippy::unwrap_used)] // A failed unwrap is a failed test.

mod errors;
mod precedence;
mod recovery;
mod render;
mod robustness;
mod tokens;
mod trees;

use relfind_lang::ast::{self, Expr, Module};
use relfind_lang::diag::Diagnostic;
use relfind_lang::parser;
use relfind_lang::source::FileId;

/// The only file of these tests.
const FILE: FileId = FileId(0);

fn parse(text: &str) -> (Module, Vec<Diagnostic>) {
    parser::parse(FILE, text)
}

/// The tree of a text without errors.
fn tree(text: &str) -> String {
    let (module, errors) = parse(text);
    assert_eq!(errors, [], "errors in {text}");
    ast::dump(&module)
}

fn expr(text: &str) -> Expr {
    parser::parse_expr(FILE, text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"))
}
