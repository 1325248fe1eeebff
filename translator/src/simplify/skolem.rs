//! Skolemization: existential variables become relations.
//!
//! After Torlak, "A Constraint Solver for Software Engineering" (MIT 2009, section 2.2), with Alloy's rules for where it
//! is done: an existential quantifier, or a universal one where it is negated, that is reached through conjunctions and at
//! most a given number of universal variables. Different here: quantifiers over sets and relations are skolemized wherever
//! they must be true for the goal to be, below disjunctions and any number of universal variables too, because the
//! only other way is to try all sets. That is sound, as a relation that no true part mentions may be anything.
//!
//! Equivalences are split for it where a quantifier over sets is below. Variables of existential quantifiers that stay need
//! no column: of the bindings one has to be true, and its witness will do for all.
//!
//! With overflow prevented, a universal variable that ranges over the integers leaves out the bindings for which the body is
//! undefined. A quantifier with an undefined bound is undefined, but a relation within it is only not contained in it; so
//! below such a variable nothing is skolemized whose bound may be undefined.

use relfind_relational::{
    Bounds, Overflow, RelationKind, TupleSet, Witness, Witnesses,
    ast::{Count, Decl, ExprId, Formula, FormulaId, Multiplicity, Node, Quantifier, VarId},
    leaves_out_undefined,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    constant::Constants,
    range::Ranges,
    substitute::{Rewriter, Substitution},
};
use crate::{error::TranslateError, options::Budget, reporter::Reporter};

/// For how many bindings of the universal variables the bound of a skolem relation is found one by one.
const BINDINGS: usize = 1 << 12;

/// A universal variable around some formula.
#[derive(Clone, Debug)]
struct Universal {
    /// As the problem declares it.
    original: VarId,
    /// As it is after rewriting.
    var: VarId,
    bound: ExprId,
}

/// Where a formula stands.
#[derive(Clone, Debug, Default)]
// Four independent facts about the way from the goal to the formula.
#[expect(clippy::struct_excessive_bools)]
struct Context {
    negated: bool,
    substitution: Substitution,
    universals: Vec<Universal>,
    /// Whether the way here led through something else than conjunctions.
    below_choice: bool,
    /// Whether nothing can be skolemized here.
    blocked: bool,
    /// Whether undefined bindings of some variable around are left out.
    lenient: bool,
}

impl Context {
    fn flipped(&self) -> Self {
        Self {
            negated: !self.negated,
            ..self.clone()
        }
    }

    fn below_choice(&self) -> Self {
        Self {
            below_choice: true,
            ..self.clone()
        }
    }
}

/// Turns quantifiers into relations.
pub(super) struct Skolemizer<'a> {
    pub(super) rewriter: Rewriter,
    pub(super) bounds: Bounds,
    pub(super) witnesses: Witnesses,
    /// Formulas that keep skolem relations within the universal variables' bounds.
    pub(super) constraints: Vec<FormulaId>,
    depth: usize,
    overflow: Overflow,
    reporter: &'a dyn Reporter,
    budget: &'a mut Budget,
    names: FxHashSet<String>,
    ranges: FxHashMap<VarId, TupleSet>,
    constants: Constants,
    higher_order: FxHashMap<FormulaId, bool>,
}

impl<'a> Skolemizer<'a> {
    /// A skolemizer below at most `depth` universal variables.
    pub(super) fn new(
        rewriter: Rewriter,
        bounds: Bounds,
        depth: usize,
        overflow: Overflow,
        reporter: &'a dyn Reporter,
        budget: &'a mut Budget,
    ) -> Self {
        let names = bounds.iter().map(|(_, relation)| relation.name.clone()).collect();
        Self {
            rewriter,
            bounds,
            witnesses: Witnesses::default(),
            constraints: Vec::new(),
            depth,
            overflow,
            reporter,
            budget,
            names,
            ranges: FxHashMap::default(),
            constants: Constants::new(overflow),
            higher_order: FxHashMap::default(),
        }
    }

    /// A goal with its quantifiers skolemized.
    pub(super) fn goal(&mut self, id: FormulaId) -> Result<FormulaId, TranslateError> {
        let result = self.formula(id, &Context::default());
        self.budget.check()?;
        Ok(result)
    }

