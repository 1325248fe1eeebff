//! `relfind import GAME.kif`: a game of one player as a specification.

use std::{
    fs,
    path::{Path, PathBuf},
};

use clap::Args;
use relfind::files;

use super::super::{AS_WANTED, BAD_INPUT, output::Output};

/// What to make of a game.
#[derive(Debug, Args)]
#[command(next_help_heading = "Games")]
pub(crate) struct GameArgs {
    /// The number of states of a game in KIF, the first one included; plays have up to one move less.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) steps: Option<u32>,
    /// A move is made in every state of a game, even in the last one and when the game is over.
    #[arg(long)]
    pub(crate) every_step: bool,
    /// Where to write the specification of a game; standard output without it.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// Writes the specification of a game; the exit status.
pub(crate) fn import(path: &Path, args: &GameArgs, output: Output) -> u8 {
    match specification(path, args) {
        Ok(text) => match &args.output {
            None => {
                output.print(&text);
                AS_WANTED
            }
            Some(target) => match fs::write(target, text) {
                Ok(()) => AS_WANTED,
                Err(error) => {
                    output.error(&format!("{} cannot be written: {error}", target.display()));
                    BAD_INPUT
                }
            },
        },
        Err(message) => {
            output.error(&message);
            BAD_INPUT
        }
    }
}

fn specification(path: &Path, args: &GameArgs) -> Result<String, String> {
    let is_input = path == Path::new("-");
    if !is_input && !path.exists() {
        return Err(format!("there is no folder or file `{}`", path.display()));
    }
    if path.extension().is_some_and(|end| end == "als" || end == "md") {
        return Err(format!(
            "`{}` is neither a folder that `relfind export` wrote nor a game in KIF",
            path.display()
        ));
    }
    let steps = args
        .steps
        .ok_or("a game needs --steps N, the number of states to look at")?;
    let text = files::read(path).map_err(|error| error.to_string())?;
    let stem = path
        .file_stem()
        .map_or_else(|| "game".into(), |stem| stem.to_string_lossy());
    let options = relfind_kif::Options {
        steps,
        every_step: args.every_step,
    };
    relfind_kif::import(&stem, &text, options)
        .map_err(|error| format!("{}:{}: {}", path.display(), error.line, error.message))
}
