//! Typed modules as text, for `dump --stage types` and for tests.
//!
//! Every name is written with its path, so that what an overloaded name was taken for can be seen. Operators stand in front of their
//! operands, casts included; a name introduced by a declaration is its bare name.

use std::fmt::Write;

use crate::typed::{
    BinaryOp, Bound, Command, CompareOp, Expr, ExprKind, Func, Goal, Mult, Sig, SigId, SigKind, Type,
    UnaryOp, VarDecl, World,
};

/// All declarations and commands, one a line; fields and signature facts are indented.
///
/// Modules of which `show` is false are left out; their number is the index of [`World::modules`].
pub fn world(world: &World, show: impl Fn(usize) -> bool) -> String {
    let mut out = String::new();
    let mut line = |text: String| {
        out.push_str(&text);
        out.push('\n');
    };
    let printer = Printer { world };
    for (at, sig) in world.sigs.iter().enumerate().skip(World::BUILTIN_SIGS) {
        if show(sig.module.index()) {
            line(printer.sig(sig));
            printer.fields(SigId(at as u32)).for_each(&mut line);
            sig.facts
                .iter()
                .for_each(|fact| line(format!("  (fact {})", printer.expr(fact))));
        }
    }
    for func in world.funcs.iter().filter(|f| show(f.module.index())) {
        line(printer.func(func));
    }
    for fact in world.facts.iter().filter(|f| show(f.module.index())) {
        line(format!("(fact {} {})", fact.name, printer.expr(&fact.body)));
    }
    for assert in world.asserts.iter().filter(|a| show(a.module.index())) {
        line(format!("(assert {} {})", assert.name, printer.expr(&assert.body)));
    }
    for command in &world.commands {
        line(printer.command(command));
    }
    out
}

/// One expression.
pub fn expr(world: &World, expr: &Expr) -> String {
    Printer { world }.expr(expr)
}

/// A type: `{this/A->this/B, …}`, `formula` or `int`.
pub fn ty(world: &World, ty: &Type) -> String {
    if ty.is_bool {
        return "formula".to_owned();
    }
    if ty.is_int {
        return "int".to_owned();
    }
    let label = |&s: &SigId| world.sig(s).label.as_str();
    let product = |p: &[SigId]| p.iter().map(label).collect::<Vec<_>>().join("->");
    let products: Vec<String> = ty.products.iter().map(|p| product(p)).collect();
    format!("{{{}}}", products.join(", "))
}

struct Printer<'w> {
    world: &'w World,
}

