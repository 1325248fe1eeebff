//! From formulas to a circuit: quantifiers are unrolled over the atoms, expressions become matrices.
//!
//! After Torlak and Jackson, "Kodkod: A Relational Model Finder" (TACAS 2007, section 4). Each node is grounded once for
//! every assignment of its free variables that is met: results are kept where a node has several uses or does not mention
//! all variables that are bound. Quantifiers stop at the first value that decides them.
//!
//! With overflow prevented a formula has two signals, [`Truth::holds`] and [`Truth::fails`], neither of which is true
//! where it is undefined, and is grounded in negation normal form, as the evaluator in `relational` documents it. Where
//! nothing can overflow the one is the other negated, and nothing is paid for it.

mod cache;
mod environment;
mod expression;
mod facts;
mod formula;
mod int;
mod invariant;
mod order;
mod rows;

use std::rc::Rc;

use relfind_relational::{
    Bounds, Overflow, Universe,
    ast::{Ast, Decl, Equated, FormulaId, Node, VarId},
};

use self::{
    cache::{Cache, Key},
    environment::Environment,
    expression::Term,
    facts::Facts,
    rows::Rows,
};
use crate::{
    boolean::{Arithmetic, Bit, Circuit, Factory, Int, Matrix},
    error::TranslateError,
    options::{Budget, TranslateLimits},
    variables::PrimaryVariables,
};

type Result<T> = std::result::Result<T, TranslateError>;

/// Called for a binding with the signals that must all hold for it and its tuple number.
type Visitor<'v, 'a> = &'v mut dyn FnMut(&mut Grounder<'a>, &[Bit], u64) -> Result<()>;

/// Declarations of single atoms that are gone through.
#[derive(Clone, Copy)]
struct Walk<'d> {
    decls: &'d [Decl],
    equated: Option<Equated>,
}

/// The truth of a formula as two signals, never both true; neither where it is undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Truth {
    /// It holds.
    pub(crate) holds: Bit,
    /// It does not hold.
    pub(crate) fails: Bit,
}

impl Truth {
    /// A formula that is never undefined.
    pub(crate) fn exact(bit: Bit) -> Self {
        Self {
            holds: bit,
            fails: !bit,
        }
    }

    /// Whether it is never undefined.
    pub(crate) fn is_exact(self) -> bool {
        self.fails == !self.holds
    }

    /// The truth of the negation, by duality.
    pub(crate) fn negated(self) -> Self {
        Self {
            holds: self.fails,
            fails: self.holds,
        }
    }

    /// Whether the formula is undefined.
    pub(crate) fn undefined(self, factory: &mut Factory) -> Bit {
        factory.and(!self.holds, !self.fails)
    }

    /// The same, but undefined where `undefined` holds.
    pub(crate) fn unless(self, undefined: Bit, factory: &mut Factory) -> Self {
        if undefined == Bit::FALSE {
            return self;
        }
        Self {
            holds: factory.and(self.holds, !undefined),
            fails: factory.and(self.fails, !undefined),
        }
    }
}

/// Grounds the formulas of one problem.
pub(crate) struct Grounder<'a> {
    ast: &'a Ast,
    bounds: &'a Bounds,
    variables: &'a PrimaryVariables,
    pub(crate) circuit: Circuit,
    /// See [`crate::TranslateOptions::lenient`].
    pub(crate) lenient: bool,
    arithmetic: Arithmetic,
    facts: Facts,
    environment: Environment,
    relations: Vec<Option<Rc<Matrix>>>,
    formulas: Cache<Truth>,
    expressions: Cache<Term>,
    ints: Cache<Rc<Int>>,
    rows: Rows,
}

impl<'a> Grounder<'a> {
    /// A grounder for some goals.
    pub(crate) fn new(
        ast: &'a Ast,
        bounds: &'a Bounds,
        variables: &'a PrimaryVariables,
        goals: &[FormulaId],
        overflow: Overflow,
        limits: &TranslateLimits,
    ) -> Self {
        let universe = bounds.universe();
        Self {
            ast,
            bounds,
            variables,
            circuit: Circuit {
                factory: Factory::new(variables.len(), limits.gates),
                budget: Budget::new(limits),
            },
            lenient: false,
            arithmetic: Arithmetic {
                bitwidth: universe.bitwidth(),
                prevent: overflow == Overflow::Prevent,
            },
            facts: Facts::new(ast, goals),
            environment: Environment::new(universe.len() as u64, ast.vars()),
            relations: vec![None; bounds.len()],
            formulas: Cache::new(),
            expressions: Cache::new(),
            ints: Cache::new(),
            rows: Rows::default(),
        }
    }

