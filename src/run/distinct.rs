//! Expressions that are to tell instances apart: each becomes a relation of the problem that equals it.

use relfind_lang::{
    diag::Diagnostic,
    source::Span,
    typed::{Expr as TypedExpr, Local, World},
};
use relfind_relational::{
    Overflow, Problem, RelationKind, TupleSet,
    ast::{Count, Expr, ExprId, FormulaId, RelationId},
};
use relfind_translator::{
    lower::{Denotation, Guest, LowerOptions, Lowered, lower_guest},
    overflowing_terms,
};

use super::{Failure, Stop};
use crate::Session;

/// An expression or formula that is not part of the specification, read in the scope of its root module.
#[derive(Clone, Debug)]
pub struct Expression {
    text: String,
    expr: TypedExpr,
    locals: Vec<Local>,
}

impl Expression {
    /// As it was written.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl Session {
    /// Reads an expression or formula, written as inside of `run { … }` in the root module; its text becomes one of the session's files, so
    /// that diagnostics can point into it. Gives warnings too.
    ///
    /// ```
    /// use relfind::{RunLimits, RunOptions, Session, files::DiskLoader};
    ///
    /// let text = "sig Node { next: lone Node } run {} for exactly 3 Node";
    /// let mut session = Session::load("ring.als", text, &mut DiskLoader).expect("a specification");
    /// let (roots, _) = session.read_expression("Node - Node.next").expect("an expression");
    /// let mut options = RunOptions::default();
    /// options.distinct_on = vec![roots];
    /// let mut run = session.run(0, &options, &RunLimits::default()).expect("a problem");
    /// // None, one or two of three nodes are not the next of any, or all are.
    /// let shown = std::iter::from_fn(|| run.next().expect("an answer"));
    /// assert_eq!(shown.count(), 4);
    /// ```
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read_expression(&mut self, text: &str) -> Result<(Expression, Vec<Diagnostic>), Vec<Diagnostic>> {
        let resolved = self.scope().resolve(self.sources(), self.world(), text, &[]);
        *self.sources_mut() = resolved.sources;
        let Some(expr) = resolved.expr else {
            return Err(resolved.diagnostics);
        };
        let expression = Expression {
            text: text.trim().to_owned(),
            expr,
            locals: resolved.locals,
        };
        Ok((expression, resolved.diagnostics))
    }
}

/// Adds a relation for each expression, and says that they are equal.
pub(super) fn declare(
    world: &World,
    lowered: &mut Lowered,
    expressions: &[Expression],
    options: &LowerOptions,
) -> Result<Vec<RelationId>, Failure> {
    let mut relations = Vec::with_capacity(expressions.len());
    for expression in expressions {
        let guest = Guest {
            expr: &expression.expr,
            locals: &expression.locals,
            globals: &[],
        };
        let denotation =
            lower_guest(world, lowered, &guest, options).map_err(|error| Failure::Refused(vec![*error]))?;
        let span = expression.expr.span;
        let (relation, goal) = match denotation {
            Denotation::Set(expr) => of_set(world, lowered, expression, expr)?,
            Denotation::Int(int) => {
                let expr = lowered.problem.ast.from_int(int);
                let ints = TupleSet::ints(lowered.problem.universe());
                equal(&mut lowered.problem, expression, expr, ints)?
            }
            Denotation::Formula(formula) => of_formula(&mut lowered.problem, expression, formula)?,
        };
        let others = std::mem::replace(&mut lowered.problem.goals, vec![goal]);
        let overflowing =
            lowered.problem.overflow == Overflow::Prevent && !overflowing_terms(&lowered.problem).is_empty();
        lowered.problem.goals = others;
        if overflowing {
            return Err(Failure::Refused(vec![may_have_no_value(
                span,
                lowered.scopes.bitwidth,
            )]));
        }
        lowered.problem.goals.push(goal);
        relations.push(relation);
    }
    Ok(relations)
}

fn of_set(
    world: &World,
    lowered: &mut Lowered,
    expression: &Expression,
    expr: ExprId,
) -> Result<(RelationId, FormulaId), Failure> {
    let problem = &lowered.problem;
    let (universe, arity) = (problem.universe(), problem.ast.arity(expr));
    let products = &expression.expr.ty.products;
    let mut bound = TupleSet::empty(universe, arity);
    for product in products.iter().filter(|product| product.len() == arity as usize) {
        let columns: Vec<TupleSet> = product
            .iter()
            .map(|sig| {
                world.sigs.get(sig.index()).map_or_else(
                    || TupleSet::empty(universe, 1),
                    |_| upper(problem, lowered.sigs[sig.index()]),
                )
            })
            .collect();
        let tuples = TupleSet::product_of(universe, &columns).map_err(|_| too_many(expression))?;
        bound = bound.union(&tuples);
    }
    equal(&mut lowered.problem, expression, expr, bound)
}

/// A relation within `bound` that equals an expression.
fn equal(
    problem: &mut Problem,
    expression: &Expression,
    expr: ExprId,
    bound: TupleSet,
) -> Result<(RelationId, FormulaId), Failure> {
    let (relation, value) = add(problem, expression, bound)?;
    Ok((relation, problem.ast.equal(value, expr)))
}

/// A relation that has a tuple where a formula holds.
fn of_formula(
    problem: &mut Problem,
    expression: &Expression,
    formula: FormulaId,
) -> Result<(RelationId, FormulaId), Failure> {
    let universe = problem.universe();
    // No symmetry is lost where an integer stands for truth.
    let sign = universe.int_atoms().next().or_else(|| universe.atoms().next());
    let bound = TupleSet::of_atoms(universe, sign);
    let (relation, value) = add(problem, expression, bound)?;
    let has_sign = problem.ast.count(Count::Some, value);
    let goal = if sign.is_some() {
        problem.ast.iff(has_sign, formula)
    } else {
        problem.ast.constant(true)
    };
    Ok((relation, goal))
}

fn add(
    problem: &mut Problem,
    expression: &Expression,
    bound: TupleSet,
) -> Result<(RelationId, ExprId), Failure> {
    let (arity, none) = (bound.arity(), TupleSet::empty(problem.universe(), bound.arity()));
    let name = format!("`{}`", expression.text);
    let relation = problem
        .bounds
        .add(name, RelationKind::Derived, none, bound)
        .map_err(|_| too_many(expression))?;
    Ok((relation, problem.ast.relation(relation, arity)))
}

/// The tuples that an expression made of relations by union may have.
pub(super) fn upper(problem: &Problem, expr: ExprId) -> TupleSet {
    let universe = problem.universe();
    let mut upper = TupleSet::empty(universe, problem.ast.arity(expr));
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        match problem.ast.expr(expr) {
            Expr::Relation(id) => upper = upper.union(&problem.bounds.relation(*id).upper),
            Expr::Union(a, b) => open.extend([*a, *b]),
            Expr::Ints => upper = upper.union(&TupleSet::ints(universe)),
            Expr::None(_) => {}
            _ => return TupleSet::all(universe, upper.arity()).unwrap_or(upper),
        }
    }
    upper
}

fn too_many(expression: &Expression) -> Failure {
    let text = &expression.text;
    Stop::TooLarge(format!(
        "`{text}` may have too many tuples for instances to be told apart by it"
    ))
    .into()
}

fn may_have_no_value(span: Span, bits: u32) -> Diagnostic {
    Diagnostic::error(
        "E0720",
        span,
        "instances cannot be told apart by this: in some it may have no value",
    )
    .note(format!("integers may be out of the range of {bits} bits"))
    .help("give more bits with --bitwidth, or let integers wrap around with --overflow wrap")
}
