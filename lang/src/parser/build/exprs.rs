//! Expressions and declarations, with their depth.

use super::{Block, Context, DeclNode, DeclWords, Deep, Node, deepest, values};
use crate::ast::{BinaryOp, CompareOp, Decl, Expr, ExprKind, Mult, QualName, Quant, UnaryOp};
use crate::lexer::unescape;
use crate::parser::{MAX_DEPTH, checks};
use crate::source::Span;

impl Context<'_> {
    pub(crate) fn decl(
        &self,
        words: DeclWords,
        names: &[QualName],
        defined: bool,
        bound: Node,
        l: u32,
        r: u32,
    ) -> DeclNode {
        let DeclWords {
            var,
            private,
            disj,
            disj_bound,
        } = words;
        if let Some(place) = disj_bound.or(disj).filter(|_| defined) {
            self.report(checks::disjoint_definition(disj.unwrap_or(place)));
        }
        let names = self.declared_all(names);
        let Deep { value: bound, depth } = bound;
        let value = Decl {
            var,
            private,
            disj,
            names,
            disj_bound,
            defined,
            bound,
            span: self.span(l, r),
        };
        Deep { value, depth }
    }

    fn node(&self, kind: ExprKind, below: u32, l: u32, r: u32) -> Node {
        let span = self.span(l, r);
        if below >= MAX_DEPTH {
            if is_long_chain(&kind) && !self.too_deep.replace(true) {
                self.report(checks::chain_too_long(span));
            }
            self.too_deep(span);
            return Deep {
                value: Expr {
                    kind: ExprKind::Error,
                    span,
                },
                depth: 0,
            };
        }
        Deep {
            value: Expr { kind, span },
            depth: below + 1,
        }
    }

    pub(super) fn too_deep(&self, span: Span) {
        // Once is enough; what holds a tree that is too deep is too deep as well.
        if !self.too_deep.replace(true) {
            self.report(checks::too_deep(span));
        }
    }

    pub(crate) fn leaf(&self, kind: ExprKind, l: u32, r: u32) -> Node {
        self.node(kind, 0, l, r)
    }

    pub(crate) fn string(&self, l: u32, r: u32) -> Node {
        self.leaf(ExprKind::Str(unescape(self.text(self.span(l, r)))), l, r)
    }

    pub(crate) fn name_expr(&self, name: QualName, at: bool, l: u32, r: u32) -> Node {
        if at {
            self.no_dollar(&name);
        }
        self.leaf(ExprKind::Name { name, at }, l, r)
    }

    pub(crate) fn unary(&self, op: UnaryOp, e: Node, l: u32, r: u32) -> Node {
        self.node(ExprKind::Unary(op, Box::new(e.value)), e.depth, l, r)
    }

    pub(crate) fn binary(&self, op: BinaryOp, a: Node, b: Node, l: u32, r: u32) -> Node {
        // The left side starts where the whole does unless it is in parentheses.
        let (mut a, b) = (a, b);
        if op.is_chained() && a.value.span.start == l {
            a.value = chain(op, a.value);
            if let ExprKind::Chain(first, links) = &mut a.value.kind
                && *first == op
            {
                let span = self.span(l, r);
                links.push((b.value, span));
                a.value.span = span;
                a.depth = a.depth.max(b.depth + 1);
                return a;
            }
        }
        let below = a.depth.max(b.depth);
        self.node(
            ExprKind::Binary(op, Box::new(a.value), Box::new(b.value)),
            below,
            l,
            r,
        )
    }

    pub(crate) fn compare(&self, (negated, op): (bool, CompareOp), a: Node, b: Node, l: u32, r: u32) -> Node {
        let below = a.depth.max(b.depth);
        let (left, right) = (Box::new(a.value), Box::new(b.value));
        self.node(
            ExprKind::Compare {
                negated,
                op,
                left,
                right,
            },
            below,
            l,
            r,
        )
    }

    pub(crate) fn arrow(
        &self,
        (left_mult, right_mult): (Mult, Mult),
        a: Node,
        b: Node,
        l: u32,
        r: u32,
    ) -> Node {
        let below = a.depth.max(b.depth);
        let (left, right) = (Box::new(a.value), Box::new(b.value));
        self.node(
            ExprKind::Arrow {
                left,
                left_mult,
                right_mult,
                right,
            },
            below,
            l,
            r,
        )
    }

    pub(crate) fn if_else(&self, c: Node, a: Node, b: Node, l: u32, r: u32) -> Node {
        let below = c.depth.max(a.depth).max(b.depth);
        self.node(
            ExprKind::IfElse(Box::new(c.value), Box::new(a.value), Box::new(b.value)),
            below,
            l,
            r,
        )
    }

    pub(crate) fn box_join(&self, head: Node, args: Vec<Node>, l: u32, r: u32) -> Node {
        let below = head.depth.max(deepest(&args));
        self.node(ExprKind::BoxJoin(Box::new(head.value), values(args)), below, l, r)
    }

    pub(crate) fn quantified(&self, quant: Quant, decls: Vec<DeclNode>, body: Node, l: u32, r: u32) -> Node {
        let below = body.depth.max(deepest(&decls));
        let (decls, body) = (values(decls), Box::new(body.value));
        self.node(ExprKind::Quantified { quant, decls, body }, below, l, r)
    }

    pub(crate) fn comprehension(&self, decls: Vec<DeclNode>, body: Option<Node>, l: u32, r: u32) -> Node {
        let below = body.as_ref().map_or(0, |b| b.depth).max(deepest(&decls));
        let body = body.map(|b| Box::new(b.value));
        self.node(ExprKind::Comprehension(values(decls), body), below, l, r)
    }

    pub(crate) fn let_in(&self, pairs: Vec<(QualName, Node)>, body: Node, l: u32, r: u32) -> Node {
        let below = pairs.iter().map(|(_, e)| e.depth).fold(body.depth, u32::max);
        let pairs = pairs
            .into_iter()
            .map(|(name, e)| (self.declared(&name), e.value))
            .collect();
        self.node(ExprKind::Let(pairs, Box::new(body.value)), below, l, r)
    }

    pub(crate) fn block(&self, block: Block) -> Node {
        let Block { items, span } = block;
        let below = deepest(&items);
        self.node(ExprKind::Block(values(items)), below, span.start, span.end)
    }
}

