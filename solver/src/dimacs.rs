//! DIMACS CNF, the text that every SAT solver reads.
//!
//! The format is that of the SAT competitions (<https://satcompetition.github.io>): comment lines that begin
//! with `c`, a header `p cnf VARIABLES CLAUSES`, then numbers, of which each 0 ends a clause; clauses may
//! cross lines. As in `SATLIB`'s files a line that begins with `%` ends the formula. Reading is otherwise
//! strict: a header that does not fit its clauses is an error, for it usually means a cut file.

use std::io::{self, BufRead, Write};

use crate::cnf::Cnf;
use crate::lit::{Lit, Var};

/// Why a text is not DIMACS CNF.
#[derive(Debug, thiserror::Error)]
pub enum DimacsError {
    /// The text could not be read.
    #[error("cannot read: {0}")]
    Io(#[from] io::Error),
    /// The first line that is no comment is not a header of the form `p cnf VARIABLES CLAUSES`.
    #[error("line {line}: expected a header `p cnf VARIABLES CLAUSES`")]
    Header {
        /// The line's number, from 1.
        line: usize,
    },
    /// A word among the clauses is not a number that can stand for a literal.
    #[error("line {line}: `{word}` is not a literal")]
    Literal {
        /// The line's number, from 1.
        line: usize,
        /// The word, cut if it is long.
        word: String,
    },
    /// A literal's variable lies above the number that the header gives.
    #[error("line {line}: variable {variable} is above the header's {variables}")]
    Variable {
        /// The line's number, from 1.
        line: usize,
        /// The variable's number, from 1.
        variable: u32,
        /// The header's number of variables.
        variables: u32,
    },
    /// The last clause lacks its 0.
    #[error("the last clause does not end with 0")]
    Unfinished,
    /// There are more or fewer clauses than the header says.
    #[error("the header says {expected} clauses, but there are {found}")]
    Count {
        /// The header's number of clauses.
        expected: usize,
        /// The number of clauses there.
        found: usize,
    },
}

/// Writes the formula, each of the comments on a line of its own before the header.
///
/// Comments should be single lines; a line break within one starts another comment line.
pub fn write<'a, W: Write>(
    cnf: &Cnf,
    comments: impl IntoIterator<Item = &'a str>,
    mut out: W,
) -> io::Result<()> {
    for comment in comments {
        for line in comment.lines() {
            writeln!(out, "c {line}")?;
        }
    }
    writeln!(out, "p cnf {} {}", cnf.variables(), cnf.len())?;
    for clause in cnf.clauses() {
        for literal in clause {
            write!(out, "{} ", literal.to_dimacs())?;
        }
        out.write_all(b"0\n")?;
    }
    out.flush()
}

/// Reads a formula.
pub fn read<R: BufRead>(mut input: R) -> Result<Cnf, DimacsError> {
    let mut bytes = Vec::new();
    let mut line_number = 0;
    let mut header: Option<(Cnf, usize)> = None;
    let mut clause = Vec::new();
    loop {
        bytes.clear();
        if input.read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        line_number += 1;
        let line = String::from_utf8_lossy(&bytes);
        let line = line.trim();
        if line.is_empty() || line.starts_with('c') {
            continue;
        }
        if line.starts_with('%') {
            break;
        }
        match &mut header {
            None => {
                let (variables, clauses) =
                    parse_header(line).ok_or(DimacsError::Header { line: line_number })?;
                header = Some((Cnf::new(variables), clauses));
            }
            Some((cnf, _)) => read_line(line, line_number, &mut clause, cnf)?,
        }
    }
    let (cnf, expected) = header.ok_or(DimacsError::Header {
        line: line_number + 1,
    })?;
    if !clause.is_empty() {
        return Err(DimacsError::Unfinished);
    }
    if cnf.len() != expected {
        return Err(DimacsError::Count {
            expected,
            found: cnf.len(),
        });
    }
    Ok(cnf)
}

