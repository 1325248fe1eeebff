//! Alloy inside Markdown: a text that begins with a YAML header, with Alloy between fences.

use std::borrow::Cow;
use std::ops::Range;

use crate::diag::Diagnostic;
use crate::source::{FileId, Span};

/// Whether `text` is Markdown whatever its file is called: it begins with the header's opening line.
pub fn is_markdown(text: &str) -> bool {
    text.starts_with("---\n") || text.starts_with("---\r\n")
}

/// The Alloy in the file `name` with this text.
///
/// Markdown keeps only what stands between a line that is exactly ```` ```alloy ```` and the next line that begins with
/// three backquotes; all else becomes blanks, so that every place in the result is the same place in `text`. A file called
/// `….md` without a header counts as empty, as in Alloy.
pub fn alloy_text<'a>(name: &str, text: &'a str) -> Cow<'a, str> {
    let named_markdown = name
        .rsplit_once('.')
        .is_some_and(|(_, extension)| extension == "md");
    match (is_markdown(text), named_markdown) {
        (true, _) => Cow::Owned(fenced(text)),
        (false, true) => Cow::Owned(blanked(text)),
        (false, false) => Cow::Borrowed(text),
    }
}

/// A warning about a text that counts as Markdown without any Alloy in it, which is hardly meant so.
pub(crate) fn warn_without_alloy(file: FileId, name: &str, text: &str) -> Option<Diagnostic> {
    let Cow::Owned(kept) = alloy_text(name, text) else {
        return None;
    };
    if !kept.trim().is_empty() || text.trim().is_empty() {
        return None;
    }
    let first = text.lines().next().unwrap_or_default();
    let place = Span::new(file, 0, first.len().max(1) as u32);
    let fence = "Alloy stands between a line ```` ```alloy ```` and a line ```` ``` ````";
    Some(if is_markdown(text) {
        let message = "this file is read as Markdown, and there is no Alloy in it";
        Diagnostic::warning("W0201", place, message)
            .note(format!(
                "a file that begins with the line `---` is Markdown with a header, which ends with another such line; {fence}"
            ))
            .help("if it is no Markdown, begin it with another line, such as `--`")
    } else {
        let message = "this Markdown has no header, so that nothing in it is read as Alloy";
        Diagnostic::warning("W0201", place, message)
            .note(fence)
            .help("begin the file with two lines `---`")
    })
}

/// The parts of a text, in order, that [`alloy_text`] keeps, the mark at the start of the text excepted.
pub(crate) fn chunks(name: &str, text: &str) -> Vec<Range<usize>> {
    let start = if text.starts_with('\u{feff}') {
        '\u{feff}'.len_utf8()
    } else {
        0
    };
    match alloy_text(name, text) {
        Cow::Borrowed(_) => vec![Range {
            start,
            end: text.len(),
        }],
        Cow::Owned(_) if is_markdown(text) => fences(text),
        Cow::Owned(_) => Vec::new(),
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Place {
    Start,
    Header,
    Prose,
    Alloy,
}

fn fenced(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for Range { start, end } in fences(text) {
        blank(&text[at..start], &mut out);
        out.push_str(&text[start..end]);
        at = end;
    }
    blank(&text[at..], &mut out);
    out
}

/// The insides of the fences, lines as a whole.
fn fences(text: &str) -> Vec<Range<usize>> {
    let mut fences = Vec::new();
    let (mut place, mut at, mut start) = (Place::Start, 0, 0);
    for line in text.split_inclusive('\n') {
        let bare = line.trim_end_matches(['\n', '\r']);
        let next = match place {
            Place::Start => Place::Header,
            Place::Header if bare == "---" => Place::Prose,
            Place::Prose if bare == "```alloy" => Place::Alloy,
            Place::Alloy if bare.starts_with("```") => Place::Prose,
            same => same,
        };
        match (place, next) {
            (Place::Alloy, Place::Prose) => fences.push(start..at),
            (Place::Prose, Place::Alloy) => start = at + line.len(),
            _ => {}
        }
        at += line.len();
        place = next;
    }
    if place == Place::Alloy {
        fences.push(start..text.len());
    }
    fences
}

fn blanked(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    blank(text, &mut out);
    out
}

fn blank(text: &str, out: &mut String) {
    out.extend(text.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "---\ntitle: x\n---\nProse é sig X {}\n```alloy\nsig A {}\n```\nmore\n```alloy\nsig B {}\n";

    #[test]
    fn only_fenced_alloy_is_kept_in_its_place() {
        let kept = alloy_text("a.als", TEXT);
        assert_eq!(kept.len(), TEXT.len());
        assert_eq!(
            kept.split_whitespace().collect::<Vec<_>>(),
            ["sig", "A", "{}", "sig", "B", "{}"]
        );
        assert_eq!(kept.find("sig A"), TEXT.find("sig A"));
        assert_eq!(kept.matches('\n').count(), TEXT.matches('\n').count());
    }

    #[test]
    fn a_markdown_file_without_a_header_is_empty() {
        assert_eq!(alloy_text("a.md", "sig A {}\n").trim(), "");
    }

    #[test]
    fn markdown_without_alloy_is_warned_of() {
        let warned = |name, text| warn_without_alloy(FileId(0), name, text).is_some();
        assert!(warned("a.md", "# Title\n```alloy\nsig A {}\n```\n"));
        assert!(warned("a.als", "---\nsig A {}\n"));
        assert!(warned("a.md", "---\n---\n# Title\n```\nsig A {}\n```\n"));
        assert!(!warned("a.md", TEXT) && !warned("a.als", TEXT));
        assert!(!warned("a.md", "") && !warned("a.als", "") && !warned("a.als", "--- a comment\n"));
    }

    #[test]
    fn an_ordinary_file_is_left_alone() {
        assert!(matches!(
            alloy_text("a.als", "sig A {}"),
            Cow::Borrowed("sig A {}")
        ));
    }
}
