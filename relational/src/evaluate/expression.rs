//! Relational expressions.

use std::rc::Rc;

use super::{
    EvaluateError, Truth,
    evaluation::{Evaluation, Stop, Value},
};
use crate::{
    TupleSet, TupleSetError, Universe,
    ast::{Decl, Equated, Expr, ExprId, FormulaId},
};

impl<'a> Evaluation<'_, 'a> {
    /// The value of an expression.
    pub(super) fn expression(&mut self, id: ExprId) -> Value<Rc<TupleSet>> {
        let of = self.of;
        if let Expr::Var(var) = *of.ast.expr(id) {
            return Ok(self.lookup(var)?);
        }
        let place = self.place(id);
        if let Some(known) = self.known(id, place) {
            return known.ok_or(Stop::Undefined);
        }
        let value = Stop::undefined_as_none(self.operation(id).map(Rc::new))?;
        self.keep(id, place, value.clone());
        value.ok_or(Stop::Undefined)
    }

    fn operation(&mut self, id: ExprId) -> Value<TupleSet> {
        let universe = self.universe();
        Ok(match *self.of.ast.expr(id) {
            Expr::Relation(relation) => {
                let value = self.of.instance.get(relation);
                value.ok_or(EvaluateError::NoValue { relation })?.clone()
            }
            Expr::Var(var) => self.lookup(var)?.as_ref().clone(),
            Expr::None(arity) => TupleSet::empty(universe, arity),
            Expr::Univ => TupleSet::all(universe, 1)?,
            Expr::Iden => TupleSet::identity(universe),
            Expr::Ints => TupleSet::ints(universe),
            Expr::Union(a, b) => self.binary(a, b, TupleSet::union)?,
            Expr::Intersect(a, b) => self.binary(a, b, TupleSet::intersection)?,
            Expr::Difference(a, b) => self.binary(a, b, TupleSet::difference)?,
            Expr::Override(a, b) => self.binary(a, b, TupleSet::override_with)?,
            Expr::Join(a, b) => self.binary(a, b, TupleSet::join)??,
            Expr::Product(a, b) => self.binary(a, b, TupleSet::product)??,
            Expr::DomainRestrict(a, b) => self.binary(a, b, |a, b| b.domain_restrict(a))?,
            Expr::RangeRestrict(a, b) => self.binary(a, b, TupleSet::range_restrict)?,
            Expr::Transpose(a) => self.expression(a)?.transpose(),
            Expr::Closure(a) => self.expression(a)?.closure()?,
            Expr::If(c, a, b) => {
                let chosen = if self.condition(c)? { a } else { b };
                self.expression(chosen)?.as_ref().clone()
            }
            Expr::Comprehension(ref decls, body) => self.comprehension(decls, body)?,
            Expr::FromInt(i) => {
                let value = self.int(i)?;
                TupleSet::of_atoms(universe, universe.int_atom(value))
            }
        })
    }

    fn binary<T>(
        &mut self,
        a: ExprId,
        b: ExprId,
        operation: impl FnOnce(&TupleSet, &TupleSet) -> T,
    ) -> Value<T> {
        let (a, b) = (self.expression(a)?, self.expression(b)?);
        Ok(operation(&a, &b))
    }

    /// The truth of a condition or of the body of a comprehension, which begins anew.
    pub(super) fn condition(&mut self, id: FormulaId) -> Value<bool> {
        match self.formula(id, false)? {
            Truth::True => Ok(true),
            Truth::False => Ok(false),
            Truth::Undefined => Err(Stop::Undefined),
        }
    }

    fn comprehension(&mut self, decls: &[Decl], body: FormulaId) -> Value<TupleSet> {
        let universe = self.universe();
        let (arity, atoms) = (decls.len() as u32, universe.len() as u32);
        let mut tuples = Vec::new();
        let equated = self.equated(decls, body);
        self.each_binding(decls, equated, &mut |this| {
            if this.condition(body)? {
                if tuples.len() == TupleSet::MAX_TUPLES {
                    return Err(TupleSetError::TooManyTuples { arity, atoms }.into());
                }
                tuples.push(this.innermost(decls.len(), equated));
            }
            Ok(())
        })?;
        Ok(TupleSet::of_tuples(universe, arity, tuples)?)
    }

    fn equated(&self, decls: &[Decl], body: FormulaId) -> Option<Equated> {
        let ast = self.of.ast;
        let mut free_variables = self.of.free_variables.borrow_mut();
        ast.equated(decls, body, |node, var| {
            free_variables.of(ast, node).contains(&var)
        })
    }

    pub(super) fn universe(&self) -> &'a Universe {
        self.of.instance.universe()
    }
}
