//! `--list`: the commands and their scopes.

use std::fmt::Write as _;

use relfind::{Session, translator::lower};

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
