//! Expressions that are to tell instances apart: each becomes a relation of the problem that equals it. Where an integer in it does not fit, it has
//! no value, which is not to cost an instance: the relation is empty then, and where it might be so anyway, a second one tells the two apart.

use relfind_lang::{
    diag::Diagnostic,
    typed::{Expr as TypedExpr, Local, SigId, Type, World},
};
use relfind_relational::{
    AtomId, Overflow, Problem, RelationKind, TupleSet, Universe,
    ast::{Ast, Count, Decl, Expr, ExprId, FormulaId, IntId, Multiplicity, RelationId},
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
        let (bound, value) = match denotation {
            Denotation::Set(expr) => {
                let bound = bound(world, lowered, &expression.expr.ty, expr);
                (bound.ok_or_else(|| too_many(expression))?, Term::Set(expr))
            }
            Denotation::Int(int) => {
                let expr = lowered.problem.ast.from_int(int);
                (TupleSet::ints(lowered.problem.universe()), Term::Set(expr))
            }
            Denotation::Formula(formula) => {
                let sign = Sign::new(lowered.problem.universe());
                (
                    sign.atoms(lowered.problem.universe()),
                    Term::Formula(formula, sign),
                )
            }
        };
        let problem = &mut lowered.problem;
        let (relation, known) = add(problem, expression, bound)?;
        let mut goal = value.equals(&mut problem.ast, known);
        if problem.overflow == Overflow::Prevent && may_overflow(problem, goal) {
            let defined = value.where_defined(&mut problem.ast);
            goal = problem.ast.equal(known, defined);
            if let Term::Set(expr) = value {
                // No value is another one than the empty set.
                let ints = TupleSet::ints(problem.universe());
                let (relation, known) = add(problem, expression, ints)?;
                let has_value = has_value(&mut problem.ast, expr);
                problem.goals.push(problem.ast.equal(known, has_value));
                relations.push(relation);
            }
        }
        problem.goals.push(goal);
        relations.push(relation);
    }
    Ok(relations)
}

/// What tells instances apart, in terms of the problem.
enum Term {
    Set(ExprId),
    /// A formula is told by atoms that stand for its truth.
    Formula(FormulaId, Sign),
}

impl Term {
    /// Says that a relation equals it; undefined in instances in which it has no value.
    fn equals(&self, ast: &mut Ast, relation: ExprId) -> FormulaId {
        match *self {
            Self::Set(expr) => ast.equal(relation, expr),
            Self::Formula(formula, Sign::None) => {
                // Without atoms there is one instance only.
                ast.iff(formula, formula)
            }
            Self::Formula(formula, Sign::Atom(_)) => {
                let holds = ast.count(Count::Some, relation);
                ast.iff(holds, formula)
            }
            Self::Formula(formula, Sign::Ints(no, yes)) => {
                let [no, yes] = [no, yes].map(|n| {
                    let number = ast.number(n);
                    ast.from_int(number)
                });
                let value = ast.if_expr(formula, yes, no);
                ast.equal(relation, value)
            }
        }
    }

    /// Its value, and nothing where an integer does not fit: a comprehension leaves out the integers for which its body is undefined.
    fn where_defined(&self, ast: &mut Ast) -> ExprId {
        match *self {
            Self::Set(expr) => {
                let arity = ast.arity(expr);
                let zero = ast.number(0);
                let is_in = |ast: &mut Ast, columns: &[ExprId]| {
                    let tuple = columns.iter().copied().reduce(|a, b| ast.product(a, b));
                    match tuple {
                        Some(tuple) => ast.subset(tuple, expr),
                        None => ast.constant(false),
                    }
                };
                let found = for_one_integer(ast, zero, arity, is_in);
                let ints = ast.all_ints();
                ast.join(ints, found)
            }
            Self::Formula(formula, Sign::Ints(no, yes)) => {
                let (no, yes) = (ast.number(no), ast.number(yes));
                let holds = for_one_integer(ast, yes, 0, |_, _| formula);
                let fails = for_one_integer(ast, no, 0, |ast, _| ast.not(formula));
                ast.union(holds, fails)
            }
            // There are no integers that might not fit.
            Self::Formula(..) => ast.none(1),
        }
    }
}

/// An integer if a set has a value, and else nothing.
fn has_value(ast: &mut Ast, expr: ExprId) -> ExprId {
    let zero = ast.number(0);
    let always = |ast: &mut Ast, _: &[ExprId]| {
        let sizes = [Count::Some, Count::No].map(|count| ast.count(count, expr));
        ast.or(sizes.to_vec())
    };
    for_one_integer(ast, zero, 0, always)
}

/// All tuples of this integer and further columns for which a formula holds; nothing where it is undefined.
fn for_one_integer(
    ast: &mut Ast,
    integer: IntId,
    columns: u32,
    formula: impl FnOnce(&mut Ast, &[ExprId]) -> FormulaId,
) -> ExprId {
    let (ints, univ) = (ast.all_ints(), ast.univ());
    let mut decls = Vec::new();
    let mut variables = Vec::new();
    for column in 0..=columns {
        let var = ast.add_var(&format!("column{column}"), 1, column);
        decls.push(Decl {
            var,
            multiplicity: Multiplicity::One,
            bound: if column == 0 { ints } else { univ },
        });
        variables.push(ast.variable(var));
    }
    let integer = ast.from_int(integer);
    let is_it = ast.equal(variables[0], integer);
    let holds = formula(ast, &variables[1..]);
    let body = ast.and(vec![is_it, holds]);
    ast.comprehension(decls, body)
}

/// Atoms that stand for the truth of a formula.
#[derive(Clone, Copy)]
enum Sign {
    /// Integers for false and true, of which no symmetry is lost.
    Ints(i64, i64),
    /// An atom for true.
    Atom(AtomId),
    None,
}

impl Sign {
    fn new(universe: &Universe) -> Self {
        if universe.int_atom(0).is_some() && universe.min_int() < 0 {
            return Self::Ints(universe.min_int(), 0);
        }
        universe.atoms().next().map_or(Self::None, Self::Atom)
    }

    fn atoms(self, universe: &Universe) -> TupleSet {
        let atoms: Vec<AtomId> = match self {
            Self::Ints(no, yes) => [no, yes].iter().filter_map(|&n| universe.int_atom(n)).collect(),
            Self::Atom(atom) => vec![atom],
            Self::None => Vec::new(),
        };
        TupleSet::of_atoms(universe, atoms)
    }
}

/// Whether an integer in a formula may be out of range, as far as bounds tell.
fn may_overflow(problem: &mut Problem, formula: FormulaId) -> bool {
    let goals = std::mem::replace(&mut problem.goals, vec![formula]);
    let overflows = !overflowing_terms(problem).is_empty();
    problem.goals = goals;
    overflows
}

/// The tuples that an expression of a type may have; none where they are too many.
fn bound(world: &World, lowered: &Lowered, ty: &Type, expr: ExprId) -> Option<TupleSet> {
    let problem = &lowered.problem;
    let (universe, arity) = (problem.universe(), problem.ast.arity(expr));
    let column = |sig: &SigId| {
        let is_known = sig.index() < world.sigs.len();
        is_known.then(|| upper(problem, lowered.sigs[sig.index()]))
    };
    let mut bound = TupleSet::empty(universe, arity);
    for product in ty.products.iter().filter(|p| p.len() == arity as usize) {
        let columns: Option<Vec<TupleSet>> = product.iter().map(column).collect();
        let tuples = TupleSet::product_of(universe, &columns?).ok()?;
        bound = bound.union(&tuples);
    }
    Some(bound)
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
