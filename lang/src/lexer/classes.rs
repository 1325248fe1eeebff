//! Which characters make identifiers: those of Java, and the double quote.

/// Whether an identifier may begin with `c`: a letter, a currency sign or connecting punctuation.
pub(super) fn is_identifier_start(c: char) -> bool {
    match c {
        'a'..='z' | 'A'..='Z' | '_' | '$' => true,
        '\0'..='\x7f' => false,
        _ => c.is_alphabetic() || is_currency(c) || is_connector(c),
    }
}

/// Whether an identifier may go on with `c`.
pub(super) fn is_identifier_part(c: char) -> bool {
    match c {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '_' | '$' | '"' => true,
        '\0'..='\x7f' => false,
        _ => is_identifier_start(c) || c.is_alphanumeric() || is_combining(c),
    }
}

fn is_currency(c: char) -> bool {
    matches!(c, '\u{a2}'..='\u{a5}' | '\u{58f}' | '\u{60b}' | '\u{e3f}' | '\u{20a0}'..='\u{20c0}' | '\u{fdfc}'
        | '\u{fe69}' | '\u{ff04}' | '\u{ffe0}' | '\u{ffe1}' | '\u{ffe5}' | '\u{ffe6}')
}

fn is_connector(c: char) -> bool {
    matches!(
        c,
        '\u{203f}' | '\u{2040}' | '\u{2054}' | '\u{fe33}' | '\u{fe34}' | '\u{fe4d}'..='\u{fe4f}' | '\u{ff3f}'
    )
}

/// The combining marks of common scripts that are not alphabetic by themselves.
fn is_combining(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20dc}'
        | '\u{fe20}'..='\u{fe2f}')
}
