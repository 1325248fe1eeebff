//! Replacing variables by expressions.

use std::rc::Rc;

use relfind_relational::ast::{
    Ast, Decl, Expr, ExprId, Formula, FormulaId, FreeVariables, IntExpr, IntId, Node, VarId, Variable,
};
use rustc_hash::FxHashMap;

/// What variables are replaced by. Each change gives a new number, under which results are remembered.
#[derive(Clone, Debug, Default)]
pub(super) struct Substitution {
    replaced: Rc<FxHashMap<VarId, ExprId>>,
    version: u32,
}

/// Rewrites nodes of an arena.
pub(super) struct Rewriter {
    pub(super) ast: Ast,
    pub(super) free: FreeVariables,
    known: FxHashMap<(Node, u32), Node>,
    versions: u32,
    fresh: u32,
    /// Where quantified formulas that were made come from.
    pub(super) origins: FxHashMap<FormulaId, FormulaId>,
}

impl Rewriter {
    /// A rewriter of the nodes of an arena.
    pub(super) fn new(ast: Ast) -> Self {
        Self {
            ast,
            free: FreeVariables::default(),
            known: FxHashMap::default(),
            versions: 0,
            fresh: 1 << 31,
            origins: FxHashMap::default(),
        }
    }

    /// The same with one more variable replaced.
    pub(super) fn with(&mut self, substitution: &Substitution, var: VarId, by: ExprId) -> Substitution {
        let mut replaced = substitution.replaced.as_ref().clone();
        replaced.insert(var, by);
        self.versions += 1;
        Substitution {
            replaced: Rc::new(replaced),
            version: self.versions,
        }
    }

    /// Enters a binder: the declaration with its bound rewritten, and what is replaced within. A variable that occurs in a
    /// replacement gets a new name, so that it does not catch it.
    pub(super) fn enter(&mut self, substitution: &mut Substitution, decl: &Decl) -> Decl {
        let bound = self.expr(decl.bound, substitution);
        let mut var = decl.var;
        let replacements: Vec<(VarId, ExprId)> = {
            let mut all: Vec<_> = substitution
                .replaced
                .iter()
                .map(|(&var, &by)| (var, by))
                .collect();
            all.sort_unstable();
            all
        };
        let is_replaced = substitution.replaced.contains_key(&var);
        let catches = replacements
            .iter()
            .any(|&(other, by)| other != var && self.free.of(&self.ast, by).contains(&var));
        if catches {
            let Variable { name, arity, .. } = self.ast.var(var).clone();
            var = self.ast.add_var(&name, arity, self.fresh);
            self.fresh += 1;
            let by = self.ast.variable(var);
            *substitution = self.with(substitution, decl.var, by);
        } else if is_replaced {
            let mut rest = substitution.replaced.as_ref().clone();
            rest.remove(&var);
            self.versions += 1;
            *substitution = Substitution {
                replaced: Rc::new(rest),
                version: self.versions,
            };
        }
        Decl {
            var,
            multiplicity: decl.multiplicity,
            bound,
        }
    }

    fn is_untouched(&mut self, node: Node, substitution: &Substitution) -> bool {
        substitution.replaced.is_empty()
            || !self
                .free
                .of(&self.ast, node)
                .iter()
                .any(|var| substitution.replaced.contains_key(var))
    }

    /// The formula with variables replaced.
    pub(super) fn formula(&mut self, id: FormulaId, substitution: &Substitution) -> FormulaId {
        match self.node(id.into(), substitution) {
            Node::Formula(id) => id,
            _ => id,
        }
    }

    /// The expression with variables replaced.
    pub(super) fn expr(&mut self, id: ExprId, substitution: &Substitution) -> ExprId {
        match self.node(id.into(), substitution) {
            Node::Expr(id) => id,
            _ => id,
        }
    }

    fn int(&mut self, id: IntId, substitution: &Substitution) -> IntId {
        match self.node(id.into(), substitution) {
            Node::Int(id) => id,
            _ => id,
        }
    }

    fn node(&mut self, node: Node, substitution: &Substitution) -> Node {
        if self.is_untouched(node, substitution) {
            return node;
        }
        let key = (node, substitution.version);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let result = match node {
            Node::Formula(id) => self.rewrite_formula(id, substitution).into(),
            Node::Expr(id) => self.rewrite_expr(id, substitution).into(),
            Node::Int(id) => self.rewrite_int(id, substitution).into(),
        };
        self.known.insert(key, result);
        result
    }

    fn decls(&mut self, decls: &[Decl], substitution: &Substitution) -> (Vec<Decl>, Substitution) {
        let mut inner = substitution.clone();
        let decls = decls.iter().map(|decl| self.enter(&mut inner, decl)).collect();
        (decls, inner)
    }

