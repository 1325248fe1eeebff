//! Deep and large specifications.

use std::fmt::Write;
use std::time::{Duration, Instant};

use relfind_lang::parser::MAX_DEPTH;

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
