//! What a command reaches: its goal, all facts, signature facts and field bounds, and the bodies of what they call.

use std::collections::BTreeSet;

use indexmap::IndexSet;
use relfind_lang::{
    source::Span,
    typed::{BinaryOp, Bound, Command, Expr, ExprKind, FuncId, Goal, Quant, UnaryOp, VarDecl, World},
};

use super::lowerer::MAX_DEPTH;

/// What a command reaches.
#[derive(Debug, Default)]
pub(super) struct Reach {
    /// String literals, in the order they are met.
    pub(super) strings: IndexSet<String>,
    /// Integer literals and their places.
    pub(super) literals: BTreeSet<(Span, i64)>,
    /// Whether the value of an integer matters anywhere.
    pub(super) uses_ints: bool,
    /// The first thing that makes states differ, and how to call it: `var`, or `before`, which is false in the first state.
    pub(super) temporal: Option<(Span, String)>,
    /// Other operators of time. Where nothing makes states differ, they say the same of one state.
    pub(super) timeless: BTreeSet<(Span, &'static str)>,
    /// Whether the goal or a fact has an operator of time itself, not only through calls and declarations.
    pub(super) speaks_of_time: bool,
    /// Where expressions are nested more deeply than can be lowered.
    pub(super) too_deep: Option<Span>,
    /// Functions and predicates whose bodies are reached.
    funcs: IndexSet<FuncId>,
    depth: u32,
}

impl Reach {
    /// Everything that the command reaches.
    pub(super) fn of(world: &World, command: &Command) -> Reach {
        let mut reach = Reach::default();
        reach.variable_state(world);
        for f in &world.facts {
            reach.expr(&f.body);
        }
        match command.goal {
            Goal::Run(func) => {
                let f = world.func(func);
                reach.decls(&f.params);
                if let Some(b) = &f.result {
                    reach.bound(b);
                }
                reach.expr(&f.body);
                reach.funcs.insert(func);
            }
            Goal::Check(assert) => {
                if let Some(a) = world.asserts.get(assert.index()) {
                    reach.expr(&a.body);
                }
            }
        }
        reach.speaks_of_time = !reach.timeless.is_empty();
        for sig in &world.sigs {
            for d in &sig.field_decls {
                reach.bound(&d.bound);
            }
            for f in &sig.facts {
                reach.expr(f);
            }
        }
        reach.calls(world);
        reach
    }

    /// Everything that an expression reaches, and the functions it calls.
    pub(super) fn of_expr(world: &World, expr: &Expr) -> Reach {
        let mut reach = Reach::default();
        reach.expr(expr);
        reach.calls(world);
        reach
    }

    /// The bodies of all functions that are reached.
    fn calls(&mut self, world: &World) {
        let mut next = 0;
        while let Some(&func) = self.funcs.get_index(next) {
            self.expr(&world.func(func).body);
            next += 1;
        }
    }

    /// `var` declarations make every command one over time.
    fn variable_state(&mut self, world: &World) {
        let sig = world.sigs.iter().find(|s| s.is_var);
        if let Some((sig, span)) = sig.and_then(|s| Some((s, s.span?))) {
            self.temporal = Some((span, format!("`var sig {}`", sig.name)));
        } else if let Some(field) = world.fields.iter().find(|f| f.is_var) {
            self.temporal = Some((field.span, format!("`var {}`", field.name)));
        }
    }

    fn bound(&mut self, bound: &Bound) {
        self.expr(&bound.expr);
    }

    fn decls(&mut self, decls: &[VarDecl]) {
        for d in decls {
            self.bound(&d.bound);
        }
    }

    fn time(&mut self, span: Span, word: &'static str) {
        self.timeless.insert((span, word));
    }

    fn expr(&mut self, e: &Expr) {
        if self.depth >= MAX_DEPTH {
            self.too_deep.get_or_insert(e.span);
            return;
        }
        self.depth += 1;
        self.parts(e);
        self.depth -= 1;
    }

