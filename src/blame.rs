//! Which facts of the data leave a command without instances.
//!
//! Every fact about a field becomes an assumption, and so does every goal, behind a relation of its own that turns it on. What fails of the
//! assumptions is made minimal by deletion, as in Marques-Silva, "Minimal Unsatisfiability: Models, Algorithms and Applications" (ISMVL 2010,
//! section 3.1): one after the other is left out, and stays out where the rest has no instance either. Facts of the data are tried
//! first, so that few of them are told. The core that is told was refuted again by itself.

use std::time::{Duration, Instant};

use relfind_lang::{
    diag::{Diagnostic, Severity},
    source::Span,
};
use relfind_relational::{
    AtomId, Problem, RelationKind, TupleSet,
    ast::{Count, FormulaId, RelationId},
};
use relfind_solver::{Limits, Lit, SatSolver, Verdict};
use relfind_translator::{
    Silent, Translation,
    lower::{self, Lowered, Says, SoftFact},
    translate,
};

use crate::{RunLimits, RunOptions, Session};

/// How long is looked for a core.
const PATIENCE: Duration = Duration::from_secs(5);
/// How many tuples a relation may lack for each of them to be tried.
const MOST_ABSENT: usize = 400;
/// How many tuples are told that would help.
const MOST_REPAIRS: usize = 3;
/// How many facts are shown with their lines.
const SHOWN: usize = 8;

/// What may be assumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// A fact of the data, by its place among them.
    Fact(usize),
    /// A goal, by its place among them.
    Goal(usize),
}

impl Session {
    /// The facts of the data that contradict a command without instances, and the places of the specification that they contradict; nothing if
    /// they are not to blame, or if that cannot be found out soon. The command has data in its options.
    ///
    /// # Panics
    /// If there is no command with this index.
    pub fn blame(&self, command: usize, options: &RunOptions, limits: &RunLimits) -> Option<Diagnostic> {
        let (mut lowered, facts) = lower::lower_soft(self.world(), command, &options.lower).ok()?;
        if facts.is_empty() {
            return None;
        }
        let goals = lowered.problem.goals.clone();
        let switches = Switches::build(&mut lowered.problem, &facts);
        let deadline = Instant::now() + limits.timeout.map_or(PATIENCE, |timeout| timeout.min(PATIENCE));
        let mut translate_options = options.translate.clone();
        translate_options.symmetry = 0;
        translate_options.limits.deadline = Some(deadline);
        translate_options.limits.stop.clone_from(&limits.stop);
        let translation = translate(&lowered.problem, &translate_options, &Silent).ok()?;
        let mut solver = relfind_solver::create("batsat").ok()?;
        relfind_solver::load(&mut *solver, &translation.cnf);
        let search = Search {
            assumptions: switches.assumptions(&translation, &facts)?,
            limits: Limits {
                deadline: Some(deadline),
                stop: limits.stop.clone(),
                memory: None,
                progress: None,
            },
        };
        let core = search.core(&mut *solver)?;
        let lacking = Lacking {
            facts: &facts,
            translation: &translation,
            search: &search,
        };
        let repairs = lacking.repairs(&core, &mut *solver);
        let told = Told {
            session: self,
            lowered: &lowered,
            facts: &facts,
            goals: &goals,
            command: self.commands()[command].span,
        };
        told.diagnostic(&core, &repairs)
    }
}

/// Relations that turn goals on.
struct Switches {
    /// By goal.
    goals: Vec<RelationId>,
    /// By fact, of those that say that there is nothing else.
    facts: Vec<Option<RelationId>>,
}

impl Switches {
    fn build(problem: &mut Problem, facts: &[SoftFact]) -> Self {
        let goals = std::mem::take(&mut problem.goals);
        let mut switches = Vec::new();
        for goal in goals {
            switches.extend(switch(problem, goal));
        }
        let of_fact = |fact: &SoftFact| match &fact.says {
            Says::Has(_) => None,
            Says::Only(all) => {
                let arity = all.arity();
                let all = problem
                    .bounds
                    .add_exact("all that is given", RelationKind::Derived, all.clone());
                let ast = &mut problem.ast;
                let (value, all) = (ast.relation(fact.relation, arity), ast.relation(all, arity));
                let within = ast.subset(value, all);
                switch(problem, within)
            }
        };
        Self {
            goals: switches,
            facts: facts.iter().map(of_fact).collect(),
        }
    }

