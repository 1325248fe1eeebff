//! Expressions that are not part of the specification: a question asked of an instance, or what instances are to differ in.

use relfind_lang::{
    diag::Diagnostic,
    typed::{Expr, Local, LocalId, World},
};
use relfind_relational::ast::{ExprId, FormulaId, IntId};

use super::{
    LowerOptions, Lowered,
    error::{Lower, needs_time, no_such_string, too_deep},
    lowerer::{Lowerer, MAX_DEPTH, Value},
    reach::Reach,
};

/// An expression from outside, as [`relfind_lang::RootScope::resolve`] gives it.
#[derive(Clone, Copy, Debug)]
pub struct Guest<'a> {
    /// The expression.
    pub expr: &'a Expr,
    /// Its variables, whose ids follow those of the world.
    pub locals: &'a [Local],
    /// What the names from outside stand for, in terms of the problem that the expression joins: relations of the problem's bounds, as
    /// constants for atoms and as witnesses are, or expressions over them.
    pub globals: &'a [(LocalId, ExprId)],
}

/// What an expression from outside has become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Denotation {
    /// A set or relation.
    Set(ExprId),
    /// An integer.
    Int(IntId),
    /// A formula.
    Formula(FormulaId),
}

/// Lowers an expression into an existing problem: its nodes join the problem's, and what constants it needs (`Int/next`) are
/// added behind the problem's relations. Goals and everything that was there stay as they are, so one may
///
/// - evaluate the result on an instance of the problem, extended by the values of the relations that were added, which are exact; or
/// - state something about it before the problem is translated, such as that it equals a new visible relation.
///
/// As many nodes may be added as `options.limits` allow a problem of its own. Variables are numbered from the outermost level, since nothing surrounds
/// the expression.
///
/// # Errors
/// Operators that need several states, recursion beyond `options.unrolls`, literal strings that no atom of the problem stands for, and what is
/// too deep or too large; the spans are those of the expression.
pub fn lower_guest(
    world: &World,
    lowered: &mut Lowered,
    guest: &Guest<'_>,
    options: &LowerOptions,
) -> Result<Denotation, Box<Diagnostic>> {
    check(world, lowered, guest.expr)?;
    let mut lowerer = Lowerer::resume(world, lowered, guest, options);
    let value = lowerer.value(guest.expr);
    lowerer.give_back(lowered);
    Ok(match value? {
        Value::Set(expr) => Denotation::Set(expr),
        Value::Int(int) => Denotation::Int(int),
        Value::Formula(formula) => Denotation::Formula(formula),
    })
}

/// What cannot be lowered is refused before anything is taken apart.
fn check(world: &World, lowered: &Lowered, expr: &Expr) -> Lower<()> {
    let reach = Reach::of_expr(world, expr);
    if let Some((span, word)) = &reach.temporal {
        return Err(Box::new(needs_time(*span, word, expr.span)));
    }
    if let Some(span) = reach.too_deep {
        return Err(too_deep(span, MAX_DEPTH));
    }
    let unknown = reach
        .strings
        .iter()
        .find(|text| !lowered.rest.strings.contains_key(*text));
    match unknown {
        Some(text) => Err(no_such_string(expr.span, text)),
        None => Ok(()),
    }
}
