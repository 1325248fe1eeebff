//! The traits that every backend fits, and what they speak of.
//!
//! [`SatSolver`] is the face that callers see: clauses and assumptions between calls, a verdict, a model or
//! failed assumptions, as in `IPASIR` (Balyo, Biere, Iser and Sinz, "SAT Race 2015", Artificial Intelligence
//! 241, 2016, section 6.2), with limits passed to each call instead of callbacks set beforehand. What a
//! backend cannot do is said by its [`Capabilities`], not left to fail. [`OneShot`] is the smaller trait of
//! solvers that take a whole formula once; [`Rebuild`](crate::backends::Rebuild) makes a `SatSolver` of it.

use crate::cnf::Cnf;
use crate::limits::Limits;
use crate::lit::{Lit, Var};
use crate::stats::Stats;

/// A SAT solver that takes clauses between calls.
///
/// Backends are [`Send`], so that two of them can race; each is used by one thread at a time.
pub trait SatSolver: Send {
    /// The name by which [`create`](crate::create) knows it, or the command line of an external solver.
    fn name(&self) -> &str;

    /// What it can do.
    fn capabilities(&self) -> Capabilities;

    /// Sees that there are at least this many variables. Clauses and assumptions bring their own.
    fn reserve(&mut self, variables: u32);

    /// Adds a clause for all later calls. Repeated literals and tautologies are allowed. After an empty
    /// clause every call answers [`Verdict::Unsat`].
    fn add_clause(&mut self, clause: &[Lit]);

    /// Looks for a model of all clauses so far in which every assumption holds.
    ///
    /// A limit that is exceeded already gives [`Verdict::Unknown`], also where the answer is plain.
    fn solve(&mut self, assumptions: &[Lit], limits: &Limits) -> Verdict;

    /// The value of a variable in the model that the last call found. Variables that the model leaves
    /// open, or that are not there, are false; so is all when the last verdict was not [`Verdict::Sat`].
    fn value(&self, var: Var) -> bool;

    /// After [`Verdict::Unsat`], assumptions that the clauses do not allow together: each is one of those
    /// given, none stands twice, and there are none when the clauses alone have no model. With
    /// [`Capabilities::core`] they were made few and confirmed by solving them again; without, they are all
    /// the assumptions given. Empty after any other verdict.
    fn failed_assumptions(&self) -> &[Lit];

    /// What it did so far.
    fn stats(&self) -> Stats;
}

/// What a backend can do beyond answering once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
// Five independent abilities; none excludes another.
#[expect(clippy::struct_excessive_bools)]
pub struct Capabilities {
    /// What was learnt in a call helps the next; otherwise each call starts over.
    pub incremental: bool,
    /// Assumptions are the solver's own; otherwise they are added as unit clauses for the call.
    pub assumptions: bool,
    /// Failed assumptions are found by the solver; otherwise all are said to fail.
    pub core: bool,
    /// It can write a proof of unsatisfiability.
    pub proof: bool,
    /// The search itself stops soon after a limit is exceeded; otherwise the call returns soon, but work
    /// may go on unseen for a while.
    pub interrupt: bool,
}

/// The answer of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is a model; [`SatSolver::value`] tells it.
    Sat,
    /// There is none under the assumptions.
    Unsat,
    /// No answer, for this reason.
    Unknown(Reason),
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// The deadline passed.
    #[error("the time limit was reached")]
    Timeout,
    /// The stop flag was set.
    #[error("interrupted")]
    Interrupted,
    /// The memory limit was reached.
    #[error("the memory limit was reached")]
    Memory,
    /// The solver failed: it could not be run, crashed, gave up by itself, or gave an answer that is not
    /// one. The text is a sentence for the user without its full stop.
    #[error("{0}")]
    Solver(String),
}

/// A solver that is given a whole formula and answers once.
pub trait OneShot: Send {
    /// See [`SatSolver::name`].
    fn name(&self) -> &str;

    /// Whether the search stops soon after a limit is exceeded, see [`Capabilities::interrupt`].
    fn interrupt(&self) -> bool;

    /// Solves the formula. Its clauses are normalised: not empty, no literal twice, no tautologies; and
    /// there is at least one. The answer is not trusted: the caller checks the model.
    fn solve_once(&mut self, cnf: &Cnf, limits: &Limits) -> Answer;

    /// Counts over all calls; `solves` is filled in by the caller.
    fn stats(&self) -> Stats {
        Stats::default()
    }
}

/// The answer of a [`OneShot`] solver, with the model if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The values of the variables in order; those missing at the end are false.
    Sat(Vec<bool>),
    /// There is no model.
    Unsat,
    /// No answer, for this reason.
    Unknown(Reason),
}

/// Gives a solver all variables and clauses of a formula.
pub fn load<S: SatSolver + ?Sized>(solver: &mut S, cnf: &Cnf) {
    solver.reserve(cnf.variables());
    for clause in cnf.clauses() {
        solver.add_clause(clause);
    }
}
