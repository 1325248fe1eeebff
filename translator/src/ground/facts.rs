//! What grounding wants to know of every node before it starts.

use std::rc::Rc;

use indexmap::IndexSet;
use relfind_relational::{
    ast::{Ast, Expr, Formula, FormulaId, IntExpr, Node, VarId},
    leaves_out_undefined,
};
use rustc_hash::FxBuildHasher;

/// What is known of a node.
#[derive(Clone, Debug, Default)]
pub(super) struct NodeFacts {
    /// The free variables, ascending.
    pub(super) free: Rc<[VarId]>,
    /// How many nodes it is an operand of, goals counted too.
    pub(super) uses: u32,
    /// Whether, with overflow prevented, its negation is more than its truth turned round: some quantifier within that is part of
    /// the same formula ranges over the integers.
    pub(super) by_polarity: bool,
    seen: bool,
}

/// The facts of all nodes below some formulas.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    formulas: Vec<NodeFacts>,
    exprs: Vec<NodeFacts>,
    ints: Vec<NodeFacts>,
    sets: IndexSet<Rc<[VarId]>, FxBuildHasher>,
}

impl Facts {
    /// The facts of everything below the goals.
    pub(super) fn new(ast: &Ast, goals: &[FormulaId]) -> Self {
        let mut facts = Self {
            formulas: vec![NodeFacts::default(); ast.formulas()],
            exprs: vec![NodeFacts::default(); ast.exprs()],
            ints: vec![NodeFacts::default(); ast.ints()],
            sets: IndexSet::default(),
        };
        for &goal in goals {
            facts.visit(ast, goal.into());
            facts.node_mut(goal.into()).uses += 1;
        }
        facts
    }

    /// The facts of a node.
    pub(super) fn node(&self, node: Node) -> &NodeFacts {
        match node {
            Node::Formula(id) => &self.formulas[id.index()],
            Node::Expr(id) => &self.exprs[id.index()],
            Node::Int(id) => &self.ints[id.index()],
        }
    }

    fn node_mut(&mut self, node: Node) -> &mut NodeFacts {
        match node {
            Node::Formula(id) => &mut self.formulas[id.index()],
            Node::Expr(id) => &mut self.exprs[id.index()],
            Node::Int(id) => &mut self.ints[id.index()],
        }
    }

    fn visit(&mut self, ast: &Ast, root: Node) {
        let mut pending = vec![(root, false)];
        while let Some((node, entered)) = pending.pop() {
            if self.node(node).seen {
                continue;
            }
            let children = ast.children(node);
            if entered {
                self.combine(ast, node, &children);
            } else {
                pending.push((node, true));
                pending.extend(children.iter().rev().map(|&child| (child, false)));
            }
        }
    }

    fn combine(&mut self, ast: &Ast, node: Node, children: &[Node]) {
        let mut free: Vec<VarId> = Vec::new();
        if let Some((decls, body)) = ast.binder(node) {
            free.extend(self.node(body).free.iter());
            for decl in decls.iter().rev() {
                free.retain(|&var| var != decl.var);
                free.extend(self.node(decl.bound.into()).free.iter());
            }
        } else {
            for &child in children {
                free.extend(self.node(child).free.iter());
            }
        }
        if let Node::Expr(id) = node
            && let Expr::Var(var) = *ast.expr(id)
        {
            free.push(var);
        }
        free.sort_unstable();
        free.dedup();
        let by_polarity = self.is_by_polarity(ast, node);
        for &child in children {
            self.node_mut(child).uses += 1;
        }
        let (position, _) = self.sets.insert_full(free.into());
        let free = self.sets[position].clone();
        let facts = self.node_mut(node);
        (facts.free, facts.by_polarity, facts.seen) = (free, by_polarity, true);
    }

    fn is_by_polarity(&self, ast: &Ast, node: Node) -> bool {
        let Node::Formula(id) = node else { return false };
        let below = |id: FormulaId| self.node(id.into()).by_polarity;
        match *ast.formula(id) {
            Formula::Not(a) => below(a),
            Formula::And(ref parts) | Formula::Or(ref parts) => parts.iter().any(|&part| below(part)),
            Formula::Implies(a, b) | Formula::Iff(a, b) => below(a) || below(b),
            Formula::Quantified(_, ref decls, body) => {
                below(body) || decls.iter().any(|decl| leaves_out_undefined(ast, decl))
            }
            _ => false,
        }
    }

    /// Whether the node costs nothing to ground.
    pub(super) fn is_leaf(ast: &Ast, node: Node) -> bool {
        match node {
            Node::Formula(id) => matches!(ast.formula(id), Formula::Const(_) | Formula::Not(_)),
            Node::Expr(id) => matches!(
                ast.expr(id),
                Expr::Relation(_) | Expr::Var(_) | Expr::None(_) | Expr::Univ | Expr::Iden | Expr::Ints
            ),
            Node::Int(id) => matches!(ast.int(id), IntExpr::Const(_)),
        }
    }
}
