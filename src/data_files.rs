//! Data for specifications: facts that fix signatures and fields.

use std::{path::Path, sync::Arc};

use relfind_data::{Facts, Format};
use relfind_lang::diag::{Diagnostic, Severity};
use relfind_relational::{Evaluator, Instance, Truth};
use relfind_translator::lower::{self, LowerOptions};

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

impl Session {
    /// Reads the instances in a file that `--format json` or `--format xml`, or Alloy, wrote; each as facts that are exact about all
    /// signatures and fields. With one of them as `options.lower.data` a command has that instance or none.
    ///
    /// # Errors
    /// `E0001` if the file cannot be read, `E0710` with the place where the text is no such document.
    pub fn open_instances(&mut self, path: &Path) -> Result<Vec<Facts>, Box<Diagnostic>> {
        let refused = |message: String| Box::new(Diagnostic::new("E0001", Severity::Error, None, message));
        let text = files::read(path).map_err(|error| refused(error.to_string()))?;
        let file = self.sources_mut().add(path.display().to_string(), text);
        relfind_data::instances(self.sources(), file)
    }

    /// What keeps facts about all signatures and fields from being an instance of a command: nothing if they are one. The facts' own sizes
    /// count in place of the command's scopes.
    ///
    /// # Panics
    /// If there is no command with this index.
    pub fn validate(&self, command: usize, instance: &Facts, options: &LowerOptions) -> Vec<Diagnostic> {
        let mut options = options.clone();
        options.data = Some(Arc::new(instance.clone()));
        let lowered = match lower::lower(self.world(), command, &options) {
            Ok(lowered) => lowered,
            Err(errors) => return errors,
        };
        let problem = &lowered.problem;
        let open = problem
            .bounds
            .iter()
            .find(|(_, relation)| !relation.is_constant());
        let asked = &self.commands()[command];
        if let Some((_, relation)) = open {
            let message = format!("the instance does not say what `{}` is", relation.name);
            return vec![Diagnostic::error("E0717", asked.span, message)];
        }
        let values = problem.bounds.iter().map(|(_, r)| r.lower.clone()).collect();
        let values = Instance::new(problem.universe().clone(), values);
        let evaluator = Evaluator::new(&problem.ast, &values, problem.overflow);
        let mut errors = Vec::new();
        for goal in &problem.goals {
            let what = match evaluator.formula(*goal) {
                Ok(Truth::True) => continue,
                Ok(_) => "this does not hold in the instance".to_owned(),
                Err(error) => format!("this is too much to check: {error}"),
            };
            let origin = problem.origins.get(goal);
            let span = origin.and_then(|o| lowered.origins.get(o.0 as usize).copied());
            errors.push(Diagnostic::error("E0717", span.unwrap_or(asked.span), what));
        }
        errors
    }
}
