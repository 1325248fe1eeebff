//! Data for specifications: facts that fix signatures and fields.

use std::path::Path;

use relfind_data::{Facts, Format};
use relfind_lang::diag::{Diagnostic, Severity};

use crate::{Session, files};

impl Session {
    /// Reads facts from text, which becomes one of the session's files, so that diagnostics can point into it. `relation` is what a CSV
    /// file is about, unless that is what it is called.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use relfind::{RunLimits, RunOptions, Session, data::Format, files::DiskLoader};
    ///
    /// let text = "sig Person { knows: set Person } run { some knows.Person }";
    /// let mut session = Session::load("people.als", text, &mut DiskLoader).expect("a specification");
    /// let facts = session.read_facts("people.lp", "person(ann). person(bob). knows(ann,bob).", Format::Facts, None);
    /// let mut options = RunOptions::default();
    /// options.lower.data = Some(Arc::new(facts.expect("facts")));
    /// let mut run = session.run(0, &options, &RunLimits::default()).expect("a problem");
    /// let instance = run.next().expect("an answer").expect("an instance");
    /// assert_eq!(instance.fields[0].tuples.len(), 1);
    /// assert!(run.next().expect("an answer").is_none());
    /// ```
    ///
    /// # Errors
    /// `E0710` with the place where the text is not of the format.
    pub fn read_facts(
        &mut self,
        name: &str,
        text: &str,
        format: Format,
        relation: Option<&str>,
    ) -> Result<Facts, Box<Diagnostic>> {
        let file = self.sources_mut().add(name, text);
        relfind_data::read(self.sources(), file, format, relation)
    }

    /// Reads the facts in a file, `-` being standard input. Without a format the file's name says which it is.
    ///
    /// # Errors
    /// `E0001` if the file cannot be read or its format is not known, `E0710` if it is not of the format.
    pub fn open_facts(
        &mut self,
        path: &Path,
        format: Option<Format>,
        relation: Option<&str>,
    ) -> Result<Facts, Box<Diagnostic>> {
        let refused = |message: String| Box::new(Diagnostic::new("E0001", Severity::Error, None, message));
        let name = path.display().to_string();
        let Some(format) = format.or_else(|| Format::of_name(&name)) else {
            let message = format!("the name `{name}` does not say what format the facts have");
            return Err(Box::new(
                refused(message).help("name the file .json, .csv or .lp, or give --facts-format"),
            ));
        };
        let text = files::read(path).map_err(|error| refused(error.to_string()))?;
        self.read_facts(&name, &text, format, relation)
    }
}
