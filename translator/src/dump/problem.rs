//! Problems in a notation close to Alloy's.

use std::fmt::Write;

use relfind_relational::{
    Overflow, Problem,
    ast::{
        Ast, Count, Decl, Expr, ExprId, Formula, FormulaId, IntComparison, IntExpr, IntId, IntOp,
        Multiplicity, Quantifier, RelationId, SizeComparison, VarId,
    },
};

use super::tuples;

/// How long one printed formula may become: shared parts are written out wherever they stand.
const LENGTH: usize = 200_000;

/// The universe, the bounds of all relations, and the goals.
pub fn dump_problem(problem: &Problem) -> String {
    let universe = problem.universe();
    let mut out = String::new();
    let names: Vec<&str> = universe.atoms().map(|atom| universe.name(atom)).collect();
    let overflow = match problem.overflow {
        Overflow::Wrap => "integers wrap",
        Overflow::Prevent => "overflow is prevented",
    };
    let _ = writeln!(out, "universe {{{}}}", names.join(", "));
    let _ = writeln!(out, "bitwidth {}, {overflow}", universe.bitwidth());
    for (_, relation) in problem.bounds.iter() {
        let (name, arity) = (&relation.name, relation.arity);
        let upper = tuples(universe, &relation.upper);
        let _ = if relation.is_constant() {
            writeln!(out, "{name}/{arity} = {upper}")
        } else {
            writeln!(
                out,
                "{name}/{arity} in {} .. {upper}",
                tuples(universe, &relation.lower)
            )
        };
    }
    for &goal in &problem.goals {
        let _ = writeln!(out, "goal {}", print_formula(problem, goal));
    }
    out
}

/// A formula of a problem as text.
pub fn print_formula(problem: &Problem, id: FormulaId) -> String {
    let mut printer = Printer::new(problem);
    printer.formula(id);
    printer.finish()
}

/// An expression of a problem as text.
pub fn print_expression(problem: &Problem, id: ExprId) -> String {
    let mut printer = Printer::new(problem);
    printer.expr(id);
    printer.finish()
}

/// An integer expression of a problem as text.
pub fn print_int(problem: &Problem, id: IntId) -> String {
    let mut printer = Printer::new(problem);
    printer.int(id);
    printer.finish()
}

struct Printer<'a> {
    problem: &'a Problem,
    out: String,
}

impl<'a> Printer<'a> {
    fn new(problem: &'a Problem) -> Self {
        Self {
            problem,
            out: String::new(),
        }
    }

