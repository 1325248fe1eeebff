//! What actions on a file share: opening it, and saying in words or in a document what is wrong.

use std::path::Path;

use relfind::{
    Failure, LoadError, Refused, Session, Stop,
    lang::{
        diag::{Diagnostic, Severity},
        source::SourceMap,
    },
    report::Verdict,
    translator::lower,
};
use serde_json::Value;

use super::{BAD_INPUT, args::DialectArg, json, output::Output, watch::Watch};

/// Where the news of an action on a file goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Desk<'a> {
    /// The file.
    pub(crate) path: &'a Path,
    /// Whether a JSON document is asked for.
    pub(crate) json: bool,
    /// Whether warnings are not.
    pub(crate) quiet: bool,
    /// Standard output and error.
    pub(crate) output: Output,
}

impl Desk<'_> {
    /// Loads the file; says what is wrong with it, if anything is, and gives the exit status then.
    pub(crate) fn open(self, dialect: DialectArg) -> Result<Session, u8> {
        match Session::open_with(self.path, dialect.load_options()) {
            Ok(session) => {
                if !self.quiet && !self.json {
                    self.output.diagnostics(session.warnings(), session.sources());
                }
                Ok(session)
            }
            Err(LoadError::Refused(refused)) => {
                self.refuse_specification(&refused);
                Err(BAD_INPUT)
            }
            Err(LoadError::Read(error)) => Err(self.refuse(&SourceMap::default(), &[], &error.to_string())),
        }
    }

    fn refuse_specification(self, refused: &Refused) {
        let Refused {
            sources, diagnostics, ..
        } = refused;
        self.output.diagnostics(diagnostics, sources);
        let errors = diagnostics.iter().filter(|d| d.is_error()).count();
        let plural = if errors == 1 { "" } else { "s" };
        let path = relfind::files::name(self.path);
        self.output
            .error(&format!("{path} cannot be run: {errors} error{plural}"));
        self.pointer(diagnostics);
        self.document(Vec::new(), diagnostics, sources);
    }

    /// Says that nothing can be done, for a reason without a place in the text; the exit status.
    pub(crate) fn refuse(self, sources: &SourceMap, warnings: &[Diagnostic], message: &str) -> u8 {
        self.output.error(message);
        let mut diagnostics = warnings.to_vec();
        diagnostics.push(Diagnostic::new("E0001", Severity::Error, None, message));
        self.document(Vec::new(), &diagnostics, sources);
        BAD_INPUT
    }

    /// Says what is wrong with data or scopes given to a specification that loads; the exit status.
    pub(crate) fn refuse_with(self, session: &Session, errors: &[Diagnostic]) -> u8 {
        self.output.diagnostics(errors, session.sources());
        self.pointer(errors);
        let all: Vec<Diagnostic> = session.warnings().iter().chain(errors).cloned().collect();
        self.document(Vec::new(), &all, session.sources());
        BAD_INPUT
    }

    /// Says once where to read more about diagnostics.
    pub(crate) fn pointer<'a>(self, diagnostics: impl IntoIterator<Item = &'a Diagnostic>) {
        if !self.json {
            Output::pointer(diagnostics.into_iter().filter(|d| d.is_error() || !self.quiet));
        }
    }

    /// The JSON document, where it is asked for.
    pub(crate) fn document(self, commands: Vec<Value>, diagnostics: &[Diagnostic], sources: &SourceMap) {
        if self.json {
            let file = relfind::files::name(self.path);
            let document = json::document(&file, commands, diagnostics, sources);
            self.output.print(&format!("{document:#}\n"));
        }
    }
}

/// What a failure means for the verdict, and what there is to say about it.
pub(crate) fn verdict(failure: Failure, watch: &Watch) -> (Verdict, Vec<Diagnostic>) {
    match failure {
        Failure::Refused(diagnostics) => {
            let errors = || diagnostics.iter().filter(|d| d.is_error());
            let limit = errors().next().filter(|_| errors().all(lower::is_limit));
            let verdict = match limit {
                Some(limit) => Verdict::Unknown(Stop::TooLarge(limit.message.clone())),
                None => Verdict::Error,
            };
            (verdict, diagnostics)
        }
        Failure::Stopped(Stop::Interrupted) if watch.out_of_memory() => {
            (Verdict::Unknown(Stop::Memory), Vec::new())
        }
        Failure::Stopped(stop) => (Verdict::Unknown(stop), Vec::new()),
        Failure::Wrong(what) => {
            let what = format!("this is a fault of relfind, please report it: {what}");
            (Verdict::Unknown(Stop::Solver(what)), Vec::new())
        }
    }
}
