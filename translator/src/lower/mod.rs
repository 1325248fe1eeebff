//! From typed modules and a command to a relational problem.
//!
//! The stages: what the command reaches (`reach`), how large each signature may be (`scope`), which atoms there are and which
//! signature may have them (`atoms`), a relation for each signature and field (`bounds`), the formulas that the declarations stand
//! for (`facts`), and the facts and the goal themselves (`formula`, `set`, `int`, `quantifier`, `member`, `call`).
//!
//! What is meant follows Alloy 6 with one difference on purpose: an instance that a person sees is one
//! assignment of the visible relations. So a signature with children has a relation of its own (Alloy allots one for the atoms in no
//! child, and that one may overlap the children), and sizes are stated by [`Formula::Size`](relfind_relational::ast::Formula::Size)
//! (Alloy invents a hidden witness for every atom). Nothing is simplified here: the evaluator checks instances against these formulas.

mod atoms;
mod bounds;
mod call;
mod data;
mod error;
mod facts;
mod formula;
mod goal;
mod guest;
mod int;
mod lowerer;
mod member;
mod names;
mod orders;
mod quantifier;
mod reach;
mod scope;
mod set;
mod warnings;

use std::sync::Arc;

use relfind_data::Facts;
use relfind_lang::{
    diag::Diagnostic,
    source::Span,
    typed::{FuncId, World},
};
use relfind_relational::{
    Overflow, Problem, RelationKind,
    ast::{ExprId, IntId},
};
use rustc_hash::{FxHashMap, FxHashSet};

pub use data::{Label, Says, SoftFact};
pub use error::is_limit;
pub use guest::{Denotation, Guest, lower_guest};
pub use names::{AtomName, name_atoms, spoken_name};
pub use orders::Order;
pub use scope::{ScopeReason, ScopeReport, SigScope};

use data::Plan;
use lowerer::Lowerer;
use reach::Reach;

/// How a command is lowered.
#[derive(Clone, Debug, Default)]
pub struct LowerOptions {
    /// Replaces the command's overall scope, and gives one to a command without.
    pub overall_scope: Option<u32>,
    /// Replaces the command's bitwidth.
    pub bitwidth: Option<u32>,
    /// What arithmetic does out of range.
    pub overflow: Overflow,
    /// How often a function may call itself, directly or not; `None` forbids recursion.
    pub unrolls: Option<u32>,
    /// What the problem may cost.
    pub limits: LowerLimits,
    /// Facts that fix signatures and fields.
    pub data: Option<Arc<Facts>>,
}

/// What a problem may cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LowerLimits {
    /// Atoms of the universe, integers and strings included.
    pub atoms: u64,
    /// Tuples in the upper bounds of all relations together.
    pub tuples: u64,
    /// Nodes of formulas and expressions, after calls are replaced by bodies.
    pub nodes: usize,
}

impl Default for LowerLimits {
    fn default() -> Self {
        Self {
            atoms: 200_000,
            tuples: 20_000_000,
            nodes: 2_000_000,
        }
    }
}

/// A command as a relational problem, and what is needed to speak of it in the terms of its source.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The problem.
    pub problem: Problem,
    /// The sizes of signatures, integers, sequences and strings, with reasons.
    pub scopes: ScopeReport,
    /// The value of each signature, by id, builtin ones included.
    pub sigs: Vec<ExprId>,
    /// The value of each field, by id, first column included.
    pub fields: Vec<Option<ExprId>>,
    /// The total orders that modules state over signatures.
    pub orders: Vec<Order>,
    /// The names that data give to atoms, by atom; empty where there are none.
    pub labels: Vec<Option<Label>>,
    /// The numbers by which data speak of atoms that are no integers, by atom; empty where there are none.
    pub numbers: Vec<Option<i64>>,
    /// Where integer terms stand, those of called functions at the call.
    pub terms: FxHashMap<IntId, Span>,
    /// The places that [`relfind_relational::Origin`] numbers.
    pub origins: Vec<Span>,
    /// What is probably not meant.
    pub warnings: Vec<Diagnostic>,
    /// What else is needed to lower more into the problem.
    rest: Rest,
}

/// What expressions that join a problem later need to know of how it was declared; see `bounds::Declared`.
#[derive(Clone, Debug, Default)]
struct Rest {
    single: FxHashMap<ExprId, (ExprId, ExprId)>,
    plain: FxHashSet<ExprId>,
    strings: FxHashMap<String, ExprId>,
    functions: FxHashMap<FuncId, ExprId>,
    constants: FxHashMap<&'static str, ExprId>,
}

/// How many sizes the command's growing scopes (`1..3 A`) go through: 1 without any.
pub fn growth(world: &World, command: usize) -> u64 {
    world.commands.get(command).map_or(1, |c| scope::growth(&c.scope))
}

/// What the scopes of a command come to at a size of its growing scopes, and what is probably not meant about them. Nothing else of the
/// command is looked at, so this also answers for commands that cannot be lowered.
pub fn scopes(
    world: &World,
    command: usize,
    step: u64,
    options: &LowerOptions,
) -> Result<(ScopeReport, Vec<Diagnostic>), Vec<Diagnostic>> {
    let Some(asked) = world.commands.get(command) else {
        return Err(vec![error::no_such_command(command, world.commands.len())]);
    };
    let reach = Reach::of(world, asked);
    let timed = reach.speaks_of_time || reach.temporal.is_some();
    let plan = Plan::of(world, options.data.as_deref())?;
    let (scopes, warnings) = scope::compute(world, asked, step, timed, options, &plan)?;
    Ok((scopes.report, warnings))
}

