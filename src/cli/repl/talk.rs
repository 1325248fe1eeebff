//! The state of a conversation, and its answers.

use std::{sync::Arc, time::Duration};

use relfind::{
    Answer, BadQuestion, Failure, Found, Given, Named, Questions, Run, RunLimits, RunOptions, Session, Value,
    lang::{
        ast::{CommandGoal, Paragraph},
        diag::Diagnostic,
        source::SourceMap,
        typed::Goal,
    },
    report::{CommandReport, Verdict},
};

use super::{
    ReplArgs,
    input::{COMMANDS, Line},
};
use crate::cli::{
    args::View,
    desk,
    eval::{questions_of, value_text},
    given::doubts,
    list,
    output::Output,
    picture,
    progress::Progress,
    scopes, text,
    watch::Watch,
};

/// What is said where there is no instance.
const NOTHING_TO_ASK: &str = "there is no instance to ask; `:run` a command that has one";
/// How many instances one can go back.
const KEPT: usize = 1000;

/// A conversation.
pub(crate) struct Talk<'a> {
    args: &'a ReplArgs,
    output: Output,
    options: RunOptions,
    watch: Watch,
    view: View,
    /// The specification as the file has it.
    session: Arc<Session>,
    current: Option<Current>,
    /// Names and what they stand for, as typed.
    lets: Vec<(String, String)>,
}

/// The command that is being talked about.
struct Current {
    run: Run<'static>,
    /// The specification with the command in it.
    session: Arc<Session>,
    index: usize,
    /// The instances shown, and which of them is the one talked about.
    shown: Vec<Shown>,
    at: usize,
    /// How many of them, at the front, were given.
    given: usize,
    /// The number of the first of the others.
    first: usize,
    questions: Option<Questions>,
}

/// An instance that is shown.
struct Shown {
    found: Found,
    /// Questions about it alone, if it was given.
    questions: Option<Box<Questions>>,
}

impl<'a> Talk<'a> {
    /// Begins to talk about a specification.
    pub(crate) fn new(
        args: &'a ReplArgs,
        output: Output,
        options: RunOptions,
        watch: Watch,
        session: Session,
    ) -> Self {
        Self {
            args,
            output,
            options,
            watch,
            view: args.view,
            session: Arc::new(session),
            current: None,
            lets: Vec::new(),
        }
    }

    /// What may end a search.
    pub(crate) fn watch(&self) -> &Watch {
        &self.watch
    }

    /// Runs a command of the file.
    pub(crate) fn start(&mut self, index: usize) {
        self.start_from(index, Vec::new());
    }

    /// Likewise, but begins with instances that are there.
    pub(crate) fn start_from(&mut self, index: usize, given: Vec<Given>) {
        let session = Arc::clone(&self.session);
        let doubts = doubts(&session, index, &given);
        self.run(&session, index, given);
        if let Some(doubts) = doubts.filter(|_| !self.args.output.quiet) {
            self.say(&doubts);
        }
    }

    /// Answers a line.
    pub(crate) fn answer(&mut self, line: Line) {
        match line {
            Line::Empty | Line::Quit => {}
            Line::Expr(text) => self.ask(&text),
            Line::Run(text) => self.run_text(&text),
            Line::Next => self.next(),
            Line::Prev => self.prev(),
            Line::Scope(None) => self.show_scopes(),
            Line::Scope(Some(scope)) => self.rescope(&scope),
            Line::List => {
                let all: Vec<usize> = (0..self.session.commands().len()).collect();
                let list = list::list(&self.session, &all, &self.options.lower);
                self.say(&list);
            }
            Line::Show(view) => {
                self.view = view.unwrap_or(self.view);
                self.show();
            }
            Line::Let(name, text) => self.define(name, text),
            Line::Reload => self.reload(),
            Line::Help => self.help(),
            Line::Wrong(message) => self.complain(&message),
        }
    }

