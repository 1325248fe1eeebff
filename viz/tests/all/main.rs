//! Instances by hand and how they are rendered.

mod grids;
mod pictures;
mod renderings;
mod support;
mod themes;
