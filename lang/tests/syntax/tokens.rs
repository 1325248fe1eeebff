//! Tokens before and after the filter.

use insta::assert_snapshot;
use relfind_lang::filter::filter;
use relfind_lang::lexer::{self, TokenKind, lex};

use crate::FILE;

fn kinds(text: &str) -> Vec<TokenKind> {
    let (tokens, errors) = lex(FILE, text);
    assert_eq!(errors, [], "errors in {text}");
    filter(&tokens, text).iter().map(|token| token.kind).collect()
}

fn dump(text: &str) -> String {
    let (tokens, errors) = lex(FILE, text);
    assert_eq!(errors, [], "errors in {text}");
    format!(
        "{}-- filtered\n{}",
        lexer::dump(&tokens, text),
        lexer::dump(&filter(&tokens, text), text)
    )
}

#[test]
fn symbols() {
    assert_snapshot!(dump(
        "! # && & ( ) * ++ + , - . / :: :> : <=> <= <: << < =< => = >>> >> >= > @ [ ] ^ { || | } ~ ; ' ‘ ’"
    ));
}

#[test]
fn names_numbers_and_strings() {
    assert_snapshot!(dump(
        "x s\" Ünïcode a_1 $v 007 0x0F 0xff_00 0b1_01 \"a\\n\\\"b\\\\\" // end\n-- end\n/* a */ y /** b **/ z"
    ));
}

#[test]
fn a_command_label_moves_behind_the_keyword() {
    assert_snapshot!(dump("here: run p for 3 there: check { }"));
}

#[test]
fn words_merge() {
    assert_snapshot!(dump(
        "a lone -> some b -> set c one-> d ! = e not in f pred / totalOrder fun/add"
    ));
}

#[test]
fn quantifiers_are_told_from_prefixes() {
    assert_snapshot!(dump(
        "some x, y: A | some x f: some A some disj z: B no x, y sum n: N | n sum n"
    ));
}

#[test]
fn other_spellings_are_the_same_tokens() {
    for (one, other) in [
        ("a && b", "a and b"),
        ("a || b", "a or b"),
        ("!a", "not a"),
        ("a => b", "a implies b"),
        ("a <=> b", "a iff b"),
        ("a.b", "a :: b"),
        ("a <= b", "a =< b"),
        ("a' b’", "a‘ b'"),
        ("a != b", "a not /* really */ = b"),
        ("a !<= b", "a ! =< b"),
        ("A set -> set B", "A -> B"),
    ] {
        assert_eq!(kinds(one), kinds(other), "{one} and {other}");
    }
}

#[test]
fn a_minus_makes_a_number_negative_only_where_nothing_is_subtracted_from() {
    use TokenKind::{Minus, Name, Number, Prime};
    assert_eq!(kinds("-2"), [Number(-2)]);
    assert_eq!(kinds("3-2"), [Number(3), Minus, Number(2)]);
    assert_eq!(kinds("a - -1"), [Name, Minus, Number(-1)]);
    assert_eq!(kinds("a' -1"), [Name, Prime, Number(-1)]);
    assert_eq!(kinds("- a"), [Minus, Name]);
}

#[test]
fn lexing_goes_on_after_errors() {
    let text = "sig 1a ? \"open\n 0x7 99999999999 \"\" \"\\q\" \"s\"t";
    let (tokens, errors) = lex(FILE, text);
    let codes: Vec<&str> = errors.iter().map(|error| error.code).collect();
    assert_eq!(
        codes,
        [
            "E0102", "E0101", "E0104", "E0102", "E0103", "E0106", "E0105", "E0107"
        ]
    );
    assert_eq!(tokens.len(), 8);
}
