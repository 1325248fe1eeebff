//! `relfind scopes`: what the scope of each signature comes to, and why.

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
};

use clap::Args;
use relfind::{
    LoadError, Refused, Session,
    lang::{
        diag::Diagnostic,
        source::SourceMap,
        typed::{SigId, SigKind, World},
    },
    translator::lower::{self, LowerOptions, ScopeReason, ScopeReport, SigScope},
};
use serde_json::{Value, json};

use super::{
    AS_WANTED, BAD_INPUT,
    args::{Format, MeaningArgs, OutputArgs, SelectArgs},
    json, list,
    output::Output,
    select::select,
    text::{grouped, heading},
};

/// The arguments of `scopes`.
#[derive(Debug, Args)]
pub(crate) struct ScopesArgs {
    /// The specification: an .als or .md file, or `-` for standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) select: SelectArgs,
    #[command(flatten)]
    pub(crate) meaning: MeaningArgs,
    /// How to print the scopes.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Prints the scopes of the commands; the exit status.
pub(crate) fn scopes(args: &ScopesArgs) -> u8 {
    let output = Output::new(args.output.color);
    let session = match Session::open_with(&args.file, args.meaning.dialect.load_options()) {
        Ok(session) => session,
        Err(LoadError::Refused(refused)) => {
            let Refused {
                sources, diagnostics, ..
            } = *refused;
            output.diagnostics(&diagnostics, &sources);
            Output::pointer(&diagnostics);
            document(args, output, Vec::new(), &diagnostics, &sources);
            return BAD_INPUT;
        }
        Err(LoadError::Read(error)) => return refuse(args, output, &error.to_string()),
    };
    let picked = match select(session.commands(), &args.select.command) {
        Ok(picked) => picked,
        Err(message) => return refuse(args, output, &message),
    };
    let options = LowerOptions {
        overall_scope: args.meaning.scope,
        bitwidth: args.meaning.bitwidth,
        ..LowerOptions::default()
    };
    let sources = session.sources();
    let (mut values, mut said, mut status) = (Vec::new(), Vec::new(), AS_WANTED);
    for &index in &picked {
        let scopes = Scopes::of(&session, index, &options);
        if args.format == Format::Json {
            let value = list::values(&session, &[index]).pop();
            values.push(scopes.json(value.unwrap_or_default(), session.world(), sources));
        } else if args.format != Format::None {
            output.print(&scopes.text(&session, index, output));
            output.diagnostics(&scopes.diagnostics, sources);
        }
        if scopes.diagnostics.iter().any(Diagnostic::is_error) {
            status = BAD_INPUT;
        }
        said.extend(scopes.diagnostics);
    }
    if args.format == Format::Json {
        document(args, output, values, session.warnings(), sources);
    } else {
        Output::pointer(&said);
    }
    status
}

/// Says that there is nothing to print, for a reason without a place in the text.
fn refuse(args: &ScopesArgs, output: Output, message: &str) -> u8 {
    output.error(message);
    let why = Diagnostic::new("E0001", relfind::lang::diag::Severity::Error, None, message);
    document(args, output, Vec::new(), &[why], &SourceMap::default());
    BAD_INPUT
}

fn document(
    args: &ScopesArgs,
    output: Output,
    commands: Vec<Value>,
    diagnostics: &[Diagnostic],
    sources: &SourceMap,
) {
    if args.format == Format::Json {
        let file: &Path = &args.file;
        let document = json::document(&relfind::files::name(file), commands, diagnostics, sources);
        output.print(&format!("{document:#}\n"));
    }
}

/// The scopes of a command at its first and last size.
struct Scopes {
    first: Option<ScopeReport>,
    /// Where scopes grow.
    last: Option<ScopeReport>,
    diagnostics: Vec<Diagnostic>,
}

impl Scopes {
    fn of(session: &Session, index: usize, options: &LowerOptions) -> Self {
        let world = session.world();
        let (first, diagnostics) = match lower::scopes(world, index, 0, options) {
            Ok((report, warnings)) => (Some(report), warnings),
            Err(errors) => (None, errors),
        };
        let steps = lower::growth(world, index);
        let last = (steps > 1)
            .then(|| lower::scopes(world, index, steps - 1, options).ok())
            .flatten();
        Self {
            first,
            last: last.map(|(report, _)| report),
            diagnostics,
        }
    }

    /// The command's entry of the document, completed.
    fn json(&self, mut command: Value, world: &World, sources: &SourceMap) -> Value {
        let scope = |report: &Option<ScopeReport>| report.as_ref().map(|r| json::scope(r, world));
        command["scope"] = json!(scope(&self.first));
        if self.last.is_some() {
            command["last_scope"] = json!(scope(&self.last));
        }
        command["diagnostics"] = self
            .diagnostics
            .iter()
            .map(|d| json::diagnostic(d, sources))
            .collect();
        command
    }

