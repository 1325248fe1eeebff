//! Modules: files, aliases, parameters, privacy.

use relfind_lang::Loaded;

use crate::{Files, first_error, load, load_with, render};

fn paths(loaded: &Loaded) -> Vec<&str> {
    let world = loaded
        .world
        .as_ref()
        .unwrap_or_else(|| panic!("{}", render::render(loaded)));
    world.modules.iter().map(|m| m.path.as_str()).collect()
}

#[test]
fn every_module_opens_util_integer_but_once() {
    let loaded = load("open util/boolean sig A { b: Bool } run {}");
    assert_eq!(paths(&loaded), ["", "integer", "boolean"]);
}

#[test]
fn aliases() {
    let loaded = load("open util/ordering[A] open util/ordering[B] sig A, B {} run { some ordering/first }");
    assert_eq!(paths(&loaded), ["", "integer", "ordering", "open$3"]);
}

#[test]
fn equal_opens_are_one_instance() {
    let loaded =
        load("open util/ordering[A] as o1 open util/ordering[A] as o2 sig A {} run { o1/first = o2/first }");
    assert_eq!(paths(&loaded), ["", "integer", "o1"]);
}

#[test]
fn an_enumeration_opens_its_order() {
    let loaded = load("enum E { X, Y } run { first = X and X.next = Y and lt[X, Y] }");
    assert_eq!(paths(&loaded), ["", "integer", "ordering"]);
    let world = loaded.world.as_ref().unwrap();
    assert!(
        world
            .sigs
            .iter()
            .any(|s| s.name == "E" && s.forced_exact && s.is_enum)
    );
}

#[test]
fn seq_opens_sequniv_only_where_it_is_used() {
    let loaded = load("sig A { s: seq A } run { some a: A | some a.s.first }");
    assert_eq!(paths(&loaded), ["", "integer", "seq"]);
    let lib = [("lib.als", "sig L { s: seq L }")];
    let loaded = load_with("open lib\nrun { some l: L | some l.s.first }", &lib);
    assert_eq!(paths(&loaded), ["", "integer", "lib", "lib/seq"]);
    assert_eq!(load("sig A {} run { some A.elems }").diagnostics[0].code, "E0301");
}

#[test]
fn paths_follow_the_names_of_modules() {
    let files = [
        ("a/q.als", "module a/q open a/b/r sig Q {}"),
        ("a/b/r.als", "module a/b/r sig R {}"),
    ];
    let loaded = load_with("open a/q as q\nrun { some Q and some R }", &files);
    assert_eq!(
        paths(&loaded),
        ["", "integer", "q", "q/open$2"].map(|p| if p == "q/open$2" { "q/r" } else { p })
    );
}

#[test]
fn a_file_of_the_user_wins_over_the_library() {
    let loaded = load_with(
        "open util/boolean\nrun { some Mine }",
        &[("util/boolean.als", "sig Mine {}")],
    );
    assert_eq!(first_error(&loaded), None, "{}", render::render(&loaded));
}

#[test]
fn markdown_is_the_second_choice() {
    let text = "---\ntitle: x\n---\n```alloy\nsig M {}\n```\n";
    let loaded = load_with("open m\nrun { some M }", &[("m.md", text)]);
    assert_eq!(first_error(&loaded), None, "{}", render::render(&loaded));
}

#[test]
fn errors_about_opens_stand_at_the_open() {
    for (text, code, line) in [
        ("open missing", "E0310", 1),
        ("sig A {}", "", 0),
        ("open util/ordering\nsig A {}", "E0313", 1),
        ("open util/boolean\nopen util/ordering[Q]", "E0315", 2),
        ("open util/ordering[none]", "E0314", 1),
        (
            "open util/ordering[A] as x\nopen util/boolean as x\nsig A {}",
            "E0316",
            2,
        ),
        ("open util/ordering[A]\nvar sig A {}", "E0518", 1),
    ] {
        let found = first_error(&load(text)).map_or(("", 0), |(code, line, _)| (code, line));
        assert_eq!(found, (code, line), "{text}");
    }
}

#[test]
fn cycles() {
    let loaded = load_with("open a", &[("a.als", "open b\nsig A {}"), ("b.als", "open a")]);
    assert_eq!(first_error(&loaded).map(|e| e.0), Some("E0312"));
    let loaded = load_with("open main\n", &[("main.als", "open main")]);
    assert_eq!(first_error(&loaded).map(|e| e.0), Some("E0312"));
}

