//! The graph of module instances.
//!
//! A module without parameters has one instance. One with parameters has an instance for each open of each instance, until the
//! actual parameters are known; then those with equal parameters become one.

use rustc_hash::FxHashMap;

use super::files::{Files, OpenSpec, ParsedFile};
use super::paths::preference;
use crate::ast::{Paragraph, SigQualifier};
use crate::diag::Diagnostic;
use crate::source::Span;
use crate::typed::SigId;

/// How many instances there may be; only chains of modules that open others several times come near it.
const MAX_INSTANCES: usize = 2000;

/// An instance of a module.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    /// Its file.
    pub(crate) file: usize,
    /// Its path of aliases from the root.
    pub(crate) path: String,
    /// What it opens.
    pub(crate) opens: Vec<Edge>,
    /// Its parameters with their values; none for the root.
    pub(crate) params: Vec<Param>,
}

/// An open of an instance.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    /// The name by which the opened module is known.
    pub(crate) alias: String,
    /// Whether it is private.
    pub(crate) private: bool,
    /// The actual parameters as written.
    pub(crate) args: Vec<String>,
    /// The instance opened.
    pub(crate) target: usize,
    /// The place of the open.
    pub(crate) span: Span,
}

/// A parameter of an instance.
#[derive(Clone, Debug)]
pub(crate) struct Param {
    /// Its name.
    pub(crate) name: String,
    /// Whether it forces an exact scope.
    pub(crate) exactly: bool,
    /// The actual signature.
    pub(crate) value: Option<SigKey>,
}

/// A signature before it has an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SigKey {
    /// A builtin one.
    Builtin(SigId),
    /// The signature at a position of [`sig_entries`] of an instance.
    Declared(usize, usize),
}

/// A name that a file declares as a signature.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SigEntry<'a> {
    pub(crate) name: &'a str,
    pub(crate) private: bool,
}

/// The signatures that a file declares, in order; an enumeration before its members.
pub(crate) fn sig_entries<'a>(file: &'a ParsedFile, root: bool) -> Vec<SigEntry<'a>> {
    let mut entries = Vec::new();
    let mut add = |name: &'a crate::ast::Name, private: bool| {
        entries.push(SigEntry {
            name: &name.text,
            private,
        });
    };
    if root {
        file.params().iter().for_each(|p| add(&p.name, false));
    }
    for paragraph in &file.ast.paragraphs {
        match paragraph {
            Paragraph::Sig(sig) => {
                let private = sig.qualifiers.iter().any(|(q, _)| *q == SigQualifier::Private);
                sig.names.iter().for_each(|name| add(name, private));
            }
            Paragraph::Enum(e) => {
                let private = e.private.is_some();
                add(&e.name, private);
                e.members.iter().for_each(|name| add(name, private));
            }
            _ => {}
        }
    }
    entries
}

/// All files and instances of a specification.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    pub(crate) files: Vec<ParsedFile>,
    /// The root first, then depth first in the order of opening.
    pub(crate) instances: Vec<Instance>,
}

/// Reads all files that are opened, directly or not, and instantiates their modules.
pub(crate) fn build(files: &mut Files) -> Vec<Instance> {
    let mut builder = Builder {
        files,
        instances: Vec::new(),
        plain: FxHashMap::default(),
        chain: Vec::new(),
    };
    let start = Span::new(builder.files.parsed[0].id, 0, 0);
    builder.instantiate(0, start);
    let mut instances = builder.instances;
    if files.diagnostics.iter().any(Diagnostic::is_error) {
        return instances;
    }
    super::params::resolve(files, &mut instances);
    merge(&mut instances);
    let mut instances = in_order(&instances);
    name_paths(&mut instances);
    instances
}

struct Builder<'f, 'l> {
    files: &'f mut Files<'l>,
    instances: Vec<Instance>,
    /// The instances of files without parameters.
    plain: FxHashMap<usize, usize>,
    /// The files being instantiated, outermost first, and where each is opened.
    chain: Vec<(usize, Span)>,
}

impl Builder<'_, '_> {
    fn instantiate(&mut self, file: usize, opened: Span) -> usize {
        let root = self.instances.is_empty();
        let index = self.instances.len();
        let params: Vec<Param> = if root {
            Vec::new()
        } else {
            let params = self.files.parsed[file].params().iter();
            params
                .map(|p| Param {
                    name: p.name.text.clone(),
                    exactly: p.exactly,
                    value: None,
                })
                .collect()
        };
        if params.is_empty() {
            self.plain.insert(file, index);
        }
        self.instances.push(Instance {
            file,
            path: String::new(),
            opens: Vec::new(),
            params,
        });
        self.chain.push((file, opened));
        let specs = self.files.parsed[file].opens.clone();
        for spec in specs {
            if let Some(edge) = self.open(file, spec) {
                self.instances[index].opens.push(edge);
            }
        }
        self.chain.pop();
        index
    }

