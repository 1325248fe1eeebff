//! Integers that order interchangeable atoms.
//!
//! An expression whose only free variable is `x` is an invariant: permuting the atoms of an instance permutes its values in
//! the same way. So the atoms of a class may be put into the order of its values before they are put into the order of the
//! relations (ordering by invariants is how canonical labelling starts too: `McKay`, "Practical Graph Isomorphism", 1981).
//! Only integers are taken that the goals compare between two atoms, as in `#p.shaken != #q.shaken`: they exist in the circuit
//! already, and their order is what such goals are about. `handshake`, all of whose degrees differ, then needs next to no search.

use std::{mem::discriminant, rc::Rc};

use relfind_relational::ast::{Expr, ExprId, Formula, FormulaId, IntExpr, IntId, Node, VarId};

use super::{Grounder, Result};
use crate::boolean::Int;

impl Grounder<'_> {
    /// For each class the integers to order its atoms by, one an atom; none where no integer tells them apart.
    pub(crate) fn invariants(&mut self, classes: &[Vec<u32>]) -> Result<Vec<Vec<Rc<Int>>>> {
        let candidates = self.compared_integers();
        classes
            .iter()
            .map(|class| {
                for &(int, var) in &candidates {
                    let values = self.values_at(int, var, class)?;
                    if values.iter().any(|value| *value != values[0]) {
                        return Ok(values);
                    }
                }
                Ok(Vec::new())
            })
            .collect()
    }

    fn values_at(&mut self, int: IntId, var: VarId, class: &[u32]) -> Result<Vec<Rc<Int>>> {
        class
            .iter()
            .map(|&atom| self.bind(var, &[u64::from(atom)], |this| this.int(int)))
            .collect()
    }

    /// The integers of one variable that some goal compares with the same of another, each with its variable.
    fn compared_integers(&self) -> Vec<(IntId, VarId)> {
        let mut found: Vec<(IntId, VarId)> = Vec::new();
        for id in (0..self.ast.formulas() as u32).map(FormulaId) {
            let Formula::IntCompare(_, a, b) = *self.ast.formula(id) else {
                continue;
            };
            if self.facts.node(id.into()).uses == 0 {
                continue;
            }
            if let (Some(x), Some(y)) = (self.only_variable(a), self.only_variable(b))
                && x != y
                && self.same_up_to_variable(a, b)
                && !found.contains(&(a, x))
                && !found.contains(&(b, y))
            {
                found.push((a, x));
            }
        }
        found
    }

    /// The variable of an integer that mentions no other one, whose values are single atoms.
    fn only_variable(&self, int: IntId) -> Option<VarId> {
        match *self.facts.node(int.into()).free {
            [var] if self.ast.var(var).arity == 1 => Some(var),
            _ => None,
        }
    }

    /// Whether two integers of one variable each are the sizes of the same set but for the variable, which is defined by relations
    /// alone. Sums of sets are left to the relations: `x.f` is ordered by `f` itself.
    fn same_up_to_variable(&self, a: IntId, b: IntId) -> bool {
        match (self.ast.int(a), self.ast.int(b)) {
            (&IntExpr::Card(a), &IntExpr::Card(b)) => self.same_sets_up_to_variable(a, b),
            _ => false,
        }
    }

    fn same_sets_up_to_variable(&self, a: ExprId, b: ExprId) -> bool {
        let ast = self.ast;
        let mut pending = vec![(a, b)];
        while let Some((a, b)) = pending.pop() {
            match (ast.expr(a), ast.expr(b)) {
                (Expr::If(..) | Expr::Comprehension(..) | Expr::FromInt(_), _) => return false,
                (Expr::Var(_), Expr::Var(_)) => {}
                (x, y) if discriminant(x) != discriminant(y) => return false,
                _ => {
                    let (left, right) = (ast.children(a.into()), ast.children(b.into()));
                    if left.is_empty() && a != b {
                        return false;
                    }
                    let sets = |nodes: Vec<_>| nodes.into_iter().filter_map(as_set);
                    pending.extend(sets(left).zip(sets(right)));
                }
            }
        }
        true
    }
}

fn as_set(node: Node) -> Option<ExprId> {
    match node {
        Node::Expr(id) => Some(id),
        _ => None,
    }
}
