//! The explanations of codes: every code has one, and its examples are what it says they are.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

mod program;

use std::{collections::BTreeSet, fs, path::Path};

use relfind::lang::explain::{self, Explanation};

/// Codes that no small example shows: limits of size, faults of the program, what only users of the library can meet,
/// and what shows earlier under another code in all cases that are known.
const WITHOUT_EXAMPLES: [&str; 16] = [
    "E0110", "E0215", "E0216", "E0303", "E0311", "E0317", "E0400", "E0409", "E0600", "E0601", "E0620",
    "E0621", "E0653", "E0699", "E0702", "E0717",
];

/// A block of code in an explanation.
struct Example<'a> {
    /// The words behind the fence, `alloy` left out.
    words: Vec<&'a str>,
    text: String,
}

fn examples(explanation: &Explanation) -> Vec<Example<'static>> {
    let mut examples: Vec<Example<'static>> = Vec::new();
    let mut open = false;
    for line in explanation.text.lines() {
        match line.strip_prefix("```") {
            Some("") => open = false,
            Some(info) => {
                let mut words: Vec<&str> = info.split_whitespace().collect();
                assert_eq!(words.remove(0), "alloy", "{}", explanation.code);
                examples.push(Example {
                    words,
                    text: String::new(),
                });
                open = true;
            }
            None if open => {
                let example = examples.last_mut().unwrap();
                example.text += line;
                example.text.push('\n');
            }
            None => {}
        }
    }
    examples
}

/// The codes that running an example gives.
fn codes(folder: &Path, flags: &[&str]) -> BTreeSet<String> {
    let args = [
        &["--format", "json", "--solver", "batsat"],
        flags,
        &["example.als"],
    ]
    .concat();
    let output = program::relfind(folder, &args, "");
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let commands = document["commands"].as_array().unwrap().iter();
    let places = std::iter::once(&document).chain(commands);
    places
        .flat_map(|place| place["diagnostics"].as_array().unwrap())
        .map(|diagnostic| diagnostic["code"].as_str().unwrap().to_owned())
        .collect()
}

/// What is wrong with the examples of an explanation.
fn fault(explanation: &Explanation) -> Option<String> {
    let code = explanation.code;
    let folder = tempfile::tempdir().unwrap();
    let examples = examples(explanation);
    let mut kinds = Vec::new();
    for example in &examples {
        if let Some(file) = example.words[0].strip_prefix("file=") {
            fs::write(folder.path().join(file), &example.text).unwrap();
        }
    }
    for example in &examples {
        let (kind, flags) = example.words.split_first().unwrap();
        let expected: BTreeSet<String> = match *kind {
            "fails" => [code.to_owned()].into(),
            "repaired" => BTreeSet::new(),
            _ => continue,
        };
        kinds.push(*kind);
        fs::write(folder.path().join("example.als"), &example.text).unwrap();
        let found = codes(folder.path(), flags);
        if found != expected {
            return Some(format!("{code}: the example that {kind} gives {found:?}"));
        }
    }
    let expected: &[&str] = if WITHOUT_EXAMPLES.contains(&code) {
        &[]
    } else {
        &["fails", "repaired"]
    };
    (kinds != expected).then(|| format!("{code}: has the examples {kinds:?}"))
}

#[test]
fn examples_are_what_they_say() {
    let middle = explain::ALL.len() / 2;
    let (left, right) = explain::ALL.split_at(middle);
    let faults = |part: &[Explanation]| part.iter().filter_map(fault).collect::<Vec<String>>();
    let found = std::thread::scope(|scope| {
        let other = scope.spawn(|| faults(right));
        let mut found = faults(left);
        found.extend(other.join().unwrap());
        found
    });
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The codes in quotes of all files below a folder.
fn collect(folder: &Path, codes: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.ends_with("explain/mod.rs") {
            // The table of explanations quotes every code.
        } else if path.is_dir() {
            collect(&path, codes);
        } else if path.extension().is_some_and(|e| e == "rs" || e == "lalrpop") {
            let text = fs::read_to_string(&path).unwrap();
            let quoted = text.split('"').filter(|word| {
                word.len() == 5
                    && word.starts_with(['E', 'W', 'N'])
                    && word[1..].bytes().all(|b| b.is_ascii_digit())
            });
            codes.extend(quoted.map(str::to_owned));
        }
    }
}

#[test]
fn every_code_is_explained() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut used = BTreeSet::new();
    for folder in ["lang/src", "data/src", "translator/src", "src"] {
        collect(&root.join(folder), &mut used);
    }
    let explained: BTreeSet<String> = explain::ALL.iter().map(|e| e.code.to_owned()).collect();
    let missing: Vec<&String> = used.difference(&explained).collect();
    assert!(missing.is_empty(), "without an explanation: {missing:?}");
    let unused: Vec<&String> = explained.difference(&used).collect();
    assert!(unused.is_empty(), "explained, but given nowhere: {unused:?}");
}

#[test]
fn explanations_are_well_formed() {
    for explanation in explain::ALL {
        let heading = format!("# {}: {}", explanation.code, explanation.title());
        assert_eq!(explanation.text.lines().next(), Some(heading.as_str()));
        assert!(explanation.title().len() > 5, "{heading}");
        assert!(!explanation.title().ends_with('.'), "{heading}");
    }
    assert!(explain::ALL.is_sorted_by_key(|e| e.code));
}

#[test]
fn codes_are_found_and_near_ones_named() {
    assert_eq!(explain::explain("e0301").unwrap().code, "E0301");
    assert!(explain::explain("E9999").is_none());
    let near: Vec<&str> = explain::near("E0308").iter().map(|e| e.code).collect();
    assert!(near.contains(&"E0301") && near.contains(&"E0408"), "{near:?}");
    assert!(explain::near("").is_empty() && explain::near("what is this").is_empty());
}