#[test]
fn a_circle_is_reported_at_the_open_that_closes_it() {
    let files = [("a.als", "open b\nsig A {}"), ("b.als", "module b\nopen a")];
    let loaded = load_with("open a", &files);
    assert_eq!(place_of_error(&loaded), ("b.als".to_owned(), 2));
    let notes = &loaded.diagnostics[0].notes;
    assert_eq!(notes[..], ["`a.als` opens `b.als`, which opens `a.als`"]);
}

#[test]
fn an_implied_circle_is_reported_where_the_user_opens_it() {
    // Every module opens `util/integer`; a file in its place does so, too.
    let mut files = Files([("integer.als", "module util/integer")].into());
    let loaded = relfind_lang::load("relation.als", "module util/relation\nsig A {}", &mut files);
    assert_eq!(place_of_error(&loaded), ("relation.als".to_owned(), 1));
}

/// The file and line of the first error, which is about a circle.
fn place_of_error(loaded: &Loaded) -> (String, u32) {
    let error = &loaded.diagnostics[0];
    assert_eq!(error.code, "E0312");
    let span = error.primary.as_ref().unwrap().span;
    let name = loaded.sources.file(span.file).name().to_owned();
    (name, loaded.sources.start(span).line)
}

#[test]
fn errors_in_opened_files_name_the_file() {
    let loaded = load_with("open lib", &[("lib.als", "sig A {}\nfact { some B }")]);
    let label = loaded.diagnostics[0].primary.as_ref().unwrap();
    assert_eq!(loaded.sources.file(label.span.file).name(), "lib.als");
}

#[test]
fn private_names_are_hidden() {
    let lib = [(
        "lib.als",
        "private sig P {} sig Q { private f: Q } private pred h {}",
    )];
    for (text, found) in [
        ("some P", false),
        ("some Q", true),
        ("some Q.f", false),
        ("h", false),
    ] {
        let loaded = load_with(&format!("open lib\nrun {{ {text} }}"), &lib);
        assert_eq!(loaded.world.is_some(), found, "{text}");
    }
}

#[test]
fn private_opens_are_not_passed_on() {
    let files = [("lib.als", "private open k\nsig L {}"), ("k.als", "sig Z {}")];
    assert!(load_with("open lib\nrun { some L }", &files).world.is_some());
    assert!(load_with("open lib\nrun { some Z }", &files).world.is_none());
    assert!(
        load_with("open lib\nrun { some lib/k/Z }", &files)
            .world
            .is_none()
    );
    assert!(
        load_with("private open lib\nrun { some L }", &files)
            .world
            .is_some()
    );
}

#[test]
fn own_names_have_no_priority() {
    let files = [("lib.als", "sig S {}")];
    assert_eq!(
        first_error(&load_with("open lib\nsig S {}\nrun { some S }", &files)),
        Some(("E0302", 3, 12))
    );
    assert!(
        load_with("open lib\nsig S {}\nrun { some this/S and some lib/S }", &files)
            .world
            .is_some()
    );
}

#[test]
fn parameters_stand_for_signatures() {
    let files = [("box.als", "module box[exactly t] sig Box { in_: set t }")];
    let text = "open box[A] as a open box[B] as b sig A, B {}\nrun { some x: a/Box | x.in_ in A }";
    let loaded = load_with(text, &files);
    assert_eq!(paths(&loaded), ["", "integer", "a", "b"]);
    let world = loaded.world.unwrap();
    assert!(
        world
            .sigs
            .iter()
            .filter(|s| s.name == "A" || s.name == "B")
            .all(|s| s.forced_exact)
    );
}

#[test]
fn a_parameter_may_be_a_parameter() {
    let files = [(
        "outer.als",
        "module outer[t] open util/ordering[t] as o fun low: t { o/first }",
    )];
    let loaded = load_with("open outer[A] sig A {} run { some low }", &files);
    assert_eq!(paths(&loaded), ["", "integer", "outer", "outer/o"]);
}

#[test]
fn the_parameters_of_the_root_are_signatures() {
    let loaded = load("module m[exactly t] sig A { f: t } run { some t }");
    let world = loaded.world.unwrap();
    assert!(world.sigs.iter().any(|s| s.label == "this/t" && s.forced_exact));
}

#[test]
fn all_library_modules_resolve() {
    let text = "open util/boolean open util/graph[A] open util/integer open util/natural open util/ordering[A] as o
        open util/relation open util/seqrel[A] open util/sequence[A] open util/sequniv open util/ternary open util/time
        sig A {} run {}";
    let loaded = load(text);
    assert!(loaded.diagnostics.is_empty(), "{}", render::render(&loaded));
}
