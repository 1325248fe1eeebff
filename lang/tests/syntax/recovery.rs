//! One file reports all its errors, and keeps what is right.

use relfind_lang::ast::dump;

use crate::parse;

fn codes_and_tree(text: &str) -> (Vec<&'static str>, String) {
    let (module, errors) = parse(text);
    (errors.iter().map(|error| error.code).collect(), dump(&module))
}

#[test]
fn every_paragraph_reports_its_own_error() {
    let text = "sig A { f: lone }\nsig B {}\npred p { A == B }\nrun p for exactly 3\nfact { some A }";
    let (codes, tree) = codes_and_tree(text);
    assert_eq!(codes, ["E0201", "E0205", "E0208"]);
    assert_eq!(tree, "(sig B)\n(fact (block (some A)))\n");
}

#[test]
fn an_unclosed_brace_costs_one_paragraph() {
    let (codes, tree) = codes_and_tree("pred p { some A { \nabstract sig A {}\nrun p");
    assert_eq!(codes, ["E0202"]);
    assert_eq!(tree, "(abstract sig A)\n(run p)\n");
}

#[test]
fn a_brace_too_many_costs_one_paragraph() {
    let (codes, tree) = codes_and_tree("pred p { } }\nsig A {}");
    assert_eq!(codes, ["E0226"]);
    assert_eq!(tree, "(sig A)\n");
}

#[test]
fn a_missing_sig_costs_one_paragraph() {
    let (codes, tree) = codes_and_tree("sig A {}\nabstract B {}\none sig C {}");
    assert_eq!(codes, ["E0201"]);
    assert_eq!(tree, "(sig A)\n(one sig C)\n");
}

#[test]
fn a_keyword_as_a_field_name_is_one_error() {
    let (codes, tree) = codes_and_tree("sig A { fact: A, check: A }\nsig B {}");
    assert_eq!(codes, ["E0204"]);
    assert_eq!(tree, "(sig B)\n");
}

#[test]
fn a_malformed_token_is_not_reported_twice() {
    let (codes, _) = codes_and_tree("sig A {}\nfact { A in \"open }\nsig B {}\nfact { 1a ?? }");
    assert_eq!(codes, ["E0104", "E0102", "E0101", "E0101"]);
}

#[test]
fn errors_come_in_the_order_of_the_text() {
    let (_, errors) = parse("fact { ? }\nsig {}\nfact { % }\nfact { = }");
    let starts: Vec<u32> = errors
        .iter()
        .filter_map(|e| e.primary.as_ref())
        .map(|label| label.span.start)
        .collect();
    assert_eq!(starts.len(), 4);
    assert!(starts.is_sorted());
}

#[test]
fn a_broken_open_does_not_make_the_next_one_late() {
    let (codes, _) = codes_and_tree("open a[\nopen b\nsig A {}");
    assert_eq!(codes, ["E0202"]);
}
