//! Instances that files give: `--instance FILE`.

use std::path::Path;

use relfind::{Given, Session, data::Facts, lang::diag::Diagnostic, translator::lower::LowerOptions};

/// The instances of a file that are about one command.
pub(crate) struct Instances {
    /// The number of the command.
    pub(crate) command: usize,
    /// What the file says of each.
    list: Vec<Facts>,
}

impl Instances {
    /// Reads a file. Without a command that is asked for, it is about the one that its first instance says it is of, or else the first; where some
    /// instances are of that command, the others are left out.
    pub(crate) fn open(
        session: &mut Session,
        path: &Path,
        asked: Option<usize>,
    ) -> Result<Self, Box<Diagnostic>> {
        let mut list = session.open_instances(path)?;
        let command = asked.or_else(|| session.command_of(list.first()?)).unwrap_or(0);
        let is_of = |facts: &Facts| session.command_of(facts) == Some(command);
        if list.iter().any(is_of) {
            list.retain(|facts| is_of(facts));
        }
        Ok(Self { command, list })
    }

    /// Takes them for instances of the command.
    pub(crate) fn take(
        &self,
        session: &Session,
        options: &LowerOptions,
    ) -> Result<Vec<Given>, Vec<Diagnostic>> {
        let take = |facts| session.take(self.command, facts, options);
        self.list.iter().map(take).collect()
    }
}

/// What there is to say of instances that are none of the command: the numbers of those that are not, in words.
pub(crate) fn doubts(session: &Session, command: usize, given: &[Given]) -> Option<String> {
    let label = &session.commands()[command].label;
    let none = given
        .iter()
        .filter(|given| !given.faults(session, command).is_empty());
    let what = match (none.count(), given.len()) {
        (0, _) => return None,
        (1, 1) => "the instance is".to_owned(),
        (wrong, all) => format!("{wrong} of the {all} instances are"),
    };
    Some(format!(
        "note: {what} not one of `{label}`; `relfind validate` says why\n"
    ))
}
