//! Reading themes: a directive a line.

use std::collections::BTreeSet;

use super::{Role, Theme, ThemeView};
use crate::{Display, colour::Colour};

/// What is wrong with a theme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThemeError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, in one sentence.
    pub message: String,
    /// What may have been meant.
    pub help: Option<String>,
}

/// The names that a theme may use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vocabulary {
    /// The bare names of signatures.
    pub sigs: Vec<String>,
    /// The bare names of fields, each after that of the signature that declares it.
    pub fields: Vec<(String, String)>,
}

impl Vocabulary {
    /// The names of an instance.
    pub fn of(display: &Display) -> Self {
        let sigs = display.sigs.iter().filter(|sig| !sig.is_private);
        let fields = display.fields.iter().filter(|field| !field.is_private);
        Self {
            sigs: sigs.map(|sig| sig.name.clone()).collect(),
            fields: fields
                .map(|field| (display.sig(field.sig).name.clone(), field.name.clone()))
                .collect(),
        }
    }

    /// Whether it names a signature, or an atom of one as they are shown: `A$0`.
    fn has_sig_or_atom(&self, name: &str) -> bool {
        let is_atom = || name.parse::<i64>().is_ok() || name.starts_with('"');
        self.has_sig(name)
            || is_atom()
            || name.split_once('$').is_some_and(|(sig, number)| {
                self.has_sig(sig) && !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())
            })
    }

    fn has_sig(&self, name: &str) -> bool {
        self.sigs.iter().any(|sig| sig == name)
    }

    fn has_field(&self, name: &str) -> bool {
        let whole =
            |sig: &str, field: &str| name == format!("{sig}.{field}") || name == format!("{sig}<:{field}");
        self.fields
            .iter()
            .any(|(sig, field)| field == name || whole(sig, field))
    }

    /// All names of a kind.
    fn names(&self, kind: Kind) -> BTreeSet<&str> {
        let sigs = self.sigs.iter().filter(|_| kind != Kind::Field);
        let fields = self
            .fields
            .iter()
            .filter(|_| kind == Kind::Field || kind == Kind::Any);
        sigs.map(String::as_str)
            .chain(fields.map(|(_, field)| field.as_str()))
            .collect()
    }
}

/// What a name may be the name of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A signature.
    Sig,
    /// A signature or an atom.
    Atom,
    /// A field.
    Field,
    /// Any of them.
    Any,
}

impl Kind {
    fn noun(self) -> &'static str {
        match self {
            Kind::Sig => "signature",
            Kind::Atom => "signature or atom",
            Kind::Field => "field",
            Kind::Any => "signature, atom or field",
        }
    }
}

/// The directives, as they are to be written.
const DIRECTIVES: [(&str, &str); 13] = [
    ("attribute", "attribute FIELD"),
    ("board", "board FIELD"),
    ("caption", "caption FIELD"),
    ("color", "color NAME COLOUR"),
    ("colour", "colour NAME COLOUR"),
    ("edge", "edge FIELD"),
    ("hide", "hide NAME ..."),
    ("label", "label NAME TEXT"),
    ("position", "position ATOM X Y"),
    ("project", "project SIG"),
    ("show", "show NAME ..."),
    ("symbol", "symbol NAME TEXT"),
    ("title", "title TEXT"),
];

/// The largest coordinate, either way.
const FARTHEST: f64 = 1000.0;

/// A directive with its place.
struct Line<'a> {
    number: usize,
    text: &'a str,
}

impl Theme {
    /// Reads the lines `//% ...` (or `--% ...`) among the comments of a specification. Everything else is passed over.
    pub fn from_comments(source: &str, vocabulary: &Vocabulary) -> Result<Self, Vec<ThemeError>> {
        read(comments(source), vocabulary)
    }

    /// Reads a file of directives, one a line; they may have `//%` in front, other lines that begin with `//`, `--` or `#` are comments.
    pub fn from_file(text: &str, vocabulary: &Vocabulary) -> Result<Self, Vec<ThemeError>> {
        let lines = text.lines().enumerate().filter_map(|(i, line)| {
            let line = line.trim();
            let text = directive(line).or_else(|| {
                let is_comment = ["//", "--", "#"].iter().any(|mark| line.starts_with(mark));
                (!is_comment && !line.is_empty()).then_some(line)
            })?;
            Some(Line { number: i + 1, text })
        });
        read(lines, vocabulary)
    }

