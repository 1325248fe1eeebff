//! Is a model a model? The shortest way to find out, sharing nothing with the solvers.

use std::fmt;

use crate::cnf::Cnf;
use crate::lit::{Lit, Var};

/// A clause that a claimed model leaves false.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Violation {
    /// The clause's number in its [`Cnf`], from 0.
    pub index: usize,
    /// The clause itself.
    pub clause: Vec<Lit>,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the model leaves clause {} false:", self.index + 1)?;
        // A clause of thousands of literals would bury the message.
        for literal in self.clause.iter().take(8) {
            write!(f, " {}", literal.to_dimacs())?;
        }
        if self.clause.len() > 8 {
            write!(f, " and {} more literals", self.clause.len() - 8)
        } else {
            Ok(())
        }
    }
}

/// Does the valuation make some literal of every clause true?
///
/// # Errors
///
/// The first clause in order that it leaves false.
pub fn check_model(cnf: &Cnf, value: impl Fn(Var) -> bool) -> Result<(), Violation> {
    for (index, clause) in cnf.clauses().enumerate() {
        if !clause
            .iter()
            .any(|literal| value(literal.var()) != literal.is_negative())
        {
            return Err(Violation {
                index,
                clause: clause.to_vec(),
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_false_clause_is_named() {
        let lit = |number| Lit::from_dimacs(number).unwrap();
        let mut cnf = Cnf::new(2);
        cnf.add_clause(&[lit(1), lit(2)]);
        cnf.add_clause(&[lit(-1), lit(-2)]);
        assert_eq!(check_model(&cnf, |var| var.index() == 0), Ok(()));
        let violation = check_model(&cnf, |_| true).unwrap_err();
        assert_eq!(violation.index, 1);
        assert_eq!(violation.to_string(), "the model leaves clause 2 false: -1 -2");
        cnf.add_clause(&[]);
        assert_eq!(check_model(&cnf, |var| var.index() == 0).unwrap_err().index, 2);
    }

    #[test]
    fn a_long_clause_is_cut_in_the_message() {
        let mut cnf = Cnf::new(0);
        cnf.add_clause(&(1..=20).filter_map(Lit::from_dimacs).collect::<Vec<_>>());
        let message = check_model(&cnf, |_| false).unwrap_err().to_string();
        assert_eq!(
            message,
            "the model leaves clause 1 false: 1 2 3 4 5 6 7 8 and 12 more literals"
        );
    }
}
