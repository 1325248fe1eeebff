//! Results in words, for people.

use std::fmt::Write as _;

use relfind::{
    Measure, Stop,
    lang::typed::Command,
    report::{CommandReport, Count, Verdict},
    viz::{self, Display, Theme, ThemeView},
};

use super::args::View;

/// The line that names a command: `0  run solve for 10 but 5 Int`.
pub(crate) fn heading(index: usize, command: &Command, source: &str) -> String {
    format!("{index}  {}", command_line(command, source))
}

/// The command as written, on one line, its block left out.
fn command_line(command: &Command, source: &str) -> String {
    let kind = if is_check(command) { "check" } else { "run" };
    let scope = source.rfind('}').map_or(source, |i| &source[i + 1..]);
    let scope = scope.find(" for ").map_or("", |i| &scope[i..]);
    let words: Vec<&str> = scope.split_whitespace().collect();
    let mut line = format!("{kind} {}", command.label);
    if !words.is_empty() {
        let _ = write!(line, " {}", words.join(" "));
    }
    line
}

fn is_check(command: &Command) -> bool {
    matches!(command.goal, relfind::lang::typed::Goal::Check(_))
}

/// The verdict in words that leave no doubt.
pub(crate) fn verdict(report: &CommandReport) -> String {
    let found = match (&report.verdict, report.is_check) {
        (Verdict::Sat, false) => "instance found".to_owned(),
        (Verdict::Sat, true) => "counterexample found".to_owned(),
        (Verdict::Unsat, false) => "no instance".to_owned(),
        (Verdict::Unsat, true) => "no counterexample in scope".to_owned(),
        (Verdict::Unknown(stop), _) => format!("unknown: {}", unknown(stop)),
        (Verdict::Error, _) => "not run: the command has errors".to_owned(),
    };
    match report.expect {
        Some(expect) if matches!(report.verdict, Verdict::Sat | Verdict::Unsat) && !report.as_expected() => {
            format!(
                "{found}, but `expect {expect}` wants {}",
                wanted(expect, report.is_check)
            )
        }
        _ => found,
    }
}

fn wanted(expect: u8, is_check: bool) -> &'static str {
    match (expect, is_check) {
        (0, false) => "none",
        (0, true) => "none in scope",
        _ => "one",
    }
}

/// A limit and how to raise it.
fn unknown(stop: &Stop) -> String {
    match stop {
        Stop::Timeout => format!("{stop}; give more with --timeout"),
        Stop::Memory => format!("{stop}; give more with --memory"),
        Stop::Interrupted | Stop::TooLarge(_) | Stop::Solver(_) => stop.to_string(),
    }
}

/// An instance as a picture.
pub(crate) fn picture(instance: &Display, view: View, theme: &Theme) -> String {
    let options = viz::Options {
        width: width(),
        ..viz::Options::default()
    };
    let picture = match view {
        View::Auto => match theme.view() {
            Some(ThemeView::Table | ThemeView::Graph) => viz::table(instance, &options),
            Some(ThemeView::Tree) => viz::tree(instance, &options),
            _ => boards(instance, &options, theme),
        },
        View::Table | View::Graph => viz::table(instance, &options),
        View::Grid => boards(instance, &options, theme),
        View::Tree => viz::tree(instance, &options),
        View::Text => viz::text(instance, &options),
    };
    if picture.trim().is_empty() {
        "(nothing but integers)\n".into()
    } else {
        picture
    }
}

/// Boards, or tables where there are none.
fn boards(instance: &Display, options: &viz::Options, theme: &Theme) -> String {
    viz::boards(instance, options, theme).unwrap_or_else(|| viz::table(instance, options))
}

/// The width that pictures may have, in columns.
pub(crate) fn width() -> usize {
    let columns = std::env::var("COLUMNS")
        .ok()
        .and_then(|columns| columns.parse().ok());
    columns.filter(|&columns| columns >= 20).unwrap_or(80)
}

/// What puts an instance in its place.
pub(crate) fn measure(measure: Measure) -> String {
    let number = |n: u64, noun: &str| {
        let plural = if n == 1 { "" } else { "s" };
        format!("{} {noun}{plural}", grouped(n.into()))
    };
    match measure {
        Measure::Size { atoms, tuples } => {
            format!("{}, {}", number(atoms, "atom"), number(tuples, "tuple"))
        }
        Measure::Distance(distance) => format!("distance {}", grouped(distance.into())),
    }
}

/// The number of instances, or of values that they are told apart by, in words.
pub(crate) fn count(count: Count, of_values: bool) -> String {
    let at_least = if count.complete { "" } else { "at least " };
    let noun = match (of_values, count.labelled) {
        (false, 1) => "instance",
        (false, _) => "instances",
        (true, 1) => "value",
        (true, _) => "values",
    };
    let classes = count.classes.map_or_else(String::new, |classes| {
        let noun = if classes == 1 { "class" } else { "classes" };
        format!(" in {} {noun}", grouped(classes))
    });
    format!("{at_least}{} labelled {noun}{classes}", grouped(count.labelled))
}

/// Sizes and times.
pub(crate) fn statistics(report: &CommandReport) -> Option<String> {
    let sizes = report.sizes?;
    Some(format!(
        "{} primary variables, {} variables, {} clauses; translated in {:.0} ms, solved in {:.0} ms",
        grouped(sizes.primary_variables.into()),
        grouped(sizes.variables.into()),
        grouped(sizes.clauses.into()),
        report.times.translate.as_secs_f64() * 1e3,
        report.times.solve.as_secs_f64() * 1e3,
    ))
}

/// A number with commas between groups of three digits.
pub(crate) fn grouped(n: u128) -> String {
    let digits = n.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
