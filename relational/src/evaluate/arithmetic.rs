//! Integers of a bitwidth: what each operation gives, and whether that is the exact result.
//!
//! Everything is computed exactly in 128 bits, then wrapped; an overflow is where wrapping changed something.

use crate::ast::IntOp;

/// The result of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    /// The value in two's complement of the bitwidth.
    pub(super) value: i64,
    /// Whether the exact result does not exist or does not fit.
    pub(super) overflow: bool,
}

/// An integer as the bitwidth holds it.
#[must_use]
pub(super) fn fit(bitwidth: u32, exact: i128) -> Outcome {
    let unused = i128::BITS - bitwidth.clamp(1, 64);
    let value = exact << unused >> unused;
    Outcome {
        value: value as i64,
        overflow: value != exact,
    }
}

/// An operation on two integers of the bitwidth (at most 63).
///
/// - Division rounds towards zero and the remainder has the dividend's sign. Division by zero is an overflow, with the values that
///   the circuit of a restoring divider gives: `a / 0` is -1, 0 or 1 against the sign of `a`, and `a % 0` is `a`.
/// - Shifts use the lowest ⌈log₂ bitwidth⌉ bits of `b`, those that it takes to write bitwidth - 1. A shift to the left overflows
///   unless a·2ⁿ fits, where n is the whole of `b` read without sign. Shifts to the right do not overflow.
#[must_use]
pub(super) fn apply(bitwidth: u32, op: IntOp, a: i64, b: i64) -> Outcome {
    let (x, y) = (i128::from(a), i128::from(b));
    let unsigned = |value: i64| value as u64 & (u64::MAX >> (u64::BITS - bitwidth.clamp(1, 64)));
    let amount_bits = u32::BITS - bitwidth.saturating_sub(1).leading_zeros();
    let amount = unsigned(b) & ((1 << amount_bits) - 1);
    let undefined = |value: i128| Outcome {
        overflow: true,
        ..fit(bitwidth, value)
    };
    match op {
        IntOp::Add => fit(bitwidth, x + y),
        IntOp::Sub => fit(bitwidth, x - y),
        IntOp::Mul => fit(bitwidth, x * y),
        IntOp::Div if b == 0 => undefined(-x.signum()),
        IntOp::Div => fit(bitwidth, x / y),
        IntOp::Rem if b == 0 => undefined(x),
        IntOp::Rem => fit(bitwidth, x % y),
        IntOp::Shl => Outcome {
            overflow: a != 0 && (unsigned(b) > 63 || fit(bitwidth, x << unsigned(b)).overflow),
            ..fit(bitwidth, x << amount)
        },
        IntOp::Sha => fit(bitwidth, x >> amount),
        IntOp::Shr => Outcome {
            overflow: false,
            ..fit(bitwidth, i128::from(unsigned(a) >> amount))
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPS: [IntOp; 8] = [
        IntOp::Add,
        IntOp::Sub,
        IntOp::Mul,
        IntOp::Div,
        IntOp::Rem,
        IntOp::Shl,
        IntOp::Sha,
        IntOp::Shr,
    ];

    fn range(bitwidth: u32) -> std::ops::Range<i64> {
        -(1 << (bitwidth - 1))..1 << (bitwidth - 1)
    }

    /// Adds or subtracts 2^bitwidth until the value is in range.
    fn wrapped(bitwidth: u32, mut value: i64) -> i64 {
        while value >= range(bitwidth).end {
            value -= 1 << bitwidth;
        }
        while value < range(bitwidth).start {
            value += 1 << bitwidth;
        }
        value
    }

    /// The exact result of an operation in the ordinary sense, with what stands for it where there is none.
    fn exact(bitwidth: u32, op: IntOp, a: i64, b: i64) -> (i64, bool) {
        let amount_bits = [0, 1, 2, 2, 3][bitwidth as usize - 1];
        let amount = b.rem_euclid(1 << amount_bits);
        match op {
            IntOp::Add => (a + b, true),
            IntOp::Sub => (a - b, true),
            IntOp::Mul => (a * b, true),
            IntOp::Div if b == 0 => (-a.signum(), false),
            IntOp::Div => (a / b, true),
            IntOp::Rem if b == 0 => (a, false),
            IntOp::Rem => (a % b, true),
            IntOp::Shl => {
                let whole = b.rem_euclid(1 << bitwidth);
                (a << amount, range(bitwidth).contains(&(a << whole)))
            }
            IntOp::Sha => (a.div_euclid(1 << amount), true),
            IntOp::Shr => (a.rem_euclid(1 << bitwidth) >> amount, true),
        }
    }

    #[test]
    fn every_operation_at_small_bitwidths() {
        for bitwidth in 1..=5 {
            for op in OPS {
                for a in range(bitwidth) {
                    for b in range(bitwidth) {
                        let (value, defined) = exact(bitwidth, op, a, b);
                        let fits = op == IntOp::Shr || op == IntOp::Shl || range(bitwidth).contains(&value);
                        let expected = Outcome {
                            value: wrapped(bitwidth, value),
                            overflow: !defined || !fits,
                        };
                        let found = apply(bitwidth, op, a, b);
                        assert_eq!(found, expected, "{a} {op:?} {b} in {bitwidth} bits");
                    }
                }
            }
        }
    }

    #[test]
    fn known_values_at_four_bits() {
        let value = |op, a, b| apply(4, op, a, b).value;
        assert_eq!(value(IntOp::Add, 7, 1), -8);
        assert_eq!(value(IntOp::Sub, 0, -8), -8);
        assert_eq!(value(IntOp::Mul, 3, 3), -7);
        assert_eq!(value(IntOp::Div, -7, 2), -3);
        assert_eq!(value(IntOp::Rem, -7, 2), -1);
        assert_eq!(value(IntOp::Rem, 7, -2), 1);
        assert_eq!([7, 0, -7].map(|a| value(IntOp::Div, a, 0)), [-1, 0, 1]);
        assert_eq!(value(IntOp::Div, -8, -1), -8);
        assert_eq!([3, 4, 5].map(|b| value(IntOp::Shl, 1, b)), [-8, 1, 2]);
        assert_eq!(value(IntOp::Sha, 4, -1), 0);
        assert_eq!(value(IntOp::Sha, -8, 1), -4);
        assert_eq!(value(IntOp::Shr, -1, 4), -1);
        assert_eq!(value(IntOp::Shr, -8, 1), 4);
    }

    #[test]
    fn overflow_of_shifts() {
        let overflow = |a, b| apply(4, IntOp::Shl, a, b).overflow;
        assert!(overflow(4, 1));
        assert!(!overflow(-4, 1));
        assert!(!overflow(1, 2));
        assert!(overflow(1, 4));
        assert!(!overflow(0, -1));
    }

    #[test]
    fn wide_integers_are_exact() {
        let greatest = (1 << 29) - 1;
        assert_eq!(
            apply(30, IntOp::Mul, greatest, greatest),
            Outcome {
                value: 1,
                overflow: true
            }
        );
        assert_eq!(
            fit(30, i128::from(greatest)),
            Outcome {
                value: greatest,
                overflow: false
            }
        );
        assert_eq!(
            apply(33, IntOp::Mul, 1 << 31, 1 << 31),
            Outcome {
                value: 0,
                overflow: true
            }
        );
        assert_eq!(
            apply(30, IntOp::Shl, 1, -1),
            Outcome {
                value: -(1 << 31) % (1 << 30),
                overflow: true
            }
        );
    }
}
