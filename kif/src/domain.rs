//! Which ground sentences there can be, bottom up: exactly for what does not depend on the state, from above (negations of what changes passed over, and
//! what is legal taken to be done) for the rest. Plain iteration to the fixpoint; games are small.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    KifError,
    check::Analysis,
    rules::{Atom, Literal, Program, Rule, Term},
};

/// Games of more ground sentences are refused.
const MOST_SENTENCES: usize = 50_000;
/// Steps of a join, all together.
const MOST_WORK: usize = 20_000_000;
/// Terms of functions in functions deeper than this grow without end.
const DEEPEST: usize = 8;

/// The possible ground sentences.
#[derive(Clone, Debug, Default)]
pub(crate) struct Domains {
    /// The arguments that each predicate may have; `true` and `does` for facts and moves.
    pub(crate) possible: BTreeMap<String, BTreeSet<Vec<Term>>>,
    /// For each rule the values of its variables.
    pub(crate) variables: Vec<BTreeMap<String, BTreeSet<Term>>>,
}

pub(crate) type Binding = BTreeMap<String, Term>;

/// Computes the possible ground sentences.
pub(crate) fn domains(program: &Program, analysis: &Analysis) -> Result<Domains, KifError> {
    let mut domains = Domains {
        variables: vec![BTreeMap::new(); program.rules.len()],
        ..Domains::default()
    };
    let mut work = 0;
    for name in &analysis.order {
        if !analysis.dynamic.contains(name) && !["next", "legal"].contains(&name.as_str()) {
            let own = |rule: &Rule| {
                &rule.head.name == name
                    || analysis
                        .cycles
                        .get(name)
                        .is_some_and(|c| c.contains(&rule.head.name))
            };
            fixpoint(program, analysis, &mut domains, &mut work, &own)?;
        }
    }
    let rest = |rule: &Rule| {
        analysis.dynamic.contains(&rule.head.name) || ["next", "legal"].contains(&rule.head.name.as_str())
    };
    fixpoint(program, analysis, &mut domains, &mut work, &rest)?;
    Ok(domains)
}

fn fixpoint(
    program: &Program,
    analysis: &Analysis,
    domains: &mut Domains,
    work: &mut usize,
    own: &dyn Fn(&Rule) -> bool,
) -> Result<(), KifError> {
    loop {
        let mut is_changed = false;
        for (index, rule) in program.rules.iter().enumerate().filter(|(_, rule)| own(rule)) {
            let mut found = Vec::new();
            join(
                &ordered(rule),
                Binding::new(),
                domains,
                analysis,
                work,
                &mut found,
            );
            if *work > MOST_WORK {
                return Err(KifError::new(
                    rule.line,
                    "there are too many ways to fill in the variables of this rule",
                ));
            }
            for binding in found {
                let args: Vec<Term> = rule
                    .head
                    .args
                    .iter()
                    .map(|arg| substitute(arg, &binding))
                    .collect();
                if args.iter().any(|arg| depth(arg) > DEEPEST) {
                    return Err(KifError::new(
                        rule.line,
                        format!("terms grow without end, as in `{}`", args[0]),
                    ));
                }
                for (name, term) in binding {
                    domains.variables[index].entry(name).or_default().insert(term);
                }
                let name = match rule.head.name.as_str() {
                    "init" | "next" => "true",
                    name => name,
                };
                if rule.head.name == "legal" {
                    domains
                        .possible
                        .entry("does".into())
                        .or_default()
                        .insert(args.clone());
                }
                if rule.head.name == "init" {
                    domains
                        .possible
                        .entry("init".into())
                        .or_default()
                        .insert(args.clone());
                }
                is_changed |= domains.possible.entry(name.into()).or_default().insert(args);
            }
            if domains.possible.values().map(BTreeSet::len).sum::<usize>() > MOST_SENTENCES {
                return Err(KifError::new(
                    rule.line,
                    format!("the game has more than {MOST_SENTENCES} ground sentences"),
                ));
            }
        }
        if !is_changed {
            return Ok(());
        }
    }
}

/// The body with what binds variables in front of what only tests.
fn ordered(rule: &Rule) -> Vec<&Literal> {
    let (binding, testing): (Vec<&Literal>, Vec<&Literal>) =
        rule.body.iter().partition(|l| matches!(l, Literal::Is(_)));
    binding.into_iter().chain(testing).collect()
}

fn join(
    body: &[&Literal],
    binding: Binding,
    domains: &Domains,
    analysis: &Analysis,
    work: &mut usize,
    found: &mut Vec<Binding>,
) {
    *work += 1;
    let Some((literal, rest)) = body.split_first() else {
        found.push(binding);
        return;
    };
    if *work > MOST_WORK {
        return;
    }
    match literal {
        Literal::Is(atom) => {
            for args in domains.possible.get(&atom.name).into_iter().flatten() {
                let mut extended = binding.clone();
                *work += 1;
                if atom
                    .args
                    .iter()
                    .zip(args)
                    .all(|(pattern, term)| matches(pattern, term, &mut extended))
                {
                    join(rest, extended, domains, analysis, work, found);
                }
            }
        }
        Literal::Not(atom) => {
            let may_fail =
                ["true", "does"].contains(&atom.name.as_str()) || analysis.dynamic.contains(&atom.name);
            if may_fail || !holds(atom, &binding, domains) {
                join(rest, binding, domains, analysis, work, found);
            }
        }
        Literal::Distinct(a, b) => {
            if substitute(a, &binding) != substitute(b, &binding) {
                join(rest, binding, domains, analysis, work, found);
            }
        }
        Literal::Same(a, b) => {
            if substitute(a, &binding) == substitute(b, &binding) {
                join(rest, binding, domains, analysis, work, found);
            }
        }
    }
}

fn holds(atom: &Atom, binding: &Binding, domains: &Domains) -> bool {
    let args: Vec<Term> = atom.args.iter().map(|arg| substitute(arg, binding)).collect();
    domains
        .possible
        .get(&atom.name)
        .is_some_and(|all| all.contains(&args))
}

pub(crate) fn matches(pattern: &Term, term: &Term, binding: &mut Binding) -> bool {
    match (pattern, term) {
        (Term::Var(name), term) => {
            if let Some(bound) = binding.get(name) {
                return bound == term;
            }
            binding.insert(name.clone(), term.clone());
            true
        }
        (Term::App(f, args), Term::App(g, terms)) => {
            f == g && args.len() == terms.len() && args.iter().zip(terms).all(|(a, t)| matches(a, t, binding))
        }
        (Term::App(..), Term::Var(_)) => false,
    }
}

fn substitute(term: &Term, binding: &Binding) -> Term {
    match term {
        Term::Var(name) => binding.get(name).cloned().unwrap_or_else(|| term.clone()),
        Term::App(name, args) => Term::App(
            name.clone(),
            args.iter().map(|arg| substitute(arg, binding)).collect(),
        ),
    }
}

fn depth(term: &Term) -> usize {
    match term {
        Term::Var(_) => 0,
        Term::App(_, args) => 1 + args.iter().map(depth).max().unwrap_or(0),
    }
}
