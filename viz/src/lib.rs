//! Instances as text, tables, trees, grids, graphs and JSON.
//!
//! Every renderer takes a [`Display`], an instance in the terms of its specification, and gives a string; nothing is printed here.

mod colour;
mod csv;
mod display;
mod dot;
mod facts;
mod graph;
mod grid;
mod json;
mod layout;
mod names;
mod options;
mod picture;
mod project;
mod svg;
mod table;
mod text;
mod theme;
mod tree;
mod value;
mod xml;

pub use colour::Colour;
pub use csv::csv;
pub use display::{Atom, AtomIx, AtomKind, Display, Field, Marks, Sig, SigIx, Skolem};
pub use dot::dot;
pub use facts::{Predicate, facts};
pub use grid::{Grid, boards, detect_grid, grid};
pub use json::{json, json_tuples};
pub use options::{Options, Private};
pub use picture::{Kind, svg, svg_as, svg_faults};
pub use table::table;
pub use text::text;
pub use theme::{Extent, Theme, ThemeError, ThemeView, Vocabulary};
pub use tree::tree;
pub use value::{relation, tuples};
pub use xml::{XmlFunction, XmlHead, xml};
