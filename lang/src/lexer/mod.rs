//! Text to tokens.
//!
//! Written by hand, in one pass from left to right: most of the work is in the errors, and each of them leaves a token
//! behind so that parsing can go on.

mod classes;
mod literals;
mod print;
mod token;

pub use print::dump;
pub use token::{Token, TokenKind};

pub(crate) use literals::unescape;

use crate::diag::Diagnostic;
use crate::dialect::Dialect;
use crate::source::{FileId, Span};
use classes::{is_identifier_part, is_identifier_start};

/// The largest text that is read, in bytes.
pub const MAX_TEXT: usize = 8 << 20;

/// After so many errors in one text the rest are not reported: it is hardly a specification.
pub(crate) const MAX_ERRORS: usize = 100;

/// The tokens of `text`, and what is wrong with those that are malformed.
///
/// Each malformed token is reported and replaced by a well-formed one of the same place; stray characters are left out.
pub fn lex(file: FileId, text: &str) -> (Vec<Token>, Vec<Diagnostic>) {
    lex_as(file, text, Dialect::Alloy6)
}

/// Likewise, in a dialect.
pub fn lex_as(file: FileId, text: &str, dialect: Dialect) -> (Vec<Token>, Vec<Diagnostic>) {
    let lexed = lex_all(file, text, dialect);
    (lexed.tokens, lexed.errors)
}

/// All that is in a text.
#[derive(Debug, Default)]
pub(crate) struct Lexed {
    pub(crate) tokens: Vec<Token>,
    /// The comments of all three kinds, without the end of the line.
    pub(crate) comments: Vec<Span>,
    pub(crate) errors: Vec<Diagnostic>,
}

/// The tokens and the comments of a text.
pub(crate) fn lex_all(file: FileId, text: &str, dialect: Dialect) -> Lexed {
    if text.len() > MAX_TEXT {
        return Lexed {
            errors: vec![too_large(file, text.len())],
            ..Lexed::default()
        };
    }
    let mut lexer = Lexer {
        file,
        text,
        dialect,
        at: 0,
        tokens: Vec::with_capacity(text.len() / 4),
        comments: Vec::new(),
        errors: Vec::new(),
    };
    lexer.run();
    Lexed {
        tokens: lexer.tokens,
        comments: lexer.comments,
        errors: lexer.errors,
    }
}

fn too_large(file: FileId, size: usize) -> Diagnostic {
    Diagnostic::error("E0110", Span::new(file, 0, 0), "the text is too large")
        .note(format!("it has {size} bytes; the limit is {MAX_TEXT}"))
        .help("split the specification into modules and `open` them")
}

struct Lexer<'a> {
    file: FileId,
    text: &'a str,
    dialect: Dialect,
    at: usize,
    tokens: Vec<Token>,
    comments: Vec<Span>,
    errors: Vec<Diagnostic>,
}

impl<'a> Lexer<'a> {
    fn run(&mut self) {
        if self.text.starts_with('\u{feff}') {
            self.at = '\u{feff}'.len_utf8();
        }
        while let Some(c) = self.peek() {
            self.token(c);
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn span_from(&self, start: usize) -> Span {
        Span::new(self.file, start as u32, self.at as u32)
    }

    fn push(&mut self, kind: TokenKind, start: usize) {
        let span = self.span_from(start);
        self.tokens.push(Token { kind, span });
    }

    fn error(&mut self, error: Diagnostic) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(error);
        }
    }

    /// Moves past the longest prefix of the rest whose characters satisfy `test`.
    fn skip_while(&mut self, test: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.find(|c| !test(c)).unwrap_or(rest.len());
    }

    fn token(&mut self, c: char) {
        match c {
            ' ' | '\t' | '\x0c' | '\r' | '\n' => self.at += 1,
            '0'..='9' => self.number(),
            '"' => self.string(),
            _ if is_identifier_start(c) => self.word(),
            _ if self.rest().starts_with("//") || self.rest().starts_with("--") => {
                let start = self.at;
                self.skip_while(|c| c != '\n' && c != '\r');
                self.comments.push(self.span_from(start));
            }
            _ if self.rest().starts_with("/*") => self.block_comment(),
            _ => self.symbol(c),
        }
    }

    fn word(&mut self) {
        let start = self.at;
        let older = self.dialect == Dialect::Alloy5;
        self.skip_while(|c| is_identifier_part(c) || older && c == '\'');
        let keyword = TokenKind::keyword(&self.text[start..self.at]);
        let keyword = keyword.filter(|kind| !older || !kind.is_newer());
        self.push(keyword.unwrap_or(TokenKind::Name), start);
    }

    fn block_comment(&mut self) {
        let start = self.at;
        if let Some(length) = self.text[start + 2..].find("*/") {
            self.at = start + 2 + length + 2;
            self.comments.push(self.span_from(start));
            return;
        }
        self.at = start + 2;
        let span = self.span_from(start);
        self.at = self.text.len();
        self.error(
            Diagnostic::error("E0108", span, "this comment is never closed")
                .label("it begins here and runs to the end of the file")
                .help("close it with `*/`"),
        );
    }

    fn symbol(&mut self, c: char) {
        let start = self.at;
        let known =
            symbol_kind(self.rest()).filter(|(kind, _)| self.dialect == Dialect::Alloy6 || !kind.is_newer());
        match known {
            Some((kind, length)) => {
                self.at += length;
                self.push(kind, start);
            }
            None => self.bad_characters(c),
        }
    }

