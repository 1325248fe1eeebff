//! Deep and large specifications.

use std::fmt::Write;
use std::time::{Duration, Instant};

use relfind_lang::diag::Diagnostic;
use relfind_lang::parser::MAX_DEPTH;
use relfind_lang::source::Span;

use crate::{load, render};

#[test]
fn trees_as_deep_as_the_parser_allows() {
    let levels = MAX_DEPTH as usize - 20;
    let sum = vec!["A"; levels].join(" + ");
    let nots = "not ".repeat(levels) + "some A";
    let joins = "A".to_owned() + &".f".repeat(levels);
    let boxes = "(".repeat(levels) + "A" + &")".repeat(levels);
    let nested = "all x: A | ".repeat(levels / 2) + "some x";
    for text in [
        format!("some {sum}"),
        nots,
        format!("some {joins}"),
        format!("some {boxes}"),
        nested,
    ] {
        let loaded = load(&format!("sig A {{ f: set A }} run {{ {text} }}"));
        let errors: Vec<_> = loaded.diagnostics.iter().filter(|d| d.is_error()).collect();
        assert!(loaded.world.is_some(), "{:?}", errors.first());
    }
}

#[test]
fn chains_may_be_long() {
    let chain = |op: &str, operand: &str| vec![operand; 50_000].join(&format!(" {op} "));
    for text in [
        format!("some {}", chain("+", "A.f")),
        chain("and", "some A.f"),
        chain("or", "no A.f"),
        format!("{} and some A", chain("&&", "some A")),
        format!("some a: {} | some a", chain("+", "A")),
    ] {
        let loaded = load(&format!("sig A {{ f: set A }} run {{ {text} }}"));
        let errors: Vec<_> = loaded.diagnostics.iter().filter(|d| d.is_error()).collect();
        assert!(loaded.world.is_some(), "{:?}", errors.first());
    }
}

#[test]
fn long_chains_mean_what_short_ones_do() {
    let codes = |text: &str| -> Vec<(&'static str, Option<Span>)> {
        let loaded = load(&format!(
            "sig A {{ f: set A }} sig B {{ f: set B }} run {{ {text} }}"
        ));
        let place = |d: &Diagnostic| d.primary.as_ref().map(|label| label.span);
        loaded.diagnostics.iter().map(|d| (d.code, place(d))).collect()
    };
    // Every form at a length that is a tree and at one that is flat: the same faults, at the same places up to the chain's end.
    for (operand, last) in [
        ("A.f", "B.f"),
        ("A", "f"),
        ("A", "g"),
        ("A", "lone A"),
        ("A", "some A"),
    ] {
        let chain = |length: usize| {
            format!(
                "some ({operand}.f + {}{last})",
                format!("{operand} + ").repeat(length)
            )
        };
        let kinds = |length| {
            codes(&chain(length))
                .into_iter()
                .map(|(code, _)| code)
                .collect::<Vec<_>>()
        };
        assert_eq!(kinds(20), kinds(100), "{operand} {last}");
    }
    let sum = |length: usize| format!("some {}", vec!["#A"; length].join(" + "));
    assert_eq!(codes(&sum(5)), codes(&sum(500)));
}

#[test]
fn a_chain_of_several_arities_is_limited() {
    let chain = |length: usize| {
        let chain = vec!["g"; length].join(" + ");
        load(&format!(
            "sig A {{ g: A }} sig B {{ g: A -> A }} run {{ some A.({chain}) & A }}"
        ))
    };
    assert!(chain(200).world.is_some());
    let loaded = chain(2000);
    let codes: Vec<_> = loaded.diagnostics.iter().map(|d| d.code).collect();
    assert_eq!(codes, ["E0215"]);
    assert!(loaded.diagnostics[0].message.contains("chain"));
}

#[test]
fn overloads_nested_deeply_are_decided_once() {
    let decls = "open util/ordering[A] as x open util/ordering[B] as y sig A {} sig B {}\n";
    let calls = "next[".repeat(300) + "A" + &"]".repeat(300);
    let loaded = load(&format!("{decls}run {{ some {calls} }}"));
    assert!(loaded.world.is_some(), "{}", render::render(&loaded));
    let ambiguous = "next[".repeat(300) + "univ" + &"]".repeat(300);
    assert!(
        load(&format!("{decls}run {{ some {ambiguous} }}"))
            .world
            .is_none()
    );
}

#[test]
fn a_large_file_is_resolved_quickly() {
    let mut text = String::from("open util/ordering[A]\nsig A { f: set A, v: Int }\n");
    for i in 0..400 {
        writeln!(
            text,
            "sig S{i} extends A {{ g{i}: A -> lone S{i} }} {{ some f.@v and g{i}.univ in f }}"
        )
        .unwrap();
        writeln!(
            text,
            "pred p{i}[x, y: S{i}] {{ all z: x.f | lt[z, y] or #z.g{i} > x.v.plus[{i}] }}"
        )
        .unwrap();
    }
    text.push_str("run { some A }");
    let start = Instant::now();
    let loaded = load(&text);
    assert!(loaded.world.is_some(), "{}", render::render(&loaded));
    assert!(
        start.elapsed() < Duration::from_secs(5),
        "it took {:?}",
        start.elapsed()
    );
}

/// Files by path.
struct Map(std::collections::BTreeMap<String, String>);

impl relfind_lang::Loader for Map {
    fn read(&mut self, path: &str) -> Option<Result<String, String>> {
        self.0.get(path).cloned().map(Ok)
    }
}

#[test]
fn diamonds_of_modules_do_not_explode() {
    let mut files = std::collections::BTreeMap::new();
    for i in 0..30 {
        let opens = if i == 29 {
            String::new()
        } else {
            format!("open m{0} as a\nopen m{0} as b\n", i + 1)
        };
        files.insert(format!("m{i}.als"), format!("{opens}sig S{i} {{}}"));
    }
    let loaded = relfind_lang::load("main.als", "open m0\nrun { some S29 }", &mut Map(files));
    assert_eq!(loaded.world.map(|w| w.modules.len()), Some(32));
}
