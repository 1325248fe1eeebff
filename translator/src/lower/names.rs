//! The names under which atoms are shown.

use relfind_lang::typed::{Field, Mult, SigId, SigKind, World};
use relfind_relational::{
    AtomId, Instance, TupleSet, Universe,
    ast::{Ast, Expr, ExprId},
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Label, Lowered};

/// An atom as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AtomName {
    /// The name: `A$0`, an integer, or a string in quotes.
    pub name: String,
    /// The most specific signature that has the atom.
    pub sig: SigId,
}

/// The names of all atoms in an instance of the problem, by atom; `None` for atoms that no signature has.
///
/// Each signature numbers its atoms from 0, leaving out those that its children named before. They are numbered in the order of the
/// universe, or of a field `next` or `prev` where that is a total order of the signature.
pub fn name_atoms(lowered: &Lowered, world: &World, instance: &Instance) -> Vec<Option<AtomName>> {
    let universe = instance.universe();
    let mut names = vec![None; universe.len()];
    let value = |e: ExprId| value(&lowered.problem.ast, instance, e);
    for builtin in [World::SEQ_INT, World::INT, World::STRING] {
        for atom in value(lowered.sigs[builtin.index()]).into_iter().flatten() {
            let name = || AtomName {
                name: universe.name(atom).to_owned(),
                sig: builtin,
            };
            names[atom.index()].get_or_insert_with(name);
        }
    }
    let mut used = FxHashSet::default();
    name_labelled(lowered, world, instance, &mut names, &mut used);
    let orders = orders(lowered, world, instance);
    for (id, stem) in stems(world) {
        let atoms = value(lowered.sigs[id.index()]).unwrap_or_default();
        let ordered = orders.get(&id).filter(|order| is_permutation(order, &atoms));
        let atoms = ordered.map_or(&atoms, |order| order);
        let mut number = 0;
        for atom in atoms {
            let place = &mut names[atom.index()];
            if place.is_none() {
                let mut name = format!("{stem}${number}");
                while used.contains(&name) {
                    number += 1;
                    name = format!("{stem}${number}");
                }
                *place = Some(AtomName { name, sig: id });
                number += 1;
            }
        }
    }
    names
}

/// What data and their reader call an atom: as they name it, by the number that they speak of it by, or else like the `one` signature that has
/// it, or as it is shown.
pub fn spoken_name(
    world: &World,
    universe: &Universe,
    labels: &[Option<Label>],
    numbers: &[Option<i64>],
    atom: AtomId,
) -> String {
    if let Some(number) = numbers.get(atom.index()).copied().flatten() {
        return number.to_string();
    }
    if let Some(label) = labels.get(atom.index()).and_then(Option::as_ref) {
        return label.text.clone();
    }
    let name = universe.name(atom);
    let name = name.rsplit('/').next().unwrap_or(name);
    let single = name.strip_suffix("$0").filter(|stem| {
        let mut sigs = world.sigs.iter();
        sigs.any(|sig| sig.name == *stem && sig.mult == Mult::One)
    });
    single.unwrap_or(name).to_owned()
}

/// How the names of each signature's own atoms begin: like the signature, primed where another is called so.
pub(super) fn stems(world: &World) -> Vec<(SigId, String)> {
    let mut taken = FxHashSet::default();
    let mut stem = |id: SigId| {
        let label = &world.sig(id).label;
        let mut stem = label.rsplit('/').next().unwrap_or(label).to_owned();
        while !taken.insert(stem.clone()) {
            stem.push('\'');
        }
        (id, stem)
    };
    super::scope::post_order(world)
        .into_iter()
        .map(&mut stem)
        .collect()
}

