//! Faulty specifications of the kinds that beginners write, each with what relfind says of it. Whoever reads a snapshot should be able to
//! repair the file from the message alone.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

mod program;

use std::{fs, path::Path};

/// The file, what is said on standard error, and the status.
fn told(folder: &Path, name: &str) -> String {
    let source = fs::read_to_string(folder.join(name)).unwrap();
    let (status, _, said) = program::told(folder, &["--color", "never", "--format", "none", name], "");
    format!("{source}\n--- status {status}\n{said}")
}

#[test]
fn messages() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faulty");
    let mut names: Vec<String> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort_unstable();
    assert!(names.len() >= 40);
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("faulty/snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for name in names
            .iter()
            .filter(|name| Path::new(name).extension().is_some_and(|e| e == "als"))
        {
            let stem = name.trim_end_matches(".als");
            insta::assert_snapshot!(stem, told(&folder, name));
        }
    });
}
