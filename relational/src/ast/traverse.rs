//! Walking over nodes of any sort, without recursion, so that depth costs no stack.

use rustc_hash::FxHashMap;

use super::{Ast, Decl, Expr, ExprId, Formula, FormulaId, IntExpr, IntId, VarId};

/// A node of any sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Node {
    /// A formula.
    Formula(FormulaId),
    /// A relational expression.
    Expr(ExprId),
    /// An integer expression.
    Int(IntId),
}

impl From<FormulaId> for Node {
    fn from(id: FormulaId) -> Self {
        Node::Formula(id)
    }
}

impl From<ExprId> for Node {
    fn from(id: ExprId) -> Self {
        Node::Expr(id)
    }
}

impl From<IntId> for Node {
    fn from(id: IntId) -> Self {
        Node::Int(id)
    }
}

impl Ast {
    /// The operands of a node from left to right; of a binder the bounds of its declarations, then its body.
    pub fn children(&self, node: Node) -> Vec<Node> {
        match node {
            Node::Formula(id) => self.formula_children(id),
            Node::Expr(id) => self.expr_children(id),
            Node::Int(id) => match *self.int(id) {
                IntExpr::Const(_) => Vec::new(),
                IntExpr::Card(e) | IntExpr::SumOf(e) => vec![e.into()],
                IntExpr::Sum(ref decls, body) => binder(decls, body.into()),
                IntExpr::Binary(_, a, b) => vec![a.into(), b.into()],
                IntExpr::If(c, a, b) => vec![c.into(), a.into(), b.into()],
            },
        }
    }

    fn formula_children(&self, id: FormulaId) -> Vec<Node> {
        match *self.formula(id) {
            Formula::Const(_) => Vec::new(),
            Formula::Not(a) => vec![a.into()],
            Formula::And(ref parts) | Formula::Or(ref parts) => parts.iter().map(|&p| p.into()).collect(),
            Formula::Implies(a, b) | Formula::Iff(a, b) => vec![a.into(), b.into()],
            Formula::Subset(a, b) | Formula::Equal(a, b) => vec![a.into(), b.into()],
            Formula::Count(_, a) | Formula::Size(_, a, _) => vec![a.into()],
            Formula::IntCompare(_, a, b) => vec![a.into(), b.into()],
            Formula::Quantified(_, ref decls, body) => binder(decls, body.into()),
            Formula::TotalOrder { elem, first, next } => vec![elem.into(), first.into(), next.into()],
        }
    }

    fn expr_children(&self, id: ExprId) -> Vec<Node> {
        match *self.expr(id) {
            Expr::Relation(_) | Expr::Var(_) | Expr::None(_) | Expr::Univ | Expr::Iden | Expr::Ints => {
                Vec::new()
            }
            Expr::Union(a, b)
            | Expr::Intersect(a, b)
            | Expr::Difference(a, b)
            | Expr::Override(a, b)
            | Expr::Join(a, b)
            | Expr::Product(a, b)
            | Expr::DomainRestrict(a, b)
            | Expr::RangeRestrict(a, b) => vec![a.into(), b.into()],
            Expr::Transpose(a) | Expr::Closure(a) => vec![a.into()],
            Expr::If(c, a, b) => vec![c.into(), a.into(), b.into()],
            Expr::Comprehension(ref decls, body) => binder(decls, body.into()),
            Expr::FromInt(i) => vec![i.into()],
        }
    }

    /// The declarations of a binder, and its body; none for other nodes.
    pub fn binder(&self, node: Node) -> Option<(&[Decl], Node)> {
        match node {
            Node::Formula(id) => match self.formula(id) {
                Formula::Quantified(_, decls, body) => Some((decls, (*body).into())),
                _ => None,
            },
            Node::Expr(id) => match self.expr(id) {
                Expr::Comprehension(decls, body) => Some((decls, (*body).into())),
                _ => None,
            },
            Node::Int(id) => match self.int(id) {
                IntExpr::Sum(decls, body) => Some((decls, (*body).into())),
                _ => None,
            },
        }
    }
}

fn binder(decls: &[Decl], body: Node) -> Vec<Node> {
    decls.iter().map(|d| d.bound.into()).chain([body]).collect()
}

#[derive(Clone, Debug)]
struct Facts {
    free: Box<[VarId]>,
    depth: u32,
}

/// The free variables and the depth of nodes of one [`Ast`], computed once a node.
#[derive(Clone, Debug, Default)]
pub struct FreeVariables {
    facts: FxHashMap<Node, Facts>,
}

impl FreeVariables {
    /// The free variables of a node, ascending.
    pub fn of(&mut self, ast: &Ast, node: impl Into<Node>) -> &[VarId] {
        &self.facts(ast, node.into()).free
    }

    /// The number of nodes on the longest way down, this one included.
    pub fn depth(&mut self, ast: &Ast, node: impl Into<Node>) -> u32 {
        self.facts(ast, node.into()).depth
    }

    fn facts(&mut self, ast: &Ast, node: Node) -> &Facts {
        if self.facts.contains_key(&node) {
            return &self.facts[&node];
        }
        let mut pending = vec![node];
        while let Some(&top) = pending.last() {
            let mut children = if self.facts.contains_key(&top) {
                Vec::new()
            } else {
                ast.children(top)
            };
            children.retain(|child| !self.facts.contains_key(child));
            if children.is_empty() {
                pending.pop();
                if !self.facts.contains_key(&top) {
                    let facts = self.combine(ast, top);
                    self.facts.insert(top, facts);
                }
            }
            pending.extend(children);
        }
        &self.facts[&node]
    }

    /// The facts of a node from those of its children.
    fn combine(&self, ast: &Ast, node: Node) -> Facts {
        let children = ast.children(node);
        let depth = children.iter().map(|c| self.facts[c].depth).max().unwrap_or(0) + 1;
        let free_of = |node: Node| self.facts[&node].free.iter().copied();
        let mut free: Vec<VarId> = Vec::new();
        if let Some((decls, body)) = ast.binder(node) {
            free.extend(free_of(body));
            // A bound sees only the variables declared before it.
            for decl in decls.iter().rev() {
                free.retain(|&var| var != decl.var);
                free.extend(free_of(decl.bound.into()));
            }
        } else {
            free.extend(children.into_iter().flat_map(free_of));
        }
        if let Node::Expr(id) = node
            && let Expr::Var(var) = *ast.expr(id)
        {
            free.push(var);
        }
        free.sort_unstable();
        free.dedup();
        Facts {
            free: free.into(),
            depth,
        }
    }
}
