//! Macros: `let` paragraphs, which are substituted where they are used.

use super::Program;
use super::scopes::Opened;
use crate::ast;
use crate::diag::Diagnostic;
use crate::source::Span;
use crate::typed::ModuleId;
use crate::types::build::{argument, bad, expanded, partial_macro, poisoned};
use crate::types::check::{Checker, Place};
use crate::types::node::{Fault, Kind, N};
use crate::types::warnings::Warn;
use crate::types::{DEPTH_LIMIT, EXPANSION_LIMIT, MACRO_COST, MACRO_DEPTH, MACRO_WORK};

/// A macro.
#[derive(Clone, Copy, Debug)]
pub(super) struct Macro<'a> {
    module: ModuleId,
    decl: &'a ast::MacroDecl,
}

impl<'a> Program<'a> {
    pub(super) fn declare_macro(&mut self, module: ModuleId, decl: &'a ast::MacroDecl) {
        let index = self.macros.len() as u32;
        if let Some(&first) = self.scope(module).macros.get(decl.name.text.as_str()) {
            let text = format!(
                "a macro called `{}` is already declared in this module",
                decl.name.text
            );
            let first = self.macro_span(first);
            self.report(Diagnostic::error("E0307", decl.name.span, text).also(first, "first declared here"));
        }
        self.modules[module.index()]
            .macros
            .entry(&decl.name.text)
            .or_insert(index);
        self.macros.push(Macro { module, decl });
    }

    /// The macro that a name with a path means.
    pub(super) fn qualified_macro(&self, start: ModuleId, text: &str) -> Option<u32> {
        let mut segments: Vec<&str> = text.split('/').filter(|&s| s != "this").collect();
        let last = segments.pop()?;
        let mut at = start;
        for alias in segments {
            let Opened { module, private, .. } = *self.scope(at).opens.get(alias)?;
            if private {
                return None;
            }
            at = module;
        }
        let &index = self.scope(at).macros.get(last)?;
        let private = self.macros[index as usize].decl.private.is_some();
        (at == start || !private).then_some(index)
    }

    /// The macros of a name in all visible modules; here `private` does not count.
    pub(super) fn visible_macros(&self, module: ModuleId, text: &str) -> Vec<u32> {
        if self.macros.is_empty() {
            return Vec::new();
        }
        let visible = self.scope(module).visible.iter();
        visible
            .filter_map(|&m| self.scope(m).macros.get(text).copied())
            .collect()
    }

    /// Where a macro's name is declared.
    pub(super) fn macro_span(&self, index: u32) -> Span {
        self.macros[index as usize].decl.name.span
    }

    /// A macro that has no arguments yet.
    pub(super) fn bare_macro(&self, index: u32, span: Span) -> N {
        self.macro_node(index, span, Vec::new())
    }

    fn macro_node(&self, index: u32, span: Span, args: Vec<N>) -> N {
        let decl = self.macros[index as usize].decl;
        let (wanted, given) = (decl.params.len(), args.len());
        let plural = if wanted == 1 { "" } else { "s" };
        let text = format!(
            "the macro `{}` takes {wanted} argument{plural}, {given} given",
            decl.name.text
        );
        let wrong = Diagnostic::error("E0321", span, text).also(decl.name.span, "declared here");
        partial_macro(index, span, args, Fault::Ready(Box::new(wrong)))
    }
}

impl Checker<'_, '_> {
    /// A node that may be a macro; one without parameters is replaced by its body.
    pub(crate) fn instantiated(&mut self, node: N, span: Span) -> N {
        match &node.kind {
            Kind::Macro(index, args) => {
                let (index, args) = (*index, args.clone());
                self.instantiate(index, args, span)
            }
            _ => node,
        }
    }

    /// A macro with arguments: its body, if it has all of them.
    pub(crate) fn instantiate(&mut self, index: u32, args: Vec<N>, span: Span) -> N {
        let program = self.program;
        let Macro { module, decl } = program.macros[index as usize];
        if args.len() != decl.params.len() {
            return program.macro_node(index, span, args);
        }
        let name = &decl.name.text;
        if self.unrolls == 0 {
            let text = format!("macros use each other more than {MACRO_DEPTH} levels deep");
            let wrong = Diagnostic::error("E0320", span, text)
                .also(decl.name.span, format!("`{name}` is declared here"))
                .note("a macro cannot be recursive");
            return bad(span, Fault::Ready(Box::new(wrong)));
        }
        let sizes: u64 = args.iter().map(|arg| u64::from(arg.size)).sum();
        if let Some(wrong) = self.too_much_work(sizes + MACRO_COST, span) {
            return wrong;
        }
        let mut inner = Checker::new(program, module, Place::Body);
        inner.unrolls = self.unrolls - 1;
        for (param, arg) in decl.params.iter().zip(args) {
            let arg = if matches!(arg.kind, Kind::Macro(..)) {
                arg
            } else {
                argument(program.resolve_alone(&arg, Warn::On))
            };
            inner.env.push((&param.text, arg));
        }
        let body = inner.expr(&decl.body);
        if matches!(body.kind, Kind::Macro(..)) {
            return body;
        }
        if let Some(wrong) = self.too_much_work(u64::from(body.size), span) {
            return wrong;
        }
        let wrong = if body.is_faulty() {
            return expanded(name, span, body);
        } else if body.size > EXPANSION_LIMIT {
            format!("the macro `{name}` expands to more than {EXPANSION_LIMIT} nodes")
        } else if body.depth > DEPTH_LIMIT {
            format!("the macro `{name}` expands to more than {DEPTH_LIMIT} levels")
        } else {
            return expanded(name, span, body);
        };
        bad(
            span,
            Fault::Ready(Box::new(Diagnostic::error("E0322", span, wrong))),
        )
    }

    /// Counts the work that macros make; the first use too many is reported, the rest would only say the same.
    fn too_much_work(&self, work: u64, span: Span) -> Option<N> {
        let before = self.program.macro_work.get();
        let after = before.saturating_add(work);
        self.program.macro_work.set(after);
        if after <= MACRO_WORK {
            return None;
        }
        if before <= MACRO_WORK {
            let text = "the macros of this specification expand to too much";
            let limit = format!(
                "the limit is {MACRO_WORK} nodes, and a use inside of a macro counts each time it is expanded"
            );
            self.program
                .report(Diagnostic::error("E0322", span, text).note(limit));
        }
        Some(poisoned(span))
    }
}
