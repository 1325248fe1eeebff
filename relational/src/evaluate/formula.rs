//! Formulas.

use super::{
    EvaluateError, Truth,
    evaluation::{Evaluation, Stop, Value},
    leaves_out_undefined,
    values::{Values, admits},
};
use crate::{
    TupleSet, Witness,
    ast::{Count, Decl, Expr, ExprId, Formula, FormulaId, IntComparison, Quantifier, SizeComparison},
};

type Result = std::result::Result<Truth, EvaluateError>;

/// What a quantifier ranges over its declarations with.
#[derive(Clone, Copy)]
struct Scope {
    universal: bool,
    body: FormulaId,
    negated: bool,
}

impl Evaluation<'_, '_> {
    /// The truth of the negation normal form of the formula, or of its negation.
    pub(super) fn formula(&mut self, id: FormulaId, negated: bool) -> Result {
        let place = self.place(id);
        if let Some(known) = self.known((id, negated), place) {
            return Ok(known);
        }
        let truth = self.truth(id, negated)?;
        self.keep((id, negated), place, truth);
        Ok(truth)
    }

    fn truth(&mut self, id: FormulaId, negated: bool) -> Result {
        let ast = self.of.ast;
        match *ast.formula(id) {
            Formula::Const(value) => Ok(Truth::from(value != negated)),
            Formula::Not(a) => self.formula(a, !negated),
            Formula::And(ref parts) => self.junction(parts, !negated, negated),
            Formula::Or(ref parts) => self.junction(parts, negated, negated),
            Formula::Implies(a, b) if negated => self.both((a, false), (b, true)),
            Formula::Implies(a, b) => self.either((a, true), (b, false)),
            Formula::Iff(a, b) if negated => {
                let one = self.either((a, false), (b, false))?;
                let other = self.either((a, true), (b, true))?;
                Ok(one.and(other))
            }
            Formula::Iff(a, b) => {
                let holding = self.both((a, false), (b, false))?;
                let failing = self.both((a, true), (b, true))?;
                Ok(holding.or(failing))
            }
            Formula::Quantified(quantifier, ref decls, body) => {
                let scope = Scope {
                    universal: (quantifier == Quantifier::All) != negated,
                    body,
                    negated,
                };
                self.quantified(id, decls, scope)
            }
            Formula::Subset(..)
            | Formula::Equal(..)
            | Formula::Count(..)
            | Formula::Size(..)
            | Formula::IntCompare(..)
            | Formula::TotalOrder { .. } => {
                let value = Stop::undefined_as_none(self.atomic(id))?;
                Ok(value.map_or(Truth::Undefined, |value| Truth::from(value != negated)))
            }
        }
    }

    /// The conjunction or disjunction of all parts.
    fn junction(&mut self, parts: &[FormulaId], conjunction: bool, negated: bool) -> Result {
        let mut result = Truth::from(conjunction);
        for &part in parts {
            let truth = self.formula(part, negated)?;
            result = combine(conjunction, result, truth);
            if result == Truth::from(!conjunction) {
                break;
            }
        }
        Ok(result)
    }

    fn both(&mut self, a: (FormulaId, bool), b: (FormulaId, bool)) -> Result {
        match self.formula(a.0, a.1)? {
            Truth::False => Ok(Truth::False),
            truth => Ok(truth.and(self.formula(b.0, b.1)?)),
        }
    }

    fn either(&mut self, a: (FormulaId, bool), b: (FormulaId, bool)) -> Result {
        match self.formula(a.0, a.1)? {
            Truth::True => Ok(Truth::True),
            truth => Ok(truth.or(self.formula(b.0, b.1)?)),
        }
    }

    /// A quantifier: what is suggested first, then all values.
    fn quantified(&mut self, id: FormulaId, decls: &[Decl], scope: Scope) -> Result {
        let suggestions = self.of.witnesses.filter(|_| !scope.universal);
        let suggestions = suggestions.and_then(|witnesses| witnesses.get(&id));
        for suggestion in suggestions.into_iter().flatten() {
            if self.quantified_over(decls, scope, suggestion)? == Truth::True {
                return Ok(Truth::True);
            }
        }
        self.quantified_over(decls, scope, &[])
    }

