//! The resolved, typed modules: what the resolver hands to the translator.
//!
//! Everything is in vectors of [`World`] and is named by ids. Names are resolved, overloads decided, macros expanded, casts between
//! integers and sets explicit, and negated comparisons spelled out with [`UnaryOp::Not`].

use crate::source::Span;

pub use crate::ast::{CompareOp, Mult, Quant};

macro_rules! id {
    ($(#[$doc:meta] $name:ident),* $(,)?) => {$(
        #[$doc]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);
        impl $name {
            /// The position in its vector.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

id! {
    /// A module instance.
    ModuleId,
    /// A signature.
    SigId,
    /// A field.
    FieldId,
    /// A function or predicate.
    FuncId,
    /// An assertion.
    AssertId,
    /// A bound variable: parameter, quantified or `let` variable, or `this`.
    LocalId,
}

/// All modules of a specification.
#[derive(Clone, Debug, Default)]
pub struct World {
    /// Module instances; the root first, then depth first in the order of opening.
    pub modules: Vec<Module>,
    /// Signatures: the builtin ones at the fixed ids below, then by module, in order of declaration (an enumeration before its members);
    /// those of the meta-model last.
    pub sigs: Vec<Sig>,
    /// Fields.
    pub fields: Vec<Field>,
    /// Functions and predicates, those made for block commands (`run$1`) included.
    pub funcs: Vec<Func>,
    /// Facts of all modules, in module order.
    pub facts: Vec<Fact>,
    /// Assertions, those made for block commands (`check$1`) included.
    pub asserts: Vec<Assert>,
    /// The root module's commands in order, of a chain `c1 => c2` only the last; never empty (a file without any has `Default`).
    pub commands: Vec<Command>,
    /// All bound variables.
    pub locals: Vec<Local>,
}

impl World {
    /// `univ`
    pub const UNIV: SigId = SigId(0);
    /// `Int`
    pub const INT: SigId = SigId(1);
    /// `seq/Int`
    pub const SEQ_INT: SigId = SigId(2);
    /// `String`
    pub const STRING: SigId = SigId(3);
    /// `none`
    pub const NONE: SigId = SigId(4);
    /// How many signatures are builtin.
    pub const BUILTIN_SIGS: usize = 5;

    /// The signature with this id.
    pub fn sig(&self, id: SigId) -> &Sig {
        &self.sigs[id.index()]
    }

    /// The field with this id.
    pub fn field(&self, id: FieldId) -> &Field {
        &self.fields[id.index()]
    }

    /// The function or predicate with this id.
    pub fn func(&self, id: FuncId) -> &Func {
        &self.funcs[id.index()]
    }

    /// The bound variable with this id.
    pub fn local(&self, id: LocalId) -> &Local {
        &self.locals[id.index()]
    }
}

/// A module instance.
#[derive(Clone, Debug)]
pub struct Module {
    /// The path of aliases from the root: empty for the root, `ordering`, `open$3`, `a/b`.
    pub path: String,
    /// The file's name as the source map knows it.
    pub file: crate::source::FileId,
}

/// A signature.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a word of the declaration")]
pub struct Sig {
    /// The module that declares it.
    pub module: ModuleId,
    /// The bare name.
    pub name: String,
    /// `this/A`, `ordering/Ord`, `univ`, `Int`, `seq/Int`.
    pub label: String,
    /// Its place among the others.
    pub kind: SigKind,
    /// Signatures that extend it, in order of declaration.
    pub children: Vec<SigId>,
    /// `one`, `lone` or `some`; `Set` for none of them.
    pub mult: Mult,
    /// Whether it is abstract (an enumeration is).
    pub is_abstract: bool,
    /// Whether it was declared by `enum` (its members are `one` children).
    pub is_enum: bool,
    /// Whether it is private.
    pub is_private: bool,
    /// Whether it is `var`.
    pub is_var: bool,
    /// Whether it belongs to the `$` meta-model.
    pub is_meta: bool,
    /// Whether an `exactly` module parameter forces its scope to be exact.
    pub forced_exact: bool,
    /// The declarations of its own fields, in order.
    pub field_decls: Vec<FieldDecl>,
    /// The variable `this` of its field bounds and facts.
    pub this: LocalId,
    /// Its signature facts, formulas over `this`.
    pub facts: Vec<Expr>,
    /// Where its name is declared; `None` for builtin ones.
    pub span: Option<Span>,
}

/// The place of a signature in the hierarchy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SigKind {
    /// `univ`, `Int`, `seq/Int`, `String`, `none`
    Builtin,
    /// Top level (the parent is `univ`) or `extends`.
    Prim {
        /// The parent.
        parent: SigId,
    },
    /// `in` (not exact) or `=` (exact).
    Subset {
        /// The supersets, at least one.
        parents: Vec<SigId>,
        /// Whether it equals their union.
        exact: bool,
    },
}

/// One declaration of fields, which share bound and `disj` marks.
#[derive(Clone, Debug)]
pub struct FieldDecl {
    /// The fields it declares.
    pub fields: Vec<FieldId>,
    /// `disj f, g: …`: the fields are pairwise disjoint as relations.
    pub disjoint: bool,
    /// `f: disj …`: the values for different atoms are disjoint.
    pub bound_disjoint: bool,
    /// Whether it is `f = e`.
    pub defined: bool,
    /// The bound over `this`, with its multiplicities.
    pub bound: Bound,
}

/// A field.
#[derive(Clone, Debug)]
pub struct Field {
    /// The signature that declares it.
    pub sig: SigId,
    /// The position of its declaration in [`Sig::field_decls`].
    pub decl: u32,
    /// The bare name.
    pub name: String,
    /// `this/A<:f`
    pub label: String,
    /// The type, first column included.
    pub ty: Type,
    /// Whether it is private.
    pub is_private: bool,
    /// Whether it is `var`.
    pub is_var: bool,
    /// Whether it belongs to the `$` meta-model.
    pub is_meta: bool,
    /// Where its name is declared.
    pub span: Span,
}

/// A function or predicate.
#[derive(Clone, Debug)]
pub struct Func {
    /// The module that declares it.
    pub module: ModuleId,
    /// The bare name.
    pub name: String,
    /// `this/p`, `ordering/first`.
    pub label: String,
    /// Whether it is a predicate.
    pub is_pred: bool,
    /// Whether it is private.
    pub is_private: bool,
    /// Its parameters.
    pub params: Vec<VarDecl>,
    /// The result's declaration; `None` for a predicate.
    pub result: Option<Bound>,
    /// The body: a formula, or an expression for a function.
    pub body: Expr,
    /// Where its name is declared.
    pub span: Span,
}

/// A fact.
#[derive(Clone, Debug)]
pub struct Fact {
    /// The module that states it.
    pub module: ModuleId,
    /// Its name, or `fact$1`.
    pub name: String,
    /// The formula.
    pub body: Expr,
    /// The whole paragraph.
    pub span: Span,
}

/// An assertion.
#[derive(Clone, Debug)]
pub struct Assert {
    /// The module that declares it.
    pub module: ModuleId,
    /// Its name, or `assert$1`, `check$1`.
    pub name: String,
    /// The formula.
    pub body: Expr,
    /// The whole paragraph.
    pub span: Span,
}

/// A bound variable.
#[derive(Clone, Debug)]
pub struct Local {
    /// The name.
    pub name: String,
    /// The type of its value.
    pub ty: Type,
    /// Where it is declared.
    pub span: Span,
}

/// A command.
#[derive(Clone, Debug)]
pub struct Command {
    /// The label: as given, the name of what it runs, or `run$1`, `check$1`, `Default`.
    pub label: String,
    /// What it asks.
    pub goal: Goal,
    /// Its scope as written.
    pub scope: CommandScope,
    /// What `expect` says: 0 or 1.
    pub expect: Option<u8>,
    /// The whole command; for `Default` the empty range at the file's end.
    pub span: Span,
}

/// What a command asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// An instance of the facts and a predicate or function.
    Run(FuncId),
    /// A counterexample to an assertion.
    Check(AssertId),
}

/// The scope of a command, as written.
#[derive(Clone, Debug, Default)]
pub struct CommandScope {
    /// The overall scope.
    pub overall: Option<i32>,
    /// Entries for signatures.
    pub sigs: Vec<SigScope>,
    /// The bitwidth.
    pub bitwidth: Option<(i32, Span)>,
    /// The longest sequence.
    pub max_seq: Option<(i32, Span)>,
    /// The entry for `String`.
    pub strings: Option<(i32, Span)>,
    /// Whether that entry is exact, as it must be.
    pub strings_exact: bool,
    /// The entry for `steps`: least and greatest length (`None`: unbounded).
    pub steps: Option<(i32, Option<i32>, Span)>,
}

/// A scope entry for a signature.
#[derive(Clone, Debug)]
pub struct SigScope {
    /// The signature.
    pub sig: SigId,
    /// Whether it is exact.
    pub exact: bool,
    /// The first size.
    pub start: i32,
    /// The last size: `start` without a range, `i32::MAX` for `n..`.
    pub end: i32,
    /// The step from one size to the next, at least 1.
    pub increment: i32,
    /// The whole entry.
    pub span: Span,
}

/// A type: a set of products of signatures, perhaps of several arities, or a formula's.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Type {
    /// The products, none contained in another; [`World::NONE`] marks a column without atoms.
    pub products: Vec<Box<[SigId]>>,
    /// Whether it is the type of a formula.
    pub is_bool: bool,
    /// Whether it is the type of an integer expression (as against a set of integers).
    pub is_int: bool,
}

/// A declaration of variables.
#[derive(Clone, Debug)]
pub struct VarDecl {
    /// The variables.
    pub locals: Vec<LocalId>,
    /// `disj x, y: …`
    pub disjoint: bool,
    /// The bound; a bare unary expression has become `One`.
    pub bound: Bound,
}

/// The bound of a declaration: a multiplicity and an expression, in which arrows may carry marks.
#[derive(Clone, Debug)]
pub struct Bound {
    /// `One`, `Lone`, `Some` or `Set`; always `Set` for arity 2 and more. `= e` is `Set` too.
    pub mult: Mult,
    /// The expression.
    pub expr: Expr,
}

/// A typed expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its bounding type.
    pub ty: Type,
    /// Its place; inside an expanded macro the place of the call.
    pub span: Span,
}

