//! In which order instances come, and what is measured of them.

use std::{collections::BTreeSet, sync::Arc};

use relfind_data::Facts;
use relfind_lang::{
    diag::Diagnostic,
    typed::{Sig, SigId, SigKind, World},
};
use relfind_relational::{
    RelationKind,
    ast::{Expr, ExprId, RelationId},
};
use relfind_solver::{Cnf, Lit, SolverError};
use relfind_translator::{Translation, lower::Lowered};

use super::{models::Models, ordered::Ordered, reference::Reference};

/// In which order instances come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// As they are found.
    #[default]
    Found,
    /// As they are found from values that a number picks.
    Seeded(u64),
    /// Those with the fewest atoms first, and of these the ones with the fewest tuples: of fields, and of signatures that extend others or are
    /// subsets. An atom of an abstract signature is in none but those that it is made of. What states an order does not count.
    Smallest,
    /// Only those from which no tuple can be left out, also not with others, the members of signatures being tuples too: no other
    /// instance is contained in one.
    Minimal,
    /// Those first that differ from an instance in the fewest tuples, the members of signatures being tuples too.
    Like {
        /// All signatures and fields, each exactly, as [`Session::open_instances`](crate::Session::open_instances) reads them.
        instance: Arc<Facts>,
        /// In how many tuples they may differ.
        distance: Option<u64>,
    },
}

/// What puts an instance in its place in the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Measure {
    /// The numbers that [`Order::Smallest`] is about.
    Size {
        /// Atoms of signatures, integers and strings excepted.
        atoms: u64,
        /// Tuples.
        tuples: u64,
    },
    /// In how many tuples it differs from the instance of [`Order::Like`].
    Distance(u64),
}

/// An order, once it is known which relations there are.
pub(super) struct Ranking {
    /// Numbers of literals that are to be small, the weightiest first, each with what comes to it in all instances.
    numbers: Vec<(Vec<Lit>, u64)>,
    is_distance: bool,
    most: Option<u64>,
}

/// What has to be known of an order before a problem is translated.
pub(super) fn reference(
    world: &World,
    lowered: &mut Lowered,
    order: &Order,
) -> Result<Option<Reference>, Box<Diagnostic>> {
    match order {
        Order::Like { instance, .. } => Reference::find(world, lowered, instance).map(Some),
        _ => Ok(None),
    }
}

impl Ranking {
    pub(super) fn new(
        world: &World,
        lowered: &Lowered,
        translation: &Translation,
        order: &Order,
        reference: Option<&Reference>,
    ) -> Option<Self> {
        match order {
            Order::Smallest => Some(Self::by_size(world, lowered, translation)),
            Order::Like { distance, .. } => Some(Self {
                numbers: vec![reference?.differences(translation)],
                is_distance: true,
                most: *distance,
            }),
            Order::Found | Order::Seeded(_) | Order::Minimal => None,
        }
    }

    fn by_size(world: &World, lowered: &Lowered, translation: &Translation) -> Self {
        let of_atoms = atoms(world, lowered);
        let of_orders = orders(world, lowered);
        let (mut atoms, mut tuples) = ((Vec::new(), 0), (Vec::new(), 0));
        let shown = relations_shown(world, lowered).into_iter();
        for (id, _, _) in shown.filter(|(id, _, _)| !of_orders.contains(id)) {
            let is_atoms = of_atoms.contains(&id);
            let (literals, always) = if is_atoms { &mut atoms } else { &mut tuples };
            let variables = translation.variables.of_relation(id);
            literals.extend(variables.map(|(_, var)| Lit::new(var, true)));
            *always += translation.bounds.relation(id).lower.len() as u64;
        }
        Self {
            numbers: vec![atoms, tuples],
            is_distance: false,
            most: None,
        }
    }

    /// A search in this order.
    pub(super) fn search(&self, variables: u32) -> Ordered {
        let always = self.numbers.first().map_or(0, |(_, always)| *always);
        let literals = self.numbers.iter().map(|(literals, _)| literals.clone());
        match self.most.map(|most| most.checked_sub(always)) {
            Some(None) => Ordered::nothing(variables),
            most => Ordered::levels(literals.collect(), most.flatten(), variables),
        }
    }

    /// What the search found, in words of instances.
    pub(super) fn measure(&self, ordered: &Ordered) -> Option<Measure> {
        let numbers = ordered.numbers();
        let mut numbers = numbers
            .iter()
            .zip(&self.numbers)
            .map(|(n, (_, always))| n + always);
        let first = numbers.next()?;
        Some(if self.is_distance {
            Measure::Distance(first)
        } else {
            Measure::Size {
                atoms: first,
                tuples: numbers.next()?,
            }
        })
    }
}

