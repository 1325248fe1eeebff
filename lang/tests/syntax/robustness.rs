//! No text is too strange, too deep or too long.

use std::fmt::Write;

use proptest::prelude::*;
use relfind_lang::ast::dump_expr;
use relfind_lang::parser::{MAX_BRACKETS, MAX_DEPTH, parse_expr};

use crate::{FILE, parse};

fn codes(text: &str) -> Vec<&'static str> {
    parse(text).1.iter().map(|error| error.code).collect()
}

fn repeated(part: &str, times: usize, rest: &str) -> String {
    format!("fact {{ {}{rest} }} sig A {{}}", part.repeat(times))
}

#[test]
fn empty_texts_are_empty_modules() {
    for text in ["", " \n", "\u{feff}", "// only a comment", "\u{feff}/* */"] {
        assert_eq!(codes(text), [] as [&str; 0], "{text:?}");
    }
    assert_eq!(codes("\0\0\0"), ["E0101"]);
}

#[test]
fn deep_nesting_ends_in_a_limit() {
    let deep = 100_000;
    for (text, code) in [
        (repeated("(", deep, "A"), "E0215"),
        (repeated("{", deep, "A"), "E0215"),
        (repeated("f[", deep, "A"), "E0215"),
        (repeated("not ", deep, "A"), "E0215"),
        (repeated("~", deep, "A"), "E0215"),
        (repeated("A => ", deep, "A"), "E0215"),
        (repeated("A -> ", deep, "A"), "E0215"),
        (repeated("A ; ", deep, "A"), "E0215"),
        (repeated("A - ", deep, "A"), "E0215"),
        (repeated("A & ", deep, "A"), "E0215"),
        (repeated("A.", deep, "A"), "E0215"),
        (repeated("let x = A | ", deep, "A"), "E0215"),
        (repeated("all x: A | ", deep, "A"), "E0215"),
        (repeated("A => A else ", deep, "A"), "E0215"),
        (format!("run p{} sig A {{}}", " => run p".repeat(deep)), "E0215"),
    ] {
        let (module, errors) = parse(&text);
        assert_eq!(errors[0].code, code, "{}", &text[..40]);
        assert_eq!(module.paragraphs.len(), 1, "{}", &text[..40]);
        drop(module.clone());
    }
}

#[test]
fn chains_are_not_deep() {
    for op in ["+", "and", "&&", "or", "||"] {
        let (module, errors) = parse(&repeated(&format!("A {op} "), 50_000, "A"));
        assert!(errors.is_empty(), "{op}: {:?}", errors.first());
        drop(module.clone());
    }
}

#[test]
fn chains_are_printed_as_the_trees_that_they_stand_for() {
    for op in ["+", "and", "or"] {
        for length in [3, 63, 64, 65, 66, 200] {
            let chain = vec!["A"; length].join(&format!(" {op} "));
            let tree = (1..length).fold("A".to_owned(), |tree, _| format!("({tree} {op} A)"));
            let printed = |text: &str| dump_expr(&parse_expr(FILE, text).unwrap());
            assert_eq!(printed(&chain), printed(&tree), "{op} {length}");
        }
    }
}

#[test]
fn nesting_below_the_limit_is_fine() {
    let chain = MAX_DEPTH as usize - 5;
    assert_eq!(codes(&repeated("A + ", chain, "A")), [] as [&str; 0]);
    assert_eq!(codes(&repeated("not ", chain, "some A")), [] as [&str; 0]);
    let brackets = MAX_BRACKETS - 5;
    let text = format!(
        "fact {{ some {}A{} }}",
        "(".repeat(brackets),
        ")".repeat(brackets)
    );
    assert_eq!(codes(&text), [] as [&str; 0]);
}

#[test]
fn long_lists_are_not_deep() {
    let mut text = String::from("fact { ");
    for i in 0..20_000 {
        write!(text, "some a{i} ").unwrap();
    }
    text.push_str("} sig A { ");
    for i in 0..20_000 {
        write!(text, "f{i}: A, ").unwrap();
    }
    text.push('}');
    assert_eq!(codes(&text), [] as [&str; 0]);
}

#[test]
fn too_much_text_is_refused() {
    assert_eq!(codes(&" ".repeat(9 << 20)), ["E0110"]);
}

#[test]
fn garbage_ends_in_a_bounded_number_of_errors() {
    let garbage = "?% \u{1F600} 1a \"x\n}{)( ".repeat(20_000);
    assert!(codes(&garbage).len() <= 200, "{}", codes(&garbage).len());
}

#[test]
fn broken_paragraphs_end_in_a_bounded_number_of_errors() {
    assert!(codes(&"sig { ".repeat(10_000)).len() <= 100);
    assert!(codes(&"sig A = ".repeat(10_000)).len() <= 100);
}

const WORDS: &[&str] = &[
    "sig",
    "fact",
    "pred",
    "fun",
    "assert",
    "run",
    "check",
    "open",
    "module",
    "enum",
    "let",
    "all",
    "some",
    "no",
    "one",
    "lone",
    "set",
    "seq",
    "sum",
    "in",
    "extends",
    "abstract",
    "private",
    "var",
    "disj",
    "for",
    "but",
    "exactly",
    "expect",
    "as",
    "else",
    "this",
    "univ",
    "none",
    "iden",
    "Int",
    "int",
    "String",
    "steps",
    "not",
    "and",
    "or",
    "implies",
    "iff",
    "always",
    "after",
    "until",
    "since",
    "once",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "|",
    ":",
    ",",
    ";",
    "'",
    "=",
    "!",
    "!=",
    "<",
    ">",
    "=<",
    ">=",
    "=>",
    "<=>",
    "+",
    "-",
    "++",
    "&",
    "&&",
    "||",
    "->",
    "<:",
    ":>",
    ".",
    "..",
    "::",
    "/",
    "~",
    "^",
    "*",
    "#",
    "@",
    "<<",
    ">>",
    ">>>",
    "a",
    "b",
    "c",
    "A",
    "B",
    "x",
    "y",
    "f",
    "3",
    "0x1F",
    "99999999999",
    "\"s\"",
    "\"",
    "\\",
    "\n",
    "//",
    "--",
    "/*",
    "*/",
    "add",
    "totalOrder",
    "é",
    "\u{2019}",
    "\0",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn token_soup_never_panics(picks in prop::collection::vec(0..WORDS.len(), 0..60), glue in any::<bool>()) {
        let words: Vec<&str> = picks.iter().map(|&i| WORDS[i]).collect();
        let text = words.join(if glue { "" } else { " " });
        let (module, errors) = parse(&text);
        for error in &errors {
            prop_assert!(error.is_error());
            let span = error.primary.as_ref().map(|label| label.span);
            prop_assert!(span.is_some_and(|span| span.start <= span.end && span.end as usize <= text.len()));
        }
        prop_assert!(!relfind_lang::ast::dump(&module).contains("<error>"));
        let _ = parse_expr(FILE, &text);
    }

    #[test]
    fn any_text_never_panics(text in "\\PC*") {
        let _ = parse(&text);
        let _ = parse_expr(FILE, &text);
    }

    #[test]
    fn damaged_models_never_panic(cut in 0usize..600, paste in 0usize..600, length in 0usize..40) {
        let model = include_str!("farm.als");
        let at = |i: usize| (0..=i.min(model.len())).rev().find(|&i| model.is_char_boundary(i)).unwrap_or(0);
        let (cut, paste) = (at(cut), at(paste));
        let piece = &model[cut..at(cut + length)];
        let text = format!("{}{piece}{}", &model[..paste], &model[at(paste + length)..]);
        let _ = parse(&text);
    }
}