/// The kinds of typed expressions. F is a formula, S a set or relation, I an integer expression.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// F: true or false.
    Bool(bool),
    /// I: a number.
    Number(i32),
    /// S: a string.
    Str(String),
    /// S: a signature, builtin ones included (`Int`, `univ`, `none`).
    Sig(SigId),
    /// S: a field as a whole relation.
    Field(FieldId),
    /// S: a bound variable (`let` variables may also stand for F and I).
    Local(LocalId),
    /// S: `iden`
    Iden,
    /// I: `fun/min`
    MinInt,
    /// I: `fun/max`
    MaxInt,
    /// S: `fun/next`
    NextInt,
    /// One operand.
    Unary(UnaryOp, Box<Expr>),
    /// Two operands.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// F: a comparison; `In` and `Equal` of S, or `Equal` and the others of I.
    Compare(CompareOp, Box<Expr>, Box<Expr>),
    /// S: a product. The marks are not `Set` only in a bound or on the right of `in`.
    Arrow(Box<Expr>, Mult, Mult, Box<Expr>),
    /// S: `seq e`: the positions, which are `seq/Int`, and the elements. It is `seq/Int -> lone e` whose domain has no gaps.
    /// Only in a bound or on the right of `in`, alone or as a side of arrows.
    Sequence(Box<Expr>, Box<Expr>),
    /// F: `e in b` where `b` carries multiplicities (`e in (lone A)`, `r in A -> one B`).
    InBound(Box<Expr>, Box<Bound>),
    /// F: all of them.
    And(Vec<Expr>),
    /// F: some of them.
    Or(Vec<Expr>),
    /// F: `disj[a, b, …]`
    Disjoint(Vec<Expr>),
    /// F: `pred/totalOrder[elem, first, next]`
    TotalOrder(Box<Expr>, Box<Expr>, Box<Expr>),
    /// F, S or I: `c => a else b`
    IfElse(Box<Expr>, Box<Expr>, Box<Expr>),
    /// F, S or I: `let x = e | body`
    Let(LocalId, Box<Expr>, Box<Expr>),
    /// F, or I for `sum`.
    Quantified(Quant, Vec<VarDecl>, Box<Expr>),
    /// S: `{ decls | body }`
    Comprehension(Vec<VarDecl>, Box<Expr>),
    /// F or S: a call with all its arguments.
    Call(FuncId, Vec<Expr>),
}

