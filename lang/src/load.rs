//! From the text of a root file to resolved, typed modules.

use crate::ast;
use crate::diag::Diagnostic;
use crate::dialect::Dialect;
use crate::modules::files::{Files, Reading};
use crate::modules::graph::{self, Graph};
use crate::source::SourceMap;
use crate::typed::World;

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
    let mut graph = Graph {
        files: parsed,
        instances,
    };
    let mut world = None;
    if !diagnostics.iter().any(Diagnostic::is_error) {
        let (resolved, mut found) = on_large_stack(|| crate::resolve::resolve(&sources, &graph));
        diagnostics.append(&mut found);
        world = resolved;
    }
    let root = std::mem::take(&mut graph.files[0].ast);
    Loaded {
        sources,
        diagnostics,
        world,
        root,
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
