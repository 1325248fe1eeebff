//! The forms of proofs: DRAT as text and binary, and LRAT as text.

use std::io::BufRead;

use super::{Place, ProofError};
use crate::lit::Lit;

/// A step of a proof.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Step<'a> {
    /// A clause is added; in LRAT it has a number.
    Add { clause: &'a [Lit], id: Option<u64> },
    /// A clause is deleted.
    Delete(&'a [Lit]),
    /// Clauses of these numbers are deleted.
    DeleteIds(&'a [u64]),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Text of which it is not known yet which it is.
    Text,
    Drat,
    Lrat,
    Binary,
}

/// The steps of a proof, one by one.
pub(super) struct Steps<R> {
    input: R,
    form: Form,
    /// Lines read, or steps of a binary proof.
    count: u64,
    line: Vec<u8>,
    clause: Vec<Lit>,
    ids: Vec<u64>,
}

impl<R: BufRead> Steps<R> {
    pub(super) fn new(mut input: R) -> Result<Self, ProofError> {
        // Each step of a binary proof ends with a byte that texts do not have.
        let form = if input.fill_buf()?.contains(&0) {
            Form::Binary
        } else {
            Form::Text
        };
        Ok(Self {
            input,
            form,
            count: 0,
            line: Vec::new(),
            clause: Vec::new(),
            ids: Vec::new(),
        })
    }

    /// The next step and where it stands; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<(Place, Step<'_>)>, ProofError> {
        self.clause.clear();
        self.ids.clear();
        let step = if self.form == Form::Binary {
            self.binary()?
        } else {
            self.text()?
        };
        Ok(step.map(|kind| {
            let step = match kind {
                Kind::Add(id) => Step::Add {
                    clause: &self.clause,
                    id,
                },
                Kind::Delete => Step::Delete(&self.clause),
                Kind::DeleteIds => Step::DeleteIds(&self.ids),
            };
            (place(self.form, self.count), step)
        }))
    }

    fn wrong<T>(&self, problem: impl Into<String>) -> Result<T, ProofError> {
        Err(ProofError::Form {
            place: place(self.form, self.count),
            problem: problem.into(),
        })
    }

    fn text(&mut self) -> Result<Option<Kind>, ProofError> {
        loop {
            self.line.clear();
            if self.input.read_until(b'\n', &mut self.line)? == 0 {
                return Ok(None);
            }
            self.count += 1;
            let line = String::from_utf8_lossy(&self.line).into_owned();
            let words: Vec<&str> = line.split_ascii_whitespace().collect();
            match words.first() {
                None | Some(&"c") => {}
                Some(_) => return self.words(&words).map(Some),
            }
        }
    }

    /// A step on a line of its own.
    fn words(&mut self, words: &[&str]) -> Result<Kind, ProofError> {
        if self.form == Form::Text {
            let zeros = words.iter().filter(|word| **word == "0").count();
            let deletes = words.get(1) == Some(&"d");
            self.form = if deletes || zeros > 1 {
                Form::Lrat
            } else {
                Form::Drat
            };
        }
        let [words @ .., "0"] = words else {
            return self.wrong("a step is a line that ends with 0");
        };
        if self.form == Form::Drat {
            let (kind, words) = match words {
                ["d", words @ ..] => (Kind::Delete, words),
                _ => (Kind::Add(None), words),
            };
            self.literals(words)?;
            return Ok(kind);
        }
        let [id, words @ ..] = words else {
            return self.wrong("a clause has a number");
        };
        let id = self.number(id)?;
        if let ["d", words @ ..] = words {
            for word in words {
                let id = self.number(word)?;
                self.ids.push(id);
            }
            return Ok(Kind::DeleteIds);
        }
        // Hints stand behind the first 0.
        let Some(end) = words.iter().position(|word| *word == "0") else {
            return self.wrong("a clause ends with 0, and so do its hints");
        };
        self.literals(&words[..end])?;
        Ok(Kind::Add(Some(id)))
    }

    fn number(&self, word: &str) -> Result<u64, ProofError> {
        word.parse()
            .or_else(|_| self.wrong(format!("`{}` is no number of a clause", cut(word))))
    }

    fn literals(&mut self, words: &[&str]) -> Result<(), ProofError> {
        for word in words {
            let Some(literal) = word.parse().ok().and_then(Lit::from_dimacs) else {
                return self.wrong(format!("`{}` is no literal", cut(word)));
            };
            self.clause.push(literal);
        }
        Ok(())
    }

    /// A letter, then numbers of seven bits a byte, the least first, twice the variable and one more if it is negated; 0 at the end.
    fn binary(&mut self) -> Result<Option<Kind>, ProofError> {
        let Some(letter) = self.byte()? else {
            return Ok(None);
        };
        self.count += 1;
        let kind = match letter {
            b'a' => Kind::Add(None),
            b'd' => Kind::Delete,
            _ => {
                return self.wrong(format!(
                    "a step begins with `a` or `d`, and not with the byte {letter}"
                ));
            }
        };
        loop {
            let Some(number) = self.packed()? else {
                return self.wrong("it ends within a step");
            };
            if number == 0 {
                return Ok(Some(kind));
            }
            let var = i32::try_from(number >> 1).ok();
            let literal = var.and_then(|var| Lit::from_dimacs(if number & 1 == 1 { -var } else { var }));
            match literal {
                Some(literal) => self.clause.push(literal),
                None => return self.wrong(format!("{number} stands for no literal")),
            }
        }
    }

    fn packed(&mut self) -> Result<Option<u64>, ProofError> {
        let mut number = 0;
        for shift in (0..35).step_by(7) {
            let Some(byte) = self.byte()? else { return Ok(None) };
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(Some(number));
            }
        }
        self.wrong("a number is too large for a literal")
    }

    fn byte(&mut self) -> Result<Option<u8>, ProofError> {
        let byte = self.input.fill_buf()?.first().copied();
        if byte.is_some() {
            self.input.consume(1);
        }
        Ok(byte)
    }
}

/// A step without what is in it.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Add(Option<u64>),
    Delete,
    DeleteIds,
}

fn place(form: Form, count: u64) -> Place {
    if form == Form::Binary {
        Place::Step(count)
    } else {
        Place::Line(count)
    }
}

fn cut(word: &str) -> String {
    word.chars().take(32).collect()
}
