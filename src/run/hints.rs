//! In which order a counter may best take tuples: along total orders that never change, as along the steps of a plan.

use std::collections::HashMap;

use relfind_relational::{AtomId, TupleSet};
use relfind_translator::Translation;

/// A hint for [`ModelCounter`](relfind_solver::ModelCounter) for each total order among the constant relations: the place of each tuple's first
/// atom that is ordered.
pub(super) fn places(translation: &Translation) -> Vec<Vec<u32>> {
    let bounds = &translation.bounds;
    let constants = bounds.iter().filter(|(_, relation)| relation.is_constant());
    let mut orders: Vec<Vec<AtomId>> = constants
        .filter_map(|(_, relation)| chain(&relation.lower))
        .collect();
    orders.sort_unstable();
    orders.dedup();
    orders.iter().map(|order| along(translation, order)).collect()
}

fn along(translation: &Translation, order: &[AtomId]) -> Vec<u32> {
    let places: HashMap<AtomId, u32> = order.iter().copied().zip(0..).collect();
    let mut hint = vec![u32::MAX; translation.variables.len() as usize];
    for (id, relation) in translation.bounds.iter() {
        for (tuple, var) in translation.variables.of_relation(id) {
            let atoms = relation.upper.tuple(tuple);
            if let Some(&place) = atoms.iter().find_map(|atom| places.get(atom)) {
                hint[var.index()] = place;
            }
        }
    }
    hint
}

/// The atoms in order, if the last two columns of a relation are the pairs of neighbours of a total order of three atoms or more.
fn chain(relation: &TupleSet) -> Option<Vec<AtomId>> {
    if relation.arity() < 2 || relation.len() < 2 {
        return None;
    }
    let mut next: HashMap<AtomId, AtomId> = HashMap::new();
    let mut first = relation
        .tuples()
        .next()?
        .get(relation.arity() as usize - 2)
        .copied()?;
    for tuple in relation.tuples() {
        let &[.., from, to] = tuple.as_slice() else {
            return None;
        };
        if next.insert(from, to).is_some() {
            return None;
        }
    }
    let before: HashMap<AtomId, AtomId> = next.iter().map(|(&from, &to)| (to, from)).collect();
    for _ in 0..next.len() {
        if let Some(&earlier) = before.get(&first) {
            first = earlier;
        }
    }
    let mut order = vec![first];
    while let Some(&later) = order.last().and_then(|last| next.get(last)) {
        if order.len() > next.len() {
            return None;
        }
        order.push(later);
    }
    (order.len() == relation.len() + 1).then_some(order)
}
