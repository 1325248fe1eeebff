//! What the tests of the bundled models have in common: running a command, and reading instances by name.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]
#![allow(dead_code)] // Each test program uses a part of it.

use std::path::{Path, PathBuf};

use relfind::{
    RunLimits, RunOptions, Session,
    viz::{AtomIx, Display},
};

/// A command of a file beneath `models/`, ready to be run.
pub(crate) struct Model {
    session: Session,
    command: usize,
}

/// The folder of the bundled models.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("models")
}

/// All `.als` files beneath a folder, in order.
pub(crate) fn models_beneath(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            found.extend(models_beneath(&path));
        } else if path.extension().is_some_and(|extension| extension == "als") {
            found.push(path);
        }
    }
    found
}

impl Model {
    /// The command `label` of `models/FILE`.
    pub(crate) fn open(file: &str, label: &str) -> Self {
        let session = Session::open(&folder().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        let command = session.commands().iter().position(|c| c.label == label);
        let command = command.unwrap_or_else(|| panic!("{file} has no command {label}"));
        Self { session, command }
    }

    /// An instance.
    pub(crate) fn instance(&self) -> Shown {
        let mut instances = self.instances(1);
        assert!(!instances.is_empty(), "no instance");
        instances.remove(0)
    }

    /// Different instances, at most this many.
    pub(crate) fn instances(&self, most: usize) -> Vec<Shown> {
        let options = RunOptions::default();
        let mut run = self
            .session
            .run(self.command, &options, &RunLimits::default())
            .unwrap();
        let mut found = Vec::new();
        while found.len() < most
            && let Some(display) = run.next().unwrap()
        {
            found.push(Shown(display));
        }
        found
    }

    /// How many labelled instances there are.
    pub(crate) fn count(&self) -> u128 {
        count(&self.session, self.command)
    }
}

/// How many labelled instances a command has.
pub(crate) fn count(session: &Session, command: usize) -> u128 {
    let mut options = RunOptions::default();
    options.translate.symmetry = 0;
    let mut run = session.run(command, &options, &RunLimits::default()).unwrap();
    let count = run.count(&mut |_| {}).unwrap();
    assert!(count.complete);
    count.labelled
}

/// An instance whose atoms are read by name.
pub(crate) struct Shown(pub(crate) Display);

impl Shown {
    /// The atom's name; that of a `one sig`, such as a member of an enumeration, is the signature's.
    fn name(&self, atom: AtomIx) -> String {
        let only = self.0.sigs.iter().find(|sig| sig.is_one && sig.atoms == [atom]);
        only.map_or_else(|| self.0.atom(atom).name.clone(), |sig| sig.name.clone())
    }

    /// The atoms of a signature, in its order.
    pub(crate) fn atoms(&self, sig: &str) -> Vec<String> {
        let sig = self
            .0
            .sigs
            .iter()
            .find(|s| s.name == sig && !s.is_builtin)
            .unwrap();
        sig.atoms.iter().map(|&atom| self.name(atom)).collect()
    }

    /// The tuples of a field.
    pub(crate) fn tuples(&self, field: &str) -> Vec<Vec<String>> {
        let field = self.0.fields.iter().find(|f| f.name == field).unwrap();
        field
            .tuples
            .iter()
            .map(|tuple| tuple.iter().map(|&atom| self.name(atom)).collect())
            .collect()
    }

    /// What a field gives an atom: its tuples without the first column.
    pub(crate) fn of(&self, atom: &str, field: &str) -> Vec<Vec<String>> {
        let mut tuples = self.tuples(field);
        tuples.retain(|tuple| tuple[0] == atom);
        tuples.into_iter().map(|tuple| tuple[1..].to_vec()).collect()
    }

    /// The only value that a field gives an atom.
    pub(crate) fn one(&self, atom: &str, field: &str) -> String {
        let values = self.of(atom, field);
        assert_eq!(values.len(), 1, "{atom}.{field}");
        values[0][0].clone()
    }
}

/// The number at the end of a name: 3 of `x3`.
pub(crate) fn number(name: &str) -> usize {
    let digits = name.trim_start_matches(|c: char| !c.is_ascii_digit());
    digits.parse().unwrap_or_else(|_| panic!("no number in {name}"))
}
