//! `--output DIR`: an instance a file, and a receipt.
//!
//! Files are written whole: under another name first, which is then changed. Whatever ends the program, what bears the name of an instance
//! is one.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    time::Duration,
};

use clap::Args;
use relfind::{
    RunOptions, Session, Twins,
    lang::typed::Command,
    report::{CommandReport, Times},
    viz::Display,
};

use super::{
    args::{Enumerate, Format, RunArgs},
    receipt::{self, RECEIPT, Receipt},
};

/// Where a file is written before it gets its name.
const TEMPORARY: &str = ".relfind.tmp";

/// Writing to a folder.
#[derive(Debug, Args)]
#[command(next_help_heading = "Instances as files")]
pub(crate) struct FolderArgs {
    /// Write each instance to a file of its own in this folder, in the format asked for, named `COMMAND-001` and so on, with a `receipt.json` as
    /// Alloy's command line writes it. The folder must be empty or new.
    #[arg(short, long, value_name = "DIR", conflicts_with_all = ["count", "list", "check", "watch"])]
    pub(crate) output: Option<PathBuf>,
    /// Replace the instances and the receipt that the folder has; other files stay.
    #[arg(long, requires = "output", conflicts_with = "continue_")]
    pub(crate) force: bool,
    /// Go on with the enumeration in the folder: leave out the instances that are there (JSON or XML), and number on.
    #[arg(long = "continue", requires = "output", conflicts_with = "twins")]
    pub(crate) continue_: bool,
}

/// A folder for instances.
#[derive(Debug)]
struct Folder {
    path: PathBuf,
    format: Format,
    /// By command: how its files begin.
    stems: Vec<String>,
}

/// What a command has in a folder.
#[derive(Debug, Default)]
struct Shelf {
    /// The number of its last instance.
    last: u64,
    /// How many are new.
    new: u64,
    /// The time that they took.
    spent: Duration,
    /// Those that are there, if the enumeration goes on.
    twins: Option<Twins>,
}

impl Shelf {
    /// Whether an instance is not there yet.
    fn lacks(&mut self, instance: &Display) -> bool {
        self.twins.as_mut().is_none_or(|twins| twins.is_new(instance))
    }
}

/// A folder while commands run.
#[derive(Debug)]
pub(crate) struct Archive {
    folder: Folder,
    shelves: BTreeMap<usize, Shelf>,
    receipt: Receipt,
}

impl Archive {
    /// The folder that is asked for, if one is, ready for instances of these commands.
    pub(crate) fn open(
        args: &RunArgs,
        session: &mut Session,
        options: &RunOptions,
        commands: &[usize],
    ) -> Result<Option<Self>, String> {
        let Some(folder) = Folder::open(&args.folder, args.format, session.commands())? else {
            return Ok(None);
        };
        let repeat = match args.enumerate {
            Enumerate::AtMost(n) => n,
            Enumerate::All => u64::MAX,
        };
        let mut receipt = Receipt::new(session, options, repeat);
        let go_on = args.folder.continue_;
        if let Some(old) = folder.old_receipt().filter(|_| go_on) {
            let picked: Vec<String> = commands
                .iter()
                .map(|&index| receipt::key(session, index))
                .collect();
            receipt.take_up(&old, &picked).map_err(|other| {
                format!(
                    "the folder {} was begun with {other}: give another folder, or --force instead of --continue to replace what is in it",
                    folder.path.display()
                )
            })?;
        }
        let mut shelves = BTreeMap::new();
        for &index in commands {
            shelves.insert(index, folder.shelf(session, index, go_on)?);
            receipt.begin(session, index, options);
        }
        Ok(Some(Self {
            folder,
            shelves,
            receipt,
        }))
    }

    /// Whether an instance is not there yet.
    pub(crate) fn lacks(&mut self, index: usize, instance: &Display) -> bool {
        self.shelves
            .get_mut(&index)
            .is_none_or(|shelf| shelf.lacks(instance))
    }

    /// Writes an instance.
    pub(crate) fn keep(
        &mut self,
        session: &Session,
        index: usize,
        instance: &Display,
        content: &Content,
        times: Times,
    ) -> Result<(), String> {
        let Some(shelf) = self.shelves.get_mut(&index) else {
            return Ok(());
        };
        self.folder.put(index, shelf.last + 1, content)?;
        shelf.last += 1;
        shelf.new += 1;
        let took = (times.translate + times.solve).saturating_sub(shelf.spent);
        shelf.spent += took;
        self.receipt.add(session, index, instance, took);
        Ok(())
    }

