//! The state of lowering formulas: what names stand for, how deep we are, and where formulas come from.

use std::mem;

use relfind_lang::{
    diag::Diagnostic,
    source::Span,
    typed::{Command, FuncId, Local, LocalId, World},
};
use relfind_relational::{
    Origin, Problem, RelationKind, TupleSet, Universe,
    ast::{Ast, ExprId, Formula, FormulaId, FreeVariables, IntId, VarId},
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    LowerOptions, Lowered, Rest,
    bounds::Declared,
    call::CallKey,
    error::{Lower, too_deep, too_many_nodes},
    guest::Guest,
    scope::ScopeReport,
};

/// How deep formulas may nest, in the nodes of the typed tree. Calls are replaced by bodies, so this bounds the recursion of every later stage too.
pub(super) const MAX_DEPTH: u32 = 1_000;

/// What a name stands for: variables and substituted expressions alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Value {
    /// A set or relation.
    Set(ExprId),
    /// An integer.
    Int(IntId),
    /// A formula.
    Formula(FormulaId),
}

/// Lowers formulas into a problem.
pub(super) struct Lowerer<'w> {
    pub(super) world: &'w World,
    pub(super) declared: Declared,
    pub(super) unrolls: Option<u32>,
    /// How many binders there are around the current place, as far as variables need to tell them apart.
    pub(super) level: u32,
    /// The functions and predicates whose bodies surround the current place.
    pub(super) stack: Vec<FuncId>,
    /// Calls that were lowered before.
    pub(super) calls: FxHashMap<CallKey, Value>,
    pub(super) free: FreeVariables,
    env: Vec<Option<Value>>,
    depth: u32,
    max_nodes: usize,
    /// The name of the command, for the names of variables.
    pub(super) prefix: Option<String>,
    /// The variables of an expression from outside; their ids follow those of the world.
    guest_locals: &'w [Local],
    command: Span,
    pub(super) origins: Vec<Span>,
    terms: FxHashMap<IntId, Span>,
    origin_ids: FxHashMap<Span, Origin>,
    constants: FxHashMap<&'static str, ExprId>,
    /// Formulas that are required already, conjunctions among them.
    required: FxHashSet<FormulaId>,
}

impl<'w> Lowerer<'w> {
    pub(super) fn new(
        world: &'w World,
        command: &Command,
        options: &LowerOptions,
        declared: Declared,
    ) -> Self {
        let label = &command.label;
        Self {
            world,
            declared,
            unrolls: options.unrolls,
            level: 0,
            stack: Vec::new(),
            calls: FxHashMap::default(),
            free: FreeVariables::default(),
            env: vec![None; world.locals.len()],
            depth: 0,
            max_nodes: options.limits.nodes,
            guest_locals: &[],
            prefix: (!label.is_empty() && !label.contains('$')).then(|| label.clone()),
            command: command.span,
            origins: Vec::new(),
            terms: FxHashMap::default(),
            origin_ids: FxHashMap::default(),
            constants: FxHashMap::default(),
            required: FxHashSet::default(),
        }
    }

    pub(super) fn finish(self, scopes: ScopeReport, warnings: Vec<Diagnostic>) -> Lowered {
        let Declared {
            problem,
            sigs,
            fields,
            orders,
            single,
            plain,
            strings,
            functions,
            ..
        } = self.declared;
        Lowered {
            problem,
            scopes,
            sigs,
            fields,
            orders,
            labels: Vec::new(),
            numbers: Vec::new(),
            terms: self.terms,
            origins: self.origins,
            warnings,
            rest: Rest {
                single,
                plain,
                strings,
                functions,
                constants: self.constants,
            },
        }
    }

    /// Goes on with a problem that was lowered before, for an expression from outside. Until [`Self::give_back`] the problem is here.
    pub(super) fn resume(
        world: &'w World,
        lowered: &mut Lowered,
        guest: &Guest<'w>,
        options: &LowerOptions,
    ) -> Self {
        let overflow = lowered.problem.overflow;
        let empty = Problem::new(Universe::new(std::iter::empty::<String>()), overflow);
        let problem = mem::replace(&mut lowered.problem, empty);
        let nodes = problem.ast.formulas() + problem.ast.exprs() + problem.ast.ints();
        let rest = mem::take(&mut lowered.rest);
        let mut env = vec![None; world.locals.len() + guest.locals.len()];
        for &(local, value) in guest.globals {
            if let Some(place) = env.get_mut(local.index()) {
                *place = Some(Value::Set(value));
            }
        }
        Self {
            world,
            declared: Declared {
                problem,
                sigs: mem::take(&mut lowered.sigs),
                fields: mem::take(&mut lowered.fields),
                single: rest.single,
                aliases: FxHashSet::default(),
                plain: rest.plain,
                strings: rest.strings,
                functions: rest.functions,
                orders: mem::take(&mut lowered.orders),
            },
            unrolls: options.unrolls,
            level: 0,
            stack: Vec::new(),
            calls: FxHashMap::default(),
            free: FreeVariables::default(),
            env,
            depth: 0,
            max_nodes: nodes.saturating_add(options.limits.nodes),
            guest_locals: guest.locals,
            prefix: None,
            command: guest.expr.span,
            origins: mem::take(&mut lowered.origins),
            terms: mem::take(&mut lowered.terms),
            origin_ids: FxHashMap::default(),
            constants: rest.constants,
            required: FxHashSet::default(),
        }
    }

