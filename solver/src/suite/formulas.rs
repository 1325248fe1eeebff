//! Formulas for the suite, and all models of the small ones.

use crate::cnf::Cnf;
use crate::lit::{Lit, Var};

/// A generator of numbers that are always the same: Vigna's `SplitMix64` (Steele, Lea and Flood, "Fast
/// Splittable Pseudorandom Number Generators", OOPSLA 2014).
#[derive(Clone, Debug)]
pub struct Generator(u64);

impl Generator {
    /// A generator with this seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, and 0 below 0. The bias is below `bound` / 2⁶⁴.
    pub const fn below(&mut self, bound: u32) -> u32 {
        if bound == 0 {
            0
        } else {
            (self.next() % bound as u64) as u32
        }
    }

    /// A literal of one of `variables` variables.
    pub const fn literal(&mut self, variables: u32) -> Lit {
        let var = Var::new(self.below(variables));
        Lit::new(var, self.next() & 1 == 0)
    }
}

/// A random formula whose clauses have this many literals, which may repeat.
pub fn random(generator: &mut Generator, variables: u32, clauses: u32, length: u32) -> Cnf {
    let mut cnf = Cnf::new(variables);
    for _ in 0..clauses {
        let clause: Vec<Lit> = (0..length).map(|_| generator.literal(variables)).collect();
        cnf.add_clause(&clause);
    }
    cnf
}

/// `pigeons` pigeons in `holes` holes, each pigeon in some hole and no two in the same: without a model
/// when there are more pigeons, and hard for resolution (Haken, "The intractability of resolution",
/// Theoretical Computer Science 39, 1985).
pub fn pigeonhole(pigeons: u32, holes: u32) -> Cnf {
    let var = |pigeon: u32, hole: u32| Var::new(pigeon * holes + hole);
    let mut cnf = Cnf::new(pigeons * holes);
    for pigeon in 0..pigeons {
        let clause: Vec<Lit> = (0..holes).map(|hole| var(pigeon, hole).positive()).collect();
        cnf.add_clause(&clause);
    }
    for hole in 0..holes {
        for first in 0..pigeons {
            for second in first + 1..pigeons {
                cnf.add_clause(&[var(first, hole).negative(), var(second, hole).negative()]);
            }
        }
    }
    cnf
}

/// All models of a formula of at most 20 variables, each as a number whose bit *i* is variable *i*'s value,
/// in ascending order. A larger formula has none here.
pub fn models(cnf: &Cnf) -> Vec<u32> {
    const LIMIT: u32 = 20;
    if cnf.variables() > LIMIT {
        return Vec::new();
    }
    let holds = |literal: &Lit, valuation: u32| {
        (valuation >> literal.var().index()) & 1 == u32::from(!literal.is_negative())
    };
    (0..1 << cnf.variables())
        .filter(|&valuation| {
            cnf.clauses()
                .all(|clause| clause.iter().any(|l| holds(l, valuation)))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::cnf;

    #[test]
    fn models_are_found_by_trying() {
        assert_eq!(models(&Cnf::new(0)), [0]);
        assert_eq!(models(&Cnf::new(2)), [0, 1, 2, 3]);
        assert_eq!(models(&cnf(3, &[&[1, 2], &[-1, -2], &[3]])), [5, 6]);
        assert_eq!(models(&cnf(1, &[&[]])), []);
        assert_eq!(models(&pigeonhole(3, 2)), []);
        assert_eq!(models(&pigeonhole(3, 3)).len(), 6);
    }

    #[test]
    fn the_generator_repeats_itself() {
        let take = |seed| {
            let mut generator = Generator::new(seed);
            [generator.next(), generator.next()]
        };
        assert_eq!(take(0), [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4]);
        assert_eq!(take(7), take(7));
        assert_eq!(Generator::new(3).below(0), 0);
        let formula = random(&mut Generator::new(1), 6, 10, 3);
        assert_eq!((formula.len(), formula.literal_count()), (10, 30));
    }
}
