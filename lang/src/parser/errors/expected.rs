//! What the grammar would have taken, in words.

use super::Site;
use crate::lexer::TokenKind as T;

/// More alternatives than this are no help.
const MOST: usize = 4;

/// Tokens worth naming one by one, the likeliest first.
const NAMED: [&str; 26] = [
    "|", "}", ")", "]", ":", "{", "[", ",", "=", "else", "sig", "but", "extends", "in", "as", "for",
    "expect", "/", "open", "fun", "pred", "enum", "let", "run", "check", "exactly",
];

/// A phrase such as "an operator or `)`"; `None` where it would be no help.
pub(super) fn in_words(site: &Site<'_>) -> Option<String> {
    if site.at == 0 || (site.open.is_empty() && site.kind_before(1) == Some(T::RightBrace)) {
        return Some("a new paragraph, such as `sig`, `fact`, `pred` or `run`".to_owned());
    }
    let mut parts: Vec<String> = Vec::new();
    let expression = site.expects_expression();
    let operator = site.expects_operator();
    if expression {
        parts.push("an expression".to_owned());
    } else if site.expects("name") {
        parts.push("a name".to_owned());
    }
    if operator {
        parts.push("an operator".to_owned());
    }
    if site.expects("number") && !expression {
        parts.push("a number".to_owned());
    }
    for terminal in NAMED {
        let covered = match terminal {
            "{" | "let" | "fun" | "pred" => expression,
            "[" | "=" | "in" | "/" => operator || expression,
            _ => false,
        };
        // The bracket that is open can be closed; the others are noise.
        if site.expects(terminal) && !covered {
            parts.push(format!("`{terminal}`"));
        }
    }
    if parts.is_empty() || parts.len() > MOST + 2 {
        return None;
    }
    parts.truncate(MOST);
    Some(join(&parts))
}

fn join(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [init @ .., last] => format!("{} or {last}", init.join(", ")),
    }
}
