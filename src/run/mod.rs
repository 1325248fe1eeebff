//! Running a command: translating it, finding instances one by one, counting them.

mod apart;
mod burnside;
mod classes;
mod count;
mod distinct;
mod hints;
mod models;
mod order;
mod ordered;
mod overflow;
mod reference;
mod totalizer;

use std::{
    cell::OnceCell,
    sync::{Arc, atomic::AtomicBool},
    time::{Duration, Instant},
};

use relfind_lang::{diag::Diagnostic, source::Span};
use relfind_relational::{
    EvaluateError, Evaluator, Instance, Truth,
    ast::{FormulaId, FreeVariables},
};
use relfind_solver::{Progress, Reason, Var};
use relfind_translator::{
    Reporter, Silent, TranslateError, TranslateOptions, Translation,
    lower::{self, LowerOptions, Lowered, ScopeReport},
    translate,
};
use relfind_viz::Display;

use crate::{
    Session,
    present::present,
    report::{Sizes, Times},
    session::Held,
};
pub use distinct::Expression;
pub use order::{Measure, Order};

use apart::Apart;
use classes::{Classes, Renaming};
use models::{Models, Projection};
use order::Ranking;

/// How commands are run.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// How they are lowered: scopes, bitwidth, overflow.
    pub lower: LowerOptions,
    /// How they are translated: symmetry, skolems. Its deadline and stop flag are those of [`RunLimits`].
    pub translate: TranslateOptions,
    /// The solver's name, see [`relfind_solver::create`].
    pub solver: String,
    /// The command of a program that [`Run::count`] leaves the counting to, see [`relfind_solver::count::count_by`].
    pub counter: Option<String>,
    /// Whether [`Run::next`] gives instances too that are the same up to renaming atoms. All of them come only with symmetry breaking off.
    pub twins: bool,
    /// In which order instances come. It goes for [`Run::next`]; to count them no order is needed.
    pub order: Order,
    /// Instances that agree on all of these are one; none: on all signatures and fields.
    pub distinct_on: Vec<Expression>,
    /// Whether instances that differ in witnesses only are two.
    pub by_witness: bool,
}

impl Default for RunOptions {
    fn default() -> Self {
        Self {
            lower: LowerOptions::default(),
            translate: TranslateOptions::default(),
            solver: "auto".into(),
            counter: None,
            twins: false,
            order: Order::Found,
            distinct_on: Vec::new(),
            by_witness: false,
        }
    }
}

/// What a command may cost, and who watches.
#[derive(Clone, Default)]
pub struct RunLimits {
    /// The time for translating and solving together.
    pub timeout: Option<Duration>,
    /// Set to true from any thread to give up.
    pub stop: Option<Arc<AtomicBool>>,
    /// Told of every stage.
    pub reporter: Option<Arc<dyn Reporter + Send + Sync>>,
    /// Counts conflicts while solving.
    pub progress: Option<Arc<Progress>>,
}

/// Why there is no verdict.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// The time is over.
    #[error("the time limit was reached")]
    Timeout,
    /// The stop flag was set.
    #[error("interrupted")]
    Interrupted,
    /// Too much memory was asked for.
    #[error("the memory limit was reached")]
    Memory,
    /// The translation would be too large.
    #[error("{0}")]
    TooLarge(String),
    /// The solver failed.
    #[error("{0}")]
    Solver(String),
}

/// Why a command did not run to its end.
#[derive(Debug)]
pub enum Failure {
    /// The command is at fault.
    Refused(Vec<Diagnostic>),
    /// A limit was reached.
    Stopped(Stop),
    /// The program is at fault: an instance did not stand up to the evaluator.
    Wrong(String),
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        Failure::Stopped(stop)
    }
}

/// How deep formulas may be for the evaluator: twice what the translator makes of the deepest text.
const MAX_DEPTH: u32 = 8000;

/// An instance of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// As a person sees it.
    pub display: Display,
    /// A value for each relation of the translated problem.
    pub instance: Instance,
}

/// A command that is being run.
pub struct Run<'s> {
    session: Held<'s>,
    command: usize,
    options: RunOptions,
    limits: relfind_solver::Limits,
    reporter: Option<Arc<dyn Reporter + Send + Sync>>,
    /// The size of growing scopes that is being tried.
    step: u64,
    stage: Stage,
    times: Times,
    found: bool,
    /// The first instance, until it is known that more are wanted.
    first: Option<Instance>,
    /// What has been given out.
    classes: Option<Classes>,
    /// Whether the first instance is one whatever arithmetic does out of range.
    either_way: OnceCell<bool>,
}

