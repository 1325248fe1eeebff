//! Trees as text: one s-expression a paragraph, for `dump --stage ast` and for tests.
//!
//! Operators stand in front of their operands under the names they have in the language; a leaf is its own text.

use std::fmt::Write;

use super::{
    BinaryOp, Command, CommandGoal, CompareOp, Constant, Decl, Expr, ExprKind, FuncDecl, MacroDecl, Module,
    Mult, Name, NamedBlock, Open, Paragraph, Scope, ScopeEntry, ScopeTarget, SigDecl, SigQualifier,
    SigRelation, UnaryOp,
};

/// The whole module, one paragraph a line.
pub fn dump(module: &Module) -> String {
    let mut printer = Printer::default();
    if let Some(header) = &module.header {
        let params = header
            .params
            .iter()
            .map(|p| format!("{}{}", if p.exactly { "exactly " } else { "" }, p.name.text));
        printer.line(&format!("(module {}{})", header.name.text(), bracketed(params)));
    }
    for open in &module.opens {
        printer.line(&open_line(open));
    }
    for paragraph in &module.paragraphs {
        printer.paragraph(paragraph);
        printer.out.push('\n');
    }
    printer.out
}

/// One expression.
pub fn dump_expr(expr: &Expr) -> String {
    let mut printer = Printer::default();
    printer.expr(expr);
    printer.out
}

fn open_line(open: &Open) -> String {
    let private = if open.private.is_some() { "private " } else { "" };
    let alias = open
        .alias
        .as_ref()
        .map_or_else(String::new, |alias| format!(" as {}", alias.text));
    let args = bracketed(open.args.iter().map(super::QualName::text));
    format!("({private}open {}{args}{alias})", open.path.text())
}

fn bracketed(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    if items.is_empty() {
        String::new()
    } else {
        format!("[{}]", items.join(", "))
    }
}

fn names(names: &[Name]) -> String {
    names
        .iter()
        .map(|name| name.text.as_str())
        .collect::<Vec<_>>()
        .join(", ")
}

#[derive(Default)]
struct Printer {
    out: String,
}

