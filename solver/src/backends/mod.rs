//! The solvers behind the traits, and how one is chosen by name.

mod batsat;
#[cfg(feature = "cadical")]
mod cadical;
#[cfg_attr(
    not(feature = "cadical"),
    allow(dead_code, reason = "without a second solver nobody races")
)]
mod effort;
mod external;
#[cfg(feature = "cadical")]
mod race;
mod rebuild;
mod shadow;
mod splr;
#[cfg_attr(
    not(feature = "cadical"),
    allow(dead_code, reason = "without a second solver nobody takes turns")
)]
mod turns;

pub use batsat::Batsat;
#[cfg(feature = "cadical")]
pub use cadical::Cadical;
pub use external::{External, read_answer};
#[cfg(feature = "cadical")]
pub use race::Race;
pub use rebuild::Rebuild;
pub use splr::Splr;

use crate::backend::SatSolver;

/// The names that [`create`] knows besides command lines, for help texts and for the suite.
#[cfg(feature = "cadical")]
pub const NAMES: &[&str] = &["auto", "batsat", "cadical", "splr"];
/// The names that [`create`] knows besides command lines, for help texts and for the suite.
#[cfg(not(feature = "cadical"))]
pub const NAMES: &[&str] = &["auto", "batsat", "splr"];

/// Why there is no solver of a name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolverError {
    /// The name is empty.
    #[error("a solver's name cannot be empty; try one of {names}", names = NAMES.join(", "))]
    Empty,
    /// The command line cannot be split into words.
    #[error("the solver command `{command}` has a quote without its end")]
    Quotes {
        /// The command line as given.
        command: String,
    },
    /// The name is neither a built-in solver nor a program that can be found.
    #[error(
        "no solver `{program}`: it is neither built in ({names}) nor a program that can be found and run",
        names = NAMES.join(", ")
    )]
    NotFound {
        /// The command's first word.
        program: String,
    },
}

/// A new solver without variables and clauses.
///
/// The names are `auto` (batsat, which `CaDiCaL` joins on hard formulas where it is built in), `batsat`,
/// `cadical` (with the feature of that name) and `splr`; anything else is the command line of
/// an external solver, see [`External`].
///
/// # Errors
///
/// When the name is none of these and its first word is no program.
pub fn create(name: &str) -> Result<Box<dyn SatSolver>, SolverError> {
    match name.trim() {
        "" => Err(SolverError::Empty),
        "auto" => Ok(automatic()),
        "batsat" => Ok(Box::new(Batsat::new())),
        #[cfg(feature = "cadical")]
        "cadical" => Ok(Box::new(Cadical::new())),
        "splr" => Ok(Box::new(Rebuild::new(Splr::new()))),
        command => Ok(Box::new(Rebuild::new(External::new(command)?))),
    }
}

/// What was chosen by measurement, see `docs/solvers.md`.
#[cfg(feature = "cadical")]
fn automatic() -> Box<dyn SatSolver> {
    Box::new(Race::new([
        || Box::new(Batsat::new()),
        || Box::new(Cadical::new()),
    ]))
}

/// Without `CaDiCaL` there is nobody to race against.
#[cfg(not(feature = "cadical"))]
fn automatic() -> Box<dyn SatSolver> {
    Box::new(Batsat::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(name: &str) -> String {
        create(name)
            .err()
            .map(|error| error.to_string())
            .unwrap_or_default()
    }

    #[test]
    fn solvers_are_known_by_name() {
        for name in NAMES {
            let solver = create(name).unwrap();
            assert!(*name == "auto" || solver.name() == *name);
        }
        assert_eq!(create(" splr ").unwrap().name(), "splr");
    }

    #[test]
    fn unknown_names_are_explained() {
        assert_eq!(
            error(" "),
            format!("a solver's name cannot be empty; try one of {}", NAMES.join(", "))
        );
        assert_eq!(
            error("x 'y"),
            "the solver command `x 'y` has a quote without its end"
        );
        assert_eq!(
            error("no-such-solver --fast"),
            format!(
                "no solver `no-such-solver`: it is neither built in ({}) nor a program that can be found and run",
                NAMES.join(", ")
            )
        );
        // A directory is not a program.
        assert!(error("/").starts_with("no solver `/`"));
    }
}
