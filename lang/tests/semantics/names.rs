//! What names mean: locals, fields in signatures, privacy, duplicates.

use relfind_lang::dump;
use relfind_lang::typed::World;

use crate::{error, formula, formula_error, load, render, world};

/// The declarations of the root module.
fn declarations(text: &str) -> String {
    dump::world(&world(text), |module| module == 0)
}

#[test]
fn locals_hide_everything() {
    let expected = "(some A: (one this/A) | (in A this/B))";
    assert_eq!(formula("sig A, B {}", "some A: A | A in B"), expected);
}

#[test]
fn fields_of_the_signature_are_joined_with_this() {
    let text = "sig A { f: set A, g: f, h: set f.f } { some f and some this.@f and some h }\nrun {}";
    let expected = "\
(sig this/A)
  (field f {this/A->this/A} : (set this/A))
  (field g {this/A->this/A} : (one (. this this/A<:f)))
  (field h {this/A->this/A} : (set (. (. this this/A<:f) this/A<:f)))
";
    assert_eq!(
        error(text).0,
        "E0401",
        "inside a signature a second `f` is `this.f` again"
    );
    let text = text.replace("f.f", "f.@f");
    let text = declarations(&text);
    assert!(text.starts_with(expected), "{text}");
    assert!(text.contains(
        "(fact (and (some (. this this/A<:f)) (some (. this this/A<:f)) (some (. this this/A<:h))))"
    ));
}

#[test]
fn this_dot_field_is_an_error_in_a_signature() {
    assert_eq!(error("sig A { f: set A } {\n some this.f }"), ("E0401", 2));
}

#[test]
fn later_fields_and_fields_of_others_are_unknown_in_bounds() {
    assert_eq!(error("sig A { g: f, f: set A }"), ("E0301", 1));
    assert_eq!(error("sig A { f: set A }\nsig B { g: A.f }"), ("E0301", 2));
}

#[test]
fn inherited_fields_are_known_in_bounds() {
    let text = "sig B extends A { g: f } sig A { f: set A } run {}";
    assert!(declarations(text).contains("(field g {this/B->this/A} : (one (. this this/A<:f)))"));
}

#[test]
fn definitions_may_call_and_see_all_ordinary_fields() {
    let text = "sig A { d = h[f], f: set A } fun h[x: A]: A { x } run {}";
    assert!(declarations(text).contains("(field d {this/A->this/A} = (set this/h[(. this this/A<:f)]))"));
    assert_eq!(
        error("sig A { f: set A, d: h[f] } fun h[x: A]: A { x }").0,
        "E0301"
    );
}

#[test]
fn facts_of_a_signature_see_the_fields_of_others() {
    let text = "sig A { f: set A } sig B { g: set A } { g.f in g } run {}";
    assert!(declarations(text).contains("(fact (in (. (. this this/B<:g) this/A<:f) (. this this/B<:g)))"));
}

#[test]
fn methods_do_not_rewrite_fields() {
    let text = "sig A { f: set A } pred A.m { some f and some this.f } run m";
    assert!(
        declarations(text)
            .contains("(pred this/m[this: (one this/A)] (and (some this/A<:f) (some (. this this/A<:f))))")
    );
}

#[test]
fn one_error_for_a_wrong_bound_even_if_the_field_is_used() {
    let loaded = load("sig A { f: set Missing }\nrun { some f and some A.f and f in A -> A }");
    assert_eq!(loaded.diagnostics.len(), 1, "{}", render::render(&loaded));
}

#[test]
fn one_error_for_a_wrong_parameter_even_if_the_function_is_called() {
    let loaded = load("sig A {} pred p[x: Missing] { some x } run { p[A] } check { some y: A | p[y] }");
    assert_eq!(loaded.diagnostics.len(), 1, "{}", render::render(&loaded));
}

#[test]
fn all_errors_are_reported() {
    let loaded = load("sig A {}\nfact { some B1 }\nfact { some C1 and no D1 }\npred p { A }\nrun q");
    let codes: Vec<_> = loaded.diagnostics.iter().map(|d| d.code).collect();
    assert_eq!(
        codes,
        ["E0403", "E0301", "E0301", "E0301", "E0330"],
        "{}",
        render::render(&loaded)
    );
}

#[test]
fn names_declared_twice() {
    assert_eq!(error("sig A {}\nsig A {}"), ("E0305", 2));
    assert_eq!(error("enum E { A }\nsig A {}"), ("E0305", 2));
    assert_eq!(error("assert a {}\nassert a {}"), ("E0306", 2));
    assert_eq!(error("let m = univ\nlet m = none"), ("E0307", 2));
    assert_eq!(error("sig A { f: A,\n f: A }"), ("E0512", 2));
}