/// Names those atoms that have names of their own: as they are, numbers behind the signature's name, and the signature's name in front where
/// another atom has the name already.
fn name_labelled(
    lowered: &Lowered,
    world: &World,
    instance: &Instance,
    names: &mut [Option<AtomName>],
    used: &mut FxHashSet<String>,
) {
    if lowered.labels.is_empty() {
        return;
    }
    for id in super::scope::post_order(world) {
        let stem = &world.sig(id).name;
        for atom in value(&lowered.problem.ast, instance, lowered.sigs[id.index()])
            .into_iter()
            .flatten()
        {
            let label = lowered.labels.get(atom.index()).and_then(Option::as_ref);
            let (Some(label), true) = (label, names[atom.index()].is_none()) else {
                continue;
            };
            let mut name = match label.number {
                Some(number) => format!("{stem}${number}"),
                None => label.text.clone(),
            };
            if used.contains(&name) {
                name = format!("{stem}${name}");
            }
            while !used.insert(name.clone()) {
                name.push('\'');
            }
            names[atom.index()] = Some(AtomName { name, sig: id });
        }
    }
}

fn is_permutation(order: &[AtomId], atoms: &[AtomId]) -> bool {
    order.len() == atoms.len() && atoms.iter().all(|a| order.contains(a))
}

/// The atoms of a signature, whose expression is made of relations by union.
fn value(ast: &Ast, instance: &Instance, e: ExprId) -> Option<Vec<AtomId>> {
    let mut atoms = Vec::new();
    let mut open = vec![e];
    while let Some(e) = open.pop() {
        match ast.expr(e) {
            Expr::Relation(r) => atoms.extend(instance.value(*r).atoms()),
            Expr::Union(a, b) => open.extend([*a, *b]),
            Expr::Ints => atoms.extend(instance.universe().int_atoms()),
            Expr::None(_) => {}
            _ => return None,
        }
    }
    atoms.sort_unstable();
    atoms.dedup();
    Some(atoms)
}

/// For each signature the first field that orders it.
fn orders(lowered: &Lowered, world: &World, instance: &Instance) -> FxHashMap<SigId, Vec<AtomId>> {
    let mut orders = FxHashMap::default();
    for name in ["next", "prev"] {
        for (i, field) in world.fields.iter().enumerate() {
            if !field.name.eq_ignore_ascii_case(name) {
                continue;
            }
            let Some(sig) = ordered_sig(world, field) else {
                continue;
            };
            let Some(pairs) = lowered.fields[i].and_then(|e| pairs(&lowered.problem.ast, instance, e)) else {
                continue;
            };
            if let Some(mut chain) = chain(pairs) {
                if name == "prev" {
                    chain.reverse();
                }
                orders.entry(sig).or_insert(chain);
            }
        }
    }
    orders
}

/// The signature that a field of type `S -> S`, or `S -> S` for the atom of a `one sig`, may order.
fn ordered_sig(world: &World, field: &Field) -> Option<SigId> {
    let [product] = field.ty.products.as_slice() else {
        return None;
    };
    match **product {
        [a, b] if a == b => Some(a),
        [one, a, b] if a == b && super::atoms::is_single(world, one) => Some(a),
        _ => None,
    }
    .filter(|s| matches!(world.sig(*s).kind, SigKind::Prim { .. }))
}

/// The pairs of a field: a relation, or what a `one sig` keeps.
fn pairs<'i>(ast: &Ast, instance: &'i Instance, field: ExprId) -> Option<&'i TupleSet> {
    let relation = match ast.expr(field) {
        Expr::Relation(r) => *r,
        Expr::Product(_, value) => match ast.expr(*value) {
            Expr::Relation(r) => *r,
            _ => return None,
        },
        _ => return None,
    };
    Some(instance.value(relation)).filter(|value| value.arity() == 2)
}

/// The atoms in order, if the pairs are the successors of a total order of at least two atoms.
fn chain(pairs: &TupleSet) -> Option<Vec<AtomId>> {
    let mut next: FxHashMap<AtomId, AtomId> = FxHashMap::default();
    let mut targets = FxHashSet::default();
    for pair in pairs.tuples() {
        let [a, b] = pair.as_slice() else { return None };
        if next.insert(*a, *b).is_some() || !targets.insert(*b) {
            return None;
        }
    }
    let first = pairs
        .tuples()
        .map(|pair| pair[0])
        .find(|a| !targets.contains(a))?;
    let mut order = vec![first];
    let mut last = first;
    while let Some(&after) = next.get(&last) {
        order.push(after);
        last = after;
    }
    (order.len() == pairs.len() + 1).then_some(order)
}
