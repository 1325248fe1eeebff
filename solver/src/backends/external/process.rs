//! A program run under limits.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::Failure;
use crate::backend::Reason;
use crate::limits::Limits;

/// Bytes that a program may write to standard output, or to standard error, before it is ended.
pub(super) const OUTPUT_LIMIT: u64 = 1 << 30;
/// How often the program is looked at: often at first, since most answer at once.
const FIRST_POLL: Duration = Duration::from_micros(200);
const LAST_POLL: Duration = Duration::from_millis(10);
/// The time between asking a program to end and forcing it to.
const GRACE: Duration = Duration::from_millis(300);
/// Bytes of standard error that a message quotes.
const QUOTED: u64 = 400;

/// How a program's run came to its end.
#[derive(Debug)]
pub(super) enum End {
    Exited(ExitStatus),
    Stopped(Reason),
    Flooded,
}

/// A run that is over.
#[derive(Debug)]
pub(super) struct Outcome {
    pub(super) end: End,
    /// The file that holds its standard output.
    pub(super) output: PathBuf,
    errors: PathBuf,
}

impl Outcome {
    /// The exit status, if it ended by itself and with one.
    pub(super) fn code(&self) -> Option<i32> {
        match self.end {
            End::Exited(status) => status.code(),
            End::Stopped(_) | End::Flooded => None,
        }
    }

    /// How it ended, as `exit status: 1` or `signal: 9 (SIGKILL)`.
    pub(super) fn describe(&self) -> String {
        match &self.end {
            End::Exited(status) => status.to_string(),
            End::Stopped(reason) => reason.to_string(),
            End::Flooded => "too much output".to_owned(),
        }
    }

    /// The end of its standard error, led by a colon, or nothing where it is empty.
    pub(super) fn last_errors(&self) -> String {
        let read = || -> std::io::Result<String> {
            let mut file = File::open(&self.errors)?;
            let length = file.metadata()?.len();
            file.seek(SeekFrom::Start(length.saturating_sub(QUOTED)))?;
            let mut bytes = Vec::new();
            file.take(QUOTED).read_to_end(&mut bytes)?;
            Ok(String::from_utf8_lossy(&bytes).trim().to_owned())
        };
        read()
            .ok()
            .filter(|text| !text.is_empty())
            .map(|text| format!(": {text}"))
            .unwrap_or_default()
    }
}

/// Runs a program until it ends or a limit is exceeded, its output written to files in `directory`: unlike
/// pipes, these never block it and never wait for programs that it left behind.
pub(super) fn run(
    program: &str,
    arguments: &[OsString],
    directory: &Path,
    limits: &Limits,
) -> Result<Outcome, Failure> {
    let output = directory.join("stdout");
    let errors = directory.join("stderr");
    let mut command = Command::new(program);
    command
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(File::create(&output).map_err(Failure::Temporary)?)
        .stderr(File::create(&errors).map_err(Failure::Temporary)?);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut running = Running(Some(command.spawn().map_err(Failure::Start)?));
    let mut pause = FIRST_POLL;
    let end = loop {
        if let Some(status) = running.ended()? {
            break End::Exited(status);
        }
        if let Some(reason) = limits.exceeded() {
            break End::Stopped(reason);
        }
        if size(&output) > OUTPUT_LIMIT || size(&errors) > OUTPUT_LIMIT {
            break End::Flooded;
        }
        thread::sleep(limits.remaining().map_or(pause, |time| time.min(pause)));
        pause = (pause * 2).min(LAST_POLL);
    };
    drop(running);
    Ok(Outcome { end, output, errors })
}

fn size(file: &Path) -> u64 {
    fs::metadata(file).map_or(0, |data| data.len())
}

/// A program that is ended when it is no longer held.
struct Running(Option<Child>);

impl Running {
    /// Its status, once it has ended by itself.
    fn ended(&mut self) -> Result<Option<ExitStatus>, Failure> {
        let Some(child) = &mut self.0 else { return Ok(None) };
        let status = child.try_wait()?;
        if status.is_some() {
            self.0 = None;
        }
        Ok(status)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let Some(child) = &mut self.0 else { return };
        // Asked first, since programs that run others on several machines need to end those.
        signal(child, false);
        let start = Instant::now();
        while start.elapsed() < GRACE && matches!(child.try_wait(), Ok(None)) {
            thread::sleep(Duration::from_millis(2));
        }
        signal(child, true);
        // It may have ended before, and cannot be helped if it does not end now.
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// Tells the child's process group to end, or forces it to. The group keeps its number while any program of it
/// is there, also when the child itself is gone.
#[cfg(unix)]
fn signal(child: &Child, force: bool) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let signal = if force { Signal::KILL } else { Signal::TERM };
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        // The group may be gone.
        let _ = kill_process_group(group, signal);
    }
}

#[cfg(not(unix))]
fn signal(_child: &Child, _force: bool) {}

/// Is this the path of a program, or, without a separator, the name of one on the `PATH`?
pub(super) fn can_be_found(program: &str) -> bool {
    if program.is_empty() {
        return false;
    }
    if Path::new(program).components().count() > 1 || program.contains(std::path::is_separator) {
        return is_program(Path::new(program));
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|directory| is_program(&directory.join(program)))
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file() || path.with_extension("exe").is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_found() {
        assert!(can_be_found("sh"));
        assert!(can_be_found("/bin/sh"));
        assert!(!can_be_found(""));
        assert!(!can_be_found("/etc"));
        assert!(!can_be_found("./no-such-program"));
        assert!(!can_be_found("no-such-program"));
    }
}
