//! The plain truth: what a formula, an expression or an integer expression is in an instance.
//!
//! The evaluator is the measure for everything else, so it follows the definitions word by word and shares no code with the translation to
//! circuits. Its one concession to speed is that a node is evaluated only once as long as the variables that it depends on keep their values.
//!
//! # Integers that do not fit
//!
//! With [`Overflow::Wrap`] integers wrap around in two's complement and every formula is true or false.
//!
//! With [`Overflow::Prevent`] a formula is true, false or undefined. The idea is that of Aleksandar Milicevic and Daniel Jackson,
//! "Preventing arithmetic overflows in Alloy" (ABZ 2012): an instance that depends on a wrong sum is no instance, and a quantifier over the
//! integers speaks only of those for which its body has a meaning. Their rule is approximated, in their implementation, by overflow bits
//! that are examined at atomic formulas; here it is the following three-valued logic.
//!
//! 1. *Terms* have a value or overflow. A literal out of range overflows; an operation overflows where its exact result does not
//!    exist (division by zero) or is out of range; `#e`, the sum of a set and `sum` overflow where their exact total is out of range,
//!    in whatever order it is added up. Every term with an operand that overflows does so too, but a choice looks only at its condition and
//!    the side chosen. A set made of an overflowing integer is undefined, and so is every relational expression over it.
//! 2. *Atomic formulas* (subset, equality, number of tuples, comparison, total order) over an undefined term are undefined.
//! 3. *Negation normal form.* Negations are thought to be pushed inwards: through conjunction, disjunction and quantifiers by duality, `a => b`
//!    being `not a or b` and `a <=> b` being `(a and b) or (not a and not b)`, whose negation is `(not a or not b) and (a or b)`.
//!    `and` and `or` follow Kleene's strong tables: false and undefined is false, true or undefined is true.
//! 4. *Quantifiers* of that normal form: a universal one whose variable ranges over the integers ([`leaves_out_undefined`]) leaves out the bindings
//!    for which its body is undefined; every other universal is Kleene's conjunction of its bodies, every existential Kleene's
//!    disjunction. Where the bound of a variable is undefined, so is the quantified formula (for the binding of the variables before it).
//! 5. *Comprehensions and sums*, if one of their variables ranges over the integers, leave out the bindings for which the body is
//!    undefined; otherwise such a binding makes the whole undefined. The formula within them, and the condition of a choice between
//!    terms, is not part of the formula around it: it begins anew, not negated.
//! 6. A goal that is undefined is not satisfied, and neither is its negation: such an instance is neither instance nor counterexample.
//!
//! # Which variables range over the integers
//!
//! Those whose bound is the set of all integers itself, written as such, and whose multiplicity is one. A bound that only happens to hold integers (`5 + 6 + 7`, a
//! field of integers, the indices of sequences) is a set like any other: `all x: 5 + 6 + 7 | x.plus[1] > x` is undefined in 4 bits,
//! whereas `all x: Int | x.plus[1] > x` holds. The author of the former named the integers one by one and is owed an
//! answer for each. Alloy draws the line there too.

mod arithmetic;
mod evaluation;
mod expression;
mod formula;
mod int;
mod memory;
#[cfg(test)]
mod tests;
mod values;

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use evaluation::{Evaluation, Stop};
use memory::Memory;

use crate::{
    Instance, Overflow, TupleSet, TupleSetError, Witnesses,
    ast::{Ast, Decl, Expr, ExprId, FormulaId, FreeVariables, IntId, Multiplicity, Node, RelationId, VarId},
};

/// The truth of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Truth {
    /// It holds.
    True,
    /// It does not hold.
    False,
    /// It depends on an integer that does not fit; only with [`Overflow::Prevent`].
    Undefined,
}

