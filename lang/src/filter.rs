//! The token filter: what the grammar cannot tell with one token of lookahead is told here.
//!
//! Alloy's language is LALR(1) only behind such a filter. Four passes, each linear:
//! labels in front of commands, merging of words (`pred / totalOrder`, `! =`, `lone -> some`), negative numbers, and the
//! quantifiers, which are told from the prefix operators of the same spelling by what follows them.

use crate::ast::{Mult, Quant};
use crate::dialect::Dialect;
use crate::lexer::{Token, TokenKind as T};

/// The tokens the grammar is made for. Spans of merged tokens cover their parts.
pub fn filter(tokens: &[Token], text: &str) -> Vec<Token> {
    filter_as(tokens, text, Dialect::Alloy6)
}

/// Likewise, in a dialect: Alloy 5 has relative paths, too.
pub fn filter_as(tokens: &[Token], text: &str, dialect: Dialect) -> Vec<Token> {
    let tokens = move_labels(tokens);
    let mut tokens = merge_words(&tokens, text);
    if dialect == Dialect::Alloy5 {
        merge_relative_paths(&mut tokens);
    }
    merge_negative_numbers(&mut tokens);
    mark_quantifiers(&mut tokens);
    tokens
}

fn kind_at(tokens: &[Token], index: usize) -> Option<T> {
    tokens.get(index).map(|token| token.kind)
}

/// `label : run x` becomes `run label x`, likewise for `check` and for a block.
fn move_labels(tokens: &[Token]) -> Vec<Token> {
    let mut out = Vec::with_capacity(tokens.len());
    let mut i = 0;
    while let Some(&token) = tokens.get(i) {
        let labelled = token.kind == T::Name
            && kind_at(tokens, i + 1) == Some(T::Colon)
            && matches!(kind_at(tokens, i + 2), Some(T::Run | T::Check))
            && matches!(kind_at(tokens, i + 3), Some(T::Name | T::LeftBrace));
        if labelled {
            out.extend([tokens[i + 2], token]);
            i += 3;
        } else {
            out.push(token);
            i += 1;
        }
    }
    out
}

fn merge_words(tokens: &[Token], text: &str) -> Vec<Token> {
    let mut out = Vec::with_capacity(tokens.len());
    let mut i = 0;
    while let Some(&token) = tokens.get(i) {
        let (kind, length) = merged(&tokens[i..], text).unwrap_or((token.kind, 1));
        let span = token.span.to(tokens[i + length - 1].span);
        out.push(Token { kind, span });
        i += length;
    }
    out
}

/// The merged kind of the tokens at the start of `tokens`, and how many they are.
fn merged(tokens: &[Token], text: &str) -> Option<(T, usize)> {
    match tokens[0].kind {
        T::Not => negated(kind_at(tokens, 1)?).map(|kind| (kind, 2)),
        T::Pred | T::Fun if kind_at(tokens, 1) == Some(T::Slash) => {
            let name = tokens.get(2).filter(|token| token.kind == T::Name)?;
            let word = text.get(name.span.start as usize..name.span.end as usize)?;
            builtin(tokens[0].kind, word).map(|kind| (kind, 3))
        }
        T::One | T::Lone | T::Some | T::Set if is_arrow(kind_at(tokens, 1)) => {
            let left = mult(tokens[0].kind)?;
            Some(match kind_at(tokens, 2).and_then(mult) {
                Some(right) => (T::Arrow(left, right), 3),
                None => (T::Arrow(left, Mult::Set), 2),
            })
        }
        T::Arrow(left, _) => kind_at(tokens, 1)
            .and_then(mult)
            .map(|right| (T::Arrow(left, right), 2)),
        _ => None,
    }
}

fn is_arrow(kind: Option<T>) -> bool {
    matches!(kind, Some(T::Arrow(..)))
}

fn negated(kind: T) -> Option<T> {
    Some(match kind {
        T::In => T::NotIn,
        T::Equal => T::NotEqual,
        T::Less => T::NotLess,
        T::LessEqual => T::NotLessEqual,
        T::Greater => T::NotGreater,
        T::GreaterEqual => T::NotGreaterEqual,
        _ => return None,
    })
}

