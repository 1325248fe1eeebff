//! A relation for each signature and field, with its bounds.
//!
//! A signature whose value is fixed costs nothing: its relation is a constant. An abstract one is the union of its children, others have a
//! relation of their own that contains them. Fields of a `one sig` are kept without their first column.

use relfind_lang::typed::{
    BinaryOp, Command, Expr, ExprKind, Field, FieldId, FuncId, SigId, SigKind, UnaryOp, World,
};
use relfind_relational::{
    AtomId, BoundsError, Overflow, Problem, RelationKind, TupleSet,
    ast::{Ast, ExprId},
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    LowerOptions,
    atoms::{Atoms, is_single},
    data::Plan,
    error::{Lower, ill_formed, too_many_tuples},
    orders::{self, Order, Shape},
    scope::sigs,
};

/// Signatures and fields as expressions.
pub(super) struct Declared {
    pub(super) problem: Problem,
    /// By signature.
    pub(super) sigs: Vec<ExprId>,
    /// By field, first column included.
    pub(super) fields: Vec<Option<ExprId>>,
    /// For fields without first column: the whole field, its signature, and the value for the signature's one atom.
    pub(super) single: FxHashMap<ExprId, (ExprId, ExprId)>,
    /// Fields that are no relation but stand for their definition.
    pub(super) aliases: FxHashSet<FieldId>,
    /// Relations that are one relation in Alloy too: signatures without children, and fields.
    pub(super) plain: FxHashSet<ExprId>,
    /// By literal.
    pub(super) strings: FxHashMap<String, ExprId>,
    /// Functions whose values data give in place of their bodies.
    pub(super) functions: FxHashMap<FuncId, ExprId>,
    /// Orders.
    pub(super) orders: Vec<Order>,
}

/// Declares all relations.
pub(super) fn declare(
    world: &World,
    command: &Command,
    atoms: &Atoms,
    options: &LowerOptions,
    plan: &Plan,
) -> Lower<Declared> {
    let mut shapes = orders::find(world, atoms);
    // What data say of an order counts more than what is the simplest one.
    for shape in &mut shapes {
        shape.fixed &= !plan.speaks_of(shape.first) && !plan.speaks_of(shape.next);
    }
    let mut declarer = Declarer {
        world,
        command,
        atoms,
        plan,
        tuples_left: options.limits.tuples,
        limit: options.limits.tuples,
        out: Declared::new(world, atoms, options.overflow),
    };
    declarer.builtin();
    declarer.sigs()?;
    declarer.fields(&shapes)?;
    declarer.orders(&shapes);
    declarer.names();
    declarer.functions()?;
    Ok(declarer.out)
}

impl Declared {
    fn new(world: &World, atoms: &Atoms, overflow: Overflow) -> Self {
        let mut problem = Problem::new(atoms.universe.clone(), overflow);
        let none = problem.ast.none(1);
        Self {
            sigs: vec![none; world.sigs.len()],
            fields: vec![None; world.fields.len()],
            single: FxHashMap::default(),
            aliases: FxHashSet::default(),
            plain: FxHashSet::default(),
            strings: FxHashMap::default(),
            functions: FxHashMap::default(),
            orders: Vec::new(),
            problem,
        }
    }

    /// The value of a field for the one atom of its signature, where it is kept so; else the whole field.
    fn own_value(&self, field: ExprId) -> ExprId {
        self.single.get(&field).map_or(field, |&(_, value)| value)
    }
}

/// Distinct relations have distinct names, so that dumps can be read.
struct Declarer<'a> {
    world: &'a World,
    command: &'a Command,
    atoms: &'a Atoms,
    plan: &'a Plan,
    tuples_left: u64,
    limit: u64,
    out: Declared,
}