    /// The names that may be typed: those of the specification, of the instance, and those given here.
    pub(crate) fn names(&self) -> Vec<String> {
        let world = self.session.world();
        let plain = |name: &String| !name.contains('$');
        let sigs = world.sigs.iter().filter(|s| !s.is_meta).map(|s| &s.name);
        let fields = world.fields.iter().filter(|f| !f.is_meta).map(|f| &f.name);
        let funcs = world.funcs.iter().map(|f| &f.name);
        let asserts = world.asserts.iter().map(|a| &a.name);
        let labels = world.commands.iter().map(|c| &c.label);
        let mut names: Vec<String> = sigs
            .chain(fields)
            .chain(funcs)
            .chain(asserts)
            .filter(|n| plain(n))
            .cloned()
            .collect();
        names.extend(labels.cloned());
        names.extend(self.lets.iter().map(|(name, _)| name.clone()));
        if let Some(found) = self.current.as_ref().and_then(Current::found) {
            let atoms = found.display.atoms.iter().map(|atom| &atom.name);
            names.extend(atoms.filter(|name| name.contains('$')).cloned());
            names.extend(found.display.skolems.iter().map(|s| s.name.clone()));
        }
        names.sort_unstable();
        names.dedup();
        names
    }

    fn say(&self, text: &str) {
        self.output.print(text);
    }

    /// Complaints are part of the conversation, so that they stand where they belong in a transcript.
    fn complain(&self, message: &str) {
        self.say(&format!("error: {message}\n"));
    }

    fn say_diagnostics(&self, diagnostics: &[Diagnostic], sources: &SourceMap) {
        let said = diagnostics
            .iter()
            .filter(|d| d.is_error() || !self.args.output.quiet);
        for diagnostic in said {
            self.say(&format!("{}\n", self.output.rendered(diagnostic, sources)));
        }
    }

    /// Runs a command, which becomes the one that is talked about unless it cannot be run.
    fn run(&mut self, session: &Arc<Session>, index: usize, given: Vec<Given>) {
        let command = &session.commands()[index];
        let source = session.sources().text(command.span);
        let heading = text::heading(index, command, source);
        self.say(&format!("{}\n", self.output.strong(&heading)));
        let progress = Progress::start(&command.label, self.args.output.quiet);
        let limits = RunLimits {
            timeout: self.args.timeout.map(Duration::from_secs_f64),
            stop: Some(self.watch.stop()),
            reporter: Some(Arc::clone(&progress) as _),
            progress: Some(progress.conflicts()),
        };
        let outcome = self.watch.look();
        let outcome = outcome.and_then(|()| session.run_shared(index, &self.options, &limits));
        let outcome = outcome.and_then(|run| self.watch.look().map(|()| run));
        progress.end();
        match outcome {
            Ok(run) => {
                self.say_diagnostics(run.warnings(), session.sources());
                self.current = Some(Current {
                    run,
                    session: Arc::clone(session),
                    index,
                    given: given.len(),
                    shown: given.into_iter().map(Shown::given).collect(),
                    at: 0,
                    first: 1,
                    questions: None,
                });
                if self.current.as_ref().is_some_and(|current| current.given > 0) {
                    self.show();
                } else {
                    self.search();
                }
            }
            Err(failure) => self.fail(failure, session, index),
        }
    }

    /// Looks for another instance and shows it.
    fn search(&mut self) {
        let Some(current) = &mut self.current else {
            return;
        };
        let label = &current.session.commands()[current.index].label;
        let progress = Progress::start(label, self.args.output.quiet);
        progress.solving(current.run.sizes());
        current.run.renew(self.args.timeout.map(Duration::from_secs_f64));
        let outcome = current.run.next_found();
        progress.end();
        let (session, index) = (Arc::clone(&current.session), current.index);
        let is_first = current.shown.len() == current.given;
        match outcome {
            Ok(Some(found)) => {
                current.add(found);
                if is_first {
                    let verdict = text::verdict(&report(&session, index, Verdict::Sat));
                    self.say(&format!("   {verdict}\n"));
                }
                self.show();
            }
            Ok(None) if is_first => {
                let verdict = text::verdict(&report(&session, index, Verdict::Unsat));
                self.say(&format!("   {verdict}\n"));
            }
            Ok(None) => self.say("   there is no other instance\n"),
            Err(failure) => self.fail(failure, &session, index),
        }
    }

    fn fail(&self, failure: Failure, session: &Session, index: usize) {
        let (verdict, diagnostics) = desk::verdict(failure, &self.watch);
        self.say_diagnostics(&diagnostics, session.sources());
        self.say(&format!(
            "   {}\n",
            text::verdict(&report(session, index, verdict))
        ));
    }

