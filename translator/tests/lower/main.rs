//! Lowering: scopes, counts of instances by brute force, limits, diagnostics and names.

mod common;
mod counts;
mod diagnostics;
mod differences;
mod dumps;
mod names;
mod scopes;
