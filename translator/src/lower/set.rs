//! Sets and relations.

use relfind_lang::typed::{BinaryOp, Expr, ExprKind, Quant, UnaryOp, World};
use relfind_relational::{
    TupleSet,
    ast::{self, ExprId, IntId},
};

use super::{
    error::{Lower, ill_formed},
    int::int_op,
    lowerer::{Lowerer, Value},
    reach::negated,
};

impl Lowerer<'_> {
    /// A set or relation; of an integer the set of it.
    pub(super) fn set(&mut self, e: &Expr) -> Lower<ExprId> {
        let set = self.nested(e.span, |l| l.set_inner(e))?;
        if let ast::Expr::FromInt(term) = *self.ast().expr(set) {
            self.note_term(term, e.span);
        }
        Ok(set)
    }

    fn set_inner(&mut self, e: &Expr) -> Lower<ExprId> {
        match &e.kind {
            ExprKind::Sig(sig) => Ok(self.declared.sigs[sig.index()]),
            ExprKind::Field(field) => {
                let known = self.declared.fields.get(field.index()).copied().flatten();
                known.ok_or_else(|| ill_formed(e.span, "this field has no relation"))
            }
            ExprKind::Local(local) => match self.lookup(*local) {
                Some(Value::Set(s)) => Ok(s),
                Some(Value::Int(i)) => Ok(self.ast().from_int(i)),
                _ => Err(ill_formed(e.span, "this name stands for no set")),
            },
            ExprKind::Str(text) => {
                let known = self.declared.strings.get(text).copied();
                known.ok_or_else(|| ill_formed(e.span, "this string has no atom"))
            }
            ExprKind::Iden => Ok(self.identity()),
            ExprKind::NextInt => Ok(self.next_int()),
            ExprKind::Unary(op, a) => self.unary_set(e, *op, a),
            ExprKind::Binary(op, a, b) => self.binary_set(e, *op, a, b),
            ExprKind::Arrow(a, _, _, b) | ExprKind::Sequence(a, b) => {
                let (a, b) = (self.set(a)?, self.set(b)?);
                Ok(self.ast().product(a, b))
            }
            ExprKind::IfElse(c, a, b) => {
                let (c, a, b) = (self.formula(c)?, self.set(a)?, self.set(b)?);
                Ok(self.ast().if_expr(c, a, b))
            }
            ExprKind::Let(local, value, body) => {
                let value = self.value(value)?;
                let outer = self.bind(*local, Some(value));
                let body = self.set(body)?;
                self.bind(*local, outer);
                Ok(body)
            }
            ExprKind::Comprehension(decls, body) => self.comprehension(decls, body),
            ExprKind::Call(func, args) => match self.call(e, *func, args)? {
                Value::Set(s) => Ok(s),
                Value::Int(i) => Ok(self.ast().from_int(i)),
                Value::Formula(_) => Err(ill_formed(e.span, "a predicate stands where a set is expected")),
            },
            ExprKind::Number(_)
            | ExprKind::MinInt
            | ExprKind::MaxInt
            | ExprKind::Quantified(Quant::Sum, ..) => {
                let i = self.int(e)?;
                Ok(self.ast().from_int(i))
            }
            _ => Err(ill_formed(e.span, "a formula stands where a set is expected")),
        }
    }

    fn unary_set(&mut self, e: &Expr, op: UnaryOp, a: &Expr) -> Lower<ExprId> {
        match op {
            UnaryOp::ToSet => {
                let i = self.int(a)?;
                Ok(self.ast().from_int(i))
            }
            UnaryOp::Card | UnaryOp::ToInt => {
                let i: IntId = self.int(e)?;
                Ok(self.ast().from_int(i))
            }
            UnaryOp::Transpose => {
                let a = self.set(a)?;
                Ok(self.ast().transpose(a))
            }
            UnaryOp::Closure => {
                let a = self.set(a)?;
                Ok(self.ast().closure(a))
            }
            UnaryOp::ReflexiveClosure => {
                let a = self.set(a)?;
                let closure = self.ast().closure(a);
                let identity = self.identity();
                Ok(self.ast().union(closure, identity))
            }
            // Nothing changes in a command that gets here, so the next state is like this one.
            UnaryOp::Prime => self.set(a),
            _ => Err(ill_formed(e.span, "a formula stands where a set is expected")),
        }
    }

    fn binary_set(&mut self, e: &Expr, op: BinaryOp, a: &Expr, b: &Expr) -> Lower<ExprId> {
        if int_op(op).is_some() {
            let i = self.int(e)?;
            return Ok(self.ast().from_int(i));
        }
        let least = self.declared.problem.universe().min_int();
        if op == BinaryOp::Difference && negated(a, b) == Some(least) {
            let least = self.ast().number(least);
            return Ok(self.ast().from_int(least));
        }
        let (a, b) = (self.set(a)?, self.set(b)?);
        Ok(match op {
            BinaryOp::Union => self.ast().union(a, b),
            BinaryOp::Difference => self.ast().difference(a, b),
            BinaryOp::Intersect => self.ast().intersect(a, b),
            BinaryOp::Override => self.ast().override_with(a, b),
            BinaryOp::DomainRestrict => self.ast().domain_restrict(a, b),
            BinaryOp::RangeRestrict => self.ast().range_restrict(a, b),
            BinaryOp::Join => self.join(a, b),
            _ => return Err(ill_formed(e.span, "a formula stands where a set is expected")),
        })
    }

    /// `a . b`. The field of a `one sig`, joined with that signature, is the relation that keeps it.
    pub(super) fn join(&mut self, a: ExprId, b: ExprId) -> ExprId {
        match self.declared.single.get(&b) {
            Some(&(sig, value)) if sig == a => value,
            _ => self.ast().join(a, b),
        }
    }

    /// `iden`: the identity on what is there.
    pub(super) fn identity(&mut self) -> ExprId {
        let univ = self.declared.sigs[World::UNIV.index()];
        let all = self.ast().univ();
        let identity = self.ast().iden();
        if univ == all {
            identity
        } else {
            self.ast().domain_restrict(univ, identity)
        }
    }

    /// `fun/next`: each integer but the greatest, with the next one.
    pub(super) fn next_int(&mut self) -> ExprId {
        self.constant("Int/next", |l| {
            let universe = l.declared.problem.universe();
            super::orders::next_of(universe, &TupleSet::ints(universe).atoms().collect::<Vec<_>>())
        })
    }

    /// The set of the integer 0, if there is an atom for it.
    pub(super) fn zero(&mut self) -> ExprId {
        self.constant("Int/zero", |l| {
            let universe = l.declared.problem.universe();
            TupleSet::of_atoms(universe, universe.int_atom(0))
        })
    }

    /// The union; `none` of `arity` where there is nothing to unite.
    pub(super) fn union_all(&mut self, parts: &[ExprId], arity: u32) -> ExprId {
        let Some((&first, rest)) = parts.split_first() else {
            return self.ast().none(arity);
        };
        rest.iter()
            .fold(first, |union, &part| self.ast().union(union, part))
    }
}
