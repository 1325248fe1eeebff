//! Rows of exactly one tuple: what is made of `a.f != b.f` where goals say that both have one, and that it means the same.

use relfind_relational::{
    Evaluator, Instance, Overflow, Problem, RelationKind, Truth, TupleSet, Universe,
    ast::{Ast, Count, Decl, ExprId, FormulaId, Multiplicity, Quantifier, RelationId},
};
use relfind_solver::{Limits, ModelEnumerator, Verdict};
use relfind_translator::{Silent, TranslateOptions, Translation, translate};

const ROWS: u64 = 2;
const COLUMNS: u64 = 3;

/// Atoms r0 r1 c0 c1 c2; `row` and `column` are constant, `f` and `g` are relations from rows to columns, `few` some of the rows.
struct Board {
    problem: Problem,
    open: Vec<RelationId>,
    f: ExprId,
    g: ExprId,
    row: ExprId,
    few: ExprId,
}

impl Board {
    fn new() -> Self {
        let mut problem = Problem::new(Universe::new(["r0", "r1", "c0", "c1", "c2"]), Overflow::Prevent);
        let universe = problem.universe().clone();
        let set = |arity, tuples| TupleSet::of_indices(&universe, arity, tuples).expect("as built");
        let pairs = (0..ROWS).flat_map(|r| (0..COLUMNS).map(move |c| r * (ROWS + COLUMNS) + ROWS + c));
        let pairs = set(2, pairs.collect());
        let bounds = &mut problem.bounds;
        let row = bounds.add_exact("row", RelationKind::Visible, set(1, (0..ROWS).collect()));
        let mut add = |name: &str, lower: TupleSet, upper: TupleSet| {
            bounds
                .add(name, RelationKind::Visible, lower, upper)
                .expect("as built")
        };
        // One tuple of g is certain.
        let f = add("f", set(2, Vec::new()), pairs.clone());
        let g = add("g", set(2, vec![ROWS]), pairs);
        let few = add("few", set(1, Vec::new()), set(1, vec![0, 1]));
        let ast = &mut problem.ast;
        let [f_expr, g_expr] = [f, g].map(|r| ast.relation(r, 2));
        let [row, few_expr] = [row, few].map(|r| ast.relation(r, 1));
        Self {
            open: vec![f, g, few],
            f: f_expr,
            g: g_expr,
            row,
            few: few_expr,
            problem,
        }
    }

    /// `all x: bound | body`
    fn all(
        &mut self,
        bound: ExprId,
        level: u32,
        body: impl FnOnce(&mut Self, ExprId) -> FormulaId,
    ) -> FormulaId {
        let var = self.problem.ast.add_var("x", 1, level);
        let x = self.problem.ast.variable(var);
        let body = body(self, x);
        let multiplicity = Multiplicity::One;
        let decl = Decl {
            var,
            multiplicity,
            bound,
        };
        self.problem.ast.quantified(Quantifier::All, vec![decl], body)
    }

    /// `all x: bound | count x.relation`
    fn each(&mut self, count: Count, bound: ExprId, relation: ExprId) -> FormulaId {
        self.all(bound, 0, |this, x| {
            let ast = &mut this.problem.ast;
            let row = ast.join(x, relation);
            ast.count(count, row)
        })
    }

    /// `all x, y: row | no x & y implies x.left != y.right`, or the same of equality and `some x & y`; with `within` of `in` in place of equality,
    /// and with `few.g` too on the right.
    fn compared(&mut self, left: ExprId, right: ExprId, equal: bool, within: bool) -> FormulaId {
        let (few, g) = (self.few, self.g);
        let rows = self.row;
        self.all(rows, 0, |this, x| {
            this.all(rows, 1, |this, y| {
                let ast = &mut this.problem.ast;
                let (a, b) = (ast.join(x, left), ast.join(y, right));
                let both = ast.intersect(x, y);
                let is_other = ast.count(if equal { Count::Some } else { Count::No }, both);
                let more = ast.join(few, g);
                let more = ast.union(b, more);
                let same = if within {
                    ast.subset(a, more)
                } else {
                    ast.equal(a, b)
                };
                let differ = ast.not(same);
                let negated = ast.not(differ);
                ast.implies(is_other, if equal { negated } else { differ })
            })
        })
    }

    fn translate(&self) -> Translation {
        let options = TranslateOptions {
            symmetry: 0,
            ..TranslateOptions::default()
        };
        translate(&self.problem, &options, &Silent).expect("as built")
    }

    /// The number of instances by clauses, and by trying all values of the relations.
    fn counts(&self) -> (usize, usize) {
        let translation = self.translate();
        let visible = translation.visible_primary();
        let mut models = ModelEnumerator::new(&translation.cnf, &visible, None);
        let mut found = 0;
        while models.next(&Limits::none()) == Verdict::Sat {
            found += 1;
        }
        (found, self.brute())
    }

