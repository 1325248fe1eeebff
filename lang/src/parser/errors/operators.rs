//! Slips with operators.

use super::Site;
use crate::diag::Diagnostic;
use crate::lexer::TokenKind as T;

/// `a == b`, `a !== b`, `x := e`.
pub(super) fn double_equal(site: &Site<'_>) -> Option<Diagnostic> {
    if site.found.kind == T::Colon && site.kind_behind(1) == Some(T::Equal) {
        let error = Diagnostic::error("E0205", site.found.span, "`:=` is no operator");
        return Some(error.help("there is no assignment; relate two values with `=`"));
    }
    if site.found.kind != T::Equal || !site.adjacent() {
        return None;
    }
    let before = site.before(1)?;
    let (written, meant) = match before.kind {
        T::Equal => ("==", "equality is a single `=`"),
        T::NotEqual => ("!==", "inequality is `!=`"),
        T::Colon => (":=", "a definition is written `=`"),
        T::LessEqual => ("<==", "at most is `<=` or `=<`, equivalence is `<=>`"),
        T::Implies => ("=>=", "implication is `=>`, at least is `>=`"),
        T::Plus => (
            "+=",
            "there is no assignment; relate the old and the new value with `=`",
        ),
        _ => return None,
    };
    Some(
        Diagnostic::error("E0205", site.found.span, format!("`{written}` is no operator"))
            .label("this `=` is one too many")
            .help(meant),
    )
}

/// Operators of other languages that happen to be two tokens here.
pub(super) fn borrowed_operator(site: &Site<'_>) -> Option<Diagnostic> {
    if !site.adjacent() {
        return None;
    }
    let (written, help) = match (site.kind_before(1)?, site.found.kind) {
        (T::And, T::Ampersand | T::And) => {
            ("&&&", "conjunction is `&&` or `and`; intersection of sets is `&`")
        }
        (T::Or, T::Bar | T::Or) => ("|||", "disjunction is `||` or `or`"),
        (T::Less, T::Greater) => ("<>", "inequality is `!=`"),
        (T::Tilde, T::Equal) => ("~=", "inequality is `!=`"),
        (T::Less, T::Minus) => (
            "<-",
            "relations are built with `->`; compare with `<` and a space",
        ),
        (T::Star, T::Star) => (
            "**",
            "reflexive transitive closure is one `*` in front of a relation",
        ),
        _ => return None,
    };
    Some(Diagnostic::error("E0201", site.found.span, format!("`{written}` is no operator")).help(help))
}

/// `n.next*`: a closure behind its relation.
pub(super) fn closure_behind(site: &Site<'_>) -> Option<Diagnostic> {
    let operator = site
        .before(1)
        .filter(|token| matches!(token.kind, T::Star | T::Caret))?;
    let relation = site.before(2)?;
    let attached = relation.span.end == operator.span.start;
    if !attached || !(relation.kind == T::Name || relation.kind.closes_bracket()) {
        return None;
    }
    let sign = site.slice(operator.span);
    let error = Diagnostic::error(
        "E0201",
        operator.span,
        format!("`{sign}` stands behind its relation"),
    );
    let name = site.slice(relation.span);
    let value = site
        .value_before(site.at - 1)
        .filter(|_| relation.kind == T::Name);
    let written = value.as_deref().and_then(|value| value.strip_suffix(name));
    Some(match written {
        Some(front) => error.help(format!("closures stand in front: `{front}{sign}{name}`")),
        None => error.help(format!("closures stand in front, as in `{sign}r`")),
    })
}

/// `a in lone b`: a multiplicity where an operand is due.
pub(super) fn multiplicity_as_operand(site: &Site<'_>) -> Option<Diagnostic> {
    let word = match site.found.kind {
        T::Lone | T::One | T::Some | T::Set | T::No | T::Seq => site.slice(site.found.span),
        _ => return None,
    };
    let before = site.before(1)?;
    let operator = match before.kind {
        T::In | T::NotIn | T::Equal | T::NotEqual => site.slice(before.span),
        _ => return after_multiplicity(site, word),
    };
    let error = Diagnostic::error(
        "E0206",
        site.found.span,
        format!("`{word}` cannot follow `{operator}`"),
    )
    .also(
        before.span,
        "behind a comparison a set is expected, not a multiplicity",
    );
    let a = site.value_before(site.at - 1).unwrap_or("a".into());
    let b = site.value_from(site.at + 1).unwrap_or("B".into());
    Some(match (operator, site.found.kind) {
        ("in", T::Lone | T::One | T::Some) => {
            let error = error.help(format!(
                "to say both, write `{word} {a} and {a} in {b}`, or `{a} in ({word} {b})` for the same"
            ));
            let is_name = site.kind_before(2) == Some(T::Name) && site.slice(site.before(2)?.span) == a;
            if is_name {
                error.help(format!("to declare a variable or field, write `{a}: {word} {b}`"))
            } else {
                error
            }
        }
        ("=" | "!=", T::Lone | T::One | T::Some | T::No) => error
            .help(format!(
                "to compare two sets, leave `{word}` out: `{a} {operator} {b}`"
            ))
            .help(format!(
                "if both sides are formulas, write {} for `{operator}`",
                if operator == "=" {
                    "`<=>`"
                } else {
                    "`not (… <=> …)`"
                }
            )),
        _ => error.help(format!(
            "compare sets with each other; `{word}` stands in front of a whole formula or in a declaration"
        )),
    })
}