    /// Writes the receipt after a command; what the folder got, in words.
    pub(crate) fn end(&mut self, session: &Session, report: &CommandReport) -> Result<String, String> {
        self.receipt.end(session, report);
        self.folder.put_receipt(&self.receipt.text())?;
        let (new, last) = self
            .shelves
            .get(&report.index)
            .map_or((0, 0), |shelf| (shelf.new, shelf.last));
        let plural = if new == 1 { "" } else { "s" };
        let before = match last - new {
            0 => String::new(),
            before => format!(" after {before}"),
        };
        Ok(format!(
            "{new} instance{plural} written to {}{before}",
            self.folder.path.display()
        ))
    }
}

/// An instance in its form.
pub(crate) enum Content {
    /// A file.
    Text(String),
    /// A folder of files, by name.
    Files(Vec<(String, String)>),
    /// Nothing.
    Nothing,
}

impl Folder {
    /// The folder that is asked for, if one is, ready to be written to.
    fn open(args: &FolderArgs, format: Format, commands: &[Command]) -> Result<Option<Self>, String> {
        let Some(path) = &args.output else {
            return if format == Format::Csv {
                Err("CSV is a file for each relation: say where with --output DIR".into())
            } else {
                Ok(None)
            };
        };
        if args.continue_ && !matches!(format, Format::Json | Format::Xml) {
            return Err("--continue reads the instances that are there, so they must be JSON or XML: give --format json or --format xml".into());
        }
        let shown = path.display();
        let folder = Self {
            path: path.clone(),
            format,
            stems: stems(commands),
        };
        fs::create_dir_all(path).map_err(|error| format!("the folder {shown} cannot be made: {error}"))?;
        let names = folder
            .names()
            .map_err(|error| format!("the folder {shown} cannot be read: {error}"))?;
        if args.force {
            folder
                .clear(&names)
                .map_err(|error| format!("the folder {shown} cannot be cleared: {error}"))?;
        } else if !args.continue_ && !names.is_empty() {
            return Err(format!(
                "the folder {shown} is not empty: give --force to replace the instances in it, or --continue to add to them"
            ));
        }
        Ok(Some(folder))
    }

    /// What it has of a command already.
    fn shelf(&self, session: &mut Session, index: usize, go_on: bool) -> Result<Shelf, String> {
        let mut shelf = Shelf::default();
        if !go_on {
            return Ok(shelf);
        }
        let mut twins = Twins::new(session.world());
        let names = self.names().map_err(|error| error.to_string())?;
        let numbers: BTreeMap<u64, String> = names
            .into_iter()
            .filter_map(|name| Some((self.number(index, &name)?, name)))
            .collect();
        for (number, name) in numbers {
            shelf.last = number;
            let path = self.path.join(&name);
            let instances = session
                .open_instances(&path)
                .map_err(|error| format!("{} is no instance: {}", path.display(), error.message))?;
            for instance in &instances {
                twins.is_new_in_file(instance);
            }
        }
        shelf.twins = Some(twins);
        Ok(shelf)
    }

    /// Writes an instance of a command.
    fn put(&self, index: usize, number: u64, content: &Content) -> Result<(), String> {
        let name = format!("{}-{number:03}", self.stems[index]);
        let (name, written) = match content {
            Content::Nothing => return Ok(()),
            Content::Text(text) => {
                let name = format!("{name}.{}", extension(self.format));
                (name.clone(), self.write(&name, text))
            }
            Content::Files(files) => (name.clone(), self.write_all(&name, files)),
        };
        written.map_err(|error| format!("{} cannot be written: {error}", self.path.join(name).display()))
    }

    /// The receipt that is there.
    fn old_receipt(&self) -> Option<String> {
        fs::read_to_string(self.path.join(RECEIPT)).ok()
    }

    /// Writes the receipt.
    fn put_receipt(&self, text: &str) -> Result<(), String> {
        let path = self.path.join(RECEIPT);
        self.write(RECEIPT, text)
            .map_err(|error| format!("{} cannot be written: {error}", path.display()))
    }

