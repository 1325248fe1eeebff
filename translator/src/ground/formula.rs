//! Formulas.

use std::rc::Rc;

use relfind_relational::ast::{
    Count, Decl, ExprId, Formula, FormulaId, IntComparison, IntExpr, IntId, Multiplicity, Quantifier,
    SizeComparison,
};

use super::{Grounder, Result, Truth, expression::Term};
use crate::{
    boolean::{Arithmetic, Bit, Factory, Matrix, at_least},
    error::TranslateError,
};

/// How many tuples the bound of a variable for sets may have for all its subsets to be tried.
pub(crate) const EXPANDED_TUPLES: usize = 12;

/// A conjunction or disjunction being collected.
struct Junction {
    universal: bool,
    holds: Vec<Bit>,
    fails: Vec<Bit>,
    exact: bool,
    decided: bool,
}

impl Junction {
    fn new(universal: bool) -> Self {
        Self {
            universal,
            holds: Vec::new(),
            fails: Vec::new(),
            exact: true,
            decided: false,
        }
    }

    /// Adds a part that counts only where all guards hold.
    fn add(&mut self, factory: &mut Factory, guards: &[Bit], part: Truth) {
        // A disjunction is collected as the conjunction of the negations.
        let part = if self.universal { part } else { part.negated() };
        let failing = factory.and_all(guards.iter().copied().chain([part.fails]));
        self.fails.push(failing);
        if part.is_exact() {
            self.holds.push(!failing);
        } else {
            self.exact = false;
            self.holds
                .push(!factory.and_all(guards.iter().copied().chain([!part.holds])));
        }
        self.decided |= failing == Bit::TRUE;
    }

    fn finish(self, factory: &mut Factory) -> Truth {
        let holds = factory.and_all(self.holds);
        let truth = if self.exact {
            Truth::exact(holds)
        } else {
            Truth {
                holds,
                fails: factory.or_all(self.fails),
            }
        };
        if self.universal { truth } else { truth.negated() }
    }
}

/// What a quantifier says of every value of its variables.
#[derive(Clone, Copy)]
struct Scope {
    formula: FormulaId,
    universal: bool,
    body: FormulaId,
    negated: bool,
}

