//! What became of a command.

use std::time::Duration;

use relfind_lang::{
    diag::Diagnostic,
    typed::{Command, Goal},
};
use relfind_translator::lower::ScopeReport;
use relfind_viz::Display;

use crate::run::{Measure, Stop};

/// The answer to a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is an instance, or a counterexample.
    Sat,
    /// There is none within the scope.
    Unsat,
    /// A limit was reached first.
    Unknown(Stop),
    /// The command cannot be run; its diagnostics say why.
    Error,
}

/// Sizes of the problem that was solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// Variables that stand for tuples of relations.
    pub primary_variables: u64,
    /// All variables of the CNF.
    pub variables: u64,
    /// Clauses of the CNF.
    pub clauses: u64,
}

/// Time spent on a command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// From the typed modules to the CNF.
    pub translate: Duration,
    /// In the solver, all instances together.
    pub solve: Duration,
}

/// How many instances there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Assignments to the visible relations; a lower bound unless `complete`.
    pub labelled: u128,
    /// Classes of those that are the same up to renaming atoms, integers and strings excepted; only where all were counted, and not
    /// where that would have taken too long.
    pub classes: Option<u128>,
    /// Whether all were counted.
    pub complete: bool,
}

/// All that is known of a command after it was run.
#[derive(Clone, Debug)]
pub struct CommandReport {
    /// Its number in the file, from 0.
    pub index: usize,
    /// Its label.
    pub label: String,
    /// Whether it is a `check`.
    pub is_check: bool,
    /// What `expect` says.
    pub expect: Option<u8>,
    /// The answer.
    pub verdict: Verdict,
    /// What its scopes came to.
    pub scope: Option<ScopeReport>,
    /// The sizes, if it was translated.
    pub sizes: Option<Sizes>,
    /// The time it took.
    pub times: Times,
    /// How many instances there are, if that was asked.
    pub count: Option<Count>,
    /// Instances, as many as were asked for.
    pub instances: Vec<Display>,
    /// What puts each of these instances in its place, where they were asked for in an order that measures them.
    pub measures: Vec<Measure>,
    /// Whether the instances are the first in the order asked for, as far as one was: false if a limit was reached first.
    pub proved: Option<bool>,
    /// Whether the instances are all that there are, where more than one was asked for: false if a limit or an interruption came first, and
    /// nothing where there are as many as were asked for.
    pub complete: Option<bool>,
    /// Errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
}

impl CommandReport {
    /// The report on a command that has not been run; as long as nothing else is known, it is at fault.
    pub fn new(index: usize, command: &Command) -> Self {
        Self {
            index,
            label: command.label.clone(),
            is_check: matches!(command.goal, Goal::Check(_)),
            expect: command.expect,
            verdict: Verdict::Error,
            scope: None,
            sizes: None,
            times: Times::default(),
            count: None,
            instances: Vec::new(),
            measures: Vec::new(),
            proved: None,
            complete: None,
            diagnostics: Vec::new(),
        }
    }

    /// Whether the answer is the wanted one: that of `expect`, or else an instance of a `run` and no counterexample of a `check`.
    pub fn as_expected(&self) -> bool {
        let wanted = match self.expect {
            Some(expect) => expect > 0,
            None => !self.is_check,
        };
        match self.verdict {
            Verdict::Sat => wanted,
            Verdict::Unsat => !wanted,
            Verdict::Unknown(_) | Verdict::Error => false,
        }
    }
}
