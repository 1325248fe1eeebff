//! Rules without what the ground sentences decide: a sentence of the body that can never be true makes its rule useless, or its negation superfluous.
//!
//! What is left speaks of sentences that can be, so that every term in it has a value in the specification.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    check::Analysis,
    domain::{Binding, Domains, matches},
    rules::{Atom, Literal, Program, Rule, Term},
};

/// The values of a rule's variables.
type Values = BTreeMap<String, BTreeSet<Term>>;

/// Drops rules that can never apply and literals that always hold. The variables of the domains stay those of the rules, by index.
pub(crate) fn simplify(program: &mut Program, analysis: &mut Analysis, domains: &mut Domains) {
    let rules = std::mem::take(&mut program.rules);
    let variables = std::mem::take(&mut domains.variables);
    for (mut rule, variables) in rules.into_iter().zip(variables) {
        let mut bound = Vec::new();
        for literal in &rule.body {
            if let Literal::Is(atom) = literal {
                atom.args.iter().for_each(|arg| arg.variables(&mut bound));
            }
        }
        let is_filled = bound.iter().all(|name| variables.contains_key(*name));
        let values = quantified(&variables, &rule.head);
        if is_filled && keep_open(&mut rule, &values, domains) {
            program.rules.push(rule);
            domains.variables.push(variables);
        }
    }
    let heads: BTreeSet<&str> = program.rules.iter().map(|rule| rule.head.name.as_str()).collect();
    analysis.cycles.retain(|name, _| heads.contains(name.as_str()));
    for cycle in analysis.cycles.values_mut() {
        cycle.retain(|name| heads.contains(name.as_str()));
    }
}

/// The values of the variables that the specification quantifies over these values. Those of the head become parameters, which take all values of their
/// sort: what a literal shuts out of them must stay.
fn quantified(variables: &Values, head: &Atom) -> Values {
    let mut open = Vec::new();
    head.args.iter().for_each(|arg| arg.variables(&mut open));
    let mut values = variables.clone();
    values.retain(|name, _| !open.contains(&name.as_str()));
    values
}

/// Drops the literals that always hold; false if one never does.
fn keep_open(rule: &mut Rule, variables: &Values, domains: &Domains) -> bool {
    let mut is_possible = true;
    rule.body.retain(|literal| match literal {
        Literal::Is(atom) => {
            is_possible &= can_be(atom, variables, domains);
            true
        }
        Literal::Not(atom) => can_be(atom, variables, domains),
        Literal::Distinct(a, b) => match equal(a, b, variables) {
            Some(equal) => {
                is_possible &= !equal;
                false
            }
            None => true,
        },
        Literal::Same(a, b) => match equal(a, b, variables) {
            Some(equal) => {
                is_possible &= equal;
                false
            }
            None => true,
        },
    });
    is_possible
}

/// Whether the sentence is possible for some values of its variables.
fn can_be(atom: &Atom, variables: &Values, domains: &Domains) -> bool {
    let mut all = domains.possible.get(&atom.name).into_iter().flatten();
    all.any(|args| {
        let mut binding = Binding::new();
        let mut pairs = atom.args.iter().zip(args);
        let is_match = pairs.all(|(pattern, term)| matches(pattern, term, &mut binding));
        is_match
            && binding
                .iter()
                .all(|(name, term)| variables.get(name).is_none_or(|values| values.contains(term)))
    })
}

/// Whether two terms are the same, where that does not depend on the values of variables.
fn equal(a: &Term, b: &Term, variables: &Values) -> Option<bool> {
    match (a, b) {
        _ if a == b => Some(true),
        (Term::App(f, args), Term::App(g, others)) => {
            if f != g || args.len() != others.len() {
                return Some(false);
            }
            let pairs = args.iter().zip(others);
            let parts: Vec<Option<bool>> = pairs.map(|(a, b)| equal(a, b, variables)).collect();
            if parts.contains(&Some(false)) {
                Some(false)
            } else if parts.contains(&None) {
                None
            } else {
                Some(true)
            }
        }
        (Term::Var(a), Term::Var(b)) => {
            let (a, b) = (variables.get(a)?, variables.get(b)?);
            a.is_disjoint(b).then_some(false)
        }
        (Term::Var(name), term) | (term, Term::Var(name)) => {
            let mut values = variables.get(name)?.iter();
            let is_possible = values.any(|value| matches(term, value, &mut Binding::new()));
            (!is_possible).then_some(false)
        }
    }
}
