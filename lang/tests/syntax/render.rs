//! Diagnostics as text, with the lines they are about.

use std::fmt::Write;

use relfind_lang::diag::{Diagnostic, Label};
use relfind_lang::source::SourceMap;

/// All errors of `text`, each with its source.
pub(crate) fn render(text: &str, errors: &[Diagnostic]) -> String {
    let mut map = SourceMap::default();
    map.add("test.als", text);
    let mut out = String::new();
    for error in errors {
        writeln!(out, "{}: {}", error.code, error.message).unwrap();
        if let Some(primary) = &error.primary {
            label(&map, primary, '^', &mut out);
        }
        for secondary in &error.secondary {
            label(&map, secondary, '-', &mut out);
        }
        for note in &error.notes {
            writeln!(out, "  note: {note}").unwrap();
        }
        for help in &error.help {
            writeln!(out, "  help: {help}").unwrap();
        }
    }
    out
}

fn label(map: &SourceMap, label: &Label, mark: char, out: &mut String) {
    let (start, end) = (map.start(label.span), map.end(label.span));
    let line = map
        .file(label.span.file)
        .text()
        .lines()
        .nth(start.line as usize - 1)
        .unwrap_or("");
    let width = if start.line == end.line {
        end.column.saturating_sub(start.column).max(1)
    } else {
        1
    };
    writeln!(out, "{:>4} | {line}", start.line).unwrap();
    let indent = " ".repeat(start.column as usize - 1);
    let marks = mark.to_string().repeat(width as usize);
    writeln!(
        out,
        "     | {}",
        format!("{indent}{marks} {}", label.text).trim_end()
    )
    .unwrap();
}
