//! `relfind eval`: the values of expressions in the instances of a command.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use clap::Args;
use relfind::{
    Answer, Failure, Found, Given, Questions, Run, RunLimits, RunOptions, Session, Value,
    lang::{diag::Diagnostic, source::SourceMap},
    report::{CommandReport, Verdict},
    viz::{self, Display},
};
use serde_json::{Map, json};

use super::{
    AS_WANTED, BAD_INPUT, INTERRUPTED, NOT_AS_WANTED, UNKNOWN,
    args::{Enumerate, MeaningArgs, OutputArgs, SizeArgs, parse_enumerate, parse_seconds},
    desk::{self, Desk},
    given::{Instances, doubts},
    json,
    output::Output,
    progress::Progress,
    run::options,
    select::select,
    text,
    watch::Watch,
};

/// The arguments of `eval`.
#[derive(Debug, Args)]
pub(crate) struct EvalArgs {
    /// The specification: an .als or .md file, or `-` for standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The command whose instance is asked: its label or its number from 0. The first one if none is given.
    #[arg(short, long, value_name = "NAME|INDEX")]
    pub(crate) command: Option<String>,
    /// An expression or formula; may be given several times. Atoms (`Node$0`) and witnesses (`$x`) are names in it.
    #[arg(
        short,
        long = "expr",
        value_name = "EXPR",
        required = true,
        allow_hyphen_values = true
    )]
    pub(crate) exprs: Vec<String>,
    /// Evaluate in the instances of this file instead: what `--format json` or `--format xml` wrote, or Alloy's XML. Nothing is searched for.
    #[arg(long, value_name = "INSTANCE", conflicts_with_all = ["enumerate", "solver"])]
    pub(crate) instance: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) meaning: MeaningArgs,
    /// In how many different instances.
    #[arg(long, value_name = "N|all", default_value = "1", value_parser = parse_enumerate)]
    pub(crate) enumerate: Enumerate,
    /// The SAT solver: `auto`, or a name or command line as for a run.
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub(crate) solver: String,
    /// Give up after this many seconds.
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub(crate) timeout: Option<f64>,
    /// Give up when the program uses more memory than this many megabytes, those of the program itself (about 10) included.
    #[arg(long, value_name = "MB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) memory: u64,
    /// How to print the values.
    #[arg(long, value_enum, default_value_t = ValueFormat::Text)]
    pub(crate) format: ValueFormat,
    #[command(flatten)]
    pub(crate) size: SizeArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Forms of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ValueFormat {
    /// A line for each value.
    Text,
    /// Relations as tables.
    Table,
    /// One JSON document.
    Json,
}

/// Prints the values; the exit status.
pub(crate) fn eval(args: &EvalArgs) -> u8 {
    let watch = Watch::start(args.memory);
    let desk = Desk {
        path: &args.file,
        json: args.format == ValueFormat::Json,
        quiet: args.output.quiet,
        output: Output::new(args.output.color),
    };
    let mut session = match desk.open(args.meaning.dialect) {
        Ok(session) => session,
        Err(status) => return status,
    };
    let given = match &args.instance {
        Some(path) => match given(args, &mut session, path) {
            Ok(given) => Some(given),
            Err(Refusal::Arguments(message)) => {
                return desk.refuse(session.sources(), session.warnings(), &message);
            }
            Err(Refusal::Instance(errors)) => return desk.refuse_with(&session, &errors),
        },
        None => None,
    };
    let refuse = |message: &str| desk.refuse(session.sources(), session.warnings(), message);
    let index = match select(session.commands(), args.command.as_slice()) {
        Ok(picked) if picked.len() == 1 || args.command.is_none() => picked.first().copied().unwrap_or(0),
        Ok(picked) => {
            let pattern = args.command.as_deref().unwrap_or_default();
            return refuse(&format!(
                "`{pattern}` picks {} commands, and values are those of one",
                picked.len()
            ));
        }
        Err(message) => return refuse(&message),
    };
    let mut options = options(&args.meaning, &args.size);
    options.solver.clone_from(&args.solver);
    if let Err(error) = relfind::solver::create(&options.solver) {
        return refuse(&format!(
            "the solver `{}` cannot be used: {error}",
            options.solver
        ));
    }
    let numbered = match &given {
        Some((_, all)) => all.len() > 1,
        None => args.enumerate != Enumerate::AtMost(1),
    };
    let evaluation = Evaluation {
        numbered,
        args,
        desk,
        session: &session,
        watch: &watch,
        instances: Vec::new(),
        faults: Vec::new(),
        sources: None,
    };
    match given {
        Some((index, given)) => evaluation.finish_given(index, &given),
        None => evaluation.finish(index, &options),
    }
}

