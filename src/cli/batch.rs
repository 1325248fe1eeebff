//! `--jobs`: commands side by side, told of in the order of the file.
//!
//! Each worker takes the next task that nobody has taken, and runs it as if it were alone, with a solver of its own. What it has to say is
//! handed to the thread that keeps the order: the words of the first task that is not over are said at once, those of later
//! ones when their turn comes. So the output is that of one job, whatever ends first.

use std::{
    sync::{
        atomic::{AtomicUsize, Ordering},
        mpsc::{self, Receiver},
    },
    thread,
};

use relfind::report::CommandReport;

use super::{
    output::Output,
    page::{News, Page},
    progress::Progress,
    watch::Watch,
};

/// Tasks that run side by side.
pub(super) struct Batch<'a> {
    /// How many tasks there are.
    pub(super) tasks: usize,
    /// How many of them run at the same time.
    pub(super) jobs: usize,
    /// Where the words go.
    pub(super) output: Output,
    /// Whether nobody wants to see how far it is.
    pub(super) quiet: bool,
    /// Says when to begin no other task.
    pub(super) watch: &'a Watch,
}

impl Batch<'_> {
    /// Does all tasks, of which `work` does the one of a number; the reports in order. After Ctrl-C those that were begun are the last.
    pub(super) fn run(&self, work: &(impl Fn(usize, &Page) -> CommandReport + Sync)) -> Vec<CommandReport> {
        let progress = Progress::start(&format!("{} commands", self.tasks), self.quiet);
        progress.of_batch(0);
        let next = AtomicUsize::new(0);
        let (keeper, news) = mpsc::channel();
        let worker = |keeper: mpsc::Sender<(usize, News)>| {
            while !self.watch.interrupted() {
                let task = next.fetch_add(1, Ordering::Relaxed);
                if task >= self.tasks {
                    break;
                }
                let page = Page::held(self.output, task, keeper.clone());
                let report = work(task, &page);
                page.tell(News::End(Box::new(report)));
            }
        };
        let reports = thread::scope(|scope| {
            let started = (0..self.jobs.min(self.tasks)).filter(|_| {
                let keeper = keeper.clone();
                let thread = thread::Builder::new().stack_size(crate::STACK_BYTES);
                thread.spawn_scoped(scope, || worker(keeper)).is_ok()
            });
            if started.count() == 0 {
                // No thread can be had: this one does the work.
                worker(keeper.clone());
            }
            drop(keeper);
            self.keep_order(&news, &progress)
        });
        progress.end();
        reports
    }

    /// Says the words of all tasks in their order, until there are no more.
    fn keep_order(&self, news: &Receiver<(usize, News)>, progress: &Progress) -> Vec<CommandReport> {
        let mut held: Vec<Vec<News>> = Vec::new();
        held.resize_with(self.tasks, Vec::new);
        let mut reports = Vec::new();
        let mut over = 0;
        let mut turn = 0;
        for (task, news) in news {
            if matches!(news, News::End(_)) {
                over += 1;
                progress.of_batch(over);
            }
            held[task].push(news);
            while let Some(words) = held.get_mut(turn) {
                let before = reports.len();
                for news in words.drain(..) {
                    self.say(news, progress, &mut reports);
                }
                if reports.len() == before {
                    break;
                }
                turn += 1;
            }
        }
        reports
    }

    fn say(&self, news: News, progress: &Progress, reports: &mut Vec<CommandReport>) {
        match news {
            News::Result(text) => {
                progress.wipe();
                self.output.print(&text);
            }
            News::Message(text) => {
                progress.wipe();
                Output::hint(&text);
            }
            News::End(report) => reports.push(*report),
        }
    }
}
