//! The syntax tree of one module, as the parser builds it: names unresolved, no types.

mod expr;
mod paragraph;
mod print;

pub use expr::*;
pub use paragraph::*;
pub use print::{dump, dump_expr};

use crate::source::Span;

/// An identifier as written, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The text.
    pub text: String,
    /// The place.
    pub span: Span,
}

/// A name that may carry a path: `x`, `a/b/x`, `this/x`, `seq/x`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QualName {
    /// The segments in order, at least one; the keywords `this`, `seq`, `univ`, `Int`, `none`, `String` may occur where the
    /// grammar allows a signature reference.
    pub segments: Vec<Name>,
    /// The whole place.
    pub span: Span,
}

impl QualName {
    /// The segments joined by `/`.
    pub fn text(&self) -> String {
        self.segments
            .iter()
            .map(|s| s.text.as_str())
            .collect::<Vec<_>>()
            .join("/")
    }
}
