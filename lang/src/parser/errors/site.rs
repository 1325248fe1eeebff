//! Where a syntax error stands and what surrounds it.

use std::borrow::Cow;

use crate::lexer::{Token, TokenKind as T};
use crate::quote;
use crate::source::Span;

/// A refused token in its paragraph.
pub(crate) struct Site<'a> {
    pub(super) text: &'a str,
    /// The paragraph's tokens.
    pub(super) tokens: &'a [Token],
    /// The index of the refused token; the length of `tokens` if the paragraph ended too early.
    pub(super) at: usize,
    /// The refused token; past the paragraph's end, the next one's first token or the end of the file.
    pub(super) found: Token,
    /// The terminals that the grammar would take.
    pub(super) expected: Vec<String>,
    /// Whether what follows the paragraph is broken, too: then the keyword that ended it was hardly meant as one.
    pub(super) next_broken: bool,
    /// The brackets that are open before the refused token.
    pub(super) open: Vec<Token>,
}

impl<'a> Site<'a> {
    pub(crate) fn new(
        text: &'a str,
        tokens: &'a [Token],
        end: Token,
        place: Option<u32>,
        expected: &[String],
        next_broken: bool,
    ) -> Self {
        let at = place.and_then(|start| tokens.iter().position(|t| t.span.start == start));
        let at = at.unwrap_or(tokens.len());
        let found = tokens.get(at).copied().unwrap_or(end);
        let expected = expected
            .iter()
            .map(|name| name.trim_matches('"').to_owned())
            .collect();
        let open = open_brackets(&tokens[..at]);
        Self {
            text,
            tokens,
            at,
            found,
            expected,
            next_broken,
            open,
        }
    }

    pub(super) fn expects(&self, terminal: &str) -> bool {
        self.expected.iter().any(|name| name == terminal)
    }

    /// Whether an expression may begin at the refused token.
    pub(super) fn expects_expression(&self) -> bool {
        self.expects("name") && self.expects("(") && self.expects("univ")
    }

    /// Whether an expression may go on at the refused token.
    pub(super) fn expects_operator(&self) -> bool {
        self.expects(".")
    }

    /// The token `n` places before the refused one; 1 is the last that was taken.
    pub(super) fn before(&self, n: usize) -> Option<Token> {
        self.at.checked_sub(n).and_then(|i| self.tokens.get(i)).copied()
    }

    pub(super) fn kind_before(&self, n: usize) -> Option<T> {
        self.before(n).map(|token| token.kind)
    }

    /// The kind of the token `n` places behind the refused one.
    pub(super) fn kind_behind(&self, n: usize) -> Option<T> {
        self.tokens.get(self.at + n).map(|token| token.kind)
    }

    /// Whether the refused token stands right behind the one before it, with nothing between.
    pub(super) fn adjacent(&self) -> bool {
        self.before(1)
            .is_some_and(|token| token.span.end == self.found.span.start)
    }

    /// Whether the paragraph ended too early.
    pub(super) fn at_end(&self) -> bool {
        self.at >= self.tokens.len()
    }

    /// The keyword that the paragraph is.
    pub(super) fn paragraph(&self) -> Option<T> {
        self.tokens.iter().map(|token| token.kind).find(|kind| {
            !matches!(
                kind,
                T::Private | T::Abstract | T::Var | T::One | T::Lone | T::Some
            )
        })
    }

