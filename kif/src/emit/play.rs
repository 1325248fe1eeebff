//! The next state, and the facts and commands of play.

use super::{Writer, equation, indent};
use crate::rules::{Rule, Term};

impl<'a> Writer<'a> {
    /// What the next state is.
    pub(super) fn update(&self) -> String {
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
    pub(super) fn play(&self) -> String {
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