fn mult(kind: T) -> Option<Mult> {
    Some(match kind {
        T::One => Mult::One,
        T::Lone => Mult::Lone,
        T::Some => Mult::Some,
        T::Set => Mult::Set,
        _ => return None,
    })
}

fn builtin(keyword: T, word: &str) -> Option<T> {
    Some(match (keyword, word) {
        (T::Pred, "totalOrder") => T::TotalOrder,
        (T::Fun, "add") => T::FunAdd,
        (T::Fun, "sub") => T::FunSub,
        (T::Fun, "mul") => T::FunMul,
        (T::Fun, "div") => T::FunDiv,
        (T::Fun, "rem") => T::FunRem,
        (T::Fun, "min") => T::FunMin,
        (T::Fun, "max") => T::FunMax,
        (T::Fun, "next") => T::FunNext,
        _ => return None,
    })
}

/// `open ../x` becomes `open` and a name, dots and slashes included.
fn merge_relative_paths(tokens: &mut Vec<Token>) {
    let mut i = 0;
    while i < tokens.len() {
        i += 1;
        if tokens[i - 1].kind != T::Open {
            continue;
        }
        let dots = |token: &Token| matches!(token.kind, T::Dot | T::Slash);
        let length = tokens[i..].iter().take_while(|token| dots(token)).count();
        let (Some(first), Some(name)) = (tokens.get(i), tokens.get(i + length)) else {
            continue;
        };
        if first.kind == T::Dot && name.kind == T::Name && tokens[i + length - 1].kind == T::Slash {
            let span = first.span.to(name.span);
            tokens.splice(i..=i + length, [Token { kind: T::Name, span }]);
        }
    }
}

/// `- 3` becomes one number unless something stands before it that can be subtracted from.
fn merge_negative_numbers(tokens: &mut Vec<Token>) {
    let mut length = 0;
    let mut i = 0;
    while let Some(&token) = tokens.get(i) {
        let operand_before = length > 0 && ends_operand(tokens[length - 1].kind);
        let mut merged = token;
        i += 1;
        if token.kind == T::Minus
            && !operand_before
            && let Some(&Token {
                kind: T::Number(n),
                span,
            }) = tokens.get(i)
        {
            merged = Token {
                kind: T::Number(-n),
                span: token.span.to(span),
            };
            i += 1;
        }
        tokens[length] = merged;
        length += 1;
    }
    tokens.truncate(length);
}

/// After these tokens a minus is subtraction. `String`, `steps` and a prime are not among them, as in Alloy.
fn ends_operand(kind: T) -> bool {
    matches!(
        kind,
        T::RightParen
            | T::RightBracket
            | T::RightBrace
            | T::Disj
            | T::TotalOrder
            | T::IntCast
            | T::Sum
            | T::Name
            | T::Number(_)
            | T::Str
            | T::Iden
            | T::This
            | T::FunMin
            | T::FunMax
            | T::FunNext
            | T::Univ
            | T::IntType
            | T::None
    )
}

/// Marks `all no some lone one sum` as quantifiers where names and a colon follow.
fn mark_quantifiers(tokens: &mut [Token]) {
    for i in 0..tokens.len() {
        let after_bound = i > 0 && matches!(tokens[i - 1].kind, T::Colon | T::Disj);
        if let Some(quant) = quantifier(tokens[i].kind)
            && !after_bound
            && declares(&tokens[i + 1..])
        {
            tokens[i].kind = T::Quantifier(quant);
        }
    }
}

fn quantifier(kind: T) -> Option<Quant> {
    Some(match kind {
        T::All => Quant::All,
        T::Some => Quant::Some,
        T::No => Quant::No,
        T::Lone => Quant::Lone,
        T::One => Quant::One,
        T::Sum => Quant::Sum,
        _ => return None,
    })
}

/// Whether `tokens` begin with `private? disj? NAME (, NAME)* :`.
fn declares(tokens: &[Token]) -> bool {
    let mut i = usize::from(kind_at(tokens, 0) == Some(T::Private));
    i += usize::from(kind_at(tokens, i) == Some(T::Disj));
    while kind_at(tokens, i) == Some(T::Name) {
        match kind_at(tokens, i + 1) {
            Some(T::Colon) => return true,
            Some(T::Comma) => i += 2,
            _ => return false,
        }
    }
    false
}