    /// A literal for each part; nothing if the bounds contradict a fact by themselves.
    fn assumptions(&self, translation: &Translation, facts: &[SoftFact]) -> Option<Vec<(Lit, Part)>> {
        let variables = &translation.variables;
        let switched = |relation: RelationId| {
            let (_, var) = variables.of_relation(relation).next()?;
            Some(Lit::new(var, true))
        };
        let mut all = Vec::new();
        for (i, fact) in facts.iter().enumerate() {
            let lit = match (&fact.says, self.facts[i]) {
                (Says::Has(tuple), _) => {
                    let bounds = translation.bounds.relation(fact.relation);
                    if tuple.is_subset(&bounds.lower) {
                        continue;
                    }
                    let number = *tuple.indices().first()?;
                    Some(Lit::new(variables.variable(fact.relation, number)?, true))
                }
                (Says::Only(_), switch) => switch.and_then(switched),
            };
            all.extend(lit.map(|lit| (lit, Part::Fact(i))));
        }
        for (i, &relation) in self.goals.iter().enumerate() {
            all.extend(switched(relation).map(|lit| (lit, Part::Goal(i))));
        }
        Some(all)
    }
}

/// Puts a formula behind a relation that has a tuple where the formula must hold.
fn switch(problem: &mut Problem, formula: FormulaId) -> Option<RelationId> {
    let universe = problem.universe().clone();
    let (off, on) = (
        TupleSet::empty(&universe, 1),
        TupleSet::of_atoms(&universe, [AtomId(0)]),
    );
    let added = problem.bounds.add("a switch", RelationKind::Derived, off, on);
    let relation = added.ok()?;
    let ast = &mut problem.ast;
    let switch = ast.relation(relation, 1);
    let on = ast.count(Count::Some, switch);
    let goal = ast.implies(on, formula);
    problem.goals.push(goal);
    Some(relation)
}

/// The search for a core.
struct Search {
    assumptions: Vec<(Lit, Part)>,
    limits: Limits,
}

impl Search {
    /// Parts that have no instance together, and all but one of which have; without the latter where time is over.
    fn core(&self, solver: &mut dyn SatSolver) -> Option<Vec<Part>> {
        let all: Vec<Lit> = self.assumptions.iter().map(|&(lit, _)| lit).collect();
        let goals = self
            .assumptions
            .iter()
            .filter(|(_, part)| matches!(part, Part::Goal(_)));
        let goals: Vec<Lit> = goals.map(|&(lit, _)| lit).collect();
        // Without the data there must be instances, or they are not to blame.
        if solver.solve(&goals, &self.limits) != Verdict::Sat {
            return None;
        }
        let mut core = self.refuted(solver, &all)?;
        // The parts in the order in which they stand; facts come before goals.
        core.sort_unstable_by_key(|lit| all.iter().position(|other| other == lit));
        let mut needed = Vec::new();
        while let Some(next) = core.first().copied() {
            let rest: Vec<Lit> = needed.iter().chain(&core[1..]).copied().collect();
            if let Some(smaller) = self.refuted(solver, &rest) {
                core.retain(|lit| *lit != next && smaller.contains(lit));
            } else {
                needed.push(next);
                core.remove(0);
            }
        }
        self.refuted(solver, &needed)?;
        let parts = self.assumptions.iter().filter(|(lit, _)| needed.contains(lit));
        Some(parts.map(|&(_, part)| part).collect())
    }

    /// All that is assumed but for one part.
    fn without(&self, part: Part) -> Vec<Lit> {
        let others = self.assumptions.iter().filter(|(_, other)| *other != part);
        others.map(|&(lit, _)| lit).collect()
    }

    /// Those of some assumptions that cannot hold together; nothing if they can, or if that is not known.
    fn refuted(&self, solver: &mut dyn SatSolver, assumptions: &[Lit]) -> Option<Vec<Lit>> {
        match solver.solve(assumptions, &self.limits) {
            Verdict::Unsat => Some(solver.failed_assumptions().to_vec()),
            Verdict::Sat | Verdict::Unknown(_) => None,
        }
    }
}

/// Tuples that the data lack.
struct Lacking<'a> {
    facts: &'a [SoftFact],
    translation: &'a Translation,
    search: &'a Search,
}

/// A tuple that a relation may not have, and with which there would be instances.
struct Repair {
    fact: usize,
    tuple: Vec<AtomId>,
}

