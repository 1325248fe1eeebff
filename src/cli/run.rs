//! Running the commands of a file and reporting on each.

use std::{cell::RefCell, path::Path, sync::Arc, time::Duration};

use serde_json::Value;

use relfind::{
    Failure, Found, LoadError, Refused, Run, RunLimits, RunOptions, Session, Stop,
    lang::{
        diag::{Diagnostic, Severity},
        source::SourceMap,
        typed::Goal,
    },
    relational::Overflow,
    report::{CommandReport, Times, Verdict},
    translator::lower,
    viz::{self, Display, Theme},
};

use super::{
    AS_WANTED, BAD_INPUT, INTERRUPTED, NOT_AS_WANTED, UNKNOWN,
    args::{Enumerate, Format, MeaningArgs, OverflowArg, RunArgs, SizeArgs, View},
    changes::Changes,
    facts,
    folder::{Archive, Content},
    json, list,
    output::Output,
    picture,
    progress::Progress,
    rerun,
    select::select,
    text,
    watch::Watch,
    worst,
};

/// Runs the commands of a file; the exit status.
pub(crate) fn run(args: &RunArgs) -> u8 {
    let watch = Watch::start(args.memory);
    if args.watch {
        return rerun::rerun(args, &watch);
    }
    once(args, &watch)
}

/// Runs them once; the exit status.
pub(crate) fn once(args: &RunArgs, watch: &Watch) -> u8 {
    let output = Output::new(args.output.color);
    let watch = watch.clone();
    let Some(path) = args.file.as_deref() else {
        return BAD_INPUT;
    };
    let mut session = match open(path, args, output) {
        Ok(session) => session,
        Err(status) => return status,
    };
    if !args.output.quiet && args.shown() != Format::Json {
        output.diagnostics(session.warnings(), session.sources());
    }
    let data = match args.data.read(&mut session) {
        Ok(data) => data,
        Err(errors) => return refuse_with(path, args, output, &session, &errors),
    };
    let picked = match select(session.commands(), &args.select.command) {
        // Facts are those of one instance.
        Ok(mut picked)
            if matches!(args.shown(), Format::Facts | Format::Xml) && args.select.command.is_empty() =>
        {
            picked.truncate(1);
            picked
        }
        Ok(picked) => picked,
        Err(message) => {
            return refuse(
                path,
                args,
                output,
                session.sources(),
                session.warnings(),
                &message,
            );
        }
    };
    let mut options = options(&args.meaning, &args.size);
    options.solver.clone_from(&args.solver);
    if let Err(error) = relfind::solver::create(&options.solver) {
        let message = format!("the solver `{}` cannot be used: {error}", options.solver);
        return refuse(
            path,
            args,
            output,
            session.sources(),
            session.warnings(),
            &message,
        );
    }
    options.twins = args.twins;
    options.counter.clone_from(&args.counter);
    options.lower.data = data;
    if args.count || args.twins {
        options.translate.symmetry = 0;
    }
    if args.list {
        if args.shown() == Format::Json {
            document(
                path,
                args,
                output,
                list::values(&session, &picked),
                session.warnings(),
                session.sources(),
            );
        } else {
            output.print(&list::list(&session, &picked, &options.lower));
        }
        return finish(AS_WANTED, session.warnings().iter(), args, output);
    }
    let archive = match Archive::open(args, &mut session, &options, &picked) {
        Ok(archive) => archive.map(RefCell::new),
        Err(message) => {
            return refuse(
                path,
                args,
                output,
                session.sources(),
                session.warnings(),
                &message,
            );
        }
    };
    let theme = match picture::theme(&session, &args.picture, output, args.output.quiet) {
        Ok(theme) => theme,
        Err(message) => {
            return refuse(
                path,
                args,
                output,
                session.sources(),
                session.warnings(),
                &message,
            );
        }
    };
    let runner = Runner {
        args,
        theme,
        session: &session,
        options,
        output,
        watch,
        archive,
    };
    if args.check {
        return runner.check(path, &picked);
    }
    let mut reports = Vec::new();
    let mut status = AS_WANTED;
    for index in picked {
        let report = runner.command(index);
        status = worst(status, exit_status(&report));
        reports.push(report);
        if runner.watch.interrupted() {
            break;
        }
    }
    runner.document(path, &reports);
    let of_commands = reports.iter().flat_map(|report| &report.diagnostics);
    let status = finish(status, session.warnings().iter().chain(of_commands), args, output);
    if runner.watch.interrupted() {
        INTERRUPTED
    } else {
        status
    }
}