impl Truth {
    /// Kleene's strong conjunction.
    #[must_use]
    pub fn and(self, other: Truth) -> Truth {
        match (self, other) {
            (Truth::False, _) | (_, Truth::False) => Truth::False,
            (Truth::True, Truth::True) => Truth::True,
            _ => Truth::Undefined,
        }
    }

    /// Kleene's strong disjunction.
    #[must_use]
    pub fn or(self, other: Truth) -> Truth {
        !(!self).and(!other)
    }
}

impl std::ops::Not for Truth {
    type Output = Truth;

    fn not(self) -> Truth {
        match self {
            Truth::True => Truth::False,
            Truth::False => Truth::True,
            Truth::Undefined => Truth::Undefined,
        }
    }
}

impl From<bool> for Truth {
    fn from(value: bool) -> Self {
        if value { Truth::True } else { Truth::False }
    }
}

/// Why an evaluation gave up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvaluateError {
    /// A relation on the way is too large.
    #[error(transparent)]
    TupleSet(#[from] TupleSetError),
    /// A variable for sets or relations has too many possible values to try them all.
    #[error("a variable that may be any subset of {tuples} tuples has too many values; at most {limit} tuples can be tried", limit = EvaluateError::MAX_SUBSETS_OF)]
    TooManySubsets {
        /// The number of tuples in the variable's bound.
        tuples: usize,
    },
    /// A variable that nothing binds.
    #[error("the variable {name} is not bound")]
    Unbound {
        /// Its name.
        name: String,
    },
    /// A relation without a value in the instance.
    #[error("relation {} has no value in this instance", relation.0)]
    NoValue {
        /// The relation.
        relation: RelationId,
    },
    /// Nesting beyond what the stack is sure to hold.
    #[error("nested {depth} levels deep; at most {limit} can be evaluated")]
    TooDeep {
        /// The depth.
        depth: u32,
        /// The limit, see [`Evaluator::with_max_depth`].
        limit: u32,
    },
}

impl EvaluateError {
    /// The largest bound whose subsets are enumerated.
    pub const MAX_SUBSETS_OF: usize = 20;
    /// The deepest nesting that is evaluated unless more is allowed; it fits in a stack of 2 MB.
    pub const MAX_DEPTH: u32 = 1500;
}

/// Whether a bound is the set of all integers, so that a variable ranges over the integers. See the text at the head of the
/// module `evaluate`.
pub fn ranges_over_ints(ast: &Ast, bound: ExprId) -> bool {
    matches!(ast.expr(bound), Expr::Ints)
}

/// Whether a universal quantifier, a comprehension or a sum leaves out the bindings of this variable for which its body is undefined.
pub fn leaves_out_undefined(ast: &Ast, decl: &Decl) -> bool {
    decl.multiplicity == Multiplicity::One && ranges_over_ints(ast, decl.bound)
}

/// The evaluator of an instance.
///
/// ```
/// use relfind_relational::{AtomId, Evaluator, Instance, Overflow, TupleSet, Truth, Universe, ast::{Ast, RelationId}};
/// use std::sync::Arc;
///
/// let universe = Arc::new(Universe::new(["a", "b", "c"]));
/// let [a, b, c] = [0, 1, 2].map(AtomId);
/// let edges = TupleSet::of_tuples(&universe, 2, [[a, b], [b, c]])?;
/// let instance = Instance::new(universe, vec![edges]);
///
/// let mut ast = Ast::default();
/// let edge = ast.relation(RelationId(0), 2);
/// let (reach, iden) = (ast.closure(edge), ast.iden());
/// let loops = ast.intersect(reach, iden);
/// let acyclic = ast.count(relfind_relational::ast::Count::No, loops);
///
/// let evaluator = Evaluator::new(&ast, &instance, Overflow::Prevent);
/// assert_eq!(evaluator.formula(acyclic)?, Truth::True);
/// assert_eq!(evaluator.expression(reach)?.map(|r| r.len()), Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Evaluator<'a> {
    ast: &'a Ast,
    instance: &'a Instance,
    overflow: Overflow,
    max_depth: u32,
    bindings: Vec<(VarId, Rc<TupleSet>)>,
    witnesses: Option<&'a Witnesses>,
    free_variables: Rc<RefCell<FreeVariables>>,
    /// What is known of nodes without free variables.
    closed: RefCell<Memory>,
    overflowed: Cell<bool>,
}

