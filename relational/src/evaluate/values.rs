//! The values that a declared variable may take.

use std::rc::Rc;

use super::EvaluateError;
use crate::{TupleSet, ast::Multiplicity};

/// An iterator over the subsets of a bound that have the right number of tuples, in a fixed order.
pub(super) struct Values {
    bound: Rc<TupleSet>,
    next: u64,
    end: u64,
    by_subsets: bool,
}

impl Values {
    /// The values, or an error where there are too many.
    pub(super) fn new(bound: Rc<TupleSet>, multiplicity: Multiplicity) -> Result<Self, EvaluateError> {
        let tuples = bound.len();
        let by_subsets = matches!(multiplicity, Multiplicity::Some | Multiplicity::Set);
        if by_subsets && tuples > EvaluateError::MAX_SUBSETS_OF {
            return Err(EvaluateError::TooManySubsets { tuples });
        }
        // Value 0 is the empty set; the others are single tuples, or subsets as the bits of the number.
        let end = if by_subsets {
            1 << tuples
        } else {
            tuples as u64 + 1
        };
        let next = match multiplicity {
            Multiplicity::One | Multiplicity::Some => 1,
            Multiplicity::Lone | Multiplicity::Set => 0,
        };
        Ok(Self {
            bound,
            next,
            end,
            by_subsets,
        })
    }
}

impl Iterator for Values {
    type Item = TupleSet;

    fn next(&mut self) -> Option<TupleSet> {
        let number = self.next;
        if number >= self.end {
            return None;
        }
        self.next += 1;
        let tuples = self.bound.indices().iter().copied();
        let chosen: Vec<u64> = if self.by_subsets {
            let bits = tuples.enumerate().filter(|(bit, _)| number >> bit & 1 == 1);
            bits.map(|(_, tuple)| tuple).collect()
        } else {
            tuples
                .skip((number as usize).saturating_sub(1))
                .take(number.min(1) as usize)
                .collect()
        };
        Some(self.bound.with(self.bound.arity(), chosen))
    }
}

/// Whether a value is one of those that [`Values`] yields.
pub(super) fn admits(bound: &TupleSet, multiplicity: Multiplicity, value: &TupleSet) -> bool {
    let size = match multiplicity {
        Multiplicity::One => value.len() == 1,
        Multiplicity::Lone => value.len() <= 1,
        Multiplicity::Some => !value.is_empty(),
        Multiplicity::Set => true,
    };
    size && value.arity() == bound.arity() && value.is_subset(bound)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AtomId, Universe};

    #[test]
    fn values_by_multiplicity() {
        let universe = Universe::new(["a", "b", "c"]);
        let bound = Rc::new(TupleSet::of_atoms(&universe, [AtomId(0), AtomId(2)]));
        for (multiplicity, expected) in [
            (Multiplicity::One, vec![vec![0], vec![2]]),
            (Multiplicity::Lone, vec![vec![], vec![0], vec![2]]),
            (Multiplicity::Some, vec![vec![0], vec![2], vec![0, 2]]),
            (Multiplicity::Set, vec![vec![], vec![0], vec![2], vec![0, 2]]),
        ] {
            let values = Values::new(bound.clone(), multiplicity).expect("few values");
            let values: Vec<TupleSet> = values.collect();
            let indices: Vec<&[u64]> = values.iter().map(TupleSet::indices).collect();
            assert_eq!(indices, expected);
            assert!(values.iter().all(|value| admits(&bound, multiplicity, value)));
        }
        let outside = TupleSet::of_atoms(&universe, [AtomId(1)]);
        assert!(!admits(&bound, Multiplicity::Set, &outside));
    }
}
