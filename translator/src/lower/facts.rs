//! The formulas that declarations stand for, and the facts. What the bounds say already is not
//! said again.

use relfind_lang::{
    source::Span,
    typed::{FieldDecl, FieldId, LocalId, Mult, Sig, SigId, SigKind},
};
use relfind_relational::ast::{Count, Decl, ExprId, FormulaId, Quantifier, SizeComparison};

use super::{
    atoms::{Atoms, is_single},
    error::Lower,
    lowerer::{Lowerer, Value},
    quantifier::one_of,
    scope::{Scopes, sigs},
};

/// States everything but the goal.
pub(super) fn state(l: &mut Lowerer, atoms: &Atoms, scopes: &Scopes) -> Lower<()> {
    let world = l.world;
    for (id, sig) in sigs(world) {
        l.hierarchy(id, sig, atoms);
        l.size(id, sig, atoms, scopes);
    }
    for (id, sig) in sigs(world) {
        for decl in &sig.field_decls {
            l.field_decl(id, sig, decl, atoms)?;
        }
        for fact in &sig.facts {
            l.for_each_this(id, sig, fact.span, |l, _| l.formula(fact))?;
        }
    }
    for fact in &world.facts {
        let formula = l.formula(&fact.body)?;
        l.require(formula, fact.body.span);
    }
    Ok(())
}

