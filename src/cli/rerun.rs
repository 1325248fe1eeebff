//! `--watch`: runs the commands again whenever a file of the specification changes.

use std::{
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use relfind::{LoadError, Session};

use super::{
    BAD_INPUT, INTERRUPTED,
    args::{Format, RunArgs},
    output::Output,
    run::once,
    watch::Watch,
};

/// How often the files are looked at.
const PERIOD: Duration = Duration::from_millis(200);
/// How long a file is left alone after a change, so that it is not read half written.
const PAUSE: Duration = Duration::from_millis(50);

/// Runs the commands, and again after every change, until Ctrl-C; the exit status.
pub(crate) fn rerun(args: &RunArgs, watch: &Watch) -> u8 {
    let output = Output::new(args.output.color);
    let Some(path) = args.file.as_deref().filter(|path| *path != Path::new("-")) else {
        output.error("standard input cannot be watched; give a file");
        return BAD_INPUT;
    };
    loop {
        let files = files(path, args);
        let before = stamps(&files);
        once(args, watch);
        if watch.interrupted() {
            return INTERRUPTED;
        }
        watch.set_idle(true);
        while stamps(&files) == before {
            std::thread::sleep(PERIOD);
        }
        std::thread::sleep(PAUSE);
        watch.set_idle(false);
        watch.rearm();
        let separator = format!("{}\n", "─".repeat(40));
        if args.format == Format::Json {
            Output::hint(&separator);
        } else {
            output.print(&separator);
        }
    }
}

/// The file and the modules it opens, as far as they can be read. The names of library modules lead to no file, and never change.
fn files(path: &Path, args: &RunArgs) -> Vec<PathBuf> {
    let sources = match Session::open_with(path, args.meaning.dialect.load_options()) {
        Ok(session) => session.sources().clone(),
        Err(LoadError::Refused(refused)) => refused.sources,
        Err(LoadError::Read(_)) => return vec![path.to_path_buf()],
    };
    let opened = sources
        .files()
        .skip(1)
        .map(|(_, file)| PathBuf::from(file.name()));
    std::iter::once(path.to_path_buf()).chain(opened).collect()
}

/// When each file was changed, and how long it is; nothing of a file that is not there.
fn stamps(files: &[PathBuf]) -> Vec<Option<(SystemTime, u64)>> {
    let stamp = |path: &PathBuf| {
        let metadata = path.metadata().ok()?;
        Some((metadata.modified().ok()?, metadata.len()))
    };
    files.iter().map(stamp).collect()
}
