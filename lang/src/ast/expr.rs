//! Expressions, formulas and integer expressions: one type, as in the language's own grammar.

use super::{Decl, Name, QualName};
use crate::source::Span;

/// An expression and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// From its first to its last token.
    pub span: Span,
}

/// The kinds of expressions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// A number, sign included.
    Number(i32),
    /// A string without its quotes, escapes resolved.
    Str(String),
    /// A name; `at` for `@name`. `this` is a name too.
    Name {
        /// The name.
        name: QualName,
        /// Whether `@` stands in front.
        at: bool,
    },
    /// A word of the language that is an expression.
    Const(Constant),
    /// A prefix or postfix operator.
    Unary(UnaryOp, Box<Expr>),
    /// An infix operator.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// A chain of one operator, `a op b op c …`, too long to be a tree of [`ExprKind::Binary`]: each operand, and the place of the
    /// chain up to it.
    Chain(BinaryOp, Vec<(Expr, Span)>),
    /// A comparison; `negated` for `!in`, `not =` and so on.
    Compare {
        /// Whether it is negated.
        negated: bool,
        /// The comparison.
        op: CompareOp,
        /// The left side.
        left: Box<Expr>,
        /// The right side.
        right: Box<Expr>,
    },
    /// `a m -> n b`
    Arrow {
        /// The left side.
        left: Box<Expr>,
        /// The mark before the arrow.
        left_mult: Mult,
        /// The mark behind the arrow.
        right_mult: Mult,
        /// The right side.
        right: Box<Expr>,
    },
    /// `c => a else b`
    IfElse(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `head[args]`; a call or a join, which only names and types can tell.
    BoxJoin(Box<Expr>, Vec<Expr>),
    /// `all x: e | body`, `sum x: e | body` and so on.
    Quantified {
        /// The quantifier.
        quant: Quant,
        /// The declarations.
        decls: Vec<Decl>,
        /// The body; a block if written so.
        body: Box<Expr>,
    },
    /// `{ x: e | body }`; no body means true.
    Comprehension(Vec<Decl>, Option<Box<Expr>>),
    /// `let x = e, y = f | body`
    Let(Vec<(Name, Expr)>, Box<Expr>),
    /// `{ a b c }`
    Block(Vec<Expr>),
    /// What stands in place of a text that could not be parsed; never in a tree without errors.
    Error,
}

/// Words of the language that are expressions or may head a box join.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Constant {
    /// `iden`
    Iden,
    /// `none`
    None,
    /// `univ`
    Univ,
    /// `Int`
    Int,
    /// `String`
    Str,
    /// `seq/Int`
    SeqInt,
    /// `steps`
    Steps,
    /// `fun/min`
    Min,
    /// `fun/max`
    Max,
    /// `fun/next`
    Next,
    /// `disj`, as in `disj[a, b]` and `a.disj[b]`
    Disj,
    /// `pred/totalOrder`, as in `pred/totalOrder[e, f, n]`
    TotalOrder,
    /// `int`, as in `int[e]` and `e.int` (`int e` is [`UnaryOp::Int`])
    IntCast,
    /// `sum`, as in `sum[e]` and `e.sum` (`sum e` is [`UnaryOp::Sum`])
    SumCast,
}

/// Multiplicity marks of arrows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mult {
    /// No mark, or `set`.
    #[default]
    Set,
    /// `one`
    One,
    /// `lone`
    Lone,
    /// `some`
    Some,
}

/// Quantifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quant {
    /// `all`
    All,
    /// `some`
    Some,
    /// `no`
    No,
    /// `lone`
    Lone,
    /// `one`
    One,
    /// `sum`
    Sum,
}

impl Quant {
    /// The word that is written.
    pub fn word(self) -> &'static str {
        match self {
            Quant::All => "all",
            Quant::Some => "some",
            Quant::No => "no",
            Quant::Lone => "lone",
            Quant::One => "one",
            Quant::Sum => "sum",
        }
    }
}

/// Prefix and postfix operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `not`
    Not,
    /// `always`
    Always,
    /// `eventually`
    Eventually,
    /// `after`
    After,
    /// `before`
    Before,
    /// `historically`
    Historically,
    /// `once`
    Once,
    /// `no e`, a formula.
    No,
    /// `some e`: a formula, or a multiplicity where a bound is expected.
    SomeOf,
    /// `lone e`: likewise.
    LoneOf,
    /// `one e`: likewise.
    OneOf,
    /// `set e`, a multiplicity.
    SetOf,
    /// `seq e`
    SeqOf,
    /// `#e`
    Card,
    /// `sum e`
    Sum,
    /// `int e`
    Int,
    /// `~e`
    Transpose,
    /// `^e`
    Closure,
    /// `*e`
    ReflexiveClosure,
    /// `e'`
    Prime,
}

impl BinaryOp {
    /// Whether a long chain of it is [`ExprKind::Chain`].
    pub(crate) fn is_chained(self) -> bool {
        matches!(self, Self::Or | Self::And | Self::Union)
    }
}

/// Infix operators other than comparisons and arrows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `a ; b`
    Sequence,
    /// `or`
    Or,
    /// `and`
    And,
    /// `iff`
    Iff,
    /// `implies` without `else`
    Implies,
    /// `until`
    Until,
    /// `since`
    Since,
    /// `triggered`
    Triggered,
    /// `releases`
    Releases,
    /// `<<`
    Shl,
    /// `>>`
    Sha,
    /// `>>>`
    Shr,
    /// `+`
    Union,
    /// `-`
    Difference,
    /// `fun/add`
    Add,
    /// `fun/sub`
    Sub,
    /// `fun/mul`
    Mul,
    /// `fun/div`
    Div,
    /// `fun/rem`
    Rem,
    /// `++`
    Override,
    /// `&`
    Intersect,
    /// `<:`
    DomainRestrict,
    /// `:>`
    RangeRestrict,
    /// `.`
    Join,
}

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompareOp {
    /// `in`
    In,
    /// `=`
    Equal,
    /// `<`
    Less,
    /// `>`
    Greater,
    /// `<=`, `=<`
    LessEqual,
    /// `>=`
    GreaterEqual,
}
