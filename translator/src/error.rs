//! Why a problem could not be translated.

use relfind_relational::ast::FormulaId;

/// A resource that a limit is set on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resource {
    /// Boolean variables.
    Variables,
    /// Clauses.
    Clauses,
    /// Nodes of the boolean circuit.
    Gates,
    /// Tuples of one relation or intermediate relation that may be there.
    Tuples,
}

impl std::fmt::Display for Resource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Resource::Variables => "boolean variables",
            Resource::Clauses => "clauses",
            Resource::Gates => "gates",
            Resource::Tuples => "tuples in one relation",
        })
    }
}

/// Why a problem could not be translated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TranslateError {
    /// The tuples of an arity cannot be numbered.
    #[error("{name} has arity {arity}: over {atoms} atoms that is more than 2^{} tuples", .limit.ilog2())]
    Capacity {
        /// The relation or expression.
        name: String,
        /// Its arity.
        arity: u32,
        /// The size of the universe.
        atoms: usize,
        /// The greatest number of tuples.
        limit: u64,
    },
    /// A quantifier over sets or relations that is neither skolemized nor small enough to be expanded.
    #[error("quantification over sets or relations that could not be skolemized or expanded ({subsets})")]
    HigherOrder {
        /// The quantified formula, in the problem's own numbering.
        formula: FormulaId,
        /// How many values the variable may have, as text such as `2^40`.
        subsets: String,
    },
    /// The translation needs more than a limit allows.
    #[error("the translation needs more than {limit} {resource}")]
    Limit {
        /// Of what.
        resource: Resource,
        /// The limit.
        limit: u64,
    },
    /// The deadline passed.
    #[error("the time limit was reached during translation")]
    Deadline,
    /// The stop flag was set.
    #[error("interrupted")]
    Interrupted,
}
