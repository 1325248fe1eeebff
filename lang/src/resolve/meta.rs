//! The meta-model: signatures and fields as atoms, which exist if any name with `$` is used.
//!
//! For each signature `S` there is `one sig S$ extends sig$` with the defined fields `value`, `fields`, `parent` and `subfields`, and
//! for each of its fields `f` there is `one sig S$f extends field$` with `value`. `static$` and `var$` are the exact unions of the atoms
//! that stand for what does not and what does change over time.

use super::Program;
use super::sigs::blank_sig;
use crate::ast::{ExprKind as AstKind, Quant};
use crate::modules::walk::{exprs_of, find};
use crate::source::Span;
use crate::typed::{
    BinaryOp, Bound, Expr, ExprKind, Fact, Field, FieldDecl, FieldId, ModuleId, Mult, SigId, SigKind, Type,
    UnaryOp, World,
};
use crate::types::build::{leaf, let_in};
use crate::types::check::Checker;
use crate::types::node::{Bin, Kind, N, Quantifier};
use crate::types::warnings::Warn;

/// The module that owns the roots of the meta-model.
const ROOT: ModuleId = ModuleId(0);

/// The signatures of the meta-model.
#[derive(Clone, Debug)]
pub(crate) struct Meta {
    /// `sig$`
    pub(super) sig: SigId,
    /// `field$`
    pub(super) field: SigId,
    /// The atoms of `sig$`, then those of `field$`.
    atoms: Vec<SigId>,
}