#[test]
fn fields_of_overlapping_signatures_need_different_names() {
    assert_eq!(error("sig A { f: A }\nsig B extends A { f: A }"), ("E0510", 2));
    assert_eq!(error("sig A { f: A }\nsig B in A { f: A }"), ("E0510", 2));
    world("sig A {} sig B extends A { f: A } sig C extends A { f: A } run {}");
}

#[test]
fn facts_may_share_names_and_functions_too() {
    world("fact a {} fact a {} pred p {} pred p[x: univ] { some x } assert p {} run {}");
}

#[test]
fn field_names_do_not_take_paths() {
    assert_eq!(formula_error("sig A { f: A }", "some this/f"), "E0301");
}

#[test]
fn the_path_this_prefers_the_module() {
    assert_eq!(formula("sig A {}", "some this/A"), "(some this/A)");
}

#[test]
fn builtin_signatures_have_fixed_ids() {
    let world = world("run {}");
    let labels: Vec<&str> = world.sigs.iter().map(|s| s.label.as_str()).collect();
    assert_eq!(
        labels[..World::BUILTIN_SIGS],
        ["univ", "Int", "seq/Int", "String", "none"]
    );
}

#[test]
fn the_hierarchy_is_checked() {
    for (text, code) in [
        ("sig A extends B {} sig B extends A {}", "E0507"),
        ("sig A extends A {}", "E0507"),
        ("sig A extends Int {}", "E0506"),
        ("sig A extends none {}", "E0506"),
        ("sig A {} sig B in A {} sig C extends B {}", "E0505"),
        ("sig A in none {}", "E0508"),
        ("sig B {} abstract sig A in B {}", "E0504"),
        ("lone one sig A {}", "E0503"),
        ("enum E { X } sig Q extends E {}", "E0509"),
        ("enum E { X } one sig Q extends X {}", "E0509"),
        ("sig A extends Missing {}", "E0301"),
    ] {
        assert_eq!(error(text).0, code, "{text}");
    }
    world("sig A extends univ {} enum E { X } one sig Q extends E {} sig N in Int {} run {}");
}

#[test]
fn an_exact_subset_is_kept_as_a_signature() {
    let text = declarations("sig A, B {} sig C = A + B {} sig D in A {} run {}");
    assert!(text.contains("(sig this/C = this/A + this/B)"), "{text}");
    assert!(text.contains("(sig this/D in this/A)"), "{text}");
}

#[test]
fn the_meta_model_exists_if_it_is_used() {
    let text = declarations(
        "sig A { f: set B } var sig B extends A {} run { some x: sig$ | some x.value and some A$f.value }",
    );
    let expected = "\
(abstract sig this/sig$)
(abstract sig this/field$)
(one sig this/A$ extends this/sig$)
  (field value {this/A$->this/A} = (set this/A))
  (field fields {this/A$->this/A$f} = (set this/A$f))
  (field parent {this/A$->univ} = (set none))
  (field subfields {this/A$->this/A$f} = (set this/A$f))
(one sig this/B$ extends this/sig$)
  (var field value {this/B$->this/B} = (set this/B))
  (field fields {this/B$->univ} = (set none))
  (field parent {this/B$->this/A$} = (set this/A$))
  (field subfields {this/B$->univ} = (set none))
(one sig this/A$f extends this/field$)
  (field value {this/A$f->this/A->this/B} = (set this/A<:f))
(sig this/static$ = this/A$ + this/A$f)
(sig this/var$ = this/B$)
";
    assert!(text.contains(expected), "{text}");
    let goal = formula("sig A { f: set A }", "some x: sig$ | some x.value");
    assert_eq!(
        goal,
        "(let  = (or (and (in this/A$ this/sig$) (some (. this/A$ this/A$<:value)))) | )"
    );
    assert!(!declarations("sig A {} run {}").contains("sig$"));
}

#[test]
fn names_are_listed_where_none_is_similar_and_they_are_few() {
    let few = render::render(&load("sig A { f: A } run { some x: A | some qqqqqq }"));
    assert!(few.contains("the names here are `x`, `A`, `f`"), "{few}");
    let many: Vec<String> = (0..20).map(|i| format!("sig S{i} {{}} ")).collect();
    let many = many.concat();
    let many = render::render(&load(&format!("{many} run {{ some qqqqqq }}")));
    assert!(!many.contains("the names here are"), "{many}");
}

#[test]
fn of_very_many_declarations_the_first_are_shown() {
    let sigs: Vec<String> = (0..30).map(|i| format!("sig S{i} {{ f: S{i} }} ")).collect();
    let sigs = sigs.concat();
    let told = render::render(&load(&format!("{sigs} run {{ some f }}")));
    assert_eq!(told.matches("it may mean").count(), 8, "{told}");
    assert!(told.contains("and 22 more declarations of this name"), "{told}");
}
