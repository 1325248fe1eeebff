//! Predicates of states, and the rules that define them.

use std::collections::{BTreeMap, BTreeSet};

use super::{Writer, constant, indent};
use crate::rules::{Atom, Literal, Rule, Term};

/// Where a rule's head goes.
struct Frame<'a> {
    /// The variables of Alloy that stand for the head's arguments.
    params: Vec<String>,
    /// The arguments.
    args: Vec<&'a Term>,
}

impl<'a> Writer<'a> {
    /// The predicates of states.
    pub(super) fn predicates(&self) -> String {
        let mut out = String::from("-- What is true in a state\n\n");
        for name in self
            .analysis
            .order
            .iter()
            .filter(|name| self.is_of_state(name) && *name != "next" && self.is_asked(name))
        {
            let rules = self.rules(name);
            let skip = usize::from(["legal", "goal"].contains(&name.as_str()));
            let params = self.params(&rules, |rule| rule.head.args.iter().skip(skip).collect());
            let body = self.alternatives(&rules, &params, |rule| rule.head.args.iter().skip(skip).collect());
            if self.is_recursive(name) {
                let field = &self.predicates[name];
                let declared = self.declared(name, &params, 0);
                out += &format!(
                    "fact {{\n  all s: Step, r: Round | s.{field}[r] = {{ {declared} |\n{}\n  }}\n}}\n\n",
                    indent(&body, 4)
                );
            } else {
                let sort = |i: usize| self.sorts.sort_of(self.sorts.column(name, i + skip)).to_owned();
                let list: Vec<String> = params
                    .iter()
                    .enumerate()
                    .map(|(i, p)| format!(", {p}: {}", sort(i)))
                    .collect();
                let list = list.concat();
                out += &format!(
                    "pred {} [s: Step{list}] {{\n{}\n}}\n\n",
                    self.predicates[name],
                    indent(&body, 2)
                );
            }
        }
        out
    }

    /// Whether anything asks for a predicate: where it can never hold, nothing does but the rules of play.
    fn is_asked(&self, name: &str) -> bool {
        let is_possible = self.domains.possible.get(name).is_some_and(|all| !all.is_empty());
        is_possible || ["legal", "terminal", "goal"].contains(&name)
    }

    pub(super) fn declared(&self, key: &str, params: &[String], skip: usize) -> String {
        let one = |(i, p): (usize, &String)| format!("{p}: {}", self.set(key, i + skip));
        params.iter().enumerate().map(one).collect::<Vec<_>>().join(", ")
    }

    /// The rules of a predicate.
    pub(super) fn rules(&self, name: &str) -> Vec<(usize, &'a Rule)> {
        let all = self.program.rules.iter().enumerate();
        all.filter(|(_, rule)| rule.head.name == name).collect()
    }

