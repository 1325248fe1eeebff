//! Where the words about a command go: to the streams at once, or held until it is the command's turn.

use std::sync::mpsc::Sender;

use relfind::{
    lang::{diag::Diagnostic, source::SourceMap},
    report::CommandReport,
};

use super::output::Output;

/// What is said of a command that runs beside others.
#[derive(Debug)]
pub(super) enum News {
    /// For standard output.
    Result(String),
    /// For standard error.
    Message(String),
    /// It is over.
    End(Box<CommandReport>),
}

/// The words about one command.
#[derive(Clone, Debug)]
pub(super) struct Page {
    output: Output,
    /// The command's place in the order of all, and who keeps that order; nobody where commands run one after the other.
    order: Option<(usize, Sender<(usize, News)>)>,
}

impl Page {
    /// Words that are said at once.
    pub(super) fn open(output: Output) -> Self {
        Self { output, order: None }
    }

    /// Words that somebody says when it is their turn.
    pub(super) fn held(output: Output, place: usize, keeper: Sender<(usize, News)>) -> Self {
        Self {
            output,
            order: Some((place, keeper)),
        }
    }

    /// A result, for standard output.
    pub(super) fn print(&self, text: &str) {
        match &self.order {
            None => self.output.print(text),
            Some(_) => self.tell(News::Result(text.to_owned())),
        }
    }

    /// Diagnostics, for standard error.
    pub(super) fn diagnostics(&self, diagnostics: &[Diagnostic], sources: &SourceMap) {
        self.hint(&self.output.messages(diagnostics, sources));
    }

    /// Other words for standard error.
    pub(super) fn hint(&self, text: &str) {
        match &self.order {
            None => Output::hint(text),
            Some(_) => self.tell(News::Message(text.to_owned())),
        }
    }

    /// Words that stand out on standard output.
    pub(super) fn strong(&self, text: &str) -> String {
        self.output.strong(text)
    }

    /// Tells whoever keeps the order; where nobody does any more, the program is about to end.
    pub(super) fn tell(&self, news: News) {
        if let Some((place, keeper)) = &self.order {
            let _ = keeper.send((*place, news));
        }
    }
}
