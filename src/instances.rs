//! Instances from outside: checked against a command, and taken for one of its instances, so that questions can be asked of them.

use std::{path::Path, sync::Arc};

use relfind_data::Facts;
use relfind_lang::{
    diag::{Diagnostic, Severity},
    typed::World,
};
use relfind_relational::{Evaluator, Instance, Truth};
use relfind_translator::lower::{self, LowerOptions, Lowered};

use crate::{Found, Questions, Session, files, present::present};

/// An instance from outside, in the terms of a command.
pub struct Given {
    /// The instance.
    pub found: Found,
    lowered: Lowered,
    options: LowerOptions,
}

impl Given {
    /// Questions about this instance, and about the witnesses that the file gives it.
    pub fn questions(&self) -> Questions {
        Questions::new(&self.lowered, &self.lowered.problem.bounds, &self.options)
    }

    /// What keeps it from being an instance of the command: nothing if it is one.
    pub fn faults(&self, session: &Session, command: usize) -> Vec<Diagnostic> {
        faults(session, command, &self.lowered, &self.found.instance)
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

    /// The command that an instance says it is of, by the label.
    pub fn command_of(&self, instance: &Facts) -> Option<usize> {
        let label = instance.head.command.as_ref()?;
        self.commands().iter().position(|command| command.label == *label)
    }

    /// What keeps facts about all signatures and fields from being an instance of a command, all of it: nothing if they are one. The facts' own
    /// sizes count in place of the command's scopes.
    ///
    /// # Panics
    /// If there is no command with this index.
    pub fn validate(&self, command: usize, instance: &Facts, options: &LowerOptions) -> Vec<Diagnostic> {
        let options = whole(instance, options);
        let (lowered, faults) = match lower::check_instance(self.world(), command, &options) {
            Ok(checked) => checked,
            Err(errors) => return errors,
        };
        match values(self, command, &lowered) {
            Ok(_) => faults,
            Err(error) => vec![*error],
        }
    }

    /// Takes facts about all signatures and fields for an instance of a command, whether they are one or not: see [`Given::faults`]. The facts'
    /// own sizes count in place of the command's scopes.
    ///
    /// ```
    /// use relfind::{Session, Value, data, files::DiskLoader, translator::lower::LowerOptions};
    ///
    /// let mut session = Session::load("a.als", "sig A { f: set A } run { some f }", &mut DiskLoader).expect("a specification");
    /// let text = r#"{ "sigs": { "this/A": ["A$0"] }, "fields": { "this/A<:f": [] } }"#;
    /// let instances = session.read_instances("a.json", text).expect("instances");
    /// let given = session.take(0, &instances[0], &LowerOptions::default()).expect("an instance");
    /// let answer = given.questions().ask(&session, &given.found, "#A", &[]).expect("a value");
    /// assert_eq!(answer.value, Value::Int(1));
    /// assert_eq!(given.faults(&session, 0).len(), 1);
    /// ```
    ///
    /// # Errors
    /// What does not fit the declarations, and what the facts leave open.
    ///
    /// # Panics
    /// If there is no command with this index.
    pub fn take(
        &self,
        command: usize,
        instance: &Facts,
        options: &LowerOptions,
    ) -> Result<Given, Vec<Diagnostic>> {
        let options = whole(instance, options);
        let lowered = lower::lower_instance(self.world(), command, &options)?;
        let instance = values(self, command, &lowered).map_err(|error| vec![*error])?;
        let display = present(self.world(), &lowered, &lowered.problem.bounds, &instance);
        Ok(Given {
            found: Found { display, instance },
            lowered,
            options,
        })
    }

    /// The instances in a text, as [`Session::open_instances`] reads them from a file.
    ///
    /// # Errors
    /// `E0710` with the place where the text is no such document.
    pub fn read_instances(&mut self, name: &str, text: &str) -> Result<Vec<Facts>, Box<Diagnostic>> {
        let file = self.sources_mut().add(name, text);
        relfind_data::instances(self.sources(), file)
    }
}

/// How to lower a command for an instance: with its facts, and with integers of its width unless another is asked for.
fn whole(instance: &Facts, options: &LowerOptions) -> LowerOptions {
    let mut options = options.clone();
    options.bitwidth = options.bitwidth.or(instance.head.bitwidth);
    options.data = Some(Arc::new(instance.clone()));
    options
}

/// The values of all relations, if the facts leave nothing open.
fn values(session: &Session, command: usize, lowered: &Lowered) -> Result<Instance, Box<Diagnostic>> {
    let problem = &lowered.problem;
    let mut relations = problem.bounds.iter().map(|(_, relation)| relation);
    if let Some(open) = relations.find(|relation| !relation.is_constant()) {
        let label = open.name.trim_start_matches("this/");
        let message = format!("the instance does not say what `{label}` is");
        let span = place(session.world(), &open.name).unwrap_or(session.commands()[command].span);
        return Err(Box::new(Diagnostic::error("E0717", span, message).help(
            "an instance gives all signatures under `sigs` and all fields under `fields`; to leave some open use --facts",
        )));
    }
    let values = problem.bounds.iter().map(|(_, r)| r.lower.clone()).collect();
    Ok(Instance::new(problem.universe().clone(), values))
}

/// Where a signature or field is declared.
fn place(world: &World, label: &str) -> Option<relfind_lang::source::Span> {
    let sig = world.sigs.iter().find(|sig| sig.label == label);
    let field = || world.fields.iter().find(|field| field.label == label);
    sig.and_then(|sig| sig.span)
        .or_else(|| field().map(|field| field.span))
}

/// The goals that do not hold.
fn faults(session: &Session, command: usize, lowered: &Lowered, instance: &Instance) -> Vec<Diagnostic> {
    let (problem, asked) = (&lowered.problem, &session.commands()[command]);
    let evaluator = Evaluator::new(&problem.ast, instance, problem.overflow);
    let mut faults = Vec::new();
    for goal in &problem.goals {
        let what = match evaluator.formula(*goal) {
            Ok(Truth::True) => continue,
            Ok(_) => "this does not hold in the instance".to_owned(),
            Err(error) => format!("this is too much to check: {error}"),
        };
        let origin = problem.origins.get(goal);
        let span = origin.and_then(|o| lowered.origins.get(o.0 as usize).copied());
        faults.push(Diagnostic::error("E0717", span.unwrap_or(asked.span), what));
    }
    faults
}
