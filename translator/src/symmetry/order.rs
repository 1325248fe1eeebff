//! The order in which relations take part in lex-leader constraints.

use relfind_relational::{Bounds, ast::RelationId};

/// The relations that are not constant, by arity and name.
pub(crate) fn relations_in_order(bounds: &Bounds) -> Vec<RelationId> {
    let mut relations: Vec<RelationId> = bounds
        .iter()
        .filter(|(_, relation)| !relation.is_constant())
        .map(|(id, _)| id)
        .collect();
    relations.sort_by_key(|&id| {
        let relation = bounds.relation(id);
        (relation.arity, relation.name.as_str(), id)
    });
    relations
}