    /// Gives a problem back that was taken by [`Self::resume`].
    pub(super) fn give_back(self, lowered: &mut Lowered) {
        let scopes = lowered.scopes.clone();
        let warnings = mem::take(&mut lowered.warnings);
        let (labels, numbers) = (mem::take(&mut lowered.labels), mem::take(&mut lowered.numbers));
        *lowered = self.finish(scopes, warnings);
        (lowered.labels, lowered.numbers) = (labels, numbers);
    }

    pub(super) fn ast(&mut self) -> &mut Ast {
        &mut self.declared.problem.ast
    }

    /// Where the command stands, for what has no better place.
    pub(super) fn command(&self) -> Span {
        self.command
    }

    /// Does something one level deeper.
    pub(super) fn nested<T>(&mut self, span: Span, inner: impl FnOnce(&mut Self) -> Lower<T>) -> Lower<T> {
        if self.depth >= MAX_DEPTH {
            return Err(too_deep(span, MAX_DEPTH));
        }
        let ast = &self.declared.problem.ast;
        if ast.formulas() + ast.exprs() + ast.ints() > self.max_nodes {
            return Err(too_many_nodes(span, self.max_nodes));
        }
        self.depth += 1;
        let done = inner(self);
        self.depth -= 1;
        done
    }

    /// What a name stands for here.
    pub(super) fn lookup(&self, local: LocalId) -> Option<Value> {
        self.env.get(local.index()).copied().flatten()
    }

    /// Binds a name and returns what it stood for before.
    pub(super) fn bind(&mut self, local: LocalId, value: Option<Value>) -> Option<Value> {
        match self.env.get_mut(local.index()) {
            Some(place) => std::mem::replace(place, value),
            None => None,
        }
    }

    /// A new variable below the current binders, and itself the next one.
    pub(super) fn variable(&mut self, name: &str, arity: u32) -> (VarId, ExprId) {
        let level = self.level;
        self.level += 1;
        let var = self.ast().add_var(name, arity, level);
        let expr = self.ast().variable(var);
        (var, expr)
    }

    /// A variable of the source.
    pub(super) fn local(&self, local: LocalId) -> Option<&'w Local> {
        let (own, index) = (&self.world.locals, local.index());
        let of_guest = || self.guest_locals.get(index.checked_sub(own.len())?);
        own.get(index).or_else(of_guest)
    }

    /// The name of a variable of the source: it says in which function, or else in which command, it was met.
    pub(super) fn variable_name(&self, local: LocalId) -> String {
        let name = self.local(local).map_or("", |local| local.name.as_str());
        let prefix = match self.stack.last() {
            Some(&func) => Some(self.world.func(func).name.as_str()).filter(|f| !f.contains('$')),
            None => self.prefix.as_deref(),
        };
        prefix.map_or_else(|| name.to_owned(), |prefix| format!("{prefix}_{name}"))
    }

    /// Says where an integer term stands. The first place counts, but one in the file of the command counts more than one in a library.
    pub(super) fn note_term(&mut self, term: IntId, span: Span) {
        let home = self.command.file;
        let place = self.terms.entry(term).or_insert(span);
        if place.file != home && span.file == home {
            *place = span;
        }
    }

    fn origin(&mut self, span: Span) -> Origin {
        *self.origin_ids.entry(span).or_insert_with(|| {
            self.origins.push(span);
            Origin(self.origins.len() as u32 - 1)
        })
    }

    /// Says where a formula comes from, unless that is known.
    pub(super) fn note_origin(&mut self, formula: FormulaId, span: Span) {
        let origin = self.origin(span);
        self.declared.problem.origins.entry(formula).or_insert(origin);
    }

    /// Requires a formula. The parts of a conjunction become goals of their own, and what is true as it stands none. Nothing is required
    /// twice: shared conjunctions may stand for exponentially many parts.
    pub(super) fn require(&mut self, formula: FormulaId, span: Span) {
        let mut open = vec![(formula, span)];
        while let Some((formula, span)) = open.pop() {
            if !self.required.insert(formula) {
                continue;
            }
            if let Formula::And(parts) = self.declared.problem.ast.formula(formula) {
                let parts = parts.clone();
                for &part in parts.iter().rev() {
                    let known = self.declared.problem.origins.get(&part);
                    let place = known.map_or(span, |o| self.origins[o.0 as usize]);
                    open.push((part, place));
                }
                continue;
            }
            if matches!(self.declared.problem.ast.formula(formula), Formula::Const(true)) {
                continue;
            }
            let origin = self.origin(span);
            self.declared.problem.origins.insert(formula, origin);
            self.declared.problem.goals.push(formula);
        }
    }

    /// A constant relation that only some formulas need.
    pub(super) fn constant(&mut self, name: &'static str, value: impl FnOnce(&Self) -> TupleSet) -> ExprId {
        if let Some(&known) = self.constants.get(name) {
            return known;
        }
        let value = value(self);
        let arity = value.arity();
        let expr = if value.is_empty() {
            self.ast().none(arity)
        } else {
            let relation = self
                .declared
                .problem
                .bounds
                .add_exact(name, RelationKind::Derived, value);
            self.ast().relation(relation, arity)
        };
        self.constants.insert(name, expr);
        expr
    }
}
