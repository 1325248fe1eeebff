//! Clauses as sets: no literal twice, none beside its negation.

use crate::lit::Lit;

/// Sorts the clause and drops repeated literals. Returns `false`, and leaves the clause in an unspecified
/// order, when it holds a literal and its negation, and so says nothing.
pub fn normalise(clause: &mut Vec<Lit>) -> bool {
    clause.sort_unstable();
    clause.dedup();
    // The two literals of a variable are neighbours in the order.
    !clause.windows(2).any(|pair| pair[0] == !pair[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clause(numbers: &[i32]) -> Vec<Lit> {
        numbers
            .iter()
            .filter_map(|&number| Lit::from_dimacs(number))
            .collect()
    }

    #[test]
    fn repeated_literals_are_dropped() {
        let mut literals = clause(&[3, -1, 3, 2, -1]);
        assert!(normalise(&mut literals));
        assert_eq!(literals, clause(&[-1, 2, 3]));
        let mut empty = Vec::new();
        assert!(normalise(&mut empty));
    }

    #[test]
    fn tautologies_are_seen() {
        assert!(!normalise(&mut clause(&[1, -1])));
        assert!(!normalise(&mut clause(&[2, 5, 2, -3, -2])));
        assert!(normalise(&mut clause(&[1, -2])));
    }
}
