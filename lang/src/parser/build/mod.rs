//! What the grammar's actions call: the making of tree nodes.
//!
//! Every expression carries its depth while it is being built. Beyond [`MAX_DEPTH`](super::MAX_DEPTH) it is reported and replaced by
//! [`ExprKind::Error`](crate::ast::ExprKind::Error), so that no later stage, nor the dropping of the tree, can exhaust the stack.

mod commands;
mod exprs;
mod names;
mod paragraphs;

pub(crate) use names::{extended, plain};

use std::cell::{Cell, RefCell};

use crate::ast::{Command, Decl, Expr, ModuleHeader, Open, Paragraph, QualName};
use crate::diag::Diagnostic;
use crate::source::{FileId, Span};

/// A part of the tree and how deep it is.
pub(crate) struct Deep<T> {
    pub(crate) value: T,
    depth: u32,
}

/// An expression under construction.
pub(crate) type Node = Deep<Expr>;

/// A declaration under construction.
pub(crate) type DeclNode = Deep<Decl>;

/// `{ … }` before it becomes an expression.
pub(crate) struct Block {
    pub(crate) items: Vec<Node>,
    pub(crate) span: Span,
}

/// What stands before the body of a function or predicate.
pub(crate) struct FuncHead {
    pub(crate) receiver: Option<QualName>,
    pub(crate) name: QualName,
    pub(crate) params: Option<Vec<DeclNode>>,
}

/// The optional words of a declaration.
#[derive(Clone, Copy)]
pub(crate) struct DeclWords {
    pub(crate) var: Option<Span>,
    pub(crate) private: Option<Span>,
    pub(crate) disj: Option<Span>,
    pub(crate) disj_bound: Option<Span>,
}

/// The numbers of a scope entry.
#[derive(Clone, Copy)]
#[allow(clippy::option_option)] // As in the tree: no range, or a range that may lack its end.
pub(crate) struct Extent {
    pub(crate) start: i32,
    pub(crate) end: Option<Option<i32>>,
    pub(crate) increment: Option<i32>,
}

/// A command not yet joined with those that follow it.
pub(crate) struct SingleCommand(Command);

/// What the parser is asked for.
pub(crate) enum Input {
    Module(ModuleHeader),
    Open(Open),
    Paragraph(Paragraph),
    Block(Vec<Node>),
}

/// The source text, and the errors that the grammar's actions find.
pub(crate) struct Context<'a> {
    file: FileId,
    text: &'a str,
    errors: RefCell<Vec<Diagnostic>>,
    too_deep: Cell<bool>,
}

impl<'a> Context<'a> {
    pub(crate) fn new(file: FileId, text: &'a str) -> Self {
        Self {
            file,
            text,
            errors: RefCell::default(),
            too_deep: Cell::default(),
        }
    }

    pub(crate) fn take_errors(&self) -> Vec<Diagnostic> {
        self.errors.take()
    }

    pub(crate) fn report(&self, error: Diagnostic) {
        self.errors.borrow_mut().push(error);
    }

    pub(crate) fn span(&self, start: u32, end: u32) -> Span {
        // The end of an empty production may lie before its start.
        Span::new(self.file, start, end.max(start))
    }

    fn text(&self, span: Span) -> &'a str {
        self.text
            .get(span.start as usize..span.end as usize)
            .unwrap_or("")
    }
}

fn deepest<T>(items: &[Deep<T>]) -> u32 {
    items.iter().map(|item| item.depth).max().unwrap_or(0)
}

pub(super) fn values<T>(items: Vec<Deep<T>>) -> Vec<T> {
    items.into_iter().map(|item| item.value).collect()
}