/// Why given instances cannot be evaluated in.
enum Refusal {
    Arguments(String),
    Instance(Vec<Diagnostic>),
}

/// The instances of a file, and the command that they are taken to be of.
fn given(args: &EvalArgs, session: &mut Session, path: &Path) -> Result<(usize, Vec<Given>), Refusal> {
    let asked = match &args.command {
        Some(_) => select(session.commands(), args.command.as_slice())
            .map_err(Refusal::Arguments)?
            .first()
            .copied(),
        None => None,
    };
    let instances = Instances::open(session, path, asked).map_err(|error| Refusal::Instance(vec![*error]))?;
    let options = options(&args.meaning, &args.size).lower;
    let given = instances.take(session, &options).map_err(Refusal::Instance)?;
    Ok((instances.command, given))
}

/// The state of an evaluation.
struct Evaluation<'a> {
    /// Whether values stand behind the number of their instance.
    numbered: bool,
    args: &'a EvalArgs,
    desk: Desk<'a>,
    session: &'a Session,
    watch: &'a Watch,
    /// The values in each instance, for the document.
    instances: Vec<serde_json::Value>,
    /// What is wrong with an expression.
    faults: Vec<Diagnostic>,
    /// The files that the faults are about.
    sources: Option<SourceMap>,
}

