//! The files of a specification, each parsed once, and what they open.

use rustc_hash::FxHashMap;

use super::paths::{is_plain_name, path_of};
use super::walk::{exprs_of, find};
use crate::ast::{self, Expr, ExprKind, Paragraph, UnaryOp};
use crate::diag::Diagnostic;
use crate::dialect::{Dialect, Parsed, parse_in, parse_older};
use crate::load::Loader;
use crate::source::{FileId, SourceMap, Span};

/// A parsed file.
#[derive(Clone, Debug)]
pub(crate) struct ParsedFile {
    /// Its id in the source map.
    pub(crate) id: FileId,
    /// Its path, or its name in the library.
    pub(super) path: String,
    /// Whether it belongs to the library.
    pub(crate) library: bool,
    /// Its tree.
    pub(crate) ast: ast::Module,
    /// What it opens, implicit opens included.
    pub(crate) opens: Vec<OpenSpec>,
}

/// One `open`, written or implied.
#[derive(Clone, Debug)]
pub(crate) struct OpenSpec {
    /// The name by which the module is known.
    pub(crate) alias: String,
    /// Whether it is private.
    pub(crate) private: bool,
    /// The path as written.
    pub(crate) path: String,
    /// The actual parameters as written.
    pub(crate) args: Vec<String>,
    /// The whole line, or what implied it.
    pub(crate) span: Span,
}

impl ParsedFile {
    /// The parameters of the module.
    pub(crate) fn params(&self) -> &[ast::ModuleParam] {
        self.ast.header.as_ref().map_or(&[], |h| &h.params)
    }
}

/// In which dialect files are read.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Reading {
    /// In this one.
    Given(Dialect),
    /// In the one that each seems to be written in.
    Judged,
    /// Likewise, but in Alloy 5 wherever a file can be read so.
    Older,
}

impl Reading {
    fn parse(self, id: FileId, text: &str) -> Parsed {
        match self {
            Reading::Given(dialect) => parse_in(id, text, Some(dialect)),
            Reading::Judged => parse_in(id, text, None),
            Reading::Older => parse_older(id, text).unwrap_or_else(|| parse_in(id, text, None)),
        }
    }
}

/// All files read so far.
pub(crate) struct Files<'l> {
    pub(crate) sources: SourceMap,
    pub(crate) parsed: Vec<ParsedFile>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    known: FxHashMap<(bool, String), usize>,
    loader: &'l mut dyn Loader,
    reading: Reading,
}

impl<'l> Files<'l> {
    /// Parses the root file.
    pub(crate) fn new(name: &str, text: &str, loader: &'l mut dyn Loader, reading: Reading) -> Self {
        let mut files = Files {
            sources: SourceMap::default(),
            parsed: Vec::new(),
            diagnostics: Vec::new(),
            known: FxHashMap::default(),
            loader,
            reading,
        };
        files.add(name.to_owned(), text, false);
        files
    }

    fn add(&mut self, path: String, text: &str, library: bool) -> usize {
        let index = self.parsed.len();
        self.known.insert((library, path.clone()), index);
        let id = self.sources.add(path.clone(), text);
        self.diagnostics
            .extend(crate::markdown::warn_without_alloy(id, &path, text));
        let text = crate::markdown::alloy_text(&path, text);
        let reading = if library {
            Reading::Given(Dialect::Alloy6)
        } else {
            self.reading
        };
        let Parsed {
            module: ast,
            diagnostics,
            ..
        } = reading.parse(id, &text);
        self.diagnostics.extend(diagnostics);
        let opens = open_specs(&ast, id, &path, &mut self.diagnostics);
        self.parsed.push(ParsedFile {
            id,
            path,
            library,
            ast,
            opens,
        });
        index
    }

