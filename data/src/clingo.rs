//! Facts as clingo writes and reads them: `full(1,3). time(1..31). % comment`, constants in lower case, strings, intervals.
//! `#defined p/2.` says that there are no tuples of `p` but those given. The dots may be left out, as in clingo's answers.

use relfind_lang::{
    diag::Diagnostic,
    source::{FileId, Span},
};

use crate::{Cell, Fact, Facts, Value, malformed};

/// The most tuples that intervals of one fact may stand for.
const MAX_INTERVAL: usize = 1_000_000;

/// Whether a text is a constant, which needs no quotes.
pub fn is_constant(text: &str) -> bool {
    let rest = text.trim_start_matches('_');
    rest.starts_with(|c: char| c.is_ascii_lowercase())
        && rest.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && rest != "not"
}

/// Reads facts.
pub(crate) fn read(text: &str, file: FileId) -> Result<Facts, Box<Diagnostic>> {
    let at = usize::from(text.starts_with('\u{feff}')) * '\u{feff}'.len_utf8();
    let mut reader = Reader { text, at, file };
    let mut facts = Facts::default();
    loop {
        reader.skip()?;
        if reader.at >= text.len() {
            return Ok(facts);
        }
        reader.statement(&mut facts)?;
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    file: FileId,
}

/// One argument: the values of an interval, or one value.
type Argument = Vec<Cell>;

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn span(&self, start: usize) -> Span {
        Span::new(self.file, start as u32, self.at as u32)
    }

    fn here(&self) -> Span {
        let width = self.rest().chars().next().map_or(0, char::len_utf8);
        Span::new(self.file, self.at as u32, (self.at + width) as u32)
    }

    /// Skips spaces and comments.
    fn skip(&mut self) -> Result<(), Box<Diagnostic>> {
        loop {
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start().len();
            if self.rest().starts_with("%*") {
                let Some(end) = self.rest().find("*%") else {
                    return Err(malformed(self.here(), "this comment is never closed"));
                };
                self.at += end + 2;
            } else if self.rest().starts_with('%') {
                self.at += self.rest().find('\n').unwrap_or(self.rest().len());
            } else {
                return Ok(());
            }
        }
    }

    fn eat(&mut self, token: &str) -> Result<bool, Box<Diagnostic>> {
        self.skip()?;
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        Ok(found)
    }

    fn word(&mut self) -> &'t str {
        let rest = self.rest();
        let length = rest
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '\'')
            .unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn statement(&mut self, facts: &mut Facts) -> Result<(), Box<Diagnostic>> {
        let start = self.at;
        if self.rest().starts_with('#') {
            return self.directive(facts);
        }
        let name = self.word();
        let named = self.span(start);
        if !is_constant(name) {
            return Err(unexpected(self, start, name));
        }
        let mut arguments: Vec<Argument> = Vec::new();
        if self.eat("(")? && !self.eat(")")? {
            loop {
                arguments.push(self.argument()?);
                if self.eat(")")? {
                    break;
                }
                if !self.eat(",")? {
                    return Err(malformed(self.here(), "`,` or `)` is missing here")
                        .help("a fact is written like `full(1,3).`")
                        .into());
                }
            }
        }
        let span = self.span(start);
        if self.eat(":-")? || self.eat(":")? || self.eat("|")? || self.eat(";")? {
            return Err(malformed(span, "only facts can be read, no rules and no choices")
                .help("solve the program with clingo and give its answer")
                .into());
        }
        let dot = self.at;
        self.eat(".")?;
        if self.rest().starts_with('.') {
            self.at = dot;
            return Err(malformed(
                self.here(),
                "an interval stands inside of the parentheses",
            ));
        }
        let relation = facts.entry(name, named);
        let tuples = relation.exact.get_or_insert_default();
        spread(&arguments, span, tuples)
    }

    fn directive(&mut self, facts: &mut Facts) -> Result<(), Box<Diagnostic>> {
        let start = self.at;
        self.at += 1;
        let word = self.word();
        if word != "defined" {
            return Err(malformed(self.span(start), format!("`#{word}` cannot be read"))
                .help("only facts and `#defined name/arity.` are understood")
                .into());
        }
        self.skip()?;
        let start = self.at;
        let name = self.word();
        let named = self.span(start);
        let arity = self.eat("/")? && !self.word().is_empty();
        if !is_constant(name) || !arity || !self.eat(".")? {
            return Err(malformed(named, "`#defined name/arity.` is expected"));
        }
        facts.entry(name, named).exact.get_or_insert_default();
        Ok(())
    }

    fn argument(&mut self) -> Result<Argument, Box<Diagnostic>> {
        let first = self.value()?;
        if !self.rest().starts_with("..") {
            return Ok(vec![first]);
        }
        self.at += 2;
        let last = self.value()?;
        let span = Span::new(self.file, first.span.start, last.span.end);
        let (Value::Int(low), Value::Int(high)) = (&first.value, &last.value) else {
            return Err(malformed(span, "an interval goes from a number to a number"));
        };
        if high.saturating_sub(*low) >= MAX_INTERVAL as i64 {
            let help = format!(
                "an interval has at most {MAX_INTERVAL} numbers; to say how many atoms a signature has, use JSON"
            );
            return Err(malformed(span, "this interval is too long").help(help).into());
        }
        let cell = |n| Cell {
            value: Value::Int(n),
            span,
        };
        Ok((*low..=*high).map(cell).collect())
    }

    fn value(&mut self) -> Result<Cell, Box<Diagnostic>> {
        self.skip()?;
        let start = self.at;
        let value = match self.rest().chars().next() {
            Some('"') => Value::Text(self.string()?.into()),
            Some(c) if c.is_ascii_digit() || c == '-' => {
                self.at += usize::from(c == '-');
                let digits = self.word();
                let number = self.text[start..self.at].parse();
                let number = number.map_err(|_| {
                    let message = format!("`{digits}` is no number that can be read");
                    Box::new(malformed(self.span(start), message).help("numbers have at most 18 digits"))
                })?;
                Value::Int(number)
            }
            _ => {
                let word = self.word();
                if !is_constant(word) {
                    return Err(unexpected(self, start, word));
                }
                Value::Text(word.into())
            }
        };
        let span = self.span(start);
        self.skip()?;
        if self.rest().starts_with('(') {
            return Err(malformed(span, "a compound term cannot be the value of a column")
                .help("give each of its parts a column of its own, or write it in quotes as the name of an atom")
                .into());
        }
        Ok(Cell { value, span })
    }

    fn string(&mut self) -> Result<String, Box<Diagnostic>> {
        let start = self.at;
        let mut text = String::new();
        let mut chars = self.rest().char_indices().skip(1);
        while let Some((i, c)) = chars.next() {
            match c {
                '"' => {
                    self.at = start + i + 1;
                    return Ok(text);
                }
                '\\' => match chars.next() {
                    Some((_, 'n')) => text.push('\n'),
                    Some((_, c)) => text.push(c),
                    None => break,
                },
                c => text.push(c),
            }
        }
        Err(malformed(self.here(), "this string is never closed")
            .help("write `\"` at its end, before the line ends")
            .into())
    }
}