/// How many operands of one operator are a tree; with more they are a chain.
const CHAIN: usize = 64;

/// A tree that leans to the left as a chain, if it is deep enough; else the expression as it is.
fn chain(op: BinaryOp, expr: Expr) -> Expr {
    let is_link = |e: &Expr, start: u32| {
        matches!(&e.kind, ExprKind::Binary(o, ..) if *o == op) && e.span.start == start
    };
    let start = expr.span.start;
    let (mut length, mut at) = (1, &expr);
    while let ExprKind::Binary(_, left, _) = &at.kind
        && is_link(at, start)
    {
        length += 1;
        at = left;
    }
    if length < CHAIN {
        return expr;
    }
    let span = expr.span;
    let mut links = Vec::with_capacity(2 * length);
    let mut rest = expr;
    while is_link(&rest, start) {
        let place = rest.span;
        rest = match rest.kind {
            ExprKind::Binary(_, left, right) => {
                links.push((*right, place));
                *left
            }
            kind => Expr { kind, span: place },
        };
    }
    let place = rest.span;
    links.push((rest, place));
    links.reverse();
    Expr {
        kind: ExprKind::Chain(op, links),
        span,
    }
}

/// Whether most of what makes an expression too deep is a chain of infix operators to one side.
fn is_long_chain(kind: &ExprKind) -> bool {
    let length = |next: for<'e> fn(&'e ExprKind) -> Option<&'e Expr>| {
        std::iter::successors(next(kind), |e| next(&e.kind)).count()
    };
    let left = length(|kind| match kind {
        ExprKind::Binary(_, left, _) | ExprKind::Arrow { left, .. } => Some(left),
        _ => None,
    });
    let right = length(|kind| match kind {
        ExprKind::Binary(_, _, right) | ExprKind::Arrow { right, .. } => Some(right),
        ExprKind::IfElse(_, _, last) => Some(last),
        _ => None,
    });
    left.max(right) > MAX_DEPTH as usize / 2
}
