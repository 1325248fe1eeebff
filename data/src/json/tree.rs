//! JSON with places: RFC 8259, each value with its place in the text, since errors in data are told by line and column.

use relfind_lang::{
    diag::Diagnostic,
    source::{FileId, Span},
};

use crate::malformed;

/// How deep values may nest.
const MAX_DEPTH: u32 = 64;

/// A value.
#[derive(Clone, Debug)]
pub(super) enum Json {
    Null,
    Bool,
    Int(i64),
    /// A number that is not whole, or too large.
    Fraction,
    Text(String),
    List(Vec<Node>),
    Object(Vec<(Key, Node)>),
}

/// A value and its place.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) json: Json,
    pub(super) span: Span,
}

/// The key of a member.
#[derive(Clone, Debug)]
pub(super) struct Key {
    pub(super) text: String,
    pub(super) span: Span,
}

impl Node {
    /// The member of an object.
    pub(super) fn member(&self, key: &str) -> Option<&Node> {
        match &self.json {
            Json::Object(members) => members.iter().find(|(k, _)| k.text == key).map(|(_, node)| node),
            _ => None,
        }
    }
}

/// Parses a document.
pub(super) fn parse(text: &str, file: FileId) -> Result<Node, Box<Diagnostic>> {
    let at = usize::from(text.starts_with('\u{feff}')) * '\u{feff}'.len_utf8();
    let mut parser = Parser { text, at, file };
    let node = parser.value(0)?;
    parser.space();
    if parser.at < text.len() {
        return Err(malformed(
            parser.here(),
            "nothing is expected behind the end of the value",
        ));
    }
    Ok(node)
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    file: FileId,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn here(&self) -> Span {
        let width = self.text[self.at..].chars().next().map_or(0, char::len_utf8);
        Span::new(self.file, self.at as u32, (self.at + width) as u32)
    }

    fn span(&self, start: usize) -> Span {
        Span::new(self.file, start as u32, self.at as u32)
    }

    fn expect(&mut self, byte: u8) -> Result<(), Box<Diagnostic>> {
        self.space();
        if self.peek() == Some(byte) {
            self.at += 1;
            return Ok(());
        }
        Err(self.missing(&format!("`{}`", char::from(byte))))
    }

    fn missing(&self, what: &str) -> Box<Diagnostic> {
        let found = match self.text[self.at..].chars().next() {
            Some(c) => format!("`{c}`"),
            None => "the end of the file".to_owned(),
        };
        let error = malformed(self.here(), format!("{what} is expected here, not {found}"));
        match self.peek() {
            Some(b']' | b'}') => {
                Box::new(error.help("leave out the comma in front of it, or give what is missing"))
            }
            Some(b'/' | b'#') => Box::new(error.help("JSON has no comments")),
            None if self.text.trim_start_matches('\u{feff}').trim().is_empty() => {
                Box::new(error.help("write `{}` where there are no facts"))
            }
            None => Box::new(error.help("the file ends too early: close what was begun")),
            _ => error,
        }
    }

    fn value(&mut self, depth: u32) -> Result<Node, Box<Diagnostic>> {
        self.space();
        let start = self.at;
        if depth > MAX_DEPTH {
            return Err(malformed(
                self.here(),
                format!("values are nested more than {MAX_DEPTH} levels deep"),
            ));
        }
        let json = match self.peek() {
            Some(b'{') => self.object(depth)?,
            Some(b'[') => self.list(depth)?,
            Some(b'"') => Json::Text(self.string()?),
            Some(b'-' | b'0'..=b'9') => self.number()?,
            Some(b'a'..=b'z') => self.word(depth)?,
            _ => return Err(self.missing("a value")),
        };
        let span = self.span(start);
        Ok(Node { json, span })
    }

    fn object(&mut self, depth: u32) -> Result<Json, Box<Diagnostic>> {
        let mut members = Vec::new();
        self.at += 1;
        self.space();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(Json::Object(members));
        }
        loop {
            self.space();
            let start = self.at;
            if self.peek() != Some(b'"') {
                return Err(self.missing("a name in quotes"));
            }
            let text = self.string()?;
            let span = self.span(start);
            self.expect(b':')?;
            members.push((Key { text, span }, self.value(depth + 1)?));
            self.space();
            if self.peek() == Some(b',') {
                self.at += 1;
                continue;
            }
            self.expect(b'}')?;
            return Ok(Json::Object(members));
        }
    }

    fn list(&mut self, depth: u32) -> Result<Json, Box<Diagnostic>> {
        let mut items = Vec::new();
        self.at += 1;
        self.space();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(Json::List(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            self.space();
            if self.peek() == Some(b',') {
                self.at += 1;
                continue;
            }
            self.expect(b']')?;
            return Ok(Json::List(items));
        }
    }

    fn number(&mut self) -> Result<Json, Box<Diagnostic>> {
        let start = self.at;
        while matches!(self.peek(), Some(b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9')) {
            self.at += 1;
        }
        let text = &self.text[start..self.at];
        match text.parse() {
            Ok(number) => Ok(Json::Int(number)),
            Err(_) if text.parse::<f64>().is_ok() => Ok(Json::Fraction),
            Err(_) => Err(malformed(
                self.span(start),
                format!("`{text}` is no whole number that can be read"),
            )
            .help("numbers are whole and have at most 18 digits")
            .into()),
        }
    }

    fn word(&mut self, depth: u32) -> Result<Json, Box<Diagnostic>> {
        let start = self.at;
        while matches!(self.peek(), Some(b'a'..=b'z')) {
            self.at += 1;
        }
        match &self.text[start..self.at] {
            "null" => Ok(Json::Null),
            "true" | "false" => Ok(Json::Bool),
            word if depth == 0 => Err(malformed(
                self.span(start),
                format!("`{word}` begins no JSON document"),
            )
            .help("give a file in JSON, which begins with `{`, or one of Alloy's in XML")
            .into()),
            word => Err(
                malformed(self.span(start), format!("`{word}` stands without quotes"))
                    .help(format!("write \"{word}\""))
                    .into(),
            ),
        }
    }

    /// A string, from its opening quote.
    fn string(&mut self) -> Result<String, Box<Diagnostic>> {
        let open = self.here();
        self.at += 1;
        let mut out = String::new();
        loop {
            let rest = &self.text[self.at..];
            let Some(c) = rest.chars().next().filter(|&c| c != '\n') else {
                return Err(malformed(open, "this string is never closed"));
            };
            self.at += c.len_utf8();
            match c {
                '"' => return Ok(out),
                '\\' => out.push(self.escape(open)?),
                c => out.push(c),
            }
        }
    }

    fn escape(&mut self, open: Span) -> Result<char, Box<Diagnostic>> {
        let start = self.at - 1;
        let Some(c) = self.text[self.at..].chars().next() else {
            return Err(malformed(open, "this string is never closed"));
        };
        self.at += c.len_utf8();
        Ok(match c {
            '"' | '\\' | '/' => c,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let high = self.hex(start)?;
                let code = if (0xd800..0xdc00).contains(&high) && self.text[self.at..].starts_with("\\u") {
                    self.at += 2;
                    let low = self.hex(start)?;
                    0x1_0000 + ((high - 0xd800) << 10) + low.wrapping_sub(0xdc00) % 0x400
                } else {
                    high
                };
                char::from_u32(code).unwrap_or('\u{fffd}')
            }
            _ => {
                return Err(malformed(
                    self.span(start),
                    format!("`\\{c}` is no escape of JSON"),
                ));
            }
        })
    }

    fn hex(&mut self, start: usize) -> Result<u32, Box<Diagnostic>> {
        let digits = self.text.get(self.at..self.at + 4);
        let code = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        self.at = (self.at + 4).min(self.text.len());
        while !self.text.is_char_boundary(self.at) {
            self.at -= 1;
        }
        code.ok_or_else(|| malformed(self.span(start), "four hexadecimal digits follow `\\u`"))
    }
}