    fn parts(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Bool(_)
            | ExprKind::Field(_)
            | ExprKind::Local(_)
            | ExprKind::Iden
            | ExprKind::Sig(_) => {}
            ExprKind::MinInt | ExprKind::MaxInt | ExprKind::NextInt => self.uses_ints = true,
            ExprKind::Number(n) => {
                self.uses_ints = true;
                self.literals.insert((e.span, i64::from(*n)));
            }
            ExprKind::Str(text) => {
                self.strings.insert(text.clone());
            }
            ExprKind::Unary(op, a) => {
                // `p ; q` puts an `after` around q that is not written.
                if *op == UnaryOp::After && e.span == a.span {
                    self.time(e.span, ";");
                } else {
                    self.unary(*op, e.span);
                }
                self.expr(a);
            }
            ExprKind::Binary(op, a, b) => {
                self.binary(*op, e.span);
                // The literals of `0 - 8` are one, the least integer.
                let before = (*op == BinaryOp::Difference).then(|| self.literals.clone());
                self.expr(a);
                self.expr(b);
                if let (Some(before), Some(value)) = (before, negated(a, b)) {
                    self.literals = before;
                    self.literals.insert((e.span, value));
                }
            }
            ExprKind::Compare(_, a, b) | ExprKind::Arrow(a, _, _, b) | ExprKind::Sequence(a, b) => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::InBound(a, b) => {
                self.expr(a);
                self.bound(b);
            }
            ExprKind::And(parts) | ExprKind::Or(parts) | ExprKind::Disjoint(parts) => {
                for p in parts {
                    self.expr(p);
                }
            }
            ExprKind::TotalOrder(a, b, c) | ExprKind::IfElse(a, b, c) => {
                for p in [a, b, c] {
                    self.expr(p);
                }
            }
            ExprKind::Let(_, a, b) => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::Quantified(quant, decls, body) => {
                self.uses_ints |= *quant == Quant::Sum;
                self.decls(decls);
                self.expr(body);
            }
            ExprKind::Comprehension(decls, body) => {
                self.decls(decls);
                self.expr(body);
            }
            ExprKind::Call(func, args) => {
                self.funcs.insert(*func);
                for a in args {
                    self.expr(a);
                }
            }
        }
    }

    fn unary(&mut self, op: UnaryOp, span: Span) {
        match op {
            UnaryOp::Card | UnaryOp::ToInt | UnaryOp::ToSet => self.uses_ints = true,
            UnaryOp::Prime => self.time(span, "'"),
            UnaryOp::Always => self.time(span, "always"),
            UnaryOp::Eventually => self.time(span, "eventually"),
            UnaryOp::After => self.time(span, "after"),
            UnaryOp::Before if self.temporal.is_none() => self.temporal = Some((span, "`before`".to_owned())),
            UnaryOp::Historically => self.time(span, "historically"),
            UnaryOp::Once => self.time(span, "once"),
            _ => {}
        }
    }

    fn binary(&mut self, op: BinaryOp, span: Span) {
        match op {
            BinaryOp::Until => self.time(span, "until"),
            BinaryOp::Since => self.time(span, "since"),
            BinaryOp::Triggered => self.time(span, "triggered"),
            BinaryOp::Releases => self.time(span, "releases"),
            BinaryOp::Shl | BinaryOp::Sha | BinaryOp::Shr => self.uses_ints = true,
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => self.uses_ints = true,
            BinaryOp::Div | BinaryOp::Rem => self.uses_ints = true,
            _ => {}
        }
    }
}

/// The number of a literal, as an integer or as a set.
fn literal(e: &Expr) -> Option<i64> {
    match &e.kind {
        ExprKind::Number(n) => Some(i64::from(*n)),
        ExprKind::Unary(UnaryOp::ToSet, a) => literal(a),
        _ => None,
    }
}

/// The value of `0 - n` where a literal zero and a literal power of two are written: where the power is one more than the greatest
/// integer, the difference denotes the least integer.
pub(super) fn negated(a: &Expr, b: &Expr) -> Option<i64> {
    match (literal(a), literal(b)) {
        (Some(0), Some(n)) if n > 0 && n.count_ones() == 1 => Some(-n),
        _ => None,
    }
}