    /// The directives of another theme on top of these.
    #[must_use]
    pub fn overlaid(mut self, other: Theme) -> Self {
        self.title = other.title.or(self.title);
        self.view = other.view.or(self.view);
        self.project = other.project.or(self.project);
        self.colours.extend(other.colours);
        self.symbols.extend(other.symbols);
        self.labels.extend(other.labels);
        self.positions.extend(other.positions);
        self.hidden.retain(|name| !other.shown.contains(name));
        self.shown.retain(|name| !other.hidden.contains(name));
        self.hidden.extend(other.hidden);
        self.shown.extend(other.shown);
        self.roles.extend(other.roles);
        self
    }
}

/// What follows the mark of a directive.
fn directive(line: &str) -> Option<&str> {
    let text = line.strip_prefix("//%").or_else(|| line.strip_prefix("--%"))?;
    Some(text.trim())
}

/// The directives among comments: lines that consist of one, outside of `/* ... */`.
fn comments(source: &str) -> impl Iterator<Item = Line<'_>> {
    let mut in_block = false;
    source.lines().enumerate().filter_map(move |(i, line)| {
        let trimmed = line.trim();
        if !in_block && let Some(text) = directive(trimmed) {
            return Some(Line { number: i + 1, text });
        }
        in_block = ends_in_block(trimmed, in_block);
        None
    })
}

/// Whether a block comment is open at the end of a line.
fn ends_in_block(line: &str, mut in_block: bool) -> bool {
    let mut rest = line;
    let mut in_string = false;
    while !rest.is_empty() {
        let skip = if in_block {
            let ends = rest.starts_with("*/");
            in_block = !ends;
            if ends { 2 } else { 1 }
        } else if in_string {
            in_string = !rest.starts_with('"');
            if rest.starts_with('\\') { 2 } else { 1 }
        } else if rest.starts_with("//") || rest.starts_with("--") {
            return false;
        } else if rest.starts_with("/*") {
            in_block = true;
            2
        } else {
            in_string = rest.starts_with('"');
            1
        };
        let next = rest.char_indices().nth(skip).map_or(rest.len(), |(at, _)| at);
        rest = &rest[next..];
    }
    in_block
}

fn read<'a>(
    lines: impl Iterator<Item = Line<'a>>,
    vocabulary: &Vocabulary,
) -> Result<Theme, Vec<ThemeError>> {
    let mut theme = Theme::default();
    let mut errors = Vec::new();
    for line in lines {
        if let Err((message, help)) = apply(&mut theme, line.text, vocabulary) {
            errors.push(ThemeError {
                line: line.number,
                message,
                help,
            });
        }
    }
    if errors.is_empty() { Ok(theme) } else { Err(errors) }
}

type Wrong = (String, Option<String>);

