//! The arena of hash-consed nodes.

use std::hash::Hash;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::{
    Count, Decl, Expr, ExprId, Formula, FormulaId, IntComparison, IntExpr, IntId, IntOp, Multiplicity,
    Quantifier, RelationId, SizeComparison, VarId, Variable,
};

type Interner<T> = IndexSet<T, FxBuildHasher>;

fn intern<T: Hash + Eq>(set: &mut Interner<T>, node: T) -> u32 {
    set.insert_full(node).0 as u32
}

/// All nodes of a problem, each stored once.
///
/// The constructors build the node as it is: nothing is simplified here, so that the evaluator sees what was asked.
#[derive(Clone, Debug, Default)]
pub struct Ast {
    formulas: Interner<Formula>,
    exprs: Interner<Expr>,
    arities: Vec<u32>,
    ints: Interner<IntExpr>,
    vars: Interner<Variable>,
}

impl Ast {
    /// The node of a formula.
    pub fn formula(&self, id: FormulaId) -> &Formula {
        &self.formulas[id.index()]
    }

    /// The node of an expression.
    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id.index()]
    }

    /// The node of an integer expression.
    pub fn int(&self, id: IntId) -> &IntExpr {
        &self.ints[id.index()]
    }

    /// The variable.
    pub fn var(&self, id: VarId) -> &Variable {
        &self.vars[id.index()]
    }

    /// The arity of an expression.
    pub fn arity(&self, id: ExprId) -> u32 {
        self.arities[id.index()]
    }

    /// How many formulas there are.
    pub fn formulas(&self) -> usize {
        self.formulas.len()
    }

    /// How many expressions there are.
    pub fn exprs(&self) -> usize {
        self.exprs.len()
    }

    /// How many integer expressions there are.
    pub fn ints(&self) -> usize {
        self.ints.len()
    }

    /// How many variables there are.
    pub fn vars(&self) -> usize {
        self.vars.len()
    }

    /// Interns a formula.
    pub fn add_formula(&mut self, node: Formula) -> FormulaId {
        debug_assert!(self.well_formed(&node), "arities do not fit: {node:?}");
        FormulaId(intern(&mut self.formulas, node))
    }

    /// Interns an integer expression.
    pub fn add_int(&mut self, node: IntExpr) -> IntId {
        IntId(intern(&mut self.ints, node))
    }

    /// Interns a variable.
    pub fn add_var(&mut self, name: &str, arity: u32, level: u32) -> VarId {
        VarId(intern(
            &mut self.vars,
            Variable {
                name: name.into(),
                arity,
                level,
            },
        ))
    }

    /// Interns an expression of a known arity; the other constructors know it from the operands.
    fn add_expr(&mut self, node: Expr, arity: u32) -> ExprId {
        let id = ExprId(intern(&mut self.exprs, node));
        if id.index() == self.arities.len() {
            self.arities.push(arity);
        }
        id
    }

    /// A relation as an expression.
    pub fn relation(&mut self, relation: RelationId, arity: u32) -> ExprId {
        self.add_expr(Expr::Relation(relation), arity)
    }

    /// A variable as an expression.
    pub fn variable(&mut self, var: VarId) -> ExprId {
        let arity = self.var(var).arity;
        self.add_expr(Expr::Var(var), arity)
    }

    /// The empty relation.
    pub fn none(&mut self, arity: u32) -> ExprId {
        self.add_expr(Expr::None(arity), arity)
    }

    /// All atoms.
    pub fn univ(&mut self) -> ExprId {
        self.add_expr(Expr::Univ, 1)
    }

    /// The identity.
    pub fn iden(&mut self) -> ExprId {
        self.add_expr(Expr::Iden, 2)
    }

    /// All integers.
    pub fn all_ints(&mut self) -> ExprId {
        self.add_expr(Expr::Ints, 1)
    }

    /// `a + b`
    pub fn union(&mut self, a: ExprId, b: ExprId) -> ExprId {
        debug_assert_eq!(self.arity(a), self.arity(b));
        self.add_expr(Expr::Union(a, b), self.arity(a))
    }

    /// `a & b`
    pub fn intersect(&mut self, a: ExprId, b: ExprId) -> ExprId {
        debug_assert_eq!(self.arity(a), self.arity(b));
        self.add_expr(Expr::Intersect(a, b), self.arity(a))
    }

    /// `a - b`
    pub fn difference(&mut self, a: ExprId, b: ExprId) -> ExprId {
        debug_assert_eq!(self.arity(a), self.arity(b));
        self.add_expr(Expr::Difference(a, b), self.arity(a))
    }

    /// `a ++ b`
    pub fn override_with(&mut self, a: ExprId, b: ExprId) -> ExprId {
        debug_assert_eq!(self.arity(a), self.arity(b));
        self.add_expr(Expr::Override(a, b), self.arity(a))
    }

    /// `a . b`
    pub fn join(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let arity = self.arity(a) + self.arity(b) - 2;
        debug_assert!(arity > 0);
        self.add_expr(Expr::Join(a, b), arity)
    }

    /// `a -> b`
    pub fn product(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.add_expr(Expr::Product(a, b), self.arity(a) + self.arity(b))
    }

    /// `~a`
    pub fn transpose(&mut self, a: ExprId) -> ExprId {
        debug_assert_eq!(self.arity(a), 2);
        self.add_expr(Expr::Transpose(a), 2)
    }

    /// `^a`
    pub fn closure(&mut self, a: ExprId) -> ExprId {
        debug_assert_eq!(self.arity(a), 2);
        self.add_expr(Expr::Closure(a), 2)
    }

    /// `a <: b`
    pub fn domain_restrict(&mut self, a: ExprId, b: ExprId) -> ExprId {
        debug_assert_eq!(self.arity(a), 1);
        self.add_expr(Expr::DomainRestrict(a, b), self.arity(b))
    }

    /// `a :> b`
    pub fn range_restrict(&mut self, a: ExprId, b: ExprId) -> ExprId {
        debug_assert_eq!(self.arity(b), 1);
        self.add_expr(Expr::RangeRestrict(a, b), self.arity(a))
    }

    /// `c => a else b`
    pub fn if_expr(&mut self, c: FormulaId, a: ExprId, b: ExprId) -> ExprId {
        debug_assert_eq!(self.arity(a), self.arity(b));
        self.add_expr(Expr::If(c, a, b), self.arity(a))
    }

    /// `{ decls | body }`
    pub fn comprehension(&mut self, decls: Vec<Decl>, body: FormulaId) -> ExprId {
        debug_assert!(
            decls
                .iter()
                .all(|d| self.var(d.var).arity == 1 && d.multiplicity == Multiplicity::One)
        );
        let arity = decls.len() as u32;
        self.add_expr(Expr::Comprehension(decls.into(), body), arity)
    }

    /// The atom of an integer.
    pub fn from_int(&mut self, i: IntId) -> ExprId {
        self.add_expr(Expr::FromInt(i), 1)
    }

    /// True or false.
    pub fn constant(&mut self, value: bool) -> FormulaId {
        self.add_formula(Formula::Const(value))
    }

    /// `not a`
    #[allow(clippy::should_implement_trait)]
    pub fn not(&mut self, a: FormulaId) -> FormulaId {
        self.add_formula(Formula::Not(a))
    }

    /// The conjunction.
    pub fn and(&mut self, parts: Vec<FormulaId>) -> FormulaId {
        self.add_formula(Formula::And(parts.into()))
    }

    /// The disjunction.
    pub fn or(&mut self, parts: Vec<FormulaId>) -> FormulaId {
        self.add_formula(Formula::Or(parts.into()))
    }

    /// `a => b`
    pub fn implies(&mut self, a: FormulaId, b: FormulaId) -> FormulaId {
        self.add_formula(Formula::Implies(a, b))
    }

    /// `a <=> b`
    pub fn iff(&mut self, a: FormulaId, b: FormulaId) -> FormulaId {
        self.add_formula(Formula::Iff(a, b))
    }

    /// `a in b`
    pub fn subset(&mut self, a: ExprId, b: ExprId) -> FormulaId {
        self.add_formula(Formula::Subset(a, b))
    }

    /// `a = b`
    pub fn equal(&mut self, a: ExprId, b: ExprId) -> FormulaId {
        self.add_formula(Formula::Equal(a, b))
    }

    /// `no a`, `some a`, `lone a`, `one a`
    pub fn count(&mut self, count: Count, a: ExprId) -> FormulaId {
        self.add_formula(Formula::Count(count, a))
    }

    /// The number of tuples of `a` compared with a plain natural number, never overflowing.
    pub fn size(&mut self, comparison: SizeComparison, a: ExprId, n: u32) -> FormulaId {
        self.add_formula(Formula::Size(comparison, a, n))
    }

    /// A comparison of integers.
    pub fn int_compare(&mut self, op: IntComparison, a: IntId, b: IntId) -> FormulaId {
        self.add_formula(Formula::IntCompare(op, a, b))
    }

    /// `all decls | body` or `some decls | body`
    pub fn quantified(&mut self, quantifier: Quantifier, decls: Vec<Decl>, body: FormulaId) -> FormulaId {
        self.add_formula(Formula::Quantified(quantifier, decls.into(), body))
    }

    /// The total order predicate.
    pub fn total_order(&mut self, elem: ExprId, first: ExprId, next: ExprId) -> FormulaId {
        self.add_formula(Formula::TotalOrder { elem, first, next })
    }

    /// An integer literal.
    pub fn number(&mut self, value: i64) -> IntId {
        self.add_int(IntExpr::Const(value))
    }

    /// `#a`
    pub fn cardinality(&mut self, a: ExprId) -> IntId {
        self.add_int(IntExpr::Card(a))
    }

    /// The sum of the integers in a set.
    pub fn sum_of(&mut self, a: ExprId) -> IntId {
        debug_assert_eq!(self.arity(a), 1);
        self.add_int(IntExpr::SumOf(a))
    }

    /// `sum decls | body`
    pub fn sum(&mut self, decls: Vec<Decl>, body: IntId) -> IntId {
        self.add_int(IntExpr::Sum(decls.into(), body))
    }

    /// An integer operation.
    pub fn int_op(&mut self, op: IntOp, a: IntId, b: IntId) -> IntId {
        self.add_int(IntExpr::Binary(op, a, b))
    }

    /// `c => a else b` of integers.
    pub fn if_int(&mut self, c: FormulaId, a: IntId, b: IntId) -> IntId {
        self.add_int(IntExpr::If(c, a, b))
    }

    fn well_formed(&self, node: &Formula) -> bool {
        match *node {
            Formula::Subset(a, b) | Formula::Equal(a, b) => self.arity(a) == self.arity(b),
            Formula::Quantified(_, ref decls, _) => {
                decls.iter().all(|d| self.var(d.var).arity == self.arity(d.bound))
            }
            Formula::TotalOrder { elem, first, next } => {
                self.arity(elem) == 1 && self.arity(first) == 1 && self.arity(next) == 2
            }
            _ => true,
        }
    }
}