    pub(super) fn slice(&self, span: Span) -> &'a str {
        self.text
            .get(span.start as usize..span.end as usize)
            .unwrap_or("")
    }

    /// The text of the set or relation that ends in front of the token at `end`, on one line.
    pub(super) fn value_before(&self, end: usize) -> Option<Cow<'a, str>> {
        let mut start = end;
        while let Some(before) = start.checked_sub(1).and_then(|i| self.tokens.get(i)) {
            let first = self.tokens.get(start).filter(|_| start < end);
            if first.is_some_and(|first| begins_value(first.kind)) && ends_value(before.kind) {
                break;
            }
            if before.kind.closes_bracket() {
                start = self.opening(start - 1)?;
            } else if is_of_value(before.kind) {
                start -= 1;
            } else {
                break;
            }
        }
        self.joined(start, end)
    }

    /// The text of the set or relation that begins with the token at `start`, on one line.
    pub(super) fn value_from(&self, start: usize) -> Option<Cow<'a, str>> {
        self.joined(start, self.end_of_value(start, is_of_value))
    }

    /// The text of the names, joins and brackets that begin with the token at `start`, on one line.
    pub(super) fn join_from(&self, start: usize) -> Option<Cow<'a, str>> {
        let of_join = |kind| ends_value(kind) || matches!(kind, T::Dot | T::At | T::Slash | T::Hash);
        self.joined(start, self.end_of_value(start, of_join))
    }

    /// The end of the value that begins with the token at `start`.
    fn end_of_value(&self, start: usize, is_part: impl Fn(T) -> bool) -> usize {
        let mut end = start;
        let mut depth = 0_usize;
        while let Some(&token) = self.tokens.get(end) {
            let before = self.tokens.get(end.wrapping_sub(1)).filter(|_| end > start);
            let juxtaposed = before.is_some_and(|before| ends_value(before.kind)) && begins_value(token.kind);
            if depth == 0 && juxtaposed {
                break;
            }
            if token.kind.opens_bracket() && token.kind != T::LeftBrace {
                depth += 1;
            } else if depth > 0 && token.kind.closes_bracket() {
                depth -= 1;
            } else if depth == 0 && (token.kind.closes_bracket() || !is_part(token.kind)) {
                break;
            }
            end += 1;
        }
        end
    }

    /// How the quantified formula is written that begins with the token at `quantifier` or one that stands in its place, in the reader's
    /// own words as far as they are there: `all n: Node | …`.
    pub(super) fn quantified_form(&self, word: &str, quantifier: usize) -> String {
        let mut end = quantifier + 1;
        while self.tokens.get(end).is_some_and(|t| t.kind == T::Name)
            && self.tokens.get(end + 1).is_some_and(|t| t.kind == T::Comma)
            && self.tokens.get(end + 2).is_some_and(|t| t.kind == T::Name)
        {
            end += 2;
        }
        let is_name = self.tokens.get(end).is_some_and(|t| t.kind == T::Name);
        let names = is_name.then(|| self.joined(quantifier + 1, end + 1)).flatten();
        let binds = |t: &&Token| matches!(t.kind, T::Colon | T::In | T::Equal);
        let bound = match self.tokens.get(end + 1).filter(binds) {
            Some(_) if names.is_some() => self.value_from(end + 2),
            _ => None,
        };
        let (names, bound) = (names.unwrap_or("x".into()), bound.unwrap_or("A".into()));
        format!("`{word} {names}: {bound} | …`")
    }

    /// The end of the tokens from `start` that stand on its line and in its brackets.
    pub(super) fn end_of_line(&self, start: usize) -> usize {
        let mut depth = 0_usize;
        let mut end = start;
        while let Some(&token) = self.tokens.get(end) {
            let before = self.tokens.get(end.wrapping_sub(1)).filter(|_| end > start);
            let gap = before.and_then(|b| self.text.get(b.span.end as usize..token.span.start as usize));
            let leaves = token.kind.closes_bracket() && depth == 0;
            if leaves || gap.is_some_and(|gap| gap.contains('\n')) {
                break;
            }
            if token.kind.opens_bracket() {
                depth += 1;
            } else if token.kind.closes_bracket() {
                depth -= 1;
            }
            end += 1;
        }
        end
    }

    /// The text of the tokens from `start` to before `end`, on one line.
    pub(super) fn joined(&self, start: usize, end: usize) -> Option<Cow<'a, str>> {
        let (first, last) = (self.tokens.get(start)?, self.tokens.get(end.checked_sub(1)?)?);
        (start < end).then(|| quote::one_line(self.slice(first.span.to(last.span))))
    }

    /// The index of the bracket that the one at `close` closes.
    fn opening(&self, close: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for i in (0..=close).rev() {
            if self.tokens[i].kind.closes_bracket() {
                depth += 1;
            } else if self.tokens[i].kind.opens_bracket() {
                depth -= 1;
                if depth == 0 {
                    return Some(i);
                }
            }
        }
        None
    }

    /// A token's text in backquotes, short and on one line.
    pub(super) fn quoted(&self, token: Token) -> String {
        const LONGEST: usize = 40;
        let words: Vec<&str> = self.slice(token.span).split_whitespace().collect();
        let text = words.join(" ");
        if text.chars().count() <= LONGEST {
            return format!("`{text}`");
        }
        let short: String = text.chars().take(LONGEST).collect();
        format!("`{short}…`")
    }

    pub(super) fn describe_found(&self) -> String {
        self.describe(self.found)
    }

    pub(super) fn describe(&self, token: Token) -> String {
        match token.kind {
            T::End | T::StartParagraph | T::StartBlock => "the end of the text".to_owned(),
            T::Name => format!("the name {}", self.quoted(token)),
            T::Number(_) => format!("the number {}", self.quoted(token)),
            T::Str => "a string".to_owned(),
            _ if self.is_word(token) => format!("the keyword {}", self.quoted(token)),
            _ => self.quoted(token),
        }
    }

    /// Whether the token is written as a single word that is no name.
    pub(super) fn is_word(&self, token: Token) -> bool {
        let text = self.slice(token.span);
        token.kind != T::Name && !text.is_empty() && text.chars().all(|c| c.is_ascii_alphabetic())
    }
}

/// Whether a token may be part of a set or relation outside of brackets.
fn is_of_value(kind: T) -> bool {
    ends_value(kind)
        || matches!(
            kind,
            T::Dot
                | T::At
                | T::Slash
                | T::Plus
                | T::Minus
                | T::Ampersand
                | T::Arrow(..)
                | T::Tilde
                | T::Caret
                | T::Star
                | T::Hash
        )
}

/// Whether a token may end a set or relation.
fn ends_value(kind: T) -> bool {
    kind.closes_bracket()
        || matches!(
            kind,
            T::Name | T::Number(_) | T::Str | T::Prime | T::This | T::None | T::Univ | T::Iden | T::IntType
        )
}

/// Whether a token may begin a set or relation, so that it belongs to nothing before it.
fn begins_value(kind: T) -> bool {
    matches!(
        kind,
        T::Name
            | T::Number(_)
            | T::Str
            | T::This
            | T::None
            | T::Univ
            | T::Iden
            | T::IntType
            | T::LeftParen
            | T::At
    )
}

/// The brackets of `tokens` that are not closed. A closing bracket closes the last opening one of its shape.
fn open_brackets(tokens: &[Token]) -> Vec<Token> {
    let mut open: Vec<Token> = Vec::new();
    for &token in tokens {
        if token.kind.opens_bracket() {
            open.push(token);
        } else if token.kind.closes_bracket()
            && open
                .last()
                .is_some_and(|last| closing(last.kind) == Some(token.kind))
        {
            open.pop();
        }
    }
    open
}

/// The bracket that closes `kind`.
pub(super) fn closing(kind: T) -> Option<T> {
    match kind {
        T::LeftParen => Some(T::RightParen),
        T::LeftBracket => Some(T::RightBracket),
        T::LeftBrace => Some(T::RightBrace),
        _ => None,
    }
}