    fn formula(&mut self, id: FormulaId, context: &Context) -> FormulaId {
        match self.rewriter.ast.formula(id).clone() {
            Formula::Not(a) => {
                let a = self.formula(a, &context.flipped());
                self.rewriter.ast.not(a)
            }
            Formula::And(parts) => {
                let inner = if context.negated {
                    context.below_choice()
                } else {
                    context.clone()
                };
                let parts = parts.iter().map(|&part| self.formula(part, &inner)).collect();
                self.rewriter.ast.and(parts)
            }
            Formula::Or(parts) => {
                let inner = if context.negated {
                    context.clone()
                } else {
                    context.below_choice()
                };
                let parts = parts.iter().map(|&part| self.formula(part, &inner)).collect();
                self.rewriter.ast.or(parts)
            }
            Formula::Implies(a, b) => {
                let inner = if context.negated {
                    context.clone()
                } else {
                    context.below_choice()
                };
                let (a, b) = (self.formula(a, &inner.flipped()), self.formula(b, &inner));
                self.rewriter.ast.implies(a, b)
            }
            Formula::Iff(a, b) if self.has_higher_order(id) => self.split_equivalence(a, b, context),
            Formula::Quantified(quantifier, decls, body) => {
                self.quantified(id, quantifier, &decls, body, context)
            }
            _ => self.rewriter.formula(id, &context.substitution),
        }
    }

    /// `(a and b) or (not a and not b)`
    fn split_equivalence(&mut self, a: FormulaId, b: FormulaId, context: &Context) -> FormulaId {
        let inner = context.below_choice();
        let holding = vec![self.formula(a, &inner), self.formula(b, &inner)];
        let failing = [
            self.formula(a, &inner.flipped()),
            self.formula(b, &inner.flipped()),
        ];
        let ast = &mut self.rewriter.ast;
        let holding = ast.and(holding);
        let failing = failing.map(|part| ast.not(part));
        let failing = ast.and(failing.to_vec());
        ast.or(vec![holding, failing])
    }

    /// Whether a quantifier over sets is part of the formula, terms aside.
    fn has_higher_order(&mut self, id: FormulaId) -> bool {
        if let Some(&known) = self.higher_order.get(&id) {
            return known;
        }
        let formula = self.rewriter.ast.formula(id).clone();
        let own = matches!(&formula, Formula::Quantified(_, decls, _) if decls.iter().any(is_set));
        let result = own
            || match formula {
                Formula::Not(a) | Formula::Quantified(_, _, a) => self.has_higher_order(a),
                Formula::And(parts) | Formula::Or(parts) => {
                    parts.iter().any(|&part| self.has_higher_order(part))
                }
                Formula::Implies(a, b) | Formula::Iff(a, b) => {
                    self.has_higher_order(a) || self.has_higher_order(b)
                }
                _ => false,
            };
        self.higher_order.insert(id, result);
        result
    }

    fn quantified(
        &mut self,
        id: FormulaId,
        quantifier: Quantifier,
        decls: &[Decl],
        body: FormulaId,
        context: &Context,
    ) -> FormulaId {
        let existential = (quantifier == Quantifier::Some) != context.negated;
        if existential
            && self.is_worth_it(decls, context)
            && let Some(result) = self.skolemized(id, decls, body, context)
        {
            return result;
        }
        let mut inner = context.clone();
        let mut kept = Vec::with_capacity(decls.len());
        let mut ranges = Vec::with_capacity(decls.len());
        for decl in decls {
            let new = self.rewriter.enter(&mut inner.substitution, decl);
            // What the new variable hides is not seen from within, and no witness can depend on it.
            inner.universals.retain(|universal| universal.var != new.var);
            if existential {
                inner.below_choice = true;
            } else {
                inner.universals.push(Universal {
                    original: decl.var,
                    var: new.var,
                    bound: new.bound,
                });
                inner.blocked |=
                    decl.multiplicity != Multiplicity::One || self.rewriter.ast.var(new.var).arity != 1;
                inner.lenient |=
                    self.overflow == Overflow::Prevent && leaves_out_undefined(&self.rewriter.ast, decl);
            }
            let upper = self.upper(new.bound);
            ranges.push((new.var, self.set_range(new.var, upper)));
            kept.push(new);
        }
        let body = self.formula(body, &inner);
        for (var, range) in ranges.into_iter().rev() {
            self.set_range(var, range);
        }
        let new = self.rewriter.ast.quantified(quantifier, kept, body);
        if new != id {
            self.rewriter.origins.entry(new).or_insert(id);
        }
        new
    }