/// A command at one size of its growing scopes, ready to be solved.
struct Stage {
    lowered: Lowered,
    translation: Translation,
    models: Models,
    apart: Apart,
    projection: Projection,
    ranking: Option<Ranking>,
    /// What the evaluator knows of the nodes of the problem.
    free_variables: FreeVariables,
}

impl<'s> Run<'s> {
    pub(crate) fn start(
        session: Held<'s>,
        command: usize,
        options: &RunOptions,
        limits: &RunLimits,
    ) -> Result<Self, Failure> {
        let deadline = limits
            .timeout
            .and_then(|timeout| Instant::now().checked_add(timeout));
        let mut options = options.clone();
        // `expect 1` asks for any instance there is, as in Alloy; an order asks for a certain one.
        let any = matches!(options.order, Order::Found | Order::Seeded(_));
        if session.commands()[command].expect == Some(1) && any {
            options.translate.symmetry = 0;
        }
        options.translate.limits.deadline = deadline;
        options.translate.limits.stop.clone_from(&limits.stop);
        let solver_limits = relfind_solver::Limits {
            deadline,
            stop: limits.stop.clone(),
            memory: None,
            progress: limits.progress.clone(),
        };
        let mut times = Times::default();
        let reporter = limits.reporter.clone();
        let stage = Stage::prepare(&session, command, 0, &options, reporter.as_deref(), &mut times)?;
        Ok(Self {
            session,
            command,
            options,
            limits: solver_limits,
            reporter,
            step: 0,
            stage,
            times,
            found: false,
            first: None,
            classes: None,
            either_way: OnceCell::new(),
        })
    }

    /// The number of the command.
    pub fn command(&self) -> usize {
        self.command
    }

    /// What the scopes came to.
    pub fn scopes(&self) -> &ScopeReport {
        &self.stage.lowered.scopes
    }