    fn brute(&self) -> usize {
        let Problem { ast, bounds, .. } = &self.problem;
        let universe = bounds.universe();
        let free: Vec<(RelationId, u64)> = self
            .open
            .iter()
            .flat_map(|&id| {
                let relation = bounds.relation(id);
                let tuples = relation.upper.difference(&relation.lower).indices().to_vec();
                tuples.into_iter().map(move |tuple| (id, tuple))
            })
            .collect();
        let is_one = |bits: u32| {
            let values = bounds.iter().map(|(id, relation)| {
                let chosen = free
                    .iter()
                    .enumerate()
                    .filter(|(i, free)| bits >> i & 1 == 1 && free.0 == id);
                let mut tuples: Vec<u64> = chosen.map(|(_, free)| free.1).collect();
                tuples.extend(relation.lower.indices().iter());
                tuples.sort_unstable();
                let arity = relation.upper.arity();
                TupleSet::of_indices(universe, arity, tuples).expect("as built")
            });
            let instance = Instance::new(universe.clone(), values.collect());
            holds(ast, &instance, &self.problem)
        };
        (0..1u32 << free.len()).filter(|&bits| is_one(bits)).count()
    }
}

fn holds(ast: &Ast, instance: &Instance, problem: &Problem) -> bool {
    let evaluator = Evaluator::new(ast, instance, problem.overflow);
    let is_true = |&goal: &FormulaId| evaluator.formula(goal).expect("as built") == Truth::True;
    problem.goals.iter().all(is_true)
}

#[test]
fn rows_of_one_tuple_differ_by_two_literals() {
    let mut board = Board::new();
    let (row, f) = (board.row, board.f);
    board.problem.goals = vec![board.compared(f, f, false, false), board.each(Count::One, row, f)];
    let statistics = board.translate().statistics;
    assert_eq!(statistics.variables, statistics.primary_variables, "no gates");
    // For each row: some column, and no two; then no column of both.
    assert_eq!(statistics.clauses, 2 * (1 + 3) + 3);
    let (found, expected) = board.counts();
    assert_eq!(found, expected);
    // 3 * 2 values of f; g has five open tuples, few two.
    assert_eq!(found, (3 * 2) << 7);
}

/// What a goal says of some rows, given the row expression and f and g.
type Says = fn(&mut Board) -> Vec<FormulaId>;

#[test]
fn what_goals_say_of_rows_keeps_its_meaning() {
    let says: [Says; 8] = [
        |b| vec![b.each(Count::One, b.row, b.f), b.each(Count::One, b.row, b.g)],
        |b| vec![b.each(Count::One, b.row, b.f)],
        |b| vec![b.each(Count::Lone, b.row, b.f), b.each(Count::Lone, b.row, b.g)],
        |b| vec![b.each(Count::Some, b.row, b.f), b.each(Count::One, b.row, b.g)],
        // Only of rows that are there.
        |b| vec![b.each(Count::One, b.few, b.f), b.each(Count::One, b.few, b.g)],
        // Perhaps not.
        |b| {
            let ones = [b.f, b.g].map(|r| b.each(Count::One, b.row, r));
            let ast = &mut b.problem.ast;
            let both = ast.and(ones.to_vec());
            let no = ast.count(Count::No, b.f);
            vec![ast.or(vec![both, no])]
        },
        // The contrary.
        |b| {
            let one = b.each(Count::One, b.row, b.f);
            vec![b.problem.ast.not(one), b.each(Count::One, b.row, b.g)]
        },
        // Of all columns of both rows together, and of a row twice.
        |b| {
            let ast = &mut b.problem.ast;
            let (one, few) = (ast.count(Count::One, b.f), ast.count(Count::One, b.few));
            vec![
                one,
                few,
                b.each(Count::One, b.row, b.g),
                b.each(Count::One, b.row, b.g),
            ]
        },
    ];
    for (number, says) in says.into_iter().enumerate() {
        for equal in [false, true] {
            for other_first in [false, true] {
                for within in [false, true] {
                    let mut board = Board::new();
                    let mut goals = says(&mut board);
                    let (f, g) = (board.f, board.g);
                    goals.extend([
                        board.compared(f, g, equal, within),
                        board.compared(f, f, false, within),
                    ]);
                    if other_first {
                        goals.reverse();
                    }
                    board.problem.goals = goals;
                    let (found, expected) = board.counts();
                    assert_eq!(found, expected, "{number}, equal: {equal}, within: {within}");
                }
            }
        }
    }
}
