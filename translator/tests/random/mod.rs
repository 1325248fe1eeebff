//! Random small problems from a seed.

use relfind_relational::{
    Overflow, Problem, RelationKind, TupleSet, Universe,
    ast::{
        Count, Decl, ExprId, FormulaId, IntComparison, IntId, IntOp, Multiplicity, Quantifier, RelationId,
        SizeComparison, VarId,
    },
};

/// A generator of pseudo-random numbers (Steele, Lea and Flood's `SplitMix64`).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// At most so many tuples of all relations together are left open.
const FREE_TUPLES: usize = 7;

struct Generator<'a> {
    random: &'a mut Random,
    problem: Problem,
    relations: Vec<(RelationId, u32)>,
    scope: Vec<VarId>,
}

/// A random problem.
pub(crate) fn problem(random: &mut Random) -> Problem {
    let before = &["a", "b", "c"][..=random.below(3)];
    let bitwidth = [0, 0, 1, 2, 2, 3][random.below(6)];
    let after = &["z"][..random.below(2)];
    let universe = Universe::with_ints(before.iter().copied(), bitwidth, after.iter().copied());
    let overflow = random.pick(&[Overflow::Wrap, Overflow::Prevent, Overflow::Prevent]);
    let problem = Problem::new(universe, overflow);
    let mut generator = Generator {
        random,
        problem,
        relations: Vec::new(),
        scope: Vec::new(),
    };
    generator.relations();
    for _ in 0..=generator.random.below(2) {
        let depth = 2 + generator.random.below(4) as u32;
        let goal = if generator.random.chance(20) {
            generator.plain_goal()
        } else {
            generator.formula(depth)
        };
        generator.problem.goals.push(goal);
    }
    generator.problem
}