    /// What the translator has to say though it accepts the command.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.stage.lowered.warnings
    }

    /// The problem.
    pub fn lowered(&self) -> &Lowered {
        &self.stage.lowered
    }

    /// How it was lowered.
    pub fn lower_options(&self) -> &LowerOptions {
        &self.options.lower
    }

    /// Its translation.
    pub fn translation(&self) -> &Translation {
        &self.stage.translation
    }

    /// The sizes of the translation.
    pub fn sizes(&self) -> Sizes {
        let statistics = &self.stage.translation.statistics;
        Sizes {
            primary_variables: statistics.primary_variables as u64,
            variables: statistics.variables as u64,
            clauses: statistics.clauses as u64,
        }
    }

    /// The time spent so far.
    pub fn times(&self) -> Times {
        self.times
    }

    /// Gives the search this much time from now on.
    pub fn renew(&mut self, timeout: Option<Duration>) {
        let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        self.limits.deadline = deadline;
        self.options.translate.limits.deadline = deadline;
    }

    /// The next instance that differs from all before in what is visible, and not only by the names of atoms unless
    /// [`RunOptions::twins`] are wanted; `None` when there is no other.
    ///
    /// Instances are told apart by canonical forms, of which 16 bytes each are kept. A very large and regular instance whose form would
    /// take too long is given though it may be a twin.
    ///
    /// With growing scopes the first size that has an instance is the one that is enumerated.
    #[expect(clippy::should_implement_trait, reason = "an iterator cannot fail")]
    pub fn next(&mut self) -> Result<Option<Display>, Failure> {
        Ok(self.next_found()?.map(|found| found.display))
    }

    /// Likewise, with what is needed to ask more of it; see [`Questions`](crate::Questions).
    pub fn next_found(&mut self) -> Result<Option<Found>, Failure> {
        Ok(self.next_instance()?.map(|instance| Found {
            display: self.present(&instance),
            instance,
        }))
    }

    /// What puts the last instance in its place, where [`RunOptions::order`] measures instances.
    pub fn measure(&self) -> Option<Measure> {
        let ordered = self.stage.models.ordered()?;
        self.stage.ranking.as_ref()?.measure(ordered)
    }

    /// Why it is not known whether the last instance is the next in the order asked for; `None` if it is known to be. There are no more instances
    /// then.
    pub fn unproved(&self) -> Option<Stop> {
        let ordered = self.stage.models.ordered()?;
        ordered.unproved().cloned().map(Stop::from)
    }

    /// The instance of a model that was found elsewhere, checked like every other.
    pub fn adopt(&mut self, value: &dyn Fn(Var) -> bool) -> Result<Display, Failure> {
        let instance = self.stage.translation.interpret(value);
        self.check(&instance)?;
        Ok(self.present(&instance))
    }

    fn next_instance(&mut self) -> Result<Option<Instance>, Failure> {
        while self.search()? {
            let instance = self.instance();
            if !self.options.twins && self.is_twin(&instance) {
                continue;
            }
            self.check(&instance)?;
            return Ok(Some(instance));
        }
        Ok(None)
    }

    /// Whether the instance is one that has been given out, but for the names of atoms.
    fn is_twin(&mut self, instance: &Instance) -> bool {
        let Some(classes) = &mut self.classes else {
            let Some(first) = self.first.take() else {
                self.first = Some(instance.clone());
                return false;
            };
            let renaming = self.stage.renaming(&first);
            let mut classes = Classes::new(renaming);
            classes.is_new(&first);
            let is_new = classes.is_new(instance);
            self.classes = Some(classes);
            return is_new == Some(false);
        };
        classes.is_new(instance) == Some(false)
    }

    /// Whether there is a model that was not found before, at this size of growing scopes or, as long as there was none, a later one.
    fn search(&mut self) -> Result<bool, Failure> {
        loop {
            if self.stage.search(&self.limits, &mut self.times)? {
                self.found = true;
                return Ok(true);
            }
            if self.found || self.step + 1 >= lower::growth(self.session.world(), self.command) {
                return Ok(false);
            }
            self.step += 1;
            let reporter = self.reporter.as_deref();
            let (session, command, times) = (&self.session, self.command, &mut self.times);
            self.stage = Stage::prepare(session, command, self.step, &self.options, reporter, times)?;
        }
    }

    fn instance(&self) -> Instance {
        self.stage.instance()
    }

    /// Whether the evaluator agrees to an instance.
    fn check(&mut self, instance: &Instance) -> Result<(), Failure> {
        let known = std::mem::take(&mut self.stage.free_variables);
        let Stage {
            lowered, translation, ..
        } = &self.stage;
        let problem = &lowered.problem;
        let evaluator = Evaluator::new(&problem.ast, instance, problem.overflow)
            .with_free_variables(known)
            .with_witnesses(&translation.witnesses)
            .with_max_depth(MAX_DEPTH);
        for &goal in &problem.goals {
            match evaluator.formula(goal) {
                Ok(Truth::True) => {}
                Ok(truth) => return Err(self.disagreement(goal, &format!("the evaluator says {truth:?}"))),
                Err(error) => return Err(self.unchecked(goal, &error)),
            }
        }
        let overflowed = evaluator.has_overflowed();
        self.stage.free_variables = evaluator.into_free_variables();
        self.either_way
            .get_or_init(|| !overflowed || self.holds_either_way(instance));
        Ok(())
    }

    /// An instance that may well be one, but that nothing vouches for.
    fn unchecked(&self, goal: FormulaId, error: &EvaluateError) -> Failure {
        let place = self.place(goal);
        Stop::TooLarge(format!(
            "an instance was found, but {place} is too much to check it by: {error}"
        ))
        .into()
    }

    fn disagreement(&self, goal: FormulaId, what: &str) -> Failure {
        let place = self.place(goal);
        Failure::Wrong(format!(
            "an instance that was found does not stand up to the check of {place}: {what}"
        ))
    }

    /// Where a goal stands, in words.
    fn place(&self, goal: FormulaId) -> String {
        let place = origin(&self.stage.lowered, goal).map(|span| {
            let sources = self.session.sources();
            format!("{}:{}", sources.file(span.file).name(), sources.start(span).line)
        });
        place.unwrap_or_else(|| "a declaration".into())
    }

    fn present(&self, instance: &Instance) -> Display {
        present(
            self.session.world(),
            &self.stage.lowered,
            &self.stage.translation.bounds,
            instance,
        )
    }
}