    fn universe(&self) -> &'a Universe {
        self.bounds.universe()
    }

    fn atoms(&self) -> u64 {
        self.universe().len() as u64
    }

    fn factory(&mut self) -> &mut Factory {
        &mut self.circuit.factory
    }

    /// The key under which the node's result is kept, if it is worth keeping.
    fn key(&self, node: Node, variant: u32) -> Option<Key> {
        if Facts::is_leaf(self.ast, node) {
            return None;
        }
        let facts = self.facts.node(node);
        let repeated = facts.uses > 1 || self.environment.binds_others(&facts.free);
        let number = match node {
            Node::Formula(id) => id.0 << 1 | variant,
            Node::Expr(id) => id.0,
            Node::Int(id) => id.0,
        };
        if repeated {
            Key::new(number, &facts.free, &self.environment)
        } else {
            None
        }
    }

    /// Does something while a variable has a value.
    fn bind<T>(&mut self, var: VarId, tuples: &[u64], then: impl FnOnce(&mut Self) -> T) -> T {
        let arity = self.ast.var(var).arity;
        let value = self.environment.value(arity, tuples);
        let hidden = self.environment.bind(var, value);
        let result = then(self);
        self.environment.unbind(hidden);
        result
    }

    /// Visits every binding of declarations of single atoms, with the signals that must all hold for it, and the binding's
    /// tuple number. A variable that is equated with a term is bound last, to the values that the term may have; then the bindings are not
    /// visited in the order of their numbers. Returns the signal that some bound is undefined where that makes the whole undefined.
    fn each_binding(
        &mut self,
        decls: &[Decl],
        equated: Option<Equated>,
        visit: Visitor<'_, 'a>,
    ) -> Result<Bit> {
        let mut undefined = Vec::new();
        let mut guards = Vec::new();
        let walk = Walk { decls, equated };
        self.bindings_from(walk, 0, 0, &mut guards, &mut undefined, visit)?;
        Ok(self.factory().or_all(undefined))
    }

    fn bindings_from(
        &mut self,
        walk: Walk<'_>,
        position: usize,
        number: u64,
        guards: &mut Vec<Bit>,
        undefined: &mut Vec<Bit>,
        visit: Visitor<'_, 'a>,
    ) -> Result<()> {
        let Walk { decls, equated } = walk;
        let Some(decl) = decls.get(position) else {
            return match equated {
                Some(equated) => self.bind_equated(decls, equated, number, guards, visit),
                None => visit(self, guards, number),
            };
        };
        if equated.is_some_and(|equated| equated.position == position) {
            return self.bindings_from(walk, position + 1, number, guards, undefined, visit);
        }
        let lenient = decls[..position].iter().any(|decl| self.leaves_out(decl));
        let bound = self.expression(decl.bound)?;
        let depth = guards.len();
        if bound.overflow != Bit::FALSE {
            if !lenient {
                let whole = self
                    .factory()
                    .and_all(guards.iter().copied().chain([bound.overflow]));
                undefined.push(whole);
            }
            guards.push(!bound.overflow);
        }
        let weight = self.weight(decls, position);
        for (atom, bit) in bound.matrix.cells() {
            self.circuit.spend(1)?;
            guards.push(bit);
            let number = number.wrapping_add(atom.wrapping_mul(weight));
            self.bind(decl.var, &[atom], |this| {
                this.bindings_from(walk, position + 1, number, guards, undefined, visit)
            })?;
            guards.pop();
        }
        guards.truncate(depth);
        Ok(())
    }

    /// Visits the bindings of a variable that is equated with a term; for other values, and where the term is undefined, the body does not hold.
    fn bind_equated(
        &mut self,
        decls: &[Decl],
        equated: Equated,
        number: u64,
        guards: &[Bit],
        visit: Visitor<'_, 'a>,
    ) -> Result<()> {
        let (universe, weight) = (self.universe(), self.weight(decls, equated.position));
        let term = self.int(equated.term)?;
        for atom in universe.int_atoms() {
            let value = universe.int_value(atom).map(i128::from);
            if value.is_none_or(|value| value < term.low || term.high < value) {
                continue;
            }
            self.circuit.spend(1)?;
            let atom = u64::from(atom.0);
            self.bind(decls[equated.position].var, &[atom], |this| {
                visit(this, guards, number.wrapping_add(atom.wrapping_mul(weight)))
            })?;
        }
        Ok(())
    }

    /// What an atom of a column adds to the number of a tuple. Where tuples are too many to be numbered, in sums, nobody asks for their numbers.
    fn weight(&self, decls: &[Decl], position: usize) -> u64 {
        self.atoms().wrapping_pow((decls.len() - 1 - position) as u32)
    }

    /// Whether undefined bindings of the variable are left out.
    fn leaves_out(&self, decl: &Decl) -> bool {
        self.arithmetic.prevent && relfind_relational::leaves_out_undefined(self.ast, decl)
    }
}
