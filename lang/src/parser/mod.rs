//! Tokens to syntax trees.
//!
//! The grammar is in `grammar.lalrpop`. This module cuts a file into paragraphs, so that an error in one does not hide
//! those in the others, and gives each to the generated parser.

pub(crate) mod build;
mod checks;
mod errors;
mod split;

use lalrpop_util::lalrpop_mod;

lalrpop_mod!(
    #[allow(
        clippy::all,
        clippy::pedantic,
        clippy::unwrap_used,
        missing_docs,
        unused,
        unreachable_pub
    )]
    grammar
);

use crate::ast::{Expr, ExprKind, Module};
use crate::diag::Diagnostic;
use crate::filter::filter;
use crate::lexer::{Token, TokenKind, lex};
use crate::source::{FileId, Span};
use build::{Context, Input, values};

/// How deep a tree may be.
pub const MAX_DEPTH: u32 = 1000;

/// How deep brackets may be nested.
pub const MAX_BRACKETS: usize = 1000;

/// How many tokens a paragraph may have.
pub const MAX_PARAGRAPH: usize = 1 << 19;

/// Parses the text of one file.
///
/// The module has all paragraphs that are free of errors. `text` is Alloy; see [`crate::markdown`] for Markdown.
pub fn parse(file: FileId, text: &str) -> (Module, Vec<Diagnostic>) {
    let (tokens, mut errors) = lex(file, text);
    let tokens = filter(&tokens, text);
    let lexical: Vec<Span> = errors
        .iter()
        .filter_map(|e| e.primary.as_ref())
        .map(|label| label.span)
        .collect();
    let mut parser = Parser {
        file,
        text,
        lexical,
        module: Module::default(),
        first: None,
        errors: Vec::new(),
    };
    parser.paragraphs(&tokens);
    errors.append(&mut parser.errors);
    errors.sort_by_key(|error| error.primary.as_ref().map(|label| label.span.start));
    (parser.module, errors)
}

/// Parses an expression, written as inside `run { … }`: several formulas are their conjunction.
///
/// # Errors
/// All errors found.
pub fn parse_expr(file: FileId, text: &str) -> Result<Expr, Vec<Diagnostic>> {
    let (tokens, errors) = lex(file, text);
    if !errors.is_empty() {
        return Err(errors);
    }
    let tokens = filter(&tokens, text);
    let whole = Span::new(file, 0, text.len() as u32);
    let end = Token {
        kind: TokenKind::End,
        span: Span::new(file, whole.end, whole.end),
    };
    let Input::Block(nodes) = run(file, text, TokenKind::StartBlock, &tokens, end)? else {
        return Err(vec![Diagnostic::error("E0201", whole, "this is no expression")]);
    };
    let mut exprs = values(nodes);
    let last = exprs.pop();
    match last {
        Some(expr) if exprs.is_empty() => Ok(expr),
        Some(expr) => {
            exprs.push(expr);
            Ok(Expr {
                kind: ExprKind::Block(exprs),
                span: whole,
            })
        }
        None => Err(vec![Diagnostic::error(
            "E0201",
            whole,
            "an expression is missing",
        )]),
    }
}

/// Runs the generated parser over `tokens`, which `end` follows.
fn run(
    file: FileId,
    text: &str,
    start: TokenKind,
    tokens: &[Token],
    end: Token,
) -> Result<Input, Vec<Diagnostic>> {
    if let Some(error) = errors::limits(tokens) {
        return Err(vec![error]);
    }
    let context = Context::new(file, text);
    let first = tokens.first().map_or(end.span.start, |token| token.span.start);
    let stream = std::iter::once((first, start, first)).chain(
        tokens
            .iter()
            .map(|token| (token.span.start, token.kind, token.span.end)),
    );
    let outcome = grammar::InputParser::new().parse(&context, stream);
    let mut found = context.take_errors();
    match outcome {
        Ok(input) if found.is_empty() => Ok(input),
        Ok(_) => Err(found),
        Err(error) => {
            found.push(errors::syntax_error(text, tokens, end, error));
            Err(found)
        }
    }
}

struct Parser<'a> {
    file: FileId,
    text: &'a str,
    /// Where the lexer found errors.
    lexical: Vec<Span>,
    module: Module,
    /// The first paragraph that is neither `module` nor `open`.
    first: Option<Span>,
    errors: Vec<Diagnostic>,
}

impl Parser<'_> {
    fn paragraphs(&mut self, tokens: &[Token]) {
        let pieces = split::paragraphs(tokens);
        let eof = self.text.len() as u32;
        let eof = Token {
            kind: TokenKind::End,
            span: Span::new(self.file, eof, eof),
        };
        // Whether the piece before was cut short by a keyword inside its brackets.
        let mut cut = false;
        for piece in pieces {
            let inside = &tokens[piece.start..piece.end];
            let end = tokens.get(piece.end).copied().unwrap_or(eof);
            match run(self.file, self.text, TokenKind::StartParagraph, inside, end) {
                Ok(input) => {
                    self.accept(input, inside[0].span);
                    cut = false;
                }
                Err(errors) => {
                    let cut_here = piece.unclosed && errors.iter().any(|e| starts_at(e, end.span));
                    if !cut {
                        self.reject(errors, inside, end);
                    }
                    cut = cut_here;
                    self.first = self.first.or(inside.first().map(|token| token.span));
                }
            }
        }
    }

    /// Keeps the errors of a paragraph unless the lexer's own errors explain them.
    fn reject(&mut self, errors: Vec<Diagnostic>, inside: &[Token], end: Token) {
        let start = inside.first().map_or(end.span.start, |token| token.span.start);
        let broken = self.lexical.partition_point(|span| span.start < start);
        let explained = |error: &Diagnostic| {
            let place = error.primary.as_ref().map_or(0, |label| label.span.start);
            self.lexical.get(broken).is_some_and(|span| span.start <= place)
        };
        let errors: Vec<Diagnostic> = errors.into_iter().filter(|error| !explained(error)).collect();
        self.errors.extend(errors);
    }

    fn accept(&mut self, input: Input, keyword: Span) {
        match input {
            Input::Module(header) => match (&self.module.header, self.first) {
                (None, None) => self.module.header = Some(header),
                (first, paragraph) => {
                    let before = first.as_ref().map(|header| header.span).or(paragraph);
                    self.errors.push(errors::late_module(header.span, before));
                }
            },
            Input::Open(open) => match self.first {
                None => self.module.opens.push(open),
                Some(paragraph) => self.errors.push(errors::late_open(open.span, paragraph)),
            },
            Input::Paragraph(paragraph) => {
                self.first = self.first.or(Some(keyword));
                self.module.paragraphs.push(paragraph);
            }
            Input::Block(_) => {}
        }
    }
}

fn starts_at(error: &Diagnostic, span: Span) -> bool {
    error
        .primary
        .as_ref()
        .is_some_and(|label| label.span.start == span.start)
}
