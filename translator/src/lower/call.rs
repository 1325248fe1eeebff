//! Calls: replaced by the body, with arguments for parameters.
//!
//! The body is lowered just below the binders that the arguments depend on, wherever the call stands: the same call is then the same node
//! at every depth, and is grounded once. That its variables may hide others there does no harm, because a body mentions nothing but its
//! arguments.

use relfind_lang::typed::{BinaryOp, Expr, ExprKind, FuncId, Quant, UnaryOp};

use relfind_relational::ast::Node;

use super::{
    error::{Lower, ill_formed, recursion},
    lowerer::{Lowerer, Value},
};

/// What the value of a call depends on: the arguments and, where recursion is allowed, the calls around it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct CallKey {
    func: FuncId,
    args: Vec<Value>,
    around: Vec<FuncId>,
}

/// What an expression denotes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Set,
    Int,
    Formula,
}

impl Lowerer<'_> {
    /// An expression of whatever kind it is.
    pub(super) fn value(&mut self, e: &Expr) -> Lower<Value> {
        Ok(match self.sort(e) {
            Sort::Set => Value::Set(self.set(e)?),
            Sort::Int => Value::Int(self.int(e)?),
            Sort::Formula => Value::Formula(self.formula(e)?),
        })
    }

    fn sort(&self, e: &Expr) -> Sort {
        let mut e = e;
        loop {
            e = match &e.kind {
                ExprKind::IfElse(_, a, _) => a,
                ExprKind::Let(_, _, body) => body,
                _ => break,
            };
        }
        match &e.kind {
            ExprKind::Bool(_)
            | ExprKind::Compare(..)
            | ExprKind::InBound(..)
            | ExprKind::And(_)
            | ExprKind::Or(_)
            | ExprKind::Disjoint(_)
            | ExprKind::TotalOrder(..) => Sort::Formula,
            ExprKind::Quantified(quant, ..) if *quant != Quant::Sum => Sort::Formula,
            ExprKind::Number(_) | ExprKind::MinInt | ExprKind::MaxInt | ExprKind::Quantified(..) => Sort::Int,
            ExprKind::Unary(op, _) => match op {
                UnaryOp::Card | UnaryOp::ToInt => Sort::Int,
                UnaryOp::ToSet | UnaryOp::Transpose | UnaryOp::Closure => Sort::Set,
                UnaryOp::ReflexiveClosure | UnaryOp::Prime => Sort::Set,
                _ => Sort::Formula,
            },
            ExprKind::Binary(op, ..) => match op {
                BinaryOp::Implies | BinaryOp::Iff | BinaryOp::Until | BinaryOp::Since => Sort::Formula,
                BinaryOp::Triggered | BinaryOp::Releases => Sort::Formula,
                op if super::int::int_op(*op).is_some() => Sort::Int,
                _ => Sort::Set,
            },
            ExprKind::Call(func, _) if self.world.func(*func).is_pred => Sort::Formula,
            ExprKind::Local(local) => match self.lookup(*local) {
                Some(Value::Set(_)) => Sort::Set,
                Some(Value::Int(_)) => Sort::Int,
                Some(Value::Formula(_)) => Sort::Formula,
                None if self.local(*local).is_some_and(|l| l.ty.is_bool) => Sort::Formula,
                None if self.local(*local).is_some_and(|l| l.ty.is_int) => Sort::Int,
                None => Sort::Set,
            },
            _ => Sort::Set,
        }
    }

    /// The value of a call.
    pub(super) fn call(&mut self, e: &Expr, func: FuncId, args: &[Expr]) -> Lower<Value> {
        if let Some(&given) = self.declared.functions.get(&func) {
            return Ok(Value::Set(given));
        }
        let args = args.iter().map(|a| self.argument(a)).collect::<Lower<Vec<_>>>()?;
        let declared = self.world.func(func);
        let around = self.stack.iter().filter(|&&f| f == func).count();
        match self.unrolls {
            None if around > 0 => {
                return Err(recursion(
                    e.span,
                    declared.is_pred,
                    &declared.label,
                    declared.span,
                ));
            }
            Some(unrolls) if around > unrolls as usize => return Ok(self.beyond_unrolls(func)),
            _ => {}
        }
        let mut stack = if self.unrolls.is_some() {
            self.stack.clone()
        } else {
            Vec::new()
        };
        stack.sort_unstable();
        let key = CallKey {
            func,
            args,
            around: stack,
        };
        if let Some(&known) = self.calls.get(&key) {
            return Ok(known);
        }
        let value = self.expand(e, func, &key.args)?;
        self.calls.insert(key, value);
        Ok(value)
    }

    /// An argument. An integer is passed as its set, from which it is taken back where the body wants the integer.
    fn argument(&mut self, e: &Expr) -> Lower<Value> {
        Ok(match self.value(e)? {
            Value::Int(i) => Value::Set(self.ast().from_int(i)),
            value => value,
        })
    }

    /// What a call beyond the allowed depth of recursion yields: false, or nothing.
    fn beyond_unrolls(&mut self, func: FuncId) -> Value {
        let declared = self.world.func(func);
        if declared.is_pred {
            return Value::Formula(self.ast().constant(false));
        }
        let ty = declared.result.as_ref().map_or(&declared.body.ty, |r| &r.expr.ty);
        let arity = ty.products.first().map_or(1, |p| p.len().max(1) as u32);
        Value::Set(self.ast().none(arity))
    }

    /// How many binders the arguments need around them.
    fn level_below(&mut self, args: &[Value]) -> u32 {
        let ast = &self.declared.problem.ast;
        let mut needed = 0;
        for &arg in args {
            let node: Node = match arg {
                Value::Set(e) => e.into(),
                Value::Int(i) => i.into(),
                Value::Formula(f) => f.into(),
            };
            let levels = self.free.of(ast, node).iter().map(|&v| ast.var(v).level + 1);
            needed = needed.max(levels.max().unwrap_or(0));
        }
        needed.min(self.level)
    }

    /// The body, below no more binders than the arguments need.
    fn expand(&mut self, e: &Expr, func: FuncId, args: &[Value]) -> Lower<Value> {
        let declared = self.world.func(func);
        let params: Vec<_> = declared
            .params
            .iter()
            .flat_map(|p| p.locals.iter().copied())
            .collect();
        if params.len() != args.len() {
            return Err(ill_formed(e.span, "a call without some of its arguments"));
        }
        let outer: Vec<_> = params
            .iter()
            .zip(args)
            .map(|(&p, &a)| (p, self.bind(p, Some(a))))
            .collect();
        let level = self.level;
        self.level = self.level_below(args);
        self.stack.push(func);
        let value = if declared.is_pred {
            Value::Formula(self.formula(&declared.body)?)
        } else {
            Value::Set(self.set(&declared.body)?)
        };
        self.stack.pop();
        self.level = level;
        for (param, before) in outer.into_iter().rev() {
            self.bind(param, before);
        }
        Ok(value)
    }
}
