//! Narrows bounds by what goals say outright.
//!
//! A goal `r in e` leaves a relation only what `e` may have, `r = e` gives it also what `e` must have, and so on, also row by
//! row where a goal speaks of all rows. This is unit propagation, on relations instead of boolean variables: what it decides needs no variable, and folds away before the circuit
//! is made. Goals stay: they become true by themselves where the bounds say the same.

use std::sync::Arc;

use relfind_relational::{
    Bounds, Overflow, TupleSet, Universe,
    ast::{
        Ast, Count, Decl, Expr, ExprId, Formula, FormulaId, Multiplicity, Node, Quantifier, RelationId,
        SizeComparison,
    },
    leaves_out_undefined,
};
use rustc_hash::FxHashMap;

use super::{constant::Constants, range::Ranges};

/// How many times all goals are looked at; each time narrower bounds may narrow others.
const ROUNDS: usize = 4;

/// How many tuples may be looked at to narrow one relation row by row.
const ROW_WORK: usize = 20_000_000;

/// The bounds narrowed by the goals; those of a relation for which nothing could satisfy them stay as they are.
pub(super) fn tighten(ast: &Ast, goals: &[FormulaId], bounds: Bounds, overflow: Overflow) -> Bounds {
    let mut bounds = bounds;
    let constants = Constants::new(overflow);
    for _ in 0..ROUNDS {
        constants.forget_missing();
        let mut narrowed = Narrowed {
            ast,
            bounds: &bounds,
            constants: &constants,
            found: FxHashMap::default(),
        };
        for &goal in goals {
            narrowed.goal(goal);
        }
        let found = narrowed.found;
        if found.is_empty() {
            break;
        }
        bounds = rebuilt(bounds.universe(), &bounds, &found);
    }
    bounds
}

/// The bounds with some relations' lower and upper bounds replaced.
fn rebuilt(
    universe: &Arc<Universe>,
    bounds: &Bounds,
    found: &FxHashMap<RelationId, (TupleSet, TupleSet)>,
) -> Bounds {
    let mut result = Bounds::new(universe.clone());
    for (id, relation) in bounds.iter() {
        let (name, kind) = (relation.name.as_str(), relation.kind);
        let (lower, upper) = match found.get(&id) {
            Some((lower, upper)) => (lower.clone(), upper.clone()),
            None => (relation.lower.clone(), relation.upper.clone()),
        };
        if result.add(name, kind, lower, upper).is_err() {
            // Not reached: what is found is contained in each other.
            return bounds.clone();
        }
    }
    result
}

struct Narrowed<'a> {
    ast: &'a Ast,
    bounds: &'a Bounds,
    constants: &'a Constants,
    /// New lower and upper bounds.
    found: FxHashMap<RelationId, (TupleSet, TupleSet)>,
}

