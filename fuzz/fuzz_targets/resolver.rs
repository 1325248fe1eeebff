//! Any specification is loaded or refused with an error: names, types, commands, and the library.
//!
//! A line `//// NAME` begins the text of the module `NAME.als`, so that modules which open each other are found, too.

#![no_main]

use libfuzzer_sys::fuzz_target;
use relfind_lang::{Loader, dump, load};

struct Parts<'a>(Vec<(&'a str, &'a str)>);

impl Loader for Parts<'_> {
    fn read(&mut self, path: &str) -> Option<Result<String, String>> {
        let found = self.0.iter().find(|(name, _)| path.strip_suffix(".als") == Some(name));
        found.map(|(_, text)| Ok((*text).to_owned()))
    }
}

fuzz_target!(|text: &str| {
    let mut parts = text.split("\n//// ");
    let root = parts.next().unwrap_or("");
    let others = parts.filter_map(|part| part.split_once('\n'));
    let loaded = load("root.als", root, &mut Parts(others.collect()));
    let refused = loaded.diagnostics.iter().any(relfind_lang::diag::Diagnostic::is_error);
    assert_eq!(loaded.world.is_none(), refused);
    for diagnostic in &loaded.diagnostics {
        for label in diagnostic.primary.iter().chain(&diagnostic.secondary) {
            let text = loaded.sources.file(label.span.file).text();
            assert!(text.get(label.span.start as usize..label.span.end as usize).is_some());
        }
    }
    if let Some(world) = loaded.world {
        dump::world(&world, |_| true);
    }
});
