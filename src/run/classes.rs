//! Telling instances apart up to renaming atoms.

use std::collections::HashSet;

use relfind_lang::typed::World;
use relfind_relational::{
    AtomId, Bounds, CanonicalForm, Canonizer, Evaluator, Instance, TupleSet, ast::RelationId,
};
use relfind_translator::{Translation, lower::Lowered};

use super::apart::Apart;

/// Renamings, and the relations that they may change.
pub(super) struct Renaming {
    canonizer: Canonizer,
    relations: Vec<RelationId>,
    /// Whether none of them changes an instance, as where all atoms are ordered or have signatures of their own.
    pub(super) is_identity: bool,
}

impl Renaming {
    fn new(canonizer: Canonizer, relations: Vec<RelationId>, bounds: &Bounds) -> Self {
        let is_identity = relations
            .iter()
            .all(|&id| canonizer.is_rigid(&bounds.relation(id).upper));
        Self {
            canonizer,
            relations,
            is_identity,
        }
    }

    /// Any bijection of the atoms that are no integers and no strings.
    pub(super) fn of_instances(
        lowered: &Lowered,
        translation: &Translation,
        apart: &Apart,
        instance: &Instance,
    ) -> Self {
        let bounds = &translation.bounds;
        let (constant, varied): (Vec<RelationId>, Vec<RelationId>) = apart
            .relations
            .iter()
            .partition(|&&id| bounds.relation(id).is_constant());
        let constants = constant.iter().map(|&id| &bounds.relation(id).lower);
        let constants: Vec<&TupleSet> = constants.chain(&apart.kept).collect();
        let strings = strings(lowered, instance);
        let canonizer = Canonizer::new(bounds.universe(), strings).with_constants(&constants);
        let loose = |id: &RelationId| {
            let value = &bounds.relation(*id).lower;
            value.arity() > 1 && !canonizer.is_rigid(value)
        };
        let relations = constant.into_iter().filter(loose).chain(varied).collect();
        Self::new(canonizer, relations, bounds)
    }

    /// The bijections that are known to map every instance of the problem to one.
    pub(super) fn of_bounds(translation: &Translation, apart: &Apart) -> Self {
        let bounds = &translation.bounds;
        let atoms = bounds.universe().len() as u32;
        let mut colours: Vec<u32> = (0..atoms).collect();
        for class in translation.symmetries() {
            for &atom in &class {
                colours[atom as usize] = class[0];
            }
        }
        // These bijections respect all bounds, so constant relations stay as they are.
        let mut relations = apart.relations.clone();
        relations.retain(|&id| !bounds.relation(id).is_constant());
        Self::new(Canonizer::with_colours(colours), relations, bounds)
    }

    /// What is the same for instances that are the same up to renaming; none where that would take too long to find out.
    fn form(&self, instance: &Instance) -> Option<CanonicalForm> {
        self.canonizer.instance(instance, &self.relations)
    }

    /// How many instances are the same as this one up to renaming, itself included.
    fn orbit(&self, instance: &Instance, form: &CanonicalForm) -> Option<u128> {
        let values: Vec<&TupleSet> = self.relations.iter().filter_map(|&id| instance.get(id)).collect();
        self.canonizer.orbit(&values, form)
    }
}

/// Classes of instances that were met, by a hash of 16 bytes each.
pub(super) struct Classes {
    pub(super) renaming: Renaming,
    seen: HashSet<u128>,
}

impl Classes {
    pub(super) fn new(renaming: Renaming) -> Self {
        Self {
            renaming,
            seen: HashSet::new(),
        }
    }

    /// Whether an instance is of a class not met before; none where that would take too long to find out.
    pub(super) fn is_new(&mut self, instance: &Instance) -> Option<bool> {
        if self.renaming.is_identity {
            return Some(true);
        }
        let form = self.renaming.form(instance)?;
        Some(self.seen.insert(form.digest()))
    }

    /// How many instances renaming makes of one, itself included; 0 if they were met before. None where that would take too long to find out.
    pub(super) fn new_orbit(&mut self, instance: &Instance) -> Option<u128> {
        if self.renaming.is_identity {
            return Some(1);
        }
        let form = self.renaming.form(instance)?;
        if !self.seen.insert(form.digest()) {
            return Some(0);
        }
        self.renaming.orbit(instance, &form)
    }

    /// How many classes some different instances make, all of which were added.
    pub(super) fn count(&self, instances: u128) -> u128 {
        if self.renaming.is_identity {
            instances
        } else {
            self.seen.len() as u128
        }
    }
}

/// The atoms that are strings; the same in every instance.
pub(super) fn strings(lowered: &Lowered, instance: &Instance) -> Vec<AtomId> {
    let problem = &lowered.problem;
    let evaluator = Evaluator::new(&problem.ast, instance, problem.overflow);
    let strings = evaluator.expression(lowered.sigs[World::STRING.index()]);
    strings
        .ok()
        .flatten()
        .map_or_else(Vec::new, |strings| strings.atoms().collect())
}
