//! Diagnostics as text, with the lines they are about.

use std::fmt::Write;

use relfind_lang::Loaded;
use relfind_lang::diag::Label;

/// All diagnostics, each with its source.
pub(crate) fn render(loaded: &Loaded) -> String {
    let mut out = String::new();
    for diagnostic in &loaded.diagnostics {
        writeln!(out, "{}: {}", diagnostic.code, diagnostic.message).unwrap();
        if let Some(primary) = &diagnostic.primary {
            label(loaded, primary, '^', &mut out);
        }
        for secondary in &diagnostic.secondary {
            label(loaded, secondary, '-', &mut out);
        }
        for note in &diagnostic.notes {
            writeln!(out, "  note: {note}").unwrap();
        }
        for help in &diagnostic.help {
            writeln!(out, "  help: {help}").unwrap();
        }
    }
    out
}

fn label(loaded: &Loaded, label: &Label, mark: char, out: &mut String) {
    let map = &loaded.sources;
    let (start, end) = (map.start(label.span), map.end(label.span));
    let file = map.file(label.span.file);
    let line = file.text().lines().nth(start.line as usize - 1).unwrap_or("");
    let width = if start.line == end.line {
        end.column.saturating_sub(start.column).max(1)
    } else {
        1
    };
    let name = if label.span.file.0 == 0 { "" } else { file.name() };
    writeln!(out, "{name}{:>4} | {line}", start.line).unwrap();
    let indent = " ".repeat(start.column as usize - 1);
    let marks = mark.to_string().repeat(width as usize);
    let text = format!("{indent}{marks} {}", label.text);
    writeln!(out, "     | {}", text.trim_end()).unwrap();
}