impl Evaluation<'_> {
    /// Evaluates in instances that are there.
    fn finish_given(mut self, index: usize, given: &[Given]) -> u8 {
        for (number, given) in (1..).zip(given) {
            self.instance(number, &mut given.questions(), &given.found);
            if !self.faults.is_empty() {
                break;
            }
        }
        if let Some(doubts) = doubts(self.session, index, given).filter(|_| !self.desk.quiet) {
            Output::hint(&doubts);
        }
        let mut report = CommandReport::new(index, &self.session.commands()[index]);
        report.verdict = Verdict::Sat;
        self.desk.pointer(&self.faults);
        self.document(&report);
        if self.faults.is_empty() {
            AS_WANTED
        } else {
            BAD_INPUT
        }
    }

    fn finish(mut self, index: usize, options: &RunOptions) -> u8 {
        let command = &self.session.commands()[index];
        let progress = Progress::start(&command.label, self.desk.quiet || self.desk.json);
        let outcome = self.all(index, options, &progress);
        progress.end();
        let (verdict, diagnostics) = match outcome {
            Ok(verdict) => (verdict, Vec::new()),
            Err(failure) => desk::verdict(failure, self.watch),
        };
        self.desk.output.diagnostics(&diagnostics, self.session.sources());
        let report = CommandReport {
            expect: None,
            verdict,
            diagnostics,
            ..CommandReport::new(index, command)
        };
        if !matches!(report.verdict, Verdict::Sat) {
            self.desk
                .output
                .error(&format!("`{}`: {}", report.label, text::verdict(&report)));
        }
        self.desk.pointer(report.diagnostics.iter().chain(&self.faults));
        self.document(&report);
        if self.watch.interrupted() {
            return INTERRUPTED;
        }
        match report.verdict {
            _ if !self.faults.is_empty() => BAD_INPUT,
            Verdict::Sat => AS_WANTED,
            Verdict::Unsat => NOT_AS_WANTED,
            Verdict::Unknown(_) => UNKNOWN,
            Verdict::Error => BAD_INPUT,
        }
    }

    /// Evaluates in as many instances as are wanted, unless an expression is at fault.
    fn all(
        &mut self,
        index: usize,
        options: &RunOptions,
        progress: &Arc<Progress>,
    ) -> Result<Verdict, Failure> {
        let limits = RunLimits {
            timeout: self.args.timeout.map(Duration::from_secs_f64),
            stop: Some(self.watch.stop()),
            reporter: Some(Arc::clone(progress) as _),
            progress: Some(progress.conflicts()),
        };
        self.watch.look()?;
        let mut run = self.session.run(index, options, &limits)?;
        self.watch.look()?;
        progress.solving(run.sizes());
        let most = match self.args.enumerate {
            Enumerate::AtMost(n) => n,
            Enumerate::All => u64::MAX,
        };
        let mut questions = None;
        for number in 1..=most {
            let found = match run.next_found() {
                Ok(Some(found)) => found,
                Ok(None) if number == 1 => return Ok(Verdict::Unsat),
                Ok(None) => break,
                // The values so far are what was asked for, and the rest is missing.
                Err(failure) => return Err(failure),
            };
            progress.found(number.into());
            let questions = questions.get_or_insert_with(|| questions_of(&run));
            self.instance(number, questions, &found);
            if !self.faults.is_empty() {
                break;
            }
        }
        Ok(Verdict::Sat)
    }

    /// The values in one instance.
    fn instance(&mut self, number: u64, questions: &mut Questions, found: &Found) {
        let args = self.args;
        let mut values = Vec::new();
        if self.numbered && !self.desk.json {
            self.desk.output.print(&format!("{number}.\n"));
        }
        for text in &args.exprs {
            match questions.ask(self.session, found, text, &[]) {
                Ok(answer) => {
                    if number == 1 && !self.desk.quiet {
                        self.desk.output.diagnostics(&answer.warnings, &answer.sources);
                    }
                    if self.desk.json {
                        values.push(value_json(text, &answer, &found.display));
                    } else {
                        let table = args.format == ValueFormat::Table;
                        let value = value_text(&answer.value, &found.display, table);
                        self.desk.output.print(&value);
                    }
                }
                Err(bad) => {
                    self.desk.output.diagnostics(&bad.diagnostics, &bad.sources);
                    self.faults = bad.diagnostics;
                    self.sources = Some(bad.sources);
                    return;
                }
            }
        }
        self.instances.push(json!({ "values": values }));
    }

    fn document(&self, report: &CommandReport) {
        let (world, sources) = (self.session.world(), self.session.sources());
        let mut command = json::command(report, world, sources);
        command["instances"] = json!(self.instances);
        let diagnostics: Vec<Diagnostic> = self
            .session
            .warnings()
            .iter()
            .chain(&self.faults)
            .cloned()
            .collect();
        let sources = self.sources.as_ref().unwrap_or(sources);
        self.desk.document(vec![command], &diagnostics, sources);
    }
}

/// Questions about the instances of a run.
pub(crate) fn questions_of(run: &Run<'_>) -> Questions {
    Questions::new(run.lowered(), &run.translation().bounds, run.lower_options())
}

fn picture_options() -> viz::Options {
    viz::Options {
        width: text::width(),
        ..viz::Options::default()
    }
}

/// A value in words, with a final line break.
pub(crate) fn value_text(value: &Value, display: &Display, table: bool) -> String {
    match value {
        Value::Truth(truth) => format!("{truth}\n"),
        Value::Int(value) => format!("{value}\n"),
        Value::Tuples { arity, tuples } if table && *arity > 1 && !tuples.is_empty() => {
            viz::relation(display, tuples, &picture_options())
        }
        Value::Tuples { tuples, .. } => viz::tuples(display, tuples, &picture_options()) + "\n",
        Value::Overflow { bitwidth } => format!("undefined: it overflows with bitwidth {bitwidth}\n"),
    }
}

fn value_json(text: &str, answer: &Answer, display: &Display) -> serde_json::Value {
    let mut object = Map::new();
    object.insert("expression".into(), json!(text));
    let (kind, value) = match &answer.value {
        Value::Truth(truth) => ("formula", json!(truth)),
        Value::Int(value) => ("integer", json!(value)),
        Value::Tuples { arity, tuples } => {
            object.insert("arity".into(), json!(arity));
            ("relation", viz::json_tuples(display, tuples))
        }
        Value::Overflow { bitwidth } => {
            object.insert("bitwidth".into(), json!(bitwidth));
            ("overflow", serde_json::Value::Null)
        }
    };
    object.insert("kind".into(), json!(kind));
    object.insert("value".into(), value);
    serde_json::Value::Object(object)
}
