//! Which facts of the modules the data cannot satisfy.
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
    super::{atoms::Atoms, lowerer::Lowerer},
    Plan, Row,
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
    let problem = &lowerer.declared.problem;
    let values = problem.bounds.iter().map(|(_, r)| r.lower.clone()).collect();
    let instance = Instance::new(problem.universe().clone(), values);
    let checker = Checker {
        world,
        lowerer,
        atoms,
        plan,
        problem,
        evaluator: Evaluator::new(&problem.ast, &instance, problem.overflow).with_max_depth(MAX_DEPTH),
        given: given(world, &lowerer.declared, plan),
    };
    let mut errors = Vec::new();
    for &goal in &problem.goals {
        if errors.len() < MAX_ERRORS && checker.is_false(goal) {
            errors.push(checker.error(goal));
        }
    }
    errors
}

struct Checker<'a> {
    world: &'a World,
    lowerer: &'a Lowerer<'a>,
    atoms: &'a Atoms,
    plan: &'a Plan,
    problem: &'a Problem,
    evaluator: Evaluator<'a>,
    given: FxHashMap<RelationId, FieldId>,
}

impl Checker<'_> {
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

    fn error(&self, whole: FormulaId) -> Diagnostic {
        let (goal, place, evaluator) = self.narrow(whole);
        let span = self.span(goal).or_else(|| self.span(whole));
        let span = span.unwrap_or_else(|| self.lowerer.command());
        let mut error = Diagnostic::error("E0716", span, "the data contradict this");
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
        match self.miscount(goal, &evaluator) {
            Some((note, help)) => error.note(note).help(help),
            None => error.help("change the facts, or leave out what the specification works out by itself"),
        }
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
        let name = self.problem.universe().name(atom);
        let name = name.rsplit_once('.').map_or(name, |(_, label)| label);
        let name = name.rsplit('/').next().unwrap_or(name);
        // The one atom of a `one` signature is called like it.
        let single = name.strip_suffix("$0").filter(|stem| {
            let mut sigs = self.world.sigs.iter();
            sigs.any(|sig| sig.name == *stem && sig.mult == relfind_lang::typed::Mult::One)
        });
        single.unwrap_or(name).to_owned()
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
