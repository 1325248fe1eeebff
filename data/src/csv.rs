//! Comma-separated values as RFC 4180 has them: a line a tuple, values perhaps in double quotes, a quote inside of these doubled.
//! Empty lines are skipped, and so are lines that begin with `#`. Spaces around a value that is not quoted do not count.

use relfind_lang::{
    diag::Diagnostic,
    source::{FileId, Span},
};

use crate::{Cell, Fact, Facts, Relation, Value, malformed};

/// Reads a file about one relation.
pub(crate) fn read(text: &str, file: FileId, name: &str, separator: char) -> Result<Facts, Box<Diagnostic>> {
    let mut reader = Reader {
        text,
        at: usize::from(text.starts_with('\u{feff}')) * '\u{feff}'.len_utf8(),
        file,
        separator,
    };
    let mut facts = Vec::new();
    while let Some(fact) = reader.line()? {
        facts.push(fact);
    }
    let span = facts
        .first()
        .map_or(Span::new(file, 0, 0), |fact: &Fact| fact.span);
    let mut relation = Relation::new(name, span);
    if !facts.is_empty() {
        relation.header = Some(facts.remove(0));
    }
    relation.exact = Some(facts);
    let mut all = Facts::default();
    all.add(relation);
    Ok(all)
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    file: FileId,
    separator: char,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn span(&self, start: usize) -> Span {
        Span::new(self.file, start as u32, self.at as u32)
    }

    fn skip_line(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.find('\n').map_or(rest.len(), |i| i + 1);
    }

    /// The next line that says something.
    fn line(&mut self) -> Result<Option<Fact>, Box<Diagnostic>> {
        loop {
            let rest = &self.text[self.at..];
            let line = rest.lines().next().unwrap_or_default().trim();
            if rest.is_empty() {
                return Ok(None);
            }
            if !line.is_empty() && !line.starts_with('#') {
                break;
            }
            self.skip_line();
        }
        let start = self.at;
        let mut cells = Vec::new();
        loop {
            cells.push(self.cell()?);
            if self.peek() != Some(self.separator) {
                break;
            }
            self.at += self.separator.len_utf8();
        }
        let span = self.span(start);
        self.skip_line();
        Ok(Some(Fact { cells, span }))
    }

    /// A value, up to a separator or the end of the line.
    fn cell(&mut self) -> Result<Cell, Box<Diagnostic>> {
        while matches!(self.peek(), Some(' ' | '\t')) && self.peek() != Some(self.separator) {
            self.at += 1;
        }
        if self.peek() == Some('"') {
            return self.quoted();
        }
        let start = self.at;
        let rest = &self.text[start..];
        let length = rest.find([self.separator, '\n', '\r']).unwrap_or(rest.len());
        let raw = rest[..length].trim_end();
        self.at = start + raw.len();
        let span = self.span(start);
        self.at = start + length;
        let value = match raw.parse() {
            Ok(number) => Value::Int(number),
            Err(_) => Value::Text(raw.into()),
        };
        Ok(Cell { value, span })
    }

    fn quoted(&mut self) -> Result<Cell, Box<Diagnostic>> {
        let start = self.at;
        let mut value = String::new();
        self.at += 1;
        loop {
            let Some(c) = self.peek() else {
                let open = Span::new(self.file, start as u32, start as u32 + 1);
                return Err(malformed(open, "this quote is never closed"));
            };
            self.at += c.len_utf8();
            match c {
                '"' if self.peek() == Some('"') => {
                    self.at += 1;
                    value.push('"');
                }
                '"' => break,
                c => value.push(c),
            }
        }
        let span = self.span(start);
        while matches!(self.peek(), Some(' ' | '\r')) {
            self.at += 1;
        }
        match self.peek() {
            None | Some('\n') => {}
            Some(c) if c == self.separator => {}
            Some(c) => {
                let here = Span::new(self.file, self.at as u32, (self.at + c.len_utf8()) as u32);
                return Err(malformed(here, format!("`{c}` stands behind a value in quotes"))
                    .help("double a quote that belongs to the value")
                    .into());
            }
        }
        Ok(Cell {
            value: Value::Text(value.into()),
            span,
        })
    }
}
