//! Which facts of the modules the data cannot satisfy, and what does not hold in an instance.
//!
//! A fact over relations whose bounds are exact is true or false before any search. Where it is false, the evaluator is asked for which
//! values of its outermost variables, so that the error can name them.

use relfind_lang::{
    diag::Diagnostic,
    source::Span,
    typed::{FieldId, World},
};
use relfind_relational::{
    AtomId, Evaluator, Instance, Problem, Truth, TupleSet,
    ast::{Count, Expr, ExprId, Formula, FormulaId, Multiplicity, Node, Quantifier, RelationId},
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    super::{atoms::Atoms, lowerer::Lowerer, spoken_name},
    Label, Plan, Row,
    soft::given,
};

/// How many contradictions are told.
const MAX_ERRORS: usize = 5;
/// How deep formulas may be to be evaluated here.
const MAX_DEPTH: u32 = 8000;
/// How many places of one contradiction are named.
const MAX_PLACES: usize = 3;

/// The facts that are false whatever the open relations are; the goal of the command must not have been stated yet.
pub(in super::super) fn contradictions(
    world: &World,
    lowerer: &Lowerer<'_>,
    atoms: &Atoms,
    plan: &Plan,
) -> Vec<Diagnostic> {
    if plan.is_empty() {
        return Vec::new();
    }
    let instance = instance(lowerer);
    let checker = Checker::new(world, lowerer, atoms, plan, &instance);
    let goals = lowerer.declared.problem.goals.iter();
    let wrong = goals.filter(|&&goal| checker.is_false(goal)).take(MAX_ERRORS);
    wrong.map(|&goal| checker.contradiction(goal)).collect()
}

/// All goals that do not hold in an instance, of which the data are the whole.
pub(in super::super) fn faults(
    world: &World,
    lowerer: &Lowerer<'_>,
    atoms: &Atoms,
    plan: &Plan,
) -> Vec<Diagnostic> {
    let instance = instance(lowerer);
    let checker = Checker::new(world, lowerer, atoms, plan, &instance);
    let goals = lowerer.declared.problem.goals.iter();
    goals.filter_map(|&goal| checker.fault(goal)).collect()
}

/// What the bounds say that there is at least.
fn instance(lowerer: &Lowerer<'_>) -> Instance {
    let problem = &lowerer.declared.problem;
    let values = problem.bounds.iter().map(|(_, r)| r.lower.clone()).collect();
    Instance::new(problem.universe().clone(), values)
}

struct Checker<'a> {
    world: &'a World,
    lowerer: &'a Lowerer<'a>,
    atoms: &'a Atoms,
    plan: &'a Plan,
    problem: &'a Problem,
    evaluator: Evaluator<'a>,
    given: FxHashMap<RelationId, FieldId>,
    labels: Vec<Option<Label>>,
}

impl<'a> Checker<'a> {
    fn new(
        world: &'a World,
        lowerer: &'a Lowerer<'a>,
        atoms: &'a Atoms,
        plan: &'a Plan,
        instance: &'a Instance,
    ) -> Self {
        let problem = &lowerer.declared.problem;
        Self {
            world,
            lowerer,
            atoms,
            plan,
            problem,
            evaluator: Evaluator::new(&problem.ast, instance, problem.overflow).with_max_depth(MAX_DEPTH),
            given: given(world, &lowerer.declared, plan),
            labels: plan.labels(atoms),
        }
    }

    /// The relations that a formula speaks of.
    fn relations(&self, formula: FormulaId) -> Vec<RelationId> {
        let ast = &self.problem.ast;
        let mut open: Vec<Node> = vec![formula.into()];
        let mut seen: FxHashSet<Node> = FxHashSet::default();
        let mut found = Vec::new();
        while let Some(node) = open.pop() {
            if !seen.insert(node) {
                continue;
            }
            if let Node::Expr(expr) = node
                && let Expr::Relation(relation) = ast.expr(expr)
            {
                found.push(*relation);
            }
            open.extend(ast.children(node));
        }
        found.sort_unstable();
        found
    }

    /// Whether a formula over exact relations only is false.
    fn is_false(&self, goal: FormulaId) -> bool {
        let relations = self.relations(goal);
        let exact = relations
            .iter()
            .all(|&r| self.problem.bounds.relation(r).is_constant());
        exact && self.evaluator.formula(goal) == Ok(Truth::False)
    }

    /// A fact that data make false, and what to do about it.
    fn contradiction(&self, whole: FormulaId) -> Diagnostic {
        let (error, miscount) = self.error("E0716", "the data contradict this", whole);
        match miscount {
            Some((note, help)) => error.note(note).help(help),
            None => error.help("change the facts, or leave out what the specification works out by itself"),
        }
    }

    /// What is wrong with a goal, if anything is.
    fn fault(&self, goal: FormulaId) -> Option<Diagnostic> {
        match self.evaluator.formula(goal) {
            Ok(Truth::True) => None,
            Ok(_) => {
                let (error, miscount) = self.error("E0717", "this does not hold in the instance", goal);
                Some(match miscount {
                    Some((note, _)) => error.note(note),
                    None => error,
                })
            }
            Err(error) => {
                let message = format!("this is too much to check: {error}");
                let span = self.span(goal).unwrap_or_else(|| self.lowerer.command());
                Some(Diagnostic::error("E0717", span, message))
            }
        }
    }

