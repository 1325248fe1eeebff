use super::*;

fn wrapped(value: i128, bitwidth: u32) -> i128 {
    let modulus = 1i128 << bitwidth;
    let rest = value.rem_euclid(modulus);
    if rest >= modulus / 2 { rest - modulus } else { rest }
}

/// An integer of `bitwidth` free bits, inputs `first` on.
fn free(first: u32, bitwidth: u32) -> Int {
    let bits = (first..first + bitwidth).map(Bit::of_node).collect();
    let limit = 1i128 << (bitwidth - 1);
    Int {
        bits,
        low: -limit,
        high: limit - 1,
        overflow: Bit::FALSE,
    }
}

fn read(values: &[bool], bit: Bit) -> bool {
    values[bit.node() as usize] ^ bit.is_negated()
}

fn read_int(values: &[bool], int: &Int) -> i128 {
    let top = int.bits.len() - 1;
    int.bits
        .iter()
        .enumerate()
        .map(|(i, &bit)| i128::from(read(values, bit)) << i)
        .sum::<i128>()
        - (i128::from(read(values, int.bits[top])) << (top + 1))
}

/// What the operation should give: the value in wrapping arithmetic, and the exact one where there is one.
fn expected(op: IntOp, a: i128, b: i128, bitwidth: u32) -> (i128, Option<i128>) {
    let bits = u32::BITS - (bitwidth - 1).leading_zeros();
    let amount = b & ((1 << bits) - 1);
    let exact = match op {
        IntOp::Add => Some(a + b),
        IntOp::Sub => Some(a - b),
        IntOp::Mul => Some(a * b),
        IntOp::Div => a.checked_div(b),
        IntOp::Rem => a.checked_rem(b),
        IntOp::Shl => Some(a << amount),
        IntOp::Sha => Some(a >> amount),
        IntOp::Shr => Some((a & ((1 << bitwidth) - 1)) >> amount),
    };
    let by_zero = if op == IntOp::Div { -a.signum() } else { a };
    (wrapped(exact.unwrap_or(by_zero), bitwidth), exact)
}

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

fn check_operation(op: IntOp, bitwidth: u32, prevent: bool) {
    let arithmetic = Arithmetic { bitwidth, prevent };
    let limit = 1i128 << (bitwidth - 1);
    let constants = (-limit..limit).map(Int::constant).map(Some).chain([None]);
    for constant in constants {
        let mut factory = Factory::new(2 * bitwidth, usize::MAX);
        let (a, b) = (
            free(1, bitwidth),
            constant.clone().unwrap_or(free(bitwidth + 1, bitwidth)),
        );
        let result = arithmetic.apply(&mut factory, op, &a, &b);
        assert!(result.bits.len() <= bitwidth as usize, "{op:?} is too long");
        for inputs in 0..1u32 << (2 * bitwidth) {
            let values = factory.simulate(|node| inputs >> (node - 1) & 1 == 1);
            let (x, y) = (read_int(&values, &a), read_int(&values, &b));
            let (value, exact) = expected(op, x, y, bitwidth);
            let exact = if op == IntOp::Shl {
                Some(x << (y & ((1 << bitwidth) - 1)))
            } else {
                exact
            };
            let fits = exact.is_some_and(|exact| wrapped(exact, bitwidth) == exact) || op == IntOp::Shr;
            assert_eq!(
                read(&values, result.overflow),
                prevent && !fits,
                "{op:?} {x} {y} at {bitwidth}"
            );
            if !prevent || fits {
                assert_eq!(read_int(&values, &result), value, "{op:?} {x} {y} at {bitwidth}");
                assert!(
                    (result.low..=result.high).contains(&value),
                    "{op:?} {x} {y} out of range"
                );
            }
        }
    }
}

#[test]
fn operations_wrap() {
    for op in OPS {
        for bitwidth in 1..=4 {
            check_operation(op, bitwidth, false);
        }
    }
}

#[test]
fn operations_record_overflow() {
    for op in OPS {
        for bitwidth in 1..=4 {
            check_operation(op, bitwidth, true);
        }
    }
}

#[test]
fn comparisons_are_signed() {
    let mut factory = Factory::new(7, usize::MAX);
    let (a, b) = (free(1, 3), free(4, 4));
    let equal = Arithmetic::equal(&mut factory, &a, &b);
    let less_equal = Arithmetic::less_equal(&mut factory, &a, &b);
    let is_two = Arithmetic::equals_constant(&mut factory, &a, -2);
    for inputs in 0..1u32 << 7 {
        let values = factory.simulate(|node| inputs >> (node - 1) & 1 == 1);
        let (x, y) = (read_int(&values, &a), read_int(&values, &b));
        assert_eq!(read(&values, equal), x == y);
        assert_eq!(read(&values, less_equal), x <= y);
        assert_eq!(read(&values, is_two), x == -2);
    }
}

#[test]
fn sums_that_cannot_overflow_cost_nothing_for_it() {
    let mut factory = Factory::new(5, usize::MAX);
    let arithmetic = Arithmetic {
        bitwidth: 4,
        prevent: true,
    };
    let mut count = LinearSum::default();
    (1..=5).for_each(|node| count.add_bit(Bit::of_node(node), 0, false));
    let count = count.finish(arithmetic, &mut factory);
    assert_eq!((count.low, count.high, count.overflow), (0, 5, Bit::FALSE));
    let next = arithmetic.apply(&mut factory, IntOp::Add, &count, &Int::constant(2));
    assert_eq!(next.overflow, Bit::FALSE);
    let next = arithmetic.apply(&mut factory, IntOp::Add, &count, &Int::constant(3));
    assert_ne!(next.overflow, Bit::FALSE);
}

#[test]
fn partial_sums_may_leave_the_range() {
    let mut factory = Factory::new(3, usize::MAX);
    let arithmetic = Arithmetic {
        bitwidth: 3,
        prevent: true,
    };
    let mut sum = LinearSum::default();
    for (node, weight) in [(1, 3), (2, 3), (3, -4)] {
        sum.add_weighted(Bit::of_node(node), weight);
    }
    let sum = sum.finish(arithmetic, &mut factory);
    for inputs in 0..8u32 {
        let values = factory.simulate(|node| inputs >> (node - 1) & 1 == 1);
        let exact: i128 = [3, 3, -4]
            .iter()
            .enumerate()
            .map(|(i, w)| i128::from(inputs >> i & 1) * w)
            .sum();
        assert_eq!(read(&values, sum.overflow), exact > 3);
        if exact <= 3 {
            assert_eq!(read_int(&values, &sum), exact);
        }
    }
}
