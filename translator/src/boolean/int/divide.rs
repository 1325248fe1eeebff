//! Division and remainder: restoring division of the magnitudes.

use super::{Arithmetic, Int};
use crate::boolean::{Bit, Factory};

/// The quotient and remainder of magnitudes; bits from the least significant.
struct Quotient {
    quotient: Vec<Bit>,
    remainder: Vec<Bit>,
}

/// The greatest magnitude of a value.
fn magnitude(a: &Int) -> i128 {
    a.low.abs().max(a.high.abs())
}

/// The bits of |a|, without sign.
fn absolute(factory: &mut Factory, a: &Int) -> Vec<Bit> {
    let sign = a.sign();
    let width = (u128::BITS - magnitude(a).unsigned_abs().leading_zeros()) as usize;
    negate_if(factory, sign, &(0..width).map(|i| a.bit(i)).collect::<Vec<_>>())
}

/// The bits, their two's complement if `negative`, in the same width.
fn negate_if(factory: &mut Factory, negative: Bit, bits: &[Bit]) -> Vec<Bit> {
    let mut carry = negative;
    let mut result = Vec::with_capacity(bits.len());
    for &bit in bits {
        let flipped = factory.xor(bit, negative);
        result.push(factory.xor(flipped, carry));
        carry = factory.and(flipped, carry);
    }
    result
}

fn divide_magnitudes(factory: &mut Factory, dividend: &[Bit], divisor: &[Bit]) -> Quotient {
    let width = divisor.len() + 1;
    let mut remainder = vec![Bit::FALSE; width];
    let mut quotient = vec![Bit::FALSE; dividend.len()];
    for (i, &bit) in dividend.iter().enumerate().rev() {
        remainder.pop();
        remainder.insert(0, bit);
        let mut borrow = Bit::FALSE;
        let mut difference = Vec::with_capacity(width);
        for (j, &r) in remainder.iter().enumerate() {
            let d = divisor.get(j).copied().unwrap_or(Bit::FALSE);
            difference.push(factory.xor3(r, d, borrow));
            borrow = factory.majority(!r, d, borrow);
        }
        quotient[i] = !borrow;
        for (r, d) in remainder.iter_mut().zip(difference) {
            *r = factory.ite(borrow, *r, d);
        }
    }
    Quotient { quotient, remainder }
}

impl Arithmetic {
    /// Whether the divisor is zero.
    fn is_zero(factory: &mut Factory, b: &Int) -> Bit {
        Self::equals_constant(factory, b, 0)
    }

    pub(super) fn divide(self, factory: &mut Factory, a: &Int, b: &Int) -> Int {
        let zero = Self::is_zero(factory, b);
        let (dividend, divisor) = (absolute(factory, a), absolute(factory, b));
        let mut bits = divide_magnitudes(factory, &dividend, &divisor).quotient;
        // One bit for the magnitude of the least integer, one for the sign.
        bits.extend([Bit::FALSE; 2]);
        let negative = factory.xor(a.sign(), b.sign());
        let bits = negate_if(factory, negative, &bits);
        let most = magnitude(a).max(1);
        let low = if a.low >= 0 && b.low > 0 { 0 } else { -most };
        let mut exact = Int {
            bits,
            low,
            high: most,
            overflow: Bit::FALSE,
        };
        if self.prevent {
            exact.overflow = zero;
        } else if zero != Bit::FALSE {
            let positive = Self::less_equal(factory, &Int::constant(1), a);
            // The sign of the dividend, negated.
            let bits = vec![factory.or(a.sign(), positive), positive];
            let by_zero = Int {
                bits,
                low: -1,
                high: 1,
                overflow: Bit::FALSE,
            };
            exact = Self::choice(factory, zero, &by_zero, &exact);
        }
        let overflow = exact.overflow;
        let mut result = self.fit(factory, exact);
        result.overflow = factory.or(result.overflow, overflow);
        result
    }

    pub(super) fn remainder(self, factory: &mut Factory, a: &Int, b: &Int) -> Int {
        let zero = Self::is_zero(factory, b);
        let (dividend, divisor) = (absolute(factory, a), absolute(factory, b));
        let mut bits = divide_magnitudes(factory, &dividend, &divisor).remainder;
        bits.extend([Bit::FALSE; 1]);
        let bits = negate_if(factory, a.sign(), &bits);
        let most = magnitude(b);
        let (low, high) = (a.low.min(0).max(-most), a.high.max(0).min(most));
        let mut exact = Int {
            bits,
            low,
            high,
            overflow: Bit::FALSE,
        };
        if self.prevent {
            exact.overflow = zero;
            return exact.normalise();
        }
        exact = Self::choice(factory, zero, a, &exact);
        exact.overflow = Bit::FALSE;
        exact.normalise()
    }
}
