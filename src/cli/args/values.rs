//! The values of flags.

use clap::ValueEnum;
use relfind::lang::{LoadOptions, dialect::Dialect};

/// How many instances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Enumerate {
    /// At most this many.
    AtMost(u64),
    /// Every one.
    All,
}

/// Forms of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Words and a picture, for people.
    Text,
    /// Words and tables.
    Table,
    /// One JSON document, for programs.
    Json,
    /// A picture, as an SVG document, of the first command or the one that `--command` names; with `--output` of each instance.
    Svg,
    /// A graph of each instance, one after the other, for Graphviz.
    Dot,
    /// Facts, as clingo writes them, of the first command or those that `--command` names; where there may be several instances, each behind a
    /// comment with its number.
    Facts,
    /// Alloy's XML, which Alloy's visualizer opens, of the first command or the one that `--command` names; with `--output` of each instance.
    Xml,
    /// A table for each relation, a file each; needs --output.
    Csv,
    /// Verdicts only.
    None,
}

/// Ways to draw an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum View {
    /// A grid where one fits, else tables.
    Auto,
    /// A table for each signature.
    Table,
    /// Two ordered signatures as axes.
    Grid,
    /// Atoms as nodes, fields as edges; only in pictures, in text tables.
    Graph,
    /// An entry for each atom, its fields below.
    Tree,
    /// A line for each signature and field.
    Text,
}

/// What arithmetic does out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OverflowArg {
    /// A formula over a value that does not fit is undefined.
    Prevent,
    /// Values wrap around.
    Wrap,
}

/// Ages of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DialectArg {
    /// Alloy 6, unless the file can only be read as Alloy 5.
    Auto,
    /// A prime is an operator, and there are words of time.
    Alloy6,
    /// A prime is part of a name, and words of time are names.
    Alloy5,
}

impl DialectArg {
    /// The dialect; `None` if it is to be found out.
    pub(crate) fn dialect(self) -> Option<Dialect> {
        match self {
            Self::Auto => None,
            Self::Alloy6 => Some(Dialect::Alloy6),
            Self::Alloy5 => Some(Dialect::Alloy5),
        }
    }

    /// How to load files.
    pub(crate) fn load_options(self) -> LoadOptions {
        LoadOptions {
            dialect: self.dialect(),
        }
    }
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

pub(crate) fn parse_enumerate(text: &str) -> Result<Enumerate, String> {
    match text {
        "all" => Ok(Enumerate::All),
        _ => match text.parse() {
            Ok(n) if n > 0 => Ok(Enumerate::AtMost(n)),
            _ => Err("a number of at least 1, or `all`, is needed".into()),
        },
    }
}

pub(super) fn parse_scope(text: &str) -> Result<u32, String> {
    let scope: Option<i32> = text.parse().ok();
    scope
        .and_then(|n| u32::try_from(n).ok())
        .ok_or_else(|| format!("a scope is a number from 0 to {}", i32::MAX))
}

/// Several overall scopes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Scopes(pub(crate) Vec<u32>);

/// Scopes and ranges of scopes, with commas between them.
pub(super) fn parse_scopes(text: &str) -> Result<Scopes, String> {
    const MOST: u32 = 1000;
    let mut scopes = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once("..").unwrap_or((part, part));
        let (first, last) = (parse_scope(first.trim())?, parse_scope(last.trim())?);
        if first > last || last - first >= MOST {
            return Err(format!(
                "`{part}` is not a range from one scope to a greater one, of at most {MOST}"
            ));
        }
        scopes.extend(first..=last);
    }
    Ok(Scopes(scopes))
}

pub(crate) fn parse_seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 1e9 => Ok(seconds),
        _ => Err("a number of seconds greater than 0 is needed".into()),
    }
}
