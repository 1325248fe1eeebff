//! Tests of the two ages of the language.

#![allow(clippy::unwrap_used)] // A failed unwrap is a failed test.

use relfind_lang::ast;
use relfind_lang::diag::{Diagnostic, Severity};
use relfind_lang::dialect::{Dialect, parse_in};
use relfind_lang::source::FileId;
use relfind_lang::{LoadOptions, Loaded, Loader, load, load_with};

const FILE: FileId = FileId(0);

/// A file of Alloy 5 that uses all that Alloy 6 reads otherwise.
const OLD: &str = "
    open util/ordering[State]
    sig State { after, steps: set State, var: lone State }
    pred step [s, s': State] { s'.after = s.after and s' in s.steps }
    fact always { all s: State, s'': s.next | step[s, s''] }
    fun once: State { State.var }
    run { some once } for 2
";

/// Files by path.
struct Files(&'static [(&'static str, &'static str)]);

impl Loader for Files {
    fn read(&mut self, path: &str) -> Option<Result<String, String>> {
        let found = self.0.iter().find(|(name, _)| *name == path);
        found.map(|(_, text)| Ok((*text).to_owned()))
    }
}

fn load_files(files: &'static [(&'static str, &'static str)]) -> Loaded {
    load(files[0].0, files[0].1, &mut Files(files))
}

fn said(loaded: &Loaded) -> Vec<String> {
    let one = |d: &Diagnostic| {
        let label = d.primary.as_ref().unwrap();
        let at = loaded.sources.start(label.span);
        let name = loaded.sources.file(label.span.file).name();
        format!("{name}:{}:{}: {}", at.line, at.column, d.message)
    };
    loaded.diagnostics.iter().map(one).collect()
}

#[test]
fn an_older_file_is_read_as_it_is() {
    let loaded = load_files(&[("old.als", OLD)]);
    assert!(loaded.world.is_some());
    assert_eq!(
        said(&loaded),
        ["old.als:3:17: read as Alloy 5, where `after` is a name"]
    );
    assert_eq!(loaded.diagnostics[0].severity, Severity::Note);
}

#[test]
fn a_dialect_that_is_asked_for_is_kept_to() {
    let load = |dialect| {
        let options = LoadOptions {
            dialect: Some(dialect),
        };
        load_with("old.als", OLD, &mut Files(&[]), options)
    };
    let older = load(Dialect::Alloy5);
    assert!(older.world.is_some());
    assert_eq!(older.diagnostics, []);
    assert!(load(Dialect::Alloy6).world.is_none());
}

#[test]
fn what_alloy_6_accepts_keeps_its_meaning() {
    let text = "
        var sig A { var f: set A }
        fact { always all a: A | a.f' = a.f and after some A' }
        run { eventually no A } for 3 but 1..4 steps
    ";
    let (judged, given) = (
        parse_in(FILE, text, None),
        parse_in(FILE, text, Some(Dialect::Alloy6)),
    );
    assert_eq!(judged.dialect, Dialect::Alloy6);
    assert_eq!(judged.diagnostics, []);
    assert_eq!(ast::dump(&judged.module), ast::dump(&given.module));
    // The same text is another one in Alloy 5, if it is one at all.
    assert!(!parse_in(FILE, text, Some(Dialect::Alloy5)).diagnostics.is_empty());
}

#[test]
fn primes_alone_are_no_names() {
    for text in ["run { some none' }", "fact { (univ)' in univ }", "run { a ; b }"] {
        assert_eq!(parse_in(FILE, text, None).dialect, Dialect::Alloy6, "{text}");
    }
    let errors = parse_in(FILE, "fact { (univ)' in univ }", Some(Dialect::Alloy5)).diagnostics;
    assert_eq!(errors[0].code, "E0101");
}

#[test]
fn each_file_has_its_own_age() {
    let loaded = load_files(&[
        (
            "dir/new.als",
            "open old\nvar sig A {}\nfact { always step[S, S] and A' = A }\nrun {}",
        ),
        ("dir/old.als", "sig S {}\npred step [s, s': S] { s = s' }"),
    ]);
    assert!(loaded.world.is_some(), "{:?}", said(&loaded));
    assert_eq!(
        said(&loaded)[0],
        "dir/old.als:2:15: read as Alloy 5, where `s'` is a name"
    );
}

#[test]
fn a_file_may_use_the_old_names_of_another() {
    // Alloy 6 would take `next'` for the next value of `next`.
    let loaded = load_files(&[
        ("new.als", "open old\nrun { some s: S | s.next' = s }"),
        ("old.als", "sig S { next, next': lone S }"),
    ]);
    assert!(loaded.world.is_some(), "{:?}", said(&loaded));
    let loaded = load_files(&[
        ("new.als", "open old\nrun { some s: S | s in s.link' }"),
        ("old.als", "sig S { link': lone S }"),
    ]);
    assert!(loaded.world.is_some(), "{:?}", said(&loaded));
}

#[test]
fn an_open_may_be_relative_to_the_file() {
    let loaded = load_files(&[
        (
            "m/maps/a.als",
            "module other/place/a\nopen ../archs/exec[A] as X\nopen ./b\nsig A {}\nrun { some X/E }",
        ),
        (
            "m/archs/exec.als",
            "module exec[T]\nopen ../maps/b\nsig E { t: T }",
        ),
        ("m/maps/b.als", "module b\nsig B {}"),
    ]);
    assert!(loaded.world.is_some(), "{:?}", said(&loaded));
    // `b` is one file, however it is reached.
    let files: Vec<&str> = loaded.sources.files().map(|(_, file)| file.name()).collect();
    assert_eq!(files.iter().filter(|name| name.ends_with("b.als")).count(), 1);
    assert!(said(&loaded)[0].ends_with("read as Alloy 5, where `../archs` is a path"));
}

#[test]
fn errors_are_told_in_the_age_of_the_file() {
    let codes = |text: &str| -> Vec<&str> {
        let parsed = parse_in(FILE, text, None);
        parsed.diagnostics.iter().map(|d| d.code).collect()
    };
    // Old names everywhere, and one slip.
    let old = "pred p [s, s': S] {}\npred q [s, s': S] {}\npred r [x: S] { x == x }\nsig S {}";
    assert_eq!(codes(old)[0], "N0201");
    assert_eq!(codes(old).len(), 2);
    // A single prime in a file that is of today.
    let new = "var sig S {}\nfact { all s, s': S | s in S }";
    assert_eq!(codes(new), ["E0203"]);
}
