//! What belongs together: brackets and nodes of the syntax tree as intervals of items, one within the other.

use super::arrows;
use super::items::{Item, ItemKind};
use crate::ast::{BinaryOp, Command, CommandGoal, Decl, Expr, ExprKind, Module, Paragraph};
use crate::lexer::TokenKind as T;
use crate::source::Span;

/// A run of items that belong together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Interval {
    pub(super) first: usize,
    pub(super) last: usize,
    pub(super) kind: Kind,
    /// The smallest interval around it.
    pub(super) parent: Option<usize>,
    /// How many intervals are around it.
    pub(super) depth: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Paragraph,
    /// `( … )` or `[ … ]`
    Bracket,
    /// The body of a paragraph or a block of formulas.
    Block,
    /// The body of a function: one expression.
    FunctionBody,
    /// `{ x: e | … }`
    Comprehension,
    /// An infix operator, or a chain of the same, with its operands.
    Infix,
    /// A quantified or `let` expression.
    Binder,
    /// A declaration of fields, parameters or variables.
    Decl,
    /// Whatever else has parts.
    Other,
}

/// The shape of a text.
#[derive(Debug)]
pub(super) struct Shape {
    pub(super) intervals: Vec<Interval>,
    /// For each item the smallest interval that begins before it and does not end before it.
    inner: Vec<Option<usize>>,
    /// For each bracket the other one.
    partner: Vec<Option<usize>>,
    /// For each `else` the first item of the branch before it.
    then: Vec<Option<usize>>,
    /// Names of functions and macros where they are declared.
    heads: Vec<bool>,
    /// Where a quantified or `let` expression begins that is the body of another.
    binder_bodies: Vec<bool>,
    /// Signs of numbers.
    negative: Vec<bool>,
    /// Arrows without spaces around them.
    tight: Vec<bool>,
}

impl Shape {
    pub(super) fn inner(&self, item: usize) -> Option<(usize, Interval)> {
        let index = self.inner.get(item).copied().flatten()?;
        Some((index, self.intervals[index]))
    }

    pub(super) fn parent(&self, interval: Interval) -> Option<Interval> {
        interval.parent.map(|index| self.intervals[index])
    }

    pub(super) fn partner(&self, item: usize) -> Option<usize> {
        self.partner.get(item).copied().flatten()
    }

    pub(super) fn then_branch(&self, item: usize) -> Option<usize> {
        self.then.get(item).copied().flatten()
    }

    pub(super) fn is_head(&self, item: usize) -> bool {
        self.heads.get(item).copied().unwrap_or(false)
    }

    /// Whether a quantified or `let` expression begins here that is the whole body of another.
    pub(super) fn is_nested_binder(&self, item: usize) -> bool {
        self.binder_bodies.get(item).copied().unwrap_or(false)
    }

    /// Whether a minus is the sign of a number.
    pub(super) fn is_sign(&self, item: usize) -> bool {
        self.negative.get(item).copied().unwrap_or(false)
    }

    /// Whether an arrow has no spaces around it.
    pub(super) fn is_tight(&self, arrow: usize) -> bool {
        self.tight.get(arrow).copied().unwrap_or(false)
    }

    /// The kind of the braces that the item opens or closes.
    pub(super) fn brace_kind(&self, item: usize) -> Option<Kind> {
        let first = self.partner(item)?.min(item);
        // The inside of a bracket begins behind it.
        let (_, inner) = self.inner(first + 1)?;
        (inner.first == first).then_some(inner.kind)
    }
}

/// The shape of `items`, which are the text of `module`.
pub(super) fn shape(items: &[Item<'_>], module: &Module) -> Shape {
    let none = vec![None; items.len()];
    let mut builder = Builder {
        items,
        found: Vec::new(),
        braces: vec![Kind::Block; items.len()],
        shape: Shape {
            intervals: Vec::new(),
            inner: none.clone(),
            partner: none.clone(),
            then: none,
            heads: vec![false; items.len()],
            binder_bodies: vec![false; items.len()],
            negative: vec![false; items.len()],
            tight: Vec::new(),
        },
    };
    builder.match_brackets();
    builder.module(module);
    builder.add_brackets();
    builder.nest();
    builder.shape.tight = arrows::tight(items, &builder.shape);
    builder.shape
}

struct Builder<'i, 'a> {
    items: &'i [Item<'a>],
    found: Vec<(usize, usize, Kind)>,
    /// For each opening brace what it opens.
    braces: Vec<Kind>,
    shape: Shape,
}

impl Builder<'_, '_> {
    fn match_brackets(&mut self) {
        let mut open = Vec::new();
        for (i, item) in self.items.iter().enumerate() {
            let Some(kind) = item.token() else { continue };
            if kind.opens_bracket() {
                open.push(i);
            } else if kind.closes_bracket()
                && let Some(first) = open.pop()
            {
                self.shape.partner[first] = Some(i);
                self.shape.partner[i] = Some(first);
            }
        }
    }

