//! Bodies, assertions and facts: everything that may use all declarations.

use super::sigs::SigSource;
use super::{AssertInfo, Program, assertion, truth};
use crate::ast::Paragraph;
use crate::typed::{Assert, Expr, Fact, ModuleId, SigId, World};
use crate::types::check::{Checker, Place};
use crate::types::node::{Kind, N};
use crate::types::warnings::Warn;

impl<'a> Program<'a> {
    /// Resolves module by module: bodies of functions, assertions, facts, and the facts of signatures.
    pub(super) fn resolve_bodies(&mut self) {
        for at in 0..self.modules.len() {
            let module = ModuleId(at as u32);
            for func in 0..self.funcs.len() {
                if self.funcs[func].module == module {
                    self.resolve_func_body(func);
                }
            }
            for i in 0..self.asserts.len() {
                if self.asserts[i].module == module {
                    let formula = self.formula_of(module, self.asserts[i].body);
                    self.asserts[i].resolved = formula;
                }
            }
            self.resolve_facts(module);
            for sig in World::BUILTIN_SIGS..self.sigs.len() {
                if self.sigs[sig].module == module {
                    self.resolve_sig_fact(SigId(sig as u32));
                }
            }
        }
    }

    fn formula_of(&self, module: ModuleId, body: &'a crate::ast::Expr) -> Option<Expr> {
        let node = Checker::new(self, module, Place::Body).expr(body);
        self.formula(node)
    }

    /// Decides a formula, and converts it unless it has faults, which are reported.
    fn formula(&self, node: N) -> Option<Expr> {
        let node = self.resolve_formula(node, Warn::On);
        let resolved = (!self.report_faults(&node)).then(|| self.convert_formula(&node));
        self.memo.borrow_mut().clear();
        resolved
    }

    fn resolve_facts(&mut self, module: ModuleId) {
        let files = self.files;
        let paragraphs = &files[self.instances[module.index()].file].ast.paragraphs;
        let facts = paragraphs.iter().filter_map(|p| match p {
            Paragraph::Fact(fact) => Some(fact),
            _ => None,
        });
        for (i, fact) in facts.enumerate() {
            if let Some(body) = self.formula_of(module, &fact.body) {
                let name = fact
                    .name
                    .as_ref()
                    .map_or_else(|| format!("fact${}", i + 1), |n| n.text.clone());
                self.facts.push(Fact {
                    module,
                    name,
                    body,
                    span: fact.span,
                });
            }
        }
    }

    fn resolve_sig_fact(&mut self, sig: SigId) {
        let Some(SigSource::Decl(decl)) = self.sig_sources[sig.index()] else {
            return;
        };
        let Some(fact) = &decl.fact else { return };
        let node = self.in_sig(sig, Place::Body, |checker| checker.expr(fact));
        if matches!(node.kind, Kind::Bool(true)) {
            return;
        }
        if let Some(formula) = self.formula(node) {
            self.sigs[sig.index()].facts.push(formula);
        }
    }
}

/// A resolved assertion as the world lists it.
pub(super) fn finish_assert(info: AssertInfo) -> Assert {
    let AssertInfo {
        module,
        name,
        span,
        resolved,
        ..
    } = info;
    assertion(module, name, resolved.unwrap_or_else(|| truth(span)), span)
}
