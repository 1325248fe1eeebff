//! Words and signs in the manner of other languages: `forall`, `exists`, commas between formulas, `|` for `or`.

use super::Site;
use crate::diag::Diagnostic;
use crate::lexer::{Token, TokenKind as T};
use crate::source::Span;

/// `forall x: A | …`, `exists x: A | …`.
pub(super) fn quantifier(site: &Site<'_>) -> Option<Diagnostic> {
    if !matches!(site.found.kind, T::Colon | T::Comma | T::Bar) {
        return None;
    }
    let (at, word, meant) = in_brackets(site).find_map(|(i, token)| {
        let meant = match site.slice(token.span) {
            "forall" | "foreach" | "every" | "each" | "any" | "ForAll" | "Forall" => "all",
            "exists" | "exist" | "Exists" => "some",
            "unique" => "one",
            _ => return None,
        };
        let declares = token.kind == T::Name && site.tokens.get(i + 1).is_some_and(|t| t.kind == T::Name);
        declares.then_some((i, token, meant))
    })?;
    let text = site.slice(word.span);
    Some(
        Diagnostic::error("E0207", word.span, format!("`{text}` is no quantifier"))
            .help(format!("write {}", site.quantified_form(meant, at))),
    )
}

/// `p, q` in a block.
pub(super) fn comma_for_and(site: &Site<'_>) -> Option<Diagnostic> {
    let in_block = site.open.last().is_some_and(|open| open.kind == T::LeftBrace);
    if site.found.kind != T::Comma || !in_block || !behind_operand(site) || site.expects(",") {
        return None;
    }
    Some(
        Diagnostic::error("E0201", site.found.span, "a comma cannot join formulas")
            .help("write `and`, or put each formula on a line of its own"),
    )
}

/// `all x: A || p`.
pub(super) fn or_for_bar(site: &Site<'_>) -> Option<Diagnostic> {
    if !site.expects("|") || !site.expects("{") {
        return None;
    }
    let quantifier = in_brackets(site).find(|(_, token)| is_quantifier(token.kind))?.0;
    let or = in_brackets(site)
        .filter(|&(i, _)| i > quantifier)
        .find(|(_, token)| token.kind == T::Or)?
        .1;
    Some(
        Diagnostic::error(
            "E0207",
            or.span,
            "the body of a quantified formula follows a single `|`",
        )
        .also(site.tokens[quantifier].span, "the quantifier")
        .help(format!(
            "write {}",
            site.quantified_form(site.slice(site.tokens[quantifier].span), quantifier)
        )),
    )
}

/// `p | q` without a quantifier to end the declarations of.
pub(super) fn bar_for_or(site: &Site<'_>) -> Option<Diagnostic> {
    if site.found.kind != T::Bar || site.expects("|") {
        return None;
    }
    if !behind_operand(site) {
        return site.expects_expression().then(|| {
            Diagnostic::error("E0201", site.found.span, "an expression cannot begin with `|`")
                .help("the number of elements of a set is written `#s`, not `|s|`")
        });
    }
    Some(
        Diagnostic::error("E0201", site.found.span, "this `|` belongs to no quantifier")
            .note("a `|` stands once behind the declarations of a quantifier, in front of its body")
            .help("disjunction is written `or`, the union of sets `+`"),
    )
}

/// `all x: A p`.
pub(super) fn missing_bar(site: &Site<'_>) -> Option<Diagnostic> {
    if !site.expects("|") || !site.expects("{") || site.expects_expression() || site.at_end() {
        return None;
    }
    let (at, word) = in_brackets(site).find(|(_, token)| is_quantifier(token.kind))?;
    let text = site.slice(word.span);
    let found = site.describe_found();
    Some(
        Diagnostic::error("E0201", site.found.span, format!("expected `|`, found {found}"))
            .label("the body should begin here, behind `|`")
            .also(word.span, "the quantifier")
            .help(format!("write {}", site.quantified_form(text, at))),
    )
}

/// Whether the token in front of the refused one may end an expression. What the grammar would take does not tell: it may have
/// closed the expression before it saw the refused token.
fn behind_operand(site: &Site<'_>) -> bool {
    matches!(
        site.kind_before(1),
        Some(T::Name | T::Number(_) | T::Str | T::RightBracket | T::RightParen | T::RightBrace | T::Prime)
    )
}

/// `sig A extend B {}`.
pub(super) fn misspelt_extends(site: &Site<'_>) -> Option<Diagnostic> {
    if site.paragraph() != Some(T::Sig) || !site.open.is_empty() || site.found.kind != T::Name {
        return None;
    }
    let word = site.slice(site.found.span);
    let meant = match word.to_lowercase().as_str() {
        "extend" | "extands" | "extents" | "inherits" | "isa" | "is" | "subclasses" => "extends",
        "subset" | "subsets" | "within" => "in",
        _ => return None,
    };
    Some(
        Diagnostic::error(
            "E0201",
            site.found.span,
            format!("`{word}` cannot follow the name of a signature"),
        )
        .help(format!("did you mean `{meant}`?")),
    )
}