    fn set_range(&mut self, var: VarId, range: Option<TupleSet>) -> Option<TupleSet> {
        match range {
            Some(range) => self.ranges.insert(var, range),
            None => self.ranges.remove(&var),
        }
    }

    fn upper(&mut self, expr: ExprId) -> Option<TupleSet> {
        let Self {
            rewriter,
            bounds,
            ranges,
            constants,
            ..
        } = self;
        Ranges {
            ast: &rewriter.ast,
            bounds,
            variables: ranges,
            constants,
        }
        .upper(expr)
        .ok()
    }

    fn is_worth_it(&self, decls: &[Decl], context: &Context) -> bool {
        if context.blocked {
            return false;
        }
        if decls.iter().any(is_set) {
            return true;
        }
        !context.below_choice && context.universals.len() <= self.depth
    }

    /// Whether an expression may be undefined.
    fn may_overflow(&self, expr: ExprId) -> bool {
        let ast = &self.rewriter.ast;
        let mut pending = vec![Node::from(expr)];
        while let Some(node) = pending.pop() {
            if matches!(node, Node::Int(_)) {
                return true;
            }
            pending.extend(ast.children(node));
        }
        false
    }

    /// The formula with the declared variables replaced by new relations; none where that cannot be done.
    fn skolemized(
        &mut self,
        id: FormulaId,
        decls: &[Decl],
        body: FormulaId,
        context: &Context,
    ) -> Option<FormulaId> {
        if context.lenient && decls.iter().any(|decl| self.may_overflow(decl.bound)) {
            return None;
        }
        let (relations, constraints) = (self.bounds.len(), self.constraints.len());
        let mut inner = context.clone();
        let mut parts = Vec::with_capacity(2 * decls.len() + 1);
        let mut witnesses = Vec::with_capacity(decls.len());
        for decl in decls {
            let Some(value) = self.declare(decl, &mut inner, &mut parts, &mut witnesses) else {
                // Too large for a relation: what was added for the variables before is taken back.
                self.bounds = first_of(&self.bounds, relations);
                self.constraints.truncate(constraints);
                return None;
            };
            inner.substitution = self.rewriter.with(&inner.substitution, decl.var, value);
        }
        for witness in &witnesses {
            self.reporter
                .skolemized(id, &self.bounds.relation(witness.relation).name);
        }
        self.witnesses.entry(id).or_default().push(witnesses);
        let body = self.formula(body, &inner);
        let ast = &mut self.rewriter.ast;
        parts.push(if context.negated { ast.not(body) } else { body });
        let whole = ast.and(parts);
        Some(if context.negated { ast.not(whole) } else { whole })
    }

    /// Makes the relation of a variable, and says what it must satisfy. Returns the expression for the variable.
    fn declare(
        &mut self,
        decl: &Decl,
        context: &mut Context,
        parts: &mut Vec<FormulaId>,
        witnesses: &mut Vec<Witness>,
    ) -> Option<ExprId> {
        let bound = self.rewriter.expr(decl.bound, &context.substitution);
        let upper = self.skolem_upper(bound, &context.universals)?;
        let variable = self.rewriter.ast.var(decl.var);
        let mut name = format!("${}", variable.name);
        while !self.names.insert(name.clone()) {
            name.push('\'');
        }
        let lower = TupleSet::empty(self.bounds.universe(), upper.arity());
        let arity = upper.arity();
        let relation = self.bounds.add(name, RelationKind::Skolem, lower, upper).ok()?;
        let ast = &mut self.rewriter.ast;
        let whole = ast.relation(relation, arity);
        let value = context.universals.iter().fold(whole, |rest, universal| {
            let var = ast.variable(universal.var);
            ast.join(var, rest)
        });
        parts.push(ast.subset(value, bound));
        match decl.multiplicity {
            Multiplicity::One => parts.push(ast.count(Count::One, value)),
            Multiplicity::Lone => parts.push(ast.count(Count::Lone, value)),
            Multiplicity::Some => parts.push(ast.count(Count::Some, value)),
            Multiplicity::Set => {}
        }
        self.keep_within(
            whole,
            arity - context.universals.len() as u32,
            &context.universals,
        );
        let universals = context
            .universals
            .iter()
            .map(|universal| universal.original)
            .collect();
        witnesses.push(Witness {
            var: decl.var,
            relation,
            universals,
        });
        Some(value)
    }

