//! From an instance of the relational problem to one in the terms of the specification.

use relfind_lang::typed::{Mult, Sig, SigId, SigKind, Type, World};
use relfind_relational::{
    AtomId, Bounds, Evaluator, Instance, RelationKind, TupleSet,
    ast::{Expr, ExprId},
};
use relfind_translator::lower::{Lowered, name_atoms};
use relfind_viz as viz;
use relfind_viz::{AtomIx, Display, SigIx};

/// The instance as a person sees it; `bounds` are those of the problem, and of its witnesses if it has any.
pub(crate) fn present(world: &World, lowered: &Lowered, bounds: &Bounds, instance: &Instance) -> Display {
    let presenter = Presenter {
        world,
        lowered,
        instance,
    };
    Display {
        atoms: presenter.atoms(),
        sigs: (0..world.sigs.len())
            .map(|i| presenter.sig(SigId(i as u32)))
            .collect(),
        fields: presenter.fields(),
        skolems: skolems(bounds, instance),
    }
}

struct Presenter<'a> {
    world: &'a World,
    lowered: &'a Lowered,
    instance: &'a Instance,
}

impl Presenter<'_> {
    fn atoms(&self) -> Vec<viz::Atom> {
        let universe = self.instance.universe();
        let names = name_atoms(self.lowered, self.world, self.instance);
        let mut unused = 0;
        let atom = |(atom, name): (AtomId, Option<relfind_translator::lower::AtomName>)| {
            let kind = match (universe.int_value(atom), &name) {
                (Some(value), _) => viz::AtomKind::Int(value),
                (None, Some(name)) if name.sig == World::STRING => viz::AtomKind::Str,
                _ => viz::AtomKind::Named,
            };
            let name = name.map_or_else(
                || {
                    unused += 1;
                    format!("unused{}", unused - 1)
                },
                |name| name.name,
            );
            viz::Atom { name, kind }
        };
        universe.atoms().zip(names).map(atom).collect()
    }

    fn sig(&self, id: SigId) -> viz::Sig {
        let sig = self.world.sig(id);
        let mut atoms: Vec<AtomIx> = self
            .value(self.lowered.sigs[id.index()])
            .atoms()
            .map(ix)
            .collect();
        let order = self.order(id, &atoms);
        let is_ordered = order.is_some();
        if let Some(order) = order {
            atoms = order;
        }
        viz::Sig {
            label: sig.label.clone(),
            name: sig.name.clone(),
            parents: parents(sig).iter().map(|p| SigIx(p.0)).collect(),
            is_subset: matches!(sig.kind, SigKind::Subset { .. }),
            is_builtin: matches!(sig.kind, SigKind::Builtin),
            is_enum: sig.is_enum,
            is_one: sig.mult == Mult::One,
            is_private: sig.is_private,
            atoms,
            is_ordered,
            marks: viz::Marks {
                is_abstract: sig.is_abstract,
                is_lone: sig.mult == Mult::Lone,
                is_some: sig.mult == Mult::Some,
                is_exact: matches!(sig.kind, SigKind::Subset { exact: true, .. }),
                is_meta: sig.is_meta,
                is_var: sig.is_var,
            },
        }
    }

    /// The signature's atoms in the order that a module states over it, if one does.
    fn order(&self, sig: SigId, atoms: &[AtomIx]) -> Option<Vec<AtomIx>> {
        let order = self.lowered.orders.iter().find(|order| order.sig == sig)?;
        let next = self.value(order.next);
        let mut ordered: Vec<AtomIx> = self.value(order.first).atoms().map(ix).collect();
        while let Some(&last) = ordered.last().filter(|_| ordered.len() < atoms.len()) {
            let step = next.tuples().find(|tuple| ix(tuple[0]) == last)?;
            ordered.push(ix(step[1]));
        }
        (ordered.len() == atoms.len()).then_some(ordered)
    }

    fn fields(&self) -> Vec<viz::Field> {
        let fields = self.world.fields.iter().zip(&self.lowered.fields);
        fields
            .filter_map(|(field, value)| {
                Some(viz::Field {
                    label: field.label.clone(),
                    name: field.name.clone(),
                    sig: SigIx(field.sig.0),
                    types: columns(&field.ty),
                    is_private: field.is_private,
                    marks: viz::Marks {
                        is_meta: field.is_meta,
                        is_var: field.is_var,
                        ..viz::Marks::default()
                    },
                    tuples: tuples(&self.value((*value)?)),
                })
            })
            .collect()
    }

    /// The value of a signature's or field's expression, which has no integers that could overflow.
    fn value(&self, expr: ExprId) -> TupleSet {
        let problem = &self.lowered.problem;
        if let Expr::Relation(id) = problem.ast.expr(expr) {
            return self.instance.value(*id).clone();
        }
        let evaluator = Evaluator::new(&problem.ast, self.instance, problem.overflow);
        let value = evaluator.expression(expr).ok().flatten();
        value.unwrap_or_else(|| TupleSet::empty(self.instance.universe(), problem.ast.arity(expr)))
    }
}

fn skolems(bounds: &Bounds, instance: &Instance) -> Vec<viz::Skolem> {
    let skolems = bounds
        .iter()
        .filter(|(_, relation)| relation.kind == RelationKind::Skolem);
    skolems
        .map(|(id, relation)| viz::Skolem {
            name: relation.name.clone(),
            tuples: tuples(instance.value(id)),
        })
        .collect()
}

fn ix(atom: AtomId) -> AtomIx {
    AtomIx(atom.0)
}

/// The tuples of a set.
pub(crate) fn tuples(set: &TupleSet) -> Vec<Vec<AtomIx>> {
    set.tuples()
        .map(|tuple| tuple.iter().map(|&atom| ix(atom)).collect())
        .collect()
}

/// The products of a type.
pub(crate) fn columns(ty: &Type) -> Vec<Vec<SigIx>> {
    ty.products
        .iter()
        .map(|product| product.iter().map(|sig| SigIx(sig.0)).collect())
        .collect()
}

fn parents(sig: &Sig) -> &[SigId] {
    match &sig.kind {
        SigKind::Builtin => &[],
        SigKind::Prim { parent } => std::slice::from_ref(parent),
        SigKind::Subset { parents, .. } => parents,
    }
}
