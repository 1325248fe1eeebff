//! Which integer terms of a problem can go out of range, and how many bits would hold them.
//!
//! Interval arithmetic (Moore, "Interval Analysis", 1966) over the terms, with the bounds of relations for the sizes of sets. The answer is
//! on the safe side: a term that is not named cannot overflow; one that is named might, as far as bounds tell. Nothing is translated for it.

use relfind_relational::{
    Problem, TupleSet,
    ast::{
        Ast, Count, Decl, Expr, ExprId, Formula, FormulaId, IntExpr, IntId, IntOp, Multiplicity, Node,
        Quantifier, VarId,
    },
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{
    boolean::width_of,
    simplify::{Constants, Ranges},
};

/// A term that may be out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overflowing {
    /// The term; its operands are not out of range on account of it.
    pub term: IntId,
    /// The bits that its exact values need if those of its operands are within range; none where no number of bits would do, as for
    /// a division by zero.
    pub bits: Option<u32>,
}

/// Nodes of expressions that are looked at; of larger ones only the universe is known.
const MAX_EXPRESSION: u32 = 2_000;

/// Passes over the declarations of variables, whose bounds may mention each other.
const MAX_PASSES: usize = 4;

/// The terms below the goals that may be out of range, in the order of their ids.
pub fn overflowing_terms(problem: &Problem) -> Vec<Overflowing> {
    let mut analysis = Analysis::new(problem);
    let terms = analysis.collect();
    let mut found = Vec::new();
    for term in terms {
        let exact = analysis.exact(term);
        let bits = exact.map(|exact| width_of(exact.low, exact.high));
        if bits.is_none_or(|bits| bits > problem.universe().bitwidth()) {
            found.push(Overflowing { term, bits });
        }
    }
    found
}

/// The values that a term may have.
#[derive(Clone, Copy)]
struct Interval {
    low: i128,
    high: i128,
}

impl Interval {
    fn of(values: impl IntoIterator<Item = i128>) -> Self {
        let (low, high) = values
            .into_iter()
            .fold((i128::MAX, i128::MIN), |(low, high), v| (low.min(v), high.max(v)));
        Self { low, high }
    }

    fn corners(self, other: Self, op: impl Fn(i128, i128) -> i128) -> Self {
        let (a, b) = ([self.low, self.high], [other.low, other.high]);
        Self::of(a.iter().flat_map(|&x| b.map(|y| op(x, y))))
    }

    fn contains(self, value: i128) -> bool {
        self.low <= value && value <= self.high
    }

    /// The greatest distance from zero.
    fn size(self) -> i128 {
        self.low.abs().max(self.high.abs())
    }
}

struct Analysis<'p> {
    problem: &'p Problem,
    ast: &'p Ast,
    /// What each variable's values are within, over all its declarations.
    variables: FxHashMap<VarId, TupleSet>,
    /// The set whose single atoms a variable ranges over; none if its declarations differ.
    ranges_over: FxHashMap<VarId, Option<ExprId>>,
    /// Relations that lead from each atom of a set to at most one, as goals say.
    functions: FxHashSet<(ExprId, ExprId)>,
    constants: Constants,
    /// The values of terms, brought into range.
    known: FxHashMap<IntId, Interval>,
    sizes: FxHashMap<ExprId, u32>,
}

impl<'p> Analysis<'p> {
    fn new(problem: &'p Problem) -> Self {
        Self {
            problem,
            ast: &problem.ast,
            variables: FxHashMap::default(),
            ranges_over: FxHashMap::default(),
            functions: FxHashSet::default(),
            constants: Constants::new(problem.overflow),
            known: FxHashMap::default(),
            sizes: FxHashMap::default(),
        }
    }

