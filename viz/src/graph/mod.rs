//! The graph view: atoms as nodes, fields as edges between them.
//!
//! `model` decides what is a node, what is an edge and what is written into a node; `layout` finds places, `route` ways; `draw` makes a picture.

mod draw;
mod layout;
mod model;
mod route;

pub(crate) use draw::picture;
pub(crate) use model::{Edge, Graph, Node, graphs};