impl Lowerer<'_> {
    fn sig(&self, id: SigId) -> ExprId {
        self.declared.sigs[id.index()]
    }

    fn place(&self, sig: &Sig) -> Span {
        sig.span.unwrap_or_else(|| self.command())
    }

    /// Children are disjoint and contained in their parent, which has nothing else if it is abstract; subsets are contained in their supersets.
    fn hierarchy(&mut self, id: SigId, sig: &Sig, atoms: &Atoms) {
        let place = self.place(sig);
        if let SigKind::Subset { parents, exact } = &sig.kind {
            if !exact {
                let parents: Vec<_> = parents.iter().map(|&p| self.sig(p)).collect();
                let all = self.union_all(&parents, 1);
                let own = self.sig(id);
                let contained = self.ast().subset(own, all);
                self.require(contained, place);
            }
            return;
        }
        if sig.children.is_empty() {
            return;
        }
        self.disjoint_children(sig, atoms);
        let own = self.sig(id);
        let children: Vec<_> = sig.children.iter().map(|&c| self.sig(c)).collect();
        let bounds = |id: SigId| (&atoms.lower[id.index()], &atoms.upper[id.index()]);
        let (lower, upper) = bounds(id);
        if sig.is_abstract {
            let all = self.union_all(&children, 1);
            let constant = lower == upper && sig.children.iter().all(|&c| bounds(c).0 == bounds(c).1);
            let whole: usize = sig.children.iter().map(|&c| bounds(c).0.len()).sum();
            if all != own && !(constant && whole == upper.len()) {
                let equal = self.ast().equal(own, all);
                self.require(equal, place);
            }
            return;
        }
        for (&child, &expr) in sig.children.iter().zip(&children) {
            if !bounds(child).1.is_subset(lower) {
                let contained = self.ast().subset(expr, own);
                let place = self.place(self.world.sig(child));
                self.require(contained, place);
            }
        }
    }

    fn disjoint_children(&mut self, sig: &Sig, atoms: &Atoms) {
        let mut before: Option<(ExprId, relfind_relational::TupleSet)> = None;
        for &child in &sig.children {
            let (expr, upper) = (self.sig(child), &atoms.upper[child.index()]);
            before = Some(match before {
                None => (expr, upper.clone()),
                Some((union, united)) => {
                    if !united.intersection(upper).is_empty() {
                        let common = self.ast().intersect(union, expr);
                        let disjoint = self.ast().count(Count::No, common);
                        let place = self.place(self.world.sig(child));
                        self.require(disjoint, place);
                    }
                    (self.ast().union(union, expr), united.union(upper))
                }
            });
        }
    }

    /// Scope and multiplicity of a signature, as far as the bounds leave a choice.
    fn size(&mut self, id: SigId, sig: &Sig, atoms: &Atoms, scopes: &Scopes) {
        let (lower, upper) = (atoms.lower[id.index()].len(), atoms.upper[id.index()].len());
        let (own, place) = (self.sig(id), self.place(sig));
        if let Some(scope) = scopes.of(id) {
            let n = scope.scope;
            let size = if scope.exact && lower != upper {
                Some(self.ast().size(SizeComparison::Exactly, own, n))
            } else if upper > n as usize {
                Some(self.ast().size(SizeComparison::AtMost, own, n))
            } else {
                None
            };
            if let Some(size) = size {
                self.require(size, place);
            }
        }
        let count = match sig.mult {
            Mult::One if (lower, upper) != (1, 1) => Count::One,
            Mult::Lone if upper > 1 => Count::Lone,
            Mult::Some if lower == 0 => Count::Some,
            _ => return,
        };
        let count = self.ast().count(count, own);
        self.require(count, place);
    }

    /// Requires a formula for every atom of a signature as `this`; of a `one sig` for the signature itself.
    fn for_each_this(
        &mut self,
        id: SigId,
        sig: &Sig,
        place: Span,
        body: impl FnOnce(&mut Self, ExprId) -> Lower<FormulaId>,
    ) -> Lower<()> {
        let own = self.sig(id);
        if is_single(self.world, id) {
            let formula = self.with_this(sig.this, own, body)?;
            self.require(formula, place);
            return Ok(());
        }
        let level = self.level;
        let (var, this) = self.variable("this", 1);
        let formula = self.with_this(sig.this, this, body)?;
        self.level = level;
        let all = self
            .ast()
            .quantified(Quantifier::All, vec![one_of(var, own)], formula);
        self.require(all, place);
        Ok(())
    }

    fn with_this<T>(
        &mut self,
        local: LocalId,
        this: ExprId,
        body: impl FnOnce(&mut Self, ExprId) -> Lower<T>,
    ) -> Lower<T> {
        let outer = self.bind(local, Some(Value::Set(this)));
        let done = body(self, this)?;
        self.bind(local, outer);
        Ok(done)
    }

    /// What a declaration says of its fields.
    fn field_decl(&mut self, id: SigId, sig: &Sig, decl: &FieldDecl, atoms: &Atoms) -> Lower<()> {
        let fields: Vec<(FieldId, ExprId)> = decl
            .fields
            .iter()
            .filter_map(|&f| Some((f, self.declared.fields.get(f.index()).copied().flatten()?)))
            .collect();
        for &(field, whole) in &fields {
            if self.declared.aliases.contains(&field) {
                continue;
            }
            let place = self.world.field(field).span;
            self.for_each_this(id, sig, place, |l, this| {
                let value = l.join(this, whole);
                if decl.defined {
                    let definition = l.set(&decl.bound.expr)?;
                    return Ok(l.ast().equal(value, definition));
                }
                l.member(value, &decl.bound)
            })?;
            if is_single(self.world, id) {
                continue;
            }
            self.domain(id, field, whole, atoms);
            if decl.bound_disjoint {
                self.disjoint_values(id, whole, place);
            }
        }
        if decl.disjoint {
            let wholes: Vec<_> = fields.iter().map(|&(_, whole)| whole).collect();
            let parts = self.disjoint(&wholes);
            for (part, (field, _)) in parts.into_iter().zip(fields.iter().skip(1)) {
                let place = self.world.field(*field).span;
                self.require(part, place);
            }
        }
        Ok(())
    }

    /// The first column of a field lies in its signature.
    fn domain(&mut self, id: SigId, field: FieldId, whole: ExprId, atoms: &Atoms) {
        let firsts = self
            .world
            .field(field)
            .ty
            .products
            .iter()
            .filter_map(|p| p.first());
        let mut firsts = firsts.map(|s| &atoms.upper[s.index()]);
        if firsts.all(|upper| upper.is_subset(&atoms.lower[id.index()])) {
            return;
        }
        let all = self.ast().univ();
        let mut domain = whole;
        while self.ast().arity(domain) > 1 {
            domain = self.ast().join(domain, all);
        }
        let own = self.sig(id);
        let contained = self.ast().subset(domain, own);
        let place = self.world.field(field).span;
        self.require(contained, place);
    }

    /// `f: disj e`: different atoms have disjoint values.
    fn disjoint_values(&mut self, id: SigId, whole: ExprId, place: Span) {
        let (own, level) = (self.sig(id), self.level);
        let (x, x_atom) = self.variable("this", 1);
        let (y, y_atom) = self.variable("that", 1);
        self.level = level;
        let others = self.ast().difference(own, x_atom);
        let (x_value, y_value) = (self.ast().join(x_atom, whole), self.ast().join(y_atom, whole));
        let common = self.ast().intersect(x_value, y_value);
        let disjoint = self.ast().count(Count::No, common);
        let decls: Vec<Decl> = vec![one_of(x, own), one_of(y, others)];
        let all = self.ast().quantified(Quantifier::All, decls, disjoint);
        self.require(all, place);
    }
}
