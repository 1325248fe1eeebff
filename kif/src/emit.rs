//! Writing the specification: an enumeration for each sort of constants, a field of `Step` for each fact that changes, a constant for each table, a predicate
//! for each rule that depends on the state.
//!
//! Constants belong to one sort if they occur at the same place of some predicate. Rules of one head become one equivalence (Clark, "Negation as Failure",
//! 1978), which is what stratified rules mean as long as they are not recursive. Recursive ones that depend on the state are computed in rounds, as many as
//! there can be sentences.

mod names;
mod sorts;

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    KifError, Options,
    check::Analysis,
    domain::Domains,
    rules::{Atom, Literal, Program, Rule, Term},
};
use names::Names;
use sorts::Sorts;

/// More rounds than this are refused.
const MOST_ROUNDS: usize = 100;

/// The specification of a game.
pub(crate) fn emit(
    name: &str,
    text: &str,
    program: &Program,
    analysis: &Analysis,
    domains: &Domains,
    options: Options,
) -> Result<String, KifError> {
    let mut names = Names::new(name);
    let sorts = Sorts::new(domains, &mut names);
    let writer = Writer::new(program, analysis, domains, options, names, sorts)?;
    Ok(writer.write(text))
}

struct Writer<'a> {
    program: &'a Program,
    analysis: &'a Analysis,
    domains: &'a Domains,
    options: Options,
    names: Names,
    sorts: Sorts,
    /// The Alloy names of facts' functions, of predicates and of functions in terms.
    fields: BTreeMap<String, String>,
    predicates: BTreeMap<String, String>,
    functions: BTreeMap<String, String>,
    rounds: usize,
    best: Term,
}

/// Where a rule's head goes.
struct Frame<'a> {
    /// The variables of Alloy that stand for the head's arguments.
    params: Vec<String>,
    /// The arguments.
    args: Vec<&'a Term>,
}

impl<'a> Writer<'a> {
    fn new(
        program: &'a Program,
        analysis: &'a Analysis,
        domains: &'a Domains,
        options: Options,
        mut names: Names,
        sorts: Sorts,
    ) -> Result<Self, KifError> {
        let mut fields = BTreeMap::new();
        for args in domains.possible.get("true").into_iter().flatten() {
            if let Some(Term::App(functor, inner)) = args.first()
                && !inner.is_empty()
                && !fields.contains_key(functor)
            {
                fields.insert(functor.clone(), names.fresh(functor));
            }
        }
        let mut predicates = BTreeMap::new();
        for name in &analysis.order {
            predicates.insert(name.clone(), names.fresh(name));
        }
        let functions = sorts
            .functions
            .keys()
            .map(|functor| (functor.clone(), names.fresh(functor)));
        let functions = functions.collect();
        let number = |args: &Vec<Term>| args.get(1)?.to_string().parse::<i64>().ok();
        let goals = domains.possible.get("goal").into_iter().flatten();
        let best = goals
            .filter_map(|args| Some((number(args)?, args[1].clone())))
            .max();
        let line = program
            .rules
            .iter()
            .find(|rule| rule.head.name == "goal")
            .map_or(1, |rule| rule.line);
        let best = best
            .ok_or_else(|| KifError::new(line, "no rule for `goal` can ever give points"))?
            .1;
        if domains.possible.get("does").is_none_or(BTreeSet::is_empty) {
            return Err(KifError::new(1, "no move can ever be legal"));
        }
        let recursive = analysis
            .cycles
            .keys()
            .filter(|name| analysis.dynamic.contains(*name) && *name != "next");
        let rounds: usize = recursive
            .filter_map(|name| domains.possible.get(name))
            .map(BTreeSet::len)
            .sum();
        if rounds > MOST_ROUNDS {
            let rule = program
                .rules
                .iter()
                .find(|rule| analysis.cycles.contains_key(&rule.head.name));
            return Err(KifError::new(
                rule.map_or(1, |rule| rule.line),
                format!(
                    "recursion that depends on the state has {rounds} sentences; at most {MOST_ROUNDS} are supported"
                ),
            ));
        }
        for rule in &program.rules {
            let is_cyclic =
                analysis.cycles.contains_key(&rule.head.name) && analysis.dynamic.contains(&rule.head.name);
            if is_cyclic && rule.head.args.is_empty() {
                return Err(KifError::new(
                    rule.line,
                    "a recursive sentence without arguments that depends on the state is not supported",
                ));
            }
        }
        Ok(Self {
            program,
            analysis,
            domains,
            options,
            names,
            sorts,
            fields,
            predicates,
            functions,
            rounds,
            best,
        })
    }

