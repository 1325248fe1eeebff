//! Classes of instances without looking at any, by Burnside's lemma (Burnside, "Theory of Groups of Finite Order", 1897, section 118, after
//! Cauchy and Frobenius): under a group that maps instances to instances there are as many orbits as a renaming, on average, leaves
//! instances as they are. How many it leaves is a count of models in which each tuple is there exactly if its image is.
//!
//! # When the orbits of a group are the classes
//!
//! Two instances are the same when a bijection π of their atoms, integers and strings excepted, maps each visible relation of one onto that of
//! the other. Let U be the atoms that occur in the bounds of any relation, C the visible relations of which the bounds leave one value only, and
//! G the bijections of U that keep integers, strings, and both bounds of every relation but witnesses (unless these tell instances apart).
//!
//! - Each g in G maps instances to instances. The image lies within the bounds, and a formula, which names no atoms but through
//!   relations (and integers and strings, which stay), is true of the image as it is of the instance. That the bounds are those that the
//!   translator has narrowed does no harm: every instance lies within them, and they within those of the problem. Witnesses do not matter since
//!   there are some in the image if there are some in the instance.
//! - So instances in one orbit of G are the same. Conversely let π map one instance onto another. As all atoms of both are in U, it
//!   is no loss that it be a bijection of U. It maps each relation of C onto itself, since both instances have that value. So it is an
//!   automorphism of C. If all automorphisms of C over U keep the bounds, they are G, and the two are in one orbit.
//!
//! Hence: where C has exactly as many automorphisms over U as the bounds have, the classes are the orbits of G. Where it has more, as where
//! an atom that one signature may have is not allowed in another, nothing is said.
//!
//! Where only some relations tell instances apart, all this holds of their values: G maps values to values, C are the visible relations of which the bounds
//! leave one value, and the sets that renamings are to keep. A value that stays as it is may be that of an instance which does not, so only tuples
//! of these relations are exchanged.
//!
//! Conjugate renamings leave equally many instances as they are; one of each conjugacy class is counted.

use std::collections::HashMap;

use relfind_relational::{AtomId, Canonizer, Instance, Relation, RelationKind, TupleSet, Universe};
use relfind_solver::{Cnf, Counted, Lit, Var};
use relfind_translator::{Translation, lower::Lowered};

use super::apart::Apart;

/// Renamings that are listed.
const MOST_RENAMINGS: usize = 50_000;
/// Conjugacy classes, each of which takes a count.
const MOST_CONJUGACY_CLASSES: usize = 200;
/// Images of atoms in all renamings together.
const MOST_IMAGES: usize = 10_000_000;

/// Equally many instances that a renaming leaves as they are.
struct Conjugates {
    /// How many renamings are conjugate.
    size: u128,
    /// For each variable that of the image of its tuple, under one of them.
    images: Vec<Var>,
}

/// A group of renamings whose orbits are the classes of instances.
pub(super) struct Symmetry {
    order: u128,
    /// All but the identity.
    others: Vec<Conjugates>,
}

impl Symmetry {
    /// The group of a problem of which no renaming changes an instance.
    pub(super) fn none() -> Self {
        Self {
            order: 1,
            others: Vec::new(),
        }
    }

    /// The group of a problem, if its orbits are the classes and it can be listed.
    pub(super) fn of(
        lowered: &Lowered,
        translation: &Translation,
        apart: &Apart,
        instance: &Instance,
    ) -> Option<Self> {
        let bounds = &translation.bounds;
        let strings = super::classes::strings(lowered, instance);
        let canonizer = Canonizer::new(bounds.universe(), strings);
        let relations = || {
            let counts = |id, relation: &Relation| {
                relation.kind != RelationKind::Skolem || apart.relations.binary_search(&id).is_ok()
            };
            let relations = bounds.iter().filter(move |(id, relation)| counts(*id, relation));
            relations.map(|(_, relation)| relation)
        };
        let occurring = occurring(bounds.universe(), relations().map(|relation| &relation.upper));
        let constants = relations()
            .filter(|relation| relation.kind == RelationKind::Visible && relation.is_constant())
            .map(|relation| &relation.lower);
        let constants: Vec<&TupleSet> = std::iter::once(&occurring)
            .chain(constants)
            .chain(&apart.kept)
            .collect();
        let open = relations().flat_map(|relation| [&relation.lower, &relation.upper]);
        let all: Vec<&TupleSet> = std::iter::once(&occurring).chain(open).collect();
        let group = canonizer.automorphisms(&all, MOST_RENAMINGS)?;
        if group.len() * bounds.universe().len() > MOST_IMAGES
            || canonizer.form(&constants)?.automorphisms() != Some(group.len() as u128)
        {
            return None;
        }
        let mut others = Vec::new();
        for (renaming, size) in conjugacy_classes(&group)? {
            if !is_identity(renaming) {
                let images = images_of_variables(translation, apart, renaming)?;
                others.push(Conjugates { size, images });
            }
        }
        Some(Self {
            order: group.len() as u128,
            others,
        })
    }

