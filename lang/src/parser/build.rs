//! What the grammar's actions call: the making of tree nodes.
//!
//! Every expression carries its depth while it is being built. Beyond [`MAX_DEPTH`] it is reported and replaced by
//! [`ExprKind::Error`], so that no later stage, nor the dropping of the tree, can exhaust the stack.

use std::cell::RefCell;

use super::MAX_DEPTH;
use super::checks;
use crate::ast::{
    BinaryOp, Command, CommandGoal, CompareOp, Decl, EnumDecl, Expr, ExprKind, FuncDecl, MacroDecl,
    ModuleHeader, ModuleParam, Mult, Name, NamedBlock, Open, Paragraph, QualName, Quant, Scope, ScopeEntry,
    ScopeTarget, SigDecl, SigQualifier, SigRelation, UnaryOp,
};
use crate::diag::Diagnostic;
use crate::lexer::unescape;
use crate::source::{FileId, Span};

/// A part of the tree and how deep it is.
pub(crate) struct Deep<T> {
    pub(crate) value: T,
    depth: u32,
}

/// An expression under construction.
pub(crate) type Node = Deep<Expr>;

/// A declaration under construction.
pub(crate) type DeclNode = Deep<Decl>;

/// `{ … }` before it becomes an expression.
pub(crate) struct Block {
    pub(crate) items: Vec<Node>,
    pub(crate) span: Span,
}

/// The optional words of a declaration.
pub(crate) struct DeclWords {
    pub(crate) var: Option<Span>,
    pub(crate) private: Option<Span>,
    pub(crate) disj: Option<Span>,
    pub(crate) disj_bound: Option<Span>,
}

/// The numbers of a scope entry.
pub(crate) struct Extent {
    pub(crate) start: i32,
    pub(crate) end: Option<Option<i32>>,
    pub(crate) increment: Option<i32>,
}

/// A command not yet joined with those that follow it.
pub(crate) struct SingleCommand(Command);

/// What the parser is asked for.
pub(crate) enum Input {
    Module(ModuleHeader),
    Open(Open),
    Paragraph(Paragraph),
    Block(Vec<Node>),
}

/// The source text, and the errors that the grammar's actions find.
pub(crate) struct Context<'a> {
    file: FileId,
    text: &'a str,
    errors: RefCell<Vec<Diagnostic>>,
}

impl<'a> Context<'a> {
    pub(crate) fn new(file: FileId, text: &'a str) -> Self {
        Self {
            file,
            text,
            errors: RefCell::default(),
        }
    }

    pub(crate) fn take_errors(&self) -> Vec<Diagnostic> {
        self.errors.take()
    }

    pub(crate) fn report(&self, error: Diagnostic) {
        self.errors.borrow_mut().push(error);
    }

    pub(crate) fn span(&self, start: u32, end: u32) -> Span {
        // The end of an empty production may lie before its start.
        Span::new(self.file, start, end.max(start))
    }

