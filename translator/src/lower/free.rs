//! The binders that an expression depends on, as the set of their levels.
//!
//! The body of a call is lowered just below the binders that its arguments depend on, wherever the call stands: the same call is then the
//! same node at every depth, and is grounded once. Hiding does no harm there, because the body mentions nothing but its arguments.

use relfind_relational::ast::{Ast, Decl, Expr, ExprId, Formula, FormulaId, IntExpr, IntId};
use rustc_hash::FxHashMap;

use super::lowerer::Value;

/// Levels as bits; those from 63 on share one.
type Levels = u64;
const LAST: u32 = 63;

/// The free levels of nodes seen so far.
#[derive(Debug, Default)]
pub(super) struct FreeLevels {
    formulas: FxHashMap<FormulaId, Levels>,
    exprs: FxHashMap<ExprId, Levels>,
    ints: FxHashMap<IntId, Levels>,
}

fn below(level: u32) -> Levels {
    (1u64 << level.min(LAST)) - 1
}

impl FreeLevels {
    /// The least level at which no variable in `values` is hidden; `current` where that cannot be told.
    pub(super) fn level_below(&mut self, ast: &Ast, values: &[Value], current: u32) -> u32 {
        let levels = values.iter().fold(0, |levels, value| {
            levels
                | match *value {
                    Value::Set(e) => self.expr(ast, e),
                    Value::Int(i) => self.int(ast, i),
                    Value::Formula(f) => self.formula(ast, f),
                }
        });
        let needed = Levels::BITS - levels.leading_zeros();
        if needed > LAST {
            current
        } else {
            needed.min(current)
        }
    }

    fn binder(&mut self, ast: &Ast, decls: &[Decl], body: Levels) -> Levels {
        let bounds = decls.iter().fold(0, |levels, d| levels | self.expr(ast, d.bound));
        // What is free in a binder lies above it.
        let level = decls.first().map_or(LAST, |d| ast.var(d.var).level);
        if level >= LAST {
            bounds | body
        } else {
            (bounds | body) & below(level)
        }
    }

    fn formula(&mut self, ast: &Ast, id: FormulaId) -> Levels {
        if let Some(&known) = self.formulas.get(&id) {
            return known;
        }
        let levels = match ast.formula(id) {
            Formula::Const(_) => 0,
            Formula::Not(a) => self.formula(ast, *a),
            Formula::And(parts) | Formula::Or(parts) => {
                parts.iter().fold(0, |levels, &p| levels | self.formula(ast, p))
            }
            Formula::Implies(a, b) | Formula::Iff(a, b) => self.formula(ast, *a) | self.formula(ast, *b),
            Formula::Subset(a, b) | Formula::Equal(a, b) => self.expr(ast, *a) | self.expr(ast, *b),
            Formula::Count(_, a) | Formula::Size(_, a, _) => self.expr(ast, *a),
            Formula::IntCompare(_, a, b) => self.int(ast, *a) | self.int(ast, *b),
            Formula::Quantified(_, decls, body) => {
                let body = self.formula(ast, *body);
                self.binder(ast, decls, body)
            }
            Formula::TotalOrder { elem, first, next } => {
                self.expr(ast, *elem) | self.expr(ast, *first) | self.expr(ast, *next)
            }
        };
        self.formulas.insert(id, levels);
        levels
    }

    fn expr(&mut self, ast: &Ast, id: ExprId) -> Levels {
        if let Some(&known) = self.exprs.get(&id) {
            return known;
        }
        let levels = match ast.expr(id) {
            Expr::Relation(_) | Expr::None(_) | Expr::Univ | Expr::Iden | Expr::Ints => 0,
            Expr::Var(var) => 1 << ast.var(*var).level.min(LAST),
            Expr::Union(a, b)
            | Expr::Intersect(a, b)
            | Expr::Difference(a, b)
            | Expr::Override(a, b)
            | Expr::Join(a, b)
            | Expr::Product(a, b)
            | Expr::DomainRestrict(a, b)
            | Expr::RangeRestrict(a, b) => self.expr(ast, *a) | self.expr(ast, *b),
            Expr::Transpose(a) | Expr::Closure(a) => self.expr(ast, *a),
            Expr::If(c, a, b) => self.formula(ast, *c) | self.expr(ast, *a) | self.expr(ast, *b),
            Expr::Comprehension(decls, body) => {
                let body = self.formula(ast, *body);
                self.binder(ast, decls, body)
            }
            Expr::FromInt(i) => self.int(ast, *i),
        };
        self.exprs.insert(id, levels);
        levels
    }

    fn int(&mut self, ast: &Ast, id: IntId) -> Levels {
        if let Some(&known) = self.ints.get(&id) {
            return known;
        }
        let levels = match ast.int(id) {
            IntExpr::Const(_) => 0,
            IntExpr::Card(a) | IntExpr::SumOf(a) => self.expr(ast, *a),
            IntExpr::Sum(decls, body) => {
                let body = self.int(ast, *body);
                self.binder(ast, decls, body)
            }
            IntExpr::Binary(_, a, b) => self.int(ast, *a) | self.int(ast, *b),
            IntExpr::If(c, a, b) => self.formula(ast, *c) | self.int(ast, *a) | self.int(ast, *b),
        };
        self.ints.insert(id, levels);
        levels
    }
}