    /// A quantifier, one declaration after the other. Of a variable with a suggestion only that value is tried.
    fn quantified_over(&mut self, decls: &[Decl], scope: Scope, suggestion: &[Witness]) -> Result {
        let Some((decl, rest)) = decls.split_first() else {
            return self.formula(scope.body, scope.negated);
        };
        let Some(bound) = Stop::undefined_as_none(self.expression(decl.bound))? else {
            return Ok(Truth::Undefined);
        };
        if let Some(witness) = suggestion.iter().find(|witness| witness.var == decl.var) {
            let value = self.suggested(witness);
            return match value.filter(|value| admits(&bound, decl.multiplicity, value)) {
                Some(value) => self.bind(decl.var, value, |this| {
                    this.quantified_over(rest, scope, suggestion)
                }),
                None => Ok(Truth::False),
            };
        }
        let leaves_out = scope.universal && leaves_out_undefined(self.of.ast, decl);
        let mut result = Truth::from(scope.universal);
        for value in Values::new(bound, decl.multiplicity)? {
            let truth = self.bind(decl.var, value, |this| {
                this.quantified_over(rest, scope, suggestion)
            })?;
            if leaves_out && truth == Truth::Undefined {
                continue;
            }
            result = combine(scope.universal, result, truth);
            if result == Truth::from(!scope.universal) {
                break;
            }
        }
        Ok(result)
    }

    /// The value that a witness suggests here, if the instance has it.
    fn suggested(&self, witness: &Witness) -> Option<TupleSet> {
        let whole = self.of.instance.get(witness.relation)?.clone();
        witness.universals.iter().try_fold(whole, |rest, &universal| {
            let value = self.lookup(universal).ok()?;
            let joinable = value.arity() == 1 && rest.arity() > 1;
            joinable.then(|| value.join(&rest).ok()).flatten()
        })
    }

    /// Whether all tuples are in the value of an expression. A product is asked for its sides one by one: it may be far larger than what
    /// is looked for in it.
    fn is_within(&mut self, tuples: &TupleSet, e: ExprId) -> Value<bool> {
        let Expr::Product(a, b) = *self.of.ast.expr(e) else {
            let set = self.expression(e)?;
            return Ok(tuples.is_subset(&set));
        };
        let universe = self.universe();
        let rest = (universe.len() as u64).pow(self.of.ast.arity(b));
        let indices = || tuples.indices().iter();
        let left = TupleSet::of_indices(
            universe,
            self.of.ast.arity(a),
            indices().map(|i| i / rest).collect(),
        )?;
        let right = TupleSet::of_indices(
            universe,
            self.of.ast.arity(b),
            indices().map(|i| i % rest).collect(),
        )?;
        // Both, since either may be undefined.
        let (left, right) = (self.is_within(&left, a)?, self.is_within(&right, b)?);
        Ok(left && right)
    }

    /// The truth of a formula without connectives and quantifiers.
    fn atomic(&mut self, id: FormulaId) -> Value<bool> {
        match *self.of.ast.formula(id) {
            Formula::Subset(a, b) => {
                let a = self.expression(a)?;
                self.is_within(&a, b)
            }
            Formula::Equal(a, b) => {
                let (a, b) = (self.expression(a)?, self.expression(b)?);
                Ok(a == b)
            }
            Formula::Count(count, e) => {
                let tuples = self.expression(e)?.len();
                Ok(match count {
                    Count::No => tuples == 0,
                    Count::Some => tuples > 0,
                    Count::Lone => tuples <= 1,
                    Count::One => tuples == 1,
                })
            }
            Formula::Size(comparison, e, n) => {
                let tuples = self.expression(e)?.len();
                Ok(match comparison {
                    SizeComparison::AtMost => tuples <= n as usize,
                    SizeComparison::Exactly => tuples == n as usize,
                    SizeComparison::AtLeast => tuples >= n as usize,
                })
            }
            Formula::IntCompare(comparison, a, b) => {
                let (a, b) = (self.int(a)?, self.int(b)?);
                Ok(match comparison {
                    IntComparison::Equal => a == b,
                    IntComparison::Less => a < b,
                    IntComparison::LessEqual => a <= b,
                })
            }
            Formula::TotalOrder { elem, first, next } => self.total_order(elem, first, next),
            // The connectives are not atomic; a formula of them has a truth, taken here as it stands.
            _ => match self.formula(id, false)? {
                Truth::True => Ok(true),
                Truth::False => Ok(false),
                Truth::Undefined => Err(Stop::Undefined),
            },
        }
    }

    /// Whether following `next` from `first` comes by all of `elem`, with no tuple to spare.
    fn total_order(&mut self, elem: ExprId, first: ExprId, next: ExprId) -> Value<bool> {
        let (elem, first, next) = (
            self.expression(elem)?,
            self.expression(first)?,
            self.expression(next)?,
        );
        if first.len() != 1 || next.len() + 1 != elem.len() {
            return Ok(false);
        }
        let (mut current, mut left) = (first, elem);
        loop {
            if current.len() != 1 || !current.is_subset(&left) {
                return Ok(false);
            }
            left = left.difference(&current).into();
            if left.is_empty() {
                return Ok(true);
            }
            current = current.join(&next)?.into();
        }
    }
}

fn combine(conjunction: bool, a: Truth, b: Truth) -> Truth {
    if conjunction { a.and(b) } else { a.or(b) }
}
