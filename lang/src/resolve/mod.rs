//! Declarations: signatures, fields, functions, facts and commands of all module instances, resolved in the order in which they
//! may refer to each other.

mod bodies;
mod commands;
pub(crate) mod expr;
mod fields;
mod funcs;
mod macros;
mod meta;
pub(crate) mod names;
mod scopes;
mod sigs;
mod strings;

use std::cell::{Cell, RefCell};

use rustc_hash::FxHashMap;

use crate::ast;
use crate::diag::Diagnostic;
use crate::modules::files::ParsedFile;
use crate::modules::graph::{Graph, Instance};
use crate::source::{FileId, SourceMap, Span};
use crate::typed::{
    self, Assert, Fact, Field, FieldDecl, FieldId, FuncId, Local, LocalId, ModuleId, Sig, SigId, Type,
    VarDecl, World,
};
use crate::types::ty::Hierarchy;
use crate::types::{memo::Memo, node::N};
pub(crate) use scopes::ModuleScope;

/// The code and the place of a diagnostic.
type Reported = (&'static str, Option<Span>);

/// Everything known about the declarations, as far as they are resolved.
pub(crate) struct Program<'a> {
    pub(crate) sources: &'a SourceMap,
    files: &'a [ParsedFile],
    instances: &'a [Instance],
    pub(crate) modules: Vec<ModuleScope<'a>>,
    pub(crate) hierarchy: Hierarchy,
    pub(crate) sigs: Vec<Sig>,
    /// The type of each signature.
    sig_types: Vec<Type>,
    /// Where each signature was declared.
    sig_sources: Vec<Option<sigs::SigSource<'a>>>,
    /// The signatures, parents first.
    sig_order: Vec<SigId>,
    pub(crate) fields: Vec<Field>,
    /// Whether a field's bound is resolved, so that its name may be used.
    field_ready: Vec<bool>,
    fields_by_name: FxHashMap<&'a str, Vec<FieldId>>,
    /// The declarations of each signature's fields, as far as they are resolved.
    field_decls: Vec<Vec<Option<FieldDecl>>>,
    pub(crate) funcs: Vec<FuncInfo<'a>>,
    macros: Vec<macros::Macro<'a>>,
    asserts: Vec<AssertInfo<'a>>,
    facts: Vec<Fact>,
    pub(crate) meta: Option<meta::Meta>,
    pub(crate) locals: RefCell<Vec<Local>>,
    diagnostics: RefCell<Vec<Diagnostic>>,
    /// Where in the diagnostics those of a code and place are.
    reported: RefCell<FxHashMap<Reported, Vec<usize>>>,
    /// Whether warnings are dropped.
    muted: Cell<bool>,
    /// The place of a node with faults, if there was one.
    pub(crate) spoiled: Cell<Option<Span>>,
    /// How much work the expansion of macros made so far.
    macro_work: Cell<u64>,
    /// What nodes were resolved to in the formula at hand.
    pub(crate) memo: RefCell<Memo>,
}

/// A function or predicate.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact about the declaration"
)]
pub(crate) struct FuncInfo<'a> {
    pub(crate) module: ModuleId,
    pub(crate) name: String,
    pub(crate) label: String,
    pub(crate) is_pred: bool,
    pub(crate) is_private: bool,
    pub(crate) span: Span,
    pub(crate) source: FuncSource<'a>,
    pub(crate) params: Vec<Param>,
    decls: Vec<VarDecl>,
    /// The result's declaration.
    pub(crate) result: Option<N>,
    /// Whether the result's declaration mentions a parameter.
    pub(crate) result_depends: bool,
    /// Whether its declaration is wrong, which was reported.
    pub(crate) poisoned: bool,
    body: Option<typed::Expr>,
}

/// A parameter.
#[derive(Clone, Debug)]
pub(crate) struct Param {
    pub(crate) name: String,
    pub(crate) local: LocalId,
    pub(crate) ty: Type,
}

/// Where a function comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FuncSource<'a> {
    /// A `fun` or `pred` paragraph.
    Decl(&'a ast::FuncDecl),
    /// The block of a `run`.
    Block(&'a ast::Expr),
    /// The default command, which asks nothing.
    True,
}

/// An assertion.
#[derive(Debug)]
struct AssertInfo<'a> {
    module: ModuleId,
    name: String,
    body: &'a ast::Expr,
    span: Span,
    resolved: Option<typed::Expr>,
}

/// Resolves all modules; no world if there is an error.
pub(crate) fn resolve(sources: &SourceMap, graph: &Graph) -> (Option<World>, Vec<Diagnostic>) {
    let mut program = Program::new(sources, graph);
    program.resolve_declarations();
    program.reject_field_clashes();
    program.resolve_bodies();
    program.force_exact();
    let commands = program.resolve_commands();
    program.warn_empty_strings();
    program.finish(commands)
}