impl Program<'_> {
    /// Builds the meta-model if a name with `$` is used.
    pub(super) fn resolve_meta(&mut self) {
        let uses_dollar = |file: &crate::modules::files::ParsedFile| {
            let exprs = file.ast.paragraphs.iter().flat_map(exprs_of);
            let mut found = exprs.filter_map(|e| {
                find(e, |e| match &e.kind {
                    AstKind::Name { name, .. } => name.segments.iter().any(|s| s.text.contains('$')),
                    _ => false,
                })
            });
            found.next().is_some()
        };
        if self.files.iter().any(uses_dollar) {
            self.build_meta();
        }
    }

    /// `sig$` or `field$`, which are visible everywhere.
    pub(super) fn meta_root(&self, name: &str) -> Option<SigId> {
        let meta = self.meta.as_ref()?;
        match name {
            "sig$" => Some(meta.sig),
            "field$" => Some(meta.field),
            _ => None,
        }
    }

    fn build_meta(&mut self) {
        let real: Vec<SigId> = (World::BUILTIN_SIGS..self.sigs.len())
            .map(|s| SigId(s as u32))
            .collect();
        let sig = self.add_meta_sig(ROOT, "sig$", World::UNIV, true);
        let field = self.add_meta_sig(ROOT, "field$", World::UNIV, true);
        let mut meta = Meta {
            sig,
            field,
            atoms: Vec::new(),
        };
        let mut of_sig = vec![None; self.sigs.len()];
        let mut of_field: Vec<Option<SigId>> = vec![None; self.fields.len()];
        let (mut fixed, mut variable) = (Vec::new(), Vec::new());
        for &s in &real {
            let name = format!("{}$", self.sigs[s.index()].name);
            let atom = self.add_meta_sig(
                self.sigs[s.index()].module,
                &name,
                sig,
                self.sigs[s.index()].is_private,
            );
            of_sig[s.index()] = Some(atom);
            meta.atoms.push(atom);
            if self.sigs[s.index()].is_var {
                &mut variable
            } else {
                &mut fixed
            }
            .push(atom);
            let value = self.sig_expr(s);
            self.define(atom, "value", self.sigs[s.index()].is_var, value);
        }
        for (i, slot) in of_field.iter_mut().enumerate() {
            let Field {
                sig: owner,
                is_private,
                is_var,
                ..
            } = self.fields[i];
            let name = format!("{}${}", self.sigs[owner.index()].name, self.fields[i].name);
            let atom = self.add_meta_sig(self.sigs[owner.index()].module, &name, field, is_private);
            *slot = Some(atom);
            meta.atoms.push(atom);
            if is_var { &mut variable } else { &mut fixed }.push(atom);
            let ty = self.fields[i].ty.clone();
            let value = self.expr(ExprKind::Field(FieldId(i as u32)), ty);
            self.define(atom, "value", is_var, value);
        }
        for &s in &real {
            let Some(atom) = of_sig[s.index()] else { continue };
            let own = self.atoms_of(&[s], &of_field);
            self.define(atom, "fields", false, own);
            let parent = match self.sigs[s.index()].kind {
                SigKind::Prim { parent } => of_sig[parent.index()],
                _ => None,
            };
            let parent = self.union(parent.as_slice());
            self.define(atom, "parent", false, parent);
            let below = self.descendants(s);
            let all = self.atoms_of(&below, &of_field);
            self.define(atom, "subfields", false, all);
        }
        self.add_meta_subset("static$", fixed);
        self.add_meta_subset("var$", variable);
        if of_field.is_empty() {
            self.forbid("sig$fact", field);
        }
        if real.is_empty() {
            self.forbid("sig$fact", sig);
        }
        self.meta = Some(meta);
    }

    fn span(&self) -> Span {
        Span::new(self.scope(ROOT).file, 0, 0)
    }

    fn add_meta_sig(&mut self, module: ModuleId, name: &str, parent: SigId, private: bool) -> SigId {
        let span = self.span();
        let id = SigId(self.sigs.len() as u32);
        let this = self.new_local("this", span, Type::of(id));
        let mut sig = blank_sig(module, name, self.scope(module).label(name), this);
        let is_root = parent == World::UNIV;
        sig.kind = SigKind::Prim { parent };
        sig.is_abstract = is_root;
        sig.mult = if is_root { Mult::Set } else { Mult::One };
        sig.is_private = private && !is_root;
        sig.is_meta = true;
        sig.span = Some(span);
        let id = self.add_sig(sig, None);
        self.field_decls.push(Vec::new());
        self.hierarchy.parents[id.index()] = parent;
        if !is_root {
            self.sigs[parent.index()].children.push(id);
        }
        self.modules[module.index()].meta_sigs.insert(name.to_owned(), id);
        id
    }

    fn add_meta_subset(&mut self, name: &str, parents: Vec<SigId>) {
        let empty = parents.is_empty();
        let id = self.add_meta_sig(ROOT, name, World::UNIV, false);
        self.sigs[id.index()].is_abstract = false;
        let mut ty = Type::default();
        for &parent in &parents {
            ty = self.hierarchy.merge(&ty, &Type::of(parent));
        }
        let parents = if empty { vec![World::UNIV] } else { parents };
        self.sig_types[id.index()] = if empty { Type::of(World::UNIV) } else { ty };
        self.sigs[id.index()].kind = SigKind::Subset {
            parents,
            exact: !empty,
        };
        if empty {
            self.forbid(&name.replace('$', "$fact"), id);
        }
    }

    /// States that a signature is empty.
    fn forbid(&mut self, name: &str, sig: SigId) {
        let set = self.sig_expr(sig);
        let body = self.expr(ExprKind::Unary(UnaryOp::No, Box::new(set)), Type::formula());
        let span = self.span();
        self.facts.push(Fact {
            module: ROOT,
            name: name.to_owned(),
            body,
            span,
        });
    }

    /// Adds a defined field to an atom of the meta-model.
    fn define(&mut self, sig: SigId, name: &'static str, is_var: bool, value: Expr) {
        let id = FieldId(self.fields.len() as u32);
        let column = if value.ty == Type::of(World::NONE) {
            Type::of(World::UNIV)
        } else {
            value.ty.clone()
        };
        let owner = &self.sigs[sig.index()];
        let decls = &mut self.field_decls[sig.index()];
        self.fields.push(Field {
            sig,
            decl: decls.len() as u32,
            name: name.to_owned(),
            label: format!("{}<:{name}", owner.label),
            ty: self.hierarchy.product(&Type::of(sig), &column),
            is_private: false,
            is_var,
            is_meta: true,
            span: Span::new(self.modules[0].file, 0, 0),
        });
        let bound = Bound {
            mult: Mult::Set,
            expr: value,
        };
        decls.push(Some(FieldDecl {
            fields: vec![id],
            disjoint: false,
            bound_disjoint: false,
            defined: true,
            bound,
        }));
        self.field_ready.push(true);
        self.fields_by_name.entry(name).or_default().push(id);
    }

    fn expr(&self, kind: ExprKind, ty: Type) -> Expr {
        Expr {
            kind,
            ty,
            span: self.span(),
        }
    }

    fn sig_expr(&self, sig: SigId) -> Expr {
        self.expr(ExprKind::Sig(sig), self.sig_type(sig).clone())
    }

    /// The union of signatures; `none` if there are none.
    fn union(&self, sigs: &[SigId]) -> Expr {
        let mut sets = sigs.iter().map(|&s| self.sig_expr(s));
        let Some(first) = sets.next() else {
            return self.sig_expr(World::NONE);
        };
        sets.fold(first, |all, next| {
            let ty = self.hierarchy.union_common(&all.ty, &next.ty);
            self.expr(
                ExprKind::Binary(BinaryOp::Union, Box::new(all), Box::new(next)),
                ty,
            )
        })
    }

    /// The atoms that stand for the fields of some signatures.
    fn atoms_of(&self, sigs: &[SigId], of_field: &[Option<SigId>]) -> Expr {
        let mut atoms = Vec::new();
        for sig in sigs {
            let own = of_field.iter().zip(&self.fields).filter(|(_, f)| f.sig == *sig);
            atoms.extend(own.filter_map(|(atom, _)| *atom));
        }
        self.union(&atoms)
    }

    /// A signature and all that extend it, directly or not.
    fn descendants(&self, sig: SigId) -> Vec<SigId> {
        let mut all = vec![sig];
        let mut at = 0;
        while let Some(here) = all.get(at) {
            at += 1;
            all.extend(self.sigs[here.index()].children.clone());
        }
        all
    }
}