/// Adds the line's literals to the open clause, and each clause that a 0 ends to the formula.
fn read_line(line: &str, number: usize, clause: &mut Vec<Lit>, cnf: &mut Cnf) -> Result<(), DimacsError> {
    for word in line.split_ascii_whitespace() {
        let not_a_literal = || DimacsError::Literal {
            line: number,
            word: word.chars().take(32).collect(),
        };
        let value: i32 = word.parse().map_err(|_| not_a_literal())?;
        if value == 0 {
            cnf.add_clause(clause);
            clause.clear();
            continue;
        }
        let literal = Lit::from_dimacs(value).ok_or_else(not_a_literal)?;
        if literal.var().index() >= cnf.variables() as usize {
            return Err(DimacsError::Variable {
                line: number,
                variable: value.unsigned_abs(),
                variables: cnf.variables(),
            });
        }
        clause.push(literal);
    }
    Ok(())
}

fn parse_header(line: &str) -> Option<(u32, usize)> {
    let mut words = line.split_ascii_whitespace();
    if words.next() != Some("p") || words.next() != Some("cnf") {
        return None;
    }
    let variables = words
        .next()?
        .parse()
        .ok()
        .filter(|&v: &u32| v <= Var::MAX_INDEX + 1)?;
    let clauses = words.next()?.parse().ok()?;
    words.next().is_none().then_some((variables, clauses))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cnf(variables: u32, clauses: &[&[i32]]) -> Cnf {
        let mut cnf = Cnf::new(variables);
        for clause in clauses {
            cnf.add_clause(
                &clause
                    .iter()
                    .filter_map(|&n| Lit::from_dimacs(n))
                    .collect::<Vec<_>>(),
            );
        }
        cnf
    }

    fn error(text: &str) -> String {
        read(text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn what_is_written_is_read_again() {
        let formula = cnf(4, &[&[1, -2], &[], &[3, 3, -3], &[-1]]);
        let mut text = Vec::new();
        write(&formula, ["x0 = A$0", "two\nlines"], &mut text).unwrap();
        let shown = String::from_utf8(text.clone()).unwrap();
        assert_eq!(
            shown,
            "c x0 = A$0\nc two\nc lines\np cnf 4 4\n1 -2 0\n0\n3 3 -3 0\n-1 0\n"
        );
        assert_eq!(read(&text[..]).unwrap(), formula);
    }

    #[test]
    fn clauses_cross_lines_and_share_them() {
        let text = "c hello\n\np cnf 3 3\n1\n 2 0 -1\nc within\n-2 0\t3 0\r\n%\n0\nanything";
        assert_eq!(
            read(text.as_bytes()).unwrap(),
            cnf(3, &[&[1, 2], &[-1, -2], &[3]])
        );
        assert_eq!(read(&b"p cnf 0 0"[..]).unwrap(), Cnf::new(0));
    }

    #[test]
    fn errors_say_where() {
        assert_eq!(error(""), "line 1: expected a header `p cnf VARIABLES CLAUSES`");
        assert_eq!(
            error("c\n1 0"),
            "line 2: expected a header `p cnf VARIABLES CLAUSES`"
        );
        assert_eq!(
            error("p cnf 1"),
            "line 1: expected a header `p cnf VARIABLES CLAUSES`"
        );
        assert_eq!(
            error("p cnf 4000000000 0"),
            "line 1: expected a header `p cnf VARIABLES CLAUSES`"
        );
        assert_eq!(error("p cnf 1 1\n1 x 0"), "line 2: `x` is not a literal");
        assert_eq!(
            error("p cnf 1 1\n-2147483648 0"),
            "line 2: `-2147483648` is not a literal"
        );
        assert_eq!(
            error("p cnf 1 1\n\n-2 0"),
            "line 3: variable 2 is above the header's 1"
        );
        assert_eq!(error("p cnf 1 1\n1"), "the last clause does not end with 0");
        assert_eq!(
            error("p cnf 1 2\n1 0"),
            "the header says 2 clauses, but there are 1"
        );
    }
}