/// Whether a signature is the union of others: abstract with children, or defined by `=`.
fn is_made_of_others(sig: &Sig) -> bool {
    match sig.kind {
        SigKind::Subset { exact, .. } => exact,
        SigKind::Prim { .. } => sig.is_abstract && !sig.children.is_empty(),
        SigKind::Builtin => true,
    }
}

/// The relations whose tuples are counted, those of signatures first: with the label of each, and how many columns the relation leaves out.
pub(super) fn relations_shown<'w>(world: &'w World, lowered: &Lowered) -> Vec<(RelationId, &'w str, usize)> {
    let sigs = world.sigs.iter().zip(&lowered.sigs);
    let sigs = sigs.filter(|(sig, _)| !is_made_of_others(sig));
    let sigs = sigs.map(|(sig, &expr)| (sig.label.as_str(), Some(expr)));
    let fields = world.fields.iter().zip(&lowered.fields);
    let fields = fields.map(|(field, &expr)| (field.label.as_str(), expr));
    // Fields that are their definition stand for relations of others.
    let mut met = BTreeSet::new();
    let shown = sigs.chain(fields).filter_map(|(label, expr)| {
        let (id, skip) = relation_of(lowered, expr?)?;
        met.insert(id).then_some((id, label, skip))
    });
    shown.collect()
}

/// The relation that an expression is, without the first column where that is a `one sig`.
pub(super) fn relation_of(lowered: &Lowered, expr: ExprId) -> Option<(RelationId, usize)> {
    let ast = &lowered.problem.ast;
    let (id, skip) = match ast.expr(expr) {
        Expr::Relation(id) => (*id, 0),
        Expr::Product(_, value) => match ast.expr(*value) {
            Expr::Relation(id) => (*id, 1),
            _ => return None,
        },
        _ => return None,
    };
    let relation = lowered.problem.bounds.relation(id);
    (relation.kind == RelationKind::Visible).then_some((id, skip))
}

/// The relations that state orders, and those of the signatures that exist for it. There is one order for as many atoms, whatever it is.
fn orders(world: &World, lowered: &Lowered) -> BTreeSet<RelationId> {
    let ordering = lowered.orders.iter().flat_map(|order| [order.first, order.next]);
    let ordering = ordering.filter_map(|expr| relation_of(lowered, expr));
    let mut relations: BTreeSet<RelationId> = ordering.map(|(id, _)| id).collect();
    let fields = world.fields.iter().zip(&lowered.fields);
    let owners = fields.filter_map(|(field, &expr)| {
        let (id, _) = relation_of(lowered, expr?)?;
        relations.contains(&id).then_some(field.sig)
    });
    let owners: Vec<_> = owners
        .filter_map(|sig| relation_of(lowered, lowered.sigs[sig.index()]))
        .collect();
    relations.extend(owners.into_iter().map(|(id, _)| id));
    relations
}

/// The relations that together have each atom of a signature once.
fn atoms(world: &World, lowered: &Lowered) -> Vec<RelationId> {
    let top = SigKind::Prim { parent: World::UNIV };
    let sigs = (0..world.sigs.len() as u32).map(SigId);
    let mut open: Vec<SigId> = sigs.filter(|&id| world.sig(id).kind == top).collect();
    let mut relations = Vec::new();
    while let Some(id) = open.pop() {
        let sig = world.sig(id);
        if is_made_of_others(sig) {
            open.extend(&sig.children);
        } else {
            let relation = relation_of(lowered, lowered.sigs[id.index()]);
            relations.extend(relation.map(|(id, _)| id));
        }
    }
    relations
}

/// Models of a translation in the order that is asked for. `leaders` are the clauses with symmetries broken, where the translation itself
/// breaks none.
pub(super) fn models(
    solver: &str,
    translation: &Translation,
    leaders: Option<&Cnf>,
    order: &Order,
    ranking: Option<&Ranking>,
) -> Result<Models, SolverError> {
    let cnf = &translation.cnf;
    let variables = cnf.variables().max(translation.variables.len());
    let ordered = match (order, ranking) {
        (_, Some(ranking)) => ranking.search(variables),
        (Order::Minimal, None) => {
            let mut first = relfind_solver::create(solver)?;
            relfind_solver::load(&mut *first, leaders.unwrap_or(cnf));
            Ordered::minimal(translation.visible_primary(), first, variables)
        }
        (Order::Seeded(seed), None) => Ordered::varied(*seed, variables),
        (Order::Found | Order::Smallest | Order::Like { .. }, None) => return Models::new(solver, cnf),
    };
    Models::in_order(solver, cnf, ordered)
}
