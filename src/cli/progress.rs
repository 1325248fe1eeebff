//! A line on standard error that says what is going on, when that takes longer than a moment.

use std::{
    io::{IsTerminal, Write},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use relfind::{
    solver,
    translator::{Reporter, Stage},
};

use super::text::grouped;

/// Silence before the line first appears.
const DELAY: Duration = Duration::from_millis(700);
/// Time between two versions of it.
const PERIOD: Duration = Duration::from_millis(100);

/// The state of the work, told by a background thread.
#[derive(Debug)]
pub(crate) struct Progress {
    label: String,
    start: Instant,
    stage: Mutex<String>,
    found: AtomicU64,
    conflicts: Arc<solver::Progress>,
    over: AtomicBool,
}

impl Progress {
    /// Begins to tell of a command, unless nobody looks.
    pub(crate) fn start(label: &str, quiet: bool) -> Arc<Self> {
        let progress = Arc::new(Self {
            label: label.to_owned(),
            start: Instant::now(),
            stage: Mutex::new("lowering".into()),
            found: AtomicU64::new(0),
            conflicts: Arc::default(),
            over: AtomicBool::new(false),
        });
        if !quiet && std::io::stderr().is_terminal() {
            let told = Arc::clone(&progress);
            let _ = std::thread::Builder::new()
                .name("progress".into())
                .spawn(move || told.tell());
        }
        progress
    }

    /// What the solver counts on.
    pub(crate) fn conflicts(&self) -> Arc<solver::Progress> {
        Arc::clone(&self.conflicts)
    }

    /// The problem has been translated.
    pub(crate) fn solving(&self, sizes: relfind::report::Sizes) {
        let (variables, clauses) = (grouped(sizes.variables.into()), grouped(sizes.clauses.into()));
        self.set_stage(format!("solving {variables} variables, {clauses} clauses"));
    }

    /// So many instances have been found.
    pub(crate) fn found(&self, count: u128) {
        self.found
            .store(u64::try_from(count).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// So many commands of a batch are over.
    pub(crate) fn of_batch(&self, over: usize) {
        self.set_stage(format!("{over} over"));
    }

    /// Takes the line away until it is written again, so that other words can stand there.
    pub(crate) fn wipe(&self) {
        let _stage = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        self.wipe_line();
    }

    fn wipe_line(&self) {
        if self.start.elapsed() > DELAY && std::io::stderr().is_terminal() {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }

    /// Ends the line.
    pub(crate) fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
        // Holding the stage keeps the teller from writing the line once more after it is wiped.
        let _stage = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        self.wipe_line();
    }

    fn set_stage(&self, stage: String) {
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner) = stage;
    }

    fn tell(&self) {
        std::thread::sleep(DELAY);
        while !self.over.load(Ordering::Relaxed) {
            let stage = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
            if !self.over.load(Ordering::Relaxed) {
                let _ = write!(std::io::stderr(), "\r\x1b[K{}", self.line(&stage));
            }
            drop(stage);
            std::thread::sleep(PERIOD);
        }
    }

    fn line(&self, stage: &str) -> String {
        let mut line = format!("{}: {stage}", self.label);
        let conflicts = self.conflicts.conflicts();
        if conflicts > 0 {
            line += &format!(", {} conflicts", grouped(conflicts.into()));
        }
        let found = self.found.load(Ordering::Relaxed);
        if found > 0 {
            line += &format!(", {} instances", grouped(found.into()));
        }
        line + &format!(", {:.1} s", self.start.elapsed().as_secs_f64())
    }
}

impl Reporter for Progress {
    fn stage(&self, stage: Stage) {
        let words = match stage {
            Stage::Simplify => "simplifying",
            Stage::Ground => "grounding",
            Stage::Symmetry => "breaking symmetries",
            Stage::Encode => "encoding",
        };
        self.set_stage(words.into());
    }
}
