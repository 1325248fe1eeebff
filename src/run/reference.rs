//! An instance from outside that others are compared with: what its names mean among the atoms of a command.
//!
//! A command has atoms of its own, and which name an atom bears depends on the instance that it is in. So each atom of the reference is
//! given one that may be in the same signatures: one that keeps its place in a fixed order, else one that must be or may be in exactly
//! these (a bipartite matching: Kuhn, "The Hungarian Method for the Assignment Problem", Naval Research Logistics Quarterly 2, 1955, with all
//! weights equal), else one that may be in them. Integers and strings are what they are. Which of the atoms that may trade places is taken does not matter.

use indexmap::IndexMap;
use relfind_data::{Fact, Facts, Relation, Value};
use relfind_lang::{
    diag::{Diagnostic, Severity},
    typed::World,
};
use relfind_relational::{
    AtomId, RelationKind, TupleSet,
    ast::{Expr, RelationId},
};
use relfind_solver::Lit;
use relfind_translator::{Translation, lower::Lowered};

use super::{
    distinct::upper,
    order::{relation_of, relations_shown},
};
use crate::twins::unquoted;

/// An instance among the atoms of a command.
#[derive(Debug)]
pub(super) struct Reference {
    /// The values of relations that it says something of.
    values: Vec<(RelationId, TupleSet)>,
    /// Its tuples that no instance of the command has, since there are not so many atoms.
    beyond: u64,
}

/// Tuples as a file names them, of a relation of the problem.
struct Named<'a> {
    relation: RelationId,
    /// Columns that the relation leaves out.
    skip: usize,
    tuples: &'a Relation,
}

impl Named<'_> {
    /// Whether it is about a signature: of fields, only those of a `one sig` have one column, which leave out the first.
    fn is_sig(&self, lowered: &Lowered) -> bool {
        self.skip == 0 && lowered.problem.bounds.relation(self.relation).arity == 1
    }
}

impl Reference {
    /// The instance that `facts` tell, each relation exactly. Its values join the bounds as constants, so that symmetries which change
    /// it are none of the problem any more.
    pub(super) fn find(world: &World, lowered: &mut Lowered, facts: &Facts) -> Result<Self, Box<Diagnostic>> {
        let shown = relations_shown(world, lowered).into_iter();
        let named: Vec<Named<'_>> = shown
            .filter_map(|(relation, label, skip)| {
                let tuples = facts.get(label)?;
                Some(Named {
                    relation,
                    skip,
                    tuples,
                })
            })
            .collect();
        if named.is_empty() {
            let message = "the instance to be like has no signature and no field of this specification";
            return Err(Box::new(
                Diagnostic::new("E0001", Severity::Error, None, message)
                    .help("give an instance that --format json or --format xml wrote"),
            ));
        }
        let is_sig = |named: &&Named<'_>| named.is_sig(lowered);
        let sigs: Vec<&Named<'_>> = named.iter().filter(is_sig).collect();
        let atoms = Matching::new(lowered, &sigs).atoms(world, lowered, facts);
        let mut found = Self {
            values: Vec::new(),
            beyond: 0,
        };
        for named in &named {
            found.add(lowered, named, &atoms);
        }
        for (id, value) in &found.values {
            let bounds = &mut lowered.problem.bounds;
            let name = format!("{} to be like", bounds.relation(*id).name);
            bounds.add_exact(name, RelationKind::Derived, value.clone());
        }
        Ok(found)
    }

    fn add(&mut self, lowered: &Lowered, named: &Named<'_>, atoms: &IndexMap<Value, AtomId>) {
        let universe = lowered.problem.universe();
        let arity = lowered.problem.bounds.relation(named.relation).arity;
        let mut value = TupleSet::empty(universe, arity);
        for fact in named.tuples.exact.iter().flatten() {
            let tuple: Option<Vec<AtomId>> = fact
                .values()
                .skip(named.skip)
                .map(|value| atoms.get(value).copied())
                .collect();
            let inserted = tuple.is_some_and(|tuple| value.insert(&tuple).is_ok());
            self.beyond += u64::from(!inserted);
        }
        self.values.push((named.relation, value));
    }

    /// Literals that hold where an instance of the translation differs, and in how many tuples each differs at least.
    pub(super) fn differences(&self, translation: &Translation) -> (Vec<Lit>, u64) {
        let mut literals = Vec::new();
        let mut least = self.beyond;
        for (id, value) in &self.values {
            let relation = translation.bounds.relation(*id);
            least += value.difference(&relation.upper).len() as u64;
            least += relation.lower.difference(value).len() as u64;
            let variables = translation.variables.of_relation(*id);
            literals.extend(variables.map(|(tuple, var)| Lit::new(var, !value.contains_index(tuple))));
        }
        (literals, least)
    }
}

/// Atoms of the problem for those of a reference.
struct Matching {
    /// The atoms of the reference in the order of the file, each with whether it is in each of the signatures.
    named: IndexMap<Value, Vec<bool>>,
    /// Likewise, by atom of the problem: whether it must be and may be in each.
    bounds: Vec<Vec<(bool, bool)>>,
    /// By atom of the problem: that of the reference.
    taken: Vec<Option<usize>>,
}

