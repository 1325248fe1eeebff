//! Instances by hand and how they are rendered.

mod grids;
mod renderings;
mod support;