    fn text(&self, span: Span) -> &'a str {
        self.text
            .get(span.start as usize..span.end as usize)
            .unwrap_or("")
    }

    // --- names

    pub(crate) fn name(&self, l: u32, r: u32) -> Name {
        let span = self.span(l, r);
        Name {
            text: self.text(span).to_owned(),
            span,
        }
    }

    pub(crate) fn plain(&self, name: Name) -> QualName {
        let span = name.span;
        QualName {
            segments: vec![name],
            span,
        }
    }

    pub(crate) fn extended(&self, path: QualName, name: Name) -> QualName {
        let QualName { mut segments, span } = path;
        let span = span.to(name.span);
        segments.push(name);
        QualName { segments, span }
    }

    /// The keyword `this` or `seq` from `l` to `r` in front of a path.
    pub(crate) fn prefixed(&self, l: u32, r: u32, path: QualName) -> QualName {
        let mut prefix = self.word(l, r);
        prefix.span = prefix.span.to(path.span);
        prefix.segments.extend(path.segments);
        prefix
    }

    /// A keyword that stands as a name.
    pub(crate) fn word(&self, l: u32, r: u32) -> QualName {
        self.plain(self.name(l, r))
    }

    pub(crate) fn seq_int(&self, l: u32, m: u32, n: u32, r: u32) -> QualName {
        self.extended(self.word(l, m), self.name(n, r))
    }

    /// A name that is being declared: it has no path and no `$`.
    pub(crate) fn declared(&self, name: QualName) -> Name {
        self.no_dollar(&name);
        let text = name.text();
        if name.segments.len() > 1 {
            let last = name.segments.last().map_or("", |s| s.text.as_str());
            self.report(
                Diagnostic::error(
                    "E0217",
                    name.span,
                    format!("the declared name `{text}` contains `/`"),
                )
                .help(format!(
                    "a path leads to names of other modules; declare plain `{last}`"
                )),
            );
        }
        Name {
            text,
            span: name.span,
        }
    }

    fn declared_all(&self, names: Vec<QualName>) -> Vec<Name> {
        names.into_iter().map(|name| self.declared(name)).collect()
    }

    fn no_dollar(&self, name: &QualName) {
        if let Some(part) = name.segments.iter().find(|s| s.text.contains('$')) {
            self.report(
                Diagnostic::error(
                    "E0109",
                    name.span,
                    format!("the name `{}` contains `$`", part.text),
                )
                .note("names with `$` are kept for skolem constants and for the meta-model")
                .help(format!("call it `{}`", part.text.replace('$', "_"))),
            );
        }
    }

    pub(crate) fn string_name(&self, l: u32, r: u32) -> Name {
        let span = self.span(l, r);
        Name {
            text: unescape(self.text(span)),
            span,
        }
    }

    // --- paragraphs

    pub(crate) fn module(
        &self,
        name: QualName,
        params: Option<Vec<(bool, QualName)>>,
        l: u32,
        r: u32,
    ) -> Input {
        self.no_dollar(&name);
        let params = params.unwrap_or_default();
        let params = params.into_iter().map(|(exactly, name)| ModuleParam {
            exactly,
            name: self.declared(name),
        });
        Input::Module(ModuleHeader {
            name,
            params: params.collect(),
            span: self.span(l, r),
        })
    }

    pub(crate) fn open(
        &self,
        private: Option<Span>,
        path: QualName,
        args: Option<Vec<QualName>>,
        alias: Option<QualName>,
        l: u32,
        r: u32,
    ) -> Input {
        self.no_dollar(&path);
        let alias = alias.map(|name| self.declared(name));
        Input::Open(Open {
            private,
            path,
            args: args.unwrap_or_default(),
            alias,
            span: self.span(l, r),
        })
    }

    pub(crate) fn enumeration(
        &self,
        private: Option<Span>,
        name: QualName,
        members: Option<Vec<QualName>>,
        l: u32,
        r: u32,
    ) -> Input {
        let span = self.span(l, r);
        if members.is_none() {
            self.report(checks::empty_enum(span, &name));
        }
        let members = self.declared_all(members.unwrap_or_default());
        Input::Paragraph(Paragraph::Enum(EnumDecl {
            private,
            name: self.declared(name),
            members,
            span,
        }))
    }

    pub(crate) fn named_block(&self, name: Option<Name>, body: Block, l: u32, r: u32) -> NamedBlock {
        NamedBlock {
            name,
            body: self.block(body).value,
            span: self.span(l, r),
        }
    }

    pub(crate) fn sig(
        &self,
        qualifiers: Option<Vec<(SigQualifier, Span)>>,
        names: Vec<QualName>,
        relation: Option<SigRelation>,
        fields: Vec<DeclNode>,
        fact: Option<Block>,
        l: u32,
        r: u32,
    ) -> Input {
        let qualifiers = qualifiers.unwrap_or_default();
        if let Some(error) = checks::repeated_qualifier(&qualifiers, |span| self.text(span)) {
            self.report(error);
        }
        Input::Paragraph(Paragraph::Sig(SigDecl {
            qualifiers,
            names: self.declared_all(names),
            relation,
            fields: values(fields),
            fact: fact.map(|block| self.block(block).value),
            span: self.span(l, r),
        }))
    }

    pub(crate) fn func(
        &self,
        private: Option<Span>,
        (receiver, name): (Option<QualName>, QualName),
        params: Option<Vec<DeclNode>>,
        result: Option<Node>,
        body: Block,
        l: u32,
        r: u32,
    ) -> Input {
        let params = values(params.unwrap_or_default());
        checks::parameters(&params)
            .into_iter()
            .for_each(|error| self.report(error));
        Input::Paragraph(Paragraph::Func(FuncDecl {
            private,
            is_pred: result.is_none(),
            receiver,
            name: self.declared(name),
            params,
            result: result.map(|node| node.value),
            body: self.block(body).value,
            span: self.span(l, r),
        }))
    }

    pub(crate) fn macro_decl(
        &self,
        private: Option<Span>,
        name: QualName,
        params: Option<Vec<QualName>>,
        body: Node,
        l: u32,
        r: u32,
    ) -> Input {
        let params = self.declared_all(params.unwrap_or_default());
        if let Some(error) = checks::repeated_parameter(params.iter()) {
            self.report(error);
        }
        let name = self.declared(name);
        Input::Paragraph(Paragraph::Macro(MacroDecl {
            private,
            name,
            params,
            body: body.value,
            span: self.span(l, r),
        }))
    }

    // --- commands

    pub(crate) fn command(
        &self,
        check: bool,
        (label, goal): (Option<QualName>, CommandGoal),
        scope: Option<Scope>,
        expect: Option<(i32, Span)>,
        l: u32,
        r: u32,
    ) -> SingleCommand {
        if let CommandGoal::Name(name) = &goal {
            self.no_dollar(name);
        }
        let label = label.map(|name| Name {
            text: name.text(),
            span: name.span,
        });
        SingleCommand(Command {
            label,
            check,
            goal,
            scope,
            expect,
            follow: None,
            span: self.span(l, r),
        })
    }

    /// Joins a chain of commands.
    pub(crate) fn commands(&self, list: Vec<SingleCommand>) -> Input {
        let mut list = list.into_iter().map(|SingleCommand(command)| command).rev();
        let mut length = 0;
        let mut joined = list.next();
        for mut command in list {
            length += 1;
            if length > MAX_DEPTH {
                self.too_deep(command.span);
                break;
            }
            command.follow = joined.map(Box::new);
            joined = Some(command);
        }
        // The grammar yields at least one command.
        joined.map_or(Input::Block(Vec::new()), |command| {
            Input::Paragraph(Paragraph::Command(command))
        })
    }

    pub(crate) fn scope(
        &self,
        overall: Option<(i32, Span)>,
        entries: Vec<ScopeEntry>,
        l: u32,
        r: u32,
    ) -> Scope {
        let scope = Scope {
            overall,
            entries,
            span: self.span(l, r),
        };
        checks::repeated_targets(&scope)
            .into_iter()
            .for_each(|error| self.report(error));
        scope
    }

    pub(crate) fn scope_entry(
        &self,
        exactly: bool,
        extent: Extent,
        target: Option<ScopeTarget>,
        l: u32,
        r: u32,
    ) -> ScopeEntry {
        let span = self.span(l, r);
        if target.is_none() {
            self.report(checks::no_scope_possible(span, self.text(span)));
        }
        let Extent {
            start,
            end,
            increment,
        } = extent;
        if let Some(ScopeTarget::Sig(name)) = &target {
            self.no_dollar(name);
        }
        let entry = ScopeEntry {
            exactly,
            start,
            end,
            increment,
            target: target.unwrap_or(ScopeTarget::Int),
            span,
        };
        if let Some(error) = checks::scope_entry(&entry) {
            self.report(error);
        }
        entry
    }

    // --- declarations

    pub(crate) fn decl(
        &self,
        words: DeclWords,
        names: Vec<QualName>,
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

    // --- expressions

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

    fn too_deep(&self, span: Span) {
        self.report(checks::too_deep(span));
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
            .map(|(name, e)| (self.declared(name), e.value))
            .collect();
        self.node(ExprKind::Let(pairs, Box::new(body.value)), below, l, r)
    }

    pub(crate) fn block(&self, block: Block) -> Node {
        let Block { items, span } = block;
        let below = deepest(&items);
        self.node(ExprKind::Block(values(items)), below, span.start, span.end)
    }
}

fn deepest<T>(items: &[Deep<T>]) -> u32 {
    items.iter().map(|item| item.depth).max().unwrap_or(0)
}

pub(super) fn values<T>(items: Vec<Deep<T>>) -> Vec<T> {
    items.into_iter().map(|item| item.value).collect()
}