    /// A command by name or number, or a new one.
    fn run_text(&mut self, typed: &str) {
        let name = typed
            .split_once(char::is_whitespace)
            .map_or("", |(_, name)| name.trim());
        let wants_check = typed.starts_with("check");
        let commands = self.session.commands();
        let known = commands.iter().position(|command| {
            command.label == name && matches!(command.goal, Goal::Check(_)) == wants_check
        });
        let number = name.parse().ok().filter(|&n: &usize| n < commands.len());
        if let Some(index) = known.or(number) {
            self.start(index);
            return;
        }
        match self.session.with_commands(typed) {
            Ok(session) => {
                let session = Arc::new(session);
                self.say_news(session.warnings(), session.sources());
                self.run(&session, session.commands().len() - 1, Vec::new());
            }
            Err(refused) => self.say_news(&refused.diagnostics, &refused.sources),
        }
    }

    /// The diagnostics about what was typed; those about the file have been said.
    fn say_news(&self, diagnostics: &[Diagnostic], sources: &SourceMap) {
        let typed = sources.files().last().map(|(id, _)| id);
        let is_new = |d: &&Diagnostic| d.is_error() || d.primary.as_ref().map(|l| l.span.file) == typed;
        let news: Vec<Diagnostic> = diagnostics.iter().filter(is_new).cloned().collect();
        self.say_diagnostics(&news, sources);
    }

    fn next(&mut self) {
        match &mut self.current {
            None => self.complain("no command has been run"),
            Some(current) if current.at + 1 < current.shown.len() => {
                current.at += 1;
                self.show();
            }
            Some(_) => self.search(),
        }
    }

    fn prev(&mut self) {
        match &mut self.current {
            Some(current) if current.at > 0 => {
                current.at -= 1;
                self.show();
            }
            Some(current) if current.first > 1 => {
                self.say(&format!("   only the last {KEPT} instances are kept\n"));
            }
            Some(current) if !current.shown.is_empty() => self.say("   this is the first instance\n"),
            _ => self.complain("there is no instance"),
        }
    }

    /// Draws the instance.
    fn show(&self) {
        let Some((current, found)) = self.current.as_ref().and_then(|c| Some((c, c.found()?))) else {
            self.complain("there is no instance");
            return;
        };
        let title = current.title();
        let theme = current.session.theme().unwrap_or_default();
        let label = &current.session.commands()[current.index].label;
        let theme = picture::of_command(&theme, &current.session, &current.run, label);
        let picture = text::picture(&found.display, self.view, &theme);
        self.say(&format!("   {title}\n\n{picture}\n"));
    }

    /// The value of an expression in the instance.
    fn ask(&mut self, text: &str) {
        let named = self.named();
        match self
            .current
            .as_mut()
            .and_then(|current| current.ask(text, &named))
        {
            None => self.complain(NOTHING_TO_ASK),
            Some(Ok(answer)) => {
                self.say_diagnostics(&answer.warnings, &answer.sources);
                self.say_value(&answer.value, self.view != View::Text);
            }
            Some(Err(bad)) => self.say_diagnostics(&bad.diagnostics, &bad.sources),
        }
    }

    fn say_value(&self, value: &Value, table: bool) {
        if let Some(found) = self.current.as_ref().and_then(Current::found) {
            self.say(&value_text(value, &found.display, table));
        }
    }

    /// The names given here with their values in the instance, as far as they have any.
    fn named(&mut self) -> Vec<Named> {
        let mut named = Vec::new();
        let Some(current) = &mut self.current else {
            return named;
        };
        for (name, text) in &self.lets {
            let answer = current.ask(text, &named).and_then(Result::ok);
            let value = answer.and_then(|answer| answer.named(name));
            named.retain(|known: &Named| known.name() != name);
            named.extend(value);
        }
        named
    }

    fn define(&mut self, name: String, text: String) {
        let named = self.named();
        match self
            .current
            .as_mut()
            .and_then(|current| current.ask(&text, &named))
        {
            None => self.complain(NOTHING_TO_ASK),
            Some(Ok(answer)) if answer.named(&name).is_some() => {
                self.say(&format!("{name} = "));
                self.say_value(&answer.value, false);
                self.lets.push((name, text));
            }
            Some(Ok(_)) => self.complain("only sets, relations and integers can have a name"),
            Some(Err(bad)) => self.say_diagnostics(&bad.diagnostics, &bad.sources),
        }
    }