/// `set seq A`: behind `seq` the grammar hopes for the `/` of a name.
pub(super) fn seq_as_operand(site: &Site<'_>) -> Option<Diagnostic> {
    let seq = site.before(1).filter(|token| token.kind == T::Seq)?;
    (site.expected.len() == 1 && site.expects("/")).then(|| {
        Diagnostic::error(
            "E0206",
            site.found.span,
            "`seq` cannot stand behind an operator or another multiplicity",
        )
        .also(seq.span, "this `seq`")
        .help("`seq` stands alone in front of a whole bound, as in `f: seq A`")
    })
}

/// `lone some A`, `A -> seq B`, `A + one B`.
fn after_multiplicity(site: &Site<'_>, word: &str) -> Option<Diagnostic> {
    let before = site.before(1)?;
    if site.expects_operator() || !site.expects("univ") {
        return None;
    }
    let message = format!("`{word}` cannot follow {}", site.quoted(before));
    if matches!(before.kind, T::Ampersand | T::Plus | T::Minus) && word != "set" && word != "seq" {
        return Some(
            Diagnostic::error("E0206", site.found.span, message)
                .also(before.span, "this combines two sets")
                .help("formulas are joined by `and` and `or`"),
        );
    }
    Some(
        Diagnostic::error("E0206", site.found.span, message)
            .note("a multiplicity stands once, in front of the whole bound: `f: lone A + B`")
            .help("in front of and behind an arrow write `A one -> lone B`"),
    )
}

/// `all x: A { p } and q`: an operator behind a quantified formula that its block has ended.
pub(super) fn after_block(site: &Site<'_>) -> Option<Diagnostic> {
    let operator = matches!(
        site.found.kind,
        T::And
            | T::Or
            | T::Implies
            | T::Iff
            | T::Plus
            | T::Minus
            | T::Ampersand
            | T::In
            | T::Equal
            | T::NotEqual
            | T::NotIn
            | T::Less
            | T::Greater
            | T::LessEqual
            | T::GreaterEqual
            | T::Dot
            | T::Until
            | T::Since
            | T::Releases
            | T::Triggered
            | T::Else
    );
    if !operator || site.kind_before(1) != Some(T::RightBrace) || site.open.is_empty() {
        return None;
    }
    let found = site.quoted(site.found);
    Some(
        Diagnostic::error(
            "E0207",
            site.found.span,
            format!("{found} cannot follow a formula that ends in a block"),
        )
        .also(site.before(1)?.span, "the quantified formula ends here")
        .help("put the quantified formula in parentheses, or write its body behind `|`"),
    )
}

/// `else` without `=>`, `;` at the end of a line, a unary minus, two operators in a row.
pub(super) fn stray_word(site: &Site<'_>) -> Option<Diagnostic> {
    let span = site.found.span;
    if site.found.kind == T::Else {
        let before = site.tokens[..site.at].iter().rev();
        let word = before
            .take(64)
            .find(|t| t.kind == T::Name && site.slice(t.span) == "if");
        let error = match word {
            Some(word) => Diagnostic::error("E0201", word.span, "there is no `if`").also(span, "this `else`"),
            None => Diagnostic::error("E0201", span, "this `else` belongs to no `=>`"),
        };
        return Some(error.help("a conditional is written `condition => this else that`"));
    }
    if site.found.kind == T::Minus && site.expects_expression() && !site.expects_operator() {
        let error = Diagnostic::error("E0201", span, "`-` has no left side here")
            .note("only a number may have a sign of its own");
        let operand = site.join_from(site.at + 1).unwrap_or("x".into());
        return Some(error.help(format!("write `minus[0, {operand}]`")));
    }
    if site.kind_before(1) == Some(T::Semicolon) && (site.found.kind == T::RightBrace || site.at_end()) {
        return Some(
            Diagnostic::error(
                "E0201",
                span,
                format!("expected an expression, found {}", site.describe_found()),
            )
            .also(
                site.before(1)?.span,
                "`;` is an operator: `p ; q` says that q holds in the next state",
            )
            .help("formulas of a block need nothing between them; leave the `;` out"),
        );
    }
    None
}
