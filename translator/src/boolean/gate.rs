//! Signals of the boolean circuit and the kinds of its gates.

use std::{fmt, ops::Not};

/// A signal: the output of a node of the circuit, or its negation.
///
/// The lowest bit is the sign, the rest the node's number. Node 0 is the constant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bit(u32);

impl Bit {
    /// The constant false.
    pub const FALSE: Bit = Bit(0);
    /// The constant true.
    pub const TRUE: Bit = Bit(1);

    /// The output of a node.
    pub(crate) const fn of_node(node: u32) -> Self {
        Bit(node << 1)
    }

    /// A constant.
    pub const fn constant(value: bool) -> Self {
        Bit(value as u32)
    }

    /// The node's number.
    pub const fn node(self) -> u32 {
        self.0 >> 1
    }

    /// Whether the node's output is negated.
    pub const fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// Whether this is true or false whatever the inputs are.
    pub const fn is_constant(self) -> bool {
        self.0 < 2
    }

    /// The signal, negated if asked.
    #[must_use]
    pub const fn negate_if(self, negate: bool) -> Self {
        Bit(self.0 ^ negate as u32)
    }

    /// The signal as a number, for hashing and compact tables.
    pub(crate) const fn raw(self) -> u32 {
        self.0
    }
}

impl Not for Bit {
    type Output = Bit;

    fn not(self) -> Bit {
        Bit(self.0 ^ 1)
    }
}

impl fmt::Debug for Bit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Bit::FALSE => f.write_str("false"),
            Bit::TRUE => f.write_str("true"),
            bit if bit.is_negated() => write!(f, "!n{}", bit.node()),
            bit => write!(f, "n{}", bit.node()),
        }
    }
}

/// What a node computes from its inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GateKind {
    /// Node 0, false.
    False,
    /// An input of the circuit.
    Input,
    /// The conjunction of two or more inputs in ascending order.
    And,
    /// If the first then the second else the third; neither the first nor the second is negated.
    Ite,
    /// Exactly one of two inputs, both not negated, in ascending order.
    Xor,
    /// An odd number of three inputs, none negated, in ascending order: a full adder's sum.
    Xor3,
    /// At least two of three inputs in ascending order: a full adder's carry.
    Majority,
}

impl GateKind {
    pub(crate) const fn tag(self) -> u32 {
        match self {
            GateKind::False => 0,
            GateKind::Input => 1,
            GateKind::And => 2,
            GateKind::Ite => 3,
            GateKind::Xor => 4,
            GateKind::Xor3 => 5,
            GateKind::Majority => 6,
        }
    }
}
