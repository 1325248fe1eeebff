//! `cargo xtask growth`: processor time and memory against scope, of relfind and of Alloy.
//!
//! Whole processes are measured, and by themselves translation and search, as the start of a virtual machine hides how Alloy grows. Both programs
//! translate and search once in each process.
//!
//! The models are templates: `@N` stands for the scope, `@B` for a bit width that holds twice as much, `@M` for the scope and one. It is the last
//! command of a file that counts.

use std::{
    fs,
    path::{Path, PathBuf},
};

use clap::Args;
use relfind::Session;

use crate::{
    alloy::{Alloy, AlloyArgs, answer},
    compare::work,
    plot::{Curve, Plot, svg},
    process::{Measured, measure},
    relfind::RelfindArgs,
    table::{median, number, write},
};

/// A model at growing scopes.
struct Family {
    name: &'static str,
    /// What its scope counts.
    across: &'static str,
    scopes: &'static [u32],
    /// A public model beneath `--root`, and the command with a scope that is put behind its own; without it there is a template in benches/models.
    public: Option<(&'static str, &'static str)>,
}

/// A model of how the devices of a bus elect a leader, after Devillers, Griffioen, Romijn and Vaandrager.
const FIREWIRE: &str = "models/models/firewire/firewire.als";

const FAMILIES: &[Family] = &[
    Family::ours("hotel", "scope of `check NoIntruder`", &[3, 4, 5, 6, 7, 8]),
    Family::ours("queens", "queens", &[8, 12, 16, 20, 24]),
    Family::ours("queens_integers", "queens", &[4, 6, 8, 10, 12, 14, 16, 20, 24]),
    Family::ours("handshake", "persons", &[10, 12, 14, 16, 18, 20]),
    Family::ours("election", "moments", &[4, 6, 8, 10, 12, 14]),
    Family {
        name: "firewire",
        across: "states of `check AtMostOneElected`",
        scopes: &[4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
        public: Some((
            FIREWIRE,
            "check AtMostOneElected for 7 Op, 2 Msg, 3 Node, 6 Link, 3 Queue, @N State",
        )),
    },
    Family {
        name: "firewire_overflow",
        across: "states of `check NoOverflow`",
        scopes: &[4, 6, 8, 10, 12, 16, 20],
        public: Some((
            FIREWIRE,
            "check NoOverflow for 7 Op, 2 Msg, 3 Node, 6 Link, 5 Queue, @N State",
        )),
    },
    Family {
        name: "firewire_election",
        across: "states of `run ElectionHappens`",
        scopes: &[8, 10, 12, 14, 16],
        public: Some((
            FIREWIRE,
            "run ElectionHappens for 7 Op, 2 Msg, exactly 3 Node, 6 Link, 3 Queue, @N State",
        )),
    },
];
const HEADING: &[&str] = &[
    "model",
    "scope",
    "our verdict",
    "their verdict",
    "our clauses",
    "their clauses",
    "our cpu s",
    "their cpu s",
    "our MB",
    "their MB",
    "our wall s",
    "their wall s",
    "our work s",
    "their work s",
];

#[derive(Debug, Args)]
pub(crate) struct GrowthArgs {
    #[command(flatten)]
    relfind: RelfindArgs,
    #[command(flatten)]
    alloy: AlloyArgs,
    /// Measure these models only.
    #[arg(long)]
    only: Vec<String>,
    /// The folder that holds Alloy's collection of models (<https://github.com/AlloyTools/models>) as `models`; without it models from there are left out.
    #[arg(long)]
    root: Option<PathBuf>,
    /// Where the table and the pictures go.
    #[arg(long, default_value = "docs/performance")]
    out: PathBuf,
}

pub(crate) fn run(args: &GrowthArgs) -> Result<(), String> {
    args.relfind.ensure()?;
    let alloy = Alloy::new(&args.alloy)?;
    let work = Path::new("target/bench/growth");
    fs::create_dir_all(work).map_err(|error| error.to_string())?;
    fs::create_dir_all(&args.out).map_err(|error| error.to_string())?;
    for family in FAMILIES {
        let name = family.name;
        if !args.only.is_empty() && !args.only.iter().any(|only| only == name) {
            continue;
        }
        let Some(template) = family.template(args.root.as_deref())? else {
            eprintln!("{name} is left out without --root");
            continue;
        };
        let table = measured(args, alloy.as_ref(), work, family, &template)?;
        write(&args.out.join(format!("{name}.tsv")), HEADING, &table)?;
        let picture = svg(&plots(name, family.across, &table));
        fs::write(args.out.join(format!("{name}.svg")), picture).map_err(|error| error.to_string())?;
    }
    Ok(())
}

impl Family {
    const fn ours(name: &'static str, across: &'static str, scopes: &'static [u32]) -> Self {
        Self {
            name,
            across,
            scopes,
            public: None,
        }
    }

    /// The text whose scope is to be filled in; `None` for a public model when it is not said where they are.
    fn template(&self, root: Option<&Path>) -> Result<Option<String>, String> {
        let (file, command) = match (self.public, root) {
            (None, _) => (
                Path::new("benches/models").join(self.name).with_extension("als"),
                "",
            ),
            (Some((file, command)), Some(root)) => (root.join(file), command),
            (Some(_), None) => return Ok(None),
        };
        let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        Ok(Some(format!("{text}\n{command}\n")))
    }
}

fn measured(
    args: &GrowthArgs,
    alloy: Option<&Alloy>,
    folder: &Path,
    family: &Family,
    template: &str,
) -> Result<Vec<Vec<String>>, String> {
    let mut table = Vec::new();
    let mut over = [false; 2];
    for &scope in family.scopes {
        let file = folder.join(format!("{}_{scope}.als", family.name));
        fs::write(&file, fill(template, scope)).map_err(|error| error.to_string())?;
        let command = last_command(&file)?;
        let ours = args.relfind.like_alloy(&file, &command);
        let theirs =
            alloy.map(|alloy| alloy.command(1, args.relfind.limit, &[(file.clone(), command.clone())]));
        // Who has run into the limit once is not asked for more.
        let mut took: [Option<Measured>; 2] = [None, None];
        let mut worked = Vec::new();
        if !over[0] {
            took[0] = Some(args.relfind.medians(&ours)?);
            for _ in 0..args.relfind.runs.clamp(1, 3) {
                worked.extend(work(args.relfind.limit(), &file, &command, 1)?);
            }
        }
        if let (Some(theirs), false) = (&theirs, over[1]) {
            took[1] = Some(measure(theirs, args.relfind.limit())?);
        }
        let sizes = args.relfind.sizes(&ours).unwrap_or_default();
        let answer = took[1]
            .as_ref()
            .and_then(|took| took.text.lines().find_map(answer));
        let answer = answer.unwrap_or_default();
        for (over, took) in over.iter_mut().zip(&took) {
            *over |= took.as_ref().is_some_and(|took| took.ended);
        }
        let figure = |at: usize, pick: fn(&Measured) -> f64| {
            let took = took[at].as_ref().filter(|took| !took.ended);
            took.map_or_else(String::new, |took| format!("{:.3}", pick(took)))
        };
        let seconds = |milliseconds: Vec<f64>| {
            let is_known = !milliseconds.is_empty();
            is_known.then(|| format!("{:.4}", median(milliseconds) / 1e3))
        };
        let row = vec![
            family.name.to_owned(),
            scope.to_string(),
            sizes.verdict,
            if over[1] { "TIMEOUT".into() } else { answer.verdict },
            sizes.clauses.to_string(),
            answer.clauses.to_string(),
            figure(0, |took| took.cpu),
            figure(1, |took| took.cpu),
            figure(0, |took| took.megabytes),
            figure(1, |took| took.megabytes),
            figure(0, |took| took.wall),
            figure(1, |took| took.wall),
            seconds(worked).unwrap_or_default(),
            seconds(answer.milliseconds).unwrap_or_default(),
        ];
        println!("{}", row.join("\t"));
        table.push(row);
        if over == [true; 2] {
            break;
        }
    }
    Ok(table)
}

/// The number of the last command of a file.
fn last_command(file: &Path) -> Result<String, String> {
    let session = Session::open(file).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(session.commands().len().saturating_sub(1).to_string())
}

fn fill(template: &str, scope: u32) -> String {
    // Signed, and differences must fit as well as sums.
    let bits = u32::BITS - (2 * scope).leading_zeros() + 1;
    template
        .replace("@N", &scope.to_string())
        .replace("@M", &(scope + 1).to_string())
        .replace("@B", &bits.to_string())
}

fn plots<'a>(name: &str, across: &'a str, table: &[Vec<String>]) -> Vec<Plot<'a>> {
    let curve = |name, color, column: usize| Curve {
        name,
        color,
        points: table
            .iter()
            .filter(|row| number(row, column) > 0.0)
            .map(|row| (number(row, 1), number(row, column)))
            .collect(),
    };
    let plot = |title: &str, up, column| Plot {
        title: format!("{name}: {title}"),
        across,
        up,
        curves: vec![
            curve("relfind", "#0b5fa5", column),
            curve("Alloy", "#c23b22", column + 1),
        ],
    };
    vec![
        plot("processor time", "seconds", 6),
        plot("translation, search", "seconds of processors", 12),
        plot("memory", "megabytes", 8),
    ]
}

#[cfg(test)]
mod tests {
    use super::fill;

    #[test]
    fn bits_hold_twice_the_scope() {
        assert_eq!(fill("@N @B @M", 8), "8 6 9");
        assert_eq!(fill("@B", 4), "5");
        assert_eq!(fill("@B", 7), "5");
    }
}
