//! Sorts of constants: those that occur at the same place of a predicate, a fact or a function are of one sort, and each sort is an enumeration.

use std::{
    cmp::Ordering,
    collections::{BTreeMap, BTreeSet},
};

use super::names::Names;
use crate::{domain::Domains, rules::Term};

pub(super) struct Sorts {
    /// What stands at each place of each predicate (`row`), fact (`true cell`) and function (`function f`).
    columns: BTreeMap<String, Vec<BTreeSet<Term>>>,
    /// The tuples of functions, the value last.
    pub(super) functions: BTreeMap<String, BTreeSet<Vec<Term>>>,
    named: Vec<(String, Vec<Term>)>,
    sort_of: BTreeMap<Term, usize>,
    atoms: BTreeMap<Term, String>,
    empty: BTreeSet<Term>,
}

impl Sorts {
    pub(super) fn new(domains: &Domains, names: &mut Names) -> Self {
        let mut sorts = Self {
            columns: BTreeMap::new(),
            functions: BTreeMap::new(),
            named: Vec::new(),
            sort_of: BTreeMap::new(),
            atoms: BTreeMap::new(),
            empty: BTreeSet::new(),
        };
        for (name, all) in domains.possible.iter().filter(|(name, _)| *name != "init") {
            for args in all {
                match (name.as_str(), &args[..]) {
                    ("true", [Term::App(functor, inner)]) if inner.is_empty() => {
                        sorts.add("holds", &[Term::App(functor.clone(), Vec::new())]);
                    }
                    ("true", [Term::App(functor, inner)]) => sorts.add(&format!("true {functor}"), inner),
                    _ => sorts.add(name, args),
                }
            }
        }
        sorts.join(names);
        sorts
    }

    fn add(&mut self, key: &str, args: &[Term]) {
        let columns = self
            .columns
            .entry(key.to_owned())
            .or_insert_with(|| vec![BTreeSet::new(); args.len()]);
        let mut inner = Vec::new();
        for (column, term) in columns.iter_mut().zip(args) {
            if column.insert(term.clone())
                && let Term::App(functor, args) = term
                && !args.is_empty()
            {
                inner.push((
                    functor.clone(),
                    args.iter().chain([term]).cloned().collect::<Vec<Term>>(),
                ));
            }
        }
        for (functor, tuple) in inner {
            if self
                .functions
                .entry(functor.clone())
                .or_default()
                .insert(tuple.clone())
            {
                self.add(&format!("function {functor}"), &tuple);
            }
        }
    }

    /// Makes sorts of columns that share terms, and names everything.
    fn join(&mut self, names: &mut Names) {
        let mut sets: Vec<(Vec<String>, BTreeSet<Term>)> = Vec::new();
        for (key, columns) in &self.columns {
            for (i, column) in columns.iter().enumerate() {
                let mut joined = (vec![format!("{key} {i}")], column.clone());
                let (touching, apart): (Vec<_>, Vec<_>) =
                    sets.into_iter().partition(|(_, set)| !set.is_disjoint(&joined.1));
                sets = apart;
                for (keys, set) in touching {
                    joined.0.extend(keys);
                    joined.1.extend(set);
                }
                sets.push(joined);
            }
        }
        sets.sort_by_key(|(keys, _)| keys.iter().min().cloned());
        for (keys, set) in sets {
            let name = names.fresh(&self.name(&keys, &set));
            let mut terms: Vec<Term> = set.into_iter().collect();
            terms.sort_by(compare);
            for term in &terms {
                let words = term.to_string().replace(['(', ')'], "");
                self.atoms
                    .insert(term.clone(), names.fresh(&words.replace(' ', "_")));
                self.sort_of.insert(term.clone(), self.named.len());
            }
            self.named.push((name, terms));
        }
    }

    /// A name for a sort: that of the table of its members, if there is one, or what it is for.
    fn name(&self, keys: &[String], set: &BTreeSet<Term>) -> String {
        let table = self.columns.iter().find(|(key, columns)| {
            let is_table = !key.contains(' ') && *key != "holds" && *key != "role";
            is_table && columns.len() == 1 && columns[0] == *set
        });
        let fixed = [
            ("does 1", "Move"),
            ("role 0", "Role"),
            ("goal 1", "Score"),
            ("holds 0", "Fact"),
        ];
        let fixed = fixed.iter().find(|(key, _)| keys.iter().any(|k| k == key));
        match (table, fixed) {
            (Some((key, _)), _) => capital(key),
            (None, Some((_, name))) => (*name).to_owned(),
            (None, None) => {
                let first = keys.iter().min().map_or("Thing", String::as_str);
                let words: Vec<&str> = first
                    .split(' ')
                    .filter(|word| !["true", "function"].contains(word))
                    .collect();
                match words[..] {
                    [name, number] => {
                        let place = number.parse::<usize>().map_or(1, |n| n + 1);
                        format!("{}{place}", capital(name))
                    }
                    _ => "Thing".into(),
                }
            }
        }
    }

