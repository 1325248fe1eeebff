//! What may end the work early: Ctrl-C and the memory limit.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use relfind::{Failure, Stop};

use super::{INTERRUPTED, UNKNOWN};

/// How often the memory is looked at.
const PERIOD: Duration = Duration::from_millis(20);
/// For how many looks the work may go on after it was asked to stop, before the process is ended.
const PATIENCE: u32 = 250;

/// Flags that are set from outside the work.
#[derive(Clone, Debug, Default)]
pub(crate) struct Watch {
    stop: Arc<AtomicBool>,
    interrupted: Arc<AtomicBool>,
    memory: Arc<AtomicBool>,
    idle: Arc<AtomicBool>,
    /// The memory that may be used, in bytes.
    limit: usize,
}

impl Watch {
    /// Starts to watch for Ctrl-C and for the use of more than so many megabytes.
    pub(crate) fn start(megabytes: u64) -> Self {
        let watch = Self {
            limit: usize::try_from(megabytes.saturating_mul(1 << 20)).unwrap_or(usize::MAX),
            ..Self::default()
        };
        watch.on_interrupt();
        watch.on_memory(megabytes);
        watch
    }

    /// The flag that the work looks at.
    pub(crate) fn stop(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Whether Ctrl-C was pressed.
    pub(crate) fn interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Whether too much memory was used.
    pub(crate) fn out_of_memory(&self) -> bool {
        self.memory.load(Ordering::Relaxed)
    }

    /// Looks at the memory now: work that is done before the next look of the watch has no more of it than other work.
    pub(crate) fn look(&self) -> Result<(), Failure> {
        if uses_more_than(self.limit) {
            self.memory.store(true, Ordering::Relaxed);
            return Err(Failure::Stopped(Stop::Memory));
        }
        Ok(())
    }

    /// Whether there is no work that could end, but only a wait for input: then Ctrl-C ends the process.
    pub(crate) fn set_idle(&self, idle: bool) {
        self.idle.store(idle, Ordering::Relaxed);
    }

    /// Forgets what happened, before new work begins.
    pub(crate) fn rearm(&self) {
        for flag in [&self.stop, &self.interrupted, &self.memory] {
            flag.store(false, Ordering::Relaxed);
        }
    }

    /// The first Ctrl-C asks the work to end with what is known so far; the second ends the process.
    fn on_interrupt(&self) {
        let (stop, interrupted) = (self.stop(), Arc::clone(&self.interrupted));
        let idle = Arc::clone(&self.idle);
        let handler = move || {
            if idle.load(Ordering::Relaxed) || interrupted.swap(true, Ordering::Relaxed) {
                std::process::exit(i32::from(INTERRUPTED));
            }
            stop.store(true, Ordering::Relaxed);
        };
        // Without a handler Ctrl-C ends the process at once, which is no loss of anything that was promised.
        let _ = ctrlc::set_handler(handler);
    }

    fn on_memory(&self, megabytes: u64) {
        let limit = self.limit;
        let (stop, memory) = (self.stop(), Arc::clone(&self.memory));
        let watch = move || {
            let mut looks = 0;
            loop {
                std::thread::sleep(PERIOD);
                if uses_more_than(limit) {
                    memory.store(true, Ordering::Relaxed);
                    stop.store(true, Ordering::Relaxed);
                    looks += 1;
                } else {
                    looks = 0;
                }
                if looks > PATIENCE {
                    eprintln!(
                        "error: the memory limit of {megabytes} MB was reached; give more with --memory"
                    );
                    std::process::exit(i32::from(UNKNOWN));
                }
            }
        };
        // If no thread can be started there is no limit; the work itself would fail as well then.
        let _ = std::thread::Builder::new().name("memory".into()).spawn(watch);
    }
}

/// Whether the program uses more than so many bytes; where that cannot be known, it does not.
fn uses_more_than(limit: usize) -> bool {
    memory_stats::memory_stats().is_some_and(|stats| stats.physical_mem > limit)
}