impl Declarer<'_> {
    fn ast(&mut self) -> &mut Ast {
        &mut self.out.problem.ast
    }

    fn constant(&mut self, name: &str, value: TupleSet) -> ExprId {
        let arity = value.arity();
        let relation = self
            .out
            .problem
            .bounds
            .add_exact(name, RelationKind::Derived, value);
        self.ast().relation(relation, arity)
    }

    fn relation(&mut self, name: &str, lower: TupleSet, upper: TupleSet) -> Lower<ExprId> {
        let arity = upper.arity();
        let added = self
            .out
            .problem
            .bounds
            .add(name, RelationKind::Visible, lower, upper);
        let broken = |e: BoundsError| ill_formed(self.command.span, &e.to_string());
        let relation = added.map_err(broken)?;
        Ok(self.ast().relation(relation, arity))
    }

    fn builtin(&mut self) {
        self.out.sigs[World::INT.index()] = self.ast().all_ints();
        for id in [World::SEQ_INT, World::STRING] {
            let value = self.atoms.upper[id.index()].clone();
            let empty = value.is_empty();
            let none = self.ast().none(1);
            let sig = if empty {
                none
            } else {
                self.constant(&self.world.sig(id).label, value)
            };
            self.out.sigs[id.index()] = sig;
        }
        for (text, atom) in &self.atoms.strings {
            let value = TupleSet::of_atoms(&self.atoms.universe, [*atom]);
            let name = self.atoms.universe.name(*atom).to_owned();
            let literal = self.constant(&name, value);
            self.out.strings.insert(text.clone(), literal);
        }
    }

    /// Children before parents, then subset signatures, then `univ`.
    fn sigs(&mut self) -> Lower<()> {
        let world = self.world;
        let mut open: Vec<(SigId, bool)> = sigs(world).map(|(id, _)| (id, false)).collect();
        open.reverse();
        let mut done = vec![false; world.sigs.len()];
        done[..World::BUILTIN_SIGS].fill(true);
        while let Some((id, ready)) = open.pop() {
            if done[id.index()] {
                continue;
            }
            let sig = world.sig(id);
            let needs = match &sig.kind {
                SigKind::Subset { parents, .. } => parents,
                _ => &sig.children,
            };
            if !ready {
                open.push((id, true));
                open.extend(
                    needs
                        .iter()
                        .rev()
                        .filter(|n| !done[n.index()])
                        .map(|&n| (n, false)),
                );
                continue;
            }
            self.out.sigs[id.index()] = self.sig(id)?;
            done[id.index()] = true;
        }
        self.univ();
        Ok(())
    }

    fn sig(&mut self, id: SigId) -> Lower<ExprId> {
        let sig = self.world.sig(id);
        let (lower, upper) = (&self.atoms.lower[id.index()], &self.atoms.upper[id.index()]);
        let union_of = match &sig.kind {
            SigKind::Subset { parents, exact } => exact.then_some(parents),
            SigKind::Prim { .. } if lower == upper => None,
            _ => (sig.is_abstract && !sig.children.is_empty()).then_some(&sig.children),
        };
        if let Some(parts) = union_of {
            let parts = parts.clone();
            return Ok(self.union(&parts));
        }
        let relation = self.relation(&sig.label, lower.clone(), upper.clone())?;
        if sig.children.is_empty() {
            self.out.plain.insert(relation);
        }
        Ok(relation)
    }

    fn union(&mut self, parts: &[SigId]) -> ExprId {
        let mut parts = parts
            .iter()
            .map(|p| self.out.sigs[p.index()])
            .collect::<Vec<_>>()
            .into_iter();
        let Some(first) = parts.next() else {
            return self.ast().none(1);
        };
        parts.fold(first, |union, part| self.out.problem.ast.union(union, part))
    }

    /// `univ` is what is there: all atoms only where all of them must be.
    fn univ(&mut self) {
        let top = sigs(self.world).filter(|(_, s)| s.kind == SigKind::Prim { parent: World::UNIV });
        let mut parts: Vec<SigId> = vec![World::INT, World::STRING];
        parts.extend(top.map(|(id, _)| id));
        parts.retain(|p| !self.atoms.upper[p.index()].is_empty());
        let all_there = self.atoms.lower[World::UNIV.index()].len() == self.atoms.universe.len();
        let univ = if all_there {
            self.ast().univ()
        } else {
            self.union(&parts)
        };
        self.out.sigs[World::UNIV.index()] = univ;
    }

    /// Relations for all fields; then those that are their definition.
    fn fields(&mut self, shapes: &[Shape]) -> Lower<()> {
        let world = self.world;
        let mut later = Vec::new();
        for (i, field) in world.fields.iter().enumerate() {
            let id = FieldId(i as u32);
            if is_single(world, field.sig)
                && definition(world, field).is_some_and(is_simple)
                && !self.plan.speaks_of(id)
            {
                later.push((id, field));
                continue;
            }
            let fixed = shapes.iter().find_map(|s| self.fixed_value(s, id));
            self.field(id, field, fixed)?;
        }
        for (id, field) in later {
            let value = definition(world, field).and_then(|e| self.simple(field.sig, e));
            match value {
                Some(value) => {
                    let whole = self.whole(field.sig, value);
                    self.out.fields[id.index()] = Some(whole);
                    self.out.aliases.insert(id);
                }
                None => self.field(id, field, None)?,
            }
        }
        Ok(())
    }

    /// The value that a fixed order gives to one of its fields.
    fn fixed_value(&self, shape: &Shape, field: FieldId) -> Option<TupleSet> {
        let universe = &self.atoms.universe;
        if field == shape.first {
            Some(orders::first_of(universe, &self.order(shape)?))
        } else if field == shape.next {
            Some(orders::next_of(universe, &self.order(shape)?))
        } else {
            None
        }
    }

    /// The atoms of an ordered signature, if it is known in which order: that in which data list them, or the simplest one.
    fn order(&self, shape: &Shape) -> Option<Vec<AtomId>> {
        if shape.fixed {
            return Some(self.atoms.upper[shape.elem.index()].atoms().collect());
        }
        let is_said = self.plan.speaks_of(shape.first) || self.plan.speaks_of(shape.next);
        self.plan
            .listed_order(shape.elem, self.atoms)
            .filter(|_| !is_said)
    }

    fn field(&mut self, id: FieldId, field: &Field, fixed: Option<TupleSet>) -> Lower<()> {
        let single = is_single(self.world, field.sig);
        let (lower, upper) = if let Some(value) = fixed {
            (value.clone(), value)
        } else {
            let skip = usize::from(single);
            let open = !self.plan.limits(id);
            let upper = open.then(|| self.field_upper(field, skip)).transpose()?;
            let given = self
                .plan
                .field_bounds(self.world, self.atoms, id, skip, upper.clone())?;
            let none = |upper: TupleSet| (TupleSet::empty(&self.atoms.universe, upper.arity()), upper);
            given
                .or_else(|| upper.map(none))
                .ok_or_else(|| ill_formed(field.span, "a field without bounds"))?
        };
        let relation = self.relation(&field.label, lower, upper)?;
        self.out.plain.insert(relation);
        let whole = if single {
            self.whole(field.sig, relation)
        } else {
            relation
        };
        self.out.fields[id.index()] = Some(whole);
        Ok(())
    }

    /// A field of a `one sig` from its value.
    fn whole(&mut self, sig: SigId, value: ExprId) -> ExprId {
        let sig = self.out.sigs[sig.index()];
        let whole = self.ast().product(sig, value);
        self.out.single.insert(whole, (sig, value));
        whole
    }

    /// The tuples that the field's type allows, without the first `skip` columns.
    fn field_upper(&mut self, field: &Field, skip: usize) -> Lower<TupleSet> {
        let products = &field.ty.products;
        let arity = products
            .first()
            .map_or(skip + 1, |p| p.len())
            .saturating_sub(skip);
        if arity == 0 || products.iter().any(|p| p.len() != arity + skip) {
            return Err(ill_formed(
                field.span,
                &format!("the type of `{}` has no arity", field.label),
            ));
        }
        let atoms = self.atoms;
        let columns =
            |p: &[SigId]| -> Vec<&TupleSet> { p[skip..].iter().map(|s| &atoms.upper[s.index()]).collect() };
        let sizes = products.iter().map(|p| {
            let sizes = columns(p).into_iter().map(|c| c.len() as u128);
            sizes.fold(1u128, u128::saturating_mul)
        });
        let tuples = sizes.fold(0u128, u128::saturating_add);
        let too_many = || {
            let n = atoms.universe.len();
            too_many_tuples(field.span, &field.label, arity, n, tuples, self.limit)
        };
        if tuples > u128::from(self.tuples_left) || !TupleSet::fits(&atoms.universe, arity as u32) {
            return Err(too_many());
        }
        let mut upper = TupleSet::empty(&atoms.universe, arity as u32);
        for product in products {
            let product = TupleSet::product_of(&atoms.universe, columns(product)).map_err(|_| too_many())?;
            upper = upper.union(&product);
        }
        self.tuples_left -= tuples as u64;
        Ok(upper)
    }

    /// The value of a simple definition, if all fields in it have theirs.
    fn simple(&mut self, owner: SigId, e: &Expr) -> Option<ExprId> {
        match &e.kind {
            ExprKind::Sig(sig) => Some(self.out.sigs[sig.index()]),
            ExprKind::Local(local) if *local == self.world.sig(owner).this => {
                Some(self.out.sigs[owner.index()])
            }
            ExprKind::Field(field) => self.out.fields[field.index()],
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.simple(owner, a)?, self.simple(owner, b)?);
                match op {
                    BinaryOp::Union => Some(self.ast().union(a, b)),
                    _ => None,
                }
            }
            ExprKind::Arrow(a, _, _, b) => {
                let (a, b) = (self.simple(owner, a)?, self.simple(owner, b)?);
                Some(self.ast().product(a, b))
            }
            _ => None,
        }
    }

    /// Functions whose values are data.
    fn functions(&mut self) -> Lower<()> {
        for (func, value) in self.plan.function_values(self.world, self.atoms)? {
            let label = self.world.func(func).label.clone();
            let arity = value.arity();
            let value = if value.is_empty() {
                self.ast().none(arity)
            } else {
                self.constant(&label, value)
            };
            self.out.functions.insert(func, value);
        }
        Ok(())
    }

    /// Atoms with names of their own are not interchangeable: a constant chain through them tells them apart.
    fn names(&mut self) {
        let named = self.plan.distinguished(self.atoms);
        let universe = &self.atoms.universe;
        let Some(&first) = named.first() else { return };
        let first = TupleSet::of_atoms(universe, [first]);
        let pairs = named.windows(2).map(|pair| [pair[0], pair[1]]);
        let chain = TupleSet::of_tuples(universe, 2, pairs);
        let bounds = &mut self.out.problem.bounds;
        bounds.add_exact("first of the names", RelationKind::Visible, first);
        if let Ok(chain) = chain
            && !chain.is_empty()
        {
            bounds.add_exact("order of the names", RelationKind::Visible, chain);
        }
    }

    fn orders(&mut self, shapes: &[Shape]) {
        for shape in shapes {
            let fields = &self.out.fields;
            let (Some(first), Some(next)) = (fields[shape.first.index()], fields[shape.next.index()]) else {
                continue;
            };
            let fixed = self.order(shape);
            let (first, next) = (self.out.own_value(first), self.out.own_value(next));
            self.out.orders.push(Order {
                sig: shape.elem,
                first,
                next,
                fixed,
            });
        }
    }
}

/// The definition of a field declared `f = e`.
fn definition<'w>(world: &'w World, field: &Field) -> Option<&'w Expr> {
    let decl = world.sig(field.sig).field_decls.get(field.decl as usize)?;
    decl.defined.then_some(&decl.bound.expr)
}

/// Whether a definition consists of signatures and fields, unions and products only.
fn is_simple(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Sig(_) | ExprKind::Field(_) | ExprKind::Local(_) => true,
        ExprKind::Binary(BinaryOp::Union, a, b) | ExprKind::Arrow(a, _, _, b) => is_simple(a) && is_simple(b),
        ExprKind::Unary(UnaryOp::ToSet, _) => false,
        _ => false,
    }
}
