//! Syntax to nodes: names looked up, calls recognised, variables bound.
//!
//! Quantifiers, comprehensions and the values of `let` are decided on the spot; everything else waits for the relevance pass.

use super::build::{bad, leaf, let_in, poisoned};
use super::node::{Bin, Fault, Kind, N, NodeDecl, Quantifier, Un};
use super::warnings::Warn;
use crate::ast::{self, BinaryOp, Constant, Expr, ExprKind, UnaryOp};
use crate::diag::Diagnostic;
use crate::parser;
use crate::quote;
use crate::resolve::Program;
use crate::source::Span;
use crate::typed::{CompareOp, LocalId, ModuleId, Mult, Quant, SigId, Type, World};

/// Where an expression stands: what it can see and what it may use.
pub(crate) struct Checker<'p, 'a> {
    pub(crate) program: &'p Program<'a>,
    /// The module whose names are visible.
    pub(crate) module: ModuleId,
    /// The signature whose field bound or fact this is.
    pub(crate) sig: Option<SigId>,
    /// Where in the declarations this is.
    pub(crate) place: Place,
    /// Variables and macro parameters, innermost last.
    pub(crate) env: Vec<(&'a str, N)>,
    /// How many macros deep this may still go.
    pub(crate) unrolls: u32,
}

/// The sort of declaration an expression belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// A body, fact or assertion.
    Body,
    /// The bound of a field.
    FieldBound,
    /// The definition of a field (`f = e`).
    FieldDefinition,
    /// A parameter or result declaration.
    Signature,
}

impl<'p, 'a> Checker<'p, 'a> {
    /// A checker for the names of a module.
    pub(crate) fn new(program: &'p Program<'a>, module: ModuleId, place: Place) -> Self {
        Checker {
            program,
            module,
            sig: None,
            place,
            env: Vec::new(),
            unrolls: super::MACRO_DEPTH,
        }
    }

    /// A new variable and the node that stands for it.
    pub(crate) fn bind(&mut self, name: &'a str, span: Span, ty: &Type) -> LocalId {
        let local = self.program.new_local(name, span, ty.clone());
        let node = if ty.is_nothing() {
            poisoned(span)
        } else {
            leaf(Kind::Local(local), ty.clone(), span)
        };
        self.env.push((name, node));
        local
    }

    /// An expression as a bound, where `some`, `lone` and `one` in front are multiplicities.
    pub(crate) fn bound(&mut self, expr: &'a Expr) -> N {
        let mark = match &expr.kind {
            ExprKind::Unary(UnaryOp::SomeOf, sub) => (Un::SomeOf, sub),
            ExprKind::Unary(UnaryOp::LoneOf, sub) => (Un::LoneOf, sub),
            ExprKind::Unary(UnaryOp::OneOf, sub) => (Un::OneOf, sub),
            _ => return self.expr(expr),
        };
        let sub = self.expr(mark.1);
        self.program.unary(mark.0, expr.span, sub)
    }

