//! Running a single command and telling what came of it.

use std::{cell::RefCell, sync::Arc, time::Duration};

use relfind::{
    Failure, Found, Measure, Run, RunLimits, RunOptions, Session,
    lang::diag::{Diagnostic, Severity},
    report::{CommandReport, Verdict},
    viz::{self, Display, Theme},
};

use super::{
    args::{Enumerate, Format, RunArgs, View},
    changes::Changes,
    desk::{self, Desk},
    facts, fit,
    folder::{Archive, Content},
    order,
    page::Page,
    picture,
    progress::Progress,
    text,
    watch::Watch,
};

/// What it means that a file cannot be written.
fn cannot_write(message: String) -> Failure {
    Failure::Refused(vec![Diagnostic::new("E0001", Severity::Error, None, message)])
}

/// A command to run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    /// Its number in the file.
    pub(super) index: usize,
    /// The overall scope, if the command is one of several runs at different scopes.
    pub(super) scope: Option<u32>,
}

/// Runs single commands.
pub(super) struct Runner<'a> {
    pub(super) args: &'a RunArgs,
    pub(super) desk: Desk<'a>,
    /// Where the words of its commands go.
    pub(super) page: Page,
    pub(super) session: &'a Session,
    pub(super) options: RunOptions,
    pub(super) theme: &'a Theme,
    pub(super) watch: &'a Watch,
    /// Where instances are written to, if that is asked for.
    pub(super) archive: Option<&'a RefCell<Archive>>,
    /// Whether other commands run at the same time.
    pub(super) beside_others: bool,
}