/// Operators of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// F of F
    Not,
    /// F of S: `no e`
    No,
    /// F of S: `some e`
    Some,
    /// F of S: `lone e`
    Lone,
    /// F of S: `one e`
    One,
    /// I of S: `#e`
    Card,
    /// I of S: the sum of its integers
    ToInt,
    /// S of I: the set of its one value
    ToSet,
    /// S of S: `~e`
    Transpose,
    /// S of S: `^e`
    Closure,
    /// S of S: `*e`
    ReflexiveClosure,
    /// S of S: `e'`
    Prime,
    /// F of F
    Always,
    /// F of F
    Eventually,
    /// F of F
    After,
    /// F of F
    Before,
    /// F of F
    Historically,
    /// F of F
    Once,
}

/// Operators of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// F of F
    Implies,
    /// F of F
    Iff,
    /// F of F
    Until,
    /// F of F
    Since,
    /// F of F
    Triggered,
    /// F of F
    Releases,
    /// I of I: `<<`
    Shl,
    /// I of I: `>>`
    Sha,
    /// I of I: `>>>`
    Shr,
    /// I of I: `fun/add`
    Add,
    /// I of I: `fun/sub`
    Sub,
    /// I of I: `fun/mul`
    Mul,
    /// I of I: `fun/div`
    Div,
    /// I of I: `fun/rem`
    Rem,
    /// S of S: `+`
    Union,
    /// S of S: `-`
    Difference,
    /// S of S: `&`
    Intersect,
    /// S of S: `++`
    Override,
    /// S of S: `<:`
    DomainRestrict,
    /// S of S: `:>`
    RangeRestrict,
    /// S of S: `.`
    Join,
}
