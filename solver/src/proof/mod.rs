//! Is a proof that there is no model a proof? Found out by unit propagation alone, sharing nothing with the solvers.
//!
//! A proof is a list of clauses, each of which must follow from those before it by reverse unit propagation, RUP (Goldberg and Novikov,
//! "Verification of Proofs of Unsatisfiability for CNF Formulas", DATE 2003), or be a resolution asymmetric
//! tautology on its first literal, RAT (Heule, Hunt and Wetzler, "Verifying Refutations with Extended
//! Resolution", CADE 2013, section 3); the last is empty. Deletions keep the set small (Wetzler, Heule and Hunt, "DRAT-trim: Efficient Checking
//! and Trimming Using Expressive Clausal Proofs", SAT 2014). What differs from that program:
//!
//! - Proofs are checked forwards, clause by clause as they are read, without marking which are needed: slower, but in one pass and
//!   without keeping the proof.
//! - The hints of LRAT (Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp, "Efficient Certified RAT Verification", CADE 2017) are not
//!   used: they only help to find what unit propagation finds by itself.
//! - The deletion of a clause that makes a literal true for good is left out, as there: more clauses than the proof speaks of are
//!   no less sound.

mod database;
mod propagate;
mod read;
#[cfg(test)]
mod tests;

use std::fmt;
use std::io::{self, BufRead};

use crate::backend::Reason;
use crate::cnf::Cnf;
use crate::limits::Limits;
use crate::lit::Lit;
use database::Database;
use read::{Step, Steps};

/// A proof that holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Clauses of the proof up to the contradiction.
    pub clauses: u64,
    /// Those of them that do not follow, but keep the formula satisfiable if it is.
    pub resolution: u64,
}

/// Where something stands in a proof, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A line of a text.
    Line(u64),
    /// A step of a binary proof.
    Step(u64),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(number) => write!(f, "line {number}"),
            Self::Step(number) => write!(f, "step {number}"),
        }
    }
}

/// Why a proof is none.
#[derive(Debug, thiserror::Error)]
pub enum ProofError {
    /// It could not be read.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    /// It is not of a known form.
    #[error("{place}: {problem}")]
    Form {
        /// Where.
        place: Place,
        /// What is wrong.
        problem: String,
    },
    /// A clause does not follow.
    #[error("{place}: the clause {} is neither RUP nor RAT, so it proves nothing", shown(.clause))]
    Clause {
        /// Where.
        place: Place,
        /// The clause.
        clause: Vec<Lit>,
    },
    /// There is no contradiction in it.
    #[error("it ends before a contradiction is reached")]
    Unfinished,
    /// It was not checked to its end.
    #[error("it is not checked: {0}")]
    Limit(Reason),
}

/// A clause in a message.
fn shown(clause: &[Lit]) -> String {
    const MOST: usize = 8;
    let mut text = String::new();
    for literal in clause.iter().take(MOST) {
        text += &format!("{} ", literal.to_dimacs());
    }
    if clause.len() > MOST {
        text + &format!("and {} more literals", clause.len() - MOST)
    } else {
        text + "0"
    }
}

/// Checks that a proof shows that a formula has no model.
///
/// The proof is DRAT as text or binary, or LRAT as text; which of them, is seen from its beginning. Variables above the formula's are those of
/// definitions. What follows after the contradiction is not read.
///
/// # Errors
/// The first fault.
pub fn check<R: BufRead>(cnf: &Cnf, proof: R, limits: &Limits) -> Result<Checked, ProofError> {
    let mut database = Database::new(cnf);
    let mut steps = Steps::new(proof)?;
    let mut checked = Checked::default();
    while !database.is_refuted() {
        if let Some(reason) = limits.exceeded() {
            return Err(ProofError::Limit(reason));
        }
        let Some((place, step)) = steps.next()? else {
            return Err(ProofError::Unfinished);
        };
        match step {
            Step::Add { clause, id } => {
                checked.clauses += 1;
                if !database.follows(clause) {
                    if !database.is_resolution_tautology(clause, limits)? {
                        let clause = clause.to_vec();
                        return Err(ProofError::Clause { place, clause });
                    }
                    checked.resolution += 1;
                }
                database.add(clause, id);
            }
            Step::Delete(clause) => database.delete(clause),
            Step::DeleteIds(ids) => ids.iter().for_each(|&id| database.delete_id(id)),
        }
    }
    Ok(checked)
}
