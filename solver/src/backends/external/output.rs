//! What solvers write: `s` and `v` lines, bare words, and `MiniSat`'s result files.

use std::io::BufRead;

use super::Failure;
use crate::lit::Lit;

/// The three answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    Sat,
    Unsat,
    Unknown,
}

/// What was understood so far.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Output {
    variables: usize,
    /// The answer, if it was written.
    pub(super) status: Option<Status>,
    /// The model, if one was begun; variables it does not name are false.
    pub(super) model: Option<Vec<bool>>,
}

impl Output {
    /// Nothing yet, of a formula over this many variables.
    pub(super) const fn new(variables: u32) -> Self {
        Self {
            variables: variables as usize,
            status: None,
            model: None,
        }
    }

    /// Reads one more text. In a result file the numbers of the model stand bare.
    pub(super) fn read(&mut self, mut input: impl BufRead, result_file: bool) -> Result<(), Failure> {
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            if input.read_until(b'\n', &mut bytes)? == 0 {
                return Ok(());
            }
            self.line(&String::from_utf8_lossy(&bytes), result_file)?;
        }
    }

    fn line(&mut self, line: &str, result_file: bool) -> Result<(), Failure> {
        let line = line.trim();
        if let Some(status) = line.strip_prefix("s ") {
            return self.say(status_of(status.trim()).unwrap_or(Status::Unknown));
        }
        if line == "v" {
            return self.values("");
        }
        if let Some(values) = line.strip_prefix("v ") {
            return self.values(values);
        }
        if let Some(status) = status_of(line) {
            return self.say(status);
        }
        if result_file && line.starts_with(|first: char| first == '-' || first.is_ascii_digit()) {
            return self.values(line);
        }
        Ok(())
    }

    fn say(&mut self, status: Status) -> Result<(), Failure> {
        match self.status {
            // A definite word beats one of not knowing, wherever they stand.
            Some(Status::Sat | Status::Unsat) if status == Status::Unknown => {}
            Some(earlier) if earlier != status && earlier != Status::Unknown => {
                return Err(Failure::Contradiction);
            }
            _ => self.status = Some(status),
        }
        Ok(())
    }

    fn values(&mut self, words: &str) -> Result<(), Failure> {
        let model = self.model.get_or_insert_with(|| vec![false; self.variables]);
        for word in words.split_ascii_whitespace() {
            let number: i32 = word
                .parse()
                .map_err(|_| Failure::Literal(word.chars().take(32).collect()))?;
            // 0 ends the model; variables of the solver's own are of no interest.
            if let Some(literal) = Lit::from_dimacs(number)
                && let Some(value) = model.get_mut(literal.var().index())
            {
                *value = !literal.is_negative();
            }
        }
        Ok(())
    }
}

fn status_of(word: &str) -> Option<Status> {
    match word {
        "SATISFIABLE" | "SAT" => Some(Status::Sat),
        "UNSATISFIABLE" | "UNSAT" => Some(Status::Unsat),
        "UNKNOWN" | "INDETERMINATE" | "INDET" => Some(Status::Unknown),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &[u8], result_file: bool) -> Result<(Option<Status>, Option<Vec<bool>>), String> {
        let mut output = Output::new(3);
        output
            .read(text, result_file)
            .map_err(|failure| failure.to_string())?;
        Ok((output.status, output.model))
    }

    #[test]
    fn competition_output() {
        let sat = Ok((Some(Status::Sat), Some(vec![true, false, true])));
        assert_eq!(read(b"c hi\ns SATISFIABLE\nv 1 -2\nv 3 0\nc bye\n", false), sat);
        assert_eq!(read(b"v 1 -2 3 77 0\r\ns SATISFIABLE\r\n", false), sat);
        assert_eq!(read(b"s UNSATISFIABLE", false), Ok((Some(Status::Unsat), None)));
        assert_eq!(read(b"s UNKNOWN\n", false), Ok((Some(Status::Unknown), None)));
        assert_eq!(
            read(b"s SATISFIABLE\nv\n", false),
            Ok((Some(Status::Sat), Some(vec![false; 3])))
        );
        assert_eq!(
            read(b"c UNKNOWN\n\xff\xfe\nsolving\nvery\n", false),
            Ok((None, None))
        );
    }

    #[test]
    fn minisat_output() {
        assert_eq!(read(b"SATISFIABLE\n", false), Ok((Some(Status::Sat), None)));
        assert_eq!(read(b"INDETERMINATE\n", false), Ok((Some(Status::Unknown), None)));
        let sat = Ok((Some(Status::Sat), Some(vec![false, true, false])));
        assert_eq!(read(b"SAT\n-1 2 -3 0\n", true), sat);
        assert_eq!(read(b"SAT\n-1 2 -3 0\n", false), Ok((Some(Status::Sat), None)));
        assert_eq!(read(b"UNSAT\n", true), Ok((Some(Status::Unsat), None)));
    }

    #[test]
    fn nonsense_is_refused() {
        let contradiction = "wrote both that the formula is satisfiable and that it is not";
        assert_eq!(
            read(b"s SATISFIABLE\ns UNSATISFIABLE\n", false),
            Err(contradiction.to_owned())
        );
        let literal = "wrote `x1` where a literal of the model was expected";
        assert_eq!(read(b"v 2 x1\n", false), Err(literal.to_owned()));
        assert_eq!(
            read(b"s UNKNOWN\ns UNSATISFIABLE\n", false),
            Ok((Some(Status::Unsat), None))
        );
        assert_eq!(
            read(b"s UNSATISFIABLE\nUNKNOWN\n", false),
            Ok((Some(Status::Unsat), None))
        );
    }
}
