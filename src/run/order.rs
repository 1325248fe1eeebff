//! In which order instances come, and what is measured of them.

use std::sync::Arc;

use relfind_data::Facts;
use relfind_lang::{
    diag::Diagnostic,
    typed::{SigKind, World},
};
use relfind_relational::{
    RelationKind,
    ast::{Expr, RelationId},
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
    /// subsets. An atom of an abstract signature is in none but those that it is made of.
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
        let mut numbers = vec![(Vec::new(), 0), (Vec::new(), 0)];
        for (id, relation) in translation.bounds.iter() {
            if relation.kind == RelationKind::Visible {
                let is_more = usize::from(!of_atoms.contains(&id));
                let (literals, always) = &mut numbers[is_more];
                let variables = translation.variables.of_relation(id);
                literals.extend(variables.map(|(_, var)| Lit::new(var, true)));
                *always += relation.lower.len() as u64;
            }
        }
        Self {
            numbers,
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

/// The relations that have each atom of a signature exactly once.
fn atoms(world: &World, lowered: &Lowered) -> Vec<RelationId> {
    let top = SigKind::Prim { parent: World::UNIV };
    let sigs = world.sigs.iter().zip(&lowered.sigs);
    let mut open: Vec<_> = sigs
        .filter(|(sig, _)| sig.kind == top)
        .map(|(_, &expr)| expr)
        .collect();
    let mut relations = Vec::new();
    while let Some(expr) = open.pop() {
        match lowered.problem.ast.expr(expr) {
            Expr::Relation(id) => relations.push(*id),
            Expr::Union(a, b) => open.extend([*a, *b]),
            _ => {}
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
