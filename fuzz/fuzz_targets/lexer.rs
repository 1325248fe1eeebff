//! Any text becomes tokens in order, each on the boundaries of characters, in both dialects.

#![no_main]

use libfuzzer_sys::fuzz_target;
use relfind_lang::{dialect::Dialect, filter::filter_as, lexer::lex_as, source::FileId};

fuzz_target!(|text: &str| {
    for dialect in [Dialect::Alloy6, Dialect::Alloy5] {
        let (tokens, diagnostics) = lex_as(FileId(0), text, dialect);
        let merged = filter_as(&tokens, text, dialect);
        // Tokens are in order; the filter moves labels of commands, so that of its tokens only the places are sound.
        assert!(tokens.is_sorted_by(|a, b| a.span.end <= b.span.start));
        for token in tokens.iter().chain(&merged) {
            assert!(text.get(token.span.start as usize..token.span.end as usize).is_some());
        }
        for label in diagnostics.iter().filter_map(|d| d.primary.as_ref()) {
            assert!(text.get(label.span.start as usize..label.span.end as usize).is_some());
        }
    }
});