    fn add_brackets(&mut self) {
        for (first, item) in self.items.iter().enumerate() {
            let Some(last) = self.shape.partner[first].filter(|&last| last > first) else {
                continue;
            };
            let kind = if item.is(T::LeftBrace) {
                self.braces[first]
            } else {
                Kind::Bracket
            };
            self.found.push((first, last, kind));
        }
    }

    /// Puts the intervals into one another.
    fn nest(&mut self) {
        self.found
            .sort_by_key(|&(first, last, _)| (first, std::cmp::Reverse(last)));
        let found = std::mem::take(&mut self.found);
        let mut next = found.into_iter().peekable();
        let mut open: Vec<usize> = Vec::new();
        let intervals = &mut self.shape.intervals;
        for item in 0..self.items.len() {
            while open.last().is_some_and(|&top| intervals[top].last < item) {
                open.pop();
            }
            self.shape.inner[item] = open.last().copied();
            while let Some((first, last, kind)) = next.next_if(|&(first, ..)| first == item) {
                let parent = open.last().copied();
                let depth = parent.map_or(0, |parent: usize| intervals[parent].depth + 1);
                open.push(intervals.len());
                intervals.push(Interval {
                    first,
                    last,
                    kind,
                    parent,
                    depth,
                });
            }
        }
    }

    fn at(&self, start: u32) -> Option<usize> {
        let start = start as usize;
        self.items.binary_search_by_key(&start, |item| item.start).ok()
    }

    fn token_before(&self, item: usize) -> Option<usize> {
        (0..item).rev().find(|&i| !self.items[i].is_comment())
    }

    fn token_after(&self, item: usize) -> Option<usize> {
        (item + 1..self.items.len()).find(|&i| !self.items[i].is_comment())
    }

    /// The items of a node, with the parentheses that belong to its ends alone.
    fn range(&self, span: Span) -> Option<(usize, usize)> {
        let mut first = self.at(span.start)?;
        let end = span.end as usize;
        let mut last = self
            .items
            .partition_point(|item| item.start < end)
            .checked_sub(1)?;
        while last > first && self.items[last].is_comment() {
            last -= 1;
        }
        while let Some(before) = self.token_before(first)
            && self.items[before].is(T::LeftParen)
            && self.shape.partner[before].is_some_and(|close| close <= last)
        {
            first = before;
        }
        while let Some(after) = self.token_after(last)
            && self.items[after].is(T::RightParen)
            && self.shape.partner[after].is_some_and(|open| open >= first)
        {
            last = after;
        }
        (first < last).then_some((first, last))
    }

    fn is_parenthesized(&self, expr: &Expr) -> bool {
        let first = self.at(expr.span.start);
        let before = first.and_then(|first| self.token_before(first));
        before.is_some_and(|before| self.items[before].is(T::LeftParen))
    }

    fn add(&mut self, span: Span, kind: Kind) {
        if let Some((first, last)) = self.range(span) {
            self.found.push((first, last, kind));
        }
    }

    fn module(&mut self, module: &Module) {
        if let Some(header) = &module.header {
            self.paragraph_span(header.span);
        }
        for open in &module.opens {
            self.paragraph_span(open.span);
        }
        for paragraph in &module.paragraphs {
            self.paragraph(paragraph);
        }
    }

    /// A paragraph; the label of a command stands in front of its span.
    fn paragraph_span(&mut self, span: Span) {
        let Some((mut first, last)) = self.range(span) else {
            return;
        };
        if let Some(colon) = self.token_before(first)
            && self.items[colon].is(T::Colon)
            && let Some(label) = self.token_before(colon)
        {
            first = label;
        }
        self.found.push((first, last, Kind::Paragraph));
    }

    fn paragraph(&mut self, paragraph: &Paragraph) {
        match paragraph {
            Paragraph::Sig(sig) => {
                self.paragraph_span(sig.span);
                self.decls(&sig.fields);
                self.exprs(&sig.fact);
            }
            Paragraph::Enum(e) => self.paragraph_span(e.span),
            Paragraph::Fact(block) | Paragraph::Assert(block) => {
                self.paragraph_span(block.span);
                self.expr(&block.body);
            }
            Paragraph::Func(func) => {
                self.paragraph_span(func.span);
                self.head(func.name.span);
                self.decls(&func.params);
                self.exprs(&func.result);
                self.expr(&func.body);
                let one = matches!(&func.body.kind, ExprKind::Block(exprs) if exprs.len() == 1);
                if !func.is_pred && one {
                    self.brace(func.body.span, Kind::FunctionBody);
                }
            }
            Paragraph::Macro(m) => {
                self.paragraph_span(m.span);
                self.head(m.name.span);
                self.expr(&m.body);
            }
            Paragraph::Command(command) => {
                self.paragraph_span(command.span);
                self.command(command);
            }
        }
    }

    fn command(&mut self, command: &Command) {
        let mut next = Some(command);
        while let Some(command) = next {
            if let CommandGoal::Block(block) = &command.goal {
                self.expr(block);
            }
            next = command.follow.as_deref();
        }
    }

