//! Any text becomes a tree or diagnostics that point into it, and what is a tree can be printed.

#![no_main]

use libfuzzer_sys::fuzz_target;
use relfind_lang::{
    ast::{dump, dump_expr},
    dialect::{Dialect, parse_in},
    parser::parse_expr,
    source::FileId,
};

fuzz_target!(|text: &str| {
    for dialect in [None, Some(Dialect::Alloy6), Some(Dialect::Alloy5)] {
        let parsed = parse_in(FileId(0), text, dialect);
        dump(&parsed.module);
        for label in parsed.diagnostics.iter().filter_map(|d| d.primary.as_ref()) {
            assert!(text.get(label.span.start as usize..label.span.end as usize).is_some());
        }
    }
    if let Ok(expr) = parse_expr(FileId(0), text) {
        dump_expr(&expr);
    }
});