impl Matching {
    fn new(lowered: &Lowered, sigs: &[&Named<'_>]) -> Self {
        let universe = lowered.problem.universe();
        let mut named: IndexMap<Value, Vec<bool>> = IndexMap::new();
        let mut bounds = vec![Vec::with_capacity(sigs.len()); universe.len()];
        for (at, sig) in sigs.iter().enumerate() {
            let members = sig.tuples.exact.iter().flatten().flat_map(Fact::values);
            for value in members.filter(|value| matches!(value, Value::Text(_))) {
                let is_in = named
                    .entry(value.clone())
                    .or_insert_with(|| vec![false; sigs.len()]);
                is_in[at] = true;
            }
            let relation = lowered.problem.bounds.relation(sig.relation);
            for atom in universe.atoms() {
                let bound = (
                    relation.lower.contains_atom(atom),
                    relation.upper.contains_atom(atom),
                );
                bounds[atom.index()].push(bound);
            }
        }
        Self {
            named,
            bounds,
            taken: vec![None; universe.len()],
        }
    }

    /// The atom of each value of the reference that has one.
    fn atoms(mut self, world: &World, lowered: &Lowered, facts: &Facts) -> IndexMap<Value, AtomId> {
        let universe = lowered.problem.universe();
        let mut placed = vec![false; self.named.len()];
        for (name, atom) in labelled(lowered).chain(ordered(world, lowered, facts)) {
            if let Some(at) = self.named.get_index_of(&name)
                && !placed[at]
                && self.taken[atom.index()].is_none()
            {
                self.taken[atom.index()] = Some(at);
                placed[at] = true;
            }
        }
        let fixed = self.taken.clone();
        for exactly in [true, false] {
            for (at, is_placed) in placed.iter_mut().enumerate() {
                if !*is_placed {
                    let mut seen: Vec<bool> = fixed.iter().map(Option::is_some).collect();
                    *is_placed = self.place(at, exactly, &mut seen);
                }
            }
        }
        let strings = upper(&lowered.problem, lowered.sigs[World::STRING.index()]);
        let strings = strings
            .atoms()
            .map(|atom| (Value::Text(unquoted(universe.name(atom)).into()), atom));
        let ints = universe.int_atoms();
        let ints = ints.filter_map(|atom| Some((Value::Int(universe.int_value(atom)?), atom)));
        let mut found: IndexMap<Value, AtomId> = strings.chain(ints).collect();
        for (taken, atom) in self.taken.iter().zip(universe.atoms()) {
            if let Some((name, _)) = taken.and_then(|at| self.named.get_index(at)) {
                found.insert(name.clone(), atom);
            }
        }
        found
    }

    /// Finds an atom for one of the reference, moving others if need be.
    fn place(&mut self, at: usize, exactly: bool, seen: &mut [bool]) -> bool {
        for atom in 0..self.bounds.len() {
            if seen[atom] || !self.fits(at, atom, exactly) {
                continue;
            }
            seen[atom] = true;
            let free = match self.taken[atom] {
                None => true,
                Some(other) => exactly && self.place(other, exactly, seen),
            };
            if free {
                self.taken[atom] = Some(at);
                return true;
            }
        }
        false
    }

    /// Whether an atom may be in all signatures that one of the reference is in, and, if that is asked for, need not be in others.
    fn fits(&self, at: usize, atom: usize, exactly: bool) -> bool {
        let is_in = &self.named[at];
        let mut pairs = is_in.iter().zip(&self.bounds[atom]);
        let is_somewhere = is_in.contains(&true);
        is_somewhere && pairs.all(|(&is_in, &(must, may))| if is_in { may } else { !(must && exactly) })
    }
}

/// Atoms that data gave names to.
fn labelled(lowered: &Lowered) -> impl Iterator<Item = (Value, AtomId)> + '_ {
    let labels = lowered.labels.iter().zip((0..).map(AtomId));
    labels.filter_map(|(label, atom)| {
        let text = &label.as_ref()?.text;
        Some((Value::Text(text.as_str().into()), atom))
    })
}

/// The atoms of signatures whose order is fixed, in the order of the reference.
fn ordered(world: &World, lowered: &Lowered, facts: &Facts) -> Vec<(Value, AtomId)> {
    let mut pairs = Vec::new();
    for order in &lowered.orders {
        let Some(atoms) = &order.fixed else { continue };
        let next = lowered
            .fields
            .iter()
            .zip(&world.fields)
            .find_map(|(expr, field)| {
                let (relation, skip) = relation_of(lowered, (*expr)?)?;
                let is_next =
                    matches!(lowered.problem.ast.expr(order.next), Expr::Relation(id) if *id == relation);
                is_next.then_some((skip, field))
            });
        let Some((skip, field)) = next else { continue };
        let steps = facts
            .get(&field.label)
            .and_then(|relation| relation.exact.as_ref());
        let steps = steps.into_iter().flatten().filter_map(|fact| {
            let mut values = fact.values().skip(skip);
            Some((values.next()?.clone(), values.next()?.clone()))
        });
        pairs.extend(in_order(&steps.collect()).into_iter().zip(atoms.iter().copied()));
    }
    pairs
}

/// Values in the order of these steps from each to the next.
fn in_order(steps: &IndexMap<Value, Value>) -> Vec<Value> {
    let is_first = |value: &&Value| !steps.values().any(|later| later == *value);
    let mut order: Vec<Value> = steps.keys().find(is_first).cloned().into_iter().collect();
    while let Some(later) = order.last().and_then(|last| steps.get(last)) {
        if order.len() > steps.len() {
            break;
        }
        order.push(later.clone());
    }
    order
}
