//! The tree between syntax and typed expressions.
//!
//! Nodes carry a bounding type, computed bottom-up when they are made, and may still be undecided: a [`Kind::Choice`] holds all
//! meanings of a name, a [`Kind::BadCall`] a call that misses arguments. Faults live in the nodes, not in a list on the side, since
//! the faults of a meaning that is not chosen do not count.

use std::rc::Rc;

use crate::diag::Diagnostic;
use crate::source::Span;
use crate::typed::{CompareOp, FieldId, FuncId, LocalId, Mult, Quant, SigId, Type};

/// A shared node; arguments occur in several meanings of an overloaded name.
pub(crate) type N = Rc<Node>;

/// A node.
#[derive(Debug)]
pub(crate) struct Node {
    /// What it is.
    pub(crate) kind: Kind,
    /// Its bounding type; empty if it has faults.
    pub(crate) ty: Type,
    /// Its place.
    pub(crate) span: Span,
    /// Whether it is a multiplicity, and of which sort.
    pub(crate) mark: Mark,
    /// The penalty of the meanings in it.
    pub(crate) weight: u32,
    /// Whether something in it is still undecided.
    pub(crate) ambiguous: bool,
    /// What is wrong in it.
    pub(crate) faults: Faults,
    /// How many nodes it has as a tree, shared ones counted again.
    pub(crate) size: u32,
    /// How many levels it has.
    pub(crate) depth: u32,
}

/// Multiplicities in an expression.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Mark {
    /// None.
    #[default]
    No,
    /// `lone e` and its kin.
    Prefix,
    /// An arrow with marks.
    Arrow,
}

/// The kinds of nodes.
#[derive(Debug)]
pub(crate) enum Kind {
    Bool(bool),
    Number(i32),
    Str(String),
    Sig(SigId),
    Field(FieldId),
    Local(LocalId),
    Iden,
    MinInt,
    MaxInt,
    NextInt,
    Unary(Un, N),
    Binary(Bin, N, N),
    /// A long union.
    Unions(Vec<N>),
    And(Vec<N>),
    Or(Vec<N>),
    Disjoint(Vec<N>),
    TotalOrder(Vec<N>),
    IfElse(N, N, N),
    Let(LocalId, N, N),
    Quantified(Quantifier, Vec<NodeDecl>, N),
    Call {
        func: FuncId,
        args: Vec<N>,
        extra: u32,
    },
    /// A call with too few or wrong arguments.
    BadCall {
        func: FuncId,
        args: Vec<N>,
        extra: u32,
    },
    /// A join of two sets, or with too few columns.
    BadJoin,
    /// A name with several meanings, and those of them that cannot matter where others do.
    Choice(Vec<Candidate>, Option<Rc<Far>>),
    /// A macro that misses arguments: its index and those it has.
    Macro(u32, Vec<N>),
    /// The body of a macro in place of its use.
    Expanded(N),
    /// An argument in the body of a macro.
    Argument(N),
    /// Something with a fault that has no meaning at all.
    Bad,
}

/// One meaning of a name.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    /// The meaning.
    pub(crate) node: N,
    /// What it is, to tell the user.
    pub(crate) what: What,
}

/// Meanings of a very overloaded name that lead nowhere from what is joined to it. They count only where no other meaning does, and
/// become candidates only then.
#[derive(Clone, Debug)]
pub(crate) struct Far {
    /// The meanings, each with its place among all meanings of the name and with its penalty.
    pub(crate) meanings: Vec<(usize, What, u32)>,
    /// The place of the name.
    pub(crate) name: Span,
    /// What is joined to it, and the places of the joins, innermost first.
    pub(crate) args: Vec<(Span, N)>,
}

/// What a candidate means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    Sig(SigId),
    Field(FieldId),
    Func(FuncId),
    /// A function with `this` as its first argument.
    ThisFunc(FuncId),
}

/// Unary operators, multiplicity prefixes included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Un {
    SomeOf,
    LoneOf,
    OneOf,
    SetOf,
    ExactlyOf,
    Not,
    After,
    Always,
    Eventually,
    Before,
    Historically,
    Once,
    No,
    Some,
    Lone,
    One,
    Transpose,
    Prime,
    ReflexiveClosure,
    Closure,
    Card,
    ToInt,
    ToSet,
}

impl Un {
    /// Whether it takes and gives formulas.
    pub(crate) fn is_logical(self) -> bool {
        use Un::{After, Always, Before, Eventually, Historically, Not, Once};
        matches!(
            self,
            Not | After | Always | Eventually | Before | Historically | Once
        )
    }

    /// Whether it is a temporal operator.
    pub(crate) fn is_temporal(self) -> bool {
        self == Un::Prime || (self.is_logical() && self != Un::Not)
    }

    /// Whether it is a multiplicity.
    pub(crate) fn is_mark(self) -> bool {
        matches!(
            self,
            Un::SomeOf | Un::LoneOf | Un::OneOf | Un::SetOf | Un::ExactlyOf
        )
    }
}