impl Stage {
    fn prepare(
        session: &Session,
        command: usize,
        step: u64,
        options: &RunOptions,
        reporter: Option<&(dyn Reporter + Send + Sync)>,
        times: &mut Times,
    ) -> Result<Self, Failure> {
        let start = Instant::now();
        let mut lowered =
            lower::lower_step(session.world(), command, step, &options.lower).map_err(Failure::Refused)?;
        let reporter: &dyn Reporter = match reporter {
            Some(reporter) => reporter,
            None => &Silent,
        };
        let world = session.world();
        let distinct = distinct::declare(world, &mut lowered, &options.distinct_on, &options.lower)?;
        let reference = order::reference(world, &mut lowered, &options.order)
            .map_err(|error| Failure::Refused(vec![*error]))?;
        let mut translate_options = options.translate.clone();
        if options.order == Order::Minimal {
            // An instance that symmetry breaking leaves out may be contained in one that it leaves.
            translate_options.symmetry = 0;
        }
        let translation = translate(&lowered.problem, &translate_options, reporter)
            .map_err(|error| refused(&error, &lowered, session, command))?;
        let leaders = match options.order {
            Order::Minimal => Some(translate(&lowered.problem, &options.translate, &Silent)),
            _ => None,
        };
        let leaders = leaders
            .transpose()
            .map_err(|error| refused(&error, &lowered, session, command))?;
        let ranking = Ranking::new(world, &lowered, &translation, &options.order, reference.as_ref());
        let leaders = leaders.as_ref().map(|leaders| &leaders.cnf);
        let models = order::models(
            &options.solver,
            &translation,
            leaders,
            &options.order,
            ranking.as_ref(),
        )
        .map_err(|error| Failure::Refused(vec![bad_solver(&error, &options.solver)]))?;
        let apart = if distinct.is_empty() {
            Apart::visible(&translation, options.by_witness)
        } else {
            Apart::only(world, &lowered, &translation, &distinct)
        };
        let on = apart.variables(&translation);
        let mut rest: Vec<Var> = (0..translation.variables.len()).map(Var::new).collect();
        rest.retain(|var| on.binary_search(var).is_err());
        times.translate += start.elapsed();
        Ok(Self {
            lowered,
            translation,
            models,
            apart,
            projection: Projection { on, rest },
            ranking,
            free_variables: FreeVariables::default(),
        })
    }

    /// What makes two instances the same.
    fn renaming(&self, instance: &Instance) -> Renaming {
        Renaming::of_instances(&self.lowered, &self.translation, &self.apart, instance)
    }

    /// Whether there is a model that was not found before.
    fn search(&mut self, limits: &relfind_solver::Limits, times: &mut Times) -> Result<bool, Failure> {
        let start = Instant::now();
        let verdict = self.models.next(&self.translation.cnf, &self.projection, limits);
        times.solve += start.elapsed();
        match verdict {
            relfind_solver::Verdict::Sat => Ok(true),
            relfind_solver::Verdict::Unsat => Ok(false),
            relfind_solver::Verdict::Unknown(reason) => Err(Stop::from(reason).into()),
        }
    }

    /// The last model as an instance.
    fn instance(&self) -> Instance {
        self.translation.interpret(|var| self.models.value(var))
    }

    /// The variables that tell instances apart and that clauses mention, and the number of those that none does: such a tuple may be there
    /// or not, whatever else is the case.
    fn constrained(&self) -> (Vec<Var>, u32) {
        let cnf = &self.translation.cnf;
        let mut mentioned = vec![false; cnf.variables() as usize];
        for lit in cnf.clauses().flatten() {
            mentioned[lit.var().index()] = true;
        }
        let on = &self.projection.on;
        let constrained: Vec<Var> = on.iter().copied().filter(|v| mentioned[v.index()]).collect();
        let free = (on.len() - constrained.len()) as u32;
        (constrained, free)
    }
}

/// Where a formula of the problem comes from.
fn origin(lowered: &Lowered, formula: FormulaId) -> Option<Span> {
    let origin = lowered.problem.origins.get(&formula)?;
    lowered.origins.get(origin.0 as usize).copied()
}

/// What a failed translation means to the user.
fn refused(error: &TranslateError, lowered: &Lowered, session: &Session, command: usize) -> Failure {
    match error {
        TranslateError::Deadline => Stop::Timeout.into(),
        TranslateError::Interrupted => Stop::Interrupted.into(),
        TranslateError::Limit { .. } | TranslateError::Capacity { .. } => {
            Stop::TooLarge(format!("{error}; a smaller scope would do")).into()
        }
        TranslateError::HigherOrder { formula, .. } => {
            let span = origin(lowered, *formula).unwrap_or(session.commands()[command].span);
            Failure::Refused(vec![
                Diagnostic::error("E0701", span, error.to_string())
                    .note("a variable for sets or relations has a value only where it becomes a witness: below `some`, conjunctions and a bounded number of `all`")
                    .help("raise --skolem-depth, lower the scope, or say it with variables for single atoms"),
            ])
        }
    }
}

fn bad_solver(error: &relfind_solver::SolverError, name: &str) -> Diagnostic {
    Diagnostic::new("E0702", relfind_lang::diag::Severity::Error, None, format!("the solver `{name}` cannot be used: {error}"))
        .help(format!("solvers inside the program are {}; any other name is the command line of a program that reads DIMACS", relfind_solver::backends::NAMES.join(", ")))
}

impl From<Reason> for Stop {
    fn from(reason: Reason) -> Self {
        match reason {
            Reason::Timeout => Stop::Timeout,
            Reason::Interrupted => Stop::Interrupted,
            Reason::Memory => Stop::Memory,
            Reason::Solver(text) => Stop::Solver(text),
        }
    }
}