fn apply(theme: &mut Theme, text: &str, vocabulary: &Vocabulary) -> Result<(), Wrong> {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    let form = || {
        let known = DIRECTIVES.iter().find(|(name, _)| *name == word);
        known.map_or("view VIEW", |(_, form)| form)
    };
    let misshapen = || (format!("`{text}` is not of the form `{}`", form()), None);
    let words: Vec<&str> = rest.split_whitespace().collect();
    match (word, &words[..]) {
        ("colour" | "color", [name, colour]) => {
            check(name, Kind::Any, vocabulary)?;
            theme.colours.insert((*name).to_owned(), parse_colour(colour)?);
        }
        ("symbol", [name, _, ..]) => {
            check(name, Kind::Atom, vocabulary)?;
            let symbol = rest[name.len()..].trim();
            if crate::layout::width(symbol) > 4 {
                return Err((
                    format!("the symbol `{symbol}` is too wide: a cell has at most 4 columns"),
                    Some("a longer text is a `label`".into()),
                ));
            }
            theme.symbols.insert((*name).to_owned(), symbol.to_owned());
        }
        ("label", [name, _, ..]) => {
            check(name, Kind::Any, vocabulary)?;
            let label = rest[name.len()..].trim().to_owned();
            theme.labels.insert((*name).to_owned(), label);
        }
        ("position", [name, x, y]) => {
            check(name, Kind::Atom, vocabulary)?;
            theme
                .positions
                .insert((*name).to_owned(), (coordinate(x)?, coordinate(y)?));
        }
        ("hide" | "show", [_, ..]) => {
            for name in words {
                check(name, Kind::Any, vocabulary)?;
                let set = if word == "hide" {
                    &mut theme.hidden
                } else {
                    &mut theme.shown
                };
                set.insert(name.to_owned());
            }
        }
        ("attribute" | "edge" | "caption" | "board", [name]) => {
            check(name, Kind::Field, vocabulary)?;
            let role = match word {
                "attribute" => Role::Attribute,
                "edge" => Role::Edge,
                "board" => Role::Board,
                _ => Role::Caption,
            };
            theme.roles.insert((*name).to_owned(), role);
        }
        ("project", [name]) => {
            check(name, Kind::Sig, vocabulary)?;
            theme.project = Some((*name).to_owned());
        }
        ("title", [_, ..]) => theme.title = Some(rest.to_owned()),
        ("view", [name]) => theme.view = Some(parse_view(name)?),
        ("view", _) => return Err(misshapen()),
        _ if DIRECTIVES.iter().any(|(name, _)| *name == word) => return Err(misshapen()),
        _ => {
            let names = DIRECTIVES.iter().map(|(name, _)| *name).chain(["view"]);
            return Err((
                format!("`{word}` is no directive of a theme"),
                near(word, names)
                    .map(|name| format!("did you mean `{name}`?"))
                    .or_else(|| Some("docs/themes.md lists them".into())),
            ));
        }
    }
    Ok(())
}

fn check(name: &str, kind: Kind, vocabulary: &Vocabulary) -> Result<(), Wrong> {
    let known = match kind {
        Kind::Sig => vocabulary.has_sig(name),
        Kind::Atom => vocabulary.has_sig_or_atom(name),
        Kind::Field => vocabulary.has_field(name),
        Kind::Any => vocabulary.has_sig_or_atom(name) || vocabulary.has_field(name),
    };
    if known {
        return Ok(());
    }
    let similar = near(name, vocabulary.names(kind).into_iter());
    Err((
        format!("there is no {} `{name}`", kind.noun()),
        similar.map(|similar| format!("did you mean `{similar}`?")),
    ))
}

fn parse_colour(text: &str) -> Result<Colour, Wrong> {
    Colour::parse(text).ok_or_else(|| {
        let help = near(text, Colour::names()).map_or_else(
            || "write #rgb, #rrggbb, or a name such as red or navy".into(),
            |name| format!("did you mean `{name}`?"),
        );
        (format!("`{text}` is no colour"), Some(help))
    })
}

fn parse_view(text: &str) -> Result<ThemeView, Wrong> {
    match text {
        "grid" => Ok(ThemeView::Grid),
        "graph" => Ok(ThemeView::Graph),
        "table" => Ok(ThemeView::Table),
        "tree" => Ok(ThemeView::Tree),
        _ => Err((
            format!("`{text}` is no view"),
            Some("the views are grid, graph, table and tree".into()),
        )),
    }
}

fn coordinate(text: &str) -> Result<f64, Wrong> {
    let value = text.parse::<f64>().ok();
    value.filter(|value| value.abs() <= FARTHEST).ok_or_else(|| {
        (
            format!("`{text}` is no coordinate"),
            Some(format!(
                "coordinates are numbers from -{FARTHEST} to {FARTHEST}; y grows downwards"
            )),
        )
    })
}

/// The name that is most like a word, if one is: at most a third of it differs.
fn near<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let lower = word.to_lowercase();
    let scored = names.map(|name| (distance(&lower, &name.to_lowercase()), name));
    let (distance, name) = scored.min()?;
    (distance * 3 <= word.chars().count().max(3)).then_some(name)
}

/// The number of letters to insert, drop or replace (Levenshtein 1966).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
