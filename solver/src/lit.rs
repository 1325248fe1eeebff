//! Variables and literals.
//!
//! A literal is stored as `2 * variable + sign`, the packing of `MiniSat` (Eén and Sörensson, "An Extensible
//! SAT-solver", SAT 2003, section 3): negation flips the last bit, and the two literals of a variable stand
//! beside each other in every table that a literal indexes.

use std::fmt;
use std::ops::Not;

/// A propositional variable, numbered from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(u32);

impl Var {
    /// The greatest index: DIMACS numbers variables from 1 in a signed 32-bit integer, so that `i32::MAX` is
    /// the last of them.
    pub const MAX_INDEX: u32 = i32::MAX as u32 - 1;

    /// The variable of this index. Indices above [`Var::MAX_INDEX`] are a caller's mistake: debug builds
    /// panic, release builds take `MAX_INDEX` instead.
    pub const fn new(index: u32) -> Self {
        debug_assert!(index <= Self::MAX_INDEX, "variable index out of range");
        if index <= Self::MAX_INDEX {
            Self(index)
        } else {
            Self(Self::MAX_INDEX)
        }
    }

    /// The variable's number from 0, ready to index a table.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal that says that this variable is true.
    pub const fn positive(self) -> Lit {
        Lit::positive(self)
    }

    /// The literal that says that this variable is false.
    pub const fn negative(self) -> Lit {
        Lit::negative(self)
    }
}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x{}", self.0)
    }
}

/// A variable or its negation.
///
/// Literals are ordered by variable, the positive one first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Lit {
    /// The literal that says that `var` is true.
    pub const fn positive(var: Var) -> Self {
        Self(2 * var.0)
    }

    /// The literal that says that `var` is false.
    pub const fn negative(var: Var) -> Self {
        Self(2 * var.0 + 1)
    }

    /// The literal that says that `var` has this value.
    pub const fn new(var: Var, value: bool) -> Self {
        Self(2 * var.0 + !value as u32)
    }

    /// The variable that the literal speaks of.
    pub const fn var(self) -> Var {
        Var(self.0 >> 1)
    }

    /// Does the literal say that its variable is false?
    pub const fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    /// `2 * variable + sign`, ready to index a table of literals.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal as DIMACS writes it: the variable's number from 1, negative for a negative literal.
    pub const fn to_dimacs(self) -> i32 {
        let number = (self.var().0 + 1) as i32;
        if self.is_negative() { -number } else { number }
    }

    /// The literal that DIMACS writes as `number`; `None` for 0, which ends a clause there, and for
    /// `i32::MIN`, which has no positive counterpart.
    pub const fn from_dimacs(number: i32) -> Option<Self> {
        if number == 0 || number == i32::MIN {
            return None;
        }
        Some(Self::new(Var(number.unsigned_abs() - 1), number > 0))
    }
}

impl Not for Lit {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_negative() { "-" } else { "" };
        write!(f, "{sign}{:?}", self.var())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_literal_knows_its_variable_and_sign() {
        let var = Var::new(7);
        assert_eq!(var.index(), 7);
        assert_eq!(var.positive().var(), var);
        assert_eq!(var.negative().var(), var);
        assert!(!var.positive().is_negative());
        assert!(var.negative().is_negative());
        assert_eq!(!var.positive(), var.negative());
        assert_eq!(!!var.positive(), var.positive());
        assert_eq!(Lit::new(var, false), var.negative());
        assert!(var.positive() < var.negative());
    }

    #[test]
    fn dimacs_numbers_go_both_ways() {
        for number in [1, -1, 2, -2, 100, -100, i32::MAX, -i32::MAX] {
            assert_eq!(Lit::from_dimacs(number).map(Lit::to_dimacs), Some(number));
        }
        assert_eq!(Lit::from_dimacs(0), None);
        assert_eq!(Lit::from_dimacs(i32::MIN), None);
        assert_eq!(Var::new(Var::MAX_INDEX).negative().to_dimacs(), -i32::MAX);
    }
}
