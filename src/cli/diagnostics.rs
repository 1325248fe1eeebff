//! Diagnostics as people read them: the source line, what is wrong there, and the way out.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet, renderer::DecorStyle};
use relfind_lang::{
    diag::{Diagnostic, Label, Severity},
    source::{FileId, SourceMap},
};

/// Renders one diagnostic, with a final line break; a note on one line.
pub(crate) fn render(diagnostic: &Diagnostic, sources: &SourceMap, styled: bool) -> String {
    if let (Severity::Note, Some(label)) = (diagnostic.severity, &diagnostic.primary) {
        let (name, at) = (sources.file(label.span.file).name(), sources.start(label.span));
        let (on, off) = if styled {
            ("\x1b[1;32m", "\x1b[0m")
        } else {
            ("", "")
        };
        let (code, message) = (diagnostic.code, &diagnostic.message);
        let (line, column) = (at.line, at.column);
        return format!("{on}note[{code}]{off}: {name}:{line}:{column}: {message}");
    }
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let title = level
        .primary_title(diagnostic.message.as_str())
        .id(diagnostic.code);
    let mut group = Group::with_title(title);
    for file in files_of(diagnostic) {
        group = group.element(snippet(diagnostic, sources, file));
    }
    for note in &diagnostic.notes {
        group = group.element(Level::NOTE.message(note.as_str()));
    }
    for help in &diagnostic.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let renderer = if styled {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    let mut text = renderer.decor_style(DecorStyle::Ascii).render(&[group]);
    text.push('\n');
    text
}

/// The files that the diagnostic speaks of, the primary place's first.
fn files_of(diagnostic: &Diagnostic) -> Vec<FileId> {
    let mut files = Vec::new();
    for label in diagnostic.primary.iter().chain(&diagnostic.secondary) {
        if !files.contains(&label.span.file) {
            files.push(label.span.file);
        }
    }
    files
}

fn snippet<'a>(
    diagnostic: &'a Diagnostic,
    sources: &'a SourceMap,
    file: FileId,
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let source = sources.file(file);
    let annotate = |kind: AnnotationKind, label: &'a Label| {
        let end = source.text().len();
        let start = (label.span.start as usize).min(end);
        let annotation = kind.span(start..(label.span.end as usize).clamp(start, end));
        if label.text.is_empty() {
            annotation
        } else {
            annotation.label(label.text.as_str())
        }
    };
    let primary = diagnostic
        .primary
        .iter()
        .map(|label| (AnnotationKind::Primary, label));
    let secondary = diagnostic
        .secondary
        .iter()
        .map(|label| (AnnotationKind::Context, label));
    let here = primary
        .chain(secondary)
        .filter(|(_, label)| label.span.file == file);
    Snippet::source(source.text())
        .path(source.name())
        .annotations(here.map(|(kind, label)| annotate(kind, label)))
}
