//! Integers as vectors of signals in two's complement.
//!
//! Each integer knows the range its value lies in and is only as long as the range needs, so that a sum of a few small
//! numbers costs a few gates whatever the bitwidth is, and cannot overflow where the range fits. Sums of any kind add all
//! their bits by weight in one carry-save tree (Wallace, "A Suggestion for a Fast Multiplier", IEEE Trans. EC 1964), and
//! products are sums of partial products with the signs folded into a constant (Baugh and Wooley, "A Two's Complement
//! Parallel Array Multiplication Algorithm", IEEE Trans. Computers 1973).

mod divide;
mod sum;

use relfind_relational::ast::IntOp;

pub(crate) use sum::LinearSum;

use super::{Bit, Factory};

/// An integer.
///
/// # Invariants
/// `bits` is not empty; its last is the sign. Unless `overflow` holds, `low <= value <= high`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Int {
    /// From the least significant bit to the sign.
    pub(crate) bits: Vec<Bit>,
    /// The least possible value.
    pub(crate) low: i128,
    /// The greatest possible value.
    pub(crate) high: i128,
    /// Whether some operation within went out of range; always false where arithmetic wraps.
    pub(crate) overflow: Bit,
}

impl Int {
    /// A constant.
    pub(crate) fn constant(value: i128) -> Self {
        let width = width_of(value, value);
        let bits = (0..width).map(|i| Bit::constant(value >> i & 1 == 1)).collect();
        Self {
            bits,
            low: value,
            high: value,
            overflow: Bit::FALSE,
        }
    }

    /// The sign.
    pub(crate) fn sign(&self) -> Bit {
        self.bits[self.bits.len() - 1]
    }

    /// Bit i, the sign from its place on.
    pub(crate) fn bit(&self, i: usize) -> Bit {
        self.bits.get(i).copied().unwrap_or_else(|| self.sign())
    }

    /// Shortens the vector to what the range needs, and the range to what the vector holds.
    fn normalise(mut self) -> Self {
        let width = width_of(self.low, self.high) as usize;
        self.bits.truncate(width.max(1));
        while self.bits.len() > 1 && self.bits[self.bits.len() - 2] == self.sign() {
            self.bits.pop();
        }
        if self.bits.iter().all(|bit| bit.is_constant()) {
            let top = self.bits.len() - 1;
            let value: i128 = (0..=top)
                .map(|i| i128::from(self.bits[i] == Bit::TRUE) << i)
                .sum::<i128>()
                - (i128::from(self.sign() == Bit::TRUE) << (top + 1));
            (self.low, self.high) = (value, value);
        } else {
            let limit = 1i128 << (self.bits.len() - 1);
            let (least, most) = match self.sign() {
                Bit::FALSE => (0, limit - 1),
                Bit::TRUE => (-limit, -1),
                _ => (-limit, limit - 1),
            };
            (self.low, self.high) = (self.low.max(least), self.high.min(most));
        }
        self
    }
}

/// The width in bits that all of `low..=high` fit in.
pub(crate) fn width_of(low: i128, high: i128) -> u32 {
    let bits = |value: i128| 129 - (if value < 0 { !value } else { value }).leading_zeros();
    bits(low).max(bits(high))
}

/// Arithmetic of a bitwidth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arithmetic {
    /// In bits.
    pub(crate) bitwidth: u32,
    /// Whether overflow is recorded instead of wrapping unseen.
    pub(crate) prevent: bool,
}

impl Arithmetic {
    fn min(self) -> i128 {
        -(1 << (self.bitwidth - 1))
    }

    fn max(self) -> i128 {
        (1 << (self.bitwidth - 1)) - 1
    }

    /// Whether all values of the range fit the bitwidth.
    pub(crate) fn fits(self, low: i128, high: i128) -> bool {
        self.min() <= low && high <= self.max()
    }

