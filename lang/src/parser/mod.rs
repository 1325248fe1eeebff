//! Tokens to syntax trees.
//!
//! The grammar is in `grammar.lalrpop`. This module cuts a file into paragraphs, so that an error in one does not hide
//! those in the others, and gives each to the generated parser.

pub(crate) mod build;
mod checks;
mod errors;
mod split;

use lalrpop_util::{ParseError, lalrpop_mod};

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
use crate::dialect::Dialect;
use crate::filter::{filter, filter_as};
use crate::lexer::{MAX_ERRORS, Token, TokenKind, lex, lex_as};
use crate::markdown::{alloy_text, is_markdown};
use crate::source::{FileId, Span};
use build::{Context, Input, values};
use errors::Site;

/// How deep a tree may be.
pub const MAX_DEPTH: u32 = 1000;

/// How deep brackets may be nested.
pub const MAX_BRACKETS: usize = 1000;

/// How many tokens a paragraph may have.
pub const MAX_PARAGRAPH: usize = 1 << 19;

/// Parses the text of one file.
///
/// The module has all paragraphs that are free of errors. `text` is Alloy, or Markdown that begins with a header; a file
/// called `….md` should go through [`alloy_text`] first.
pub fn parse(file: FileId, text: &str) -> (Module, Vec<Diagnostic>) {
    parse_as(file, text, Dialect::Alloy6)
}

/// Likewise, in a dialect.
pub fn parse_as(file: FileId, text: &str, dialect: Dialect) -> (Module, Vec<Diagnostic>) {
    if is_markdown(text) {
        return parse_as(file, &alloy_text("", text), dialect);
    }
    let (tokens, mut errors) = lex_as(file, text, dialect);
    let tokens = filter_as(&tokens, text, dialect);
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

/// The error for a chain of one operator that would be a tree too deep.
pub(crate) fn chain_too_long(span: Span) -> Diagnostic {
    checks::chain_too_long(span)
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
    let input = run(file, text, TokenKind::StartBlock, &tokens, end)
        .map_err(|failure| failure.into_diagnostics(text, false))?;
    let Input::Block(nodes) = input else {
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

/// Why a run of the generated parser failed.
struct Failure<'t> {
    /// The errors that the grammar's actions and the limits found.
    found: Vec<Diagnostic>,
    /// What the grammar refused.
    syntax: Option<Refusal<'t>>,
}

/// What the grammar stumbled over, the tokens it read, and the one behind them.
struct Refusal<'t> {
    error: ParseError<u32, TokenKind, ()>,
    tokens: &'t [Token],
    end: Token,
}

impl Failure<'_> {
    /// The errors as diagnostics; `next_broken` says whether the next paragraph failed, too.
    fn into_diagnostics(self, text: &str, next_broken: bool) -> Vec<Diagnostic> {
        let Failure { mut found, syntax } = self;
        if let Some(Refusal { error, tokens, end }) = syntax {
            let (place, expected) = match error {
                ParseError::UnrecognizedToken {
                    token: (start, _, _),
                    expected,
                } => (Some(start), expected),
                ParseError::UnrecognizedEof { expected, .. } => (None, expected),
                _ => (None, Vec::new()),
            };
            found.push(errors::syntax_error(&Site::new(
                text,
                tokens,
                end,
                place,
                &expected,
                next_broken,
            )));
        }
        found
    }
}

/// Runs the generated parser over `tokens`, which `end` follows.
fn run<'t>(
    file: FileId,
    text: &str,
    start: TokenKind,
    tokens: &'t [Token],
    end: Token,
) -> Result<Input, Failure<'t>> {
    if let Some(error) = errors::limits(tokens) {
        return Err(Failure {
            found: vec![error],
            syntax: None,
        });
    }
    let context = Context::new(file, text);
    let first = tokens.first().map_or(end.span.start, |token| token.span.start);
    let stream = std::iter::once((first, start, first)).chain(
        tokens
            .iter()
            .map(|token| (token.span.start, token.kind, token.span.end)),
    );
    let outcome = grammar::InputParser::new().parse(&context, stream);
    let found = context.take_errors();
    match outcome {
        Ok(input) if found.is_empty() => Ok(input),
        Ok(_) => Err(Failure { found, syntax: None }),
        Err(error) => Err(Failure {
            found,
            syntax: Some(Refusal { error, tokens, end }),
        }),
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
        let eof = self.text.len() as u32;
        let eof = Token {
            kind: TokenKind::End,
            span: Span::new(self.file, eof, eof),
        };
        let pieces = split::paragraphs(tokens);
        let (file, text) = (self.file, self.text);
        // An error is worded with a view on what follows, so each outcome waits for the next.
        let mut outcomes = pieces
            .iter()
            .map(|piece| {
                let end = tokens.get(piece.end).copied().unwrap_or(eof);
                run(
                    file,
                    text,
                    TokenKind::StartParagraph,
                    &tokens[piece.start..piece.end],
                    end,
                )
            })
            .peekable();
        // How many brackets are open since a paragraph that failed: if any, a keyword cut it short, and this is its rest.
        let mut open = 0_isize;
        for piece in &pieces {
            let keyword = tokens[piece.start].span;
            let Some(outcome) = outcomes.next() else { return };
            match outcome {
                Ok(input) => {
                    self.accept(input, keyword);
                    open = 0;
                }
                Err(failure) => {
                    let next_broken = outcomes.peek().is_some_and(Result::is_err);
                    if open <= 0 && self.errors.len() < MAX_ERRORS {
                        let errors = failure.into_diagnostics(self.text, next_broken);
                        self.reject(errors, keyword.start);
                    }
                    let head = &tokens[piece.start..piece.end];
                    if !head
                        .iter()
                        .take(2)
                        .any(|token| matches!(token.kind, TokenKind::Open | TokenKind::Module))
                    {
                        self.first = self.first.or(Some(keyword));
                    }
                    open = open.max(0) + piece.balance;
                }
            }
        }
    }

    /// Keeps the errors of the paragraph that begins at `start`, but for those that a malformed token before explains.
    fn reject(&mut self, errors: Vec<Diagnostic>, start: u32) {
        let next = self.lexical.partition_point(|span| span.start < start);
        let malformed = self.lexical.get(next).map(|span| span.start);
        let explained = |error: &Diagnostic| {
            let place = error.primary.as_ref().map_or(0, |label| label.span.start);
            malformed.is_some_and(|start| start <= place)
        };
        self.errors
            .extend(errors.into_iter().filter(|error| !explained(error)));
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
