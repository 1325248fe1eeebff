//! Diagnostics as people read them: the source line, what is wrong there, and the way out.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet, renderer::DecorStyle};
use relfind_lang::{
    diag::{Diagnostic, Label, Severity},
    source::{FileId, SourceMap},
};

/// How many warnings and how many errors of one code are shown for a file.
const MAX_WARNINGS: usize = 5;
const MAX_ERRORS: usize = 30;

/// The diagnostics of a file that are shown, and what is said of the others.
pub(crate) struct FileGroup<'a> {
    /// In the order of lines.
    pub(crate) shown: Vec<&'a Diagnostic>,
    /// A line for each code of which there are more.
    pub(crate) left_out: String,
}

/// Sorts diagnostics by file and place; those without a place come first. Files are in the order in which they were read.
pub(crate) fn groups(diagnostics: &[Diagnostic]) -> Vec<FileGroup<'_>> {
    let mut sorted: Vec<&Diagnostic> = diagnostics.iter().collect();
    let file = |d: &Diagnostic| d.primary.as_ref().map(|label| label.span.file);
    let place = |d: &Diagnostic| {
        d.primary
            .as_ref()
            .map(|label| (label.span.file, label.span.start))
    };
    sorted.sort_by_key(|d| place(d));
    sorted
        .chunk_by(|a, b| file(a) == file(b))
        .map(|of_file| {
            // The codes in the order in which they occur, with their numbers.
            let mut codes: Vec<(&Diagnostic, usize)> = Vec::new();
            let mut shown = Vec::new();
            for &diagnostic in of_file {
                let at = codes.iter().position(|(first, _)| first.code == diagnostic.code);
                let at = at.unwrap_or_else(|| {
                    codes.push((diagnostic, 0));
                    codes.len() - 1
                });
                codes[at].1 += 1;
                if codes[at].1 <= most(diagnostic) {
                    shown.push(diagnostic);
                }
            }
            let left_out = codes.iter().map(|&(first, number)| left_out(first, number));
            FileGroup {
                shown,
                left_out: left_out.collect(),
            }
        })
        .collect()
}

fn most(diagnostic: &Diagnostic) -> usize {
    if diagnostic.is_error() {
        MAX_ERRORS
    } else {
        MAX_WARNINGS
    }
}

/// A line about those of a code that are not shown, or nothing.
fn left_out(first: &Diagnostic, number: usize) -> String {
    let word = match first.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    match number.saturating_sub(most(first)) {
        0 => String::new(),
        1 => format!("{word}[{}]: 1 more of this kind\n\n", first.code),
        more => format!("{word}[{}]: {more} more of this kind\n\n", first.code),
    }
}

/// Renders one diagnostic, with a final line break; a note that has nothing more to say on one line.
pub(crate) fn render(diagnostic: &Diagnostic, sources: &SourceMap, styled: bool) -> String {
    let more = !diagnostic.help.is_empty() || !diagnostic.secondary.is_empty();
    if let (Severity::Note, Some(label), false) = (diagnostic.severity, &diagnostic.primary, more) {
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
