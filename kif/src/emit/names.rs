//! Names that Alloy takes: no word of the language, and none twice.

use std::collections::BTreeSet;

/// Words of the language and of the libraries that are opened.
const WORDS: &str = "abstract after all always and as assert before but check disj else enum eventually exactly exh expect extends fact for fun has \
    historically iden iff implies in int Int invariant let lone modifies module no none not once one open or part pred private releases run seq set \
    sig since some steps String sum this triggered univ until var first last next prev nexts prevs lt gt lte gte larger smaller max min Step Round \
    time rounds move holds update won win Play s t r";

/// The names in use.
pub(super) struct Names {
    used: BTreeSet<String>,
    module: String,
}

impl Names {
    pub(super) fn new(module: &str) -> Self {
        let mut names = Self {
            used: WORDS.split_whitespace().map(str::to_owned).collect(),
            module: String::new(),
        };
        names.module = names.fresh(module);
        names
    }

    pub(super) fn module(&self) -> &str {
        &self.module
    }

    /// A name like the wanted one that is not in use, and is from now on.
    pub(super) fn fresh(&mut self, wanted: &str) -> String {
        let mut name = plain(wanted);
        while self.used.contains(&name) {
            name.push('_');
        }
        self.used.insert(name.clone());
        name
    }

    /// A name for a variable, which may be used again.
    pub(super) fn variable(&self, wanted: &str) -> String {
        let mut name = plain(wanted);
        while self.used.contains(&name) {
            name.push('_');
        }
        name
    }
}

fn plain(wanted: &str) -> String {
    let letter = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let name: String = wanted.chars().map(letter).collect();
    let starts_well = name.starts_with(|c: char| c.is_ascii_alphabetic());
    if starts_well { name } else { format!("n{name}") }
}