    /// All terms below the goals, operands before what they are part of; learns the ranges of variables on the way.
    fn collect(&mut self) -> Vec<IntId> {
        let mut seen = FxHashSet::default();
        let mut open: Vec<Node> = self.problem.goals.iter().map(|&goal| goal.into()).collect();
        let mut terms = Vec::new();
        let mut declarations: Vec<&[Decl]> = Vec::new();
        while let Some(node) = open.pop() {
            if !seen.insert(node) {
                continue;
            }
            if let Node::Int(term) = node {
                terms.push(term);
            }
            if let Some((decls, _)) = self.ast.binder(node) {
                declarations.push(decls);
            }
            open.extend(self.ast.children(node));
        }
        // Nodes are made after their operands, so that ids ascend from operands to what they are part of.
        terms.sort_unstable();
        if !terms.is_empty() {
            self.declare(&declarations);
            for &goal in &self.problem.goals {
                self.learn_functions(goal);
            }
        }
        terms
    }

    /// Learns from `all x: s | one x.r` among the goals that `r` is a function on `s`, as declarations of fields say.
    fn learn_functions(&mut self, goal: FormulaId) {
        let Formula::Quantified(Quantifier::All, decls, body) = self.ast.formula(goal) else {
            return;
        };
        let [decl] = &decls[..] else { return };
        let body = std::slice::from_ref(body);
        let parts = match self.ast.formula(body[0]) {
            Formula::And(parts) => &parts[..],
            _ => body,
        };
        for &part in parts {
            if let Formula::Count(Count::One | Count::Lone, value) = *self.ast.formula(part)
                && let Some((var, relation)) = self.image(value)
                && var == decl.var
                && decl.multiplicity == Multiplicity::One
            {
                self.functions.insert((relation, decl.bound));
            }
        }
    }

    /// The variable and the relation of `x.r`.
    fn image(&self, e: ExprId) -> Option<(VarId, ExprId)> {
        let Expr::Join(left, right) = *self.ast.expr(e) else {
            return None;
        };
        match (self.ast.expr(left), self.ast.expr(right)) {
            (&Expr::Var(var), Expr::Relation(_)) => Some((var, right)),
            _ => None,
        }
    }

    /// Whether an expression is a function's value at a variable.
    fn is_value_of_function(&self, e: ExprId) -> bool {
        self.image(e).is_some_and(|(var, relation)| {
            let set = self.ranges_over.get(&var).copied().flatten();
            set.is_some_and(|set| self.functions.contains(&(relation, set)))
        })
    }

    fn declare(&mut self, declarations: &[&[Decl]]) {
        for decl in declarations.iter().copied().flatten() {
            let set = (decl.multiplicity == Multiplicity::One).then_some(decl.bound);
            let known = self.ranges_over.entry(decl.var).or_insert(set);
            if *known != set {
                *known = None;
            }
        }
        for pass in 0..=MAX_PASSES {
            let mut grown = false;
            for decl in declarations.iter().copied().flatten() {
                let arity = self.ast.arity(decl.bound);
                let bound = if pass < MAX_PASSES {
                    self.upper(decl.bound)
                } else {
                    None
                };
                let all = || TupleSet::all(self.problem.universe(), arity);
                let Some(bound) = bound.or_else(|| all().ok()) else {
                    continue;
                };
                let before = self.variables.get(&decl.var);
                let after = before.map_or(bound.clone(), |before| before.union(&bound));
                if before.is_none_or(|before| before.len() < after.len()) {
                    grown = true;
                    self.variables.insert(decl.var, after);
                }
            }
            if !grown {
                break;
            }
        }
    }

    /// How many nodes an expression has, operands counted as often as they occur.
    fn size(&mut self, id: ExprId) -> u32 {
        if let Some(&size) = self.sizes.get(&id) {
            return size;
        }
        let mut size = 1u32;
        for child in self.ast.children(id.into()) {
            if let Node::Expr(e) = child {
                size = size.saturating_add(self.size(e));
            }
        }
        self.sizes.insert(id, size);
        size
    }

    /// What an expression's value is within, if that is easy to tell. A variable is within the bounds of all its declarations.
    fn upper(&mut self, id: ExprId) -> Option<TupleSet> {
        self.range(id).map(|(_, upper)| upper)
    }

