//! From text to problems, and a count of their instances that shares nothing with translation and solver.

use std::{collections::HashSet, sync::Arc};

use relfind_lang::typed::World;
use relfind_relational::{
    Evaluator, Instance, Overflow, Problem, Truth, TupleSet,
    ast::{Expr, FormulaId, Node, RelationId},
};
use relfind_translator::lower::{LowerOptions, Lowered, lower};

/// The modules of a text without errors.
pub(crate) fn world(text: &str) -> World {
    let loaded = relfind_lang::load("test.als", text, &mut relfind_lang::NoFiles);
    match loaded.world {
        Some(world) => world,
        None => panic!("{text}\ndoes not load: {:#?}", loaded.diagnostics),
    }
}

/// The problem of a command, in the given mode.
pub(crate) fn lowered(text: &str, command: usize, overflow: Overflow) -> Lowered {
    let options = LowerOptions {
        overflow,
        ..LowerOptions::default()
    };
    match lower(&world(text), command, &options) {
        Ok(lowered) => lowered,
        Err(errors) => panic!("{text}\nis refused: {errors:#?}"),
    }
}

/// The number of instances of the first command: assignments of the visible relations under which all goals are true.
pub(crate) fn count(text: &str) -> u64 {
    count_problem(&lowered(text, 0, Overflow::Prevent).problem)
}

/// The number of instances of a problem.
pub(crate) fn count_problem(problem: &Problem) -> u64 {
    let mut search = Search::new(problem);
    search.descend(0);
    search.found
}

/// One relation after the other gets every value within its bounds; goals are checked as soon as all they mention has one.
struct Search<'p> {
    problem: &'p Problem,
    order: Vec<RelationId>,
    due: Vec<Vec<FormulaId>>,
    values: Vec<TupleSet>,
    found: u64,
}

impl<'p> Search<'p> {
    fn new(problem: &'p Problem) -> Self {
        let bounds = &problem.bounds;
        let mut order: Vec<_> = bounds
            .iter()
            .filter(|(_, r)| !r.is_constant())
            .map(|(id, _)| id)
            .collect();
        order.sort_by_key(|&id| bounds.relation(id).upper.len() - bounds.relation(id).lower.len());
        let mut due = vec![Vec::new(); order.len() + 1];
        for &goal in &problem.goals {
            let mut last = 0;
            let mut seen = HashSet::new();
            let mut open: Vec<Node> = vec![goal.into()];
            while let Some(node) = open.pop() {
                if !seen.insert(node) {
                    continue;
                }
                if let Node::Expr(e) = node
                    && let Expr::Relation(r) = problem.ast.expr(e)
                {
                    last = last.max(order.iter().position(|o| o == r).map_or(0, |i| i + 1));
                }
                open.extend(problem.ast.children(node));
            }
            due[last].push(goal);
        }
        let values = bounds.iter().map(|(_, r)| r.lower.clone()).collect();
        Self {
            problem,
            order,
            due,
            values,
            found: 0,
        }
    }

    fn descend(&mut self, depth: usize) {
        let instance = Instance::new(Arc::clone(self.problem.universe()), self.values.clone());
        let evaluator = Evaluator::new(&self.problem.ast, &instance, self.problem.overflow);
        let holds =
            |&goal: &FormulaId| evaluator.formula(goal).expect("the goal can be evaluated") == Truth::True;
        if !self.due[depth].iter().all(holds) {
            return;
        }
        let Some(&id) = self.order.get(depth) else {
            self.found += 1;
            return;
        };
        let relation = self.problem.bounds.relation(id);
        let free = relation.upper.difference(&relation.lower);
        assert!(
            free.len() <= 16,
            "{} is too large to try all values",
            relation.name
        );
        for mask in 0..1u32 << free.len() {
            let chosen = free
                .indices()
                .iter()
                .enumerate()
                .filter(|(i, _)| mask >> i & 1 == 1)
                .map(|(_, &t)| t);
            let chosen = TupleSet::of_indices(self.problem.universe(), relation.arity, chosen.collect());
            self.values[id.index()] = relation.lower.union(&chosen.expect("tuples of the bound"));
            self.descend(depth + 1);
        }
        self.values[id.index()] = relation.lower.clone();
    }
}