/// The problem of a command at the first size of its growing scopes.
pub fn lower(world: &World, command: usize, options: &LowerOptions) -> Result<Lowered, Vec<Diagnostic>> {
    lower_step(world, command, 0, options)
}

/// The problem of a command with data that are a whole instance, whether or not they satisfy what the modules state: questions can be asked of
/// the instance, and the goals be checked against it.
pub fn lower_instance(
    world: &World,
    command: usize,
    options: &LowerOptions,
) -> Result<Lowered, Vec<Diagnostic>> {
    Ok(lower_with(world, command, 0, options, Data::Instance)?.lowered)
}

/// The same, and what does not hold in the instance: facts, declarations, and what the command asks, each with the atoms for which it does not.
/// That is of use only if all relations are exact.
pub fn check_instance(
    world: &World,
    command: usize,
    options: &LowerOptions,
) -> Result<(Lowered, Vec<Diagnostic>), Vec<Diagnostic>> {
    let outcome = lower_with(world, command, 0, options, Data::Checked)?;
    Ok((outcome.lowered, outcome.faults))
}

/// The problem of a command with what data say of fields left open, and what they say: whoever solves can assume it, and find out which of it
/// the rest contradicts. What they say of signatures and functions holds.
pub fn lower_soft(
    world: &World,
    command: usize,
    options: &LowerOptions,
) -> Result<(Lowered, Vec<SoftFact>), Vec<Diagnostic>> {
    let outcome = lower_with(world, command, 0, options, Data::Soft)?;
    Ok((outcome.lowered, outcome.soft))
}

/// What data are to the modules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Data {
    /// What they say holds; facts that they contradict are errors.
    Hard,
    /// What they say holds; facts that they contradict are goals like others.
    Instance,
    /// The same, and which goals they contradict is told.
    Checked,
    /// What they say of fields is left open.
    Soft,
}

/// The problem of a command at a size of its growing scopes, from 0 to below [`growth`]; all of them advance together, each to its end.
/// Whoever solves tries one after the other: the first with an instance (or counterexample) is the answer.
pub fn lower_step(
    world: &World,
    command: usize,
    step: u64,
    options: &LowerOptions,
) -> Result<Lowered, Vec<Diagnostic>> {
    Ok(lower_with(world, command, step, options, Data::Hard)?.lowered)
}

/// What comes of lowering a command.
struct Outcome {
    lowered: Lowered,
    /// What data say of fields, where that is left open.
    soft: Vec<SoftFact>,
    /// What does not hold, where that is asked for.
    faults: Vec<Diagnostic>,
}

fn lower_with(
    world: &World,
    command: usize,
    step: u64,
    options: &LowerOptions,
    as_data: Data,
) -> Result<Outcome, Vec<Diagnostic>> {
    let Some(asked) = world.commands.get(command) else {
        return Err(vec![error::no_such_command(command, world.commands.len())]);
    };
    let mut reach = Reach::of(world, asked);
    if let Some((span, word)) = &reach.temporal {
        return Err(vec![error::needs_time(*span, word, asked.span)]);
    }
    if let Some(span) = reach.too_deep {
        return Err(vec![*error::too_deep(span, lowerer::MAX_DEPTH)]);
    }
    let mut plan = Plan::of(world, options.data.as_deref())?;
    plan.soft = as_data == Data::Soft;
    reach.strings.extend(plan.strings().cloned());
    let (scopes, mut warnings) = scope::compute(world, asked, step, reach.speaks_of_time, options, &plan)?;
    warnings.extend_from_slice(plan.warnings());
    let one = |error: Box<Diagnostic>| vec![*error];
    let atoms = atoms::allot(world, asked, &scopes, &reach, &options.limits, &plan).map_err(one)?;
    let declared = bounds::declare(world, asked, &atoms, options, &plan).map_err(one)?;
    warnings.extend(warnings::of(world, asked, &scopes, &reach, &declared, options));
    let soft = match as_data {
        Data::Soft => data::soft_facts(world, &declared, &atoms, &plan),
        Data::Hard | Data::Instance | Data::Checked => Vec::new(),
    };
    let mut lowerer = Lowerer::new(world, asked, options, declared);
    facts::state(&mut lowerer, &atoms, &scopes).map_err(one)?;
    if as_data == Data::Hard {
        let found = data::contradictions(world, &lowerer, &atoms, &plan);
        if !found.is_empty() {
            return Err(found);
        }
    }
    goal::state(&mut lowerer, asked).map_err(one)?;
    let faults = match as_data {
        Data::Checked => data::faults(world, &lowerer, &atoms, &plan),
        Data::Hard | Data::Instance | Data::Soft => Vec::new(),
    };
    let mut lowered = lowerer.finish(scopes.report, warnings);
    lowered.labels = plan.labels(&atoms);
    lowered.numbers = plan.numbers(world, &atoms);
    if matches!(as_data, Data::Instance | Data::Checked) {
        let bounds = &mut lowered.problem.bounds;
        for (name, value) in plan.witnesses(&atoms) {
            bounds.add_exact(name, RelationKind::Skolem, value);
        }
    }
    Ok(Outcome {
        lowered,
        soft,
        faults,
    })
}
