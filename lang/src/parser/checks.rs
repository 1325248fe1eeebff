//! Rules of the syntax that the grammar does not express, and their errors.

use crate::ast::{Decl, Name, QualName, Scope, ScopeEntry, ScopeTarget, SigQualifier};
use crate::diag::Diagnostic;
use crate::source::Span;

use super::MAX_DEPTH;

pub(super) fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::error("E0215", span, "this is nested too deeply")
        .note(format!(
            "the limit is {MAX_DEPTH} levels; each operator of a chain such as `a + b + c` is a level"
        ))
        .help("name parts of it with `let`, `fun` or `pred`")
}

pub(super) fn chain_too_long(span: Span) -> Diagnostic {
    Diagnostic::error("E0215", span, "this chain of operators is too long")
        .note(format!(
            "each operator of a chain is a level of nesting, and the limit is {MAX_DEPTH} levels; only chains of `and` or `or` alone, and of `+` alone with operands of one arity, may be longer"
        ))
        .help("name parts of it with `let`, `fun` or `pred`")
}

pub(super) fn empty_enum(span: Span, name: &QualName) -> Diagnostic {
    let name = name.text();
    Diagnostic::error("E0211", span, format!("the enumeration `{name}` has no members")).help(format!(
        "write at least one name, as in `enum {name} {{ First, Second }}`"
    ))
}

pub(super) fn repeated_qualifier<'a>(
    qualifiers: &[(SigQualifier, Span)],
    text: impl Fn(Span) -> &'a str,
) -> Option<Diagnostic> {
    qualifiers.iter().enumerate().find_map(|(i, &(word, span))| {
        let first = qualifiers[..i].iter().find(|(earlier, _)| *earlier == word)?.1;
        let message = format!("`{}` is written twice for the same signature", text(span));
        Some(Diagnostic::error("E0210", span, message).also(first, "first written here"))
    })
}

pub(super) fn disjoint_definition(disj: Span) -> Diagnostic {
    Diagnostic::error("E0212", disj, "a defined field cannot be `disj`")
        .note("`f = e` says what `f` is; `disj` restricts what it may be")
        .help("leave `disj` out, or declare the field with `:`")
}

/// The parameters of a function or predicate.
pub(super) fn parameters(params: &[Decl]) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    for param in params {
        if let Some(span) = param.private {
            errors.push(
                Diagnostic::error("E0223", span, "a parameter is private already")
                    .help("leave `private` out"),
            );
        }
        if let Some(span) = param.disj_bound {
            errors.push(
                Diagnostic::error(
                    "E0223",
                    span,
                    "a parameter cannot be bound to a `disj` expression",
                )
                .help("write `disj` in front of the names: `disj x, y: A`"),
            );
        }
    }
    errors.extend(repeated_parameter(params.iter().flat_map(|param| &param.names)));
    errors
}

pub(super) fn repeated_parameter<'a>(names: impl Iterator<Item = &'a Name>) -> Option<Diagnostic> {
    let mut seen: Vec<&Name> = Vec::new();
    for name in names {
        if let Some(first) = seen.iter().find(|earlier| earlier.text == name.text) {
            let message = format!("the parameter `{}` is declared twice", name.text);
            return Some(
                Diagnostic::error("E0224", name.span, message).also(first.span, "first declared here"),
            );
        }
        // Lists of parameters are short; beyond this length the comparison would be the slowest part of parsing.
        if seen.len() < 64 {
            seen.push(name);
        }
    }
    None
}

pub(super) fn no_scope_possible(span: Span, text: &str) -> Diagnostic {
    let word = text.split_whitespace().last().unwrap_or("univ");
    Diagnostic::error("E0218", span, format!("`{word}` cannot have a scope"))
        .help("give scopes to the signatures declared; `for 3` alone is for all of them")
}

/// The numbers of one entry.
pub(super) fn scope_entry(entry: &ScopeEntry) -> Option<Diagnostic> {
    let error = |code, message: String| Diagnostic::error(code, entry.span, message);
    match entry.target {
        ScopeTarget::Int | ScopeTarget::Seq => {
            let what = if entry.target == ScopeTarget::Int {
                "bitwidth of `Int`"
            } else {
                "length of sequences"
            };
            let end = entry.end.map(|end| end.unwrap_or(i32::MAX));
            if end
                .or(entry.increment.map(|_| i32::MAX))
                .is_some_and(|end| end > entry.start)
            {
                return Some(error("E0220", format!("the {what} cannot grow")).help("give one number"));
            }
            entry
                .exactly
                .then(|| error("E0219", format!("the {what} is always exact")).help("leave `exactly` out"))
        }
        ScopeTarget::Steps => steps(entry),
        ScopeTarget::Sig(_) | ScopeTarget::Str => None,
    }
}

fn steps(entry: &ScopeEntry) -> Option<Diagnostic> {
    let error = |message: &str| Diagnostic::error("E0222", entry.span, message);
    let unbounded = entry.end == Some(None) || (entry.end.is_none() && entry.increment.is_some());
    if unbounded && entry.start != 1 {
        return Some(error("an unbounded scope of `steps` must start at 1").help("write `1.. steps`"));
    }
    if entry.increment.is_some_and(|step| step != 1) {
        return Some(error("the scope of `steps` grows by 1").help("leave the increment out"));
    }
    if entry.start < 1 {
        return Some(error("a trace has at least one step").help("give `steps` a scope of 1 or more"));
    }
    None
}

/// `int`, `seq` and `steps` may each have one entry.
pub(super) fn repeated_targets(scope: &Scope) -> Vec<Diagnostic> {
    let targets = [
        (ScopeTarget::Int, "bitwidth of `Int`"),
        (ScopeTarget::Seq, "length of sequences"),
        (ScopeTarget::Steps, "scope of `steps`"),
    ];
    let mut errors = Vec::new();
    for (target, what) in targets {
        let mut entries = scope.entries.iter().filter(|entry| entry.target == target);
        if let (Some(first), Some(second)) = (entries.next(), entries.next()) {
            errors.push(
                Diagnostic::error("E0221", second.span, format!("the {what} is given twice"))
                    .also(first.span, "first given here"),
            );
        }
    }
    errors
}