impl<'a> Checker<'_, 'a> {
    /// A quantifier or comprehension over atoms of the meta-model, spelled out for each atom, so that the body is typed for each.
    ///
    /// `None` if the bound is of another kind.
    pub(crate) fn over_meta(
        &mut self,
        op: Quantifier,
        name: &'a crate::ast::Name,
        bound: &N,
        body: &'a crate::ast::Expr,
    ) -> Option<N> {
        let program = self.program;
        let meta = program.meta.as_ref()?;
        let h = &program.hierarchy;
        let within = |p: &[SigId]| p.len() == 1 && (h.is_sub(p[0], meta.sig) || h.is_sub(p[0], meta.field));
        let wanted = matches!(
            op,
            Quantifier::Of(Quant::All | Quant::Some) | Quantifier::Comprehension
        );
        if !wanted || !bound.ty.has_tuple() || !bound.ty.products.iter().all(|p| within(p)) {
            return None;
        }
        let Kind::Unary(_, set) = &bound.peel().kind else {
            return None;
        };
        let span = body.span;
        let muted = program.mute();
        let mut parts = Vec::new();
        for &atom in meta
            .atoms
            .iter()
            .filter(|&&a| h.intersects(&Type::of(a), &bound.ty))
        {
            let node = || leaf(Kind::Sig(atom), Type::of(atom), span);
            self.env.push((&name.text, node()));
            let value = program.as_formula(self.expr(body));
            self.env.pop();
            let member = program.binary(
                Bin::Compare(crate::typed::CompareOp::In, false),
                span,
                node(),
                set.clone(),
            );
            parts.push(match op {
                Quantifier::Of(Quant::All) => program.binary(Bin::Implies, span, member, value),
                Quantifier::Of(_) => program.junction(true, span, vec![member, value]),
                Quantifier::Comprehension => {
                    let both = program.junction(true, span, vec![member, value]);
                    let none = leaf(Kind::Sig(World::NONE), Type::of(World::NONE), span);
                    program.if_else(span, both, node(), none)
                }
            });
        }
        let answer = match op {
            Quantifier::Of(quant) => program.junction(quant == Quant::All, span, parts),
            Quantifier::Comprehension => {
                let mut sets = parts.into_iter();
                let first = sets.next()?;
                sets.fold(first, |all, next| program.binary(Bin::Union, span, all, next))
            }
        };
        let answer = program.resolve_alone(&answer, Warn::Off);
        program.unmute(muted);
        if answer.is_faulty() {
            return Some(answer);
        }
        // Under a name the answer gets no warnings from outside.
        let local = program.new_local("", span, answer.ty.clone());
        let value = leaf(Kind::Local(local), answer.ty.clone(), span);
        Some(let_in(span, local, answer, value))
    }
}