/// Ends a run: where to read more about what was said, and the status with warnings taken for what they are asked to be.
fn finish<'a>(
    status: u8,
    diagnostics: impl Iterator<Item = &'a Diagnostic>,
    args: &RunArgs,
    output: Output,
) -> u8 {
    let quiet = args.output.quiet;
    let all: Vec<&Diagnostic> = diagnostics.collect();
    if args.shown() != Format::Json {
        Output::pointer(all.iter().copied().filter(|d| d.is_error() || !quiet));
    }
    let warnings = all.iter().filter(|d| d.severity == Severity::Warning).count();
    if !args.deny_warnings || warnings == 0 {
        return status;
    }
    let plural = if warnings == 1 { "" } else { "s" };
    output.error(&format!(
        "{warnings} warning{plural}, and --deny-warnings is given"
    ));
    worst(status, BAD_INPUT)
}

/// Loads a file; says what is wrong with it, if anything is, and gives the exit status then.
fn open(path: &Path, args: &RunArgs, output: Output) -> Result<Session, u8> {
    match Session::open_with(path, args.meaning.dialect.load_options()) {
        Ok(session) => Ok(session),
        Err(LoadError::Refused(refused)) => {
            let Refused {
                sources, diagnostics, ..
            } = *refused;
            output.diagnostics(&diagnostics, &sources);
            let errors = diagnostics.iter().filter(|d| d.is_error()).count();
            output.error(&format!(
                "{} cannot be run: {errors} error{}",
                relfind::files::name(path),
                if errors == 1 { "" } else { "s" }
            ));
            if args.shown() != Format::Json {
                Output::pointer(&diagnostics);
            }
            document(path, args, output, Vec::new(), &diagnostics, &sources);
            Err(BAD_INPUT)
        }
        Err(LoadError::Read(error)) => Err(refuse(
            path,
            args,
            output,
            &SourceMap::default(),
            &[],
            &error.to_string(),
        )),
    }
}

/// Says that nothing can be run, for a reason without a place in the text.
fn refuse(
    path: &Path,
    args: &RunArgs,
    output: Output,
    sources: &SourceMap,
    warnings: &[Diagnostic],
    message: &str,
) -> u8 {
    output.error(message);
    let mut diagnostics = warnings.to_vec();
    diagnostics.push(Diagnostic::new("E0001", Severity::Error, None, message));
    document(path, args, output, Vec::new(), &diagnostics, sources);
    BAD_INPUT
}

/// Says what is wrong with data or scopes.
fn refuse_with(path: &Path, args: &RunArgs, output: Output, session: &Session, errors: &[Diagnostic]) -> u8 {
    output.diagnostics(errors, session.sources());
    if args.shown() != Format::Json {
        Output::pointer(errors);
    }
    let all: Vec<Diagnostic> = session.warnings().iter().chain(errors).cloned().collect();
    document(path, args, output, Vec::new(), &all, session.sources());
    BAD_INPUT
}

/// The JSON document, where JSON is asked for.
fn document(
    path: &Path,
    args: &RunArgs,
    output: Output,
    commands: Vec<Value>,
    diagnostics: &[Diagnostic],
    sources: &SourceMap,
) {
    if args.shown() == Format::Json {
        let document = json::document(&relfind::files::name(path), commands, diagnostics, sources);
        output.print(&format!("{document:#}\n"));
    }
}

/// The exit status that a command alone would give.
pub(crate) fn exit_status(report: &CommandReport) -> u8 {
    match report.verdict {
        Verdict::Error => BAD_INPUT,
        Verdict::Unknown(_) => UNKNOWN,
        _ if report.as_expected() => AS_WANTED,
        _ => NOT_AS_WANTED,
    }
}