/// Binary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bin {
    Arrow(Mult, Mult),
    /// `seq/Int -> lone e` with a prefix of `seq/Int` as its domain.
    Seq,
    Join,
    Domain,
    Range,
    Intersect,
    Override,
    Union,
    Difference,
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Sha,
    Shr,
    /// A comparison, perhaps negated.
    Compare(CompareOp, bool),
    Implies,
    Iff,
    Until,
    Since,
    Triggered,
    Releases,
}

impl Bin {
    /// Whether it takes and gives formulas.
    pub(crate) fn is_logical(self) -> bool {
        use Bin::{Iff, Implies, Releases, Since, Triggered, Until};
        matches!(self, Implies | Iff | Until | Since | Triggered | Releases)
    }

    /// Whether it is a temporal operator.
    pub(crate) fn is_temporal(self) -> bool {
        matches!(self, Bin::Until | Bin::Since | Bin::Triggered | Bin::Releases)
    }

    /// Whether it takes and gives integers.
    pub(crate) fn is_arithmetic(self) -> bool {
        use Bin::{Add, Div, Mul, Rem, Sha, Shl, Shr, Sub};
        matches!(self, Add | Sub | Mul | Div | Rem | Shl | Sha | Shr)
    }

    /// Whether it is a product.
    pub(crate) fn is_arrow(self) -> bool {
        matches!(self, Bin::Arrow(..) | Bin::Seq)
    }

    /// Whether it compares integers.
    pub(crate) fn is_int_comparison(self) -> bool {
        matches!(self, Bin::Compare(op, _) if op != CompareOp::In && op != CompareOp::Equal)
    }

    /// The operator as it is written.
    pub(crate) fn symbol(self) -> &'static str {
        match self {
            Bin::Arrow(..) => "->",
            Bin::Seq => "seq",
            Bin::Join => ".",
            Bin::Domain => "<:",
            Bin::Range => ":>",
            Bin::Intersect => "&",
            Bin::Override => "++",
            Bin::Union => "+",
            Bin::Difference => "-",
            Bin::Add => "fun/add",
            Bin::Sub => "fun/sub",
            Bin::Mul => "fun/mul",
            Bin::Div => "fun/div",
            Bin::Rem => "fun/rem",
            Bin::Shl => "<<",
            Bin::Sha => ">>",
            Bin::Shr => ">>>",
            Bin::Compare(CompareOp::In, false) => "in",
            Bin::Compare(CompareOp::In, true) => "!in",
            Bin::Compare(CompareOp::Equal, false) => "=",
            Bin::Compare(CompareOp::Equal, true) => "!=",
            Bin::Compare(CompareOp::Less, _) => "<",
            Bin::Compare(CompareOp::Greater, _) => ">",
            Bin::Compare(CompareOp::LessEqual, _) => "<=",
            Bin::Compare(CompareOp::GreaterEqual, _) => ">=",
            Bin::Implies => "=>",
            Bin::Iff => "<=>",
            Bin::Until => "until",
            Bin::Since => "since",
            Bin::Triggered => "triggered",
            Bin::Releases => "releases",
        }
    }
}

/// Quantifiers and comprehensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quantifier {
    Of(Quant),
    Comprehension,
}

/// A declaration of variables.
#[derive(Clone, Debug)]
pub(crate) struct NodeDecl {
    /// The variables.
    pub(crate) locals: Vec<LocalId>,
    /// `disj x, y: …`
    pub(crate) disjoint: bool,
    /// The bound with its multiplicity.
    pub(crate) bound: N,
}

/// A tree of faults; joining two is cheap.
#[derive(Clone, Debug, Default)]
pub(crate) struct Faults(Option<Rc<FaultTree>>);

#[derive(Debug)]
enum FaultTree {
    Leaf(Fault),
    Both(Faults, Faults),
    /// Faults in the body of a macro, used at a place.
    Within(Faults, String, Span),
}

/// Something wrong; the words are made only if it is reported.
#[derive(Debug)]
pub(crate) enum Fault {
    /// A consequence of something that was reported already.
    Silent,
    /// A finished diagnostic.
    Ready(Box<Diagnostic>),
    /// A call that cannot be right.
    Call { func: FuncId, args: Vec<N>, span: Span },
    /// A join that cannot be right.
    Join { left: N, right: N, span: Span },
    /// A name none of whose meanings can be right.
    Dead { candidates: Vec<Candidate>, span: Span },
}

/// A fault with the uses of macros around it, outermost first.
pub(crate) struct FoundFault<'a> {
    pub(crate) fault: &'a Fault,
    pub(crate) within: Vec<(&'a str, Span)>,
}

impl Faults {
    /// Nothing wrong.
    pub(crate) fn none() -> Self {
        Self(None)
    }

