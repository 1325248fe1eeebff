//! Total orders that a module states over a signature, as util/ordering does: found by their shape, and fixed to the order of the atoms
//! where the signature's value is fixed.

use relfind_lang::typed::{BinaryOp, Expr, ExprKind, FieldId, Mult, Sig, SigId, SigKind, World};
use relfind_relational::{AtomId, TupleSet, Universe, ast::ExprId};

use super::{
    atoms::{Atoms, is_single},
    scope::sigs,
};

/// A total order over a signature.
#[derive(Clone, Debug)]
pub struct Order {
    /// The ordered signature.
    pub sig: SigId,
    /// The singleton of its least atom.
    pub first: ExprId,
    /// The successor relation.
    pub next: ExprId,
    /// The atoms in order, where the order is the same in every instance.
    pub fixed: Option<Vec<AtomId>>,
}

/// A `one sig` with the fields `First: set elem, Next: elem -> elem` and the fact that they are a total order of `elem`, whatever their names.
pub(super) struct Shape {
    /// The ordered signature.
    pub(super) elem: SigId,
    /// The field of the least element.
    pub(super) first: FieldId,
    /// The field of the successors.
    pub(super) next: FieldId,
    /// Whether both fields are fixed to the order of the atoms.
    pub(super) fixed: bool,
}

/// The signatures that some module orders, whatever their bounds.
pub(super) fn ordered(world: &World) -> Vec<SigId> {
    let shapes = sigs(world).filter_map(|(id, sig)| {
        let stated = is_single(world, id) && matches!(sig.kind, SigKind::Prim { .. });
        conjuncts(&sig.facts)
            .filter(|_| stated)
            .find_map(|fact| shape(world, id, sig, fact))
    });
    shapes.map(|shape| shape.elem).collect()
}

/// All orders of this shape.
pub(super) fn find(world: &World, atoms: &Atoms) -> Vec<Shape> {
    let mut ordered = TupleSet::empty(&atoms.universe, 1);
    let mut shapes = Vec::new();
    for (id, sig) in sigs(world) {
        if !is_single(world, id) || !matches!(sig.kind, SigKind::Prim { .. }) {
            continue;
        }
        let Some(mut shape) = conjuncts(&sig.facts).find_map(|fact| shape(world, id, sig, fact)) else {
            continue;
        };
        // Interchangeable atoms can be put into one order without loss, but not into two.
        let elem = world.sig(shape.elem);
        let constant = atoms.lower[shape.elem.index()] == atoms.upper[shape.elem.index()];
        let own = !matches!(elem.kind, SigKind::Builtin | SigKind::Subset { exact: true, .. });
        let upper = &atoms.upper[shape.elem.index()];
        let mut free = || elem.children.is_empty() && unordered(upper, &mut ordered);
        shape.fixed = constant && own && (elem.is_enum || free());
        shapes.push(shape);
    }
    shapes
}

/// Whether none of the atoms has been ordered before; they are now.
fn unordered(atoms: &TupleSet, ordered: &mut TupleSet) -> bool {
    let free = atoms.intersection(ordered).is_empty();
    *ordered = ordered.union(atoms);
    free
}

/// The formulas that a list of facts is the conjunction of.
fn conjuncts(facts: &[Expr]) -> impl Iterator<Item = &Expr> {
    let mut open: Vec<&Expr> = facts.iter().rev().collect();
    std::iter::from_fn(move || {
        loop {
            let next = open.pop()?;
            match &next.kind {
                ExprKind::And(parts) => open.extend(parts.iter().rev()),
                _ => return Some(next),
            }
        }
    })
}

fn shape(world: &World, id: SigId, sig: &Sig, fact: &Expr) -> Option<Shape> {
    let ExprKind::TotalOrder(elem, first, next) = &fact.kind else {
        return None;
    };
    let ExprKind::Sig(elem) = elem.kind else {
        return None;
    };
    let (first, next) = (own_field(id, sig, first)?, own_field(id, sig, next)?);
    if world.field(first).sig != id || world.field(next).sig != id {
        return None;
    }
    let is_elem = |e: &Expr| matches!(e.kind, ExprKind::Sig(s) if s == elem);
    let bound = |field: FieldId| {
        let decl = sig.field_decls.get(world.field(field).decl as usize)?;
        (!decl.defined && !decl.bound_disjoint).then_some(&decl.bound.expr)
    };
    let loose = |m: Mult| matches!(m, Mult::Set | Mult::Lone);
    let next_is_free = match &bound(next)?.kind {
        ExprKind::Arrow(a, m, n, b) => is_elem(a) && is_elem(b) && loose(*m) && loose(*n),
        _ => false,
    };
    let found = Shape {
        elem,
        first,
        next,
        fixed: false,
    };
    (next_is_free && is_elem(bound(first)?)).then_some(found)
}

/// The field in `this.f`, `Ord.f` or, where there is only one `this`, `f`.
fn own_field(id: SigId, sig: &Sig, e: &Expr) -> Option<FieldId> {
    let ExprKind::Binary(BinaryOp::Join, head, field) = &e.kind else {
        return None;
    };
    let own = match head.kind {
        ExprKind::Local(local) => local == sig.this,
        ExprKind::Sig(sig) => sig == id,
        _ => false,
    };
    match field.kind {
        ExprKind::Field(field) if own => Some(field),
        _ => None,
    }
}

/// The first of some atoms, as a set.
pub(super) fn first_of(universe: &Universe, atoms: &[AtomId]) -> TupleSet {
    TupleSet::of_atoms(universe, atoms.first().copied())
}

/// Each of some atoms with the next one.
pub(super) fn next_of(universe: &Universe, atoms: &[AtomId]) -> TupleSet {
    let pairs = atoms.windows(2).map(|w| [w[0], w[1]]);
    TupleSet::of_tuples(universe, 2, pairs).unwrap_or_else(|_| TupleSet::empty(universe, 2))
}
