//! Functions and predicates: their parameters, results and bodies.

use super::{FuncInfo, FuncSource, Param, Program, truth};
use crate::ast::{self, QualName};
use crate::diag::Diagnostic;
use crate::source::Span;
use crate::typed::{Bound, Expr, ExprKind, Func, FuncId, LocalId, ModuleId, Mult, Type, VarDecl, World};
use crate::types::check::{Checker, Place};
use crate::types::convert::find;
use crate::types::node::{Kind, Mark, N, Node};
use crate::types::warnings::Warn;

impl<'a> Program<'a> {
    pub(super) fn declare_func(&mut self, module: ModuleId, decl: &'a ast::FuncDecl) {
        let private = decl.private.is_some();
        let source = FuncSource::Decl(decl);
        let name = decl.name.text.clone();
        self.add_func(module, name, source, (decl.is_pred, private), decl.name.span);
    }

    /// Adds a function; `(is_pred, is_private)`.
    pub(super) fn add_func(
        &mut self,
        module: ModuleId,
        name: String,
        source: FuncSource<'a>,
        (is_pred, is_private): (bool, bool),
        span: Span,
    ) -> FuncId {
        let id = FuncInfo::id(self.funcs.len());
        let label = self.scope(module).label(&name);
        self.modules[module.index()]
            .funcs
            .entry(name.clone())
            .or_default()
            .push(id);
        self.funcs.push(FuncInfo {
            module,
            name,
            label,
            is_pred,
            is_private,
            span,
            source,
            params: Vec::new(),
            decls: Vec::new(),
            result: None,
            result_depends: false,
            poisoned: false,
            body: None,
        });
        id
    }

    /// Resolves the parameters and results of all functions.
    pub(super) fn resolve_func_decls(&mut self) {
        for at in 0..self.funcs.len() {
            if let FuncSource::Decl(decl) = self.funcs[at].source {
                let resolved = self.func_signature(self.funcs[at].module, decl);
                let info = &mut self.funcs[at];
                info.params = resolved.params;
                info.decls = resolved.decls;
                info.result = resolved.result;
                info.result_depends = resolved.result_depends;
                info.poisoned = resolved.wrong;
            }
        }
    }

    fn func_signature(&self, module: ModuleId, decl: &'a ast::FuncDecl) -> Signature {
        let mut checker = Checker::new(self, module, Place::Signature);
        let mut signature = Signature::default();
        if let Some(receiver) = &decl.receiver {
            let bound = checker.sig_reference(receiver);
            self.add_param(
                &mut checker,
                &mut signature,
                bound,
                None,
                &[("this", receiver.span)],
            );
        }
        for param in &decl.params {
            let bound = checker.bound(&param.bound);
            let names: Vec<(&str, Span)> = param.names.iter().map(|n| (n.text.as_str(), n.span)).collect();
            let defined = param.defined.then_some(());
            let disjoint = param.disj.is_some() && names.len() > 1;
            self.add_param(&mut checker, &mut signature, bound, defined, &names);
            if let Some(last) = signature.decls.last_mut() {
                last.disjoint = disjoint;
            }
        }
        if let Some(result) = &decl.result {
            let bound = checker.bound(result);
            let bound = self.one_by_default(self.resolve_set(bound, Warn::On));
            signature.wrong |=
                self.report_faults(&bound) || self.bad_declaration(&bound, "the result's declaration");
            let params: Vec<LocalId> = signature.params.iter().map(|p| p.local).collect();
            let mentions = |n: &Node| matches!(n.kind, Kind::Local(l) if params.contains(&l));
            signature.result_depends = find(&bound, &mentions).is_some();
            signature.result = Some(bound);
        }
        signature
    }