impl Printer {
    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn word(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn paragraph(&mut self, paragraph: &Paragraph) {
        match paragraph {
            Paragraph::Sig(sig) => self.sig(sig),
            Paragraph::Enum(decl) => {
                let private = if decl.private.is_some() { "private " } else { "" };
                let text = format!("({private}enum {} {{{}}})", decl.name.text, names(&decl.members));
                self.word(&text);
            }
            Paragraph::Fact(block) => self.named_block("fact", block),
            Paragraph::Assert(block) => self.named_block("assert", block),
            Paragraph::Func(func) => self.func(func),
            Paragraph::Macro(decl) => self.macro_decl(decl),
            Paragraph::Command(command) => self.command(command),
        }
    }

    fn sig(&mut self, sig: &SigDecl) {
        self.word("(");
        for (qualifier, _) in &sig.qualifiers {
            self.word(qualifier_text(*qualifier));
            self.word(" ");
        }
        self.word("sig ");
        self.word(&names(&sig.names));
        match &sig.relation {
            None => {}
            Some(SigRelation::Extends(parent)) => self.word(&format!(" extends {}", parent.text())),
            Some(SigRelation::In(parents)) => self.word(&format!(
                " in{}",
                bracketed(parents.iter().map(super::QualName::text))
            )),
            Some(SigRelation::Equals(parents)) => {
                self.word(&format!(
                    " ={}",
                    bracketed(parents.iter().map(super::QualName::text))
                ));
            }
        }
        self.decls(&sig.fields);
        if let Some(fact) = &sig.fact {
            self.word(" ");
            self.expr(fact);
        }
        self.word(")");
    }

    fn named_block(&mut self, keyword: &str, block: &NamedBlock) {
        let name = block.name.as_ref().map_or("", |name| name.text.as_str());
        let space = if name.is_empty() { "" } else { " " };
        self.word(&format!("({keyword}{space}{name} "));
        self.expr(&block.body);
        self.word(")");
    }

    fn func(&mut self, func: &FuncDecl) {
        let private = if func.private.is_some() { "private " } else { "" };
        let keyword = if func.is_pred { "pred" } else { "fun" };
        let receiver = func
            .receiver
            .as_ref()
            .map_or_else(String::new, |name| format!("{}.", name.text()));
        self.word(&format!("({private}{keyword} {receiver}{}", func.name.text));
        self.decls(&func.params);
        if let Some(result) = &func.result {
            self.word(" : ");
            self.expr(result);
        }
        self.word(" ");
        self.expr(&func.body);
        self.word(")");
    }

    fn macro_decl(&mut self, decl: &MacroDecl) {
        let private = if decl.private.is_some() { "private " } else { "" };
        let params = bracketed(decl.params.iter().map(|name| name.text.clone()));
        self.word(&format!("({private}let {}{params} ", decl.name.text));
        self.expr(&decl.body);
        self.word(")");
    }

    fn command(&mut self, command: &Command) {
        self.word(if command.check { "(check" } else { "(run" });
        if let Some(label) = &command.label {
            self.word(&format!(" {}:", label.text));
        }
        self.word(" ");
        match &command.goal {
            CommandGoal::Name(name) => self.word(&name.text()),
            CommandGoal::Block(block) => self.expr(block),
        }
        if let Some(scope) = &command.scope {
            self.scope(scope);
        }
        if let Some((expect, _)) = command.expect {
            self.word(&format!(" expect {expect}"));
        }
        if let Some(follow) = &command.follow {
            self.word(" => ");
            self.command(follow);
        }
        self.word(")");
    }

    fn scope(&mut self, scope: &Scope) {
        self.word(" (for");
        if let Some((overall, _)) = scope.overall {
            self.word(&format!(" {overall}"));
        }
        for entry in &scope.entries {
            self.word(&format!(" ({})", entry_text(entry)));
        }
        self.word(")");
    }

    fn decls(&mut self, decls: &[Decl]) {
        for decl in decls {
            self.word(" ");
            self.decl(decl);
        }
    }

    fn decl(&mut self, decl: &Decl) {
        self.word("[");
        let words = [
            (decl.var, "var "),
            (decl.private, "private "),
            (decl.disj, "disj "),
        ];
        for (_, text) in words.iter().filter(|(place, _)| place.is_some()) {
            self.word(text);
        }
        self.word(&names(&decl.names));
        self.word(if decl.defined { " = " } else { ": " });
        if decl.disj_bound.is_some() {
            self.word("disj ");
        }
        self.expr(&decl.bound);
        self.word("]");
    }

    /// A chain as the tree that it stands for, which leans to the left.
    fn chain(&mut self, op: &str, links: &[(Expr, crate::source::Span)]) {
        for _ in 1..links.len() {
            self.word("(");
            self.word(op);
            self.word(" ");
        }
        for (i, (operand, _)) in links.iter().enumerate() {
            self.word(if i > 0 { " " } else { "" });
            self.expr(operand);
            self.word(if i > 0 { ")" } else { "" });
        }
    }

    fn list(&mut self, head: &str, items: &[&Expr]) {
        self.word("(");
        self.word(head);
        for item in items {
            self.word(" ");
            self.expr(item);
        }
        self.word(")");
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Number(n) => {
                // Writing to a string cannot fail.
                let _ = write!(self.out, "{n}");
            }
            ExprKind::Str(text) => {
                let _ = write!(self.out, "{text:?}");
            }
            ExprKind::Name { name, at } => {
                self.word(if *at { "@" } else { "" });
                self.word(&name.text());
            }
            ExprKind::Const(constant) => self.word(constant_text(*constant)),
            ExprKind::Unary(op, e) => self.list(unary_text(*op), &[e]),
            ExprKind::Binary(op, a, b) => self.list(binary_text(*op), &[a, b]),
            ExprKind::Chain(op, links) => self.chain(binary_text(*op), links),
            ExprKind::Compare {
                negated,
                op,
                left,
                right,
            } => {
                let head = format!("{}{}", if *negated { "not-" } else { "" }, compare_text(*op));
                self.list(&head, &[left, right]);
            }
            ExprKind::Arrow {
                left,
                left_mult,
                right_mult,
                right,
            } => {
                let head = format!("{}->{}", mult_text(*left_mult), mult_text(*right_mult));
                self.list(&head, &[left, right]);
            }
            ExprKind::IfElse(c, a, b) => self.list("if", &[c, a, b]),
            ExprKind::BoxJoin(head, args) => {
                let items: Vec<&Expr> = std::iter::once(&**head).chain(args).collect();
                self.list("box", &items);
            }
            ExprKind::Quantified { quant, decls, body } => {
                self.word("(");
                self.word(quant.word());
                self.decls(decls);
                self.word(" | ");
                self.expr(body);
                self.word(")");
            }
            ExprKind::Comprehension(decls, body) => {
                self.word("(set-of");
                self.decls(decls);
                if let Some(body) = body {
                    self.word(" | ");
                    self.expr(body);
                }
                self.word(")");
            }
            ExprKind::Let(pairs, body) => {
                self.word("(let");
                for (name, value) in pairs {
                    self.word(&format!(" [{} = ", name.text));
                    self.expr(value);
                    self.word("]");
                }
                self.word(" | ");
                self.expr(body);
                self.word(")");
            }
            ExprKind::Block(items) => self.list("block", &items.iter().collect::<Vec<_>>()),
            ExprKind::Error => self.word("<error>"),
        }
    }
}

