use super::*;

const INPUTS: u32 = 4;

/// A stream of numbers, the same for every run.
fn numbers(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |limit| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % limit
    }
}

fn read(values: &[bool], bit: Bit) -> bool {
    values[bit.node() as usize] ^ bit.is_negated()
}

/// The table of a signal: its value for every valuation of the inputs, as a bit of a number.
fn table(factory: &Factory, bit: Bit) -> u32 {
    let value = |valuation: u32| {
        let values = factory.simulate(|node| valuation >> (node - 1) & 1 == 1);
        u32::from(read(&values, bit))
    };
    (0..1 << INPUTS)
        .map(|valuation| value(valuation) << valuation)
        .sum()
}

#[test]
fn gates_compute_what_they_say() {
    for seed in 0..60 {
        let mut next = numbers(seed);
        let mut factory = Factory::new(INPUTS, usize::MAX);
        let mut known: Vec<(Bit, u32)> = vec![(Bit::FALSE, 0)];
        for node in 1..=INPUTS {
            let bit = Bit::of_node(node);
            known.push((bit, table(&factory, bit)));
        }
        for _ in 0..25 {
            let mut pick = || {
                let (bit, table) = known[next(known.len())];
                if next(2) == 0 {
                    (bit, table)
                } else {
                    (!bit, !table & 0xffff)
                }
            };
            let ((a, x), (b, y), (c, z)) = (pick(), pick(), pick());
            let (bit, expected) = match next(7) {
                0 => (factory.and(a, b), x & y),
                1 => (factory.or_all([a, b, c]), x | y | z),
                2 => (factory.and_all([a, b, c]), x & y & z),
                3 => (factory.xor(a, b), x ^ y),
                4 => (factory.ite(a, b, c), x & y | !x & z),
                5 => (factory.xor3(a, b, c), x ^ y ^ z),
                _ => (factory.majority(a, b, c), x & y | x & z | y & z),
            };
            assert_eq!(table(&factory, bit), expected & 0xffff, "seed {seed}");
            known.push((bit, expected & 0xffff));
        }
    }
}

#[test]
fn equal_gates_are_one() {
    let mut factory = Factory::new(3, usize::MAX);
    let [a, b, c] = [1, 2, 3].map(Bit::of_node);
    assert_eq!(factory.and_all([a, b, c]), factory.and_all([c, a, b, a]));
    assert_eq!(factory.or(a, b), !factory.and(!b, !a));
    assert_eq!(factory.xor(a, !b), !factory.xor(b, a));
    assert_eq!(factory.xor3(a, b, !c), !factory.xor3(c, b, a));
    assert_eq!(factory.majority(!a, !b, !c), !factory.majority(c, a, b));
    assert_eq!(factory.ite(!a, b, !c), !factory.ite(a, c, !b));
    assert_eq!(factory.len(), 4 + 6);
}

#[test]
fn constants_and_repetition_fold() {
    let mut factory = Factory::new(3, usize::MAX);
    let [a, b, c] = [1, 2, 3].map(Bit::of_node);
    let nodes = factory.len();
    assert_eq!(factory.and(a, Bit::TRUE), a);
    assert_eq!(factory.and_all([a, b, !a]), Bit::FALSE);
    assert_eq!(factory.or_all([]), Bit::FALSE);
    assert_eq!(factory.ite(c, a, a), a);
    assert_eq!(factory.xor3(a, a, b), b);
    assert_eq!(factory.xor3(a, !a, b), !b);
    assert_eq!(factory.majority(a, !a, b), b);
    assert_eq!(factory.majority(a, a, b), a);
    assert_eq!(factory.len(), nodes);
}

#[test]
fn conjunctions_absorb() {
    let mut factory = Factory::new(3, usize::MAX);
    let [a, b, c] = [1, 2, 3].map(Bit::of_node);
    let both = factory.and(a, b);
    assert_eq!(factory.and(both, a), both);
    assert_eq!(factory.and(both, !a), Bit::FALSE);
    assert_eq!(factory.or(both, a), a);
    let either = factory.or(a, b);
    assert_eq!(factory.and(either, a), a);
    assert_eq!(factory.and(either, !a), factory.and(!a, b));
    assert_eq!(factory.and_all([either, !a, c]), factory.and_all([!a, b, c]));
}

#[test]
fn a_full_factory_says_so() {
    let mut factory = Factory::new(3, 5);
    let [a, b, c] = [1, 2, 3].map(Bit::of_node);
    let ab = factory.and(a, b);
    assert!(!factory.is_exhausted());
    factory.and(ab, c);
    assert!(factory.is_exhausted());
    assert_eq!(factory.len(), 5);
}
