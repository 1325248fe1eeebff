//! Our own program.

use std::{
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use clap::Args;
use relfind::{RunOptions, relational::Overflow};

use crate::{
    process::{Measured, measure},
    table::median,
};

/// Programs that take more seconds than this are run but [`FEW`] times.
const SLOW: f64 = 10.0;
const FEW: usize = 3;

/// The program, and how it is run.
#[derive(Clone, Debug, Args)]
pub(crate) struct RelfindArgs {
    /// The program; built by `cargo build --release` if it is not there.
    #[arg(long, default_value = "target/release/relfind")]
    pub(crate) relfind: PathBuf,
    /// How often each measurement is made; the median counts.
    #[arg(long, default_value_t = 5)]
    pub(crate) runs: usize,
    /// Seconds after which a process is ended.
    #[arg(long, default_value_t = 60)]
    pub(crate) limit: u64,
}

/// What it says of a command.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sizes {
    /// `SAT` and so on, as Alloy says it.
    pub(crate) verdict: String,
    pub(crate) variables: u64,
    pub(crate) clauses: u64,
    /// Milliseconds on the clock of translation and search alone.
    pub(crate) work: f64,
}

/// The options that give commands the meaning and the symmetry breaking that Alloy is given.
pub(crate) fn like_alloy() -> RunOptions {
    let mut options = RunOptions::default();
    options.lower.overflow = Overflow::Wrap;
    options.translate.symmetry = 20;
    options.translate.skolem_depth = 0;
    options
}

impl RelfindArgs {
    /// Builds the program if it is not there.
    pub(crate) fn ensure(&self) -> Result<(), String> {
        if self.relfind.exists() {
            return Ok(());
        }
        let done = Command::new("cargo").args(["build", "--release"]).status();
        if done.is_ok_and(|status| status.success()) && self.relfind.exists() {
            return Ok(());
        }
        Err(format!(
            "{} is not there; say where with --relfind",
            self.relfind.display()
        ))
    }

    /// A run with [`like_alloy`].
    pub(crate) fn like_alloy(&self, file: &Path, command: &str) -> Command {
        let mut relfind = Command::new(&self.relfind);
        relfind.args(["--overflow", "wrap", "--skolem-depth", "0", "--symmetry", "20"]);
        relfind
            .args(["--quiet", "--format", "none", "-c", command])
            .arg(file);
        relfind
    }

    /// Its verdict and sizes.
    pub(crate) fn sizes(&self, command: &Command) -> Result<Sizes, String> {
        let mut relfind = Command::new(command.get_program());
        relfind.args(["--format", "json"]);
        let formats = |word: &&std::ffi::OsStr| *word != "--format" && *word != "none";
        relfind.args(command.get_args().filter(formats));
        let measured = measure(&relfind, self.limit())?;
        if measured.ended {
            return Ok(Sizes {
                verdict: "TIMEOUT".into(),
                ..Sizes::default()
            });
        }
        let document: serde_json::Value = serde_json::from_str(&measured.text).unwrap_or_default();
        let command = &document["commands"][0];
        let number = |key: &str| command["stats"][key].as_u64().unwrap_or(0);
        let milliseconds = |key: &str| command["stats"][key].as_f64().unwrap_or(0.0);
        Ok(Sizes {
            verdict: command["verdict"].as_str().unwrap_or("none").to_uppercase(),
            variables: number("variables"),
            clauses: number("clauses"),
            work: milliseconds("translate_ms") + milliseconds("solve_ms"),
        })
    }

    pub(crate) fn limit(&self) -> Duration {
        Duration::from_secs(self.limit)
    }

    /// The median of the runs in everything; one run if it is ended.
    pub(crate) fn medians(&self, command: &Command) -> Result<Measured, String> {
        Ok(self.by_turns(&[command])?.remove(0))
    }

    /// The same of several programs that run by turns.
    pub(crate) fn by_turns(&self, commands: &[&Command]) -> Result<Vec<Measured>, String> {
        let mut all: Vec<Vec<Measured>> = vec![Vec::new(); commands.len()];
        for round in 0..self.runs.max(1) {
            let is_slow = |runs: &Vec<Measured>| runs.last().is_some_and(|last| last.wall > SLOW);
            if round >= FEW && all.iter().any(is_slow) {
                break;
            }
            for (command, runs) in commands.iter().zip(&mut all) {
                // A limit once is a limit always.
                if runs.last().is_none_or(|last: &Measured| !last.ended) {
                    runs.push(measure(command, self.limit())?);
                }
            }
        }
        Ok(all.into_iter().map(middle).collect())
    }
}

fn middle(runs: Vec<Measured>) -> Measured {
    let of = |pick: fn(&Measured) -> f64| median(runs.iter().map(pick).collect());
    Measured {
        wall: of(|run| run.wall),
        cpu: of(|run| run.cpu),
        megabytes: of(|run| run.megabytes),
        ended: runs.iter().any(|run| run.ended),
        text: runs
            .into_iter()
            .next_back()
            .map(|run| run.text)
            .unwrap_or_default(),
    }
}