    fn show_scopes(&self) {
        match &self.current {
            None => self.complain("no command has been run"),
            Some(current) => self.say(&scopes::of_report(current.run.scopes(), current.session.world())),
        }
    }

    /// The command again in another scope.
    fn rescope(&mut self, scope: &str) {
        let Some(current) = &self.current else {
            self.complain("no command has been run");
            return;
        };
        let goal = goal_text(&current.session, current.index);
        let scope = scope.strip_prefix("for ").unwrap_or(scope);
        self.run_text(&format!("{goal} for {scope}"));
    }

    fn reload(&mut self) {
        let desk = desk::Desk {
            path: &self.args.file,
            json: false,
            quiet: self.args.output.quiet,
            output: self.output,
        };
        let index = self.current.as_ref().map_or(0, |current| current.index);
        if let Ok(session) = desk.open(self.args.meaning.dialect) {
            let last = session.commands().len() - 1;
            self.session = Arc::new(session);
            self.start(index.min(last));
        }
    }

    fn help(&self) {
        let mut help = String::from(
            "An expression or formula is evaluated in the instance shown; atoms (`A$0`) and witnesses (`$x`) are names.\n\
             `run { … } for 4` and `check { … }` are commands as in a file.\n\n",
        );
        for (command, what) in COMMANDS {
            help += &format!("{command:8} {what}\n");
        }
        self.say(&help);
    }
}

impl Shown {
    fn given(given: Given) -> Self {
        Self {
            questions: Some(Box::new(given.questions())),
            found: given.found,
        }
    }
}

impl Current {
    fn found(&self) -> Option<&Found> {
        self.shown.get(self.at).map(|shown| &shown.found)
    }

    /// What stands over the instance.
    fn title(&self) -> String {
        match self.at.checked_sub(self.given) {
            Some(behind) => format!("{}.", self.first + behind),
            None if self.given == 1 => "given".to_owned(),
            None => format!("given {}.", self.at + 1),
        }
    }

    /// The value of an expression in the instance, if there is one.
    fn ask(&mut self, text: &str, named: &[Named]) -> Option<Result<Answer, Box<BadQuestion>>> {
        let shown = self.shown.get_mut(self.at)?;
        let questions = match &mut shown.questions {
            Some(own) => own,
            // Prepared when the first question is asked.
            None => self.questions.get_or_insert_with(|| questions_of(&self.run)),
        };
        Some(questions.ask(&self.session, &shown.found, text, named))
    }

    fn add(&mut self, found: Found) {
        if self.shown.len() == KEPT {
            self.shown.remove(0);
            if self.given > 0 {
                self.given -= 1;
            } else {
                self.first += 1;
            }
        }
        self.shown.push(Shown {
            found,
            questions: None,
        });
        self.at = self.shown.len() - 1;
    }
}

/// A command without its scope, as it is written.
fn goal_text(session: &Session, index: usize) -> String {
    let command = &session.commands()[index];
    let written = session.root().paragraphs.iter().find_map(|p| match p {
        Paragraph::Command(written) => {
            let mut chain = Some(written);
            while let Some(next) = chain {
                if next.span == command.span {
                    return Some(next);
                }
                chain = next.follow.as_deref();
            }
            None
        }
        _ => None,
    });
    let Some(written) = written else {
        return "run {}".to_owned();
    };
    let word = if written.check { "check" } else { "run" };
    let span = match &written.goal {
        CommandGoal::Name(name) => name.span,
        CommandGoal::Block(block) => block.span,
    };
    let label = written
        .label
        .as_ref()
        .map_or_else(String::new, |label| format!("{}: ", label.text));
    format!("{label}{word} {}", session.sources().text(span))
}

/// What is known of a command, for the words that say it.
fn report(session: &Session, index: usize, verdict: Verdict) -> CommandReport {
    let command = &session.commands()[index];
    CommandReport {
        verdict,
        ..CommandReport::new(index, command)
    }
}
