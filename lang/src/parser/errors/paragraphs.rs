//! Slips in the heads of paragraphs and in declarations.

use super::Site;
use crate::diag::Diagnostic;
use crate::lexer::TokenKind as T;

/// A paragraph without the braces around its body.
pub(super) fn body_without_braces(site: &Site<'_>) -> Option<Diagnostic> {
    if !site.open.is_empty() {
        return None;
    }
    let keyword = site.paragraph()?;
    let found = site.describe_found();
    let error = |message: String| Diagnostic::error("E0209", site.found.span, message);
    let closed = site.kind_before(1) == Some(T::RightBrace);
    match keyword {
        T::Sig if site.found.kind == T::Comma && extends_one(site) => Some(
            Diagnostic::error("E0201", site.found.span, "a signature extends one signature")
                .help("several parents are possible for subsets only: `sig S in A + B {}`"),
        ),
        T::Sig
            if site.expects("+") && matches!(site.found.kind, T::Comma | T::Ampersand | T::Minus | T::Or) =>
        {
            Some(
                Diagnostic::error(
                    "E0201",
                    site.found.span,
                    format!("{found} cannot join the parents of a subset"),
                )
                .help("write `sig S in A + B {}`"),
            )
        }
        T::Sig if site.expects("{") && !closed => Some(
            error(format!("expected `{{`, found {found}"))
                .help("a signature needs braces even without fields: `sig A {}`"),
        ),
        T::Fun if site.expects(":") && !closed => Some(
            error(format!("expected `:` and the function's result, found {found}"))
                .help("write `fun f[x: A]: set B { … }`; what has no result is a `pred`"),
        ),
        T::Pred if site.found.kind == T::Colon => Some(
            error("a predicate has no result".to_owned())
                .help("write `fun` for what yields a value: `fun f[x: A]: set B { … }`"),
        ),
        T::Fact | T::Assert | T::Pred | T::Fun if site.expects("{") && !closed => {
            let word = site
                .tokens
                .iter()
                .find(|token| token.kind == keyword)
                .map_or("fact", |t| site.slice(t.span));
            Some(
                error(format!("expected `{{`, found {found}"))
                    .help(format!("the body is a block: `{word} name {{ … }}`")),
            )
        }
        T::Run | T::Check if site.expects("{") && site.at == 1 => {
            Some(error(format!("expected a name or `{{`, found {found}")))
        }
        _ => None,
    }
}

fn extends_one(site: &Site<'_>) -> bool {
    site.tokens[..site.at]
        .iter()
        .any(|token| token.kind == T::Extends)
}

/// A word at the start of a paragraph that is nearly a keyword, or another language's.
pub(super) fn misspelt_keyword(site: &Site<'_>) -> Option<Diagnostic> {
    let starts = site.at == 0 || (site.open.is_empty() && site.kind_before(1) == Some(T::RightBrace));
    if !starts || site.found.kind != T::Name {
        return None;
    }
    let word = site.slice(site.found.span);
    let meant = meant_keyword(word)?;
    Some(
        Diagnostic::error("E0201", site.found.span, format!("`{word}` begins no paragraph"))
            .help(format!("did you mean `{meant}`?")),
    )
}

fn meant_keyword(word: &str) -> Option<&'static str> {
    const KEYWORDS: [&str; 12] = [
        "sig", "fact", "pred", "fun", "assert", "run", "check", "open", "enum", "module", "abstract",
        "private",
    ];
    match word {
        "signature" | "class" | "type" => return Some("sig"),
        "predicate" => return Some("pred"),
        "function" | "def" => return Some("fun"),
        "import" | "include" | "use" => return Some("open"),
        "axiom" | "invariant" | "constraint" => return Some("fact"),
        "assertion" | "theorem" => return Some("assert"),
        "enumeration" => return Some("enum"),
        _ => {}
    }
    let lower = word.to_lowercase();
    let allowed = if word.len() > 4 { 2 } else { 1 };
    KEYWORDS
        .into_iter()
        .find(|keyword| lower.chars().count() <= 12 && distance(&lower, keyword) <= allowed)
}

/// The number of letters to insert, delete or replace to make `a` into `b` (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, &y) in b.iter().enumerate() {
            let best = (diagonal + usize::from(x != y))
                .min(row[j] + 1)
                .min(row[j + 1] + 1);
            diagonal = std::mem::replace(&mut row[j + 1], best);
        }
    }
    row.last().copied().unwrap_or(0)
}

/// Two fields without a comma between them.
pub(super) fn field_without_comma(site: &Site<'_>) -> Option<Diagnostic> {
    let [brace] = site.open[..] else { return None };
    let first_block = site.tokens.iter().find(|token| token.kind == T::LeftBrace)?;
    let declares = match site.found.kind {
        T::Name => matches!(site.kind_behind(1), Some(T::Colon | T::Comma)),
        T::Var | T::Disj | T::Private => true,
        _ => false,
    };
    let in_fields = site.paragraph() == Some(T::Sig) && brace == *first_block;
    (in_fields && declares && site.expects(",")).then(|| {
        let error = Diagnostic::error("E0201", site.found.span, "a comma is missing between two fields");
        match site.before(1) {
            Some(before) => error.also(before.span, "put a comma behind this"),
            None => error,
        }
    })
}

/// `private` in front of what cannot be private.
pub(super) fn private_word(site: &Site<'_>) -> Option<Diagnostic> {
    let private = site.before(1)?;
    if private.kind != T::Private || site.at != 1 {
        return None;
    }
    let found = site.describe_found();
    Some(
        Diagnostic::error("E0201", site.found.span, format!("{found} cannot be private"))
            .also(private.span, "leave this out")
            .note("private may be: `open`, `enum`, `sig`, fields, `fun`, `pred` and `let`"),
    )
}

/// `{Red, Green}`
fn set_in_braces(site: &Site<'_>) -> Diagnostic {
    let names = site.tokens[..site.at].iter().rev();
    let mut names: Vec<&str> = names
        .take_while(|token| token.kind != T::LeftBrace)
        .filter(|token| token.kind == T::Name)
        .map(|token| site.slice(token.span))
        .collect();
    names.reverse();
    Diagnostic::error("E0201", site.found.span, "a set is not written in braces")
        .note(
            "braces with names in them declare variables: `{ x: A | … }` is the set of all x with a property",
        )
        .help(format!("write `{}`", names.join(" + ")))
}

/// `pred p[x] { … }` and `let x: A | …`.
pub(super) fn parameter_without_bound(site: &Site<'_>) -> Option<Diagnostic> {
    let name = site.before(1).filter(|token| token.kind == T::Name)?;
    let text = site.slice(name.span);
    let closes = matches!(site.found.kind, T::RightBracket | T::RightParen | T::RightBrace);
    if closes && site.expects(":") && site.expects(",") && !site.expects_operator() {
        let in_braces = site.found.kind == T::RightBrace && site.paragraph() != Some(T::Sig);
        if in_braces {
            return Some(set_in_braces(site));
        }
        return Some(
            Diagnostic::error(
                "E0201",
                site.found.span,
                format!("the bound of `{text}` is missing"),
            )
            .also(name.span, "declared here")
            .help(format!("write `{text}: A`")),
        );
    }
    let in_let = site.found.kind == T::Colon && site.expects("=") && !site.expects_operator();
    in_let.then(|| {
        Diagnostic::error("E0201", site.found.span, "`let` binds a name with `=`").help(format!(
            "write `let {text} = e | …`; `some {text}: A | …` is a quantified formula"
        ))
    })
}