    /// Says that the relation has tuples only for values in the universal variables' bounds, where these are closed.
    fn keep_within(&mut self, whole: ExprId, rest: u32, universals: &[Universal]) {
        let mut columns = Vec::with_capacity(universals.len());
        let mut says_something = false;
        for universal in universals {
            let closed = self
                .rewriter
                .free
                .of(&self.rewriter.ast, universal.bound)
                .is_empty();
            if closed && !self.may_overflow(universal.bound) {
                says_something = true;
                columns.push(universal.bound);
            } else {
                columns.push(self.rewriter.ast.univ());
            }
        }
        if !says_something {
            return;
        }
        let ast = &mut self.rewriter.ast;
        let mut all = ast.univ();
        for _ in 1..rest {
            let univ = ast.univ();
            all = ast.product(univ, all);
        }
        let within = columns
            .into_iter()
            .rev()
            .fold(all, |rest, column| ast.product(column, rest));
        self.constraints.push(ast.subset(whole, within));
    }

    /// What a skolem relation is contained in: for every binding of the universal variables the bound's upper bound.
    fn skolem_upper(&mut self, bound: ExprId, universals: &[Universal]) -> Option<TupleSet> {
        let arity = universals.len() as u32 + self.rewriter.ast.arity(bound);
        if !TupleSet::fits(self.bounds.universe(), arity) {
            return None;
        }
        let mut columns = Vec::with_capacity(universals.len());
        for universal in universals {
            columns.push(self.ranges.get(&universal.var).cloned()?);
        }
        let bindings = columns
            .iter()
            .map(TupleSet::len)
            .try_fold(1usize, usize::checked_mul)?;
        if bindings <= BINDINGS {
            let mut tuples = Vec::new();
            self.upper_by_binding(bound, universals, &columns, 0, &mut tuples)?;
            return TupleSet::of_indices(self.bounds.universe(), arity, tuples).ok();
        }
        columns.push(self.upper(bound)?);
        TupleSet::product_of(self.bounds.universe(), &columns).ok()
    }

    fn upper_by_binding(
        &mut self,
        bound: ExprId,
        universals: &[Universal],
        columns: &[TupleSet],
        prefix: u64,
        tuples: &mut Vec<u64>,
    ) -> Option<()> {
        let atoms = self.bounds.universe().len() as u64;
        let (Some((universal, inner)), Some((column, rest))) =
            (universals.split_first(), columns.split_first())
        else {
            let width = atoms.pow(self.rewriter.ast.arity(bound));
            tuples.extend(
                self.upper(bound)?
                    .indices()
                    .iter()
                    .map(|index| prefix * width + index),
            );
            return (tuples.len() <= TupleSet::MAX_TUPLES).then_some(());
        };
        let hidden = self.ranges.get(&universal.var).cloned();
        for &atom in column.indices() {
            let single = TupleSet::of_indices(self.bounds.universe(), 1, vec![atom]).ok();
            self.set_range(universal.var, single);
            self.upper_by_binding(bound, inner, rest, prefix * atoms + atom, tuples)?;
        }
        self.set_range(universal.var, hidden);
        Some(())
    }
}

/// The bounds of the relations with the first ids only.
fn first_of(bounds: &Bounds, count: usize) -> Bounds {
    let mut result = Bounds::new(bounds.universe().clone());
    for (_, relation) in bounds.iter().take(count) {
        let (lower, upper) = (relation.lower.clone(), relation.upper.clone());
        // The bounds fit as they did before.
        let _ = result.add(relation.name.as_str(), relation.kind, lower, upper);
    }
    result
}

/// Whether the variable is for sets or relations.
fn is_set(decl: &Decl) -> bool {
    matches!(decl.multiplicity, Multiplicity::Some | Multiplicity::Set)
}