    /// An expression.
    pub(crate) fn expr(&mut self, expr: &'a Expr) -> N {
        let span = expr.span;
        let program = self.program;
        match &expr.kind {
            ExprKind::Number(n) => leaf(Kind::Number(*n), Type::int(), span),
            ExprKind::Str(s) => leaf(Kind::Str(s.clone()), Type::of(World::STRING), span),
            ExprKind::Name { name, at } => {
                let node = self.name(name, *at);
                self.instantiated(node, span)
            }
            ExprKind::Const(constant) => self.constant(*constant, span),
            ExprKind::Unary(op, sub) => self.unary(*op, sub, span),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, span),
            ExprKind::Chain(op, links) => self.chain(*op, links, span),
            ExprKind::Compare {
                negated,
                op,
                left,
                right,
            } => {
                let left = self.expr(left);
                let right = if *op == CompareOp::In {
                    self.bound(right)
                } else {
                    self.expr(right)
                };
                program.binary(Bin::Compare(*op, *negated), span, left, right)
            }
            ExprKind::Arrow {
                left,
                left_mult,
                right_mult,
                right,
            } => {
                let left = self.expr(left);
                let right = self.expr(right);
                program.binary(Bin::Arrow(*left_mult, *right_mult), span, left, right)
            }
            ExprKind::IfElse(cond, left, right) => {
                let cond = self.expr(cond);
                let left = self.expr(left);
                let right = self.expr(right);
                program.if_else(span, cond, left, right)
            }
            ExprKind::BoxJoin(head, args) => self.box_join(head, args, span),
            ExprKind::Quantified { quant, decls, body } => {
                self.quantified(Quantifier::Of(*quant), decls, Some(body), span)
            }
            ExprKind::Comprehension(decls, body) => {
                self.quantified(Quantifier::Comprehension, decls, body.as_deref(), span)
            }
            ExprKind::Let(bindings, body) => self.let_in(bindings, body, span),
            ExprKind::Block(exprs) => self.block(exprs, span),
            ExprKind::Error => poisoned(span),
        }
    }

    fn constant(&mut self, constant: Constant, span: Span) -> N {
        let sig = |sig| leaf(Kind::Sig(sig), Type::of(sig), span);
        let unknown = |name: &str| {
            let text = format!("the name `{name}` cannot be found");
            bad(
                span,
                Fault::Ready(Box::new(Diagnostic::error("E0301", span, text))),
            )
        };
        match constant {
            Constant::Iden => leaf(Kind::Iden, Type::pair(World::UNIV), span),
            Constant::None => sig(World::NONE),
            Constant::Univ => sig(World::UNIV),
            Constant::Int => sig(World::INT),
            Constant::Str => sig(World::STRING),
            Constant::SeqInt => sig(World::SEQ_INT),
            Constant::Min => leaf(Kind::MinInt, Type::int(), span),
            Constant::Max => leaf(Kind::MaxInt, Type::int(), span),
            Constant::Next => leaf(Kind::NextInt, Type::pair(World::INT), span),
            Constant::Steps => unknown("steps"),
            Constant::Disj => self.program.predicate(false, span, Vec::new()),
            Constant::TotalOrder => self.program.predicate(true, span, Vec::new()),
            Constant::IntCast => unknown("int"),
            Constant::SumCast => unknown("sum"),
        }
    }

    fn unary(&mut self, op: UnaryOp, sub: &'a Expr, span: Span) -> N {
        let sub = self.expr(sub);
        let program = self.program;
        let op = match op {
            UnaryOp::Not => Un::Not,
            UnaryOp::Always => Un::Always,
            UnaryOp::Eventually => Un::Eventually,
            UnaryOp::After => Un::After,
            UnaryOp::Before => Un::Before,
            UnaryOp::Historically => Un::Historically,
            UnaryOp::Once => Un::Once,
            UnaryOp::No => Un::No,
            UnaryOp::SomeOf => Un::Some,
            UnaryOp::LoneOf => Un::Lone,
            UnaryOp::OneOf => Un::One,
            UnaryOp::SetOf => Un::SetOf,
            UnaryOp::SeqOf => {
                let index = leaf(Kind::Sig(World::SEQ_INT), Type::of(World::SEQ_INT), span);
                return program.binary(Bin::Seq, span, index, sub);
            }
            UnaryOp::Card => Un::Card,
            UnaryOp::Sum | UnaryOp::Int => return self.int_cast(span, sub),
            UnaryOp::Transpose => Un::Transpose,
            UnaryOp::Closure => Un::Closure,
            UnaryOp::ReflexiveClosure => Un::ReflexiveClosure,
            UnaryOp::Prime => Un::Prime,
        };
        program.unary(op, span, sub)
    }

    /// `int[e]`: the set of the sum of the integers in `e`.
    fn int_cast(&mut self, span: Span, sub: N) -> N {
        let sum = self.program.unary(Un::ToInt, span, sub);
        self.program.unary(Un::ToSet, span, sum)
    }

    fn binary(&mut self, op: BinaryOp, left: &'a Expr, right: &'a Expr, span: Span) -> N {
        let program = self.program;
        let op = match op {
            BinaryOp::Join => return self.join(left, right, span),
            BinaryOp::And | BinaryOp::Or => {
                let args = vec![self.expr(left), self.expr(right)];
                return program.junction(op == BinaryOp::And, span, args);
            }
            BinaryOp::Sequence => {
                let left = self.expr(left);
                let right = self.expr(right);
                let later = program.unary(Un::After, right.span, right);
                return program.junction(true, span, vec![left, later]);
            }
            BinaryOp::Iff => Bin::Iff,
            BinaryOp::Implies => Bin::Implies,
            BinaryOp::Until => Bin::Until,
            BinaryOp::Since => Bin::Since,
            BinaryOp::Triggered => Bin::Triggered,
            BinaryOp::Releases => Bin::Releases,
            BinaryOp::Shl => Bin::Shl,
            BinaryOp::Sha => Bin::Sha,
            BinaryOp::Shr => Bin::Shr,
            BinaryOp::Union => Bin::Union,
            BinaryOp::Difference => Bin::Difference,
            BinaryOp::Add => Bin::Add,
            BinaryOp::Sub => Bin::Sub,
            BinaryOp::Mul => Bin::Mul,
            BinaryOp::Div => Bin::Div,
            BinaryOp::Rem => Bin::Rem,
            BinaryOp::Override => Bin::Override,
            BinaryOp::Intersect => Bin::Intersect,
            BinaryOp::DomainRestrict => Bin::Domain,
            BinaryOp::RangeRestrict => Bin::Range,
        };
        let left = self.expr(left);
        let right = self.expr(right);
        program.binary(op, span, left, right)
    }

    /// `a op b op c …`, flat if nothing depends on the tree that it stands for.
    fn chain(&mut self, op: BinaryOp, links: &'a [(Expr, Span)], span: Span) -> N {
        let program = self.program;
        let mut args = Vec::with_capacity(links.len());
        for (operand, _) in links {
            args.push(self.expr(operand));
        }
        if op != BinaryOp::Union {
            return program.junction(op == BinaryOp::And, span, args);
        }
        if let Some(node) = program.unions(span, &args) {
            return node;
        }
        if args.len() > parser::MAX_DEPTH as usize {
            return bad(span, Fault::Ready(Box::new(parser::chain_too_long(span))));
        }
        let mut args = args.into_iter();
        let first = args.next().unwrap_or_else(|| poisoned(span));
        args.zip(&links[1..]).fold(first, |left, (right, link)| {
            program.binary(Bin::Union, link.1, left, right)
        })
    }

    /// `left.right`
    fn join(&mut self, left: &'a Expr, right: &'a Expr, span: Span) -> N {
        let left = self.expr(left);
        match right.kind {
            ExprKind::Const(Constant::IntCast | Constant::SumCast) => self.int_cast(span, left),
            ExprKind::Const(Constant::Disj) => self.program.predicate(false, span, vec![left]),
            ExprKind::Const(Constant::TotalOrder) => self.program.predicate(true, span, vec![left]),
            _ => self.joined_to(span, left, right),
        }
    }

    /// A join with something that is not a node yet.
    fn joined_to(&mut self, span: Span, left: N, right: &'a Expr) -> N {
        if let ExprKind::Name { name, at } = &right.kind
            && let Some(joined) = self.joined_to_name(span, &left, name, *at)
        {
            return joined;
        }
        let right = self.expr(right);
        self.joined(span, left, right)
    }

    /// `head[args]`
    fn box_join(&mut self, head: &'a Expr, args: &'a [Expr], span: Span) -> N {
        if let Some((total_order, first)) = predicate_head(head) {
            let mut all: Vec<N> = first.into_iter().map(|e| self.expr(e)).collect();
            all.extend(args.iter().map(|arg| self.expr(arg)));
            return self.program.predicate(total_order, span, all);
        }
        let cast = matches!(head.kind, ExprKind::Const(Constant::IntCast | Constant::SumCast));
        let (mut node, args) = match args {
            [first, rest @ ..] if cast => {
                let first = self.expr(first);
                (self.int_cast(span, first), rest)
            }
            [first, rest @ ..] => {
                let first = self.expr(first);
                (self.joined_to(span, first, head), rest)
            }
            [] => (self.expr(head), args),
        };
        for arg in args {
            let arg = self.expr(arg);
            node = self.joined(span, arg, node);
        }
        node
    }

    /// A join of nodes: an argument of a macro or call, or a relational join.
    fn joined(&mut self, span: Span, left: N, right: N) -> N {
        if let Kind::Macro(index, args) = &right.peel().kind {
            let mut args = args.clone();
            args.push(left);
            return self.instantiate(*index, args, span);
        }
        self.program.join_or_call(span, left, right)
    }

    /// A conjunction; neighbours on one line are probably a forgotten operator.
    fn block(&mut self, exprs: &'a [Expr], span: Span) -> N {
        match exprs {
            [] => leaf(Kind::Bool(true), Type::formula(), span),
            [only] => self.expr(only),
            _ => {
                let mut args: Vec<N> = exprs.iter().map(|e| self.expr(e)).collect();
                self.one_fault_a_line(exprs, &mut args);
                for (i, pair) in exprs.windows(2).enumerate() {
                    if !args[i].is_faulty() && !args[i + 1].is_faulty() {
                        self.warn_same_line(&pair[0], &pair[1]);
                    }
                }
                self.program.junction(true, span, args)
            }
        }
    }

    /// A word without a meaning tells of itself; that what stands beside it on its line is no formula is only a consequence: `return a`,
    /// `a is not b`. So are faults in the parentheses of a call in the manner of other languages, `count(a) > 1`.
    fn one_fault_a_line(&self, exprs: &'a [Expr], args: &mut [N]) {
        for (i, pair) in exprs.windows(2).enumerate() {
            let (left, right) = (&pair[0], &pair[1]);
            if !self.on_one_line(left, right) && !self.is_like_a_call(left, right) {
                continue;
            }
            let no_formula = |node: &N| !node.is_faulty() && !node.ty.is_bool;
            let word_in_front = is_word(left) && no_formula(&args[i + 1]);
            if args[i].is_faulty() && (word_in_front || self.is_like_a_call(left, right)) {
                args[i + 1] = poisoned(right.span);
            } else if args[i + 1].is_faulty() && is_word(right) {
                if let Some(wrong) = self.equality_in_words(left, right, exprs.get(i + 2)) {
                    args[i] = poisoned(left.span);
                    args[i + 1] = bad(right.span, Fault::Ready(Box::new(wrong)));
                    args[i + 2] = poisoned(exprs[i + 2].span);
                } else if no_formula(&args[i]) {
                    args[i] = poisoned(left.span);
                }
            }
        }
    }

    /// `a is b` and `a is not b`.
    fn equality_in_words(&self, left: &Expr, word: &Expr, behind: Option<&Expr>) -> Option<Diagnostic> {
        let sources = self.program.sources;
        let behind = behind.filter(|behind| self.on_one_line(word, behind))?;
        if !matches!(sources.text(word.span), "is" | "equals") {
            return None;
        }
        let (differ, right) = match &behind.kind {
            ExprKind::Unary(UnaryOp::Not, right) => (true, &**right),
            _ => (false, behind),
        };
        let span = if differ {
            Span::new(
                word.span.file,
                word.span.start,
                right.span.start.max(word.span.end),
            )
        } else {
            word.span
        };
        let written = sources.text(span).trim_end();
        let span = Span::new(span.file, span.start, span.start + written.len() as u32);
        let (a, b) = (sources.text(last_part(left).span), sources.text(right.span));
        let (a, b) = (quote::one_line(a), quote::one_line(b));
        let (equal, member) = if differ {
            (format!("{a} != {b}"), format!("not a member: `{a} not in {b}`"))
        } else {
            (format!("{a} = {b}"), format!("a member: `{a} in {b}`"))
        };
        let wrong = Diagnostic::error(
            "E0301",
            span,
            format!("`{}` is no operator", quote::one_line(written)),
        );
        Some(wrong.help(format!("write `{equal}`; {member}")))
    }

    fn on_one_line(&self, left: &Expr, right: &Expr) -> bool {
        let sources = self.program.sources;
        sources.end(left.span).line == sources.start(right.span).line
    }

    /// Whether a parenthesis opens right behind `left`, in front of or as the start of `right`, as in calls of other languages.
    fn is_like_a_call(&self, left: &Expr, right: &Expr) -> bool {
        let from_left = Span::new(left.span.file, left.span.end, right.span.end.max(left.span.end));
        self.program.sources.text(from_left).starts_with('(')
    }

    fn warn_same_line(&self, left: &Expr, right: &Expr) {
        if self.on_one_line(left, right) {
            let text = "two formulas on one line without an operator between them mean `and`";
            let span = left.span.to(right.span);
            self.program.report(
                Diagnostic::warning("W0416", span, text)
                    .help("write `and`, or put them on lines of their own"),
            );
        }
    }

    fn let_in(&mut self, bindings: &'a [(ast::Name, Expr)], body: &'a Expr, span: Span) -> N {
        let depth = self.env.len();
        let mut values = Vec::with_capacity(bindings.len());
        for (name, value) in bindings {
            let value = self.expr(value);
            let value = self.program.resolve_alone(&value, Warn::On);
            let local = self.bind(&name.text, name.span, &value.ty);
            values.push((local, value));
        }
        let body = self.expr(body);
        self.env.truncate(depth);
        values
            .into_iter()
            .rev()
            .fold(body, |body, (local, value)| let_in(span, local, value, body))
    }

    /// Declarations of variables, in front of a quantified body.
    pub(crate) fn decl(&mut self, decl: &'a ast::Decl) -> NodeDecl {
        let program = self.program;
        let mut bound = self.bound(&decl.bound);
        if let Some(name) = decl.names.first()
            && let Some(wrong) = program.formula_for_bound(&bound, &name.text)
        {
            bound = bad(bound.span, Fault::Ready(Box::new(wrong)));
        }
        let bound = program.one_by_default(program.resolve_set(bound, Warn::On));
        for span in [decl.private, decl.disj_bound].into_iter().flatten() {
            let text = "the declaration of a variable takes neither `private` nor `disj` behind the colon";
            program.report(Diagnostic::error("E0516", span, text));
        }
        let locals = decl
            .names
            .iter()
            .map(|name| self.bind(&name.text, name.span, &bound.ty.as_set()))
            .collect();
        NodeDecl {
            locals,
            disjoint: decl.disj.is_some() && decl.names.len() > 1,
            bound,
        }
    }

    fn quantified(
        &mut self,
        op: Quantifier,
        decls: &'a [ast::Decl],
        body: Option<&'a Expr>,
        span: Span,
    ) -> N {
        let program = self.program;
        let depth = self.env.len();
        if let ([decl], Some(body)) = (decls, body)
            && let [name] = &decl.names[..]
            && program.meta.is_some()
        {
            let bound = self.decl(decl).bound;
            self.env.truncate(depth);
            if bound.prefix() == Some(Un::OneOf)
                && let Some(answer) = self.over_meta(op, name, &bound, body)
            {
                return answer;
            }
        }
        let decls: Vec<NodeDecl> = decls.iter().map(|d| self.decl(d)).collect();
        if let Quantifier::Of(quant) = op {
            for decl in &decls {
                program.warn_whole_relations(quant, decl);
            }
        }
        let body = match body {
            Some(body) => self.expr(body),
            None => leaf(Kind::Bool(true), Type::formula(), span),
        };
        let body = if op == Quantifier::Of(Quant::Sum) {
            program.resolve_int(body, Warn::On)
        } else {
            program.resolve_formula(body, Warn::On)
        };
        self.env.truncate(depth);
        program.quantified(op, span, decls, body)
    }
}

