//! From the text of a root file to resolved, typed modules.

use std::sync::Arc;

use crate::ast;
use crate::diag::Diagnostic;
use crate::dialect::{Dialect, parse_in};
use crate::modules::files::{Files, Reading};
use crate::modules::graph::{self, Graph};
use crate::source::{SourceMap, Span};
use crate::typed::{Expr, Local, LocalId, Type, World};

/// Reads the files of opened modules.
pub trait Loader {
    /// The text of the file at `path`; `None` if there is no such file, an error if it cannot be read.
    fn read(&mut self, path: &str) -> Option<Result<String, String>>;
}

/// A loader without files: only library modules can be opened.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Loader for NoFiles {
    fn read(&mut self, _path: &str) -> Option<Result<String, String>> {
        None
    }
}

/// How to read a specification.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LoadOptions {
    /// The dialect of all files; `None`: of each file the one it seems to be written in.
    pub dialect: Option<Dialect>,
}

/// What became of a specification.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// All files read.
    pub sources: SourceMap,
    /// Errors, warnings and notes, in the order found.
    pub diagnostics: Vec<Diagnostic>,
    /// The modules; `None` exactly if there is an error.
    pub world: Option<World>,
    /// The tree of the root file.
    pub root: ast::Module,
    /// What expressions from outside are resolved in.
    pub scope: RootScope,
}

/// The scope of the root module, for expressions that are not part of the specification.
#[derive(Clone, Debug)]
pub struct RootScope {
    graph: Arc<Graph>,
}

/// What became of an expression that is not part of the specification.
#[derive(Clone, Debug)]
pub struct ResolvedExpr {
    /// The files of the specification, and the expression's text as the last of them.
    pub sources: SourceMap,
    /// Errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// The expression: a formula, a set or relation, or an integer; `None` exactly if there is an error.
    pub expr: Option<Expr>,
    /// The variables of the expression; their ids follow those of the world.
    pub locals: Vec<Local>,
    /// The variables that stand for the globals, in order.
    pub globals: Vec<LocalId>,
}

impl RootScope {
    /// Resolves an expression, written as inside of `run { … }`, where `globals` (atoms, skolems) are names too.
    ///
    /// `sources` and `world` must be those this scope was loaded with.
    pub fn resolve(
        &self,
        sources: &SourceMap,
        world: &World,
        text: &str,
        globals: &[(String, Type)],
    ) -> ResolvedExpr {
        let mut sources = sources.clone();
        let file = sources.add("<expression>", text);
        let ids = crate::resolve::expr::global_ids(world, globals.len());
        let (expr, locals, diagnostics) = match crate::parser::parse_expr(file, text) {
            Err(errors) => (None, Vec::new(), errors),
            Ok(tree) => on_large_stack(|| {
                let outcome =
                    crate::resolve::expr::resolve_expr(&sources, &self.graph, world, &tree, globals);
                (outcome.expr, outcome.locals, outcome.diagnostics)
            }),
        };
        ResolvedExpr {
            sources,
            diagnostics,
            expr,
            locals,
            globals: ids,
        }
    }
}

impl RootScope {
    /// Resolves the specification again with one or more commands added to those of its root file, as if they stood at its end.
    ///
    /// The commands are a file of their own called `<command>`, the last of the sources. Diagnostics are those of the whole specification.
    pub fn with_commands(&self, sources: &SourceMap, text: &str) -> Loaded {
        let mut sources = sources.clone();
        let file = sources.add("<command>", text);
        let mut graph = Graph::clone(&self.graph);
        let parsed = parse_in(file, text, None);
        let mut diagnostics = parsed.diagnostics;
        let added = parsed.module;
        let is_command = |p: &ast::Paragraph| matches!(p, ast::Paragraph::Command(_));
        let only_commands = added.opens.is_empty() && added.header.is_none();
        if !only_commands || !added.paragraphs.iter().all(is_command) {
            let whole = Span::new(file, 0, text.len() as u32);
            let message = "only `run` and `check` commands can be added";
            diagnostics.push(Diagnostic::error("E0201", whole, message));
        }
        let mut world = None;
        if !diagnostics.iter().any(Diagnostic::is_error) {
            graph.files[0].ast.paragraphs.extend(added.paragraphs);
            let (resolved, mut found) = on_large_stack(|| crate::resolve::resolve(&sources, &graph));
            diagnostics.append(&mut found);
            world = resolved;
        }
        let root = graph.files[0].ast.clone();
        Loaded {
            sources,
            diagnostics,
            world,
            root,
            scope: RootScope {
                graph: Arc::new(graph),
            },
        }
    }
}

/// The stack of the thread that resolves; expressions may be deeper than a default stack bears.
const STACK_BYTES: usize = 512 << 20;

/// Parses the text of a root file called `name`, loads what it opens, and resolves all of it.
pub fn load(name: &str, text: &str, loader: &mut dyn Loader) -> Loaded {
    load_with(name, text, loader, LoadOptions::default())
}

/// Likewise, with options.
pub fn load_with(name: &str, text: &str, loader: &mut dyn Loader, options: LoadOptions) -> Loaded {
    let reading = options.dialect.map_or(Reading::Judged, Reading::Given);
    let first = load_reading(name, text, loader, reading);
    let read_as_older = |d: &Diagnostic| d.code == "N0201";
    if first.world.is_some() || !first.diagnostics.iter().any(read_as_older) {
        return first;
    }
    // A file may use what one of the older dialect declares, and not have anything in it that Alloy 6 refuses.
    let second = load_reading(name, text, loader, Reading::Older);
    if second.world.is_some() { second } else { first }
}

fn load_reading(name: &str, text: &str, loader: &mut dyn Loader, reading: Reading) -> Loaded {
    let mut files = Files::new(name, text, loader, reading);
    let instances = graph::build(&mut files);
    let Files {
        sources,
        parsed,
        mut diagnostics,
        ..
    } = files;
    let graph = Graph {
        files: parsed,
        instances,
    };
    let mut world = None;
    if !diagnostics.iter().any(Diagnostic::is_error) {
        let (resolved, mut found) = on_large_stack(|| crate::resolve::resolve(&sources, &graph));
        diagnostics.append(&mut found);
        world = resolved;
    }
    let root = graph.files[0].ast.clone();
    let scope = RootScope {
        graph: Arc::new(graph),
    };
    Loaded {
        sources,
        diagnostics,
        world,
        root,
        scope,
    }
}

/// Runs on a thread with a large stack, or on this one where there are no threads.
fn on_large_stack<T: Send>(run: impl Fn() -> T + Sync) -> T {
    let outcome = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, &run);
        thread.ok().and_then(|handle| handle.join().ok())
    });
    outcome.unwrap_or_else(run)
}
