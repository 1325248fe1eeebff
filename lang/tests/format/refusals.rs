//! What is not formatted.

use super::FILE;
use relfind_lang::dialect::Dialect;
use relfind_lang::format::{FormatError, format};

#[test]
fn a_text_with_syntax_errors() {
    let refused = format(FILE, "a.als", "sig A {", None).unwrap_err();
    assert!(matches!(refused, FormatError::Syntax(errors) if errors.len() == 1));
}

#[test]
fn a_text_of_another_dialect() {
    let text = "pred p [s, s': S] {}";
    assert!(format(FILE, "a.als", text, None).is_ok());
    assert!(format(FILE, "a.als", text, Some(Dialect::Alloy5)).is_ok());
    assert!(format(FILE, "a.als", text, Some(Dialect::Alloy6)).is_err());
}
