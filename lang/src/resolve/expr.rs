//! Expressions from outside, as an evaluator has them: resolved in the scope of the root module, with the names of an instance.

use super::{Program, typed};
use crate::ast;
use crate::diag::Diagnostic;
use crate::modules::graph::Graph;
use crate::source::{SourceMap, Span};
use crate::typed::{Local, LocalId, ModuleId, Type, World};
use crate::types::check::{Checker, Place};
use crate::types::warnings::Warn;

/// What became of an expression.
pub(crate) struct Outcome {
    pub(crate) expr: Option<typed::Expr>,
    /// The variables added to those of the world, those of `globals` first.
    pub(crate) locals: Vec<Local>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Resolves an expression with extra names, which hide everything else.
pub(crate) fn resolve_expr<'a>(
    sources: &'a SourceMap,
    graph: &'a Graph,
    world: &World,
    expr: &'a ast::Expr,
    globals: &'a [(String, Type)],
) -> Outcome {
    let mut program = Program::new(sources, graph);
    // Declaring again gives every signature, field and function the id it has in the world.
    program.resolve_declarations();
    program.diagnostics.take();
    program.locals.replace(world.locals.clone());
    let mut checker = Checker::new(&program, ModuleId(0), Place::Body);
    for (name, ty) in globals {
        checker.bind(name, Span::new(expr.span.file, 0, 0), ty);
    }
    let node = checker.expr(expr);
    let node = program.resolve_alone(&node, Warn::On);
    let resolved = (!program.report_faults(&node)).then(|| program.convert_any(&node));
    let mut diagnostics = program.diagnostics.take();
    if resolved.is_none() && !diagnostics.iter().any(Diagnostic::is_error) {
        diagnostics.push(Diagnostic::error("E0400", expr.span, "this cannot be resolved"));
    }
    let locals = program.locals.into_inner().split_off(world.locals.len());
    Outcome {
        expr: resolved,
        locals,
        diagnostics,
    }
}

/// The ids that the globals of an expression get.
pub(crate) fn global_ids(world: &World, count: usize) -> Vec<LocalId> {
    let first = world.locals.len() as u32;
    (first..first + count as u32).map(LocalId).collect()
}