    /// How many bits of an exact result with this range are needed.
    fn needed(self, low: i128, high: i128) -> usize {
        let width = width_of(low, high) as usize;
        if self.prevent {
            width
        } else {
            width.min(self.bitwidth as usize)
        }
    }

    /// Brings an exact value into the bitwidth: wraps it, or records that it is out of range.
    pub(crate) fn fit(self, factory: &mut Factory, exact: Int) -> Int {
        if self.fits(exact.low, exact.high) {
            return exact.normalise();
        }
        let width = self.bitwidth as usize;
        let mut bits: Vec<Bit> = (0..width).map(|i| exact.bit(i)).collect();
        let (mut low, mut high) = (self.min(), self.max());
        let mut overflow = exact.overflow;
        if self.prevent {
            let sign = bits[width - 1];
            let parts: Vec<Bit> = (width..exact.bits.len())
                .map(|i| factory.xor(exact.bit(i), sign))
                .collect();
            overflow = factory.or_all(parts.into_iter().chain([overflow]));
            low = low.max(exact.low);
            high = high.min(exact.high);
            if low > high {
                // Out of range whatever the inputs are.
                bits = vec![Bit::FALSE];
                (low, high) = (0, 0);
            }
        }
        Int {
            bits,
            low,
            high,
            overflow,
        }
        .normalise()
    }

    /// A literal, which may be out of range.
    pub(crate) fn literal(self, factory: &mut Factory, value: i64) -> Int {
        self.fit(factory, Int::constant(i128::from(value)))
    }

    /// An operation.
    pub(crate) fn apply(self, factory: &mut Factory, op: IntOp, a: &Int, b: &Int) -> Int {
        let mut result = match op {
            IntOp::Add | IntOp::Sub => {
                let mut sum = LinearSum::default();
                sum.add_int(a, false);
                sum.add_int(b, op == IntOp::Sub);
                sum.finish(self, factory)
            }
            IntOp::Mul => self.multiply(factory, a, b),
            IntOp::Div => self.divide(factory, a, b),
            IntOp::Rem => self.remainder(factory, a, b),
            IntOp::Shl => self.shift_left(factory, a, b),
            IntOp::Sha | IntOp::Shr => self.shift_right(factory, op == IntOp::Sha, a, b),
        };
        result.overflow = factory.or_all([result.overflow, a.overflow, b.overflow]);
        result
    }

    fn multiply(self, factory: &mut Factory, a: &Int, b: &Int) -> Int {
        let mut sum = LinearSum::default();
        for (i, &x) in a.bits.iter().enumerate() {
            for (j, &y) in b.bits.iter().enumerate() {
                let bit = factory.and(x, y);
                let negative = (i + 1 == a.bits.len()) != (j + 1 == b.bits.len());
                sum.add_bit(bit, (i + j) as u32, negative);
            }
        }
        let corners = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
        let range = corners
            .iter()
            .fold((corners[0], corners[0]), |(l, h), &c| (l.min(c), h.max(c)));
        sum.with_range(range.0, range.1).finish(self, factory)
    }

    /// How many low bits of the right operand a shift looks at.
    fn amount_bits(self) -> usize {
        (u32::BITS - (self.bitwidth - 1).leading_zeros()) as usize
    }