impl Printer<'_> {
    fn sig(&self, sig: &Sig) -> String {
        let mut text = String::from("(");
        let words = [
            (sig.is_private, "private "),
            (sig.is_var, "var "),
            (sig.is_abstract, "abstract "),
            (sig.forced_exact, "exactly "),
        ];
        words
            .iter()
            .filter(|(is, _)| *is)
            .for_each(|(_, word)| text.push_str(word));
        if sig.mult != Mult::Set {
            let _ = write!(text, "{} ", mult(sig.mult));
        }
        let word = if sig.is_enum { "enum" } else { "sig" };
        let _ = write!(text, "{word} {}", sig.label);
        let label = |s: SigId| self.world.sig(s).label.as_str();
        match &sig.kind {
            SigKind::Prim { parent } if *parent != World::UNIV => {
                let _ = write!(text, " extends {}", label(*parent));
            }
            SigKind::Subset { parents, exact } => {
                let parents: Vec<&str> = parents.iter().map(|&p| label(p)).collect();
                let word = if *exact { "=" } else { "in" };
                let _ = write!(text, " {word} {}", parents.join(" + "));
            }
            _ => {}
        }
        text + ")"
    }

    fn fields(&self, sig: SigId) -> impl Iterator<Item = String> + '_ {
        self.world.sig(sig).field_decls.iter().flat_map(move |decl| {
            let bound = self.bound(&decl.bound);
            decl.fields.iter().map(move |&id| {
                let field = self.world.field(id);
                let mut words = String::new();
                let marks = [
                    (field.is_private, "private "),
                    (field.is_var, "var "),
                    (decl.disjoint, "disj "),
                ];
                marks
                    .iter()
                    .filter(|(is, _)| *is)
                    .for_each(|(_, word)| words.push_str(word));
                let sign = if decl.defined {
                    "="
                } else if decl.bound_disjoint {
                    ": disj"
                } else {
                    ":"
                };
                let ty = ty(self.world, &field.ty);
                format!("  ({words}field {} {ty} {sign} {bound})", field.name)
            })
        })
    }

    fn func(&self, func: &Func) -> String {
        let word = if func.is_pred { "pred" } else { "fun" };
        let private = if func.is_private { "private " } else { "" };
        let params = self.decls(&func.params);
        let result = func
            .result
            .as_ref()
            .map_or_else(String::new, |r| format!(" : {}", self.bound(r)));
        format!(
            "({private}{word} {}[{params}]{result} {})",
            func.label,
            self.expr(&func.body)
        )
    }

    fn command(&self, command: &Command) -> String {
        let mut text = String::from("(");
        let _ = match command.goal {
            Goal::Run(func) => write!(text, "run {} {}", command.label, self.world.func(func).label),
            Goal::Check(assert) => {
                let name = &self.world.asserts[assert.index()].name;
                write!(text, "check {} {name}", command.label)
            }
        };
        let scope = &command.scope;
        if let Some(n) = scope.overall {
            let _ = write!(text, " for {n}");
        }
        for entry in &scope.sigs {
            let exactly = if entry.exact { "exactly " } else { "" };
            let label = &self.world.sig(entry.sig).label;
            let _ = write!(text, " {exactly}{}", entry.start);
            if entry.end == i32::MAX {
                text.push_str("..");
            } else if entry.end != entry.start {
                let _ = write!(text, "..{}", entry.end);
            }
            if entry.increment != 1 {
                let _ = write!(text, ":{}", entry.increment);
            }
            let _ = write!(text, " {label}");
        }
        let numbers = [
            (scope.bitwidth, "int"),
            (scope.max_seq, "seq"),
            (scope.strings, "String"),
        ];
        for (number, word) in numbers {
            if let Some((n, _)) = number {
                let _ = write!(text, " {n} {word}");
            }
        }
        if let Some((least, greatest, _)) = scope.steps {
            let greatest = greatest.map_or_else(String::new, |n| n.to_string());
            let _ = write!(text, " {least}..{greatest} steps");
        }
        if let Some(expect) = command.expect {
            let _ = write!(text, " expect {expect}");
        }
        text + ")"
    }

    fn decls(&self, decls: &[VarDecl]) -> String {
        let decls: Vec<String> = decls.iter().map(|d| self.decl(d)).collect();
        decls.join(", ")
    }

    fn decl(&self, decl: &VarDecl) -> String {
        let names: Vec<&str> = decl
            .locals
            .iter()
            .map(|&l| self.world.local(l).name.as_str())
            .collect();
        let disj = if decl.disjoint { "disj " } else { "" };
        format!("{disj}{}: {}", names.join(" "), self.bound(&decl.bound))
    }

    fn bound(&self, bound: &Bound) -> String {
        let expr = self.expr(&bound.expr);
        if matches!(bound.expr.kind, ExprKind::Sequence(..)) {
            expr
        } else {
            format!("({} {expr})", mult(bound.mult))
        }
    }

    fn list(&self, head: &str, args: &[Expr]) -> String {
        let args: Vec<String> = args.iter().map(|a| self.expr(a)).collect();
        format!("({head} {})", args.join(" "))
    }

    fn expr(&self, expr: &Expr) -> String {
        let world = self.world;
        match &expr.kind {
            ExprKind::Bool(b) => b.to_string(),
            ExprKind::Number(n) => n.to_string(),
            ExprKind::Str(s) => format!("{s:?}"),
            ExprKind::Sig(s) => world.sig(*s).label.clone(),
            ExprKind::Field(f) => world.field(*f).label.clone(),
            ExprKind::Local(l) => world.local(*l).name.clone(),
            ExprKind::Iden => "iden".to_owned(),
            ExprKind::MinInt => "fun/min".to_owned(),
            ExprKind::MaxInt => "fun/max".to_owned(),
            ExprKind::NextInt => "fun/next".to_owned(),
            ExprKind::Unary(op, a) => format!("({} {})", unary(*op), self.expr(a)),
            ExprKind::Binary(op, a, b) => format!("({} {} {})", binary(*op), self.expr(a), self.expr(b)),
            ExprKind::Compare(op, a, b) => format!("({} {} {})", compare(*op), self.expr(a), self.expr(b)),
            ExprKind::Arrow(a, m, n, b) => {
                let mark = |mult: Mult, word: &'static str| if mult == Mult::Set { "" } else { word };
                let head = format!("{}->{}", mark(*m, self::mult(*m)), mark(*n, self::mult(*n)));
                format!("({head} {} {})", self.expr(a), self.expr(b))
            }
            ExprKind::Sequence(_, elems) => format!("(seq {})", self.expr(elems)),
            ExprKind::InBound(a, bound) => format!("(in {} {})", self.expr(a), self.bound(bound)),
            ExprKind::And(args) => self.list("and", args),
            ExprKind::Or(args) => self.list("or", args),
            ExprKind::Disjoint(args) => self.list("disj", args),
            ExprKind::TotalOrder(a, b, c) => {
                let (a, b, c) = (self.expr(a), self.expr(b), self.expr(c));
                format!("(pred/totalOrder {a} {b} {c})")
            }
            ExprKind::IfElse(c, a, b) => {
                let (c, a, b) = (self.expr(c), self.expr(a), self.expr(b));
                format!("(if {c} {a} {b})")
            }
            ExprKind::Let(var, value, body) => {
                let (name, value) = (&world.local(*var).name, self.expr(value));
                format!("(let {name} = {value} | {})", self.expr(body))
            }
            ExprKind::Quantified(quant, decls, body) => {
                format!("({} {} | {})", quant.word(), self.decls(decls), self.expr(body))
            }
            ExprKind::Comprehension(decls, body) => {
                format!("{{{} | {}}}", self.decls(decls), self.expr(body))
            }
            ExprKind::Call(func, args) => {
                let args: Vec<String> = args.iter().map(|a| self.expr(a)).collect();
                format!("{}[{}]", world.func(*func).label, args.join(", "))
            }
        }
    }
}