/// What is wrong with a word that is no constant.
fn unexpected(reader: &Reader<'_>, start: usize, word: &str) -> Box<Diagnostic> {
    if word.is_empty() {
        return malformed(reader.here(), "a fact such as `full(1,3).` is expected")
            .help("facts are names with values in parentheses, each with a dot at its end; comments begin with `%`")
            .into();
    }
    let found = malformed(reader.span(start), format!("`{word}` is no constant"));
    if word.starts_with(|c: char| c.is_ascii_uppercase() || c == '_') {
        return found
            .note("it begins like a variable, and facts have none")
            .help(format!(
                "write \"{word}\" in quotes, or begin it with a small letter"
            ))
            .into();
    }
    found
}

/// Every choice of one value for each argument.
fn spread(arguments: &[Argument], span: Span, tuples: &mut Vec<Fact>) -> Result<(), Box<Diagnostic>> {
    let count = arguments.iter().fold(1_usize, |n, a| n.saturating_mul(a.len()));
    if count > MAX_INTERVAL {
        return Err(malformed(
            span,
            format!("this stands for {count} facts, which is too many"),
        ));
    }
    let mut all: Vec<Vec<Cell>> = vec![Vec::with_capacity(arguments.len())];
    for argument in arguments {
        if let [cell] = argument.as_slice() {
            for cells in &mut all {
                cells.push(cell.clone());
            }
            continue;
        }
        let extended = all.iter().flat_map(|cells| {
            argument.iter().map(|cell| {
                let mut cells = cells.clone();
                cells.push(cell.clone());
                cells
            })
        });
        all = extended.collect();
    }
    tuples.extend(all.into_iter().map(|cells| Fact { cells, span }));
    Ok(())
}