    fn write(&self, text: &str) -> String {
        let mut out = self.header(text);
        out += &self.sorts.declarations();
        if self.rounds > 0 {
            out += "/** Rounds in which what depends on itself is worked out. */\nsig Round {}\n\n";
        }
        out += &self.step();
        out += &self.tables();
        out += &self.predicates();
        out += &self.update();
        out += &self.play();
        out
    }

    fn header(&self, text: &str) -> String {
        let steps = self.options.steps;
        let moves = steps.saturating_sub(1);
        let lines = text.lines().take_while(|line| line.trim_start().starts_with(';'));
        let about: Vec<String> = lines
            .map(|line| format!(" * {}\n", line.trim_start_matches([';', ' ']).replace("*/", "")))
            .collect();
        let about = about.concat();
        let about = if about.is_empty() {
            String::new()
        } else {
            format!("{about} *\n")
        };
        let plays = if self.options.every_step {
            " * A move is made in every state, even when the game is over; some state ends the game, and every\n * state that does is won.\n".to_owned()
        } else {
            format!(" * A play has up to {moves} moves. Once the game is over nothing changes any more.\n")
        };
        let rounds = if self.rounds > 0 {
            "open util/ordering[Round] as rounds\n"
        } else {
            ""
        };
        format!(
            "module {}\n\n/*\n{about} * A game of one player, made from its description in KIF by `relfind import`.\n{plays} */\n\nopen util/ordering[Step] as time\n{rounds}\n",
            self.names.module()
        )
    }

    /// The states.
    fn step(&self) -> String {
        let moves = self.set("does", 1);
        let mult = if self.options.every_step { "one" } else { "lone" };
        let mut lines = vec![format!("move: {mult} {moves}")];
        if self.sorts.has("holds", 0) {
            lines.push(format!("holds: set {}", self.set("holds", 0)));
        }
        for (functor, field) in &self.fields {
            let columns = self.columns(&format!("true {functor}"));
            let product = columns.join(" -> ");
            let set = if columns.len() == 1 { "set " } else { "" };
            lines.push(format!("{field}: {set}{product}"));
        }
        for name in self.recursive() {
            let columns = self.columns(name);
            lines.push(format!(
                "{}: Round -> {}",
                self.predicates[name],
                columns.join(" -> ")
            ));
        }
        format!(
            "/** A state and the move that is made in it. */\nsig Step {{\n  {}\n}}\n\n",
            lines.join(",\n  ")
        )
    }

    fn recursive(&self) -> impl Iterator<Item = &String> {
        let cycles = self.analysis.cycles.keys();
        cycles.filter(|name| self.analysis.dynamic.contains(*name) && *name != "next")
    }

    fn is_recursive(&self, name: &str) -> bool {
        self.analysis.cycles.contains_key(name) && self.analysis.dynamic.contains(name) && name != "next"
    }

    /// Whether a predicate becomes one that is asked of a state.
    fn is_of_state(&self, name: &str) -> bool {
        self.analysis.dynamic.contains(name) || ["legal", "terminal", "goal"].contains(&name)
    }

    /// The sets that the columns of a predicate or fact range over.
    fn columns(&self, key: &str) -> Vec<String> {
        (0..self.sorts.arity(key)).map(|i| self.set(key, i)).collect()
    }

    fn set(&self, key: &str, column: usize) -> String {
        self.sorts.set(self.sorts.column(key, column))
    }

    /// Tables: what never changes, and the functions of terms.
    fn tables(&self) -> String {
        let mut out = String::new();
        let mut used: BTreeSet<&str> = BTreeSet::new();
        for rule in self
            .program
            .rules
            .iter()
            .filter(|rule| self.is_of_state(&rule.head.name) || rule.head.name == "next")
        {
            used.extend(rule.body.iter().filter_map(|literal| match literal {
                Literal::Is(atom) | Literal::Not(atom) => Some(atom.name.as_str()),
                _ => None,
            }));
        }
        for name in used {
            let Some(all) = self.domains.possible.get(name).filter(|all| !all.is_empty()) else {
                continue;
            };
            let is_table = self.predicates.contains_key(name) && !self.is_of_state(name);
            if is_table && all.iter().all(|args| !args.is_empty()) {
                let tuples = Sorts::sorted(all);
                out += &self.table(&self.predicates[name], name, &tuples);
            }
        }
        for (functor, tuples) in &self.sorts.functions {
            if !self.is_used(functor) {
                continue;
            }
            let tuples = Sorts::sorted(tuples);
            out += &self.table(&self.functions[functor], &format!("function {functor}"), &tuples);
        }
        if out.is_empty() {
            out
        } else {
            format!("-- Tables\n\n{out}")
        }
    }

