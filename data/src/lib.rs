//! Facts for relations: text in JSON, CSV or the syntax of clingo's facts becomes [`Facts`], each value with its place in the text.
//!
//! Nothing here knows what signatures and fields there are; the translator finds out what the names mean. Pure: text in, values out.
//!
//! ```
//! use relfind_data::{Format, Value, read};
//! use relfind_lang::source::SourceMap;
//!
//! let mut sources = SourceMap::default();
//! let file = sources.add("board.lp", "full(1..2,3). empty(4,4).");
//! let facts = read(&sources, file, Format::Facts, None).expect("facts");
//! let full = facts.get("full").expect("a relation");
//! let cells: Vec<&Value> = full.exact.iter().flatten().flat_map(|fact| fact.values()).collect();
//! assert_eq!(cells, [&Value::Int(1), &Value::Int(3), &Value::Int(2), &Value::Int(3)]);
//! ```

mod clingo;
mod csv;
mod facts;
mod json;
mod xml;

use relfind_lang::{
    diag::Diagnostic,
    source::{FileId, SourceMap, Span},
};

pub use clingo::is_constant;
pub use facts::{Cell, Fact, Facts, Head, Relation, Value};

/// The forms in which facts may be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// An object from relations to tuples.
    Json,
    /// One relation, a line a tuple, the values separated by commas or, in a `.tsv` file, by tabs.
    Csv,
    /// `full(1,3). time(1..31).`
    Facts,
    /// An instance in Alloy's XML.
    Xml,
}

impl Format {
    /// The format that a file's name speaks for.
    pub fn of_name(name: &str) -> Option<Self> {
        let (_, extension) = name.rsplit_once('.')?;
        match extension.to_ascii_lowercase().as_str() {
            "json" => Some(Self::Json),
            "csv" | "tsv" => Some(Self::Csv),
            "xml" => Some(Self::Xml),
            "lp" | "facts" | "asp" => Some(Self::Facts),
            _ => None,
        }
    }
}

/// Reads a file of the map. `relation` is what a CSV file is about; without it, it is what the file is called.
///
/// # Errors
/// `E0710` with the place where the text is not of the format.
pub fn read(
    sources: &SourceMap,
    file: FileId,
    format: Format,
    relation: Option<&str>,
) -> Result<Facts, Box<Diagnostic>> {
    let source = sources.file(file);
    match format {
        Format::Json => json::read(source.text(), file),
        Format::Facts => clingo::read(source.text(), file),
        Format::Xml => Ok(xml::instances(source.text(), file)?.swap_remove(0)),
        Format::Csv => {
            let name = relation.unwrap_or_else(|| stem(source.name()));
            let separator = if source.name().to_ascii_lowercase().ends_with(".tsv") {
                '\t'
            } else {
                ','
            };
            csv::read(source.text(), file, name, separator)
        }
    }
}

/// The instances in a document that `--format json` or `--format xml`, or Alloy, wrote: of each all signatures and fields, exactly.
///
/// # Errors
/// `E0710` with the place where the text is not such a document.
pub fn instances(sources: &SourceMap, file: FileId) -> Result<Vec<Facts>, Box<Diagnostic>> {
    let text = sources.file(file).text();
    if text.trim_start_matches('\u{feff}').trim_start().starts_with('<') {
        xml::instances(text, file)
    } else {
        json::instances(text, file)
    }
}

/// The text of a string atom, which is shown in quotes.
fn unquoted(text: &str) -> String {
    let inner = text.strip_prefix('"').and_then(|t| t.strip_suffix('"'));
    let Some(inner) = inner else {
        return text.to_owned();
    };
    let mut out = String::with_capacity(inner.len());
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        match (c, c == '\\') {
            (_, true) => match chars.next() {
                Some('n') => out.push('\n'),
                other => out.extend(other),
            },
            (c, false) => out.push(c),
        }
    }
    out
}

/// A file's name without folders and extension.
fn stem(name: &str) -> &str {
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// What is wrong with the text of a data file.
fn malformed(span: Span, message: impl Into<String>) -> Box<Diagnostic> {
    Box::new(Diagnostic::error("E0710", span, message))
}