    /// Names for the arguments of a head: those of the variables there, if all rules agree.
    pub(super) fn params<'r>(
        &self,
        rules: &[(usize, &'r Rule)],
        args: impl Fn(&'r Rule) -> Vec<&'r Term>,
    ) -> Vec<String> {
        let count = rules.first().map_or(0, |(_, rule)| args(rule).len());
        let mut params: Vec<String> = Vec::new();
        for i in 0..count {
            let mut named = rules.iter().map(|(_, rule)| match args(rule)[i] {
                Term::Var(name) => Some(name.as_str()),
                Term::App(..) => None,
            });
            let first = named.next().flatten();
            let agreed = first.filter(|first| named.all(|name| name == Some(first)));
            let wanted = agreed.map_or_else(|| format!("a{}", i + 1), str::to_owned);
            let mut name = self.names.variable(&wanted);
            while params.contains(&name) {
                name.push('_');
            }
            params.push(name);
        }
        params
    }

    /// The rules of one head as a disjunction.
    pub(super) fn alternatives<'r>(
        &self,
        rules: &[(usize, &'r Rule)],
        params: &[String],
        args: impl Fn(&'r Rule) -> Vec<&'r Term>,
    ) -> String {
        if rules.is_empty() {
            return "some none".into();
        }
        let one = |(index, rule): &(usize, &'r Rule)| {
            let frame = Frame {
                params: params.to_vec(),
                args: args(rule),
            };
            self.body(*index, rule, &frame)
        };
        let bodies: Vec<String> = rules.iter().map(one).collect();
        match &bodies[..] {
            [body] => body.clone(),
            bodies => bodies
                .iter()
                .map(|body| format!("({body})"))
                .collect::<Vec<_>>()
                .join(" or\n"),
        }
    }

    fn body(&self, index: usize, rule: &Rule, frame: &Frame) -> String {
        let mut known: BTreeMap<String, String> = BTreeMap::new();
        let mut equal: Vec<(String, &Term)> = Vec::new();
        for (param, arg) in frame.params.iter().zip(&frame.args) {
            match arg {
                Term::Var(name) if !known.contains_key(name) => {
                    known.insert(name.clone(), param.clone());
                }
                arg => equal.push((param.clone(), *arg)),
            }
        }
        let mut variables = Vec::new();
        rule.head
            .args
            .iter()
            .for_each(|arg| arg.variables(&mut variables));
        for literal in &rule.body {
            if let Literal::Is(atom) = literal {
                atom.args.iter().for_each(|arg| arg.variables(&mut variables));
            }
        }
        let mut quantified = Vec::new();
        for name in variables {
            if known.contains_key(name) {
                continue;
            }
            let mut variable = self.names.variable(name);
            while known.values().any(|other| *other == variable) || frame.params.contains(&variable) {
                variable.push('_');
            }
            let values = self.domains.variables[index].get(name);
            let set = values.map_or_else(|| "none".into(), |values| self.sorts.set(values));
            quantified.push(format!("{variable}: {set}"));
            known.insert(name.to_owned(), variable);
        }
        let mut parts: Vec<String> = equal
            .iter()
            .map(|(param, term)| format!("{param} = {}", self.term(term, &known)))
            .collect();
        // A parameter may take other values of its sort than those that the rule has for its variable.
        parts.extend(
            rule.body
                .iter()
                .map(|literal| self.literal(literal, rule, &known)),
        );
        parts.retain(|part| !part.is_empty());
        let formula = if parts.is_empty() {
            "no none".into()
        } else {
            parts.join(" and ")
        };
        if quantified.is_empty() {
            formula
        } else {
            format!("some {} | {formula}", quantified.join(", "))
        }
    }

    fn term(&self, term: &Term, known: &BTreeMap<String, String>) -> String {
        match term {
            Term::Var(name) => known.get(name).cloned().unwrap_or_else(|| "none".into()),
            term if term.is_ground() => self.sorts.atom(term),
            Term::App(functor, args) => {
                let args: Vec<String> = args.iter().map(|arg| self.term(arg, known)).collect();
                let function = self.functions.get(functor).map_or("none", String::as_str);
                format!("{function}[{}]", args.join(", "))
            }
        }
    }

    fn literal(&self, literal: &Literal, rule: &Rule, known: &BTreeMap<String, String>) -> String {
        match literal {
            Literal::Is(atom) => self.atom(atom, rule, known, true),
            Literal::Not(atom) => self.atom(atom, rule, known, false),
            Literal::Distinct(a, b) => self.equation(a, b, known, false),
            Literal::Same(a, b) => self.equation(a, b, known, true),
        }
    }

    /// Terms of one function are compared argument by argument, since they may be terms that no sentence has.
    fn equation(&self, a: &Term, b: &Term, known: &BTreeMap<String, String>, positive: bool) -> String {
        match (a, b) {
            (Term::App(f, args), Term::App(g, others))
                if f == g && args.len() == others.len() && !args.is_empty() =>
            {
                let pairs = args.iter().zip(others);
                let parts: Vec<String> = pairs.map(|(a, b)| self.equation(a, b, known, positive)).collect();
                format!("({})", parts.join(if positive { " and " } else { " or " }))
            }
            _ => {
                let equals = if positive { "=" } else { "!=" };
                format!("{} {equals} {}", self.term(a, known), self.term(b, known))
            }
        }
    }

    fn atom(&self, atom: &Atom, rule: &Rule, known: &BTreeMap<String, String>, positive: bool) -> String {
        let (isin, not) = if positive { ("in", "") } else { ("not in", "not ") };
        let tuple = |terms: &[Term]| {
            terms
                .iter()
                .map(|t| self.term(t, known))
                .collect::<Vec<_>>()
                .join(" -> ")
        };
        // A function may have no value for some arguments, and the empty set is in every set.
        let guard = |terms: &[Term], text: String| {
            let partial = terms
                .iter()
                .filter(|t| matches!(t, Term::App(..)) && !t.is_ground());
            let values: Vec<String> = partial.map(|t| format!("some {}", self.term(t, known))).collect();
            match (values.is_empty(), positive) {
                (true, _) => text,
                (false, true) => format!("{} and {text}", values.join(" and ")),
                (false, false) => format!("(({}) implies {text})", values.join(" and ")),
            }
        };
        match (atom.name.as_str(), &atom.args[..]) {
            ("true", [Term::App(functor, args)]) => match self.fields.get(functor) {
                Some(field) if !args.is_empty() => guard(args, format!("{} {isin} s.{field}", tuple(args))),
                _ if !self.sorts.knows(&Term::App(functor.clone(), Vec::new())) || !args.is_empty() => {
                    constant(!positive)
                }
                _ => format!(
                    "{} {isin} s.holds",
                    self.sorts.atom(&Term::App(functor.clone(), Vec::new()))
                ),
            },
            ("does", [_, term]) => format!(
                "{} {} s.move",
                self.term(term, known),
                if positive { "=" } else { "!=" }
            ),
            (name @ ("legal" | "goal"), [_, term]) => guard(
                std::slice::from_ref(term),
                format!("{not}{}[s, {}]", self.predicates[name], self.term(term, known)),
            ),
            (name, args) => {
                let all = self.domains.possible.get(name);
                if all.is_none_or(BTreeSet::is_empty) {
                    return constant(!positive);
                }
                let alloy = &self.predicates[name];
                if self.is_recursive(name) {
                    let same = self
                        .analysis
                        .cycles
                        .get(name)
                        .is_some_and(|cycle| cycle.contains(&rule.head.name));
                    let round = if same { "r.prev" } else { "rounds/last" };
                    guard(args, format!("{} {isin} s.{alloy}[{round}]", tuple(args)))
                } else if self.is_of_state(name) {
                    let values: Vec<String> = args
                        .iter()
                        .map(|arg| format!(", {}", self.term(arg, known)))
                        .collect();
                    guard(args, format!("{not}{alloy}[s{}]", values.concat()))
                } else if args.is_empty() {
                    constant(positive)
                } else {
                    guard(args, format!("{} {isin} {alloy}", tuple(args)))
                }
            }
        }
    }
}
