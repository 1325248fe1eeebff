//! Data in and facts out: `--facts FILE`, `--format facts`, `--show`.

use std::{path::Path, sync::Arc};

use clap::{Args, ValueEnum};
use relfind::{
    Found, Questions, Run, Session, Value,
    data::{self, Facts},
    lang::{diag::Diagnostic, source::SourceMap, typed::Goal},
    viz::{self, Display, Predicate},
};

/// Facts that fix signatures and fields.
#[derive(Debug, Args)]
#[command(next_help_heading = "Data")]
pub(crate) struct DataArgs {
    /// Facts that fix signatures and fields: a .json, .csv or .lp file; of a CSV file NAME is the signature or field it is about. May be given
    /// several times.
    #[arg(long, value_name = "[NAME=]FILE")]
    pub(crate) facts: Vec<String>,
    /// The format of these files, where their names do not say it.
    #[arg(long, value_enum, value_name = "FORMAT", requires = "facts")]
    pub(crate) facts_format: Option<FactsFormat>,
    /// What `--format facts` and `--format csv` write: signatures, fields, and functions without parameters, separated by commas. Without it, what the
    /// specification says in a comment `//@ facts NAME, ...`, or else all signatures and fields.
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub(crate) show: Vec<String>,
}

/// Formats of facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FactsFormat {
    /// An object from relations to tuples.
    Json,
    /// A line a tuple.
    Csv,
    /// Facts as clingo writes them.
    Facts,
    /// An instance in Alloy's XML.
    Xml,
}

impl From<FactsFormat> for data::Format {
    fn from(format: FactsFormat) -> Self {
        match format {
            FactsFormat::Json => Self::Json,
            FactsFormat::Csv => Self::Csv,
            FactsFormat::Facts => Self::Facts,
            FactsFormat::Xml => Self::Xml,
        }
    }
}

impl DataArgs {
    /// Reads all files of facts; none where there are none.
    pub(crate) fn read(&self, session: &mut Session) -> Result<Option<Arc<Facts>>, Vec<Diagnostic>> {
        let mut all = Facts::default();
        let mut errors = Vec::new();
        for argument in &self.facts {
            let (relation, file) = split(argument);
            match session.open_facts(Path::new(file), self.facts_format.map(Into::into), relation) {
                Ok(facts) => all.extend(facts),
                Err(error) => errors.push(*error),
            }
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        Ok((!self.facts.is_empty()).then(|| Arc::new(all)))
    }

    /// What is to be written: as asked for, or as the specification says.
    fn wanted(&self, session: &Session) -> Vec<String> {
        if !self.show.is_empty() {
            return self.show.iter().map(|name| name.trim().to_owned()).collect();
        }
        let root = session.sources().files().next();
        let text = root.map_or("", |(_, file)| file.text());
        let lines = text
            .lines()
            .filter_map(|line| line.trim().strip_prefix("//@ facts "));
        lines
            .flat_map(|names| names.split(',').map(|name| name.trim().to_owned()))
            .collect()
    }

    /// The relations to be written of an instance.
    pub(crate) fn predicates(
        &self,
        session: &Session,
        run: &Run<'_>,
        found: &Found,
    ) -> Result<Vec<Predicate>, (Vec<Diagnostic>, SourceMap)> {
        let wanted = self.wanted(session);
        if wanted.is_empty() {
            return Ok(Predicate::all(&found.display));
        }
        let mut questions = Questions::new(run.lowered(), &run.translation().bounds, run.lower_options());
        let mut predicates = Vec::new();
        for name in wanted {
            if let Some(known) = declared(&found.display, &name) {
                predicates.push(known);
                continue;
            }
            let answer = questions
                .ask(session, found, &name, &[])
                .map_err(|bad| (bad.diagnostics, bad.sources))?;
            if let Value::Tuples { arity, tuples } = answer.value {
                predicates.push(Predicate {
                    name,
                    arity: arity as usize,
                    tuples,
                });
            }
        }
        Ok(predicates)
    }
}

/// `NAME=FILE`, or a file alone; a file that is called like that wins.
fn split(argument: &str) -> (Option<&str>, &str) {
    match argument.split_once('=') {
        Some((name, file)) if !Path::new(argument).exists() => (Some(name), file),
        _ => (None, argument),
    }
}

/// The signature or field of a name.
fn declared(display: &Display, name: &str) -> Option<Predicate> {
    let short = |label: &str| label.strip_prefix("this/").unwrap_or(label).replace("<:", ".");
    let mut fields = display
        .fields
        .iter()
        .filter(|f| f.name == name || short(&f.label) == name);
    let sig = display.sigs.iter().find(|s| s.name == name && !s.is_builtin);
    if let Some(sig) = sig {
        return Some(Predicate {
            name: name.to_owned(),
            arity: 1,
            tuples: sig.atoms.iter().map(|&a| vec![a]).collect(),
        });
    }
    let field = fields.next().filter(|_| fields.next().is_none())?;
    Some(Predicate {
        name: name.replace('.', "_"),
        ..Predicate::of_field(display, field)
    })
}

/// An instance as facts.
pub(crate) fn print(run: &Run<'_>, found: &Found, predicates: &[Predicate]) -> String {
    viz::facts(&found.display, predicates, &run.lowered().numbers)
}

/// An instance as tables: a file for each relation, a line for each tuple.
pub(crate) fn tables(found: &Found, predicates: &[Predicate]) -> Vec<(String, String)> {
    let table = |predicate: &Predicate| {
        let name = format!("{}.csv", predicate.name.replace(['/', '\\'], "_"));
        (name, viz::csv(&found.display, &predicate.tuples))
    };
    predicates.iter().map(table).collect()
}

/// The values of functions without parameters.
fn functions(session: &Session, run: &Run<'_>, found: &Found) -> Vec<viz::XmlFunction> {
    if !Questions::have_functions(session) {
        return Vec::new();
    }
    let mut questions = Questions::new(run.lowered(), &run.translation().bounds, run.lower_options());
    questions.functions(session, found)
}

/// An instance as Alloy's XML.
pub(crate) fn xml(session: &Session, run: &Run<'_>, found: &Found) -> String {
    let scopes = run.scopes();
    let command = &session.commands()[run.command()];
    let word = if matches!(command.goal, Goal::Check(_)) {
        "Check"
    } else {
        "Run"
    };
    let sources = session.sources();
    let file = sources.files().next().map_or("", |(_, file)| file.name());
    let head = viz::XmlHead {
        bitwidth: scopes.bitwidth,
        max_seq: scopes.max_seq,
        command: format!("{word} {}", command.label),
        file: file.to_owned(),
        sources: session
            .specification()
            .map(|f| (f.name().to_owned(), f.text().to_owned()))
            .collect(),
        functions: functions(session, run, found),
    };
    viz::xml(&found.display, &head)
}