    /// Whether a rule has a term of the function with variables.
    fn is_used(&self, functor: &str) -> bool {
        fn within(term: &Term, functor: &str) -> bool {
            matches!(term, Term::App(f, args) if (f == functor && !args.is_empty() && !term.is_ground())
                || args.iter().any(|arg| within(arg, functor)))
        }
        let terms = self.program.rules.iter().flat_map(|rule| {
            let atoms = rule.body.iter().flat_map(|literal| match literal {
                Literal::Is(atom) | Literal::Not(atom) => atom.args.iter().collect::<Vec<_>>(),
                Literal::Distinct(a, b) | Literal::Same(a, b) => vec![a, b],
            });
            atoms.chain(&rule.head.args)
        });
        let mut inner = terms.flat_map(|term| match term {
            // The outermost function of a fact is a field.
            Term::App(f, args) if self.fields.contains_key(f) => {
                args.iter().chain(std::iter::once(term)).collect::<Vec<_>>()
            }
            term => vec![term],
        });
        inner.any(|term| within(term, functor))
    }

    fn table(&self, name: &str, key: &str, tuples: &[Vec<Term>]) -> String {
        let columns: Vec<&str> = (0..self.sorts.arity(key))
            .map(|i| self.sorts.sort_of(self.sorts.column(key, i)))
            .collect();
        let kind = if columns.len() == 1 { "set " } else { "" };
        let tuple = |tuple: &Vec<Term>| {
            tuple
                .iter()
                .map(|t| self.sorts.atom(t))
                .collect::<Vec<_>>()
                .join("->")
        };
        let mut lines = vec![String::from(" ")];
        for (i, text) in tuples.iter().map(tuple).enumerate() {
            let plus = if i > 0 { " + " } else { " " };
            if let Some(line) = lines.last_mut() {
                if line.len() + plus.len() + text.len() > 96 {
                    lines.push(format!("  + {text}"));
                } else {
                    line.push_str(plus);
                    line.push_str(&text);
                }
            }
        }
        format!(
            "fun {name}: {kind}{} {{\n{}\n}}\n\n",
            columns.join(" -> "),
            lines.join("\n")
        )
    }

    /// The predicates of states.
    fn predicates(&self) -> String {
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

    fn declared(&self, key: &str, params: &[String], skip: usize) -> String {
        let one = |(i, p): (usize, &String)| format!("{p}: {}", self.set(key, i + skip));
        params.iter().enumerate().map(one).collect::<Vec<_>>().join(", ")
    }

    /// The rules of a predicate.
    fn rules(&self, name: &str) -> Vec<(usize, &'a Rule)> {
        let all = self.program.rules.iter().enumerate();
        all.filter(|(_, rule)| rule.head.name == name).collect()
    }

    /// Names for the arguments of a head: those of the variables there, if all rules agree.
    fn params<'r>(
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
    fn alternatives<'r>(
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

    /// What the next state is.
    fn update(&self) -> String {
        let mut lines = Vec::new();
        let inner = |rule: &'a Rule| match rule.head.args.first() {
            Some(Term::App(_, args)) => args.iter().collect::<Vec<&Term>>(),
            _ => Vec::new(),
        };
        let of = |functor: &str| -> Vec<(usize, &'a Rule)> {
            let rules = self.rules("next").into_iter();
            rules
                .filter(|(_, rule)| matches!(rule.head.args.first(), Some(Term::App(f, _)) if f == functor))
                .collect()
        };
        if self.sorts.has("holds", 0) {
            let facts = self.sorts.column("holds", 0);
            let parts: Vec<String> = facts
                .iter()
                .map(|fact| {
                    let rules = of(&fact.to_string());
                    let body = self.alternatives(&rules, &[], |_| Vec::new());
                    format!(
                        "  {} in t.holds iff (\n{})",
                        self.sorts.atom(fact),
                        indent(&body, 4)
                    )
                })
                .collect();
            lines.push(parts.join("\n"));
        }
        for (functor, field) in &self.fields {
            let rules = of(functor);
            if rules.is_empty() {
                lines.push(format!("  no t.{field}"));
                continue;
            }
            let params = self.params(&rules, inner);
            let declared = self.declared(&format!("true {functor}"), &params, 0);
            let body = self.alternatives(&rules, &params, inner);
            lines.push(format!(
                "  t.{field} = {{ {declared} |\n{}\n  }}",
                indent(&body, 4)
            ));
        }
        format!(
            "-- How states follow one another\n\n/** The move of s leads to t. */\npred update [s, t: Step] {{\n{}\n}}\n\n",
            lines.join("\n")
        )
    }

