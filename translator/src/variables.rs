//! The boolean variables of relations: one for each tuple that a relation may but need not have.

use relfind_relational::{Bounds, RelationKind, ast::RelationId};
use relfind_solver::Var;

use crate::error::{Resource, TranslateError};

/// The variables of one relation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct RelationVariables {
    /// The number of the first variable, from 0; the others follow in the order of the tuples.
    first: u32,
    /// The tuples' numbers, ascending.
    tuples: Vec<u64>,
}

/// Which boolean variable stands for which tuple of which relation.
///
/// # Invariants
/// Variables are numbered without gaps, in the order of relations and, within one, of tuples.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrimaryVariables {
    relations: Vec<RelationVariables>,
    visible: Vec<bool>,
    count: u32,
}

impl PrimaryVariables {
    /// Numbers the variables of all relations.
    pub(crate) fn new(bounds: &Bounds, limit: u32) -> Result<Self, TranslateError> {
        let mut result = Self::default();
        for (_, relation) in bounds.iter() {
            let free = relation.upper.len() - relation.lower.len();
            if free as u64 + u64::from(result.count) > u64::from(limit.min(Var::MAX_INDEX)) {
                let resource = Resource::Variables;
                return Err(TranslateError::Limit {
                    resource,
                    limit: u64::from(limit),
                });
            }
            let tuples = if free == 0 {
                Vec::new()
            } else {
                relation.upper.difference(&relation.lower).indices().to_vec()
            };
            result.relations.push(RelationVariables {
                first: result.count,
                tuples,
            });
            result.visible.push(relation.kind == RelationKind::Visible);
            result.count += free as u32;
        }
        Ok(result)
    }

    /// How many variables there are.
    pub fn len(&self) -> u32 {
        self.count
    }

    /// Whether all relations are constant.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The variables of a relation with their tuples' numbers, ascending.
    pub fn of_relation(&self, relation: RelationId) -> impl ExactSizeIterator<Item = (u64, Var)> + '_ {
        let variables = &self.relations[relation.index()];
        let first = variables.first;
        variables
            .tuples
            .iter()
            .enumerate()
            .map(move |(i, &tuple)| (tuple, Var::new(first + i as u32)))
    }

    /// The variable of a tuple of a relation; none where the bounds decide.
    pub fn variable(&self, relation: RelationId, tuple: u64) -> Option<Var> {
        let variables = self.relations.get(relation.index())?;
        let position = variables.tuples.binary_search(&tuple).ok()?;
        Some(Var::new(variables.first + position as u32))
    }

    /// The relation and tuple of a variable; none where it is no relation's.
    pub fn tuple(&self, var: Var) -> Option<(RelationId, u64)> {
        let index = var.index() as u32;
        let relation = self
            .relations
            .partition_point(|r| r.first <= index)
            .checked_sub(1)?;
        // Of several relations that start here, all but the last have no variables.
        let variables = &self.relations[relation];
        let tuple = variables.tuples.get((index - variables.first) as usize)?;
        Some((RelationId(relation as u32), *tuple))
    }

    /// The variables of relations that a person sees, ascending: instances that agree on them are one instance.
    pub fn visible(&self) -> impl Iterator<Item = Var> + '_ {
        self.relations
            .iter()
            .zip(&self.visible)
            .filter(|(_, visible)| **visible)
            .flat_map(|(r, _)| (r.first..r.first + r.tuples.len() as u32).map(Var::new))
    }
}
