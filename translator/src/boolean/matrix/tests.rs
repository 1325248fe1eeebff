use relfind_relational::Universe;

use super::*;
use crate::{
    boolean::Factory,
    options::{Budget, TranslateLimits},
};

const ATOMS: u64 = 3;

fn circuit(inputs: u32) -> Circuit {
    Circuit {
        factory: Factory::new(inputs, usize::MAX),
        budget: Budget::new(&TranslateLimits::default()),
    }
}

/// A matrix of free cells, inputs from `first` on, with the first cell constant.
fn free(arity: u32, first: u32) -> Matrix {
    let cells = (0..ATOMS.pow(arity)).map(|index| match index {
        0 => (0, Bit::TRUE),
        _ => (index, Bit::of_node(first + index as u32)),
    });
    Matrix::of_cells(ATOMS, arity, cells)
}

fn read(universe: &Universe, matrix: &Matrix, values: &[bool]) -> TupleSet {
    let chosen = matrix
        .cells()
        .filter(|(_, bit)| values[bit.node() as usize] ^ bit.is_negated());
    TupleSet::of_indices(universe, matrix.arity(), chosen.map(|(index, _)| index).collect()).expect("fits")
}

/// Compares an operation on matrices with the one on sets, for a sample of valuations.
fn check(
    arities: (u32, u32),
    on_matrices: impl Fn(&Matrix, &Matrix, &mut Circuit) -> Result<Matrix>,
    on_sets: impl Fn(&TupleSet, &TupleSet) -> TupleSet,
) {
    let universe = Universe::new(["a", "b", "c"]);
    let (a, b) = (free(arities.0, 0), free(arities.1, ATOMS.pow(arities.0) as u32));
    let inputs = ATOMS.pow(arities.0) as u32 + ATOMS.pow(arities.1) as u32;
    let mut circuit = circuit(inputs);
    let result = on_matrices(&a, &b, &mut circuit).expect("within limits");
    assert!(result.indices().is_sorted_by(|a, b| a < b));
    for sample in 0..300u64 {
        let mixed = sample.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let values = circuit.factory.simulate(|node| mixed >> (node * 7 % 61) & 1 == 1);
        let (x, y) = (read(&universe, &a, &values), read(&universe, &b, &values));
        assert_eq!(read(&universe, &result, &values), on_sets(&x, &y));
    }
}

#[test]
fn set_operations() {
    check((2, 2), Matrix::union, TupleSet::union);
    check((2, 2), Matrix::intersect, TupleSet::intersection);
    check((2, 2), Matrix::difference, TupleSet::difference);
    check((2, 2), Matrix::override_with, TupleSet::override_with);
    check((1, 1), Matrix::override_with, TupleSet::union);
}

#[test]
fn relational_operations() {
    let join = |a: &TupleSet, b: &TupleSet| a.join(b).expect("fits");
    for arities in [(1, 2), (2, 1), (2, 2), (1, 3), (3, 1), (2, 3)] {
        check(arities, Matrix::join, join);
    }
    check((1, 2), Matrix::product, |a, b| a.product(b).expect("fits"));
    check((2, 1), |a, _, c| a.transpose(c), |a, _| a.transpose());
    check(
        (2, 1),
        |a, _, c| a.closure(&Universe::new(["a", "b", "c"]), c),
        |a, _| a.closure().expect("fits"),
    );
    check(
        (1, 3),
        |a, b, c| b.domain_restrict(a, c),
        |a, b| b.domain_restrict(a),
    );
    check((3, 1), Matrix::range_restrict, TupleSet::range_restrict);
}

#[test]
fn constants_make_no_gates() {
    let mut circuit = circuit(0);
    let order = Matrix::of_indices(ATOMS, 2, vec![1, 5]);
    let nodes = circuit.factory.len();
    let closure = order
        .closure(&Universe::new(["a", "b", "c"]), &mut circuit)
        .expect("within limits");
    assert_eq!(closure.indices(), [1, 2, 5]);
    let iden = Matrix::identity(ATOMS);
    let reflexive = closure.union(&iden, &mut circuit).expect("within limits");
    assert_eq!(order.subset(&reflexive, &mut circuit), Ok(Bit::TRUE));
    assert_eq!(order.lone(&mut circuit), Ok(Bit::FALSE));
    assert_eq!(circuit.factory.len(), nodes);
}

#[test]
fn large_matrices_are_refused() {
    let limits = TranslateLimits {
        tuples: 1000,
        ..TranslateLimits::default()
    };
    let mut circuit = Circuit {
        factory: Factory::new(0, 10),
        budget: Budget::new(&limits),
    };
    let all = Matrix::of_indices(100_000, 1, (0..900).collect());
    assert!(matches!(
        all.product(&all, &mut circuit),
        Err(TranslateError::Limit { .. })
    ));
}