    fn open(&mut self, from: usize, spec: OpenSpec) -> Option<Edge> {
        let target = self.files.open(from, &spec)?;
        if let Some(first) = self.chain.iter().position(|&(file, _)| file == target) {
            let circle = self.circle(&spec, first);
            self.files.diagnostics.push(circle);
            return None;
        }
        let wanted = self.files.parsed[target].params().len();
        if wanted != spec.args.len() {
            let (plural, given) = (if wanted == 1 { "" } else { "s" }, spec.args.len());
            let text = format!(
                "the module `{}` takes {wanted} parameter{plural}, {given} given",
                spec.path
            );
            let mut wrong = Diagnostic::error("E0313", spec.span, text);
            if given == 0 {
                wrong = wrong.help(format!("name a signature, as in `open {}[A]`", spec.path));
            }
            self.files.diagnostics.push(wrong);
            return None;
        }
        if self.instances.len() >= MAX_INSTANCES {
            let text = format!("more than {MAX_INSTANCES} instances of modules");
            self.files
                .diagnostics
                .push(Diagnostic::error("E0317", spec.span, text));
            return None;
        }
        let target = match self.plain.get(&target) {
            Some(&known) => known,
            None => self.instantiate(target, spec.span),
        };
        let OpenSpec {
            alias,
            private,
            args,
            span,
            ..
        } = spec;
        Some(Edge {
            alias,
            private,
            args,
            target,
            span,
        })
    }
}

impl Builder<'_, '_> {
    /// The error for an open of the file at `first` of the chain. An open that is implied has no place; the error is then where the chain
    /// is last opened by the user.
    fn circle(&self, closing: &OpenSpec, first: usize) -> Diagnostic {
        let is_written = |span: &Span| span.end > span.start;
        let opens = self.chain.iter().map(|&(_, opened)| opened).chain([closing.span]);
        let place = opens.clone().rfind(is_written);
        let place = place.or(opens.clone().next()).unwrap_or(closing.span);
        let text = format!(
            "the module `{}` opens itself, directly or through others",
            closing.path
        );
        let name = |&(file, _): &(usize, Span)| format!("`{}`", self.files.parsed[file].path);
        let circle = &self.chain[first..];
        let mut names: Vec<String> = circle.iter().skip(1).map(name).collect();
        let start = circle.first().map(name).unwrap_or_default();
        names.push(start.clone());
        let wrong = Diagnostic::error("E0312", place, text)
            .note(format!("{start} opens {}", names.join(", which opens ")));
        if is_written(&closing.span) {
            return wrong;
        }
        wrong.note(format!(
            "every module opens `{}` without saying so, and {start} stands in the place of that of the library",
            closing.path
        ))
    }
}

/// Merges instances of one file with equal parameters.
fn merge(instances: &mut [Instance]) {
    loop {
        let mut changed = false;
        for i in 0..instances.len() {
            for j in i + 1..instances.len() {
                let (a, b) = (&instances[i], &instances[j]);
                let same = a.file == b.file
                    && !a.params.is_empty()
                    && a.params
                        .iter()
                        .map(|p| p.value)
                        .eq(b.params.iter().map(|p| p.value));
                if same && redirect(instances, j, i) {
                    changed = true;
                }
            }
        }
        if !changed {
            return;
        }
    }
}

/// Lets everything that points to one instance point to another, and says whether anything did.
fn redirect(instances: &mut [Instance], from: usize, to: usize) -> bool {
    let mut changed = false;
    for instance in instances {
        for open in instance.opens.iter_mut().filter(|o| o.target == from) {
            open.target = to;
            changed = true;
        }
        for param in &mut instance.params {
            if let Some(SigKey::Declared(at, _)) = &mut param.value
                && *at == from
            {
                *at = to;
                changed = true;
            }
        }
    }
    changed
}

/// The instances that the root reaches, depth first.
fn in_order(instances: &[Instance]) -> Vec<Instance> {
    let mut position = vec![None; instances.len()];
    let mut order = Vec::new();
    let mut todo = vec![0];
    while let Some(at) = todo.pop() {
        if position[at].is_none() {
            position[at] = Some(order.len());
            order.push(at);
            todo.extend(instances[at].opens.iter().rev().map(|o| o.target));
        }
    }
    let new = |old: usize| position[old].unwrap_or(0);
    let mut result: Vec<Instance> = order.iter().map(|&at| instances[at].clone()).collect();
    for instance in &mut result {
        for open in &mut instance.opens {
            open.target = new(open.target);
        }
        for param in &mut instance.params {
            if let Some(SigKey::Declared(at, _)) = &mut param.value {
                *at = new(*at);
            }
        }
    }
    result
}

/// Gives each instance the preferred one of its paths.
fn name_paths(instances: &mut [Instance]) {
    let mut changed = true;
    while changed {
        changed = false;
        for at in 0..instances.len() {
            if at > 0 && instances[at].path.is_empty() {
                continue;
            }
            for open in instances[at].opens.clone() {
                let prefix = &instances[at].path;
                let path = if prefix.is_empty() {
                    open.alias
                } else {
                    format!("{prefix}/{}", open.alias)
                };
                let old = &instances[open.target].path;
                if old.is_empty() || preference(&path) < preference(old) {
                    instances[open.target].path = path;
                    changed = true;
                }
            }
        }
    }
}
