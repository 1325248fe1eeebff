//! `cargo xtask growth`: processor time and memory of whole processes against scope, of relfind and of Alloy.
//!
//! The models are templates: `@N` stands for the scope, `@B` for a bit width that holds twice as much, `@M` for the scope and one.

use std::{
    fs,
    path::{Path, PathBuf},
};

use clap::Args;

use crate::{
    alloy::{Alloy, AlloyArgs, answer},
    plot::{Curve, Plot, svg},
    process::{Measured, measure},
    relfind::RelfindArgs,
    table::{number, write},
};

/// Template in benches/models, what its scope counts, and the scopes.
const FAMILIES: &[(&str, &str, &[u32])] = &[
    ("hotel", "scope of `check NoIntruder`", &[3, 4, 5, 6, 7, 8]),
    ("queens", "queens", &[8, 12, 16, 20, 24]),
    ("queens_integers", "queens", &[4, 6, 8, 10, 12, 14, 16, 20, 24]),
    ("handshake", "persons", &[10, 12, 14, 16, 18, 20]),
    ("election", "states", &[4, 6, 8, 10, 12, 14]),
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
    for &(name, across, scopes) in FAMILIES {
        if !args.only.is_empty() && !args.only.iter().any(|only| only == name) {
            continue;
        }
        let table = family(args, alloy.as_ref(), work, name, scopes)?;
        write(&args.out.join(format!("{name}.tsv")), HEADING, &table)?;
        let picture = svg(&plots(name, across, &table));
        fs::write(args.out.join(format!("{name}.svg")), picture).map_err(|error| error.to_string())?;
    }
    Ok(())
}

fn family(
    args: &GrowthArgs,
    alloy: Option<&Alloy>,
    work: &Path,
    name: &str,
    scopes: &[u32],
) -> Result<Vec<Vec<String>>, String> {
    let template = Path::new("benches/models").join(format!("{name}.als"));
    let text = fs::read_to_string(&template).map_err(|error| format!("{}: {error}", template.display()))?;
    let mut table = Vec::new();
    let mut over = [false; 2];
    for &scope in scopes {
        let file = work.join(format!("{name}_{scope}.als"));
        fs::write(&file, fill(&text, scope)).map_err(|error| error.to_string())?;
        let ours = args.relfind.like_alloy(&file, "0");
        let theirs = alloy.map(|alloy| alloy.command(1, args.relfind.limit, &[(file.clone(), "0".into())]));
        // Who has run into the limit once is not asked for more.
        let mut took: [Option<Measured>; 2] = [None, None];
        if !over[0] {
            took[0] = Some(args.relfind.medians(&ours)?);
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
        let row = vec![
            name.to_owned(),
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
        ];
        println!("{}", row.join("\t"));
        table.push(row);
        if over == [true; 2] {
            break;
        }
    }
    Ok(table)
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