/// What the flags say of the meaning of commands.
pub(crate) fn options(meaning: &MeaningArgs, size: &SizeArgs) -> RunOptions {
    let mut options = RunOptions::default();
    options.lower.overall_scope = meaning.scope;
    options.lower.bitwidth = meaning.bitwidth;
    options.lower.unrolls = meaning.unrolls;
    options.lower.overflow = match meaning.overflow {
        OverflowArg::Prevent => Overflow::Prevent,
        OverflowArg::Wrap => Overflow::Wrap,
    };
    options.translate.symmetry = meaning.symmetry;
    options.translate.skolem_depth = meaning.skolem_depth;
    options.lower.limits.atoms = size.max_atoms;
    options.lower.limits.tuples = size.max_tuples.into();
    options.lower.limits.nodes = size.max_nodes as usize;
    let limits = &mut options.translate.limits;
    limits.variables = size.max_tuples;
    limits.tuples = size.max_tuples as usize;
    limits.gates = size.max_gates as usize;
    limits.clauses = size.max_clauses as usize;
    options
}

/// What it means that a file cannot be written.
fn cannot_write(message: String) -> Failure {
    Failure::Refused(vec![Diagnostic::new("E0001", Severity::Error, None, message)])
}

/// Runs single commands.
struct Runner<'a> {
    args: &'a RunArgs,
    theme: Theme,
    session: &'a Session,
    options: RunOptions,
    output: Output,
    watch: Watch,
    /// Where instances are written to, if that is asked for.
    archive: Option<RefCell<Archive>>,
}