impl Runner<'_> {
    /// Runs a command and tells of it as soon as something is known.
    pub(super) fn command(&self, task: Task) -> CommandReport {
        let index = task.index;
        let mut report = CommandReport::new(index, &self.session.commands()[index]);
        // Of commands side by side one line tells, and not one of each.
        let untold = self.desk.quiet || self.desk.json || self.beside_others;
        let progress = Progress::start(&report.label, untold);
        self.say_heading(task);
        let outcome = self.search(index, &progress, &mut report);
        progress.end();
        if let Err(failure) = outcome {
            self.fail(failure, &mut report);
        }
        self.end_archive(&mut report);
        self.say_end(&report);
        let blame = report.diagnostics.iter().filter(|d| d.code == "N0710");
        self.say_diagnostics(&blame.cloned().collect::<Vec<_>>());
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
        self.watch.look()?;
        let mut run = self.session.run(index, &self.options, &limits)?;
        self.watch.look()?;
        progress.solving(run.sizes());
        report.diagnostics.extend_from_slice(run.warnings());
        self.say_diagnostics(run.warnings());
        let outcome = self.enumerate(&mut run, progress, report);
        if !self.desk.quiet && matches!(report.verdict, Verdict::Sat | Verdict::Unsat) {
            let depends = run.overflow_warning();
            self.say_diagnostics(depends.as_slice());
            report.diagnostics.extend(depends);
        }
        report.scope = Some(run.scopes().clone());
        report.sizes = Some(run.sizes());
        report.times = run.times();
        if report.verdict == Verdict::Unsat && outcome.is_ok() {
            self.blame(index, &limits, report);
        }
        outcome
    }

    /// Which data leave the command without instances, if there are data.
    fn blame(&self, index: usize, limits: &RunLimits, report: &mut CommandReport) {
        if self.options.lower.data.is_none() || self.desk.quiet {
            return;
        }
        let blame = self.session.blame(index, &self.options, limits);
        report.diagnostics.extend(blame);
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
        let theme = picture::of_command(self.theme, self.session, run, &report.label);
        if self.archive.is_some() {
            return self.store(run, progress, most, &theme, report);
        }
        let mut before: Option<Display> = None;
        for number in 1..=most {
            let Some(found) = self.next(run, report)? else {
                break;
            };
            report.verdict = Verdict::Sat;
            self.say_facts(number, run, &found)?;
            let instance = found.display;
            progress.found(number.into());
            let measure = run.measure();
            self.say_instance(number, &instance, measure, &theme, report);
            self.say_unproved(run, report);
            // All but the last has been shown and may be forgotten.
            if self.desk.json {
                report.instances.push(instance);
                report.measures.extend(measure);
            } else if most > 1 && self.in_words() && !self.desk.quiet {
                self.say_changes(number, before.as_ref(), &instance);
                before = Some(instance);
            }
        }
        Ok(())
    }

    /// The next instance. Where there is none the report gets to know it, and whether those before are all that there are.
    fn next(&self, run: &mut Run<'_>, report: &mut CommandReport) -> Result<Option<Found>, Failure> {
        let found = match report.proved {
            // After one that is not known to be next in order there is no next.
            Some(false) => None,
            _ => run.next_found()?,
        };
        if found.is_none() {
            let more = self.args.enumerate != Enumerate::AtMost(1);
            report.complete = more.then_some(report.proved != Some(false));
            if report.verdict != Verdict::Sat {
                report.verdict = Verdict::Unsat;
            }
        }
        Ok(found)
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
            let Some(found) = self.next(run, report)? else {
                break;
            };
            let is_first = report.verdict != Verdict::Sat;
            report.verdict = Verdict::Sat;
            if is_first {
                self.page.print(&format!("   {}\n", self.verdict(report)));
            }
            self.say_unproved(run, report);
            if !self.lacks(report.index, &found) {
                continue;
            }
            new += 1;
            progress.found(new.into());
            let content = self.content(run, &found, theme)?;
            if let Some(archive) = self.archive {
                let mut archive = archive.borrow_mut();
                let kept = archive.keep(self.session, report.index, &found.display, &content, run.times());
                kept.map_err(cannot_write)?;
            }
        }
        Ok(())
    }

    /// Writes the receipt and says what the folder got.
    fn end_archive(&self, report: &mut CommandReport) {
        let Some(archive) = self.archive else { return };
        match archive.borrow_mut().end(self.session, report) {
            Ok(words) => self.page.print(&format!("   {words}\n")),
            Err(message) => self.fail(cannot_write(message), report),
        }
    }

    /// Whether the folder does not have an instance yet.
    fn lacks(&self, index: usize, found: &Found) -> bool {
        self.archive
            .is_none_or(|archive| archive.borrow_mut().lacks(index, &found.display))
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
            self.page.diagnostics(&diagnostics, &sources);
            Failure::Refused(Vec::new())
        })
    }

    /// Writes down why a command did not come to its end.
    fn fail(&self, failure: Failure, report: &mut CommandReport) {
        match failure {
            // A verdict that is known stays known.
            Failure::Stopped(_) if report.verdict == Verdict::Sat => return self.cut_off(failure, report),
            Failure::Wrong(_) => report.instances.clear(),
            _ => {}
        }
        let (verdict, diagnostics) = desk::verdict(failure, self.watch);
        report.verdict = verdict;
        self.say_diagnostics(&diagnostics);
        report.diagnostics.extend(diagnostics);
    }

    /// Says that there may be more instances than were found.
    fn cut_off(&self, failure: Failure, report: &mut CommandReport) {
        let (Verdict::Unknown(stop), _) = desk::verdict(failure, self.watch) else {
            return;
        };
        report.complete = Some(false);
        let words = format!("there may be more instances: {stop}");
        if self.in_words() {
            self.page.print(&format!("   {words}\n"));
        } else {
            self.page.hint(&format!("{}: {words}\n", report.label));
        }
    }

    fn in_words(&self) -> bool {
        !matches!(
            self.args.shown(),
            Format::Json | Format::Svg | Format::Dot | Format::Facts | Format::Xml
        )
    }

    /// An instance as facts, where they are asked for.
    fn say_facts(&self, number: u64, run: &Run<'_>, found: &Found) -> Result<(), Failure> {
        if self.args.shown() == Format::Facts {
            let predicates = self.predicates(run, found)?;
            let facts = facts::print(run, found, &predicates);
            let heading = if fit::are_numbered(self.args) {
                let label = &self.session.commands()[run.command()].label;
                format!("% {label}: instance {number}\n")
            } else {
                String::new()
            };
            self.page.print(&format!("{heading}{facts}"));
        }
        if self.args.shown() == Format::Xml {
            self.page.print(&facts::xml(self.session, run, found));
        }
        Ok(())
    }

    fn say_heading(&self, task: Task) {
        if self.in_words() {
            let command = &self.session.commands()[task.index];
            let source = self.session.sources().text(command.span);
            let mut heading = text::heading(task.index, command, source);
            if let Some(scope) = task.scope {
                heading += &format!(", at scope {scope}");
            }
            self.page.print(&format!("{}\n", self.page.strong(&heading)));
        }
    }

    fn say_diagnostics(&self, diagnostics: &[Diagnostic]) {
        let quiet = self.desk.quiet;
        let said: Vec<Diagnostic> = diagnostics
            .iter()
            .filter(|d| d.is_error() || !quiet)
            .cloned()
            .collect();
        self.page.diagnostics(&said, self.session.sources());
    }

    /// The verdict with the first instance, and each instance as a picture.
    fn say_instance(
        &self,
        number: u64,
        instance: &Display,
        measure: Option<Measure>,
        theme: &Theme,
        report: &CommandReport,
    ) {
        if let Some(document) = picture::document(instance, self.args.shown(), self.args.view, theme) {
            self.page.print(&document);
        }
        if !self.in_words() {
            return;
        }
        let one = self.args.enumerate == Enumerate::AtMost(1);
        let measure = measure.map_or_else(String::new, text::measure);
        if number == 1 {
            let verdict = self.verdict(report);
            self.page.print(&match (one, measure.as_str()) {
                (false, _) | (_, "") => format!("   {verdict}\n"),
                (true, measure) => format!("   {verdict}: {measure}\n"),
            });
        }
        if self.args.shown() == Format::None || self.desk.quiet {
            return;
        }
        let title = match (one, measure.as_str()) {
            (true, _) => String::new(),
            (false, "") => format!("   {number}.\n"),
            (false, measure) => format!("   {number}. {measure}\n"),
        };
        self.page.print(&format!(
            "{title}\n{}\n",
            text::picture(instance, self.view(), theme)
        ));
    }

    /// The verdict in words, and what there would have to be else.
    fn verdict(&self, report: &CommandReport) -> String {
        let verdict = text::verdict(report);
        match (&report.verdict, self.args.order.distance) {
            (Verdict::Unsat, Some(distance)) => format!("{verdict} within distance {distance}"),
            _ => verdict,
        }
    }

    /// Whether the instance is the next in the order that was asked for, and why that is not known if it is not.
    fn say_unproved(&self, run: &Run<'_>, report: &mut CommandReport) {
        if !order::is_wanted(&self.args.order) {
            return;
        }
        let unproved = run.unproved();
        report.proved = Some(unproved.is_none());
        if let Some(stop) = unproved {
            let words = order::so_far(&self.args.order);
            if self.in_words() {
                self.page.print(&format!("   {words}: {stop}\n"));
            } else {
                self.page.hint(&format!("{}: {words}: {stop}\n", report.label));
            }
        }
    }

    /// What is another way than in the instance before.
    fn say_changes(&self, number: u64, before: Option<&Display>, instance: &Display) {
        if let Some(before) = before.filter(|_| self.args.shown() != Format::None) {
            let changes = Changes::between(before, instance);
            self.page.print(&format!("{}\n", changes.text(number - 1)));
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
            self.page
                .hint(&format!("{}: {}\n", report.label, self.verdict(report)));
        }
        if !self.in_words() {
            return;
        }
        let mut end = String::new();
        if let Some(count) = report.count {
            end += &format!(
                "   {}: {}\n",
                text::verdict(report),
                text::count(count, !self.options.distinct_on.is_empty())
            );
        } else if report.verdict != Verdict::Sat {
            end += &format!("   {}\n", self.verdict(report));
        }
        if self.args.output.verbose
            && let Some(statistics) = text::statistics(report)
        {
            end += &format!("   {statistics}\n");
        }
        self.page.print(&end);
    }
}