    /// One fault.
    pub(crate) fn one(fault: Fault) -> Self {
        Self(Some(Rc::new(FaultTree::Leaf(fault))))
    }

    /// One finished diagnostic.
    pub(crate) fn ready(diagnostic: Diagnostic) -> Self {
        Self::one(Fault::Ready(Box::new(diagnostic)))
    }

    /// Whether nothing is wrong.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Both.
    #[must_use]
    pub(crate) fn and(&self, other: &Faults) -> Faults {
        match (&self.0, &other.0) {
            (_, None) => self.clone(),
            (None, _) => other.clone(),
            (Some(a), Some(b)) if Rc::ptr_eq(a, b) => self.clone(),
            _ => Self(Some(Rc::new(FaultTree::Both(self.clone(), other.clone())))),
        }
    }

    /// The same faults, as those of a macro's body.
    #[must_use]
    pub(crate) fn within(&self, name: &str, span: Span) -> Faults {
        if self.is_empty() {
            return self.clone();
        }
        Self(Some(Rc::new(FaultTree::Within(
            self.clone(),
            name.to_owned(),
            span,
        ))))
    }

    /// All faults from left to right, each once.
    pub(crate) fn flatten(&self) -> Vec<FoundFault<'_>> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut found = Vec::new();
        let mut todo = vec![(self, Vec::new())];
        while let Some((faults, within)) = todo.pop() {
            let Some(tree) = &faults.0 else { continue };
            if !seen.insert(Rc::as_ptr(tree)) {
                continue;
            }
            match &**tree {
                FaultTree::Leaf(fault) => found.push(FoundFault { fault, within }),
                FaultTree::Both(a, b) => {
                    todo.push((b, within.clone()));
                    todo.push((a, within));
                }
                FaultTree::Within(inner, name, span) => {
                    let mut within = within;
                    within.push((name.as_str(), *span));
                    todo.push((inner, within));
                }
            }
        }
        found
    }
}

impl Drop for Faults {
    /// Takes long chains apart without recursion.
    fn drop(&mut self) {
        let mut todo = vec![self.0.take()];
        while let Some(next) = todo.pop() {
            let Some(Ok(mut tree)) = next.map(Rc::try_unwrap) else {
                continue;
            };
            match &mut tree {
                FaultTree::Leaf(_) => {}
                FaultTree::Both(a, b) => {
                    todo.push(a.0.take());
                    todo.push(b.0.take());
                }
                FaultTree::Within(a, ..) => todo.push(a.0.take()),
            }
        }
    }
}

impl Node {
    /// Whether something is wrong in it.
    pub(crate) fn is_faulty(&self) -> bool {
        !self.faults.is_empty()
    }

    /// The node without the traces of macros around it.
    pub(crate) fn peel(&self) -> &Node {
        let mut node = self;
        while let Kind::Expanded(inner) | Kind::Argument(inner) = &node.kind {
            node = inner;
        }
        node
    }

    /// The multiplicity in front, if there is one.
    pub(crate) fn prefix(&self) -> Option<Un> {
        match self.peel().kind {
            Kind::Unary(op, _) if op.is_mark() => Some(op),
            _ => None,
        }
    }

    /// Whether two nodes are the same expression.
    pub(crate) fn is_same(&self, other: &Node) -> bool {
        let (a, b) = (self.peel(), other.peel());
        if std::ptr::eq(a, b) {
            return true;
        }
        match (&a.kind, &b.kind) {
            (Kind::Bool(x), Kind::Bool(y)) => x == y,
            (Kind::Number(x), Kind::Number(y)) => x == y,
            (Kind::Str(x), Kind::Str(y)) => x == y,
            (Kind::Sig(x), Kind::Sig(y)) => x == y,
            (Kind::Field(x), Kind::Field(y)) => x == y,
            (Kind::Local(x), Kind::Local(y)) => x == y,
            (Kind::Iden, Kind::Iden)
            | (Kind::MinInt, Kind::MinInt)
            | (Kind::MaxInt, Kind::MaxInt)
            | (Kind::NextInt, Kind::NextInt) => true,
            (Kind::Unary(o, x), Kind::Unary(p, y)) => o == p && x.is_same(y),
            (Kind::Binary(o, x, y), Kind::Binary(p, v, w)) => o == p && x.is_same(v) && y.is_same(w),
            (Kind::Unions(x), Kind::Unions(y)) => {
                x.len() == y.len() && x.iter().zip(y).all(|(x, y)| x.is_same(y))
            }
            (Kind::IfElse(c, x, y), Kind::IfElse(d, v, w)) => c.is_same(d) && x.is_same(v) && y.is_same(w),
            (Kind::Call { func: f, args: x, .. }, Kind::Call { func: g, args: y, .. }) => {
                f == g && x.len() == y.len() && x.iter().zip(y).all(|(x, y)| x.is_same(y))
            }
            _ => false,
        }
    }
}