impl Runner<'_> {
    /// Looks at the commands' scopes and runs nothing. A file with wrong scopes loads, so that the status is not that of a file that does not.
    fn check(&self, path: &Path, picked: &[usize]) -> u8 {
        let (session, args) = (self.session, self.args);
        let scopes = |&index: &usize| lower::scopes(session.world(), index, 0, &self.options.lower);
        let errors: Vec<Diagnostic> = picked
            .iter()
            .filter_map(|index| scopes(index).err())
            .flatten()
            .collect();
        if !errors.is_empty() {
            refuse_with(path, args, self.output, session, &errors);
            return NOT_AS_WANTED;
        }
        self.document(path, &[]);
        finish(AS_WANTED, session.warnings().iter(), args, self.output)
    }

    /// Runs a command and tells of it as soon as something is known.
    fn command(&self, index: usize) -> CommandReport {
        let command = &self.session.commands()[index];
        let mut report = CommandReport {
            index,
            label: command.label.clone(),
            is_check: matches!(command.goal, Goal::Check(_)),
            expect: command.expect,
            verdict: Verdict::Error,
            scope: None,
            sizes: None,
            times: Times::default(),
            count: None,
            instances: Vec::new(),
            diagnostics: Vec::new(),
        };
        let quiet = self.args.output.quiet || self.args.shown() == Format::Json;
        let progress = Progress::start(&command.label, quiet);
        self.say_heading(index);
        let outcome = self.search(index, &progress, &mut report);
        progress.end();
        if let Err(failure) = outcome {
            self.fail(failure, &mut report);
        }
        self.end_archive(&mut report);
        self.say_end(&report);
        report
    }

    fn search(
        &self,
        index: usize,
        progress: &Arc<Progress>,
        report: &mut CommandReport,
    ) -> Result<(), Failure> {
        let limits = RunLimits {
            timeout: self.args.timeout.map(Duration::from_secs_f64),
            stop: Some(self.watch.stop()),
            reporter: Some(Arc::clone(progress) as _),
            progress: Some(progress.conflicts()),
        };
        let mut run = self.session.run(index, &self.options, &limits)?;
        progress.solving(run.sizes());
        report.diagnostics.extend_from_slice(run.warnings());
        self.say_diagnostics(run.warnings());
        let outcome = self.enumerate(&mut run, progress, report);
        if !self.args.output.quiet && matches!(report.verdict, Verdict::Sat | Verdict::Unsat) {
            let depends = run.overflow_warning();
            self.say_diagnostics(depends.as_slice());
            report.diagnostics.extend(depends);
        }
        report.scope = Some(run.scopes().clone());
        report.sizes = Some(run.sizes());
        report.times = run.times();
        outcome
    }

    fn enumerate(
        &self,
        run: &mut Run<'_>,
        progress: &Progress,
        report: &mut CommandReport,
    ) -> Result<(), Failure> {
        if self.args.count {
            let count = run.count(&mut |found| progress.found(found))?;
            report.verdict = if count.labelled > 0 {
                Verdict::Sat
            } else {
                Verdict::Unsat
            };
            report.count = Some(count);
            return Ok(());
        }
        let most = match self.args.enumerate {
            Enumerate::AtMost(n) => n,
            Enumerate::All => u64::MAX,
        };
        let theme = picture::of_command(&self.theme, self.session, run, &report.label);
        if self.archive.is_some() {
            return self.store(run, progress, most, &theme, report);
        }
        let mut before: Option<Display> = None;
        for number in 1..=most {
            let Some(found) = run.next_found()? else { break };
            report.verdict = Verdict::Sat;
            self.say_facts(run, &found)?;
            let instance = found.display;
            progress.found(number.into());
            self.say_instance(number, &instance, &theme, report);
            // All but the last has been shown and may be forgotten.
            if self.args.shown() == Format::Json {
                report.instances.push(instance);
            } else if most > 1 && self.in_words() && !self.args.output.quiet {
                self.say_changes(number, before.as_ref(), &instance);
                before = Some(instance);
            }
        }
        if report.verdict != Verdict::Sat {
            report.verdict = Verdict::Unsat;
        }
        Ok(())
    }

    /// Writes instances to the folder that is asked for.
    fn store(
        &self,
        run: &mut Run<'_>,
        progress: &Progress,
        most: u64,
        theme: &Theme,
        report: &mut CommandReport,
    ) -> Result<(), Failure> {
        let mut new = 0;
        while new < most {
            let Some(found) = run.next_found()? else { break };
            let is_first = report.verdict != Verdict::Sat;
            report.verdict = Verdict::Sat;
            if is_first {
                self.output.print(&format!("   {}\n", text::verdict(report)));
            }
            if !self.lacks(report.index, &found) {
                continue;
            }
            new += 1;
            progress.found(new.into());
            let content = self.content(run, &found, theme)?;
            if let Some(archive) = &self.archive {
                let mut archive = archive.borrow_mut();
                let kept = archive.keep(self.session, report.index, &found.display, &content, run.times());
                kept.map_err(cannot_write)?;
            }
        }
        if report.verdict != Verdict::Sat {
            report.verdict = Verdict::Unsat;
        }
        Ok(())
    }

    /// Writes the receipt and says what the folder got.
    fn end_archive(&self, report: &mut CommandReport) {
        let Some(archive) = &self.archive else { return };
        match archive.borrow_mut().end(self.session, report) {
            Ok(words) => self.output.print(&format!("   {words}\n")),
            Err(message) => self.fail(cannot_write(message), report),
        }
    }

    /// Whether the folder does not have an instance yet.
    fn lacks(&self, index: usize, found: &Found) -> bool {
        let archive = self.archive.as_ref();
        archive.is_none_or(|archive| archive.borrow_mut().lacks(index, &found.display))
    }

    /// An instance in the format asked for.
    fn content(&self, run: &Run<'_>, found: &Found, theme: &Theme) -> Result<Content, Failure> {
        let (format, view) = (self.args.format, self.args.view);
        let display = &found.display;
        Ok(match format {
            Format::None => Content::Nothing,
            Format::Json => Content::Text(format!("{:#}\n", viz::json(display))),
            Format::Xml => Content::Text(facts::xml(self.session, run, found)),
            Format::Facts => Content::Text(facts::print(run, found, &self.predicates(run, found)?)),
            Format::Csv => Content::Files(facts::tables(found, &self.predicates(run, found)?)),
            Format::Text | Format::Table => Content::Text(text::picture(display, self.view(), theme)),
            Format::Svg | Format::Dot => {
                picture::document(display, format, view, theme).map_or(Content::Nothing, Content::Text)
            }
        })
    }

    /// What of an instance is written as facts or tables.
    fn predicates(&self, run: &Run<'_>, found: &Found) -> Result<Vec<viz::Predicate>, Failure> {
        let predicates = self.args.data.predicates(self.session, run, found);
        predicates.map_err(|(diagnostics, sources)| {
            self.output.diagnostics(&diagnostics, &sources);
            Failure::Refused(Vec::new())
        })
    }

    /// Writes down why a command did not come to its end.
    fn fail(&self, failure: Failure, report: &mut CommandReport) {
        match failure {
            Failure::Refused(diagnostics) => {
                let errors = || diagnostics.iter().filter(|d| d.is_error());
                let limit = errors().next().filter(|_| errors().all(lower::is_limit));
                report.verdict = match limit {
                    Some(limit) => Verdict::Unknown(Stop::TooLarge(limit.message.clone())),
                    None => Verdict::Error,
                };
                self.say_diagnostics(&diagnostics);
                report.diagnostics.extend(diagnostics);
            }
            // A verdict that is known stays known.
            Failure::Stopped(_) if report.verdict == Verdict::Sat => {}
            Failure::Stopped(Stop::Interrupted) if self.watch.out_of_memory() => {
                report.verdict = Verdict::Unknown(Stop::Memory);
            }
            Failure::Stopped(stop) => report.verdict = Verdict::Unknown(stop),
            Failure::Wrong(what) => {
                let stop = Stop::Solver(format!("this is a fault of relfind, please report it: {what}"));
                report.verdict = Verdict::Unknown(stop);
                report.instances.clear();
            }
        }
    }

    fn in_words(&self) -> bool {
        !matches!(
            self.args.shown(),
            Format::Json | Format::Svg | Format::Dot | Format::Facts | Format::Xml
        )
    }

    /// An instance as facts, where they are asked for.
    fn say_facts(&self, run: &Run<'_>, found: &Found) -> Result<(), Failure> {
        if self.args.shown() == Format::Facts {
            let predicates = self.predicates(run, found)?;
            self.output.print(&facts::print(run, found, &predicates));
        }
        if self.args.shown() == Format::Xml {
            self.output.print(&facts::xml(self.session, run, found));
        }
        Ok(())
    }

    fn say_heading(&self, index: usize) {
        if self.in_words() {
            let command = &self.session.commands()[index];
            let source = self.session.sources().text(command.span);
            self.output.print(&format!(
                "{}\n",
                self.output.strong(&text::heading(index, command, source))
            ));
        }
    }

    fn say_diagnostics(&self, diagnostics: &[Diagnostic]) {
        let quiet = self.args.output.quiet;
        let said: Vec<Diagnostic> = diagnostics
            .iter()
            .filter(|d| d.is_error() || !quiet)
            .cloned()
            .collect();
        self.output.diagnostics(&said, self.session.sources());
    }

    /// The verdict with the first instance, and each instance as a picture.
    fn say_instance(&self, number: u64, instance: &Display, theme: &Theme, report: &CommandReport) {
        if let Some(document) = picture::document(instance, self.args.shown(), self.args.view, theme) {
            self.output.print(&document);
        }
        if !self.in_words() {
            return;
        }
        if number == 1 {
            self.output.print(&format!("   {}\n", text::verdict(report)));
        }
        if self.args.shown() == Format::None || self.args.output.quiet {
            return;
        }
        let one = self.args.enumerate == Enumerate::AtMost(1);
        let title = if one {
            String::new()
        } else {
            format!("   {number}.\n")
        };
        self.output.print(&format!(
            "{title}\n{}\n",
            text::picture(instance, self.view(), theme)
        ));
    }

    /// What is another way than in the instance before.
    fn say_changes(&self, number: u64, before: Option<&Display>, instance: &Display) {
        if let Some(before) = before.filter(|_| self.args.shown() != Format::None) {
            let changes = Changes::between(before, instance);
            self.output.print(&format!("{}\n", changes.text(number - 1)));
        }
    }

    fn view(&self) -> View {
        match (self.args.shown(), self.args.view) {
            (Format::Table, View::Auto) => View::Table,
            (_, view) => view,
        }
    }

    /// What is left to say when a command is over.
    fn say_end(&self, report: &CommandReport) {
        if matches!(
            self.args.shown(),
            Format::Svg | Format::Dot | Format::Facts | Format::Xml
        ) && report.verdict != Verdict::Sat
        {
            Output::hint(&format!("{}: {}\n", report.label, text::verdict(report)));
        }
        if !self.in_words() {
            return;
        }
        let mut end = String::new();
        if let Some(count) = report.count {
            end += &format!("   {}: {}\n", text::verdict(report), text::count(count));
        } else if report.verdict != Verdict::Sat {
            end += &format!("   {}\n", text::verdict(report));
        }
        if self.args.output.verbose
            && let Some(statistics) = text::statistics(report)
        {
            end += &format!("   {statistics}\n");
        }
        self.output.print(&end);
    }

    fn document(&self, path: &Path, reports: &[CommandReport]) {
        let (world, sources) = (self.session.world(), self.session.sources());
        let commands = reports
            .iter()
            .map(|report| json::command(report, world, sources))
            .collect();
        document(
            path,
            self.args,
            self.output,
            commands,
            self.session.warnings(),
            sources,
        );
    }
}
