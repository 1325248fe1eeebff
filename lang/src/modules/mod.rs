//! The modules of a specification: files, what they open, and the instances that parameters make of them.

pub(crate) mod files;
pub(crate) mod graph;
pub(crate) mod params;
mod paths;
pub(crate) mod walk;
