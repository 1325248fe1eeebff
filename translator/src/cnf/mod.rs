//! From the circuit to clauses.

mod polarity;
mod tseitin;

pub(crate) use tseitin::encode;
