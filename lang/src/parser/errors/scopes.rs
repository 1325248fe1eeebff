//! Slips in commands and their scopes.

use super::Site;
use crate::diag::Diagnostic;
use crate::lexer::TokenKind as T;

/// A slip behind `run` or `check`.
pub(super) fn find(site: &Site<'_>) -> Option<Diagnostic> {
    if !matches!(site.paragraph(), Some(T::Run | T::Check)) || !site.open.is_empty() {
        return None;
    }
    let in_scope = site.tokens[..site.at].iter().any(|token| token.kind == T::For);
    let span = site.found.span;
    if site.found.kind == T::Exactly {
        return Some(misplaced_exactly(site, in_scope));
    }
    if !in_scope {
        let number = matches!(site.found.kind, T::Number(_));
        return number.then(|| {
            Diagnostic::error("E0201", span, "a scope begins with `for`")
                .help(format!("write `for {}`", site.slice(span)))
        });
    }
    let after_number = matches!(site.kind_before(1), Some(T::Number(_)));
    if site.kind_before(1) == Some(T::For) && site.found.kind == T::Name {
        return Some(
            Diagnostic::error(
                "E0201",
                span,
                format!("expected a number, found {}", site.describe_found()),
            )
            .help(format!("the number comes first: `for 3 {}`", site.slice(span))),
        );
    }
    if site.kind_before(1) == Some(T::For) && site.found.kind == T::But {
        return Some(
            Diagnostic::error("E0201", span, "the number before `but` is missing")
                .help("write `for 3 but …`, or leave `but` out"),
        );
    }
    if after_number && site.found.kind == T::Comma && site.kind_before(2) == Some(T::For) {
        return Some(
            Diagnostic::error("E0201", span, "the exceptions to an overall scope follow `but`")
                .help(format!("write `for {} but …`", site.slice(site.before(1)?.span))),
        );
    }
    if matches!(site.kind_before(1), Some(T::But | T::Comma)) && site.found.kind == T::Name {
        return Some(
            Diagnostic::error(
                "E0201",
                span,
                format!("expected a number, found {}", site.describe_found()),
            )
            .help(format!("the number comes first: `2 {}`", site.slice(span))),
        );
    }
    if site.kind_before(1) == Some(T::Exactly) && !matches!(site.found.kind, T::Number(_)) {
        return Some(
            Diagnostic::error(
                "E0208",
                span,
                format!("expected a number, found {}", site.describe_found()),
            )
            .help("write a number and a signature behind `exactly`: `for 3 but exactly 2 A`"),
        );
    }
    if after_number && site.expects("steps") {
        return Some(scope_of_nothing(site));
    }
    None
}

fn misplaced_exactly(site: &Site<'_>, in_scope: bool) -> Diagnostic {
    let error = Diagnostic::error("E0208", site.found.span, "`exactly` cannot stand here")
        .note("`exactly` belongs in front of a number that is the scope of one signature");
    if !in_scope {
        return error.help("a scope begins with `for`: `for exactly 3 A`");
    }
    match site.kind_before(1) {
        Some(T::Number(_)) => error.help("write `but` behind the overall scope: `for 3 but exactly 2 A`"),
        Some(T::Name) => error.help("put a comma between the scopes: `for exactly 3 A, exactly 2 B`"),
        _ => error.help("as in `for exactly 3 A, exactly 2 B` and `for 3 but exactly 2 A`"),
    }
}

/// `for exactly 3`, `for 3 but 2`: a number without its signature.
fn scope_of_nothing(site: &Site<'_>) -> Diagnostic {
    let exactly = site.kind_before(2) == Some(T::Exactly);
    let found = site.describe_found();
    let code = if exactly { "E0208" } else { "E0201" };
    let error = Diagnostic::error(
        code,
        site.found.span,
        format!("expected the name of a signature, found {found}"),
    );
    match site.before(1) {
        Some(number) => {
            let error = error.also(number.span, "this is the scope of which signature?");
            if exactly {
                error.help("name the signature, as in `for exactly 3 A`; an overall scope is never exact")
            } else {
                error.help("name the signature, as in `for 3 but 2 A`")
            }
        }
        None => error,
    }
}
