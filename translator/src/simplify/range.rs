//! Between which constants the value of an expression lies, whatever the relations are within their bounds.

use relfind_relational::{
    Bounds, TupleSet, TupleSetError,
    ast::{Ast, Expr, ExprId, IntExpr, VarId},
};
use rustc_hash::FxHashMap;

use super::constant::Constants;

type Result = std::result::Result<TupleSet, TupleSetError>;

/// Bounds of expressions.
pub(crate) struct Ranges<'a> {
    pub(crate) ast: &'a Ast,
    pub(crate) bounds: &'a Bounds,
    /// What each free variable's value is contained in; everything for those that are missing.
    pub(crate) variables: &'a mut FxHashMap<VarId, TupleSet>,
    /// Values of comprehensions.
    pub(crate) constants: &'a Constants,
}

impl Ranges<'_> {
    /// A set that contains the value.
    pub(crate) fn upper(&mut self, id: ExprId) -> Result {
        let universe = self.bounds.universe().clone();
        Ok(match *self.ast.expr(id) {
            Expr::Relation(relation) => self.bounds.relation(relation).upper.clone(),
            Expr::Var(var) => match self.variables.get(&var) {
                Some(known) => known.clone(),
                None => TupleSet::all(&universe, self.ast.arity(id))?,
            },
            Expr::None(arity) => TupleSet::empty(&universe, arity),
            Expr::Univ => TupleSet::all(&universe, 1)?,
            Expr::Iden => TupleSet::identity(&universe),
            Expr::Ints => TupleSet::ints(&universe),
            Expr::Union(a, b) | Expr::If(_, a, b) | Expr::Override(a, b) => {
                self.upper(a)?.union(&self.upper(b)?)
            }
            Expr::Intersect(a, b) => self.upper(a)?.intersection(&self.upper(b)?),
            Expr::Difference(a, b) => self.upper(a)?.difference(&self.lower(b)?),
            Expr::Join(a, b) => self.upper(a)?.join(&self.upper(b)?)?,
            Expr::Product(a, b) => self.upper(a)?.product(&self.upper(b)?)?,
            Expr::Transpose(a) => self.upper(a)?.transpose(),
            Expr::Closure(a) => self.upper(a)?.closure()?,
            Expr::DomainRestrict(a, b) => self.upper(b)?.domain_restrict(&self.upper(a)?),
            Expr::RangeRestrict(a, b) => self.upper(a)?.range_restrict(&self.upper(b)?),
            Expr::Comprehension(ref decls, _) => {
                let mut columns = Vec::with_capacity(decls.len());
                let mut hidden = Vec::with_capacity(decls.len());
                for decl in decls {
                    let upper = self.upper(decl.bound)?;
                    hidden.push((decl.var, self.variables.insert(decl.var, upper.clone())));
                    columns.push(upper);
                }
                for (var, value) in hidden.into_iter().rev() {
                    match value {
                        Some(value) => self.variables.insert(var, value),
                        None => self.variables.remove(&var),
                    };
                }
                match self.constant(id, &columns) {
                    Some(value) => value,
                    None => TupleSet::product_of(&universe, &columns)?,
                }
            }
            Expr::FromInt(i) => match *self.ast.int(i) {
                IntExpr::Const(value) => {
                    let atom = universe.int_atom(wrapped(value, universe.bitwidth()));
                    TupleSet::of_atoms(&universe, atom)
                }
                _ => TupleSet::ints(&universe),
            },
        })
    }

    /// A set that the value contains; the empty set where that would be hard to tell.
    pub(crate) fn lower(&mut self, id: ExprId) -> Result {
        let universe = self.bounds.universe().clone();
        Ok(match *self.ast.expr(id) {
            Expr::Relation(relation) => self.bounds.relation(relation).lower.clone(),
            Expr::Univ => TupleSet::all(&universe, 1)?,
            Expr::Iden => TupleSet::identity(&universe),
            Expr::Ints => TupleSet::ints(&universe),
            Expr::Union(a, b) => self.lower(a)?.union(&self.lower(b)?),
            Expr::Intersect(a, b) => self.lower(a)?.intersection(&self.lower(b)?),
            Expr::Difference(a, b) => self.lower(a)?.difference(&self.upper(b)?),
            Expr::Join(a, b) => self.lower(a)?.join(&self.lower(b)?)?,
            Expr::Product(a, b) => self.lower(a)?.product(&self.lower(b)?)?,
            Expr::Transpose(a) => self.lower(a)?.transpose(),
            Expr::Closure(a) => self.lower(a)?.closure()?,
            Expr::DomainRestrict(a, b) => self.lower(b)?.domain_restrict(&self.lower(a)?),
            Expr::RangeRestrict(a, b) => self.lower(a)?.range_restrict(&self.lower(b)?),
            Expr::Comprehension(ref decls, _) => {
                let columns: std::result::Result<Vec<TupleSet>, _> =
                    decls.iter().map(|decl| self.upper(decl.bound)).collect();
                self.constant(id, &columns?)
                    .unwrap_or_else(|| TupleSet::empty(&universe, self.ast.arity(id)))
            }
            _ => TupleSet::empty(&universe, self.ast.arity(id)),
        })
    }

    /// The value of a comprehension whose variables are within these columns, if no other is possible.
    fn constant(&self, id: ExprId, columns: &[TupleSet]) -> Option<TupleSet> {
        let sizes = columns.iter().map(TupleSet::len);
        self.constants.comprehension(self.ast, self.bounds, id, sizes)
    }
}

/// A literal as the bitwidth holds it. Where overflow is prevented the set is undefined instead, and may be anything.
fn wrapped(value: i64, bitwidth: u32) -> i64 {
    let unused = i64::BITS - bitwidth.clamp(1, 64);
    value << unused >> unused
}