impl<'a> Program<'a> {
    fn new(sources: &'a SourceMap, graph: &'a Graph) -> Self {
        Program {
            sources,
            files: &graph.files,
            instances: &graph.instances,
            modules: Vec::new(),
            hierarchy: Hierarchy::default(),
            sigs: Vec::new(),
            sig_types: Vec::new(),
            sig_sources: Vec::new(),
            sig_order: Vec::new(),
            fields: Vec::new(),
            field_ready: Vec::new(),
            fields_by_name: FxHashMap::default(),
            field_decls: Vec::new(),
            funcs: Vec::new(),
            macros: Vec::new(),
            asserts: Vec::new(),
            facts: Vec::new(),
            meta: None,
            locals: RefCell::default(),
            diagnostics: RefCell::default(),
            reported: RefCell::default(),
            muted: Cell::default(),
            spoiled: Cell::default(),
            macro_work: Cell::default(),
            memo: RefCell::default(),
        }
    }

    /// Resolves everything that other declarations may refer to.
    fn resolve_declarations(&mut self) {
        self.declare();
        self.resolve_sigs();
        self.declare_fields();
        self.resolve_fields(false);
        self.resolve_func_decls();
        self.resolve_fields(true);
        self.resolve_meta();
    }

    /// Adds an error or warning; warnings about the library are dropped.
    pub(crate) fn report(&self, diagnostic: Diagnostic) {
        let library = diagnostic
            .primary
            .as_ref()
            .is_some_and(|p| self.is_library(p.span.file));
        if (library || self.muted.get()) && !diagnostic.is_error() {
            return;
        }
        let mut all = self.diagnostics.borrow_mut();
        let place = diagnostic.primary.as_ref().map(|label| label.span);
        let mut reported = self.reported.borrow_mut();
        let here = reported.entry((diagnostic.code, place)).or_default();
        if !here.iter().any(|&i| all[i] == diagnostic) {
            here.push(all.len());
            all.push(diagnostic);
        }
    }

    /// Whether something with this code was reported.
    pub(crate) fn has_reported(&self, code: &str) -> bool {
        self.diagnostics.borrow().iter().any(|d| d.code == code)
    }

    /// Whether a file belongs to the library.
    pub(crate) fn is_library(&self, file: FileId) -> bool {
        self.files.iter().any(|f| f.id == file && f.library)
    }

    /// Drops warnings until [`Program::unmute`] is given what this returns.
    pub(crate) fn mute(&self) -> bool {
        self.muted.replace(true)
    }

    /// Ends [`Program::mute`].
    pub(crate) fn unmute(&self, before: bool) {
        self.muted.set(before);
    }

    /// A new variable.
    pub(crate) fn new_local(&self, name: &str, span: Span, ty: Type) -> LocalId {
        let mut locals = self.locals.borrow_mut();
        locals.push(Local {
            name: name.to_owned(),
            ty,
            span,
        });
        LocalId(locals.len() as u32 - 1)
    }

    /// The type of a signature.
    pub(crate) fn sig_type(&self, sig: SigId) -> &Type {
        &self.sig_types[sig.index()]
    }

    fn finish(mut self, commands: Vec<typed::Command>) -> (Option<World>, Vec<Diagnostic>) {
        let mut diagnostics = self.diagnostics.take();
        let reported = diagnostics.iter().any(Diagnostic::is_error);
        if let (Some(span), false) = (self.spoiled.get(), reported) {
            diagnostics.push(Diagnostic::error("E0400", span, "this cannot be resolved"));
        }
        if diagnostics.iter().any(Diagnostic::is_error) {
            return (None, diagnostics);
        }
        for (sig, decls) in self.sigs.iter_mut().zip(std::mem::take(&mut self.field_decls)) {
            sig.field_decls = decls.into_iter().flatten().collect();
        }
        let results: Vec<_> = self.funcs.iter().map(|f| self.result_bound(f)).collect();
        let funcs = self
            .funcs
            .into_iter()
            .zip(results)
            .map(|(f, r)| funcs::finish(f, r))
            .collect();
        let asserts = self.asserts.into_iter().map(bodies::finish_assert).collect();
        let modules = self
            .modules
            .iter()
            .map(|m| typed::Module {
                path: m.path.to_owned(),
                file: m.file,
            })
            .collect();
        let world = World {
            modules,
            sigs: self.sigs,
            fields: self.fields,
            funcs,
            facts: self.facts,
            asserts,
            commands,
            locals: self.locals.into_inner(),
        };
        (Some(world), diagnostics)
    }
}

impl FuncInfo<'_> {
    /// The identifier of its position.
    fn id(index: usize) -> FuncId {
        FuncId(index as u32)
    }
}

/// A true formula at a place.
fn truth(span: Span) -> typed::Expr {
    typed::Expr {
        kind: typed::ExprKind::Bool(true),
        ty: Type::formula(),
        span,
    }
}

/// An assertion as the world lists it.
fn assertion(module: ModuleId, name: String, body: typed::Expr, span: Span) -> Assert {
    Assert {
        module,
        name,
        body,
        span,
    }
}