    /// The number of classes of `labelled` instances, which differ in the variables `projected`, where `count` counts the models of clauses that differ in the variables given. None where
    /// it does not get to the end, or the numbers are too large.
    pub(super) fn classes(
        &self,
        translation: &Translation,
        projected: &[Var],
        labelled: u128,
        mut count: impl FnMut(&Cnf, &[Var]) -> Counted,
    ) -> Option<u128> {
        let mut sum = labelled;
        for conjugates in &self.others {
            let (cnf, projected) = conjugates.kept(translation, projected);
            let Counted::Exactly(kept) = count(&cnf, &projected) else {
                return None;
            };
            sum = kept.checked_mul(conjugates.size)?.checked_add(sum)?;
        }
        // Anything else would be a fault of the counter; then better no number.
        sum.is_multiple_of(self.order).then(|| sum / self.order)
    }
}

impl Conjugates {
    /// The clauses of instances that the renaming leaves as they are: the tuples of a cycle share one variable. And the variables in which
    /// such instances differ.
    fn kept(&self, translation: &Translation, projected: &[Var]) -> (Cnf, Vec<Var>) {
        let mut shared: Vec<Option<Var>> = vec![None; self.images.len()];
        for first in 0..self.images.len() {
            let leader = Var::new(first as u32);
            let mut at = first;
            while shared[at].is_none() {
                shared[at] = Some(leader);
                at = self.images[at].index();
            }
        }
        let leader = |var: Var| shared.get(var.index()).copied().flatten().unwrap_or(var);
        let mut cnf = Cnf::new(translation.cnf.variables());
        for clause in translation.cnf.clauses() {
            let clause: Vec<Lit> = clause
                .iter()
                .map(|literal| Lit::new(leader(literal.var()), !literal.is_negative()))
                .collect();
            cnf.add_clause(&clause);
        }
        let mut projected = projected.to_vec();
        projected.retain(|&var| leader(var) == var);
        (cnf, projected)
    }
}

/// The atoms of some sets of tuples, as a set.
fn occurring<'a>(universe: &Universe, sets: impl Iterator<Item = &'a TupleSet>) -> TupleSet {
    let mut occurs = vec![false; universe.len()];
    for set in sets {
        for atom in set.tuples().flatten() {
            occurs[atom.index()] = true;
        }
    }
    let atoms = (0..universe.len() as u32).map(AtomId);
    TupleSet::of_atoms(universe, atoms.filter(|atom| occurs[atom.index()]))
}

fn is_identity(renaming: &[AtomId]) -> bool {
    renaming.iter().zip(0..).all(|(image, atom)| image.0 == atom)
}

/// One element of each conjugacy class of a group and the size of the class; none if there are too many.
fn conjugacy_classes(group: &[Vec<AtomId>]) -> Option<Vec<(&[AtomId], u128)>> {
    let number: HashMap<&[AtomId], usize> = group.iter().map(Vec::as_slice).zip(0..).collect();
    let generators = generators(group, &number);
    let mut met = vec![false; group.len()];
    let mut classes = Vec::new();
    for first in 0..group.len() {
        if std::mem::replace(&mut met[first], true) {
            continue;
        }
        let mut class = vec![first];
        let mut next = 0;
        while let Some(&element) = class.get(next) {
            for generator in &generators {
                let &conjugate = number.get(conjugate(&group[element], generator).as_slice())?;
                if !std::mem::replace(&mut met[conjugate], true) {
                    class.push(conjugate);
                }
            }
            next += 1;
        }
        if classes.len() == MOST_CONJUGACY_CLASSES {
            return None;
        }
        classes.push((group[first].as_slice(), class.len() as u128));
    }
    Some(classes)
}

/// Elements that generate a group: none is a product of those before, so that the group doubles at least with each.
fn generators<'a>(group: &'a [Vec<AtomId>], number: &HashMap<&[AtomId], usize>) -> Vec<&'a [AtomId]> {
    let mut generators: Vec<&[AtomId]> = Vec::new();
    let mut reached = vec![false; group.len()];
    for (at, element) in group.iter().enumerate() {
        if std::mem::replace(&mut reached[at], true) {
            continue;
        }
        generators.push(element);
        let mut queue: Vec<usize> = (0..group.len()).filter(|&i| reached[i]).collect();
        while let Some(element) = queue.pop() {
            for generator in &generators {
                let images = group[element].iter().map(|atom| generator[atom.index()]);
                let product: Vec<AtomId> = images.collect();
                if let Some(&product) = number.get(product.as_slice())
                    && !std::mem::replace(&mut reached[product], true)
                {
                    queue.push(product);
                }
            }
        }
    }
    generators
}

/// The element that does to the images under `by` what `element` does to the atoms themselves.
fn conjugate(element: &[AtomId], by: &[AtomId]) -> Vec<AtomId> {
    let mut conjugate = element.to_vec();
    for (atom, image) in element.iter().enumerate() {
        conjugate[by[atom].index()] = by[image.index()];
    }
    conjugate
}

/// The variable of the image of each variable's tuple, where it tells instances apart.
fn images_of_variables(translation: &Translation, apart: &Apart, renaming: &[AtomId]) -> Option<Vec<Var>> {
    let bounds = &translation.bounds;
    let mut images: Vec<Var> = (0..translation.variables.len()).map(Var::new).collect();
    for &id in &apart.relations {
        let relation = bounds.relation(id);
        for (tuple, var) in translation.variables.of_relation(id) {
            let atoms = relation.upper.tuple(tuple);
            let image: Vec<AtomId> = atoms.iter().map(|atom| renaming[atom.index()]).collect();
            let image = relation.upper.index_of(&image)?;
            images[var.index()] = translation.variables.variable(id, image)?;
        }
    }
    Some(images)
}
