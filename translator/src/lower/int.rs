//! Integer expressions, and the casts between integers and sets.

use relfind_lang::typed::{BinaryOp, Expr, ExprKind, Quant, UnaryOp};
use relfind_relational::ast::{self, ExprId, IntId, IntOp};

use super::{
    error::{Lower, ill_formed},
    lowerer::{Lowerer, Value},
};

impl Lowerer<'_> {
    /// An integer expression; of a set the sum of its integers.
    pub(super) fn int(&mut self, e: &Expr) -> Lower<IntId> {
        let term = self.nested(e.span, |l| l.int_inner(e))?;
        self.note_term(term, e.span);
        Ok(term)
    }

    fn int_inner(&mut self, e: &Expr) -> Lower<IntId> {
        match &e.kind {
            ExprKind::Number(n) => Ok(self.ast().number(i64::from(*n))),
            ExprKind::MinInt => {
                let value = self.declared.problem.universe().min_int();
                Ok(self.ast().number(value))
            }
            ExprKind::MaxInt => {
                let value = self.declared.problem.universe().max_int();
                Ok(self.ast().number(value))
            }
            ExprKind::Unary(UnaryOp::Card, a) => {
                let a = self.set(a)?;
                Ok(self.ast().cardinality(a))
            }
            ExprKind::Unary(UnaryOp::ToInt | UnaryOp::ToSet, a) => self.int(a),
            ExprKind::Binary(op, a, b) => match int_op(*op) {
                Some(op) => {
                    let (a, b) = (self.int(a)?, self.int(b)?);
                    Ok(self.ast().int_op(op, a, b))
                }
                None => self.sum_of_set(e),
            },
            ExprKind::IfElse(c, a, b) => {
                let (c, a, b) = (self.formula(c)?, self.int(a)?, self.int(b)?);
                Ok(self.ast().if_int(c, a, b))
            }
            ExprKind::Let(local, value, body) => {
                let value = self.value(value)?;
                let outer = self.bind(*local, Some(value));
                let body = self.int(body)?;
                self.bind(*local, outer);
                Ok(body)
            }
            ExprKind::Quantified(Quant::Sum, decls, body) => self.sum(decls, body),
            ExprKind::Local(local) => match self.lookup(*local) {
                Some(Value::Int(i)) => Ok(i),
                Some(Value::Set(s)) => Ok(self.int_of(s)),
                _ => Err(ill_formed(e.span, "this name stands for no integer")),
            },
            _ => self.sum_of_set(e),
        }
    }

    fn sum_of_set(&mut self, e: &Expr) -> Lower<IntId> {
        let set = self.set(e)?;
        Ok(self.int_of(set))
    }

    /// The sum of a set's integers; of the set of one integer the integer itself, whether there is an atom for it or not.
    pub(super) fn int_of(&mut self, set: ExprId) -> IntId {
        match *self.ast().expr(set) {
            ast::Expr::FromInt(i) => i,
            _ => self.ast().sum_of(set),
        }
    }
}

/// The integer operation that an operator stands for.
pub(super) fn int_op(op: BinaryOp) -> Option<IntOp> {
    Some(match op {
        BinaryOp::Add => IntOp::Add,
        BinaryOp::Sub => IntOp::Sub,
        BinaryOp::Mul => IntOp::Mul,
        BinaryOp::Div => IntOp::Div,
        BinaryOp::Rem => IntOp::Rem,
        BinaryOp::Shl => IntOp::Shl,
        BinaryOp::Sha => IntOp::Sha,
        BinaryOp::Shr => IntOp::Shr,
        _ => return None,
    })
}