fn mult(mult: Mult) -> &'static str {
    match mult {
        Mult::Set => "set",
        Mult::One => "one",
        Mult::Lone => "lone",
        Mult::Some => "some",
    }
}

fn compare(op: CompareOp) -> &'static str {
    match op {
        CompareOp::In => "in",
        CompareOp::Equal => "=",
        CompareOp::Less => "<",
        CompareOp::Greater => ">",
        CompareOp::LessEqual => "<=",
        CompareOp::GreaterEqual => ">=",
    }
}

fn unary(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Not => "not",
        UnaryOp::No => "no",
        UnaryOp::Some => "some",
        UnaryOp::Lone => "lone",
        UnaryOp::One => "one",
        UnaryOp::Card => "#",
        UnaryOp::ToInt => "int",
        UnaryOp::ToSet => "Int",
        UnaryOp::Transpose => "~",
        UnaryOp::Closure => "^",
        UnaryOp::ReflexiveClosure => "*",
        UnaryOp::Prime => "'",
        UnaryOp::Always => "always",
        UnaryOp::Eventually => "eventually",
        UnaryOp::After => "after",
        UnaryOp::Before => "before",
        UnaryOp::Historically => "historically",
        UnaryOp::Once => "once",
    }
}

fn binary(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Implies => "=>",
        BinaryOp::Iff => "<=>",
        BinaryOp::Until => "until",
        BinaryOp::Since => "since",
        BinaryOp::Triggered => "triggered",
        BinaryOp::Releases => "releases",
        BinaryOp::Shl => "<<",
        BinaryOp::Sha => ">>",
        BinaryOp::Shr => ">>>",
        BinaryOp::Add => "fun/add",
        BinaryOp::Sub => "fun/sub",
        BinaryOp::Mul => "fun/mul",
        BinaryOp::Div => "fun/div",
        BinaryOp::Rem => "fun/rem",
        BinaryOp::Union => "+",
        BinaryOp::Difference => "-",
        BinaryOp::Intersect => "&",
        BinaryOp::Override => "++",
        BinaryOp::DomainRestrict => "<:",
        BinaryOp::RangeRestrict => ":>",
        BinaryOp::Join => ".",
    }
}