/// `sig A { set B f }`, `sig A { f: many B }`, `sig A { f: set B; g: B }`.
pub(super) fn field_declaration(site: &Site<'_>) -> Option<Diagnostic> {
    let [brace] = site.open[..] else { return None };
    let first_block = site.tokens.iter().find(|token| token.kind == T::LeftBrace)?;
    if site.paragraph() != Some(T::Sig) || brace != *first_block {
        return None;
    }
    let (found, before) = (site.found, site.before(1)?);
    let word = site.slice(found.span);
    let is_mult = matches!(found.kind, T::Set | T::Lone | T::One | T::Some | T::Seq);
    if is_mult && matches!(before.kind, T::LeftBrace | T::Comma) {
        let name = |n: usize| {
            let token = site.tokens.get(site.at + n).filter(|t| t.kind == T::Name);
            token.map(|t| site.slice(t.span))
        };
        let (bound, field) = (name(1).unwrap_or("A"), name(2).unwrap_or("f"));
        return Some(
            Diagnostic::error("E0201", found.span, format!("a field cannot begin with `{word}`"))
                .help(format!("the name comes first: `{field}: {word} {bound}`")),
        );
    }
    let gap = site.slice(Span::new(found.span.file, before.span.end, found.span.start));
    // On another line, or with a colon behind it, it is rather the name of the next field.
    let is_bound = !gap.contains('\n') && site.kind_behind(1) != Some(T::Colon);
    if found.kind == T::Name && before.kind == T::Name && site.kind_before(2) == Some(T::Colon) && is_bound {
        let text = site.slice(before.span);
        return Some(
            Diagnostic::error("E0201", before.span, format!("`{text}` is no multiplicity")).help(format!(
                "the multiplicities are `one`, `lone`, `some`, `set` and `seq`, as in `set {word}`"
            )),
        );
    }
    let semicolon = site.before(2).filter(|token| token.kind == T::Semicolon);
    if found.kind == T::Colon && before.kind == T::Name {
        return semicolon.map(|token| {
            Diagnostic::error("E0201", token.span, "fields are separated by commas, not by `;`")
                .help("write `,` instead")
        });
    }
    None
}

/// `;` at the end of a paragraph, `'text'`, `# comment`, a formula outside of a block.
pub(super) fn out_of_place(site: &Site<'_>) -> Option<Diagnostic> {
    let span = site.found.span;
    let error = |text: &str| Diagnostic::error("E0201", span, text);
    let starts = site.at == 0 || (site.open.is_empty() && site.kind_before(1) == Some(T::RightBrace));
    match site.found.kind {
        T::Semicolon if site.open.is_empty() => {
            Some(error("a paragraph does not end with `;`").help("remove it"))
        }
        T::Prime if !behind_operand(site) && site.expects_expression() => Some(
            error("an expression cannot begin with `'`").help("strings stand in double quotes: `\"text\"`"),
        ),
        T::Hash if starts => Some(
            error("`#` begins no paragraph")
                .help("comments begin with `//` or `--`, or stand between `/*` and `*/`"),
        ),
        T::Quantifier(_) | T::All | T::No if starts => {
            Some(error("a formula cannot stand alone").help("put it into a block: `fact { … }`"))
        }
        T::Quantifier(_) | T::All | T::No | T::Some | T::Lone | T::One | T::Not
            if site.at == 1 && matches!(site.paragraph(), Some(T::Run | T::Check)) =>
        {
            let word = site.before(1).map_or("run", |token| site.slice(token.span));
            Some(
                error("a formula needs braces here")
                    .help(format!("write `{word} {{ … }}`, with the scope behind the brace")),
            )
        }
        _ => None,
    }
}

fn is_quantifier(kind: T) -> bool {
    matches!(kind, T::Quantifier(_))
}

/// The tokens in front of the refused one within the same brackets, with their places, the last first.
fn in_brackets<'s>(site: &'s Site<'_>) -> impl Iterator<Item = (usize, Token)> + 's {
    let mut depth = 0_usize;
    let mut outside = false;
    let before = site.tokens[..site.at].iter().copied().enumerate().rev();
    before.filter(move |(_, token)| {
        if token.kind.closes_bracket() {
            depth += 1;
            return false;
        }
        if token.kind.opens_bracket() {
            outside |= depth == 0;
            depth = depth.saturating_sub(1);
            return false;
        }
        depth == 0 && !outside
    })
}
