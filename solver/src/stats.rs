//! What a solver did.

/// Counts since a solver was made, over all its calls; `None` where the backend does not tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Calls of `solve`, among them those that a limit ended before they began, and not those that a
    /// backend makes for itself.
    pub solves: u64,
    /// Conflicts met.
    pub conflicts: Option<u64>,
    /// Decisions made; assumptions are none.
    pub decisions: Option<u64>,
    /// Literals propagated.
    pub propagations: Option<u64>,
    /// Restarts made.
    pub restarts: Option<u64>,
}