/// Whether an expression is a bare name.
fn is_word(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Name { at: false, .. })
}

/// The operand that a formula ends in: what an operator behind it would have on its left side.
fn last_part(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Quantified { body, .. } => last_part(body),
        ExprKind::Let(_, body) | ExprKind::Unary(UnaryOp::Not, body) | ExprKind::IfElse(_, _, body) => {
            last_part(body)
        }
        ExprKind::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Implies | BinaryOp::Iff, _, right) => {
            last_part(right)
        }
        _ => expr,
    }
}

/// Whether a box join's head is `disj`, `a.disj`, `pred/totalOrder` or `a.pred/totalOrder`, and what stands before the dot.
fn predicate_head(head: &Expr) -> Option<(bool, Vec<&Expr>)> {
    match &head.kind {
        ExprKind::Const(Constant::Disj) => Some((false, Vec::new())),
        ExprKind::Const(Constant::TotalOrder) => Some((true, Vec::new())),
        ExprKind::Binary(BinaryOp::Join, left, right) => {
            let (total_order, before) = predicate_head(right)?;
            before.is_empty().then(|| (total_order, vec![&**left]))
        }
        ExprKind::BoxJoin(head, args) => {
            let (total_order, mut before) = predicate_head(head)?;
            before.extend(args);
            Some((total_order, before))
        }
        _ => None,
    }
}

/// The multiplicity of a prefix.
pub(crate) fn mult_of(op: Un) -> Mult {
    match op {
        Un::OneOf => Mult::One,
        Un::LoneOf => Mult::Lone,
        Un::SomeOf => Mult::Some,
        _ => Mult::Set,
    }
}
