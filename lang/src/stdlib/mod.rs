//! The library modules that come with the language; they are parsed only when opened.

/// The paths of all library modules.
pub const PATHS: [&str; 11] = [
    "util/boolean",
    "util/graph",
    "util/integer",
    "util/natural",
    "util/ordering",
    "util/relation",
    "util/seqrel",
    "util/sequence",
    "util/sequniv",
    "util/ternary",
    "util/time",
];

/// The text of a library module, by the path as it is opened: `util/ordering`.
pub fn find(path: &str) -> Option<&'static str> {
    Some(match path {
        "util/boolean" => include_str!("util/boolean.als"),
        "util/graph" => include_str!("util/graph.als"),
        "util/integer" => include_str!("util/integer.als"),
        "util/natural" => include_str!("util/natural.als"),
        "util/ordering" => include_str!("util/ordering.als"),
        "util/relation" => include_str!("util/relation.als"),
        "util/seqrel" => include_str!("util/seqrel.als"),
        "util/sequence" => include_str!("util/sequence.als"),
        "util/sequniv" => include_str!("util/sequniv.als"),
        "util/ternary" => include_str!("util/ternary.als"),
        "util/time" => include_str!("util/time.als"),
        _ => return None,
    })
}