    /// One report for a run of characters that belong to no token.
    fn bad_characters(&mut self, first: char) {
        let start = self.at;
        self.skip_while(is_bad);
        if self.at == start {
            self.at += first.len_utf8();
        }
        let span = self.span_from(start);
        let count = self.text[start..self.at].chars().count();
        let shown = if first.is_control() || first.is_whitespace() {
            format!("U+{:04X}", u32::from(first))
        } else {
            format!("`{first}`")
        };
        let message = match count {
            1 => format!("the character {shown} has no meaning here"),
            _ => format!("{count} characters from {shown} on have no meaning here"),
        };
        let error = Diagnostic::error("E0101", span, message);
        self.error(match advice_for(first) {
            Some(help) => error.help(help),
            None => error,
        });
    }
}

fn is_bad(c: char) -> bool {
    !c.is_ascii_graphic()
        && !matches!(c, ' ' | '\t' | '\x0c' | '\r' | '\n' | '\u{2018}' | '\u{2019}')
        && !is_identifier_start(c)
}

fn advice_for(c: char) -> Option<&'static str> {
    Some(match c {
        '\u{201c}' | '\u{201d}' | '\u{201e}' => "strings are written between straight quotes, \"like this\"",
        '\u{a0}' | '\u{2003}' | '\u{2009}' | '\u{3000}' => "replace it by an ordinary space",
        '\u{2013}' | '\u{2014}' | '\u{2212}' => "the minus sign is `-`",
        '\u{2192}' => "an arrow is written `->`",
        '\u{2227}' => "conjunction is written `and` or `&&`",
        '\u{2228}' => "disjunction is written `or` or `||`",
        '\u{ac}' => "negation is written `not` or `!`",
        '\u{2208}' => "membership is written `in`",
        '\u{2200}' => "the universal quantifier is written `all`",
        '\u{2203}' => "the existential quantifier is written `some`",
        '\u{2229}' => "intersection is written `&`",
        '\u{222a}' => "union is written `+`",
        '\u{2264}' => "at most is written `<=` or `=<`",
        '\u{2265}' => "at least is written `>=`",
        '\u{2260}' => "inequality is written `!=`",
        '%' => "the remainder is `rem[a, b]`",
        '\\' => "set difference is written `-`",
        '?' => "optional values are declared with `lone`",
        '`' => "the prime of a next state is written `'`",
        _ => return None,
    })
}

/// The symbol at the start of `text`, the longest that fits, and its length in bytes.
fn symbol_kind(text: &str) -> Option<(TokenKind, usize)> {
    use crate::ast::Mult;
    use TokenKind as T;
    let mut chars = text.chars();
    let first = chars.next()?;
    let second = chars.next().unwrap_or(' ');
    let third = chars.next().unwrap_or(' ');
    Some(match (first, second, third) {
        ('<', '=', '>') => (T::Iff, 3),
        ('>', '>', '>') => (T::Shr, 3),
        ('&', '&', _) => (T::And, 2),
        ('+', '+', _) => (T::PlusPlus, 2),
        ('-', '>', _) => (T::Arrow(Mult::Set, Mult::Set), 2),
        (':', ':', _) => (T::Dot, 2),
        (':', '>', _) => (T::Range, 2),
        ('<', '=', _) | ('=', '<', _) => (T::LessEqual, 2),
        ('<', ':', _) => (T::Domain, 2),
        ('<', '<', _) => (T::Shl, 2),
        ('=', '>', _) => (T::Implies, 2),
        ('>', '>', _) => (T::Sha, 2),
        ('>', '=', _) => (T::GreaterEqual, 2),
        ('|', '|', _) => (T::Or, 2),
        ('!', _, _) => (T::Not, 1),
        ('#', _, _) => (T::Hash, 1),
        ('&', _, _) => (T::Ampersand, 1),
        ('(', _, _) => (T::LeftParen, 1),
        (')', _, _) => (T::RightParen, 1),
        ('*', _, _) => (T::Star, 1),
        ('+', _, _) => (T::Plus, 1),
        (',', _, _) => (T::Comma, 1),
        ('-', _, _) => (T::Minus, 1),
        ('.', _, _) => (T::Dot, 1),
        ('/', _, _) => (T::Slash, 1),
        (':', _, _) => (T::Colon, 1),
        ('<', _, _) => (T::Less, 1),
        ('=', _, _) => (T::Equal, 1),
        ('>', _, _) => (T::Greater, 1),
        ('@', _, _) => (T::At, 1),
        ('[', _, _) => (T::LeftBracket, 1),
        (']', _, _) => (T::RightBracket, 1),
        ('^', _, _) => (T::Caret, 1),
        ('{', _, _) => (T::LeftBrace, 1),
        ('|', _, _) => (T::Bar, 1),
        ('}', _, _) => (T::RightBrace, 1),
        ('~', _, _) => (T::Tilde, 1),
        (';', _, _) => (T::Semicolon, 1),
        ('\'', _, _) => (T::Prime, 1),
        ('\u{2018}' | '\u{2019}', _, _) => (T::Prime, first.len_utf8()),
        _ => return None,
    })
}