    fn head(&mut self, name: Span) {
        let last = self.items.partition_point(|item| item.end < name.end as usize);
        if let Some(head) = self.shape.heads.get_mut(last) {
            *head = true;
        }
    }

    fn brace(&mut self, span: Span, kind: Kind) {
        if let Some(first) = self.at(span.start)
            && self.items[first].is(T::LeftBrace)
        {
            self.braces[first] = kind;
        }
    }

    fn decls(&mut self, decls: &[Decl]) {
        for decl in decls {
            self.add(decl.span, Kind::Decl);
            self.expr(&decl.bound);
        }
    }

    fn body(&mut self, body: &Expr) {
        if matches!(body.kind, ExprKind::Quantified { .. } | ExprKind::Let(..))
            && !self.is_parenthesized(body)
            && let Some(first) = self.at(body.span.start)
        {
            self.shape.binder_bodies[first] = true;
        }
        self.expr(body);
    }

    fn exprs<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>) {
        for expr in exprs {
            self.expr(expr);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Block(exprs) => self.exprs(exprs),
            ExprKind::Comprehension(decls, body) => {
                self.brace(expr.span, Kind::Comprehension);
                self.decls(decls);
                if let Some(body) = body {
                    self.expr(body);
                }
            }
            ExprKind::Quantified { decls, body, .. } => {
                self.add(expr.span, Kind::Binder);
                self.decls(decls);
                self.body(body);
            }
            ExprKind::Let(bindings, body) => {
                self.add(expr.span, Kind::Binder);
                self.exprs(bindings.iter().map(|(_, value)| value));
                self.body(body);
            }
            ExprKind::Unary(_, a) => {
                self.add(expr.span, Kind::Other);
                self.expr(a);
            }
            ExprKind::BoxJoin(head, args) => {
                self.add(expr.span, Kind::Other);
                self.expr(head);
                self.exprs(args);
            }
            ExprKind::Binary(..)
            | ExprKind::Chain(..)
            | ExprKind::Arrow { .. }
            | ExprKind::IfElse(..)
            | ExprKind::Compare { .. } => {
                self.add(expr.span, Kind::Infix);
                self.operands(expr);
            }
            ExprKind::Number(_) => self.number(expr.span),
            ExprKind::Str(_) | ExprKind::Name { .. } | ExprKind::Const(_) | ExprKind::Error => {}
        }
    }

    fn number(&mut self, span: Span) {
        if let Some(first) = self.at(span.start) {
            self.shape.negative[first] = self.items[first].is(T::Minus);
        }
    }

    /// The operands of an infix operator; a chain of the same operator is one interval.
    fn operands(&mut self, expr: &Expr) {
        let operand = |builder: &mut Self, child: &Expr| {
            if chains(expr, child) && !builder.is_parenthesized(child) {
                builder.operands(child);
            } else {
                builder.expr(child);
            }
        };
        match &expr.kind {
            ExprKind::Binary(_, a, b) => {
                operand(self, a);
                operand(self, b);
            }
            ExprKind::Chain(_, links) => {
                for (link, _) in links {
                    operand(self, link);
                }
            }
            ExprKind::Arrow { left, right, .. } | ExprKind::Compare { left, right, .. } => {
                operand(self, left);
                operand(self, right);
            }
            ExprKind::IfElse(a, b, c) => {
                self.expr(a);
                self.expr(b);
                self.branches(b, c);
                operand(self, c);
            }
            _ => {}
        }
    }

    /// Notes which branch an `else` follows.
    fn branches(&mut self, then: &Expr, otherwise: &Expr) {
        let first_of = |expr: &Expr| {
            let mut first = self.at(expr.span.start)?;
            while let Some(before) = self.token_before(first)
                && self.items[before].is(T::LeftParen)
            {
                first = before;
            }
            Some(first)
        };
        let (Some(then), Some(otherwise)) = (first_of(then), first_of(otherwise)) else {
            return;
        };
        if let Some(word) = self.token_before(otherwise)
            && self.items[word].kind == ItemKind::Token(T::Else)
        {
            self.shape.then[word] = Some(then);
        }
    }
}

/// Whether an operand continues the chain of operators that `expr` is.
fn chains(expr: &Expr, operand: &Expr) -> bool {
    let binary = |kind: &ExprKind| match kind {
        ExprKind::Binary(op, ..) | ExprKind::Chain(op, _) => Some(*op),
        _ => None,
    };
    if let (Some(a), Some(b)) = (binary(&expr.kind), binary(&operand.kind)) {
        let additive = |op| matches!(op, BinaryOp::Union | BinaryOp::Difference);
        return a == b || (additive(a) && additive(b));
    }
    matches!(
        (&expr.kind, &operand.kind),
        (ExprKind::Arrow { .. }, ExprKind::Arrow { .. }) | (ExprKind::IfElse(..), ExprKind::IfElse(..))
    )
}