    fn write(&self, name: &str, text: &str) -> io::Result<()> {
        let temporary = self.path.join(TEMPORARY);
        fs::write(&temporary, text)?;
        fs::rename(&temporary, self.path.join(name))
    }

    fn write_all(&self, name: &str, files: &[(String, String)]) -> io::Result<()> {
        let temporary = self.path.join(TEMPORARY);
        if temporary.is_dir() {
            fs::remove_dir_all(&temporary)?;
        }
        fs::create_dir(&temporary)?;
        for (file, text) in files {
            fs::write(temporary.join(file), text)?;
        }
        fs::rename(&temporary, self.path.join(name))
    }

    /// What is in the folder, files half written excepted.
    fn names(&self) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.path)? {
            names.push(entry?.file_name().to_string_lossy().into_owned());
        }
        names.retain(|name| name != TEMPORARY);
        names.sort();
        Ok(names)
    }

    /// Removes the receipt and the instances, also those of the commands that the receipt lists.
    fn clear(&self, names: &[String]) -> io::Result<()> {
        let listed: Vec<String> = self
            .old_receipt()
            .map_or_else(Vec::new, |old| receipt::listed(&old));
        for name in names {
            let path = self.path.join(name);
            let is_instance = instance_name(name).is_some_and(|(stem, _)| {
                self.stems.iter().any(|own| own == stem) || is_listed(&listed, stem)
            });
            if path.is_dir() && is_instance && holds_csv(&path)? {
                fs::remove_dir_all(&path)?;
            } else if path.is_file() && (name == RECEIPT || is_instance) {
                fs::remove_file(&path)?;
            }
        }
        Ok(())
    }

    /// The number of the instance of a command that a file of the format asked for is called by.
    fn number(&self, index: usize, name: &str) -> Option<u64> {
        let (_, end) = name.rsplit_once('.')?;
        let (stem, number) = instance_name(name)?;
        (end == extension(self.format) && stem == self.stems[index]).then_some(number)
    }
}

/// How a file of instances in any format begins, and its number.
fn instance_name(name: &str) -> Option<(&str, u64)> {
    let name = match name.rsplit_once('.') {
        Some((name, "json" | "xml" | "svg" | "dot" | "lp" | "txt")) => name,
        _ => name,
    };
    let (stem, digits) = name.rsplit_once('-')?;
    let is_number = digits.len() >= 3 && digits.bytes().all(|b| b.is_ascii_digit());
    Some((stem, is_number.then(|| digits.parse().ok()).flatten()?))
}

/// Whether files that begin so are of a command that a receipt lists: labels that look alike as names of files have numbers there.
fn is_listed(keys: &[String], stem: &str) -> bool {
    let number_off = |text: &str| match text.rsplit_once('.') {
        Some((label, number)) if number.bytes().all(|b| b.is_ascii_digit()) => label.to_owned(),
        _ => text.to_owned(),
    };
    let label = number_off(stem);
    keys.iter().any(|key| plain(&number_off(key)) == label)
}

/// Whether a folder has nothing but tables.
fn holds_csv(path: &Path) -> io::Result<bool> {
    for entry in fs::read_dir(path)? {
        if entry?.path().extension().is_none_or(|end| end != "csv") {
            return Ok(false);
        }
    }
    Ok(true)
}

fn extension(format: Format) -> &'static str {
    match format {
        Format::Json => "json",
        Format::Xml => "xml",
        Format::Svg => "svg",
        Format::Dot => "dot",
        Format::Facts => "lp",
        Format::Csv => "csv",
        Format::Text | Format::Table | Format::None => "txt",
    }
}

/// A label as the name of a file.
fn plain(label: &str) -> String {
    let plain = |c: char| {
        if c.is_alphanumeric() || matches!(c, '_' | '$' | '\'') {
            c
        } else {
            '_'
        }
    };
    label.chars().map(plain).collect()
}

/// How the files of each command begin: its label, with its number where two are alike.
fn stems(commands: &[Command]) -> Vec<String> {
    let labels: Vec<String> = commands.iter().map(|command| plain(&command.label)).collect();
    let stem = |(index, label): (usize, &String)| {
        if labels.iter().filter(|other| *other == label).count() > 1 {
            format!("{label}.{index}")
        } else {
            label.clone()
        }
    };
    labels.iter().enumerate().map(stem).collect()
}
