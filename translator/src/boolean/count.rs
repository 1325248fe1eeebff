//! Counting true signals against a constant.
//!
//! At most one: pairwise where there are few, otherwise the product encoding (Chen, "A New SAT Encoding of the At-Most-One
//! Constraint", `ModRef` 2010): the signals stand in a grid, and at most one row and at most one column may be occupied. As
//! occupied rows and columns are defined here, not only implied, the formula is right in both polarities.
//!
//! At least k: a sequential counter (Sinz, "Towards an Optimal CNF Encoding of Boolean Cardinality Constraints", CP 2005)
//! written as the decision diagram of the threshold function, one if-then-else for each signal and count.

use super::{Bit, Factory};

/// Up to how many signals at most one of them is said pairwise.
const PAIRWISE: usize = 7;

/// At most one of the signals is true.
pub(crate) fn lone(factory: &mut Factory, bits: &[Bit]) -> Bit {
    let certain = bits.iter().filter(|&&bit| bit == Bit::TRUE).count();
    if certain > 0 {
        let others = bits.iter().filter(|&&bit| bit != Bit::TRUE).map(|&bit| !bit);
        return if certain > 1 {
            Bit::FALSE
        } else {
            factory.and_all(others)
        };
    }
    if bits.len() <= PAIRWISE {
        let mut parts = Vec::with_capacity(bits.len() * bits.len() / 2);
        for (i, &a) in bits.iter().enumerate() {
            for &b in &bits[i + 1..] {
                parts.push(!factory.and(a, b));
            }
        }
        return factory.and_all(parts);
    }
    let columns = bits.len().isqrt() + usize::from(bits.len().isqrt().pow(2) < bits.len());
    let rows: Vec<Bit> = bits
        .chunks(columns)
        .map(|row| factory.or_all(row.iter().copied()))
        .collect();
    let columns: Vec<Bit> = (0..columns)
        .map(|column| factory.or_all(bits.iter().skip(column).step_by(columns).copied()))
        .collect();
    let (rows, columns) = (lone(factory, &rows), lone(factory, &columns));
    factory.and(rows, columns)
}

/// At least `threshold` of the signals are true.
pub(crate) fn at_least(factory: &mut Factory, bits: &[Bit], threshold: usize) -> Bit {
    let certain = bits.iter().filter(|&&bit| bit == Bit::TRUE).count();
    let open: Vec<Bit> = bits.iter().copied().filter(|bit| !bit.is_constant()).collect();
    let Some(threshold) = threshold.checked_sub(certain).filter(|&rest| rest > 0) else {
        return Bit::TRUE;
    };
    match open.len().checked_sub(threshold) {
        None => return Bit::FALSE,
        Some(0) => return factory.and_all(open),
        Some(_) if threshold == 1 => return factory.or_all(open),
        Some(_) if threshold == 2 => return !lone(factory, &open),
        Some(_) => {}
    }
    // reached[j]: at least j of the signals seen so far; what cannot matter any more is not made.
    let mut reached = vec![Bit::FALSE; threshold + 1];
    reached[0] = Bit::TRUE;
    for (seen, &bit) in open.iter().enumerate() {
        let left = open.len() - seen - 1;
        for j in (threshold.saturating_sub(left).max(1)..=threshold.min(seen + 1)).rev() {
            reached[j] = factory.ite(bit, reached[j - 1], reached[j]);
        }
    }
    reached[threshold]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks a formula about all inputs in both polarities against the number of true ones.
    fn check(count: u32, make: impl Fn(&mut Factory, &[Bit]) -> Bit, expected: impl Fn(u32) -> bool) {
        let mut factory = Factory::new(count, usize::MAX);
        let bits: Vec<Bit> = (1..=count).map(Bit::of_node).collect();
        let bit = make(&mut factory, &bits);
        for inputs in 0..1u32 << count {
            let values = factory.simulate(|node| inputs >> (node - 1) & 1 == 1);
            let value = values[bit.node() as usize] ^ bit.is_negated();
            assert_eq!(value, expected(inputs.count_ones()), "{inputs:b} of {count}");
        }
    }

    #[test]
    fn at_most_one() {
        for count in 0..=11 {
            check(count, lone, |ones| ones <= 1);
        }
    }

    #[test]
    fn thresholds() {
        for count in 0..=8 {
            for threshold in 0..=9 {
                check(
                    count,
                    |f, bits| at_least(f, bits, threshold),
                    |ones| ones as usize >= threshold,
                );
            }
        }
    }

    #[test]
    fn certain_signals_count() {
        let mut factory = Factory::new(2, usize::MAX);
        let [a, b] = [1, 2].map(Bit::of_node);
        assert_eq!(lone(&mut factory, &[a, Bit::TRUE]), !a);
        assert_eq!(lone(&mut factory, &[Bit::TRUE, Bit::TRUE]), Bit::FALSE);
        assert_eq!(at_least(&mut factory, &[Bit::TRUE, a, b], 1), Bit::TRUE);
        let either = factory.or(a, b);
        assert_eq!(at_least(&mut factory, &[Bit::TRUE, a, b], 2), either);
    }
}