impl Generator<'_> {
    fn relations(&mut self) {
        let mut free = 0;
        for name in ["r", "s", "t"].into_iter().take(2 + self.random.below(2)) {
            let arity = self.random.pick(&[1, 1, 2, 2, 3]);
            let universe = self.problem.universe().clone();
            let count = (universe.len() as u64).pow(arity);
            let (mut lower, mut upper) = (Vec::new(), Vec::new());
            for tuple in 0..count {
                let density = if count > 12 { 600 / count as usize } else { 50 };
                if self.random.chance(density) {
                    upper.push(tuple);
                    if self.random.chance(30) || free == FREE_TUPLES {
                        lower.push(tuple);
                    } else {
                        free += 1;
                    }
                }
            }
            let set = |tuples| TupleSet::of_indices(&universe, arity, tuples).expect("tuples fit");
            let (lower, upper) = (set(lower), set(upper));
            let kind = RelationKind::Visible;
            let id = self
                .problem
                .bounds
                .add(name, kind, lower, upper)
                .expect("bounds fit");
            self.relations.push((id, arity));
        }
    }

    /// A goal that says something outright about a relation, which narrows bounds.
    fn plain_goal(&mut self) -> FormulaId {
        let arity = self.arity();
        let relation = self.relation(arity);
        match self.random.below(6) {
            0 | 1 if arity > 1 => {
                let bound = self.bound(1, 1);
                let var = self.var(1);
                self.scope.push(var);
                let x = self.problem.ast.variable(var);
                let row = self.problem.ast.join(x, relation);
                let limit = self.expr(arity - 1, 2);
                let ast = &mut self.problem.ast;
                let within = if arity == 2 {
                    ast.subset(row, limit)
                } else {
                    ast.equal(limit, row)
                };
                self.scope.pop();
                let decl = Decl {
                    var,
                    multiplicity: Multiplicity::One,
                    bound,
                };
                self.problem.ast.quantified(Quantifier::All, vec![decl], within)
            }
            2 => {
                let value = self.expr(arity, 2);
                self.problem.ast.equal(value, relation)
            }
            3 => {
                let value = self.expr(arity, 1);
                self.problem.ast.subset(value, relation)
            }
            4 => {
                let count = self
                    .random
                    .pick(&[Count::No, Count::Some, Count::Lone, Count::One]);
                self.problem.ast.count(count, relation)
            }
            _ => {
                let value = self.expr(arity, 2);
                self.problem.ast.subset(relation, value)
            }
        }
    }

    fn formula(&mut self, depth: u32) -> FormulaId {
        if depth == 0 {
            return self.simple_formula();
        }
        match self.random.below(16) {
            0 => {
                let a = self.formula(depth - 1);
                self.problem.ast.not(a)
            }
            1 | 2 => {
                let parts = self.formulas(depth);
                self.problem.ast.and(parts)
            }
            3 | 4 => {
                let parts = self.formulas(depth);
                self.problem.ast.or(parts)
            }
            5 => {
                let (a, b) = (self.formula(depth - 1), self.formula(depth - 1));
                self.problem.ast.implies(a, b)
            }
            6 => {
                let (a, b) = (self.formula(depth - 1), self.formula(depth - 1));
                self.problem.ast.iff(a, b)
            }
            7..=11 => self.quantified(depth),
            _ => self.atomic(depth - 1),
        }
    }

    fn formulas(&mut self, depth: u32) -> Vec<FormulaId> {
        (0..=self.random.below(3))
            .map(|_| self.formula(depth - 1))
            .collect()
    }

    fn simple_formula(&mut self) -> FormulaId {
        if self.random.chance(8) {
            let value = self.random.chance(50);
            return self.problem.ast.constant(value);
        }
        self.atomic(0)
    }

    fn atomic(&mut self, depth: u32) -> FormulaId {
        match self.random.below(10) {
            0 | 1 => {
                let arity = self.arity();
                let (a, b) = (self.expr(arity, depth), self.expr(arity, depth));
                self.problem.ast.subset(a, b)
            }
            2 => {
                let arity = self.arity();
                let (a, b) = (self.expr(arity, depth), self.expr(arity, depth));
                self.problem.ast.equal(a, b)
            }
            3..=5 => {
                let arity = self.arity();
                let a = self.expr(arity, depth);
                let count = self
                    .random
                    .pick(&[Count::No, Count::Some, Count::Lone, Count::One]);
                self.problem.ast.count(count, a)
            }
            6 => {
                let arity = self.arity();
                let a = self.expr(arity, depth);
                let all = [
                    SizeComparison::AtMost,
                    SizeComparison::Exactly,
                    SizeComparison::AtLeast,
                ];
                let (comparison, n) = (self.random.pick(&all), self.random.below(5) as u32);
                self.problem.ast.size(comparison, a, n)
            }
            7 if self.random.chance(30) => {
                let (elem, first, next) = (self.expr(1, 0), self.expr(1, 0), self.expr(2, 0));
                self.problem.ast.total_order(elem, first, next)
            }
            _ => {
                let all = [
                    IntComparison::Equal,
                    IntComparison::Less,
                    IntComparison::LessEqual,
                ];
                let (a, b) = (self.int(depth), self.int(depth));
                let comparison = self.random.pick(&all);
                self.problem.ast.int_compare(comparison, a, b)
            }
        }
    }

    fn arity(&mut self) -> u32 {
        self.random.pick(&[1, 1, 1, 2, 2, 3])
    }

    fn var(&mut self, arity: u32) -> VarId {
        let name = ["x", "y"][self.random.below(2)];
        // Now and then a binder hides another.
        let level = if self.random.chance(10) {
            0
        } else {
            self.scope.len() as u32
        };
        self.problem.ast.add_var(name, arity, level)
    }

    fn bound(&mut self, arity: u32, depth: u32) -> ExprId {
        match self.random.below(6) {
            0 | 1 if arity == 1 => self.problem.ast.all_ints(),
            2 if arity == 1 => self.problem.ast.univ(),
            3 => self.relation(arity),
            _ => self.expr(arity, depth.min(1)),
        }
    }

    fn quantified(&mut self, depth: u32) -> FormulaId {
        let quantifier = self.random.pick(&[Quantifier::All, Quantifier::Some]);
        let outside = self.scope.len();
        let mut decls = Vec::new();
        for _ in 0..=self.random.below(2) {
            let all = [Multiplicity::Lone, Multiplicity::Some, Multiplicity::Set];
            let set = self.random.chance(15);
            let multiplicity = if set {
                self.random.pick(&all)
            } else {
                Multiplicity::One
            };
            let arity = if self.random.chance(12) { 2 } else { 1 };
            let bound = if set || arity > 1 {
                self.relation(arity)
            } else {
                self.bound(arity, depth)
            };
            let var = self.var(arity);
            decls.push(Decl {
                var,
                multiplicity,
                bound,
            });
            self.scope.push(var);
        }
        let body = self.formula(depth - 1);
        self.scope.truncate(outside);
        self.problem.ast.quantified(quantifier, decls, body)
    }

    fn single_decls(&mut self, count: usize) -> Vec<Decl> {
        (0..count)
            .map(|_| {
                let bound = self.bound(1, 1);
                let var = self.var(1);
                self.scope.push(var);
                Decl {
                    var,
                    multiplicity: Multiplicity::One,
                    bound,
                }
            })
            .collect()
    }

    fn relation(&mut self, arity: u32) -> ExprId {
        let fitting: Vec<RelationId> = self
            .relations
            .iter()
            .filter(|r| r.1 == arity)
            .map(|r| r.0)
            .collect();
        if fitting.is_empty() {
            return self.problem.ast.none(arity);
        }
        let relation = self.random.pick(&fitting);
        self.problem.ast.relation(relation, arity)
    }

    fn leaf(&mut self, arity: u32) -> ExprId {
        let bound: Vec<VarId> = self
            .scope
            .iter()
            .copied()
            .filter(|&var| self.problem.ast.var(var).arity == arity)
            .collect();
        if !bound.is_empty() && self.random.chance(60) {
            let var = self.random.pick(&bound);
            return self.problem.ast.variable(var);
        }
        match (self.random.below(12), arity) {
            (0, _) => self.problem.ast.none(arity),
            (1, 1) => self.problem.ast.univ(),
            (1, 2) => self.problem.ast.iden(),
            (2, 1) => self.problem.ast.all_ints(),
            _ => self.relation(arity),
        }
    }

    fn expr(&mut self, arity: u32, depth: u32) -> ExprId {
        if depth == 0 || self.random.chance(20) {
            return self.leaf(arity);
        }
        let depth = depth - 1;
        match self.random.below(14) {
            operation @ 0..=3 => {
                let (a, b) = (self.expr(arity, depth), self.expr(arity, depth));
                let ast = &mut self.problem.ast;
                match operation {
                    0 => ast.union(a, b),
                    1 => ast.intersect(a, b),
                    2 => ast.difference(a, b),
                    _ => ast.override_with(a, b),
                }
            }
            4..=6 => {
                let left = 1 + self.random.below(2) as u32;
                let right = arity + 2 - left;
                if right > 3 || right == 0 {
                    return self.leaf(arity);
                }
                let (a, b) = (self.expr(left, depth), self.expr(right, depth));
                self.problem.ast.join(a, b)
            }
            7 if arity > 1 => {
                let left = 1 + self.random.below(arity as usize - 1) as u32;
                let (a, b) = (self.expr(left, depth), self.expr(arity - left, depth));
                self.problem.ast.product(a, b)
            }
            8 if arity == 2 => {
                let a = self.expr(2, depth);
                if self.random.chance(50) {
                    self.problem.ast.transpose(a)
                } else {
                    self.problem.ast.closure(a)
                }
            }
            9 => {
                let (set, whole) = (self.expr(1, depth), self.expr(arity, depth));
                if self.random.chance(50) {
                    self.problem.ast.domain_restrict(set, whole)
                } else {
                    self.problem.ast.range_restrict(whole, set)
                }
            }
            10 => {
                let c = self.formula(depth);
                let (a, b) = (self.expr(arity, depth), self.expr(arity, depth));
                self.problem.ast.if_expr(c, a, b)
            }
            11 | 12 if arity == 1 => {
                let i = self.int(depth);
                self.problem.ast.from_int(i)
            }
            13 if arity < 3 => {
                let outside = self.scope.len();
                let decls = self.single_decls(arity as usize);
                let mut body = self.formula(depth);
                if self.random.chance(40) {
                    body = self.with_equation(&decls, body, depth);
                }
                self.scope.truncate(outside);
                self.problem.ast.comprehension(decls, body)
            }
            _ => self.leaf(arity),
        }
    }

    /// The formula, and before or after it that one of the variables is an integer.
    fn with_equation(&mut self, decls: &[Decl], formula: FormulaId, depth: u32) -> FormulaId {
        let var = self.random.pick(decls).var;
        let (integer, atom) = (self.int(depth), self.problem.ast.variable(var));
        let ast = &mut self.problem.ast;
        let equation = if self.random.chance(50) {
            let value = ast.sum_of(atom);
            ast.int_compare(IntComparison::Equal, value, integer)
        } else {
            let singleton = ast.from_int(integer);
            ast.equal(singleton, atom)
        };
        let parts = if self.random.chance(50) {
            vec![equation, formula]
        } else {
            vec![formula, equation]
        };
        ast.and(parts)
    }

    fn int(&mut self, depth: u32) -> IntId {
        if depth == 0 || self.random.chance(25) {
            return match self.random.below(3) {
                0 => {
                    let value = self.random.below(9) as i64 - 4;
                    self.problem.ast.number(value)
                }
                1 => {
                    let arity = self.arity();
                    let a = self.leaf(arity);
                    self.problem.ast.cardinality(a)
                }
                _ => {
                    let a = self.leaf(1);
                    self.problem.ast.sum_of(a)
                }
            };
        }
        let depth = depth - 1;
        match self.random.below(10) {
            0 | 1 => {
                let arity = self.arity();
                let a = self.expr(arity, depth);
                self.problem.ast.cardinality(a)
            }
            2 | 3 => {
                let a = self.expr(1, depth);
                self.problem.ast.sum_of(a)
            }
            4 => {
                let outside = self.scope.len();
                let count = 1 + self.random.below(2);
                let decls = self.single_decls(count);
                let body = self.int(depth);
                self.scope.truncate(outside);
                self.problem.ast.sum(decls, body)
            }
            5 => {
                let c = self.formula(depth);
                let (a, b) = (self.int(depth), self.int(depth));
                self.problem.ast.if_int(c, a, b)
            }
            _ => {
                use IntOp::{Add, Div, Mul, Rem, Sha, Shl, Shr, Sub};
                let op = self
                    .random
                    .pick(&[Add, Sub, Mul, Div, Rem, Shl, Sha, Shr, Add, Sub]);
                let (a, b) = (self.int(depth), self.int(depth));
                self.problem.ast.int_op(op, a, b)
            }
        }
    }
}

/// All instances within the bounds, as the open tuples of every relation that are in it.
pub(crate) fn valuations(problem: &Problem) -> Vec<Vec<TupleSet>> {
    let mut all = vec![Vec::new()];
    for (_, relation) in problem.bounds.iter() {
        let open = relation.upper.difference(&relation.lower);
        let open = open.indices();
        let mut longer = Vec::new();
        for values in all {
            for subset in 0..1u32 << open.len() {
                let chosen = open.iter().enumerate().filter(|(i, _)| subset >> i & 1 == 1);
                let chosen: Vec<u64> = chosen.map(|(_, &tuple)| tuple).collect();
                let chosen = TupleSet::of_indices(problem.universe(), relation.arity, chosen);
                let mut values: Vec<TupleSet> = values.clone();
                values.push(relation.lower.union(&chosen.expect("tuples fit")));
                longer.push(values);
            }
        }
        all = longer;
    }
    all
}
