//! The reader's own text in the words of messages: an example of a repair is best made of what stands there.

use std::borrow::Cow;

/// Longer pieces of text are no help in an example.
const LONGEST: usize = 60;

/// A piece of text on one line; `…` for what is too long or has comments.
pub(crate) fn one_line(text: &str) -> Cow<'_, str> {
    let text = text.trim();
    let commented = ["//", "--", "/*"].iter().any(|mark| text.contains(mark));
    if commented || text.is_empty() || text.chars().count() > LONGEST {
        return Cow::Borrowed("…");
    }
    if text.contains(['\n', '\t', '\r']) {
        return Cow::Owned(text.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    Cow::Borrowed(text)
}

/// A piece of text as the operand of any operator: in parentheses unless it holds together without.
pub(crate) fn operand(text: &str) -> Cow<'_, str> {
    let text = one_line(text);
    if text == "…" || holds_together(&text) {
        text
    } else {
        Cow::Owned(format!("({text})"))
    }
}

/// A piece of text as the right side of a `.`, which takes joins from the left: in parentheses unless it is a name.
pub(crate) fn behind_dot(text: &str) -> Cow<'_, str> {
    let text = operand(text);
    let bracketed = in_brackets(&text).is_some_and(|inside| inside.len() + 2 == text.len());
    if bracketed || !text.contains(['.', '[']) {
        text
    } else {
        Cow::Owned(format!("({text})"))
    }
}

/// Whether a text is a name, a number, a join of such, or something in brackets.
fn holds_together(text: &str) -> bool {
    let mut depth = 0_usize;
    text.chars().all(|c| match c {
        '(' | '[' | '{' => {
            depth += 1;
            true
        }
        ')' | ']' | '}' => {
            let inside = depth > 0;
            depth = depth.saturating_sub(1);
            inside
        }
        _ => depth > 0 || c.is_alphanumeric() || matches!(c, '_' | '.' | '\'' | '@' | '/' | '"'),
    }) && depth == 0
}

/// The names, joins and calls that end at `end`, such as `a.f[b]` in front of `.size`.
pub(crate) fn value_before(text: &str, end: usize) -> &str {
    let Some(before) = text.get(..end) else { return "" };
    let mut depth = 0_usize;
    let mut start = end;
    for (i, c) in before.char_indices().rev() {
        match c {
            ')' | ']' => depth += 1,
            '(' | '[' if depth > 0 => depth -= 1,
            '\n' => break,
            _ if depth > 0 => {}
            c if c.is_alphanumeric() || matches!(c, '_' | '.' | '\'' | '@' | '/') => {}
            _ => break,
        }
        if depth == 0 {
            start = i;
        }
    }
    &before[start..]
}

/// What stands in the brackets that open at the start of `text`.
pub(crate) fn in_brackets(text: &str) -> Option<&str> {
    let mut depth = 0_usize;
    for (i, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return text.get(1..i);
                }
            }
            _ if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// How many parts a text has between commas outside of brackets.
pub(crate) fn parts(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut commas = 0;
    for c in text.chars() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => commas += 1,
            _ => {}
        }
    }
    commas + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_hold_together() {
        assert_eq!(operand("a.f"), "a.f");
        assert_eq!(operand("f[a, b].g"), "f[a, b].g");
        assert_eq!(operand("a + b"), "(a + b)");
        assert_eq!(operand("(a) + (b)"), "((a) + (b))");
        assert_eq!(operand("a // which\n+ b"), "…");
    }

    #[test]
    fn joins_are_not_taken_apart() {
        assert_eq!(behind_dot("f"), "f");
        assert_eq!(behind_dot("a.f"), "(a.f)");
        assert_eq!(behind_dot("f[a]"), "(f[a])");
        assert_eq!(behind_dot("f + g"), "(f + g)");
        assert_eq!(behind_dot("(a).f"), "((a).f)");
    }

    #[test]
    fn values_end_before_a_place() {
        let text = "x = b + n.f[a + c].size";
        assert_eq!(value_before(text, text.len() - 5), "n.f[a + c]");
        assert_eq!(value_before("(", 1), "");
    }

    #[test]
    fn brackets_close() {
        assert_eq!(in_brackets("(a + (b)) > 2"), Some("a + (b)"));
        assert_eq!(in_brackets("(a"), None);
        assert_eq!(in_brackets("a(b)"), None);
        assert_eq!(parts("a, f[b, c]"), 2);
    }
}
