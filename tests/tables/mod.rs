//! The tables of commands whose verdicts and counts Alloy 6 gave.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

use relfind::{
    LoadError, Session,
    lang::{LoadOptions, dialect::Dialect},
};

/// A row of a table, by column.
pub(crate) struct Row(HashMap<String, String>);

impl Row {
    /// The cell in a column; empty if there is none.
    pub(crate) fn get(&self, column: &str) -> &str {
        self.0.get(column).map_or("", String::as_str)
    }

    /// The number of the command in its file, unless the row is about the file.
    pub(crate) fn command(&self) -> Option<usize> {
        self.get("command").parse().ok()
    }
}

/// The rows of a table.
pub(crate) fn rows(path: &Path) -> Vec<Row> {
    let text = std::fs::read_to_string(path).unwrap();
    let mut lines = text.lines().map(|line| line.split('\t').map(str::to_owned));
    let header: Vec<String> = lines.next().unwrap().collect();
    lines
        .map(|cells| Row(header.iter().cloned().zip(cells).collect()))
        .collect()
}

/// Where the tables and their files are.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases")
}

/// Loads a file as Alloy 6, which is what the tables are about.
pub(crate) fn open(path: &Path) -> Result<Session, LoadError> {
    let options = LoadOptions {
        dialect: Some(Dialect::Alloy6),
    };
    Session::open_with(path, options)
}
