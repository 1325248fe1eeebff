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
    time::Instant,
};

use relfind_relational::Instance;
use relfind_solver::{Cnf, Counted, Limits, ModelCounter, Reason, Var, Verdict};
use relfind_translator::{TranslateOptions, Translation, lower::Lowered};

use super::{
    Failure, Run, Stage, Stop,
    apart::Apart,
    burnside::Symmetry,
    classes::{Classes, Renaming},
    models::{Models, Projection},
};
use crate::report::{Count, Times};

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
        if self.options.solver == "auto" {
            return self.count_quickly(constrained, free, tell);
        }
        let classes = free <= MOST_FREE;
        if !classes {
            self.stage.projection.on = constrained;
        }
        self.count_each(if classes { 0 } else { free }, classes, tell)
    }

    /// Counts by whatever promises to be fastest.
    fn count_quickly(
        &mut self,
        constrained: Vec<Var>,
        free: u32,
        tell: &mut dyn FnMut(u128),
    ) -> Result<Count, Failure> {
        let orbits = Renaming::of_bounds(&self.stage.translation, &self.stage.apart);
        let classes = self.stage.renaming(&self.stage.instance());
        // Where no renaming changes anything, every model counts for itself.
        let alone = orbits.is_identity && classes.is_identity;
        if free > MOST_FREE && !alone {
            return Ok(self.count_models(tell));
        }
        let mut each = Some(1);
        if alone {
            // Then it need not be looked at either, and tuples that nothing constrains are a factor.
            self.stage.projection.on = constrained;
            each = 1u128.checked_shl(free);
        }
        let count = OrbitCount {
            orbits: Classes::new(orbits),
            classes: Classes::new(classes),
            alone,
            each,
            seen: 0,
            labelled: 0,
        };
        match self.count_orbits(count, tell)? {
            Some(count) => Ok(count),
            None => Ok(self.count_models(tell)),
        }
    }

    /// Adds up the sizes of orbits. None where one cannot be told.
    fn count_orbits(
        &mut self,
        mut count: OrbitCount,
        tell: &mut dyn FnMut(u128),
    ) -> Result<Option<Count>, Failure> {
        // Where there are no orbits to break the search goes on from the instance found.
        let is_broken = !count.orbits.renaming.is_identity;
        let mut broken = is_broken.then(|| self.with_symmetry_broken()).transpose()?;
        let instance = self.stage.instance();
        let Stage {
            lowered,
            translation,
            models,
            apart,
            projection,
            ..
        } = &mut self.stage;
        let translation = &*translation;
        let mut finder = match &mut broken {
            Some(stage) => Finder {
                translation: &stage.translation,
                projection: &stage.projection,
                models: &mut stage.models,
                at_model: false,
            },
            None => Finder {
                translation,
                projection,
                models,
                at_model: true,
            },
        };
        let (limits, times) = (&self.limits, &mut self.times);
        while count.seen < FEW {
            match finder.step(&mut count, limits, times) {
                Step::On => tell(count.labelled),
                Step::End => return Ok(Some(count.complete())),
                Step::Stopped => return Ok(Some(count.stopped(None))),
                Step::Unknown => return Ok(None),
            }
        }
        let counting = &Counting::new(lowered, translation, apart, &instance);
        let by_counter = counting.symmetry.is_some();
        let (send, receive) = mpsc::channel();
        thread::scope(|scope| {
            scope.spawn(move || {
                let counted = counting.count(translation, limits);
                // Nobody may be waiting any more.
                let _ = send.send(counted);
            });
            // What the counter came to, exact or not; it says so once.
            let mut counted: Option<ModelCount> = None;
            let result = loop {
                if counted.is_none() {
                    counted = receive.try_recv().ok();
                }
                if let Some(known) = counted.as_ref().filter(|known| known.is_exact())
                    && (known.classes.is_some() || count.seen > MOST_CLASSED)
                {
                    break Ok(Some(count.counted(known)));
                }
                match finder.step(&mut count, limits, times) {
                    Step::On => tell(count.labelled.max(counting.at_least())),
                    Step::End => {
                        let mut whole = count.complete();
                        // The answer is not to depend on who was faster.
                        if count.seen > MOST_CLASSED && !by_counter {
                            whole.classes = None;
                        }
                        break Ok(Some(whole));
                    }
                    Step::Stopped => {
                        counting.stop.store(true, Ordering::Relaxed);
                        let known = counted.or_else(|| receive.recv().ok());
                        break Ok(Some(count.stopped(known.as_ref())));
                    }
                    Step::Unknown => {
                        let known = counted.or_else(|| receive.recv().ok());
                        break Ok(Some(count.stopped(known.as_ref())));
                    }
                }
            };
            counting.stop.store(true, Ordering::Relaxed);
            result
        })
    }

    /// The command once more, with one instance or a few of each orbit.
    fn with_symmetry_broken(&mut self) -> Result<Stage, Failure> {
        let mut options = self.options.clone();
        options.translate.symmetry = TranslateOptions::default().symmetry;
        let reporter = self.reporter.as_deref();
        let (session, command, times) = (&self.session, self.command, &mut self.times);
        Stage::prepare(session, command, self.step, &options, reporter, times)
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
        let Stage {
            lowered,
            translation,
            apart,
            ..
        } = &self.stage;
        let counting = Counting::new(lowered, translation, apart, &self.stage.instance());
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

/// A search for the next model, while another thread may read its translation.
struct Finder<'a> {
    translation: &'a Translation,
    projection: &'a Projection,
    models: &'a mut Models,
    /// Whether the last model is still to be counted.
    at_model: bool,
}

impl Finder<'_> {
    /// Counts the next model.
    fn step(&mut self, count: &mut OrbitCount, limits: &Limits, times: &mut Times) -> Step {
        if !std::mem::take(&mut self.at_model) {
            let start = Instant::now();
            let verdict = self.models.next(&self.translation.cnf, self.projection, limits);
            times.solve += start.elapsed();
            match verdict {
                Verdict::Sat => {}
                Verdict::Unsat => return Step::End,
                Verdict::Unknown(_) => return Step::Stopped,
            }
        }
        count.add(|| self.translation.interpret(|var| self.models.value(var)))
    }
}

/// A count by orbits, while it goes on.
struct OrbitCount {
    orbits: Classes,
    classes: Classes,
    /// Whether no renaming changes anything.
    alone: bool,
    /// How many instances a model stands for that is not looked at; none if the number is too large.
    each: Option<u128>,
    seen: u64,
    labelled: u128,
}

impl OrbitCount {
    /// Counts the instance that was found.
    fn add(&mut self, instance: impl FnOnce() -> Instance) -> Step {
        self.seen += 1;
        let mut size = self.each;
        if !self.alone {
            let instance = instance();
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
    /// For a problem of which an instance was found.
    fn new(lowered: &Lowered, translation: &Translation, apart: &Apart, instance: &Instance) -> Self {
        let renaming = Renaming::of_instances(lowered, translation, apart, instance);
        let symmetry = if renaming.is_identity {
            Some(Symmetry::none())
        } else {
            Symmetry::of(lowered, translation, apart, instance)
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