impl Lacking<'_> {
    /// Single tuples that are not given, with each of which there are instances though all else holds.
    fn repairs(&self, core: &[Part], solver: &mut dyn SatSolver) -> Vec<Repair> {
        let mut repairs = Vec::new();
        for part in core {
            let &Part::Fact(fact) = part else { continue };
            let Says::Only(all) = &self.facts[fact].says else {
                continue;
            };
            let relation = self.facts[fact].relation;
            let bounds = self.translation.bounds.relation(relation);
            let absent = bounds.upper.difference(all);
            if absent.len() > MOST_ABSENT {
                continue;
            }
            for (tuple, &number) in absent.tuples().zip(absent.indices().iter()) {
                if repairs.len() == MOST_REPAIRS {
                    return repairs;
                }
                let mut assumed = self.search.without(*part);
                let others = absent.indices().iter().filter(|&&other| other != number);
                let variables =
                    others.filter_map(|&other| self.translation.variables.variable(relation, other));
                assumed.extend(variables.map(|var| Lit::new(var, false)));
                if solver.solve(&assumed, &self.search.limits) == Verdict::Sat {
                    repairs.push(Repair { fact, tuple });
                }
            }
        }
        repairs
    }
}

/// What a core is told with.
struct Told<'a> {
    session: &'a Session,
    lowered: &'a Lowered,
    facts: &'a [SoftFact],
    goals: &'a [FormulaId],
    command: Span,
}

impl Told<'_> {
    fn diagnostic(&self, core: &[Part], repairs: &[Repair]) -> Option<Diagnostic> {
        let facts = core.iter().filter_map(|part| match part {
            Part::Fact(i) => Some(&self.facts[*i]),
            Part::Goal(_) => None,
        });
        let facts: Vec<&SoftFact> = facts.collect();
        let mut shown = facts.iter();
        let first = shown.next()?;
        let message = match (&first.says, facts.len()) {
            (Says::Only(_), 1) => format!(
                "no instance agrees with all that the data say of `{}`",
                self.name(first)
            ),
            (Says::Has(_), 1) => "no instance agrees with this fact of the data".to_owned(),
            _ => "no instance agrees with all of these facts of the data".to_owned(),
        };
        let mut told =
            Diagnostic::new("N0710", Severity::Note, Some(first.span), message).label(self.says(first));
        for fact in shown.by_ref().take(SHOWN - 1) {
            told = told.also(fact.span, self.says(fact));
        }
        let left: Vec<String> = shown.map(|fact| self.line(fact.span)).collect();
        if !left.is_empty() {
            told = told.note(format!("and with {} more: lines {}", left.len(), left.join(", ")));
        }
        let mut places: Vec<Span> = core.iter().filter_map(|part| self.goal(part)).collect();
        places.sort_unstable_by_key(|span| (span.file, span.start, span.end));
        places.dedup();
        for place in places.into_iter().take(SHOWN) {
            told = told.also(place, "they contradict this");
        }
        told = told.help("each of these is needed for the contradiction: change one of them");
        let ways: Vec<String> = repairs.iter().map(|repair| self.way(repair)).collect();
        if !ways.is_empty() {
            told = told.help(format!("with {} there is an instance", ways.join(" or with ")));
        }
        Some(told)
    }

    /// A repair as a fact.
    fn way(&self, repair: &Repair) -> String {
        let Lowered {
            problem,
            labels,
            numbers,
            ..
        } = self.lowered;
        let world = self.session.world();
        let name = |&atom: &AtomId| lower::spoken_name(world, problem.universe(), labels, numbers, atom);
        let values: Vec<String> = repair.tuple.iter().map(name).collect();
        format!("`{}({})`", self.name(&self.facts[repair.fact]), values.join(", "))
    }

    fn name(&self, fact: &SoftFact) -> &str {
        let name = &self.lowered.problem.bounds.relation(fact.relation).name;
        name.rsplit_once("<:").map_or(name, |(_, bare)| bare)
    }

    fn says(&self, fact: &SoftFact) -> String {
        let name = self.name(fact);
        match fact.says {
            Says::Has(_) => format!("`{name}` has this"),
            Says::Only(_) => format!("`{name}` has nothing but what is given, from here on"),
        }
    }

    fn line(&self, span: Span) -> String {
        self.session.sources().start(span).line.to_string()
    }

    /// The place of a goal.
    fn goal(&self, part: &Part) -> Option<Span> {
        let Part::Goal(i) = part else { return None };
        let origin = self.lowered.problem.origins.get(&self.goals[*i]);
        let span = origin.and_then(|o| self.lowered.origins.get(o.0 as usize).copied());
        Some(span.unwrap_or(self.command))
    }
}
