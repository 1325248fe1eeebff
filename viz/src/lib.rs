//! Instances as text, tables, trees, grids and JSON.

mod display;

pub use display::{Atom, AtomIx, AtomKind, Display, Field, Sig, SigIx, Skolem};
