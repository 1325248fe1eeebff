//! Relational algebra on tuple sets.
//!
//! Sets are sorted vectors of numbers, so union, intersection and difference are merges; a join looks up the right side's run of tuples with
//! a given first atom by binary search; closure searches the graph from each source, which for sparse relations is cheaper than
//! repeated squaring and needs no matrix.

use std::cmp::Ordering;

use super::{TupleSet, TupleSetError, checked_space};
use crate::Universe;

impl TupleSet {
    /// `a + b`, for equal arities.
    #[must_use]
    pub fn union(&self, other: &TupleSet) -> TupleSet {
        self.merge(other, true, true, true)
    }

    /// `a & b`, for equal arities.
    #[must_use]
    pub fn intersection(&self, other: &TupleSet) -> TupleSet {
        self.merge(other, false, true, false)
    }

    /// `a - b`, for equal arities.
    #[must_use]
    pub fn difference(&self, other: &TupleSet) -> TupleSet {
        self.merge(other, true, false, false)
    }

    /// Merges two ascending runs, keeping numbers that are only on the left, on both sides, only on the right.
    fn merge(&self, other: &TupleSet, left: bool, both: bool, right: bool) -> TupleSet {
        debug_assert_eq!(self.arity, other.arity);
        let (mut a, mut b) = (&self.indices[..], &other.indices[..]);
        let mut indices = Vec::new();
        while let (Some(&x), Some(&y)) = (a.first(), b.first()) {
            let (keep, next) = match x.cmp(&y) {
                Ordering::Less => (left, x),
                Ordering::Equal => (both, x),
                Ordering::Greater => (right, y),
            };
            if keep {
                indices.push(next);
            }
            a = &a[usize::from(x <= y)..];
            b = &b[usize::from(y <= x)..];
        }
        if left {
            indices.extend_from_slice(a);
        }
        if right {
            indices.extend_from_slice(b);
        }
        self.with(self.arity, indices)
    }

    /// `a ++ b`: all of `b`, and the tuples of `a` whose first atom is not the first atom of a tuple of `b`. For equal arities; for arity 1
    /// it is the union.
    #[must_use]
    pub fn override_with(&self, other: &TupleSet) -> TupleSet {
        let overridden = other.column(0);
        let tail = self.power(self.arity.saturating_sub(1));
        let kept = self.filter(|index| !overridden.contains_index(index / tail));
        kept.union(other)
    }

    /// `a . b`: the tuples of `a` less their last atom, followed by the tuples of `b` less their first one, where these two are equal. The
    /// arities add up to at least 3.
    pub fn join(&self, other: &TupleSet) -> Result<TupleSet, TupleSetError> {
        debug_assert!(self.arity + other.arity > 2);
        let arity = (self.arity + other.arity).saturating_sub(2);
        if self.is_empty() || other.is_empty() {
            return Ok(self.with(arity, Vec::new()));
        }
        checked_space(self.atoms, arity)?;
        let (n, tail) = (self.radix(), other.power(other.arity.saturating_sub(1)));
        let mut indices: Vec<u64> = Vec::new();
        let mut rest = &self.indices[..];
        while let Some(&first) = rest.first() {
            // All tuples that differ in their last atom only give results with one and the same prefix.
            let prefix = first / n;
            let (group, others) = rest.split_at(count_below(rest, (prefix + 1) * n));
            rest = others;
            let start = indices.len();
            for &index in group {
                let atom = index - prefix * n;
                let matching = other.run(atom, tail);
                indices.extend(matching.iter().map(|i| prefix * tail + (i - atom * tail)));
            }
            if group.len() > 1 {
                sort_dedup_from(&mut indices, start);
            }
            self.check_size(arity, indices.len())?;
        }
        Ok(self.with(arity, indices))
    }

    /// `a -> b`
    pub fn product(&self, other: &TupleSet) -> Result<TupleSet, TupleSetError> {
        let arity = self.arity + other.arity;
        if self.is_empty() || other.is_empty() {
            return Ok(self.with(arity, Vec::new()));
        }
        checked_space(self.atoms, arity)?;
        self.check_size(arity, self.len().saturating_mul(other.len()))?;
        let tail = other.power(other.arity);
        let indices = self.indices.iter();
        let indices = indices.flat_map(|a| other.indices.iter().map(move |b| a * tail + b));
        Ok(self.with(arity, indices.collect()))
    }

