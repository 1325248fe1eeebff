//! Expressions from outside, as an evaluator has them.

use relfind_lang::dump;
use relfind_lang::typed::{SigId, Type};

use crate::load;

const MODEL: &str = "open util/ordering[A] sig A { f: set B } sig B {} fact { all x: A | some x.f } run {}";

/// An expression resolved with an atom of `A` as a global, or the code of its error.
fn resolved(text: &str) -> Result<String, &'static str> {
    let loaded = load(MODEL);
    let mut world = loaded.world.unwrap();
    let at = world.sigs.iter().position(|s| s.name == "A").unwrap();
    let ty = Type {
        products: vec![Box::from([SigId(at as u32)])],
        is_bool: false,
        is_int: false,
    };
    let globals = [("A$0".to_owned(), ty)];
    let resolved = loaded.scope.resolve(&loaded.sources, &world, text, &globals);
    let Some(expr) = resolved.expr else {
        return Err(resolved.diagnostics[0].code);
    };
    assert_eq!(resolved.globals[0].index(), world.locals.len());
    world.locals.extend(resolved.locals);
    Ok(dump::expr(&world, &expr))
}

#[test]
fn sets_formulas_and_integers() {
    assert_eq!(resolved("A$0.f").as_deref(), Ok("(. A$0 this/A<:f)"));
    assert_eq!(resolved("some A$0.f").as_deref(), Ok("(some (. A$0 this/A<:f))"));
    assert_eq!(resolved("#A").as_deref(), Ok("(# this/A)"));
    assert_eq!(resolved("A$0.next").as_deref(), Ok("(. A$0 ordering/next[])"));
    assert_eq!(
        resolved("all y: A | y in A$0").as_deref(),
        Ok("(all y: (one this/A) | (in y A$0))")
    );
    assert_eq!(resolved("run$1").as_deref(), Ok("this/run$1[]"));
}

#[test]
fn errors() {
    assert_eq!(resolved("A$9"), Err("E0301"));
    assert_eq!(resolved("A.B"), Err("E0401"));
    assert!(resolved("A +").is_err());
    assert!(resolved("").is_err());
}
