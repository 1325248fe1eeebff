//! What parses is formatted without a change of meaning, and the result is its own layout.

#![no_main]

use libfuzzer_sys::fuzz_target;
use relfind_lang::{
    format::{FormatError, format},
    source::FileId,
};

fuzz_target!(|text: &str| {
    match format(FileId(0), "root.als", text, None) {
        Ok(once) => match format(FileId(0), "root.als", &once, None) {
            Ok(twice) => assert_eq!(once, twice, "not idempotent"),
            Err(error) => panic!("the result does not parse: {error}\n{once}"),
        },
        Err(FormatError::Syntax(_)) => {}
        Err(error @ FormatError::Changed { .. }) => panic!("{error}"),
    }
});
