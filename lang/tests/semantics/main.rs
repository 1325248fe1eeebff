//! Tests of the semantic front end: modules, names, types, macros, commands, and the diagnostics about them.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

mod commands;
mod errors;
mod expressions;
mod limits;
mod macros;
mod modules;
mod names;
mod overloads;
mod render;
mod types;
mod warnings;

use std::collections::BTreeMap;

use relfind_lang::typed::World;
use relfind_lang::{Loaded, Loader, dump};

/// Files in memory.
#[derive(Default)]
struct Files(BTreeMap<&'static str, &'static str>);

impl Loader for Files {
    fn read(&mut self, path: &str) -> Option<Result<String, String>> {
        self.0.get(path).map(|text| Ok((*text).to_owned()))
    }
}

/// Loads a root file that can open others.
fn load_with(text: &str, files: &[(&'static str, &'static str)]) -> Loaded {
    let mut loader = Files(files.iter().copied().collect());
    relfind_lang::load("main.als", text, &mut loader)
}

fn load(text: &str) -> Loaded {
    load_with(text, &[])
}

/// The world of a text without errors.
fn world(text: &str) -> World {
    let loaded = load(text);
    let errors = render::render(&loaded);
    loaded.world.unwrap_or_else(|| panic!("{text}\n{errors}"))
}

/// The code, line and column of the first error.
fn first_error(loaded: &Loaded) -> Option<(&'static str, u32, u32)> {
    let error = loaded.diagnostics.iter().find(|d| d.is_error())?;
    let place = error
        .primary
        .as_ref()
        .map(|label| loaded.sources.start(label.span));
    let (line, column) = place.map_or((0, 0), |p| (p.line, p.column));
    Some((error.code, line, column))
}

/// The code and line of the first error of a text.
fn error(text: &str) -> (&'static str, u32) {
    let loaded = load(text);
    assert!(loaded.world.is_none());
    first_error(&loaded).map_or(("", 0), |(code, line, _)| (code, line))
}

/// The resolved formula of the first command's block.
fn goal(text: &str) -> String {
    let world = world(text);
    let func = world
        .funcs
        .iter()
        .find(|f| f.name.starts_with("run$"))
        .unwrap_or_else(|| panic!("no block command in {text}"));
    dump::expr(&world, &func.body)
}

/// `formula` resolved under some declarations.
fn formula(declarations: &str, formula: &str) -> String {
    goal(&format!("{declarations}\nrun {{ {formula} }}"))
}

/// The code of the first error of a formula under some declarations.
fn formula_error(declarations: &str, formula: &str) -> &'static str {
    error(&format!("{declarations}\nrun {{ {formula} }}")).0
}