    /// A formula that is false, for which atoms, and the facts that it speaks of; and of a number of something, which it is.
    fn error(
        &self,
        code: &'static str,
        message: &str,
        whole: FormulaId,
    ) -> (Diagnostic, Option<(String, &'static str)>) {
        let (goal, place, evaluator) = self.narrow(whole);
        let span = self.span(goal).or_else(|| self.span(whole));
        let span = span.unwrap_or_else(|| self.lowerer.command());
        let mut error = Diagnostic::error(code, span, message);
        if !place.is_empty() {
            let values: Vec<String> = place
                .iter()
                .map(|(name, atom)| format!("{name} = {}", self.name(*atom)))
                .collect();
            error.message += &format!(", where {}", values.join(", "));
        }
        let rows = self.rows(goal, &place);
        let count = rows.len();
        for row in rows.into_iter().take(MAX_PLACES) {
            error = error.also(row, "a fact that it speaks of");
        }
        if count > MAX_PLACES {
            error = error.note(format!("it speaks of {} more facts", count - MAX_PLACES));
        }
        (error, self.miscount(goal, &evaluator))
    }

    /// Goes into conjunctions and universal quantifiers as far as what is false can be told more closely.
    fn narrow(&self, goal: FormulaId) -> (FormulaId, Vec<(String, AtomId)>, Evaluator<'_>) {
        let ast = &self.problem.ast;
        let (mut goal, mut evaluator, mut place) = (goal, self.evaluator.clone(), Vec::new());
        loop {
            match ast.formula(goal) {
                Formula::And(parts) => {
                    let part = parts
                        .iter()
                        .find(|&&part| evaluator.formula(part) == Ok(Truth::False));
                    let Some(&part) = part else { break };
                    goal = part;
                }
                Formula::Quantified(Quantifier::All, decls, body) => {
                    let plain = decls
                        .iter()
                        .all(|d| d.multiplicity == Multiplicity::One && ast.var(d.var).arity == 1);
                    let mut found = Vec::new();
                    let bounds: Vec<_> = decls.iter().map(|d| (d.var, d.bound)).collect();
                    if !plain || !self.witness(&evaluator, &bounds, *body, &mut found) {
                        break;
                    }
                    for ((var, _), atom) in bounds.into_iter().zip(found) {
                        evaluator = evaluator.with_binding(var, self.singleton(atom));
                        let name: &str = &ast.var(var).name;
                        // The name of the command in front says nothing here.
                        let bare = self
                            .lowerer
                            .prefix
                            .as_ref()
                            .and_then(|p| name.strip_prefix(p.as_str()));
                        let bare = bare.and_then(|name| name.strip_prefix('_'));
                        place.push((bare.unwrap_or(name).to_owned(), atom));
                    }
                    goal = *body;
                }
                _ => break,
            }
        }
        (goal, place, evaluator)
    }

    /// How many there are where there must be another number, and what to do about it.
    fn miscount(&self, goal: FormulaId, evaluator: &Evaluator<'_>) -> Option<(String, &'static str)> {
        let Formula::Count(count, expr) = self.problem.ast.formula(goal) else {
            return None;
        };
        let found = evaluator.expression(*expr).ok()??.len();
        let (wanted, help) = match (count, found) {
            (Count::One, 0) => ("exactly one", "give the fact that is missing"),
            (Count::Some, _) => ("at least one", "give the fact that is missing"),
            (Count::One, _) => ("exactly one", "leave out all of these facts but one"),
            (Count::Lone, _) => ("at most one", "leave out all of these facts but one"),
            (Count::No, _) => ("none", "leave these facts out"),
        };
        Some((format!("there must be {wanted}, and there are {found}"), help))
    }

    /// Values of the variables for which the body is false.
    fn witness(
        &self,
        evaluator: &Evaluator<'_>,
        decls: &[(relfind_relational::ast::VarId, ExprId)],
        body: FormulaId,
        found: &mut Vec<AtomId>,
    ) -> bool {
        let Some((&(var, bound), rest)) = decls.split_first() else {
            return evaluator.formula(body) == Ok(Truth::False);
        };
        let Ok(Some(bound)) = evaluator.expression(bound) else {
            return false;
        };
        for atom in bound.atoms() {
            found.push(atom);
            if self.witness(
                &evaluator.clone().with_binding(var, self.singleton(atom)),
                rest,
                body,
                found,
            ) {
                return true;
            }
            found.pop();
        }
        false
    }

    fn singleton(&self, atom: AtomId) -> TupleSet {
        TupleSet::of_atoms(self.problem.universe(), [atom])
    }

    fn name(&self, atom: AtomId) -> String {
        spoken_name(self.world, self.problem.universe(), &self.labels, &[], atom)
    }

    fn span(&self, formula: FormulaId) -> Option<Span> {
        let origin = self.problem.origins.get(&formula)?;
        self.lowerer.origins.get(origin.0 as usize).copied()
    }

    /// The facts of the relations that a formula speaks of, those with one of the atoms first.
    fn rows(&self, formula: FormulaId, place: &[(String, AtomId)]) -> Vec<Span> {
        let fields = self
            .relations(formula)
            .into_iter()
            .filter_map(|r| self.given.get(&r).copied());
        let rows: Vec<&Row> = fields.flat_map(|field| self.plan.field_rows(field)).collect();
        let atoms: Vec<AtomId> = place.iter().map(|(_, atom)| *atom).collect();
        // What a declaration says is about the atom that has the field.
        let owner = place
            .iter()
            .find(|(name, _)| name == "this")
            .map(|(_, atom)| *atom);
        let close = rows
            .into_iter()
            .filter(|row| self.atoms.mentions(row, &atoms, owner));
        close.map(|row| row.span).collect()
    }
}
