//! Symmetry: which atoms are interchangeable, and constraints that keep one instance of many that differ only by that.

mod r#break;
mod detect;
mod order;

pub(crate) use r#break::break_symmetries;
pub(crate) use detect::detect;
