//! Numbers and strings.

use super::{Lexer, TokenKind};
use crate::diag::Diagnostic;
use crate::source::Span;

impl Lexer<'_> {
    /// A number, or whatever else begins with a digit.
    pub(super) fn number(&mut self) {
        let start = self.at;
        self.skip_while(is_ascii_word);
        let word = &self.text[start..self.at];
        let span = self.span_from(start);
        let value = if let Some((digits, radix)) = digits_of(word) {
            self.number_value(span, digits, radix)
        } else {
            self.error(malformed(span, word));
            None
        };
        // A name that begins with a digit stays a name, so that what surrounds it is understood.
        let is_name = value.is_none() && digits_of(word).is_none() && !looks_numeric(word);
        self.push(
            if is_name {
                TokenKind::Name
            } else {
                TokenKind::Number(value.unwrap_or(0))
            },
            start,
        );
    }

    fn number_value(&mut self, span: Span, digits: &str, radix: u32) -> Option<i32> {
        let digits = digits.replace('_', "");
        if digits.is_empty() {
            self.error(Diagnostic::error("E0111", span, "this number has no digits"));
            return None;
        }
        let value = i32::from_str_radix(&digits, radix).ok();
        if value.is_none() {
            self.error(
                Diagnostic::error("E0103", span, "this number is too large")
                    .note(format!("numbers in the text go up to {}", i32::MAX))
                    .help("a scope gives integers at most 30 bits; larger values have to be modelled"),
            );
        }
        value
    }

    /// A string; one that is not closed ends with its line.
    pub(super) fn string(&mut self) {
        let start = self.at;
        self.at += 1;
        let mut bad_escape = None;
        loop {
            match self.peek() {
                None | Some('\n' | '\r') => return self.unclosed_string(start),
                Some('"') => break,
                Some('\\') => bad_escape = bad_escape.or(self.escape()),
                Some(c) => self.at += c.len_utf8(),
            }
        }
        self.at += 1;
        let end = self.at;
        self.skip_while(is_ascii_word);
        let span = self.span_from(start);
        if self.at > end {
            let after = Span::new(self.file, end as u32, self.at as u32);
            self.error(
                Diagnostic::error("E0107", span, "a string and a name run into each other")
                    .also(after, "the name begins right behind the string")
                    .help("put a space between them"),
            );
        } else if let Some(place) = bad_escape {
            self.error(
                Diagnostic::error("E0105", span, "unknown escape in a string")
                    .also(place, "this escape has no meaning")
                    .note("the escapes are `\\\\`, `\\n` and `\\\"`"),
            );
        } else if end - start == 2 {
            self.error(
                Diagnostic::error("E0106", span, "a string cannot be empty")
                    .help("use the empty set `none` where no string is meant"),
            );
        }
        let span = Span::new(self.file, start as u32, end as u32);
        self.tokens.push(super::Token {
            kind: TokenKind::Str,
            span,
        });
    }

    /// Moves past an escape; its place if it is unknown.
    fn escape(&mut self) -> Option<Span> {
        let start = self.at;
        self.at += 1;
        match self.peek() {
            Some('\\' | 'n' | '"') => {
                self.at += 1;
                None
            }
            Some(c) if c != '\n' && c != '\r' => {
                self.at += c.len_utf8();
                Some(self.span_from(start))
            }
            _ => None,
        }
    }

    fn unclosed_string(&mut self, start: usize) {
        let span = self.span_from(start);
        let rest = &self.text[start..self.at];
        let string = rest.trim_end_matches(|c: char| c.is_whitespace() || "{}[]();,|".contains(c));
        let help = if string.len() > 1 && string.len() <= 40 {
            format!("close it with `\"`: `{string}\"`")
        } else {
            "close it with `\"`".to_owned()
        };
        self.error(
            Diagnostic::error("E0104", span, "this string is not closed")
                .label("there is no closing \" on this line")
                .note("a string stands on one line; `\\n` in it is a line break")
                .help(help),
        );
        self.push(TokenKind::Str, start);
    }
}

/// The text between the quotes of a string token, escapes resolved.
pub(crate) fn unescape(token: &str) -> String {
    let inner = token.strip_prefix('"').unwrap_or(token);
    let inner = inner.strip_suffix('"').unwrap_or(inner);
    let mut text = String::with_capacity(inner.len());
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n') => text.push('\n'),
                Some(c) => text.push(c),
                None => {}
            },
            _ => text.push(c),
        }
    }
    text
}

fn is_ascii_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '"')
}

/// The digits and the radix of a well-formed number: underscores only in hexadecimal and binary ones, hexadecimal digits
/// in pairs.
fn digits_of(word: &str) -> Option<(&str, u32)> {
    if word.bytes().all(|b| b.is_ascii_digit()) {
        return Some((word, 10));
    }
    if let Some(digits) = word.strip_prefix("0x") {
        let paired = !digits.is_empty()
            && digits
                .split('_')
                .all(|run| run.len() % 2 == 0 && run.bytes().all(|b| b.is_ascii_hexdigit()));
        return paired.then_some((digits, 16));
    }
    let digits = word.strip_prefix("0b")?;
    let binary = !digits.is_empty() && digits.bytes().all(|b| matches!(b, b'0' | b'1' | b'_'));
    binary.then_some((digits, 2))
}

fn looks_numeric(word: &str) -> bool {
    word.starts_with("0x") || word.starts_with("0b") || word.bytes().all(|b| b.is_ascii_digit() || b == b'_')
}

fn malformed(span: Span, word: &str) -> Diagnostic {
    let hex = word.strip_prefix("0x");
    if let Some(digits) = hex.filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit() || b == b'_')) {
        return Diagnostic::error("E0102", span, "hexadecimal digits come in pairs")
            .help(format!("write `0x0{digits}`"));
    }
    if word.bytes().all(|b| b.is_ascii_digit() || b == b'_') {
        let plain = word.replace('_', "");
        return Diagnostic::error("E0102", span, "a decimal number cannot contain `_`")
            .help(format!("write `{plain}`"));
    }
    Diagnostic::error("E0102", span, "a name cannot start with a digit")
        .help("begin the name with a letter or `_`, or put a space behind the number")
}