    /// The first state, the rules of play, and the command.
    fn play(&self) -> String {
        let mut begin = Vec::new();
        let init: Vec<&Term> = self
            .domains
            .possible
            .get("init")
            .into_iter()
            .flatten()
            .filter_map(|args| args.first())
            .collect();
        if self.sorts.has("holds", 0) {
            let facts: Vec<String> = init
                .iter()
                .filter(|t| matches!(t, Term::App(_, a) if a.is_empty()))
                .map(|t| self.sorts.atom(t))
                .collect();
            begin.push(equation("time/first.holds", &facts));
        }
        for (functor, field) in &self.fields {
            let tuples: Vec<String> = init
                .iter()
                .filter_map(|term| match term {
                    Term::App(f, args) if f == functor => Some(
                        args.iter()
                            .map(|t| self.sorts.atom(t))
                            .collect::<Vec<_>>()
                            .join("->"),
                    ),
                    _ => None,
                })
                .collect();
            begin.push(equation(&format!("time/first.{field}"), &tuples));
        }
        let (terminal, goal, legal) = (
            &self.predicates["terminal"],
            &self.predicates["goal"],
            &self.predicates["legal"],
        );
        let best = self.sorts.atom(&self.best);
        let fields = self
            .fields
            .values()
            .cloned()
            .chain(self.sorts.has("holds", 0).then(|| "holds".to_owned()));
        let kept: Vec<String> = fields
            .map(|field| format!("      s.next.{field} = s.{field}\n"))
            .collect();
        let kept = kept.concat();
        let play = if self.options.every_step {
            format!("  all s: Step | {legal}[s, s.move]\n  all s: Step - time/last | update[s, s.next]\n")
        } else {
            format!(
                "  no time/last.move\n  all s: Step - time/last | {terminal}[s] implies {{\n      no s.move\n{kept}    }} else {{\n      one s.move and {legal}[s, s.move]\n      update[s, s.next]\n    }}\n"
            )
        };
        let won = if self.options.every_step {
            format!(
                "  some s: Step | {terminal}[s]\n  all s: Step | {terminal}[s] implies {goal}[s, {best}]\n"
            )
        } else {
            format!("  {terminal}[time/last] and {goal}[time/last, {best}]\n")
        };
        let rounds = if self.rounds > 0 {
            format!(", exactly {} Round", self.rounds)
        } else {
            String::new()
        };
        format!(
            "fact Play {{\n  {}\n{play}}}\n\n/** The game is over, with the best score that there is. */\npred won {{\n{won}}}\n\n-- Commands\n\nwin: run won for exactly {} Step{rounds}\n",
            begin.join("\n  "),
            self.options.steps
        )
    }
}

fn constant(value: bool) -> String {
    if value { "no none" } else { "some none" }.into()
}

fn equation(left: &str, values: &[String]) -> String {
    if values.is_empty() {
        return format!("no {left}");
    }
    let mut lines = vec![format!("{left} =")];
    for (i, value) in values.iter().enumerate() {
        let plus = if i > 0 { " + " } else { " " };
        if let Some(line) = lines.last_mut() {
            if line.len() + value.len() + plus.len() > 94 {
                lines.push(format!("    +{} {value}", ""));
            } else {
                line.push_str(plus);
                line.push_str(value);
            }
        }
    }
    lines.join("\n")
}

fn indent(text: &str, by: usize) -> String {
    text.lines()
        .map(|line| format!("{}{line}", " ".repeat(by)))
        .collect::<Vec<_>>()
        .join("\n")
}
