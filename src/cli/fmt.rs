//! `relfind fmt`: files in the canonical layout.

use std::{
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use clap::Args;
use relfind::{
    files,
    lang::{
        format::{FormatError, format},
        source::SourceMap,
    },
};

use super::{
    AS_WANTED, BAD_INPUT, NOT_AS_WANTED,
    args::{Color, DialectArg},
    output::Output,
    worst,
};

/// The arguments of `fmt`.
#[derive(Debug, Args)]
pub(crate) struct FmtArgs {
    /// Files to be rewritten; `-` is from standard input to standard output. The names of those that change are printed.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Change nothing; print the names of the files that would change, and give status 1 if there are any.
    #[arg(long)]
    pub(crate) check: bool,
    /// The language of the files.
    #[arg(long, value_enum, default_value_t = DialectArg::Auto)]
    pub(crate) dialect: DialectArg,
    /// When to use colours.
    #[arg(long, value_enum, default_value_t = Color::Auto)]
    pub(crate) color: Color,
}

/// Formats the files, or tells which are not; the exit status.
pub(crate) fn fmt(args: &FmtArgs) -> u8 {
    let output = Output::new(args.color);
    args.files
        .iter()
        .map(|path| one(path, args, output))
        .fold(AS_WANTED, worst)
}

fn one(path: &Path, args: &FmtArgs, output: Output) -> u8 {
    let refuse = |message: &str| {
        output.error(message);
        BAD_INPUT
    };
    let text = match files::read(path) {
        Ok(text) => text,
        Err(error) => return refuse(&error.to_string()),
    };
    let from_input = path == Path::new("-");
    let name = files::name(path);
    let mut sources = SourceMap::default();
    let file = sources.add(name.as_str(), text.as_str());
    let formatted = match format(file, &name, &text, args.dialect.dialect()) {
        Ok(formatted) => formatted,
        Err(FormatError::Syntax(diagnostics)) => {
            output.diagnostics(&diagnostics, &sources);
            return refuse(&format!("{name} has syntax errors and is left as it is"));
        }
        Err(error) => return refuse(&format!("{name} is left as it is: {error}; please report it")),
    };
    if args.check {
        if formatted == text {
            return AS_WANTED;
        }
        output.print(&format!("{name}\n"));
        return NOT_AS_WANTED;
    }
    if from_input {
        output.print(&formatted);
    } else if formatted != text {
        if let Err(error) = replace(path, &formatted) {
            return refuse(&format!("{name} cannot be written: {error}"));
        }
        output.print(&format!("{name}\n"));
    }
    AS_WANTED
}

/// Writes a file as a whole: whatever happens, it has either its old or its new text.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    // A link stays a link.
    let path = path.canonicalize()?;
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".relfind-fmt");
    let new = path.with_file_name(name);
    let written = fs::File::create_new(&new).and_then(|mut file| {
        file.set_permissions(fs::metadata(&path)?.permissions())?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&new, &path)
    });
    if written.is_err() {
        // Nothing can be done if this fails, too.
        let _ = fs::remove_file(&new);
    }
    written
}
