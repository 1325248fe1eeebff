//! Any text becomes tokens in order, each on the boundaries of characters, in both dialects.

#![no_main]

use libfuzzer_sys::fuzz_target;
use relfind_lang::{dialect::Dialect, filter::filter_as, lexer::lex_as, source::FileId};

fuzz_target!(|text: &str| {
    for dialect in [Dialect::Alloy6, Dialect::Alloy5] {
        let (tokens, diagnostics) = lex_as(FileId(0), text, dialect);
        let merged = filter_as(&tokens, text, dialect);
        for list in [&tokens, &merged] {
            let mut end = 0;
            for token in list {
                assert!(end <= token.span.start && token.span.start <= token.span.end);
                assert!(text.get(token.span.start as usize..token.span.end as usize).is_some());
                end = token.span.end;
            }
        }
        for label in diagnostics.iter().filter_map(|d| d.primary.as_ref()) {
            assert!(text.get(label.span.start as usize..label.span.end as usize).is_some());
        }
    }
});
