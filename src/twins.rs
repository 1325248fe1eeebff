//! Telling instances apart up to renaming by what is shown of them alone, wherever they come from: found now, or read from a file.

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    hash::{DefaultHasher, Hash, Hasher},
};

use relfind_data::{Facts, Value};
use relfind_lang::typed::{SigKind, World};
use relfind_relational::{AtomId, Canonizer, TupleSet, Universe};
use relfind_viz::Display;

/// Relations by label, tuples of names.
type Shown = BTreeMap<String, Vec<Vec<String>>>;

/// Instances that were met.
///
/// Two are the same if a bijection of the atoms of signatures maps every signature and field of one onto that of the other; integers and
/// strings stay what they are. An instance that is too large and regular for its form to be found is taken for new.
#[derive(Clone, Debug)]
pub struct Twins {
    /// The labels of signatures that are no subsets, whose members may be renamed.
    primary: BTreeSet<String>,
    seen: HashSet<(u128, u64)>,
}

impl Twins {
    /// None so far.
    pub fn new(world: &World) -> Self {
        let sigs = world.sigs.iter();
        let primary = sigs.filter(|sig| matches!(sig.kind, SigKind::Prim { .. }));
        Self {
            primary: primary.map(|sig| sig.label.clone()).collect(),
            seen: HashSet::new(),
        }
    }

    /// Whether an instance that was found is new; it is not the next time.
    pub fn is_new(&mut self, display: &Display) -> bool {
        let name = |ix: &relfind_viz::AtomIx| display.atom(*ix).text();
        let sigs = display.sigs.iter().filter(|sig| !sig.is_builtin);
        let sigs = sigs.map(|sig| {
            let atoms = sig.atoms.iter().map(|atom| vec![name(atom)]);
            (sig.label.clone(), atoms.collect())
        });
        let fields = display.fields.iter().map(|field| {
            let tuples = field.tuples.iter().map(|tuple| tuple.iter().map(name).collect());
            (field.label.clone(), tuples.collect())
        });
        let shown = sigs.chain(fields).collect();
        self.add(&shown)
    }

    /// Whether an instance that was read is new; it is not the next time.
    pub fn is_new_in_file(&mut self, facts: &Facts) -> bool {
        let name = |value: &Value| match value {
            Value::Int(number) => number.to_string(),
            Value::Text(text) => text.to_string(),
        };
        let relation = |relation: &relfind_data::Relation| {
            let tuples = relation.exact.iter().flatten();
            let tuples = tuples.map(|fact| fact.values().map(name).collect());
            (relation.name.clone(), tuples.collect())
        };
        let shown = facts.relations().map(relation).collect();
        self.add(&shown)
    }

    fn add(&mut self, shown: &Shown) -> bool {
        self.key(shown).is_none_or(|key| self.seen.insert(key))
    }

    /// What is the same for instances that are the same up to renaming.
    fn key(&self, shown: &Shown) -> Option<(u128, u64)> {
        let of_primary = shown.iter().filter(|(label, _)| self.primary.contains(*label));
        let loose: BTreeSet<&String> = of_primary
            .flat_map(|(_, tuples)| tuples.iter().flatten())
            .collect();
        let all: BTreeSet<&String> = shown.values().flatten().flatten().collect();
        // Those that stay what they are come first, in an order that depends on nothing else.
        let fixed: Vec<&String> = all.difference(&loose).copied().collect();
        let names: Vec<&String> = fixed.iter().chain(&loose).copied().collect();
        let place: BTreeMap<&String, AtomId> = names.iter().copied().zip((0..).map(AtomId)).collect();
        let universe = Universe::new(names.iter().map(|name| name.as_str()));
        let mut labels = DefaultHasher::new();
        fixed.hash(&mut labels);
        let mut values = Vec::new();
        for (label, tuples) in shown.iter().filter(|(_, tuples)| !tuples.is_empty()) {
            let atoms =
                |tuple: &Vec<String>| -> Vec<AtomId> { tuple.iter().map(|name| place[name]).collect() };
            let tuples: Vec<Vec<AtomId>> = tuples.iter().map(atoms).collect();
            let arity = tuples[0].len() as u32;
            (label, arity).hash(&mut labels);
            values.push(TupleSet::of_tuples(&universe, arity, &tuples).ok()?);
        }
        let values: Vec<&TupleSet> = values.iter().collect();
        let fixed = (0..fixed.len() as u32).map(AtomId);
        let form = Canonizer::new(&universe, fixed).form(&values)?;
        Some((form.digest(), labels.finish()))
    }
}

/// A string without its quotes.
pub(crate) fn unquoted(name: &str) -> String {
    let inner = name.strip_prefix('"').and_then(|name| name.strip_suffix('"'));
    inner.unwrap_or(name).replace("\\\"", "\"").replace("\\\\", "\\")
}