    fn ast(&self) -> &'a Ast {
        &self.problem.ast
    }

    fn finish(mut self) -> String {
        if self.is_full() {
            self.out.push_str(" …");
        }
        self.out
    }

    fn is_full(&self) -> bool {
        self.out.len() > LENGTH
    }

    fn put(&mut self, text: &str) {
        if !self.is_full() {
            self.out.push_str(text);
        }
    }

    fn var(&mut self, var: VarId) {
        let variable = self.ast().var(var);
        let text = format!("{}_{}", variable.name, variable.level);
        self.put(&text);
    }

    fn decls(&mut self, decls: &[Decl]) {
        for (i, decl) in decls.iter().enumerate() {
            self.put(if i > 0 { ", " } else { "" });
            self.var(decl.var);
            self.put(match decl.multiplicity {
                Multiplicity::One => ": ",
                Multiplicity::Lone => ": lone ",
                Multiplicity::Some => ": some ",
                Multiplicity::Set => ": set ",
            });
            self.expr(decl.bound);
        }
        self.put(" | ");
    }

    fn formulas(&mut self, parts: &[FormulaId], separator: &str, empty: &str) {
        if parts.is_empty() {
            self.put(empty);
            return;
        }
        self.put("(");
        for (i, &part) in parts.iter().enumerate() {
            self.put(if i > 0 { separator } else { "" });
            self.formula(part);
        }
        self.put(")");
    }

    fn formula(&mut self, id: FormulaId) {
        if self.is_full() {
            return;
        }
        match *self.ast().formula(id) {
            Formula::Const(value) => self.put(if value { "true" } else { "false" }),
            Formula::Not(a) => {
                self.put("not ");
                self.formula(a);
            }
            Formula::And(ref parts) => self.formulas(parts, " and ", "true"),
            Formula::Or(ref parts) => self.formulas(parts, " or ", "false"),
            Formula::Implies(a, b) => self.formulas(&[a, b], " => ", ""),
            Formula::Iff(a, b) => self.formulas(&[a, b], " <=> ", ""),
            Formula::Subset(a, b) => self.exprs(a, " in ", b),
            Formula::Equal(a, b) => self.exprs(a, " = ", b),
            Formula::Count(count, a) => {
                self.put(match count {
                    Count::No => "no ",
                    Count::Some => "some ",
                    Count::Lone => "lone ",
                    Count::One => "one ",
                });
                self.expr(a);
            }
            Formula::Size(comparison, a, n) => {
                self.put("size ");
                self.expr(a);
                self.put(match comparison {
                    SizeComparison::AtMost => " at most ",
                    SizeComparison::Exactly => " exactly ",
                    SizeComparison::AtLeast => " at least ",
                });
                self.put(&n.to_string());
            }
            Formula::IntCompare(op, a, b) => {
                self.int(a);
                self.put(match op {
                    IntComparison::Equal => " = ",
                    IntComparison::Less => " < ",
                    IntComparison::LessEqual => " <= ",
                });
                self.int(b);
            }
            Formula::Quantified(quantifier, ref decls, body) => {
                self.put(match quantifier {
                    Quantifier::All => "(all ",
                    Quantifier::Some => "(some ",
                });
                self.decls(decls);
                self.formula(body);
                self.put(")");
            }
            Formula::TotalOrder { elem, first, next } => {
                self.put("total_order[");
                self.exprs(elem, ", ", first);
                self.put(", ");
                self.expr(next);
                self.put("]");
            }
        }
    }

    fn exprs(&mut self, a: ExprId, operator: &str, b: ExprId) {
        self.expr(a);
        self.put(operator);
        self.expr(b);
    }

    fn operation(&mut self, a: ExprId, operator: &str, b: ExprId) {
        self.put("(");
        self.exprs(a, operator, b);
        self.put(")");
    }

    fn relation(&mut self, id: RelationId) {
        let name = if id.index() < self.problem.bounds.len() {
            &self.problem.bounds.relation(id).name
        } else {
            "?"
        };
        self.put(name);
    }

    fn expr(&mut self, id: ExprId) {
        if self.is_full() {
            return;
        }
        match *self.ast().expr(id) {
            Expr::Relation(relation) => self.relation(relation),
            Expr::Var(var) => self.var(var),
            Expr::None(arity) => self.put(&vec!["none"; arity as usize].join("->")),
            Expr::Univ => self.put("univ"),
            Expr::Iden => self.put("iden"),
            Expr::Ints => self.put("Int"),
            Expr::Union(a, b) => self.operation(a, " + ", b),
            Expr::Intersect(a, b) => self.operation(a, " & ", b),
            Expr::Difference(a, b) => self.operation(a, " - ", b),
            Expr::Override(a, b) => self.operation(a, " ++ ", b),
            Expr::Join(a, b) => self.operation(a, ".", b),
            Expr::Product(a, b) => self.operation(a, "->", b),
            Expr::DomainRestrict(a, b) => self.operation(a, " <: ", b),
            Expr::RangeRestrict(a, b) => self.operation(a, " :> ", b),
            Expr::Transpose(a) => {
                self.put("~");
                self.expr(a);
            }
            Expr::Closure(a) => {
                self.put("^");
                self.expr(a);
            }
            Expr::If(c, a, b) => {
                self.put("(");
                self.formula(c);
                self.put(" => ");
                self.exprs(a, " else ", b);
                self.put(")");
            }
            Expr::Comprehension(ref decls, body) => {
                self.put("{");
                self.decls(decls);
                self.formula(body);
                self.put("}");
            }
            Expr::FromInt(i) => {
                self.put("Int[");
                self.int(i);
                self.put("]");
            }
        }
    }

    fn int(&mut self, id: IntId) {
        if self.is_full() {
            return;
        }
        match *self.ast().int(id) {
            IntExpr::Const(value) => self.put(&value.to_string()),
            IntExpr::Card(a) => {
                self.put("#");
                self.expr(a);
            }
            IntExpr::SumOf(a) => {
                self.put("int[");
                self.expr(a);
                self.put("]");
            }
            IntExpr::Sum(ref decls, body) => {
                self.put("(sum ");
                self.decls(decls);
                self.int(body);
                self.put(")");
            }
            IntExpr::Binary(op, a, b) => {
                self.put(match op {
                    IntOp::Add => "plus[",
                    IntOp::Sub => "minus[",
                    IntOp::Mul => "mul[",
                    IntOp::Div => "div[",
                    IntOp::Rem => "rem[",
                    IntOp::Shl => "shl[",
                    IntOp::Sha => "sha[",
                    IntOp::Shr => "shr[",
                });
                self.int(a);
                self.put(", ");
                self.int(b);
                self.put("]");
            }
            IntExpr::If(c, a, b) => {
                self.put("(");
                self.formula(c);
                self.put(" => ");
                self.int(a);
                self.put(" else ");
                self.int(b);
                self.put(")");
            }
        }
    }
}
