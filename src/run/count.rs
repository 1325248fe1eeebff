//! Counting instances.
//!
//! Renaming interchangeable atoms makes instances of instances. So it is enough to look at one of each orbit, which is what symmetry breaking
//! leaves (and some more, told apart by their canonical forms), and to add up the sizes of the orbits. Classes are counted on
//! the way: they join orbits that other renamings, which the scopes do not respect, would make one.
//!
//! Where there are many instances a counter that finds none of them (`relfind_solver::count`) sets out at the same time. It counts classes
//! too where they are the orbits of a group of renamings that can be listed (`burnside`). Whichever of the two ends first gives the
//! answer, which is the same: where the counter knows nothing of classes they are given exactly if there are at most `MOST_CLASSED` orbits.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc,
    },
    thread,
};

use relfind_solver::{Cnf, Counted, Limits, ModelCounter, Reason, Var};
use relfind_translator::{TranslateOptions, Translation};

use super::{
    Failure, Run, Stage, Stop,
    burnside::Symmetry,
    classes::{Classes, Renaming},
};
use crate::report::Count;

/// Tuples that nothing constrains, up to which they are enumerated as others are, so that classes can be counted.
const MOST_FREE: u32 = 16;

/// Instances that are looked at before the counter sets out too.
const FEW: u64 = 2000;

/// Orbits up to which classes are counted by looking at an instance of each.
const MOST_CLASSED: u64 = 50_000;

