//! Pictures of instances: the theme they are drawn by, and their forms.

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
};

use clap::Args;
use relfind::{
    Run, Session, files,
    viz::{self, Display, Theme, ThemeError},
};

use super::{
    args::{Format, View},
    output::Output,
};

/// How pictures look.
#[derive(Debug, Args)]
pub(crate) struct PictureArgs {
    /// A file of directives for pictures (colours, symbols, positions), which add to those in the comments of FILE.
    #[arg(long, value_name = "FILE")]
    pub(crate) theme: Option<PathBuf>,
}

/// The theme of a specification and of `--theme`. What is wrong in comments is a warning, in a file an error.
pub(crate) fn theme(
    session: &Session,
    args: &PictureArgs,
    output: Output,
    quiet: bool,
) -> Result<Theme, String> {
    let root = session.sources().files().next();
    let name = root.map_or("", |(_, file)| file.name());
    let own = session.theme().unwrap_or_else(|errors| {
        if !quiet {
            Output::hint(&said("warning", name, &errors));
        }
        Theme::default()
    });
    let Some(path) = &args.theme else {
        return Ok(own);
    };
    let text = files::read(path).map_err(|error| error.to_string())?;
    let name = path.display().to_string();
    match Theme::from_file(&text, &session.vocabulary()) {
        Ok(theme) => Ok(own.overlaid(theme)),
        Err(errors) => {
            for line in said("", &name, &errors).lines() {
                output.error(line);
            }
            Err(format!("the theme {name} cannot be used"))
        }
    }
}

fn said(kind: &str, file: &str, errors: &[ThemeError]) -> String {
    let mut out = String::new();
    for error in errors {
        let colon = if kind.is_empty() { "" } else { ": " };
        let help = error
            .help
            .as_ref()
            .map_or_else(String::new, |help| format!("; {help}"));
        let _ = writeln!(out, "{kind}{colon}{file}:{}: {}{help}", error.line, error.message);
    }
    out
}

/// The theme with what a command's bounds say.
pub(crate) fn of_command(theme: &Theme, session: &Session, run: &Run<'_>, label: &str) -> Theme {
    let root = session.sources().files().next();
    let name = root.map_or("", |(_, file)| file.name());
    let stem = Path::new(name)
        .file_stem()
        .map_or_else(String::new, |stem| stem.to_string_lossy().replace('_', " "));
    let theme = theme.clone().with_extents(run.extents(session));
    theme.or_title(&format!("{stem}: {label}"))
}

/// An instance as a document of a format that is a picture, if it is.
pub(crate) fn document(instance: &Display, format: Format, view: View, theme: &Theme) -> Option<String> {
    match format {
        Format::Svg => {
            let kind = match view {
                View::Graph => viz::Kind::Graph,
                View::Grid => viz::Kind::Grid,
                _ => viz::Kind::Auto,
            };
            Some(viz::svg_as(instance, theme, kind))
        }
        Format::Dot => Some(viz::dot(instance, theme)),
        _ => None,
    }
}
