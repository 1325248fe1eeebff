//! Comprehensions that only one value is possible for, such as `{ i, j: Int | 0 <= i and i < j and j < 8 }`.

use std::cell::RefCell;

use relfind_relational::{
    Bounds, Evaluator, Instance, Overflow, TupleSet,
    ast::{Ast, Expr, ExprId, FreeVariables, Node},
};
use rustc_hash::{FxHashMap, FxHashSet};

/// How many bindings of the variables of a comprehension may be tried to find its value.
const MOST_BINDINGS: usize = 100_000;

/// The values of comprehensions that depend on no variable and on no relation that is open, found when they are first asked for.
///
/// They are asked of the evaluator, which is the measure of what a comprehension means, with or without overflow.
pub(crate) struct Constants {
    overflow: Overflow,
    /// None where there is no value, or it would be long to find.
    values: RefCell<FxHashMap<ExprId, Option<TupleSet>>>,
}

impl Constants {
    /// For problems in which overflow is treated like this.
    pub(crate) fn new(overflow: Overflow) -> Self {
        Self {
            overflow,
            values: RefCell::default(),
        }
    }

    /// To be called when bounds are narrower, so that what had no value may have one now.
    pub(crate) fn forget_missing(&self) {
        self.values.borrow_mut().retain(|_, value| value.is_some());
    }

    /// The value of a comprehension, whose variables take values from sets of these sizes.
    pub(crate) fn comprehension(
        &self,
        ast: &Ast,
        bounds: &Bounds,
        id: ExprId,
        sizes: impl Iterator<Item = usize>,
    ) -> Option<TupleSet> {
        if let Some(known) = self.values.borrow().get(&id) {
            return known.clone();
        }
        let bindings = sizes.fold(1, usize::saturating_mul);
        let value = (bindings <= MOST_BINDINGS)
            .then(|| self.evaluate(ast, bounds, id))
            .flatten();
        self.values.borrow_mut().insert(id, value.clone());
        value
    }

    fn evaluate(&self, ast: &Ast, bounds: &Bounds, id: ExprId) -> Option<TupleSet> {
        let is_closed = FreeVariables::default().of(ast, id).is_empty();
        let instance = is_closed.then(|| fixed(ast, bounds, id)).flatten()?;
        let evaluator = Evaluator::new(ast, &instance, self.overflow);
        evaluator.expression(id).ok().flatten()
    }
}

/// The values of the relations that an expression mentions, if the bounds fix each; those of others are left out.
fn fixed(ast: &Ast, bounds: &Bounds, id: ExprId) -> Option<Instance> {
    let universe = bounds.universe();
    let mut values: Vec<TupleSet> = bounds
        .iter()
        .map(|(_, relation)| TupleSet::empty(universe, relation.arity))
        .collect();
    let mut pending = vec![Node::from(id)];
    let mut seen: FxHashSet<Node> = pending.iter().copied().collect();
    while let Some(node) = pending.pop() {
        if let Node::Expr(expr) = node
            && let Expr::Relation(relation) = *ast.expr(expr)
        {
            let bound = bounds.relation(relation);
            if !bound.is_constant() {
                return None;
            }
            values[relation.index()] = bound.lower.clone();
        }
        pending.extend(ast.children(node).into_iter().filter(|&child| seen.insert(child)));
    }
    Some(Instance::new(universe.clone(), values))
}