    fn range(&mut self, id: ExprId) -> Option<(TupleSet, TupleSet)> {
        if self.size(id) > MAX_EXPRESSION {
            return None;
        }
        let mut ranges = Ranges {
            ast: self.ast,
            bounds: &self.problem.bounds,
            variables: &mut self.variables,
            constants: &self.constants,
        };
        Some((ranges.lower(id).ok()?, ranges.upper(id).ok()?))
    }

    /// The least and the greatest number of tuples.
    fn cardinality(&mut self, e: ExprId) -> Interval {
        if let Some((lower, upper)) = self.range(e) {
            // Bounds may cross where the goals contradict each other.
            return Interval::of([lower.len().min(upper.len()) as i128, upper.len() as i128]);
        }
        let atoms = self.problem.universe().len() as i128;
        Interval::of([0, atoms.saturating_pow(self.ast.arity(e)).min(1 << 60)])
    }

    fn fits(&self) -> Interval {
        let universe = self.problem.universe();
        Interval::of([universe.min_int().into(), universe.max_int().into()])
    }

    /// The values of a term, brought into range.
    fn value(&mut self, id: IntId) -> Interval {
        if let Some(&known) = self.known.get(&id) {
            return known;
        }
        let range = self.fits();
        let value = match self.exact(id) {
            Some(exact) if range.contains(exact.low) && range.contains(exact.high) => exact,
            _ => range,
        };
        self.known.insert(id, value);
        value
    }

    /// The exact values of a term whose operands are in range; none if there is not always one.
    fn exact(&mut self, id: IntId) -> Option<Interval> {
        Some(match *self.ast.int(id) {
            IntExpr::Const(value) => Interval::of([value.into()]),
            IntExpr::Card(e) => self.cardinality(e),
            IntExpr::SumOf(e) => self.sum_of(e),
            IntExpr::Sum(ref decls, body) => {
                let bindings = decls.iter().map(|decl| self.cardinality(decl.bound).high);
                let bindings = bindings.fold(1i128, |n, m| n.saturating_mul(m).min(1 << 60));
                let body = self.value(body);
                Interval::of([bindings * body.low.min(0), bindings * body.high.max(0)])
            }
            IntExpr::Binary(op, a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                return self.operation(op, a, b);
            }
            IntExpr::If(_, a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                Interval::of([a.low, a.high, b.low, b.high])
            }
        })
    }

    fn sum_of(&mut self, e: ExprId) -> Interval {
        if let Expr::FromInt(i) = *self.ast.expr(e) {
            return self.value(i);
        }
        let universe = self.problem.universe().clone();
        let (lower, upper) = self
            .range(e)
            .unwrap_or_else(|| (TupleSet::empty(&universe, 1), TupleSet::ints(&universe)));
        let single = self.is_value_of_function(e);
        let (mut low, mut high) = (0, 0);
        for atom in upper.atoms() {
            let Some(value) = universe.int_value(atom).map(i128::from) else {
                continue;
            };
            if single {
                (low, high) = (value.min(low), value.max(high));
                continue;
            }
            let certain = lower.contains_atom(atom);
            low += if certain { value } else { value.min(0) };
            high += if certain { value } else { value.max(0) };
        }
        Interval { low, high }
    }

    fn operation(&self, op: IntOp, a: Interval, b: Interval) -> Option<Interval> {
        Some(match op {
            IntOp::Add => a.corners(b, |x, y| x + y),
            IntOp::Sub => a.corners(b, |x, y| x - y),
            IntOp::Mul => a.corners(b, |x, y| x * y),
            IntOp::Div | IntOp::Rem if b.contains(0) => return None,
            IntOp::Div => a.corners(b, |x, y| x / y),
            IntOp::Rem => {
                let size = a.size().min(b.size() - 1);
                Interval::of([
                    if a.low < 0 { -size } else { 0 },
                    if a.high > 0 { size } else { 0 },
                ])
            }
            IntOp::Shl if b.low < 0 || b.high > 62 => return None,
            IntOp::Shl => a.corners(b, |x, y| x << y),
            IntOp::Sha => Interval::of([a.low.min(0), a.high.max(0)]),
            IntOp::Shr if a.low >= 0 => Interval::of([0, a.high]),
            IntOp::Shr => self.fits(),
        })
    }
}
