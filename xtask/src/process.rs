//! Running a program and measuring it.

use std::{
    fs,
    io::Read as _,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// What a run of a program took.
pub(crate) struct Measured {
    /// Standard output.
    pub(crate) text: String,
    /// Seconds on the clock.
    pub(crate) wall: f64,
    /// Seconds of processors, all threads together, to a hundredth; 0 where the system does not tell.
    pub(crate) cpu: f64,
    /// Whether it was ended by the time limit.
    pub(crate) ended: bool,
}

/// Runs a program to its end or the time limit.
pub(crate) fn measure(command: &mut Command, limit: Duration) -> Result<Measured, String> {
    let before = children_ticks();
    let start = Instant::now();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| {
            format!(
                "{} cannot be run: {error}",
                command.get_program().to_string_lossy()
            )
        })?;
    let output = child.stdout.take();
    let reader = thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut output) = output {
            // What was read before an error is all there is.
            let _ = output.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    });
    let mut ended = false;
    let mut pause = Duration::from_micros(200);
    while child.try_wait().map_err(|error| error.to_string())?.is_none() {
        if start.elapsed() > limit && !ended {
            ended = true;
            // It may have ended by itself meanwhile.
            let _ = child.kill();
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(2));
    }
    let wall = start.elapsed().as_secs_f64();
    Ok(Measured {
        text: reader.join().unwrap_or_default(),
        wall,
        cpu: (children_ticks() - before) / 100.0,
        ended,
    })
}

/// Ticks of a hundredth of a second that children took which have ended.
fn children_ticks() -> f64 {
    let text = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace();
    fields
        .skip(13)
        .take(2)
        .filter_map(|ticks| ticks.parse::<f64>().ok())
        .sum()
}

/// The most memory that this process used so far, in megabytes; 0 where the system does not tell.
pub(crate) fn peak_megabytes() -> f64 {
    let text = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    kilobytes.unwrap_or(0.0) / 1024.0
}
