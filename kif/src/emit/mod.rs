//! Writing the specification: an enumeration for each sort of constants, a field of `Step` for each fact that changes, a constant for each table, a predicate
//! for each rule that depends on the state.
//!
//! Constants belong to one sort if they occur at the same place of some predicate. Rules of one head become one equivalence (Clark, "Negation as Failure",
//! 1978), which is what stratified rules mean as long as they are not recursive. Recursive ones that depend on the state are computed in rounds, as many as
//! there can be sentences.

mod names;
mod play;
mod rules;
mod sorts;

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    KifError, Options,
    check::Analysis,
    domain::Domains,
    rules::{Literal, Program, Term},
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