    /// Shifts by the low bits of `b`. Out of range is judged by the whole of `b`, read without sign.
    fn shift_left(self, factory: &mut Factory, a: &Int, b: &Int) -> Int {
        let amount = self.amount_bits();
        let longest = (1usize << amount) - 1;
        let width = if self.prevent {
            a.bits.len() + longest
        } else {
            self.bitwidth as usize
        };
        let mut bits: Vec<Bit> = (0..width).map(|i| a.bit(i)).collect();
        let mut most = 0;
        for step in 0..amount {
            let (by, choose) = (1usize << step, b.bit(step));
            most += if choose == Bit::FALSE { 0 } else { by };
            let shifted = |i: usize| if i < by { Bit::FALSE } else { bits[i - by] };
            bits = (0..width)
                .map(|i| factory.ite(choose, shifted(i), bits[i]))
                .collect();
        }
        let (low, high) = (a.low.min(0) << most, a.high.max(0) << most);
        if !self.prevent {
            let fits = self.fits(low, high);
            let (low, high) = if fits {
                (low, high)
            } else {
                (self.min(), self.max())
            };
            return Int {
                bits,
                low,
                high,
                overflow: Bit::FALSE,
            }
            .normalise();
        }
        // A higher bit of `b` shifts by at least the bitwidth: only 0 survives that.
        let zero = Self::equals_constant(factory, a, 0);
        let far = factory.or_all((amount..self.bitwidth as usize).map(|i| b.bit(i)));
        let overflow = factory.and(far, !zero);
        let exact = Int {
            bits,
            low,
            high,
            overflow: Bit::FALSE,
        };
        let mut result = self.fit(factory, exact);
        result.overflow = factory.or(result.overflow, overflow);
        result
    }

    fn shift_right(self, factory: &mut Factory, arithmetic: bool, a: &Int, b: &Int) -> Int {
        let width = self.bitwidth as usize;
        let fill = if arithmetic { a.sign() } else { Bit::FALSE };
        let mut bits: Vec<Bit> = (0..width).map(|i| a.bit(i)).collect();
        for step in 0..self.amount_bits() {
            let (by, choose) = (1usize << step, b.bit(step));
            let shifted = |i: usize| bits.get(i + by).copied().unwrap_or(fill);
            bits = (0..width)
                .map(|i| factory.ite(choose, shifted(i), bits[i]))
                .collect();
        }
        let (low, high) = if arithmetic || a.low >= 0 {
            (a.low.min(0), a.high.max(0))
        } else {
            (self.min(), self.max())
        };
        let (low, high) = (low.max(self.min()), high.min(self.max()));
        Int {
            bits,
            low,
            high,
            overflow: Bit::FALSE,
        }
        .normalise()
    }

    /// If `c` then `a` else `b`.
    pub(crate) fn choice(factory: &mut Factory, c: Bit, a: &Int, b: &Int) -> Int {
        let width = a.bits.len().max(b.bits.len());
        Int {
            bits: (0..width).map(|i| factory.ite(c, a.bit(i), b.bit(i))).collect(),
            low: a.low.min(b.low),
            high: a.high.max(b.high),
            overflow: factory.ite(c, a.overflow, b.overflow),
        }
        .normalise()
    }

    /// `a = b`, whatever overflowed.
    pub(crate) fn equal(factory: &mut Factory, a: &Int, b: &Int) -> Bit {
        if a.high < b.low || b.high < a.low {
            return Bit::FALSE;
        }
        let width = a.bits.len().max(b.bits.len());
        let parts: Vec<Bit> = (0..width).map(|i| factory.iff(a.bit(i), b.bit(i))).collect();
        factory.and_all(parts)
    }

    /// `a <= b`, whatever overflowed.
    pub(crate) fn less_equal(factory: &mut Factory, a: &Int, b: &Int) -> Bit {
        if a.high <= b.low {
            return Bit::TRUE;
        }
        if b.high < a.low {
            return Bit::FALSE;
        }
        let sign = a.bits.len().max(b.bits.len()) - 1;
        let mut result = Bit::TRUE;
        for i in 0..sign {
            result = factory.majority(!a.bit(i), b.bit(i), result);
        }
        factory.majority(a.bit(sign), !b.bit(sign), result)
    }

    /// `a = value`, whatever overflowed.
    pub(crate) fn equals_constant(factory: &mut Factory, a: &Int, value: i128) -> Bit {
        if value < a.low || a.high < value {
            return Bit::FALSE;
        }
        let parts: Vec<Bit> = (0..a.bits.len())
            .map(|i| a.bits[i].negate_if(value >> i & 1 == 0))
            .collect();
        factory.and_all(parts)
    }
}

#[cfg(test)]
mod tests;