    pub(super) fn declarations(&self) -> String {
        let mut out = String::new();
        for (name, terms) in &self.named {
            let atoms: Vec<&str> = terms.iter().map(|term| self.atoms[term].as_str()).collect();
            let line = format!("enum {name} {{ {} }}", atoms.join(", "));
            if line.len() <= 96 {
                out += &format!("{line}\n");
            } else {
                let lines: Vec<String> = atoms
                    .chunks(8)
                    .map(|chunk| format!("  {}", chunk.join(", ")))
                    .collect();
                out += &format!("enum {name} {{\n{}\n}}\n", lines.join(",\n"));
            }
        }
        out + "\n"
    }

    pub(super) fn has(&self, key: &str, column: usize) -> bool {
        self.columns
            .get(key)
            .is_some_and(|columns| columns.len() > column)
    }

    pub(super) fn arity(&self, key: &str) -> usize {
        self.columns.get(key).map_or(0, Vec::len)
    }

    pub(super) fn column(&self, key: &str, column: usize) -> &BTreeSet<Term> {
        self.columns
            .get(key)
            .and_then(|columns| columns.get(column))
            .unwrap_or(&self.empty)
    }

    /// The sort that terms belong to.
    pub(super) fn sort_of(&self, terms: &BTreeSet<Term>) -> &str {
        let sort = terms.first().and_then(|term| self.sort_of.get(term));
        sort.map_or("univ", |&sort| &self.named[sort].0)
    }

    /// Terms as an expression.
    pub(super) fn set(&self, terms: &BTreeSet<Term>) -> String {
        let sort = terms.first().and_then(|term| self.sort_of.get(term));
        match sort.map(|&sort| &self.named[sort]) {
            Some((name, all)) if all.len() == terms.len() => name.clone(),
            Some((name, all)) if terms.len() + 2 >= all.len() && terms.len() > 2 => {
                let missing: Vec<String> = all
                    .iter()
                    .filter(|t| !terms.contains(t))
                    .map(|t| self.atom(t))
                    .collect();
                format!("({name} - {})", missing.join(" - "))
            }
            _ => {
                let mut terms: Vec<Term> = terms.iter().cloned().collect();
                terms.sort_by(compare);
                let atoms: Vec<String> = terms.iter().map(|term| self.atom(term)).collect();
                match &atoms[..] {
                    [] => "none".into(),
                    [atom] => atom.clone(),
                    atoms => format!("({})", atoms.join(" + ")),
                }
            }
        }
    }

    pub(super) fn knows(&self, term: &Term) -> bool {
        self.atoms.contains_key(term)
    }

    /// The atom of a term; what can never be is nothing.
    pub(super) fn atom(&self, term: &Term) -> String {
        self.atoms.get(term).cloned().unwrap_or_else(|| "none".into())
    }

    pub(super) fn sorted(tuples: &BTreeSet<Vec<Term>>) -> Vec<Vec<Term>> {
        let mut tuples: Vec<Vec<Term>> = tuples.iter().cloned().collect();
        tuples.sort_by(|a, b| compare_all(a, b));
        tuples
    }
}

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Numbers by value, before names; then by name and arguments.
fn compare(a: &Term, b: &Term) -> Ordering {
    match (a, b) {
        (Term::App(f, args), Term::App(g, others)) => {
            let numbers = (f.parse::<i64>().ok(), g.parse::<i64>().ok());
            let by_name = match numbers {
                (Some(x), Some(y)) => x.cmp(&y),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => f.cmp(g),
            };
            by_name.then_with(|| compare_all(args, others))
        }
        (a, b) => a.cmp(b),
    }
}

fn compare_all(a: &[Term], b: &[Term]) -> Ordering {
    let pairs = a.iter().zip(b).map(|(x, y)| compare(x, y));
    pairs
        .fold(Ordering::Equal, Ordering::then)
        .then(a.len().cmp(&b.len()))
}
