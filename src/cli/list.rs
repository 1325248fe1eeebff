//! `--list`: the commands and their scopes.

use std::fmt::Write as _;

use relfind::{Session, lang::typed::Goal, translator::lower};
use serde_json::{Value, json};

use super::text::heading;

/// A line for each command: number, what it is, its scope, what it expects.
pub(crate) fn list(session: &Session, picked: &[usize], options: &lower::LowerOptions) -> String {
    let mut text = String::new();
    for &index in picked {
        let command = &session.commands()[index];
        let source = session.sources().text(command.span);
        let mut line = heading(index, command, source);
        if options.overall_scope.is_some() || options.bitwidth.is_some() {
            line += &format!("  (with {})", given(options));
        }
        let _ = writeln!(text, "{line}");
    }
    text
}

fn given(options: &lower::LowerOptions) -> String {
    let scope = options
        .overall_scope
        .map(|scope| format!("overall scope {scope}"));
    let bitwidth = options.bitwidth.map(|bits| format!("bitwidth {bits}"));
    scope.into_iter().chain(bitwidth).collect::<Vec<_>>().join(", ")
}

/// The same as values for `--format json`.
pub(crate) fn values(session: &Session, picked: &[usize]) -> Vec<Value> {
    let value = |&index: &usize| {
        let command = &session.commands()[index];
        let kind = if matches!(command.goal, Goal::Check(_)) {
            "check"
        } else {
            "run"
        };
        let text = heading(index, command, session.sources().text(command.span));
        let text = text.split_once("  ").map_or(text.as_str(), |(_, text)| text);
        json!({ "index": index, "label": command.label, "kind": kind, "expect": command.expect, "text": text })
    };
    picked.iter().map(value).collect()
}