fn entry_text(entry: &ScopeEntry) -> String {
    let exactly = if entry.exactly { "exactly " } else { "" };
    let end = match entry.end {
        None => String::new(),
        Some(None) => "..".to_owned(),
        Some(Some(end)) => format!("..{end}"),
    };
    let increment = entry
        .increment
        .map_or_else(String::new, |step| format!(":{step}"));
    let target = match &entry.target {
        ScopeTarget::Sig(name) => name.text(),
        ScopeTarget::Int => "Int".to_owned(),
        ScopeTarget::Seq => "seq".to_owned(),
        ScopeTarget::Str => "String".to_owned(),
        ScopeTarget::Steps => "steps".to_owned(),
    };
    format!("{exactly}{}{end}{increment} {target}", entry.start)
}

fn qualifier_text(qualifier: SigQualifier) -> &'static str {
    match qualifier {
        SigQualifier::Abstract => "abstract",
        SigQualifier::Lone => "lone",
        SigQualifier::One => "one",
        SigQualifier::Some => "some",
        SigQualifier::Private => "private",
        SigQualifier::Var => "var",
    }
}

fn constant_text(constant: Constant) -> &'static str {
    match constant {
        Constant::Iden => "iden",
        Constant::None => "none",
        Constant::Univ => "univ",
        Constant::Int => "Int",
        Constant::Str => "String",
        Constant::SeqInt => "seq/Int",
        Constant::Steps => "steps",
        Constant::Min => "fun/min",
        Constant::Max => "fun/max",
        Constant::Next => "fun/next",
        Constant::Disj => "disj",
        Constant::TotalOrder => "pred/totalOrder",
        Constant::IntCast => "int",
        Constant::SumCast => "sum",
    }
}

fn mult_text(mult: Mult) -> &'static str {
    match mult {
        Mult::Set => "",
        Mult::One => "one",
        Mult::Lone => "lone",
        Mult::Some => "some",
    }
}

fn unary_text(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Not => "not",
        UnaryOp::Always => "always",
        UnaryOp::Eventually => "eventually",
        UnaryOp::After => "after",
        UnaryOp::Before => "before",
        UnaryOp::Historically => "historically",
        UnaryOp::Once => "once",
        UnaryOp::No => "no",
        UnaryOp::SomeOf => "some",
        UnaryOp::LoneOf => "lone",
        UnaryOp::OneOf => "one",
        UnaryOp::SetOf => "set",
        UnaryOp::SeqOf => "seq",
        UnaryOp::Card => "#",
        UnaryOp::Sum => "sum",
        UnaryOp::Int => "int",
        UnaryOp::Transpose => "~",
        UnaryOp::Closure => "^",
        UnaryOp::ReflexiveClosure => "*",
        UnaryOp::Prime => "'",
    }
}

fn binary_text(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Sequence => ";",
        BinaryOp::Or => "or",
        BinaryOp::And => "and",
        BinaryOp::Iff => "iff",
        BinaryOp::Implies => "implies",
        BinaryOp::Until => "until",
        BinaryOp::Since => "since",
        BinaryOp::Triggered => "triggered",
        BinaryOp::Releases => "releases",
        BinaryOp::Shl => "<<",
        BinaryOp::Sha => ">>",
        BinaryOp::Shr => ">>>",
        BinaryOp::Union => "+",
        BinaryOp::Difference => "-",
        BinaryOp::Add => "fun/add",
        BinaryOp::Sub => "fun/sub",
        BinaryOp::Mul => "fun/mul",
        BinaryOp::Div => "fun/div",
        BinaryOp::Rem => "fun/rem",
        BinaryOp::Override => "++",
        BinaryOp::Intersect => "&",
        BinaryOp::DomainRestrict => "<:",
        BinaryOp::RangeRestrict => ":>",
        BinaryOp::Join => ".",
    }
}

fn compare_text(op: CompareOp) -> &'static str {
    match op {
        CompareOp::In => "in",
        CompareOp::Equal => "=",
        CompareOp::Less => "<",
        CompareOp::Greater => ">",
        CompareOp::LessEqual => "<=",
        CompareOp::GreaterEqual => ">=",
    }
}
