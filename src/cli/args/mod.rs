//! Flags, with their documentation, that more than one action has, and those of a run.

mod groups;
mod run;
mod values;

pub(crate) use groups::{MeaningArgs, OrderArgs, OutputArgs, SelectArgs, SizeArgs};
pub(crate) use run::RunArgs;
pub(crate) use values::{
    Color, DialectArg, Enumerate, Format, OverflowArg, Scopes, View, parse_enumerate, parse_seconds,
};
