//! What the front end has to say about a specification.

use crate::source::Span;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The specification cannot be used.
    Error,
    /// It can, but probably does not say what was meant.
    Warning,
    /// Nothing is wrong; it is only said how the specification was understood.
    Note,
}

/// A place with a few words about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The words; empty for a bare underline.
    pub text: String,
}

/// One error or warning: what is wrong, where, and what would mend it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The stable code, such as `E0301`: E for errors, W for warnings, N for notes.
    pub code: &'static str,
    /// Error, warning or note.
    pub severity: Severity,
    /// The message, one sentence without a full stop.
    pub message: String,
    /// The place it is about; `None` only where there is no source text at all.
    pub primary: Option<Label>,
    /// Other places that belong to it.
    pub secondary: Vec<Label>,
    /// Facts that explain it.
    pub notes: Vec<String>,
    /// What to do about it.
    pub help: Vec<String>,
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Error, Some(span), message)
    }

    /// A warning at a place.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(code, Severity::Warning, Some(span), message)
    }

    /// A diagnostic with or without a place.
    pub fn new(
        code: &'static str,
        severity: Severity,
        span: Option<Span>,
        message: impl Into<String>,
    ) -> Self {
        let primary = span.map(|span| Label {
            span,
            text: String::new(),
        });
        let (secondary, notes, help) = (Vec::new(), Vec::new(), Vec::new());
        Self {
            code,
            severity,
            message: message.into(),
            primary,
            secondary,
            notes,
            help,
        }
    }

    /// Puts words on the primary place.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Self {
        if let Some(primary) = &mut self.primary {
            primary.text = text.into();
        }
        self
    }

    /// Adds another place.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.secondary.push(Label {
            span,
            text: text.into(),
        });
        self
    }

    /// Adds an explanation.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Adds advice.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }

    /// Whether this is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}