impl Run<'_> {
    /// Counts the instances that differ in what is visible, and the classes of those that are the same up to renaming atoms. It is
    /// meant for a run of which no instance has been asked for, with symmetry breaking off. `tell` hears of the number now and then.
    ///
    /// When a limit ends the counting, the count so far is given as incomplete. With the solver `auto` instances are counted by
    /// orbits, and by a counter of models where there are many; with any other solver each is found, which takes longer and can be compared.
    pub fn count(&mut self, tell: &mut dyn FnMut(u128)) -> Result<Count, Failure> {
        if !self.search()? {
            return Ok(Count {
                labelled: 0,
                classes: Some(0),
                complete: true,
            });
        }
        self.check(&self.instance())?;
        let (constrained, free) = self.stage.constrained();
        if let Some(counter) = self.options.counter.clone() {
            return self.count_by(&counter);
        }
        let by_orbits = self.options.solver == "auto" && free <= MOST_FREE;
        if by_orbits && let Some(count) = self.count_orbits(tell)? {
            return Ok(count);
        }
        if self.options.solver == "auto" {
            return Ok(self.count_models(tell));
        }
        let classes = !by_orbits && free <= MOST_FREE;
        if !classes {
            self.stage.projection.on = constrained;
        }
        self.count_each(if classes { 0 } else { free }, classes, tell)
    }

    /// Adds up the sizes of orbits. None where one cannot be told.
    fn count_orbits(&mut self, tell: &mut dyn FnMut(u128)) -> Result<Option<Count>, Failure> {
        let mut options = self.options.clone();
        options.translate.symmetry = TranslateOptions::default().symmetry;
        let reporter = self.reporter.as_deref();
        let mut stage = Stage::prepare(
            &self.session,
            self.command,
            self.step,
            &options,
            reporter,
            &mut self.times,
        )?;
        let orbits = Classes::new(Renaming::of_bounds(&stage.translation, &stage.apart));
        let translation = &self.stage.translation;
        let classes = Classes::new(self.stage.renaming(&self.stage.instance()));
        // Where no renaming changes anything, every model counts for itself.
        let alone = orbits.renaming.is_identity && classes.renaming.is_identity;
        let mut orbit_count = OrbitCount {
            orbits,
            classes,
            alone,
            seen: 0,
            labelled: 0,
        };
        let (limits, times) = (&self.limits, &mut self.times);
        let mut step = |stage: &mut Stage, count: &mut OrbitCount| -> Result<Step, Failure> {
            match stage.search(limits, times) {
                Ok(true) => Ok(count.add(stage)),
                Ok(false) => Ok(Step::End),
                Err(Failure::Stopped(_)) => Ok(Step::Stopped),
                Err(failure) => Err(failure),
            }
        };
        while orbit_count.seen < FEW {
            match step(&mut stage, &mut orbit_count)? {
                Step::On => tell(orbit_count.labelled),
                Step::End => return Ok(Some(orbit_count.complete())),
                Step::Stopped => return Ok(Some(orbit_count.stopped(None))),
                Step::Unknown => return Ok(None),
            }
        }
        let counting = Counting::new(&self.stage);
        let by_counter = counting.symmetry.is_some();
        let (send, receive) = mpsc::channel();
        thread::scope(|scope| {
            let counter = &counting;
            scope.spawn(move || {
                let counted = counter.count(translation, limits);
                // Nobody may be waiting any more.
                let _ = send.send(counted);
            });
            // What the counter came to, exact or not; it says so once.
            let mut counted: Option<ModelCount> = None;
            let result = loop {
                if counted.is_none() {
                    counted = receive.try_recv().ok();
                }
                if let Some(count) = counted.as_ref().filter(|count| count.is_exact())
                    && (count.classes.is_some() || orbit_count.seen > MOST_CLASSED)
                {
                    break Ok(Some(orbit_count.counted(count)));
                }
                match step(&mut stage, &mut orbit_count) {
                    Ok(Step::On) => tell(orbit_count.labelled.max(counting.at_least())),
                    Ok(Step::End) => {
                        let mut count = orbit_count.complete();
                        // The answer is not to depend on who was faster.
                        if orbit_count.seen > MOST_CLASSED && !by_counter {
                            count.classes = None;
                        }
                        break Ok(Some(count));
                    }
                    Ok(Step::Stopped) => {
                        counting.stop.store(true, Ordering::Relaxed);
                        let count = counted.or_else(|| receive.recv().ok());
                        break Ok(Some(orbit_count.stopped(count.as_ref())));
                    }
                    Ok(Step::Unknown) => {
                        let count = counted.or_else(|| receive.recv().ok());
                        break Ok(Some(orbit_count.stopped(count.as_ref())));
                    }
                    Err(failure) => break Err(failure),
                }
            };
            counting.stop.store(true, Ordering::Relaxed);
            result
        })
    }

    /// Leaves the counting to a program.
    fn count_by(&self, counter: &str) -> Result<Count, Failure> {
        let translation = &self.stage.translation;
        let renaming = self.stage.renaming(&self.stage.instance());
        let projected = &self.stage.projection.on;
        match relfind_solver::count::count_by(counter, &translation.cnf, projected, &self.limits) {
            Counted::AtLeast(_, Some(Reason::Solver(problem))) => Err(Stop::Solver(problem).into()),
            Counted::Exactly(0) => Err(Failure::Wrong(format!(
                "the counter `{counter}` says that there is no instance, but one was found"
            ))),
            Counted::Exactly(labelled) => Ok(Count {
                labelled,
                classes: renaming.is_identity.then_some(labelled),
                complete: true,
            }),
            Counted::AtLeast(count, _) => Ok(Count {
                labelled: count.max(1),
                classes: None,
                complete: false,
            }),
        }
    }

    /// Counts without looking at instances.
    fn count_models(&self, tell: &mut dyn FnMut(u128)) -> Count {
        let counting = Counting::new(&self.stage);
        let count = counting.count_telling(&self.stage.translation, &self.limits, tell);
        match count.labelled {
            Counted::Exactly(labelled) => Count {
                labelled,
                classes: count.classes,
                complete: true,
            },
            Counted::AtLeast(count, _) => Count {
                labelled: count.max(1),
                classes: None,
                complete: false,
            },
        }
    }

    /// Counts one by one from the instance just found on, each for as many as tuples that nothing constrains make of it.
    fn count_each(
        &mut self,
        free: u32,
        with_classes: bool,
        tell: &mut dyn FnMut(u128),
    ) -> Result<Count, Failure> {
        let mut count = Count {
            labelled: 0,
            classes: None,
            complete: true,
        };
        let mut classes = with_classes.then(|| Classes::new(self.stage.renaming(&self.instance())));
        loop {
            let sum = 1u128
                .checked_shl(free)
                .and_then(|n| count.labelled.checked_add(n));
            let Some(labelled) = sum else {
                count.labelled = u128::MAX;
                count.complete = false;
                return Ok(count);
            };
            count.labelled = labelled;
            tell(labelled);
            if let Some(known) = &mut classes
                && !known.renaming.is_identity
                && known.is_new(&self.stage.instance()).is_none()
            {
                classes = None;
            }
            match self.search() {
                Ok(true) => {}
                Ok(false) => break,
                Err(Failure::Stopped(_)) => {
                    count.complete = false;
                    return Ok(count);
                }
                Err(failure) => return Err(failure),
            }
        }
        count.classes = classes.map(|classes| classes.count(count.labelled));
        Ok(count)
    }
}

