//! Names: paths, keywords that stand as names, and names being declared.

use super::Context;
use crate::ast::{Name, QualName};
use crate::diag::Diagnostic;
use crate::lexer::unescape;

/// A name without a path.
pub(crate) fn plain(name: Name) -> QualName {
    let span = name.span;
    QualName {
        segments: vec![name],
        span,
    }
}

/// A path with one more segment.
pub(crate) fn extended(path: QualName, name: Name) -> QualName {
    let QualName { mut segments, span } = path;
    let span = span.to(name.span);
    segments.push(name);
    QualName { segments, span }
}

impl Context<'_> {
    pub(crate) fn name(&self, l: u32, r: u32) -> Name {
        let span = self.span(l, r);
        Name {
            text: self.text(span).to_owned(),
            span,
        }
    }

    /// The keyword `this` or `seq` from `l` to `r` in front of a path.
    pub(crate) fn prefixed(&self, l: u32, r: u32, path: QualName) -> QualName {
        let mut prefix = self.word(l, r);
        prefix.span = prefix.span.to(path.span);
        prefix.segments.extend(path.segments);
        prefix
    }

    /// A keyword that stands as a name.
    pub(crate) fn word(&self, l: u32, r: u32) -> QualName {
        plain(self.name(l, r))
    }

    pub(crate) fn seq_int(&self, l: u32, m: u32, n: u32, r: u32) -> QualName {
        extended(self.word(l, m), self.name(n, r))
    }

    /// A name that is being declared: it has no path and no `$`.
    pub(crate) fn declared(&self, name: &QualName) -> Name {
        self.no_dollar(name);
        let text = name.text();
        if name.segments.len() > 1 {
            let last = name.segments.last().map_or("", |s| s.text.as_str());
            self.report(
                Diagnostic::error(
                    "E0217",
                    name.span,
                    format!("the declared name `{text}` contains `/`"),
                )
                .help(format!(
                    "a path leads to names of other modules; declare plain `{last}`"
                )),
            );
        }
        Name {
            text,
            span: name.span,
        }
    }

    pub(super) fn declared_all(&self, names: &[QualName]) -> Vec<Name> {
        names.iter().map(|name| self.declared(name)).collect()
    }

    pub(super) fn no_dollar(&self, name: &QualName) {
        if let Some(part) = name.segments.iter().find(|s| s.text.contains('$')) {
            self.report(
                Diagnostic::error(
                    "E0109",
                    name.span,
                    format!("the name `{}` contains `$`", part.text),
                )
                .note("names with `$` are kept for skolem constants and for the meta-model")
                .help(format!("call it `{}`", part.text.replace('$', "_"))),
            );
        }
    }

    pub(crate) fn string_name(&self, l: u32, r: u32) -> Name {
        let span = self.span(l, r);
        Name {
            text: unescape(self.text(span)),
            span,
        }
    }
}