    fn rewrite_formula(&mut self, id: FormulaId, s: &Substitution) -> FormulaId {
        let rewritten = match self.ast.formula(id).clone() {
            Formula::Const(value) => Formula::Const(value),
            Formula::Not(a) => Formula::Not(self.formula(a, s)),
            Formula::And(parts) => Formula::And(parts.iter().map(|&part| self.formula(part, s)).collect()),
            Formula::Or(parts) => Formula::Or(parts.iter().map(|&part| self.formula(part, s)).collect()),
            Formula::Implies(a, b) => Formula::Implies(self.formula(a, s), self.formula(b, s)),
            Formula::Iff(a, b) => Formula::Iff(self.formula(a, s), self.formula(b, s)),
            Formula::Subset(a, b) => Formula::Subset(self.expr(a, s), self.expr(b, s)),
            Formula::Equal(a, b) => Formula::Equal(self.expr(a, s), self.expr(b, s)),
            Formula::Count(count, a) => Formula::Count(count, self.expr(a, s)),
            Formula::Size(comparison, a, n) => Formula::Size(comparison, self.expr(a, s), n),
            Formula::IntCompare(op, a, b) => Formula::IntCompare(op, self.int(a, s), self.int(b, s)),
            Formula::Quantified(quantifier, decls, body) => {
                let (decls, inner) = self.decls(&decls, s);
                Formula::Quantified(quantifier, decls.into(), self.formula(body, &inner))
            }
            Formula::TotalOrder { elem, first, next } => Formula::TotalOrder {
                elem: self.expr(elem, s),
                first: self.expr(first, s),
                next: self.expr(next, s),
            },
        };
        let is_quantified = matches!(rewritten, Formula::Quantified(..));
        let new = self.ast.add_formula(rewritten);
        if is_quantified {
            self.origins.entry(new).or_insert(id);
        }
        new
    }

    fn rewrite_expr(&mut self, id: ExprId, s: &Substitution) -> ExprId {
        match self.ast.expr(id).clone() {
            Expr::Var(var) => s.replaced.get(&var).copied().unwrap_or(id),
            Expr::Relation(_) | Expr::None(_) | Expr::Univ | Expr::Iden | Expr::Ints => id,
            Expr::Union(a, b) => self.binary(a, b, s, Ast::union),
            Expr::Intersect(a, b) => self.binary(a, b, s, Ast::intersect),
            Expr::Difference(a, b) => self.binary(a, b, s, Ast::difference),
            Expr::Override(a, b) => self.binary(a, b, s, Ast::override_with),
            Expr::Join(a, b) => self.binary(a, b, s, Ast::join),
            Expr::Product(a, b) => self.binary(a, b, s, Ast::product),
            Expr::DomainRestrict(a, b) => self.binary(a, b, s, Ast::domain_restrict),
            Expr::RangeRestrict(a, b) => self.binary(a, b, s, Ast::range_restrict),
            Expr::Transpose(a) => {
                let a = self.expr(a, s);
                self.ast.transpose(a)
            }
            Expr::Closure(a) => {
                let a = self.expr(a, s);
                self.ast.closure(a)
            }
            Expr::If(c, a, b) => {
                let (c, a, b) = (self.formula(c, s), self.expr(a, s), self.expr(b, s));
                self.ast.if_expr(c, a, b)
            }
            Expr::Comprehension(decls, body) => {
                let (decls, inner) = self.decls(&decls, s);
                let body = self.formula(body, &inner);
                self.ast.comprehension(decls, body)
            }
            Expr::FromInt(i) => {
                let i = self.int(i, s);
                self.ast.from_int(i)
            }
        }
    }

    fn binary(
        &mut self,
        a: ExprId,
        b: ExprId,
        s: &Substitution,
        make: impl FnOnce(&mut Ast, ExprId, ExprId) -> ExprId,
    ) -> ExprId {
        let (a, b) = (self.expr(a, s), self.expr(b, s));
        make(&mut self.ast, a, b)
    }

    fn rewrite_int(&mut self, id: IntId, s: &Substitution) -> IntId {
        let rewritten = match self.ast.int(id).clone() {
            IntExpr::Const(value) => IntExpr::Const(value),
            IntExpr::Card(a) => IntExpr::Card(self.expr(a, s)),
            IntExpr::SumOf(a) => IntExpr::SumOf(self.expr(a, s)),
            IntExpr::Sum(decls, body) => {
                let (decls, inner) = self.decls(&decls, s);
                IntExpr::Sum(decls.into(), self.int(body, &inner))
            }
            IntExpr::Binary(op, a, b) => IntExpr::Binary(op, self.int(a, s), self.int(b, s)),
            IntExpr::If(c, a, b) => IntExpr::If(self.formula(c, s), self.int(a, s), self.int(b, s)),
        };
        self.ast.add_int(rewritten)
    }
}