/// What came of looking for another instance.
enum Step {
    /// It is counted.
    On,
    /// There is none.
    End,
    /// A limit was reached.
    Stopped,
    /// How many it stands for takes too long to find out.
    Unknown,
}

/// A count by orbits, while it goes on.
struct OrbitCount {
    orbits: Classes,
    classes: Classes,
    /// Whether no renaming changes anything.
    alone: bool,
    seen: u64,
    labelled: u128,
}

impl OrbitCount {
    /// Counts the instance that was found.
    fn add(&mut self, stage: &Stage) -> Step {
        self.seen += 1;
        let mut size = Some(1);
        if !self.alone {
            let instance = stage.instance();
            size = self.orbits.new_orbit(&instance);
            if size > Some(0) && self.classes.is_new(&instance).is_none() {
                size = None;
            }
        }
        match size.and_then(|size| self.labelled.checked_add(size)) {
            Some(labelled) => {
                self.labelled = labelled;
                Step::On
            }
            None => Step::Unknown,
        }
    }

    /// The count when there is no other instance.
    fn complete(&self) -> Count {
        Count {
            labelled: self.labelled,
            classes: Some(self.classes.count(self.labelled)),
            complete: true,
        }
    }

    /// The count when a counter knows it.
    fn counted(&self, count: &ModelCount) -> Count {
        self.stopped(Some(count))
    }

    /// The count when a limit ends it, or the counter was faster.
    fn stopped(&self, count: Option<&ModelCount>) -> Count {
        let most = match count.map(|count| (&count.labelled, count.classes)) {
            Some((&Counted::Exactly(labelled), classes)) => {
                return Count {
                    labelled,
                    classes,
                    complete: true,
                };
            }
            Some((&Counted::AtLeast(count, _), _)) => count,
            None => 0,
        };
        Count {
            // At least the one that was found to begin with.
            labelled: self.labelled.max(most).max(1),
            classes: None,
            complete: false,
        }
    }
}

/// What a counter found out.
struct ModelCount {
    labelled: Counted,
    classes: Option<u128>,
}

impl ModelCount {
    fn is_exact(&self) -> bool {
        matches!(self.labelled, Counted::Exactly(_))
    }
}

/// A counter that may work in another thread.
struct Counting {
    /// In which order variables may best be taken.
    hints: Vec<Vec<u32>>,
    /// The variables in whose values instances differ.
    projected: Vec<Var>,
    /// What makes classes of instances, if that is known.
    symmetry: Option<Symmetry>,
    stop: Arc<AtomicBool>,
    at_least: AtomicU64,
}

impl Counting {
    /// For a stage of which an instance was found.
    fn new(stage: &Stage) -> Self {
        let Stage {
            lowered,
            translation,
            apart,
            ..
        } = stage;
        let instance = stage.instance();
        let symmetry = if stage.renaming(&instance).is_identity {
            Some(Symmetry::none())
        } else {
            Symmetry::of(lowered, translation, apart, &instance)
        };
        Self {
            hints: super::hints::places(translation),
            projected: apart.variables(translation),
            symmetry,
            stop: Arc::default(),
            at_least: AtomicU64::new(0),
        }
    }

    /// Counts until done, or told to stop.
    fn count(&self, translation: &Translation, limits: &Limits) -> ModelCount {
        let mut limits = limits.clone().with_stop(Arc::clone(&self.stop));
        limits.progress = None;
        self.count_telling(translation, &limits, &mut |count| {
            let count = u64::try_from(count).unwrap_or(u64::MAX);
            self.at_least.store(count, Ordering::Relaxed);
        })
    }

    fn count_telling(
        &self,
        translation: &Translation,
        limits: &Limits,
        tell: &mut dyn FnMut(u128),
    ) -> ModelCount {
        let count = |cnf: &Cnf, projected: &[Var], tell: &mut dyn FnMut(u128)| {
            ModelCounter::new(cnf, projected, &self.hints, limits).count(limits, tell)
        };
        let labelled = count(&translation.cnf, &self.projected, tell);
        let classes = match (&labelled, &self.symmetry) {
            (&Counted::Exactly(labelled), Some(symmetry)) => {
                tell(labelled);
                symmetry.classes(translation, &self.projected, labelled, |cnf, projected| {
                    count(cnf, projected, &mut |_| {})
                })
            }
            _ => None,
        };
        ModelCount { labelled, classes }
    }

    fn at_least(&self) -> u128 {
        self.at_least.load(Ordering::Relaxed).into()
    }
}