impl Narrowed<'_> {
    fn goal(&mut self, goal: FormulaId) {
        match *self.ast.formula(goal) {
            Formula::Subset(a, b) => {
                self.contained(a, b);
                self.contains(b, a);
            }
            Formula::Equal(a, b) => {
                for (a, b) in [(a, b), (b, a)] {
                    self.contained(a, b);
                    self.contains(a, b);
                }
            }
            Formula::Count(Count::No, a)
            | Formula::Size(SizeComparison::AtMost | SizeComparison::Exactly, a, 0) => {
                if let Some(id) = self.relation(a) {
                    self.narrow(
                        id,
                        None,
                        Some(TupleSet::empty(self.bounds.universe(), self.ast.arity(a))),
                    );
                }
            }
            Formula::Count(Count::Some, a) => self.at_least(a, 1),
            Formula::Count(Count::Lone, a) => self.at_most(a, 1),
            Formula::Count(Count::One, a) => {
                self.at_least(a, 1);
                self.at_most(a, 1);
            }
            Formula::Size(comparison, a, n) => {
                if comparison != SizeComparison::AtMost {
                    self.at_least(a, n as usize);
                }
                if comparison != SizeComparison::AtLeast {
                    self.at_most(a, n as usize);
                }
            }
            Formula::Quantified(Quantifier::All, ref decls, body) => {
                if let &[decl] = &**decls {
                    self.for_all(decl, body);
                }
            }
            _ => {}
        }
    }

    /// `all x: d | x.r in e`, alone or among others: rows of `r` for what `d` must have.
    fn for_all(&mut self, decl: Decl, body: FormulaId) {
        let is_single = decl.multiplicity == Multiplicity::One && self.ast.arity(decl.bound) == 1;
        // An integer for which the body is undefined says nothing.
        if !is_single || leaves_out_undefined(self.ast, &decl) {
            return;
        }
        let mut pending = vec![body];
        while let Some(formula) = pending.pop() {
            let (row, limit) = match *self.ast.formula(formula) {
                Formula::And(ref parts) => {
                    pending.extend(parts.iter().rev());
                    continue;
                }
                Formula::Subset(a, b) => (a, Some(b)),
                Formula::Equal(a, b) if self.row_of(a, decl).is_some() => (a, Some(b)),
                Formula::Equal(a, b) => (b, Some(a)),
                Formula::Count(Count::No, a) => (a, None),
                _ => continue,
            };
            if let Some(id) = self.row_of(row, decl) {
                self.rows(id, decl, limit);
            }
        }
    }

    /// The relation `r` of an expression `x.r`.
    fn row_of(&self, e: ExprId, decl: Decl) -> Option<RelationId> {
        let Expr::Join(x, r) = *self.ast.expr(e) else {
            return None;
        };
        let open = |id: &RelationId| !self.bounds.relation(*id).is_constant();
        (*self.ast.expr(x) == Expr::Var(decl.var))
            .then(|| self.relation(r).filter(open))
            .flatten()
    }

    /// `x.r in e` for every `x`; without `e`, `no x.r`.
    fn rows(&mut self, id: RelationId, decl: Decl, limit: Option<ExprId>) {
        let (_, upper) = self.current(id);
        let Ok(certain) = self.ranges(|ranges| ranges.lower(decl.bound)) else {
            return;
        };
        let cost = certain.len().saturating_mul(limit.map_or(1, |e| self.size(e)));
        if cost > ROW_WORK {
            return;
        }
        let width = u64::from(upper.universe_size()).pow(upper.arity() - 1);
        let columns: Vec<u32> = (1..upper.arity()).collect();
        let mut kept = Vec::with_capacity(upper.len());
        let mut at = 0;
        let indices = upper.indices();
        while at < indices.len() {
            let atom = indices[at] / width;
            let length = indices[at..].partition_point(|&index| index / width == atom);
            let row = &indices[at..at + length];
            at += length;
            if !certain.contains_index(atom) {
                kept.extend_from_slice(row);
                continue;
            }
            let Some(e) = limit else { continue };
            let whole = TupleSet::of_indices(self.bounds.universe(), upper.arity(), row.to_vec());
            let single = TupleSet::of_indices(self.bounds.universe(), 1, vec![atom]);
            let (Ok(whole), Ok(single)) = (whole, single) else {
                return;
            };
            let mut variables = FxHashMap::from_iter([(decl.var, single)]);
            let ranges = &mut Ranges {
                ast: self.ast,
                bounds: self.bounds,
                variables: &mut variables,
                constants: self.constants,
            };
            match restrict(ranges, whole.columns(&columns), e) {
                Some(rest) => kept.extend(rest.indices().iter().map(|index| atom * width + index)),
                None => kept.extend_from_slice(row),
            }
        }
        if let Ok(kept) = TupleSet::of_indices(self.bounds.universe(), upper.arity(), kept) {
            self.narrow(id, None, Some(kept));
        }
    }

    /// About how much work it is to find the range of an expression once.
    fn size(&self, e: ExprId) -> usize {
        let atoms = self.bounds.universe().len();
        let mut pending = vec![Node::from(e)];
        let mut size = 1usize;
        while let Some(node) = pending.pop() {
            size = size.saturating_add(match node {
                Node::Expr(id) => match *self.ast.expr(id) {
                    Expr::Relation(id) => self.bounds.relation(id).upper.len(),
                    Expr::Closure(_) => atoms.saturating_mul(atoms),
                    Expr::Univ | Expr::Iden => atoms,
                    _ => 1,
                },
                _ => 1,
            });
            if size > ROW_WORK {
                break;
            }
            pending.extend(self.ast.children(node));
        }
        size
    }

    fn relation(&self, expr: ExprId) -> Option<RelationId> {
        match *self.ast.expr(expr) {
            Expr::Relation(id) => Some(id),
            _ => None,
        }
    }

    fn current(&self, id: RelationId) -> (TupleSet, TupleSet) {
        self.found.get(&id).cloned().unwrap_or_else(|| {
            let relation = self.bounds.relation(id);
            (relation.lower.clone(), relation.upper.clone())
        })
    }

    /// Adds to the lower bound and takes from the upper one, unless they would then contradict each other.
    fn narrow(&mut self, id: RelationId, more: Option<TupleSet>, only: Option<TupleSet>) {
        let (lower, upper) = self.current(id);
        let new_lower = more.map_or_else(|| lower.clone(), |more| lower.union(&more));
        let new_upper = only.map_or_else(|| upper.clone(), |only| upper.intersection(&only));
        let changed = new_lower.len() != lower.len() || new_upper.len() != upper.len();
        if changed && new_lower.is_subset(&new_upper) {
            self.found.insert(id, (new_lower, new_upper));
        }
    }

    fn ranges<T>(&self, f: impl FnOnce(&mut Ranges<'_>) -> T) -> T {
        f(&mut Ranges {
            ast: self.ast,
            bounds: self.bounds,
            variables: &mut FxHashMap::default(),
            constants: self.constants,
        })
    }

    /// `r in e`
    fn contained(&mut self, r: ExprId, e: ExprId) {
        let Some(id) = self
            .relation(r)
            .filter(|&id| !self.bounds.relation(id).is_constant())
        else {
            return;
        };
        let (_, upper) = self.current(id);
        let kept = self.ranges(|ranges| restrict(ranges, upper, e));
        self.narrow(id, None, kept);
    }

    /// `e in r`
    fn contains(&mut self, r: ExprId, e: ExprId) {
        let Some(id) = self
            .relation(r)
            .filter(|&id| !self.bounds.relation(id).is_constant())
        else {
            return;
        };
        let (_, upper) = self.current(id);
        if matches!(self.ast.expr(e), Expr::Product(..)) {
            return;
        }
        if let Ok(more) = self.ranges(|ranges| ranges.lower(e))
            && more.is_subset(&upper)
        {
            self.narrow(id, Some(more), None);
        }
    }

    fn at_least(&mut self, a: ExprId, n: usize) {
        if let Some(id) = self.relation(a) {
            let (_, upper) = self.current(id);
            if upper.len() == n {
                self.narrow(id, Some(upper), None);
            }
        }
    }

    fn at_most(&mut self, a: ExprId, n: usize) {
        if let Some(id) = self.relation(a) {
            let (lower, _) = self.current(id);
            if lower.len() == n {
                self.narrow(id, None, Some(lower));
            }
        }
    }
}

/// The tuples of a set that an expression may have, without multiplying out products; none if that cannot be told.
fn restrict(ranges: &mut Ranges<'_>, set: TupleSet, e: ExprId) -> Option<TupleSet> {
    match *ranges.ast.expr(e) {
        Expr::Univ => Some(set),
        Expr::Product(a, b) => {
            let (left, right) = (ranges.ast.arity(a), ranges.ast.arity(b));
            let columns: Vec<u32> = (0..left + right).collect();
            let (first, last) = columns.split_at(left as usize);
            let (first, last) = (set.columns(first), set.columns(last));
            let (first, last) = (restrict(ranges, first, a)?, restrict(ranges, last, b)?);
            let width = u64::from(set.universe_size()).pow(right);
            Some(set.filter(|t| first.contains_index(t / width) && last.contains_index(t % width)))
        }
        Expr::Union(a, b) => {
            let kept = restrict(ranges, set.clone(), a)?;
            Some(kept.union(&restrict(ranges, set, b)?))
        }
        Expr::Intersect(a, b) => {
            let kept = restrict(ranges, set, a)?;
            restrict(ranges, kept, b)
        }
        _ => Some(set.intersection(&ranges.upper(e).ok()?)),
    }
}