    /// The file that an open of `from` means.
    pub(crate) fn open(&mut self, from: usize, open: &OpenSpec) -> Option<usize> {
        if self.parsed[from].library {
            return self.open_library(open);
        }
        let opener = self.parsed[from].ast.header.as_ref().map(|h| h.name.text());
        let path = path_of(&self.parsed[from].path, opener.as_deref(), &open.path);
        let markdown = path.strip_suffix(".als").map(|stem| format!("{stem}.md"));
        for path in [Some(path.clone()), markdown].into_iter().flatten() {
            if let Some(&index) = self.known.get(&(false, path.clone())) {
                return Some(index);
            }
            match self.loader.read(&path) {
                None => {}
                Some(Ok(text)) => return Some(self.add(path, &text, false)),
                Some(Err(reason)) => {
                    let text = format!("the file `{path}` cannot be read");
                    self.diagnostics
                        .push(Diagnostic::error("E0311", open.span, text).note(reason));
                    return None;
                }
            }
        }
        let found = self.open_library(open);
        if found.is_none() {
            let text = format!("the file of module `{}` cannot be found", open.path);
            let missing = Diagnostic::error("E0310", open.span, text);
            let mut missing = missing.note(format!("it would be `{path}`, or a module of the library"));
            if let Some(folder) = path.strip_suffix(".als")
                && let Some(Err(reason)) = self.loader.read(folder)
            {
                let name = &open.path;
                missing = missing.note(format!(
                    "`{folder}` is no module: {reason}; one in it is opened as `{name}/…`"
                ));
            }
            let known = crate::stdlib::PATHS.map(|path| (path, String::new()));
            let alone = known
                .iter()
                .find(|(known, _)| known.strip_prefix("util/") == Some(&open.path));
            let near = alone
                .map(|(known, _)| *known)
                .or_else(|| crate::resolve::names::nearest(&open.path, &known).map(|(near, _)| near));
            self.diagnostics.push(match near {
                Some(near) => missing.help(format!("the library has `{near}`")),
                None => missing,
            });
        }
        found
    }

    fn open_library(&mut self, open: &OpenSpec) -> Option<usize> {
        let path = format!("{}.als", open.path);
        if let Some(&index) = self.known.get(&(true, path.clone())) {
            return Some(index);
        }
        let text = crate::stdlib::find(&open.path)?;
        Some(self.add(path, text, true))
    }
}

/// The opens of a file in the order that counts: `util/integer`, those written, and those that `seq` and `enum` imply.
fn open_specs(ast: &ast::Module, id: FileId, path: &str, diagnostics: &mut Vec<Diagnostic>) -> Vec<OpenSpec> {
    let mut specs: Vec<OpenSpec> = Vec::new();
    let implied = |path: &str, alias: &str, args: Vec<String>, span: Span| OpenSpec {
        alias: alias.to_owned(),
        private: false,
        path: path.to_owned(),
        args,
        span,
    };
    if path != "util/integer.als" && !path.ends_with("/util/integer.als") {
        specs.push(implied(
            "util/integer",
            "integer",
            Vec::new(),
            Span::new(id, 0, 0),
        ));
    }
    for open in &ast.opens {
        let path = open.path.text();
        let args: Vec<String> = open.args.iter().map(ast::QualName::text).collect();
        let alias = match &open.alias {
            Some(alias) => alias.text.clone(),
            None if args.is_empty() && is_plain_name(&path) => path.clone(),
            None => format!("open${}", specs.len() + 1),
        };
        let private = open.private.is_some();
        add_spec(
            &mut specs,
            OpenSpec {
                alias,
                private,
                path,
                args,
                span: open.span,
            },
            diagnostics,
        );
    }
    for paragraph in &ast.paragraphs {
        if let Some(span) = find_seq(paragraph) {
            add_spec(
                &mut specs,
                implied("util/sequniv", "seq", Vec::new(), span),
                diagnostics,
            );
        }
        if let Paragraph::Enum(e) = paragraph {
            let alias = format!("open${}", specs.len() + 1);
            let args = vec![format!("this/{}", e.name.text)];
            add_spec(
                &mut specs,
                implied("util/ordering", &alias, args, e.span),
                diagnostics,
            );
        }
    }
    name_anonymous(&mut specs);
    specs
}

fn add_spec(specs: &mut Vec<OpenSpec>, new: OpenSpec, diagnostics: &mut Vec<Diagnostic>) {
    match specs.iter().find(|old| old.alias == new.alias) {
        None => specs.push(new),
        Some(old) if old.path == new.path && old.args == new.args => {}
        Some(old) => {
            let text = format!("two different modules have the alias `{}`", new.alias);
            diagnostics.push(
                Diagnostic::error("E0316", new.span, text)
                    .also(old.span, "the other one is opened here")
                    .help("choose another name with `as`"),
            );
        }
    }
}

/// Gives an open without an alias the last component of its path, if no other open has it.
fn name_anonymous(specs: &mut [OpenSpec]) {
    for i in 0..specs.len() {
        if !specs[i].alias.contains('$') {
            continue;
        }
        let base = specs[i].path.rsplit('/').next().unwrap_or_default().to_owned();
        if is_plain_name(&base) && specs.iter().all(|s| s.alias != base) {
            specs[i].alias = base;
        }
    }
}

/// Where a paragraph uses `seq`, which opens `util/sequniv`.
fn find_seq(paragraph: &Paragraph) -> Option<Span> {
    let is_seq = |e: &Expr| matches!(e.kind, ExprKind::Unary(UnaryOp::SeqOf, _));
    exprs_of(paragraph)
        .into_iter()
        .find_map(|expr| find(expr, is_seq))
        .map(|expr| expr.span)
}
