//! Instances as text, tables, trees, grids and JSON.
//!
//! Every renderer takes a [`Display`], an instance in the terms of its specification, and gives a string; nothing is printed here.

mod display;
mod grid;
mod json;
mod layout;
mod names;
mod options;
mod table;
mod text;
mod tree;

pub use display::{Atom, AtomIx, AtomKind, Display, Field, Sig, SigIx, Skolem};
pub use grid::{Grid, detect_grid, grid};
pub use json::json;
pub use options::{Options, Private};
pub use table::table;
pub use text::text;
pub use tree::tree;