    fn text(&self, session: &Session, index: usize, output: Output) -> String {
        let command = &session.commands()[index];
        let source = session.sources().text(command.span);
        let mut text = format!("{}\n", output.strong(&heading(index, command, source)));
        let Some(first) = &self.first else {
            return text;
        };
        let _ = writeln!(text, "   {}\n", overall(first));
        let last = self.last.as_ref().unwrap_or(first);
        text + &table(&rows(session.world(), first, last)) + "\n"
    }
}

/// What the scopes of a command came to.
pub(super) fn of_report(report: &ScopeReport, world: &World) -> String {
    format!(
        "   {}\n\n{}",
        overall(report),
        table(&rows(world, report, report))
    )
}

/// What is not about single signatures.
fn overall(report: &ScopeReport) -> String {
    let overall = match report.overall {
        Some(n) => format!("overall scope {n}"),
        None => "no overall scope".to_owned(),
    };
    let half = (1_u128 << report.bitwidth) / 2;
    let integers = match report.bitwidth {
        0 => "no integers".to_owned(),
        bits => format!(
            "bitwidth {bits} (integers from -{} to {})",
            grouped(half),
            grouped(half - 1)
        ),
    };
    let mut text = format!("{overall}, {integers}, sequences up to {}", report.max_seq);
    if report.strings > 0 {
        let _ = write!(text, ", at least {} strings", report.strings);
    }
    text
}

/// A row for each signature: its name, its scope, the reason. Signatures follow what they extend.
fn rows(world: &World, first: &ScopeReport, last: &ScopeReport) -> Vec<[String; 3]> {
    let mut rows = Vec::new();
    let top = SigKind::Prim { parent: World::UNIV };
    let mut open: Vec<(SigId, usize)> = (World::BUILTIN_SIGS..world.sigs.len())
        .rev()
        .map(|i| SigId(i as u32))
        .filter(|&id| world.sig(id).kind == top || matches!(world.sig(id).kind, SigKind::Subset { .. }))
        .map(|id| (id, 0))
        .collect();
    while let Some((id, depth)) = open.pop() {
        let sig = world.sig(id);
        open.extend(sig.children.iter().rev().map(|&child| (child, depth + 1)));
        if sig.is_meta {
            continue;
        }
        let name = format!("{}{}", "  ".repeat(depth.min(20)), short(&sig.label));
        let scope = |report: &ScopeReport| report.sigs.get(id.index()).copied().flatten();
        rows.push(match (&sig.kind, scope(first), scope(last)) {
            (_, Some(first), Some(last)) => [name, size(first, last), reason(&first)],
            (SigKind::Subset { parents, .. }, ..) => [name, "-".into(), subset(world, parents)],
            _ => continue,
        });
    }
    rows
}

fn short(label: &str) -> &str {
    label.strip_prefix("this/").unwrap_or(label)
}

fn size(first: SigScope, last: SigScope) -> String {
    let word = if first.exact { "exactly" } else { "up to" };
    if first.scope == last.scope {
        format!("{word} {}", first.scope)
    } else {
        format!("{word} {}..{}", first.scope, last.scope)
    }
}

fn subset(world: &World, parents: &[SigId]) -> String {
    let parents: Vec<&str> = parents.iter().map(|&p| short(&world.sig(p).label)).collect();
    format!("a subset of {}", parents.join(" + "))
}

/// Why a signature has its scope, in words.
pub(super) fn reason(scope: &SigScope) -> String {
    let why = match scope.why {
        ScopeReason::Given => "given".to_owned(),
        ScopeReason::Overall => "overall".to_owned(),
        ScopeReason::Default => "default".to_owned(),
        ScopeReason::One => "one".to_owned(),
        ScopeReason::Lone => "lone".to_owned(),
        ScopeReason::SumOfChildren => "sum of the children's".to_owned(),
        ScopeReason::RestOfParent => "rest of the parent's".to_owned(),
        ScopeReason::FromParent => "from the parent".to_owned(),
        ScopeReason::Data => "data".to_owned(),
        ScopeReason::RaisedByChildren { from } => format!("raised by children from {from}"),
    };
    if scope.exact_by_module {
        why + "; exact by an ordering"
    } else {
        why
    }
}

/// Columns under their headings.
fn table(rows: &[[String; 3]]) -> String {
    if rows.is_empty() {
        return "   no signatures\n".to_owned();
    }
    let width = |column: usize, heading: &str| {
        let widths = rows.iter().map(|row| row[column].chars().count());
        widths.max().unwrap_or(0).max(heading.len())
    };
    let (a, b) = (width(0, "signature"), width(1, "scope"));
    let mut text = format!("   {:a$}  {:b$}  why\n", "signature", "scope");
    for [name, size, why] in rows {
        let _ = writeln!(text, "   {name:a$}  {size:b$}  {why}");
    }
    text
}