impl Grounder<'_> {
    /// The truth of the negation normal form of a formula, or of its negation.
    pub(crate) fn formula(&mut self, id: FormulaId, negated: bool) -> Result<Truth> {
        let by_polarity = self.arithmetic.prevent && self.facts.node(id.into()).by_polarity;
        if negated && !by_polarity {
            return Ok(self.formula(id, false)?.negated());
        }
        let key = self.key(id.into(), u32::from(negated));
        if let Some(known) = key.and_then(|key| self.formulas.get(&key)) {
            return Ok(known);
        }
        let truth = self.ground_formula(id, negated)?;
        if let Some(key) = key {
            self.formulas.insert(key, truth, 1);
        }
        Ok(truth)
    }

    fn ground_formula(&mut self, id: FormulaId, negated: bool) -> Result<Truth> {
        self.circuit.spend(1)?;
        let ast = self.ast;
        match *ast.formula(id) {
            Formula::Const(value) => Ok(Truth::exact(Bit::constant(value != negated))),
            Formula::Not(a) => {
                let known = match *ast.formula(a) {
                    Formula::Equal(x, y) if !negated => self.differ(x, y)?,
                    Formula::Subset(x, y) if !negated => self.outside(x, y)?,
                    _ => None,
                };
                known.map_or_else(|| self.formula(a, !negated), |bit| Ok(Truth::exact(bit)))
            }
            Formula::And(ref parts) => self.junction(!negated, parts.iter().map(|&part| (part, negated))),
            Formula::Or(ref parts) => self.junction(negated, parts.iter().map(|&part| (part, negated))),
            Formula::Implies(a, b) => self.junction(negated, [(a, !negated), (b, negated)]),
            Formula::Iff(a, b) => self.equivalence(a, b, negated),
            Formula::Quantified(quantifier, ref decls, body) => {
                let universal = (quantifier == Quantifier::All) != negated;
                let scope = Scope {
                    formula: id,
                    universal,
                    body,
                    negated,
                };
                self.quantified(decls, scope)
            }
            _ => {
                let truth = self.atomic(id)?;
                Ok(if negated { truth.negated() } else { truth })
            }
        }
    }

    /// The conjunction or disjunction of formulas, each negated or not.
    fn junction(
        &mut self,
        universal: bool,
        parts: impl IntoIterator<Item = (FormulaId, bool)>,
    ) -> Result<Truth> {
        let mut junction = Junction::new(universal);
        for (part, negated) in parts {
            let truth = self.formula(part, negated)?;
            junction.add(self.factory(), &[], truth);
            if junction.decided {
                break;
            }
        }
        Ok(junction.finish(self.factory()))
    }

    fn equivalence(&mut self, a: FormulaId, b: FormulaId, negated: bool) -> Result<Truth> {
        let (x, y) = (self.formula(a, false)?, self.formula(b, false)?);
        let by_polarity = |id: FormulaId| self.arithmetic.prevent && self.facts.node(id.into()).by_polarity;
        if x.is_exact() && y.is_exact() && !by_polarity(a) && !by_polarity(b) {
            let bit = self.factory().iff(x.holds, y.holds);
            return Ok(Truth::exact(bit.negate_if(negated)));
        }
        // (a and b) or (not a and not b); negated, (a or b) and (not a or not b).
        let mut whole = Junction::new(negated);
        for side in [false, true] {
            let truth = self.junction(!negated, [(a, side), (b, side)])?;
            whole.add(self.factory(), &[], truth);
        }
        Ok(whole.finish(self.factory()))
    }

    fn quantified(&mut self, decls: &[Decl], scope: Scope) -> Result<Truth> {
        let mut junction = Junction::new(scope.universal);
        self.unroll(decls, scope, &mut Vec::new(), &mut junction)?;
        Ok(junction.finish(self.factory()))
    }

    /// Adds what the quantifier says of all values of the variables still to be bound.
    fn unroll(
        &mut self,
        decls: &[Decl],
        scope: Scope,
        guards: &mut Vec<Bit>,
        junction: &mut Junction,
    ) -> Result<()> {
        let Some((decl, rest)) = decls.split_first() else {
            let truth = self.formula(scope.body, scope.negated)?;
            junction.add(self.factory(), guards, truth);
            return Ok(());
        };
        let bound = self.expression(decl.bound)?;
        let leaves_out = (scope.universal || self.lenient) && self.leaves_out(decl);
        if bound.overflow == Bit::FALSE && !leaves_out {
            return self.unroll_values(decl, rest, &bound.matrix, scope, guards, junction);
        }
        let mut inner = Junction::new(scope.universal);
        self.unroll_values(decl, rest, &bound.matrix, scope, &mut Vec::new(), &mut inner)?;
        let factory = self.factory();
        let mut truth = inner.finish(factory);
        if leaves_out {
            // Only the bindings that are not undefined count.
            if scope.universal {
                truth.holds = !truth.fails;
            } else {
                truth.fails = !truth.holds;
            }
        }
        let truth = truth.unless(bound.overflow, factory);
        junction.add(factory, guards, truth);
        Ok(())
    }

    fn unroll_values(
        &mut self,
        decl: &Decl,
        rest: &[Decl],
        bound: &Rc<Matrix>,
        scope: Scope,
        guards: &mut Vec<Bit>,
        junction: &mut Junction,
    ) -> Result<()> {
        if matches!(decl.multiplicity, Multiplicity::Some | Multiplicity::Set) {
            return self.unroll_subsets(decl, rest, bound, scope, guards, junction);
        }
        if decl.multiplicity == Multiplicity::Lone {
            self.bind(decl.var, &[], |this| this.unroll(rest, scope, guards, junction))?;
        }
        for (tuple, bit) in bound.cells() {
            if junction.decided {
                break;
            }
            self.circuit.spend(1)?;
            guards.push(bit);
            self.bind(decl.var, &[tuple], |this| {
                this.unroll(rest, scope, guards, junction)
            })?;
            guards.pop();
        }
        Ok(())
    }

    fn unroll_subsets(
        &mut self,
        decl: &Decl,
        rest: &[Decl],
        bound: &Rc<Matrix>,
        scope: Scope,
        guards: &mut Vec<Bit>,
        junction: &mut Junction,
    ) -> Result<()> {
        if bound.len() > EXPANDED_TUPLES {
            let subsets = format!(
                "{} may have 2^{} values",
                self.ast.var(decl.var).name,
                bound.len()
            );
            return Err(TranslateError::HigherOrder {
                formula: scope.formula,
                subsets,
            });
        }
        let depth = guards.len();
        let first = u32::from(decl.multiplicity == Multiplicity::Some);
        for subset in first..1 << bound.len() {
            if junction.decided {
                break;
            }
            self.circuit.spend(1)?;
            let chosen = bound.cells().enumerate().filter(|(i, _)| subset >> i & 1 == 1);
            let (tuples, bits): (Vec<u64>, Vec<Bit>) = chosen.map(|(_, cell)| cell).unzip();
            guards.extend(bits);
            self.bind(decl.var, &tuples, |this| {
                this.unroll(rest, scope, guards, junction)
            })?;
            guards.truncate(depth);
        }
        Ok(())
    }

    /// The truth of a formula without connectives and quantifiers.
    fn atomic(&mut self, id: FormulaId) -> Result<Truth> {
        match *self.ast.formula(id) {
            Formula::Subset(a, b) => self.subset(a, b),
            Formula::Equal(a, b) => self.equal(a, b),
            Formula::Count(count, e) => {
                let term = self.expression(e)?;
                let matrix = &term.matrix;
                let bit = match count {
                    Count::No => !matrix.some(&mut self.circuit),
                    Count::Some => matrix.some(&mut self.circuit),
                    Count::Lone => matrix.lone(&mut self.circuit)?,
                    Count::One => matrix.one(&mut self.circuit)?,
                };
                Ok(self.defined_unless(bit, [term.overflow]))
            }
            Formula::Size(comparison, e, n) => {
                let term = self.expression(e)?;
                let bits = term.matrix.bits();
                self.circuit
                    .spend(bits.len().saturating_mul(n as usize + 1).min(1 << 24))?;
                let factory = &mut self.circuit.factory;
                let n = n as usize;
                let bit = match comparison {
                    SizeComparison::AtMost => !at_least(factory, bits, n + 1),
                    SizeComparison::AtLeast => at_least(factory, bits, n),
                    SizeComparison::Exactly => {
                        let (enough, more) = (at_least(factory, bits, n), at_least(factory, bits, n + 1));
                        factory.and(enough, !more)
                    }
                };
                Ok(self.defined_unless(bit, [term.overflow]))
            }
            Formula::IntCompare(comparison, a, b) => self.compare(comparison, a, b),
            Formula::TotalOrder { elem, first, next } => self.total_order(elem, first, next),
            _ => self.formula(id, false),
        }
    }

    /// The truth of an atomic formula that is undefined where one of the signals holds.
    pub(super) fn defined_unless<const N: usize>(&mut self, bit: Bit, undefined: [Bit; N]) -> Truth {
        let undefined = self.factory().or_all(undefined);
        Truth::exact(bit).unless(undefined, self.factory())
    }

    /// `a in b`; a product on the right is looked up, not multiplied out.
    fn subset(&mut self, a: ExprId, b: ExprId) -> Result<Truth> {
        if let Some((x, y)) = self.both_ints(a, b) {
            return self.compare(IntComparison::Equal, x, y);
        }
        let left = self.expression(a)?;
        let right = self.lazy(b)?;
        self.circuit.spend(left.matrix.len())?;
        let mut parts = Vec::with_capacity(left.matrix.len());
        for (tuple, bit) in left.matrix.cells() {
            let other = right.get(tuple, &mut self.circuit.factory);
            parts.push(self.circuit.factory.implies(bit, other));
        }
        let bit = self.factory().and_all(parts);
        Ok(self.defined_unless(bit, [left.overflow, right.overflow()]))
    }

    fn equal(&mut self, a: ExprId, b: ExprId) -> Result<Truth> {
        if let Some((x, y)) = self.both_ints(a, b) {
            return self.compare(IntComparison::Equal, x, y);
        }
        let (
            Term {
                matrix: left,
                overflow: x,
            },
            Term {
                matrix: right,
                overflow: y,
            },
        ) = (self.expression(a)?, self.expression(b)?);
        let bit = left.equal(&right, &mut self.circuit)?;
        Ok(self.defined_unless(bit, [x, y]))
    }

    /// The integers whose singletons two expressions are, where every integer has an atom.
    fn both_ints(&self, a: ExprId, b: ExprId) -> Option<(IntId, IntId)> {
        let (x, y) = (self.singleton_of(a)?, self.singleton_of(b)?);
        Some((x, y))
    }

    fn compare(&mut self, comparison: IntComparison, a: IntId, b: IntId) -> Result<Truth> {
        if let Some(truth) = self.compare_count(comparison, a, b)? {
            return Ok(truth);
        }
        let (x, y) = (self.int(a)?, self.int(b)?);
        self.circuit.spend(x.bits.len() + y.bits.len())?;
        let factory = &mut self.circuit.factory;
        let bit = match comparison {
            IntComparison::Equal => Arithmetic::equal(factory, &x, &y),
            IntComparison::Less => !Arithmetic::less_equal(factory, &y, &x),
            IntComparison::LessEqual => Arithmetic::less_equal(factory, &x, &y),
        };
        Ok(self.defined_unless(bit, [x.overflow, y.overflow]))
    }

    /// A comparison of a number of tuples with a constant, by counting up to the constant where that is cheap.
    fn compare_count(&mut self, comparison: IntComparison, a: IntId, b: IntId) -> Result<Option<Truth>> {
        let (set, constant, flipped) = match (self.ast.int(a), self.ast.int(b)) {
            (&IntExpr::Card(e), &IntExpr::Const(value)) => (e, value, false),
            (&IntExpr::Const(value), &IntExpr::Card(e)) => (e, value, true),
            _ => return Ok(None),
        };
        let value = i128::from(constant);
        if !self.arithmetic.fits(value, value) {
            return Ok(None);
        }
        let term = self.expression(set)?;
        let count = term.matrix.len();
        if !self.arithmetic.fits(0, count as i128) {
            return Ok(None);
        }
        // At least how many tuples make the comparison true, and at least how many make it false again.
        let (from, until) = match (comparison, flipped) {
            (IntComparison::Equal, _) => (value, value + 1),
            (IntComparison::Less, false) => (0, value),
            (IntComparison::LessEqual, false) => (0, value + 1),
            (IntComparison::Less, true) => (value + 1, i128::MAX),
            (IntComparison::LessEqual, true) => (value, i128::MAX),
        };
        let cost = |threshold: i128| {
            let threshold = usize::try_from(threshold).unwrap_or(0).min(count + 1);
            threshold * (count + 1 - threshold)
        };
        if cost(from).max(cost(until)) > 12 * count {
            return Ok(None);
        }
        self.circuit.spend(cost(from) + cost(until))?;
        let factory = &mut self.circuit.factory;
        let mut reached = |threshold: i128| match usize::try_from(threshold) {
            Ok(threshold) => at_least(factory, term.matrix.bits(), threshold),
            Err(_) => Bit::constant(threshold <= 0),
        };
        let (enough, more) = (reached(from), reached(until));
        let bit = factory.and(enough, !more);
        Ok(Some(self.defined_unless(bit, [term.overflow])))
    }
}