    /// The product of several sets; at least one.
    pub fn product_of<'a>(
        universe: &Universe,
        sets: impl IntoIterator<Item = &'a TupleSet>,
    ) -> Result<TupleSet, TupleSetError> {
        let mut sets = sets.into_iter();
        let first = sets.next().cloned();
        let first = first.unwrap_or_else(|| TupleSet::empty(universe, 0));
        sets.try_fold(first, |product, set| product.product(set))
    }

    /// `~a` of a binary relation.
    #[must_use]
    pub fn transpose(&self) -> TupleSet {
        debug_assert_eq!(self.arity, 2);
        let n = self.radix();
        let indices = self.indices.iter().map(|i| i % n * n + i / n).collect();
        TupleSet::sorted(self.arity, self.atoms, indices)
    }

    /// `^a` of a binary relation.
    pub fn closure(&self) -> Result<TupleSet, TupleSetError> {
        debug_assert_eq!(self.arity, 2);
        let n = self.radix();
        let targets = self.column(1).len();
        // For each atom the source from which it was last reached, plus 1.
        let mut reached_from = vec![0; n as usize];
        let mut indices = Vec::new();
        for source in self.column(0).indices {
            let start = indices.len();
            let mut next = start;
            let mut pending = Some(source);
            while let Some(atom) = pending {
                for &edge in self.run(atom, n) {
                    let target = edge % n;
                    if reached_from[target as usize] != source + 1 {
                        reached_from[target as usize] = source + 1;
                        indices.push(source * n + target);
                    }
                }
                // What was reached is also what is still to be searched; when all targets are reached there is no more to find.
                let all = indices.len() - start == targets;
                pending = indices.get(next).filter(|_| !all).map(|index| index % n);
                next += 1;
            }
            indices[start..].sort_unstable();
            self.check_size(2, indices.len())?;
        }
        Ok(self.with(2, indices))
    }

    /// `set <: a`: the tuples whose first atom is in the set.
    #[must_use]
    pub fn domain_restrict(&self, set: &TupleSet) -> TupleSet {
        debug_assert_eq!(set.arity, 1);
        let tail = self.power(self.arity.saturating_sub(1));
        self.filter(|index| set.contains_index(index / tail))
    }

    /// `a :> set`: the tuples whose last atom is in the set.
    #[must_use]
    pub fn range_restrict(&self, set: &TupleSet) -> TupleSet {
        debug_assert_eq!(set.arity, 1);
        let n = self.radix();
        self.filter(|index| set.contains_index(index % n))
    }

    /// The atoms of a column, counted from 0; empty where there is no such column.
    #[must_use]
    pub fn column(&self, column: u32) -> TupleSet {
        self.columns(&[column])
    }

    /// The tuples made of the given columns (counted from 0) in the given order; empty where one of them does not exist.
    #[must_use]
    pub fn columns(&self, columns: &[u32]) -> TupleSet {
        let arity = columns.len() as u32;
        if self.is_empty()
            || columns.iter().any(|&c| c >= self.arity)
            || checked_space(self.atoms, arity).is_err()
        {
            return self.with(arity, Vec::new());
        }
        let n = self.radix();
        let divisors: Vec<u64> = columns.iter().map(|c| self.power(self.arity - 1 - c)).collect();
        let select = |index: &u64| divisors.iter().fold(0, |tuple, d| tuple * n + index / d % n);
        let mut indices: Vec<u64> = self.indices.iter().map(select).collect();
        indices.dedup();
        TupleSet::sorted(arity, self.atoms, indices)
    }

    /// The tuples, by number, for which the test holds.
    #[must_use]
    pub fn filter(&self, mut test: impl FnMut(u64) -> bool) -> TupleSet {
        let indices = self
            .indices
            .iter()
            .copied()
            .filter(|&index| test(index))
            .collect();
        self.with(self.arity, indices)
    }

    /// The tuples whose first atom is `first`, `tail` being the number of possible tuples of the other columns.
    fn run(&self, first: u64, tail: u64) -> &[u64] {
        let least = first * tail;
        let rest = &self.indices[self.indices.partition_point(|&index| index < least)..];
        &rest[..count_below(rest, least + tail)]
    }

    /// A set over the same universe, its tuples ascending.
    pub(crate) fn with(&self, arity: u32, indices: Vec<u64>) -> TupleSet {
        TupleSet {
            arity,
            atoms: self.atoms,
            indices,
        }
    }

    fn check_size(&self, arity: u32, tuples: usize) -> Result<(), TupleSetError> {
        let atoms = self.atoms;
        if tuples > TupleSet::MAX_TUPLES {
            return Err(TupleSetError::TooManyTuples { arity, atoms });
        }
        Ok(())
    }
}

/// How many of the ascending numbers are below the limit: a few mostly, so that they are looked for from the beginning in growing steps.
fn count_below(numbers: &[u64], limit: u64) -> usize {
    let mut step = 1;
    while numbers.get(step).is_some_and(|&number| number < limit) {
        step *= 2;
    }
    let (known, end) = (step / 2, numbers.len().min(step));
    known + numbers[known..end].partition_point(|&number| number < limit)
}

/// Sorts the tail of a vector and drops what occurs twice in it.
fn sort_dedup_from(indices: &mut Vec<u64>, start: usize) {
    indices[start..].sort_unstable();
    let mut kept = start;
    for i in start..indices.len() {
        if i == start || indices[i] != indices[kept - 1] {
            indices[kept] = indices[i];
            kept += 1;
        }
    }
    indices.truncate(kept);
}
