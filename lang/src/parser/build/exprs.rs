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
