//! The nodes. All children are ids into the same [`super::Ast`].

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
    /// A formula.
    FormulaId,
    /// A relational expression.
    ExprId,
    /// An integer expression.
    IntId,
    /// A relation, a free symbol that [`crate::Bounds`] bind.
    RelationId,
    /// A variable.
    VarId,
}

/// A variable: name, arity and the nesting level of its binder. Two variables are the same exactly when all three agree, so that
/// the same text at the same depth is the same node wherever it is used. A binder hides an outer one of the same variable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Variable {
    /// The name, for display and for naming skolems.
    pub name: Box<str>,
    /// The arity of its value.
    pub arity: u32,
    /// How many binders surround its own.
    pub level: u32,
}

/// How many tuples the value of a declared variable may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Multiplicity {
    /// Exactly one; the variable's arity is then 1, except for skolem bounds.
    One,
    /// At most one.
    Lone,
    /// At least one.
    Some,
    /// Any number.
    Set,
}

/// The declaration of a variable: its value is a subset of `bound` (which may mention variables declared before) with as many
/// tuples as `multiplicity` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decl {
    /// The variable.
    pub var: VarId,
    /// How many tuples.
    pub multiplicity: Multiplicity,
    /// The bound, of the variable's arity.
    pub bound: ExprId,
}

/// Quantifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantifier {
    /// For all.
    All,
    /// For some.
    Some,
}

/// Tests of an expression's number of tuples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Count {
    /// None.
    No,
    /// At least one.
    Some,
    /// At most one.
    Lone,
    /// Exactly one.
    One,
}

/// Comparisons of integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IntComparison {
    /// `=`
    Equal,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
}

/// Comparisons of an expression's number of tuples with a plain natural number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SizeComparison {
    /// At most so many.
    AtMost,
    /// Exactly so many.
    Exactly,
    /// At least so many.
    AtLeast,
}

/// A formula.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Formula {
    /// True or false.
    Const(bool),
    /// Negation.
    Not(FormulaId),
    /// Conjunction; true when empty.
    And(Box<[FormulaId]>),
    /// Disjunction; false when empty.
    Or(Box<[FormulaId]>),
    /// Implication.
    Implies(FormulaId, FormulaId),
    /// Equivalence.
    Iff(FormulaId, FormulaId),
    /// The left relation is a subset of the right one; equal arities.
    Subset(ExprId, ExprId),
    /// Equal relations; equal arities.
    Equal(ExprId, ExprId),
    /// A test of the number of tuples.
    Count(Count, ExprId),
    /// The number of tuples of the expression compared with a plain natural number. It has nothing to do with the integers of the
    /// universe: it never overflows, whatever the bitwidth.
    Size(SizeComparison, ExprId, u32),
    /// A comparison of integers.
    IntCompare(IntComparison, IntId, IntId),
    /// Quantification over all declared variables, in order.
    Quantified(Quantifier, Box<[Decl]>, FormulaId),
    /// `next` is the successor relation of a strict total order on `elem` whose least element is `first`: `elem` and `first` unary,
    /// `next` binary. False when `elem` is empty.
    TotalOrder {
        /// The ordered set.
        elem: ExprId,
        /// The singleton of its least element.
        first: ExprId,
        /// The successor relation.
        next: ExprId,
    },
}

/// A relational expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A relation.
    Relation(RelationId),
    /// A variable.
    Var(VarId),
    /// The empty relation of an arity.
    None(u32),
    /// All atoms.
    Univ,
    /// The identity on all atoms.
    Iden,
    /// All integer atoms.
    Ints,
    /// Union; equal arities.
    Union(ExprId, ExprId),
    /// Intersection; equal arities.
    Intersect(ExprId, ExprId),
    /// Difference; equal arities.
    Difference(ExprId, ExprId),
    /// The right relation and those tuples of the left one whose first atom is not a first atom of the right one; equal arities of at least 2
    /// (for arity 1 it is the union).
    Override(ExprId, ExprId),
    /// Relational join; the arities add up to at least 3.
    Join(ExprId, ExprId),
    /// Product.
    Product(ExprId, ExprId),
    /// Transpose of a binary relation.
    Transpose(ExprId),
    /// Transitive closure of a binary relation.
    Closure(ExprId),
    /// The tuples of the right relation whose first atom is in the left set.
    DomainRestrict(ExprId, ExprId),
    /// The tuples of the left relation whose last atom is in the right set.
    RangeRestrict(ExprId, ExprId),
    /// Choice; equal arities.
    If(FormulaId, ExprId, ExprId),
    /// All tuples of values of the declared variables (each unary, multiplicity `One`) for which the formula holds.
    Comprehension(Box<[Decl]>, FormulaId),
    /// The singleton of an integer's atom; empty where there is no such atom.
    FromInt(IntId),
}

/// Operators of integers. Division truncates towards zero; the remainder has the dividend's sign; shifts use as many low bits of the right
/// operand as are needed to write the bitwidth less one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IntOp {
    /// Addition.
    Add,
    /// Subtraction.
    Sub,
    /// Multiplication.
    Mul,
    /// Division.
    Div,
    /// Remainder.
    Rem,
    /// Shift left.
    Shl,
    /// Shift right, sign extended.
    Sha,
    /// Shift right, zero filled within the bitwidth.
    Shr,
}

/// An integer expression, in two's complement of the universe's bitwidth.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum IntExpr {
    /// A literal; it may be out of range.
    Const(i64),
    /// The number of tuples.
    Card(ExprId),
    /// The sum of the integers in a set; other atoms count 0.
    SumOf(ExprId),
    /// The sum over all values of the declared variables (each unary, multiplicity `One`).
    Sum(Box<[Decl]>, IntId),
    /// An operation.
    Binary(IntOp, IntId, IntId),
    /// Choice.
    If(FormulaId, IntId, IntId),
}