impl<'a> Evaluator<'a> {
    /// An evaluator with no variable bound.
    pub fn new(ast: &'a Ast, instance: &'a Instance, overflow: Overflow) -> Self {
        Self {
            ast,
            instance,
            overflow,
            max_depth: EvaluateError::MAX_DEPTH,
            bindings: Vec::new(),
            witnesses: None,
            free_variables: Rc::default(),
            closed: RefCell::default(),
            overflowed: Cell::default(),
        }
    }

    /// The same for another instance of the same problem; what is known of the nodes is kept.
    #[must_use]
    pub fn on(&self, instance: &'a Instance) -> Self {
        Self {
            instance,
            closed: RefCell::default(),
            overflowed: Cell::default(),
            ..self.clone()
        }
    }

    /// The same with what is known of the nodes from an evaluator of the same problem: [`Evaluator::into_free_variables`].
    #[must_use]
    pub fn with_free_variables(mut self, known: FreeVariables) -> Self {
        self.free_variables = Rc::new(RefCell::new(known));
        self
    }

    /// What became known of the nodes, for an evaluator of another instance.
    #[must_use]
    pub fn into_free_variables(self) -> FreeVariables {
        let known = Rc::try_unwrap(self.free_variables);
        known.map_or_else(|shared| shared.borrow().clone(), RefCell::into_inner)
    }

    /// The same with a variable bound to a value.
    #[must_use]
    pub fn with_binding(mut self, var: VarId, value: TupleSet) -> Self {
        self.bindings.push((var, Rc::new(value)));
        self
    }

    /// The same, told where to look first for the values of existential variables. A suggestion counts only if it is within the variables'
    /// bounds and makes the formula true, so that a wrong one does no harm; a right one decides formulas over sets that are too large for all
    /// their subsets to be tried.
    #[must_use]
    pub fn with_witnesses(mut self, witnesses: &'a Witnesses) -> Self {
        self.witnesses = Some(witnesses);
        self
    }

    /// The same with another limit of nesting, for a thread with a stack of its own size: 1.3 KB a level suffice.
    #[must_use]
    pub fn with_max_depth(mut self, levels: u32) -> Self {
        self.max_depth = levels;
        self
    }

    /// The truth of a formula.
    pub fn formula(&self, id: FormulaId) -> Result<Truth, EvaluateError> {
        self.check_depth(id)?;
        Evaluation::new(self).formula(id, false)
    }

    /// The value of an expression; none where it is undefined.
    pub fn expression(&self, id: ExprId) -> Result<Option<TupleSet>, EvaluateError> {
        self.check_depth(id)?;
        let value = Stop::undefined_as_none(Evaluation::new(self).expression(id))?;
        Ok(value.map(|value| value.as_ref().clone()))
    }

    /// The value of an integer expression; none where it overflows.
    pub fn int(&self, id: IntId) -> Result<Option<i64>, EvaluateError> {
        self.check_depth(id)?;
        Stop::undefined_as_none(Evaluation::new(self).int(id))
    }

    /// Whether some term overflowed in what was evaluated so far. Where none did, [`Overflow::Wrap`] and [`Overflow::Prevent`] give the same.
    pub fn has_overflowed(&self) -> bool {
        self.overflowed.get()
    }

    fn check_depth(&self, node: impl Into<Node>) -> Result<(), EvaluateError> {
        let depth = self.free_variables.borrow_mut().depth(self.ast, node);
        if depth > self.max_depth {
            let limit = self.max_depth;
            return Err(EvaluateError::TooDeep { depth, limit });
        }
        Ok(())
    }
}
