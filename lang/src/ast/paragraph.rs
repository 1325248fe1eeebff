//! Modules and their paragraphs.

use super::{Expr, Name, QualName};
use crate::source::Span;

/// A parsed file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Module {
    /// The `module` line, if there is one.
    pub header: Option<ModuleHeader>,
    /// The `open` lines in order.
    pub opens: Vec<Open>,
    /// Everything else in order.
    pub paragraphs: Vec<Paragraph>,
}

/// `module name[exactly p, q]`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleHeader {
    /// The module's name, a path.
    pub name: QualName,
    /// Its parameters.
    pub params: Vec<ModuleParam>,
    /// The whole line.
    pub span: Span,
}

/// A parameter of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleParam {
    /// Whether the actual signature's scope is forced to be exact.
    pub exactly: bool,
    /// The parameter's name.
    pub name: Name,
}

/// `private open name[args] as alias`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open {
    /// The keyword `private`, if written.
    pub private: Option<Span>,
    /// The path to open.
    pub path: QualName,
    /// The actual parameters.
    pub args: Vec<QualName>,
    /// The name after `as`.
    pub alias: Option<Name>,
    /// The whole line.
    pub span: Span,
}

/// One paragraph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Paragraph {
    /// `sig …`
    Sig(SigDecl),
    /// `enum …`
    Enum(EnumDecl),
    /// `fact …`
    Fact(NamedBlock),
    /// `assert …`
    Assert(NamedBlock),
    /// `fun …` or `pred …`
    Func(FuncDecl),
    /// `let …` at the top level
    Macro(MacroDecl),
    /// `run …` or `check …`
    Command(Command),
}

/// A word in front of `sig`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SigQualifier {
    /// `abstract`
    Abstract,
    /// `lone`
    Lone,
    /// `one`
    One,
    /// `some`
    Some,
    /// `private`
    Private,
    /// `var`
    Var,
}

/// `abstract one sig A, B extends C { fields } { fact }`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SigDecl {
    /// The words in front, each at most once.
    pub qualifiers: Vec<(SigQualifier, Span)>,
    /// The names declared.
    pub names: Vec<Name>,
    /// `extends`, `in` or `=`.
    pub relation: Option<SigRelation>,
    /// The fields.
    pub fields: Vec<Decl>,
    /// The block of the signature fact, an [`super::ExprKind::Block`].
    pub fact: Option<Expr>,
    /// The whole paragraph.
    pub span: Span,
}

/// How a signature relates to others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SigRelation {
    /// `extends A`
    Extends(QualName),
    /// `in A + B`
    In(Vec<QualName>),
    /// `= A + B`
    Equals(Vec<QualName>),
}

/// `private enum E { A, B }`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnumDecl {
    /// The keyword `private`, if written.
    pub private: Option<Span>,
    /// The enumeration's name.
    pub name: Name,
    /// Its members in order.
    pub members: Vec<Name>,
    /// The whole paragraph.
    pub span: Span,
}

/// `fact name { … }` or `assert name { … }`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedBlock {
    /// The name; for `fact "words"` the words without quotes.
    pub name: Option<Name>,
    /// The block, an [`super::ExprKind::Block`].
    pub body: Expr,
    /// The whole paragraph.
    pub span: Span,
}

/// A function or predicate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FuncDecl {
    /// The keyword `private`, if written.
    pub private: Option<Span>,
    /// Whether it is a `pred`.
    pub is_pred: bool,
    /// The `A` of `pred A.name`.
    pub receiver: Option<QualName>,
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Decl>,
    /// The result's declaration, for a `fun`.
    pub result: Option<Expr>,
    /// The body, an [`super::ExprKind::Block`].
    pub body: Expr,
    /// The whole paragraph.
    pub span: Span,
}

/// `let name[params] = body` at the top level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MacroDecl {
    /// The keyword `private`, if written.
    pub private: Option<Span>,
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Name>,
    /// A block or the expression after `=`.
    pub body: Expr,
    /// The whole paragraph.
    pub span: Span,
}

/// `disj a, b: disj e` or `a = e`: a declaration of fields, parameters or quantified variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decl {
    /// The keyword `var`, if written.
    pub var: Option<Span>,
    /// The keyword `private`, if written.
    pub private: Option<Span>,
    /// `disj` in front of the names.
    pub disj: Option<Span>,
    /// The names.
    pub names: Vec<Name>,
    /// `disj` in front of the bound.
    pub disj_bound: Option<Span>,
    /// Whether it is `= e` and not `: e`.
    pub defined: bool,
    /// The bound or definition; multiplicities are [`super::UnaryOp::SetOf`] and its kin, or marks on arrows.
    pub bound: Expr,
    /// The whole declaration.
    pub span: Span,
}

/// A command and, in `follow`, those joined to it by `=>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The label in front (`label: run …`) or the first of two names (`run label p`).
    pub label: Option<Name>,
    /// Whether it is a `check`.
    pub check: bool,
    /// What to run or check.
    pub goal: CommandGoal,
    /// The scope, if any is written.
    pub scope: Option<Scope>,
    /// The number after `expect`.
    pub expect: Option<(i32, Span)>,
    /// The next command of a chain.
    pub follow: Option<Box<Command>>,
    /// From `run` to the end.
    pub span: Span,
}

/// What a command is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandGoal {
    /// A predicate, function or assertion.
    Name(QualName),
    /// A block, an [`super::ExprKind::Block`].
    Block(Expr),
}

/// `for 3 but 2 A, exactly 4 B`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The number after `for`, if it stands alone.
    pub overall: Option<(i32, Span)>,
    /// The entries.
    pub entries: Vec<ScopeEntry>,
    /// The whole scope.
    pub span: Span,
}

/// `exactly 1..4:2 A`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScopeEntry {
    /// Whether `exactly` is written.
    pub exactly: bool,
    /// The first number.
    pub start: i32,
    /// `None`: no range. `Some(None)`: `n..` without an end.
    pub end: Option<Option<i32>>,
    /// The increment after `:`.
    pub increment: Option<i32>,
    /// What it is the scope of.
    pub target: ScopeTarget,
    /// The whole entry.
    pub span: Span,
}

/// What a scope entry is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScopeTarget {
    /// A signature.
    Sig(QualName),
    /// `int` or `Int`: the bitwidth.
    Int,
    /// `seq`: the longest sequence.
    Seq,
    /// `String`
    Str,
    /// `steps`
    Steps,
}
