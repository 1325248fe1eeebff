//! What tells the instances of a command apart.

use relfind_lang::typed::{SigKind, World};
use relfind_relational::{RelationKind, TupleSet, ast::RelationId};
use relfind_solver::Var;
use relfind_translator::{Translation, lower::Lowered};

use super::distinct::upper;

/// The relations that tell instances apart, and what renaming keeps beside those of them that never change.
#[derive(Clone, Debug)]
pub(super) struct Apart {
    /// In the order of their ids; those that never change too.
    pub(super) relations: Vec<RelationId>,
    /// Sets that every renaming keeps.
    pub(super) kept: Vec<TupleSet>,
}

impl Apart {
    /// What a person sees, and witnesses too if `by_witness`.
    pub(super) fn visible(translation: &Translation, by_witness: bool) -> Self {
        let is_seen = |kind| kind == RelationKind::Visible || by_witness && kind == RelationKind::Skolem;
        let relations = translation.bounds.iter();
        Self {
            relations: relations
                .filter(|(_, relation)| is_seen(relation.kind))
                .map(|(id, _)| id)
                .collect(),
            kept: Vec::new(),
        }
    }

    /// Some relations only. Renaming keeps signatures that extend no other: it makes no atom of one of another's, though it would look the same.
    pub(super) fn only(
        world: &World,
        lowered: &Lowered,
        translation: &Translation,
        relations: &[RelationId],
    ) -> Self {
        let mut apart = Self::visible(translation, false);
        apart
            .relations
            .retain(|&id| translation.bounds.relation(id).is_constant());
        apart.relations.extend_from_slice(relations);
        let top = world
            .sigs
            .iter()
            .zip(&lowered.sigs)
            .filter(|(sig, _)| sig.kind == SigKind::Prim { parent: World::UNIV });
        apart.kept = top.map(|(_, &sig)| upper(&lowered.problem, sig)).collect();
        apart
    }

    /// The variables in whose values instances differ, ascending.
    pub(super) fn variables(&self, translation: &Translation) -> Vec<Var> {
        let of_relation = |&id| translation.variables.of_relation(id).map(|(_, var)| var);
        self.relations.iter().flat_map(of_relation).collect()
    }
}
