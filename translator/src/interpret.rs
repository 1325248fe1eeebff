//! From a model back to an instance.

use relfind_relational::{Bounds, Instance, TupleSet};
use relfind_solver::Var;

use crate::variables::PrimaryVariables;

/// The value of every relation: the tuples it must have and those whose variable is true.
pub(crate) fn instance(
    bounds: &Bounds,
    variables: &PrimaryVariables,
    value: impl Fn(Var) -> bool,
) -> Instance {
    let values = bounds.iter().map(|(id, relation)| {
        let mut chosen = variables
            .of_relation(id)
            .filter(|&(_, var)| value(var))
            .map(|(tuple, _)| tuple);
        let mut next = chosen.next();
        if next.is_none() {
            return relation.lower.clone();
        }
        let mut tuples = Vec::new();
        for &tuple in relation.lower.indices() {
            while let Some(before) = next.filter(|&free| free < tuple) {
                tuples.push(before);
                next = chosen.next();
            }
            tuples.push(tuple);
        }
        tuples.extend(next);
        tuples.extend(chosen);
        TupleSet::of_indices(bounds.universe(), relation.arity, tuples)
            .unwrap_or_else(|_| relation.lower.clone())
    });
    Instance::new(bounds.universe().clone(), values.collect())
}
