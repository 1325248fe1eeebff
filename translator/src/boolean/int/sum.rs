//! Sums of weighted signals.

use std::collections::VecDeque;

use super::{Arithmetic, Int};
use crate::boolean::{Bit, Factory};

/// A sum of signals with weights and a constant, not yet added up.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinearSum {
    /// The signals of weight 2ᵏ at position k.
    columns: Vec<VecDeque<Bit>>,
    constant: i128,
    low: i128,
    high: i128,
}

impl LinearSum {
    /// Adds a signal of weight 2^`position` or its negative, without touching the range.
    fn place(&mut self, bit: Bit, position: u32, negative: bool) {
        let weight = 1i128 << position;
        // -w·b = w·(1-b) - w: negative weights become positive ones and a constant.
        let bit = bit.negate_if(negative);
        self.constant -= if negative { weight } else { 0 };
        match bit {
            Bit::FALSE => {}
            Bit::TRUE => self.constant += weight,
            _ => {
                let position = position as usize;
                if self.columns.len() <= position {
                    self.columns.resize(position + 1, VecDeque::new());
                }
                self.columns[position].push_back(bit);
            }
        }
    }

    fn widen(&mut self, bit: Bit, weight: i128) {
        match bit {
            Bit::FALSE => {}
            Bit::TRUE => {
                self.low += weight;
                self.high += weight;
            }
            _ => {
                self.low += weight.min(0);
                self.high += weight.max(0);
            }
        }
    }

    /// Adds a signal of weight 2^`position` or its negative.
    pub(crate) fn add_bit(&mut self, bit: Bit, position: u32, negative: bool) {
        self.place(bit, position, negative);
        let weight = 1i128 << position;
        self.widen(bit, if negative { -weight } else { weight });
    }

    /// Adds a signal of any weight.
    pub(crate) fn add_weighted(&mut self, bit: Bit, weight: i128) {
        for position in 0..i128::BITS {
            if weight.unsigned_abs() >> position & 1 == 1 {
                self.place(bit, position, weight < 0);
            }
        }
        self.widen(bit, weight);
    }

    /// Adds an integer or its negative.
    pub(crate) fn add_int(&mut self, int: &Int, negative: bool) {
        for (position, &bit) in int.bits.iter().enumerate() {
            let sign = position + 1 == int.bits.len();
            self.place(bit, position as u32, sign != negative);
        }
        self.low += if negative { -int.high } else { int.low };
        self.high += if negative { -int.low } else { int.high };
    }

    /// The same with a range known from elsewhere.
    pub(crate) fn with_range(mut self, low: i128, high: i128) -> Self {
        (self.low, self.high) = (low, high);
        self
    }

    /// How many signals there are.
    pub(crate) fn len(&self) -> usize {
        self.columns.iter().map(VecDeque::len).sum()
    }

    /// The sum, wrapped or with its overflow recorded.
    pub(crate) fn finish(mut self, arithmetic: Arithmetic, factory: &mut Factory) -> Int {
        let width = arithmetic.needed(self.low, self.high);
        self.columns.resize(width, VecDeque::new());
        let mut bits = Vec::with_capacity(width);
        for position in 0..width {
            let mut column = std::mem::take(&mut self.columns[position]);
            if self.constant >> position & 1 == 1 {
                column.push_back(Bit::TRUE);
            }
            let mut carries = Vec::new();
            while column.len() > 1 {
                let (a, b, c) = match (column.pop_front(), column.pop_front(), column.pop_front()) {
                    (Some(a), Some(b), c) => (a, b, c.unwrap_or(Bit::FALSE)),
                    _ => break,
                };
                column.push_back(factory.xor3(a, b, c));
                if position + 1 < width {
                    carries.push(factory.majority(a, b, c));
                }
            }
            if let Some(next) = self.columns.get_mut(position + 1) {
                next.extend(carries.into_iter().filter(|&bit| bit != Bit::FALSE));
            }
            bits.push(column.pop_front().unwrap_or(Bit::FALSE));
        }
        let exact = Int {
            bits,
            low: self.low,
            high: self.high,
            overflow: Bit::FALSE,
        };
        arithmetic.fit(factory, exact)
    }
}
