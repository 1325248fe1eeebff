//! Fields: their bounds in order, their types and what is wrong with them.

use super::Program;
use super::sigs::SigSource;
use crate::ast;
use crate::diag::Diagnostic;
use crate::quote;
use crate::typed::{Field, FieldDecl, FieldId, Mult, Sig, SigId, Type, World};
use crate::types::build::leaf;
use crate::types::check::{Checker, Place};
use crate::types::convert::find;
use crate::types::node::{Kind, N};
use crate::types::warnings::Warn;

impl<'a> Program<'a> {
    fn decls_of(&self, sig: SigId) -> &'a [ast::Decl] {
        match self.sig_sources[sig.index()] {
            Some(SigSource::Decl(decl)) => &decl.fields,
            _ => &[],
        }
    }

    /// Gives every field its id, in the order of declaration.
    pub(super) fn declare_fields(&mut self) {
        self.field_decls = vec![Vec::new(); self.sigs.len()];
        for at in World::BUILTIN_SIGS..self.sigs.len() {
            let sig = SigId(at as u32);
            let decls = self.decls_of(sig);
            self.field_decls[at] = vec![None; decls.len()];
            let first = self.fields.len();
            for (i, decl) in decls.iter().enumerate() {
                for name in &decl.names {
                    self.declare_field(sig, i, decl, name, first);
                }
            }
        }
    }

    fn declare_field(&mut self, sig: SigId, i: usize, decl: &ast::Decl, name: &'a ast::Name, first: usize) {
        let owner = &self.sigs[sig.index()];
        if let Some(before) = self.fields[first..].iter().find(|f| f.name == name.text) {
            let text = format!(
                "the signature `{}` has two fields called `{}`",
                owner.name, name.text
            );
            self.report(Diagnostic::error("E0512", name.span, text).also(before.span, "first declared here"));
        }
        let id = FieldId(self.fields.len() as u32);
        let field = Field {
            sig,
            decl: i as u32,
            name: name.text.clone(),
            label: format!("{}<:{}", owner.label, name.text),
            ty: Type::default(),
            is_private: decl.private.is_some() || owner.is_private,
            is_var: decl.var.is_some(),
            is_meta: false,
            span: name.span,
        };
        self.fields.push(field);
        self.field_ready.push(false);
        self.fields_by_name.entry(&name.text).or_default().push(id);
    }

    /// Resolves the bounds of all fields that are defined by `=`, or of all others.
    pub(super) fn resolve_fields(&mut self, defined: bool) {
        for sig in self.sig_order.clone() {
            let first = self.fields.partition_point(|f| f.sig < sig);
            let mut next = first;
            for (i, decl) in self.decls_of(sig).iter().enumerate() {
                let ids: Vec<FieldId> = (next..next + decl.names.len())
                    .map(|f| FieldId(f as u32))
                    .collect();
                next += decl.names.len();
                if decl.defined == defined {
                    self.resolve_field_decl(sig, i, decl, ids);
                }
            }
        }
    }

    fn resolve_field_decl(&mut self, sig: SigId, i: usize, decl: &'a ast::Decl, ids: Vec<FieldId>) {
        let place = if decl.defined {
            Place::FieldDefinition
        } else {
            Place::FieldBound
        };
        let bound = self.in_sig(sig, place, |checker| {
            if decl.defined {
                checker.expr(&decl.bound)
            } else {
                checker.bound(&decl.bound)
            }
        });
        let mut bound = self.resolve_set(bound, Warn::On);
        if !decl.defined {
            bound = self.one_by_default(bound);
        }
        let wrong = self.report_faults(&bound) || self.bad_field_bound(decl, &bound);
        self.warn_static_field(sig, decl, &bound);
        let ty = if wrong {
            Type::default()
        } else {
            self.hierarchy.product(self.sig_type(sig), &bound.ty)
        };
        for &id in &ids {
            self.fields[id.index()].ty = ty.clone();
            self.field_ready[id.index()] = true;
        }
        if wrong {
            return;
        }
        let bound = self.convert_bound(&bound);
        self.field_decls[sig.index()][i] = Some(FieldDecl {
            fields: ids,
            disjoint: decl.disj.is_some() && decl.names.len() > 1,
            bound_disjoint: decl.disj_bound.is_some(),
            defined: decl.defined,
            bound,
        });
    }

    /// Runs a checker where `this` is an atom of a signature.
    pub(super) fn in_sig(&self, sig: SigId, place: Place, run: impl FnOnce(&mut Checker<'_, 'a>) -> N) -> N {
        let mut checker = Checker::new(self, self.sigs[sig.index()].module, place);
        checker.sig = Some(sig);
        let Sig { this, mult, .. } = self.sigs[sig.index()];
        let span = self.locals.borrow()[this.index()].span;
        // The only atom of a `one` signature is the signature itself.
        let kind = if mult == Mult::One && place == Place::Body {
            Kind::Sig(sig)
        } else {
            Kind::Local(this)
        };
        let node = leaf(kind, self.sig_type(sig).extract(1), span);
        checker.env.push(("this", node));
        run(&mut checker)
    }

    fn bad_field_bound(&self, decl: &ast::Decl, bound: &N) -> bool {
        let name = &decl.names[0];
        if !decl.defined && find(bound, &|n| matches!(n.kind, Kind::Call { .. })).is_some() {
            let text = format!("the bound of field `{}` cannot contain calls", name.text);
            self.report(Diagnostic::error("E0514", bound.span, text).help("define the field with `=`"));
            return true;
        }
        if bound.ty.arity().is_some() && !bound.ty.has_tuple() {
            let text = format!("the bound of field `{}` is always empty", name.text);
            self.report(
                Diagnostic::error("E0511", name.span, text).also(bound.span, self.has_type(&bound.ty)),
            );
            return true;
        }
        false
    }

    fn warn_static_field(&self, sig: SigId, decl: &ast::Decl, bound: &N) {
        if decl.var.is_some() {
            return;
        }
        let name = &decl.names[0];
        let variable = |n: &crate::types::node::Node| match n.kind {
            Kind::Sig(s) => self.sigs[s.index()].is_var,
            _ => false,
        };
        if let Some(span) = find(bound, &variable) {
            let text = format!(
                "the field `{}` is static, but its bound mentions a `var` signature",
                name.text
            );
            let warning = Diagnostic::warning("W0420", name.span, text).also(span, "this changes over time");
            self.report(self.with_var(warning, decl, bound));
        }
        if self.sigs[sig.index()].is_var {
            let text = format!("the static field `{}` stands in a `var` signature", name.text);
            self.report(self.with_var(Diagnostic::warning("W0419", name.span, text), decl, bound));
        }
    }

    /// Says how to declare fields that change over time.
    fn with_var(&self, warning: Diagnostic, decl: &ast::Decl, bound: &N) -> Diagnostic {
        let names: Vec<&str> = decl.names.iter().map(|name| name.text.as_str()).collect();
        let bound = quote::one_line(self.sources.text(bound.span));
        warning.help(format!(
            "if `{}` may change, too, write `var {}: {bound}`",
            names.join("` and `"),
            names.join(", ")
        ))
    }

    /// Two fields of one name must belong to signatures without common atoms.
    pub(super) fn reject_field_clashes(&self) {
        for (i, field) in self.fields.iter().enumerate() {
            let same_name = &self.fields_by_name[field.name.as_str()];
            let earlier = same_name.iter().take_while(|f| f.index() < i);
            let clash = earlier
                .map(|f| &self.fields[f.index()])
                .find(|f| f.sig != field.sig && self.hierarchy.first_columns_meet(&f.ty, &field.ty));
            if let Some(other) = clash {
                let text = format!("two overlapping signatures have a field called `{}`", field.name);
                let wrong = Diagnostic::error("E0510", field.span, text)
                    .label(format!("one is in `{}`", self.sig_name(field.sig)))
                    .also(
                        other.span,
                        format!("the other is in `{}`", self.sig_name(other.sig)),
                    )
                    .help("rename one of them");
                self.report(wrong);
            }
        }
    }
}
