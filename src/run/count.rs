//! Counting instances.
//!
//! Renaming interchangeable atoms makes instances of instances. So it is enough to look at one of each orbit, which is what symmetry breaking
//! leaves (and some more, told apart by their canonical forms), and to add up the sizes of the orbits. Classes are counted on
//! the way: they join orbits that other renamings, which the scopes do not respect, would make one.

use relfind_translator::TranslateOptions;

use super::{
    Failure, Run, Stage,
    classes::{Classes, Renaming},
};
use crate::report::Count;

/// Tuples that nothing constrains, up to which they are enumerated as others are, so that classes can be counted.
const MOST_FREE: u32 = 16;

impl Run<'_> {
    /// Counts the instances that differ in what is visible, and the classes of those that are the same up to renaming atoms. It is
    /// meant for a run of which no instance has been asked for, with symmetry breaking off. `tell` hears of the number now and then.
    ///
    /// When a limit ends the counting, the count so far is given as incomplete. With the solver `auto` instances are counted by
    /// orbits; with any other each is found, which takes longer and can be compared.
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
        let by_orbits = self.options.solver == "auto" && free <= MOST_FREE;
        if by_orbits && let Some(count) = self.count_orbits(tell)? {
            return Ok(count);
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
        let mut orbits = Classes::new(Renaming::of_bounds(&stage.translation));
        let (lowered, translation) = (&self.stage.lowered, &self.stage.translation);
        let mut classes = Classes::new(Renaming::of_instances(
            lowered,
            translation,
            &self.stage.instance(),
        ));
        // Where no renaming changes anything, every model counts for itself.
        let alone = orbits.renaming.is_identity && classes.renaming.is_identity;
        let mut count = Count {
            labelled: 0,
            classes: None,
            complete: true,
        };
        loop {
            match stage.search(&self.limits, &mut self.times) {
                Ok(true) => {}
                Ok(false) => break,
                Err(Failure::Stopped(_)) => {
                    // At least the one that was found to begin with.
                    count.labelled = count.labelled.max(1);
                    count.complete = false;
                    return Ok(Some(count));
                }
                Err(failure) => return Err(failure),
            }
            if alone {
                count.labelled += 1;
            } else {
                let instance = stage.instance();
                let Some(size) = orbits.new_orbit(&instance) else {
                    return Ok(None);
                };
                let Some(labelled) = count.labelled.checked_add(size) else {
                    return Ok(None);
                };
                if size > 0 && classes.is_new(&instance).is_none() {
                    return Ok(None);
                }
                count.labelled = labelled;
            }
            tell(count.labelled);
        }
        count.classes = Some(classes.count(count.labelled));
        Ok(Some(count))
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
        let mut classes = with_classes.then(|| {
            let (lowered, translation) = (&self.stage.lowered, &self.stage.translation);
            Classes::new(Renaming::of_instances(lowered, translation, &self.instance()))
        });
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
