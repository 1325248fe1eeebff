//! Running a program and measuring it.
//!
//! The system tells a process what all children took that have ended, and the most memory that any of them had. So each measurement is made by a process that has
//! one child in its life: this program again, as `xtask measured SECONDS PROGRAM ARGUMENTS`.

use std::{
    env, fs,
    io::Read as _,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use clap::Args;

/// What a run of a program took.
#[derive(Clone, Debug, Default)]
pub(crate) struct Measured {
    /// Standard output.
    pub(crate) text: String,
    /// Seconds on the clock.
    pub(crate) wall: f64,
    /// Seconds of processors, all threads together; 0 where the system does not tell.
    pub(crate) cpu: f64,
    /// The most memory, in megabytes; 0 where the system does not tell.
    pub(crate) megabytes: f64,
    /// Whether it was ended by the time limit.
    pub(crate) ended: bool,
}

#[derive(Debug, Args)]
pub(crate) struct MeasuredArgs {
    limit: f64,
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, required = true)]
    program: Vec<String>,
}

/// Runs a program to its end or the time limit.
pub(crate) fn measure(command: &Command, limit: Duration) -> Result<Measured, String> {
    let this = env::current_exe().map_err(|error| error.to_string())?;
    let mut measurer = Command::new(this);
    measurer.arg("measured").arg(limit.as_secs_f64().to_string());
    measurer.arg(command.get_program()).args(command.get_args());
    let output = measurer
        .stdin(Stdio::null())
        .output()
        .map_err(|error| error.to_string())?;
    let figures = String::from_utf8_lossy(&output.stderr);
    let numbers: Vec<f64> = figures
        .split_whitespace()
        .filter_map(|word| word.parse().ok())
        .collect();
    let [wall, cpu, megabytes, ended] = numbers[..] else {
        return Err(format!(
            "{} cannot be run: {figures}",
            command.get_program().to_string_lossy()
        ));
    };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok(Measured {
        text,
        wall,
        cpu,
        megabytes,
        ended: ended > 0.0,
    })
}

/// Measures one program: its standard output is passed on, and the figures are written to standard error.
pub(crate) fn measured(args: &MeasuredArgs) -> Result<(), String> {
    let start = Instant::now();
    let mut child = Command::new(&args.program[0])
        .args(&args.program[1..])
        .stderr(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
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
    while child.try_wait().map_err(|error| error.to_string())?.is_none() {
        let elapsed = start.elapsed();
        if elapsed.as_secs_f64() > args.limit && !ended {
            ended = true;
            // It may have ended by itself meanwhile.
            let _ = child.kill();
        }
        thread::sleep((elapsed / 50).clamp(Duration::from_micros(50), Duration::from_millis(5)));
    }
    let wall = start.elapsed().as_secs_f64();
    let (cpu, megabytes) = of_children();
    print!("{}", reader.join().unwrap_or_default());
    eprintln!("{wall:.6} {cpu:.6} {megabytes:.2} {}", u8::from(ended));
    Ok(())
}

/// Seconds of processors that this process and children which have ended took so far; 0 where the system does not tell.
pub(crate) fn of_this_process() -> f64 {
    #[cfg(unix)]
    {
        use nix::sys::resource::{UsageWho, getrusage};
        let both = [UsageWho::RUSAGE_SELF, UsageWho::RUSAGE_CHILDREN];
        both.into_iter()
            .filter_map(|who| getrusage(who).ok())
            .map(|usage| seconds(usage.user_time()) + seconds(usage.system_time()))
            .sum()
    }
    #[cfg(not(unix))]
    0.0
}

#[cfg(unix)]
fn seconds(time: nix::sys::time::TimeVal) -> f64 {
    time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6
}

/// Seconds of processors and the most megabytes that children took which have ended.
#[cfg(unix)]
fn of_children() -> (f64, f64) {
    use nix::sys::resource::{UsageWho, getrusage};
    let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else {
        return (0.0, 0.0);
    };
    let unit = if cfg!(target_os = "macos") {
        1024.0 * 1024.0
    } else {
        1024.0
    };
    (
        seconds(usage.user_time()) + seconds(usage.system_time()),
        usage.max_rss() as f64 / unit,
    )
}

#[cfg(not(unix))]
fn of_children() -> (f64, f64) {
    (0.0, 0.0)
}

/// The most memory that this process used so far, in megabytes; 0 where the system does not tell.
pub(crate) fn peak_megabytes() -> f64 {
    let text = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    kilobytes.unwrap_or(0.0) / 1024.0
}