    fn add_param(
        &self,
        checker: &mut Checker<'_, 'a>,
        signature: &mut Signature,
        bound: N,
        defined: Option<()>,
        names: &[(&'a str, Span)],
    ) {
        let mut bound = self.resolve_set(bound, Warn::On);
        if defined.is_none() {
            bound = self.one_by_default(bound);
        }
        signature.wrong |=
            self.report_faults(&bound) || self.bad_declaration(&bound, "a parameter's declaration");
        let ty = bound.ty.as_set();
        let mut locals = Vec::with_capacity(names.len());
        for &(name, span) in names {
            let local = checker.bind(name, span, &ty);
            locals.push(local);
            signature.params.push(Param {
                name: name.to_owned(),
                local,
                ty: ty.clone(),
            });
        }
        if !bound.is_faulty() {
            signature.decls.push(VarDecl {
                locals,
                disjoint: false,
                bound: self.convert_bound(&bound),
            });
        }
    }

    /// Declarations of parameters and results are evaluated nowhere, so they cannot contain calls or time.
    fn bad_declaration(&self, bound: &N, what: &str) -> bool {
        let call = find(bound, &|n| matches!(n.kind, Kind::Call { .. }));
        let temporal = find(bound, &|n| match n.kind {
            Kind::Unary(op, _) => op.is_temporal(),
            Kind::Binary(op, ..) => op.is_temporal(),
            _ => false,
        });
        if let Some(span) = call {
            let text = format!("{what} cannot contain calls");
            self.report(Diagnostic::error("E0514", bound.span, text).also(span, "this is a call"));
        } else if let Some(span) = temporal {
            let text = format!("{what} cannot contain temporal operators");
            self.report(Diagnostic::error("E0515", bound.span, text).also(span, "this is temporal"));
        }
        call.is_some() || temporal.is_some()
    }

    /// Resolves the body of a function.
    pub(super) fn resolve_func_body(&mut self, at: usize) {
        let info = &self.funcs[at];
        let body = match info.source {
            FuncSource::Decl(decl) => &decl.body,
            FuncSource::Block(block) => block,
            FuncSource::True => {
                self.funcs[at].body = Some(truth(self.funcs[at].span));
                return;
            }
        };
        let mut checker = Checker::new(self, info.module, Place::Body);
        let names: Vec<&'a str> = match info.source {
            FuncSource::Decl(decl) => {
                let receiver = decl.receiver.as_ref().map(|_| "this");
                let params = decl.params.iter().flat_map(|d| &d.names).map(|n| n.text.as_str());
                receiver.into_iter().chain(params).collect()
            }
            _ => Vec::new(),
        };
        for (name, param) in names.into_iter().zip(&info.params) {
            let span = self.locals.borrow()[param.local.index()].span;
            let node = if param.ty.is_nothing() {
                crate::types::build::poisoned(span)
            } else {
                crate::types::build::leaf(Kind::Local(param.local), param.ty.clone(), span)
            };
            checker.env.push((name, node));
        }
        let node = checker.expr(body);
        let node = if info.is_pred {
            self.resolve_formula(node, Warn::On)
        } else {
            self.resolve_set(node, Warn::On)
        };
        let wrong = self.report_faults(&node) || self.bad_body(info, &node);
        let resolved = match (wrong, info.is_pred) {
            (true, _) => None,
            (false, true) => Some(self.convert_formula(&node)),
            (false, false) => Some(self.convert_set(&node)),
        };
        self.memo.borrow_mut().clear();
        self.funcs[at].body = resolved;
    }

    fn bad_body(&self, info: &FuncInfo, body: &N) -> bool {
        if body.mark != Mark::No {
            self.report(Diagnostic::error(
                "E0501",
                body.span,
                "a multiplicity is not allowed here",
            ));
            return true;
        }
        let Some(result) = &info.result else { return false };
        if result.is_faulty() {
            return false;
        }
        if body.ty.arity() != result.ty.arity() {
            let text = format!(
                "the body of `{}` does not have the arity of its declared result",
                info.name
            );
            self.report(
                Diagnostic::error("E0412", body.span, text)
                    .label(self.has_type(&body.ty))
                    .also(result.span, self.has_type(&result.ty.as_set())),
            );
            return true;
        }
        let disjoint = !self.hierarchy.intersects(&body.ty, &result.ty);
        if body.ty.has_tuple() && result.ty.has_tuple() && disjoint {
            let text = format!(
                "the value of `{}` has nothing in common with its declared result",
                info.name
            );
            self.report(
                Diagnostic::warning("W0415", body.span, text)
                    .label(self.has_type(&body.ty))
                    .also(result.span, self.has_type(&result.ty.as_set())),
            );
        }
        false
    }

    /// The result's declaration of a function, as the world has it.
    pub(super) fn result_bound(&self, info: &FuncInfo) -> Option<Bound> {
        info.result
            .as_ref()
            .filter(|n| !n.is_faulty())
            .map(|n| self.convert_bound(n))
    }
}

impl<'a> Checker<'_, 'a> {
    /// The set of a signature that a reference names.
    fn sig_reference(&mut self, name: &'a QualName) -> N {
        self.name(name, false)
    }
}

#[derive(Default)]
struct Signature {
    params: Vec<Param>,
    decls: Vec<VarDecl>,
    result: Option<N>,
    result_depends: bool,
    wrong: bool,
}

/// A resolved function as the world lists it.
pub(super) fn finish(info: FuncInfo, result: Option<Bound>) -> Func {
    let FuncInfo {
        module,
        name,
        label,
        is_pred,
        is_private,
        decls,
        body,
        span,
        ..
    } = info;
    let nothing = |span| Expr {
        kind: ExprKind::Sig(World::NONE),
        ty: Type::of(World::NONE),
        span,
    };
    let body = body.unwrap_or_else(|| if is_pred { truth(span) } else { nothing(span) });
    let result = result.or_else(|| {
        (!is_pred).then(|| Bound {
            mult: Mult::Set,
            expr: nothing(span),
        })
    });
    Func {
        module,
        name,
        label,
        is_pred,
        is_private,
        params: decls,
        result,
        body,
        span,
    }
}
