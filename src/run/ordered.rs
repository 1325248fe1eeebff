//! Models in an order that was asked for.
//!
//! - Few of some literals first, and among these few of others: each number is brought down, from that of a model at hand, until there is
//!   no model below it (the linear search from above of pseudo-boolean optimisation: Eén and Sörensson, "Translating Pseudo-Boolean
//!   Constraints into SAT", JSAT 2, 2006, section 2). A model that was given is forbidden, and a bound is raised only when nothing is left
//!   below it, so that numbers never fall again.
//! - Those of which nothing can be left out (Nelson, Saghafi, Dougherty, Fisler and Krishnamurthi, "Aluminum: Principled Scenario Exploration
//!   through Minimality", ICSE 2013, section 4): from a model down to models with fewer tuples, all that is absent held fixed; then
//!   everything above it is forbidden. What differs: symmetries are broken where the descent begins, and only there.
//! - Varied: literals drawn at random are assumed; those that cannot hold together are given up.

use std::collections::HashSet;

use relfind_solver::{Limits, Lit, Reason, SatSolver, Var, Verdict};

use super::{
    models::Projection,
    totalizer::{Sink, Totalizer},
};

/// Attempts with literals drawn at random, and after how many of them half of those left are given up each time.
const ATTEMPTS: u32 = 30;
const PATIENT: u32 = 12;

/// Steps down from a model by leaving out what can be left out, before numbers are counted in clauses.
const STEPS: u32 = 200;

/// A search for models in some order.
pub(super) struct Ordered {
    kind: Kind,
    /// The number of the first variable that is not in use.
    next: u32,
    /// The values of the variables of relations in the last model.
    model: Vec<bool>,
    /// Whether the last model was given out and is still to be forbidden.
    given: bool,
    /// Why it is not known whether the last model is the next in order.
    unproved: Option<Reason>,
}

enum Kind {
    Levels(Vec<Level>),
    Minimal(Minimal),
    Varied(Random),
    Nothing,
}

/// A number of literals that is to be small.
struct Level {
    totalizer: Totalizer,
    /// The number at which models are given out.
    bound: Option<u64>,
    /// The number that no model may exceed.
    most: Option<u64>,
}

/// Models of which nothing can be left out.
struct Minimal {
    /// The variables whose being true is something that might be left out.
    tuples: Vec<Var>,
    /// Gives models to begin with: at least one of those that symmetries make of each other.
    leaders: Box<dyn SatSolver>,
}

impl Ordered {
    /// Models in which few of the first literals hold, and among these few of the second, and so on; of the first at most so many.
    pub(super) fn levels(counted: Vec<Vec<Lit>>, most: Option<u64>, variables: u32) -> Self {
        let mut levels: Vec<Level> = counted.into_iter().map(Level::new).collect();
        if let Some(first) = levels.first_mut() {
            first.most = most;
        }
        Self::new(Kind::Levels(levels), variables)
    }

    /// Models in which none of these variables that is true could be false too. `leaders` has the same models, but for some that symmetries
    /// make of others.
    pub(super) fn minimal(tuples: Vec<Var>, leaders: Box<dyn SatSolver>, variables: u32) -> Self {
        Self::new(Kind::Minimal(Minimal { tuples, leaders }), variables)
    }

    /// No models.
    pub(super) fn nothing(variables: u32) -> Self {
        Self::new(Kind::Nothing, variables)
    }

    /// Models that a seed picks.
    pub(super) fn varied(seed: u64, variables: u32) -> Self {
        Self::new(Kind::Varied(Random(seed)), variables)
    }

    fn new(kind: Kind, variables: u32) -> Self {
        Self {
            kind,
            next: variables,
            model: Vec::new(),
            given: false,
            unproved: None,
        }
    }

    /// The value of a variable of a relation in the last model.
    pub(super) fn value(&self, var: Var) -> bool {
        self.model.get(var.index()).copied().unwrap_or(false)
    }

    /// The numbers that are to be small in the last model, the weightiest first.
    pub(super) fn numbers(&self) -> Vec<u64> {
        match &self.kind {
            Kind::Levels(levels) => levels.iter().map(|level| level.number(&self.model)).collect(),
            Kind::Minimal(_) | Kind::Varied(_) | Kind::Nothing => Vec::new(),
        }
    }

    /// Why it is not known whether the last model is the next in order, if that is so. There are no more then.
    pub(super) fn unproved(&self) -> Option<&Reason> {
        self.unproved.as_ref()
    }

    /// Looks for the next model.
    pub(super) fn next(
        &mut self,
        solver: &mut dyn SatSolver,
        projection: &Projection,
        limits: &Limits,
    ) -> Verdict {
        if let Some(reason) = &self.unproved {
            return Verdict::Unknown(reason.clone());
        }
        if std::mem::take(&mut self.given) {
            self.forbid(solver, projection);
        }
        let mut search = Search {
            next: &mut self.next,
            model: &mut self.model,
            solver,
            primary: projection.on.len() + projection.rest.len(),
            limits,
        };
        let found = match &mut self.kind {
            Kind::Levels(levels) => search.lowest(levels),
            Kind::Minimal(minimal) => search.minimal(minimal),
            Kind::Varied(random) => search.varied(random, &projection.on),
            Kind::Nothing => Ok(Found::Nothing),
        };
        match found {
            Ok(Found::Model(unproved)) => {
                self.given = true;
                self.unproved = unproved;
                Verdict::Sat
            }
            Ok(Found::Nothing) => Verdict::Unsat,
            Err(reason) => Verdict::Unknown(reason),
        }
    }

    /// Forbids the last model, and those that it speaks for.
    fn forbid(&mut self, solver: &mut dyn SatSolver, projection: &Projection) {
        if let Kind::Minimal(minimal) = &mut self.kind {
            let present = minimal.tuples.iter().filter(|var| self.model[var.index()]);
            let above: Vec<Lit> = present.map(|&var| Lit::new(var, false)).collect();
            solver.add_clause(&above);
            minimal.leaders.add_clause(&above);
        } else {
            let on = projection.on.iter();
            let other: Vec<Lit> = on.map(|&var| Lit::new(var, !self.value(var))).collect();
            solver.add_clause(&other);
        }
    }
}

impl Level {
    fn new(counted: Vec<Lit>) -> Self {
        Self {
            totalizer: Totalizer::new(counted),
            bound: None,
            most: None,
        }
    }

    /// How many of the literals hold in a model.
    fn number(&self, model: &[bool]) -> u64 {
        let inputs = self.totalizer.inputs().iter();
        inputs.filter(|&&lit| holds(lit, model)).count() as u64
    }
}

fn holds(lit: Lit, model: &[bool]) -> bool {
    model[lit.var().index()] != lit.is_negative()
}

/// What a search came to.
enum Found {
    /// A model, and why it is not known to be the next in order if it is not.
    Model(Option<Reason>),
    Nothing,
}

/// A search for one model.
struct Search<'a> {
    next: &'a mut u32,
    model: &'a mut Vec<bool>,
    solver: &'a mut dyn SatSolver,
    /// How many variables of relations there are.
    primary: usize,
    limits: &'a Limits,
}

impl Search<'_> {
    /// Whether there is a model, which is kept; the reason if that is not known.
    fn is_met(&mut self, assumptions: &[Lit]) -> Result<bool, Reason> {
        match self.solver.solve(assumptions, self.limits) {
            Verdict::Sat => {
                *self.model = values(self.solver, self.primary);
                Ok(true)
            }
            Verdict::Unsat => Ok(false),
            Verdict::Unknown(reason) => Err(reason),
        }
    }

    fn sink(&mut self) -> Sink<'_> {
        Sink {
            solver: self.solver,
            next: self.next,
            limits: self.limits,
        }
    }

    fn lowest(&mut self, levels: &mut [Level]) -> Result<Found, Reason> {
        // With the bounds of all levels first, then of fewer and fewer.
        for known in (0..=levels.len()).rev() {
            if levels[..known].iter().any(|level| level.bound.is_none()) {
                continue;
            }
            let mut assumptions = Vec::new();
            for (i, level) in levels.iter_mut().enumerate() {
                let bound = if i < known { level.bound } else { level.most };
                if let Some(bound) = bound {
                    assumptions.extend(level.totalizer.at_most(bound, &mut self.sink())?);
                }
            }
            if self.is_met(&assumptions)? {
                for level in &mut levels[known..] {
                    if let Err(reason) = self.lower(level, &mut assumptions) {
                        return Ok(Found::Model(Some(reason)));
                    }
                }
                return Ok(Found::Model(None));
            }
            if let Some(last) = known.checked_sub(1) {
                levels[last].bound = None;
            }
        }
        Ok(Found::Nothing)
    }

    /// Brings a number down to the least under the assumptions, which the bound joins.
    fn lower(&mut self, level: &mut Level, assumptions: &mut Vec<Lit>) -> Result<(), Reason> {
        let counted = level.totalizer.inputs().to_vec();
        self.shrink(&counted, assumptions, STEPS)?;
        let mut number = level.number(self.model);
        while let Some(less) = number.checked_sub(1) {
            let given = assumptions.len();
            assumptions.extend(level.totalizer.at_most(less, &mut self.sink())?);
            let is_met = self.is_met(assumptions);
            assumptions.truncate(given);
            if !is_met? {
                break;
            }
            number = level.number(self.model);
        }
        level.bound = Some(number);
        assumptions.extend(level.totalizer.at_most(number, &mut self.sink())?);
        Ok(())
    }

    /// Goes from the last model down to one with fewer of the literals and no others, in at most so many steps: until there is none, unless
    /// the steps run out.
    fn shrink(&mut self, literals: &[Lit], assumptions: &[Lit], steps: u32) -> Result<(), Reason> {
        for _ in 0..steps {
            let (present, absent): (Vec<Lit>, Vec<Lit>) =
                literals.iter().partition(|&&lit| holds(lit, self.model));
            if present.is_empty() {
                return Ok(());
            }
            let fewer = self.sink().fresh()?;
            let mut clause: Vec<Lit> = present.iter().map(|&lit| !lit).collect();
            clause.push(!fewer);
            self.solver.add_clause(&clause);
            let mut all = assumptions.to_vec();
            all.extend(absent.iter().map(|&lit| !lit));
            all.push(fewer);
            let is_met = self.is_met(&all);
            self.solver.add_clause(&[!fewer]);
            if !is_met? {
                return Ok(());
            }
        }
        Ok(())
    }

    fn minimal(&mut self, minimal: &mut Minimal) -> Result<Found, Reason> {
        match minimal.leaders.solve(&[], self.limits) {
            Verdict::Sat => *self.model = values(&*minimal.leaders, self.primary),
            Verdict::Unsat => return Ok(Found::Nothing),
            Verdict::Unknown(reason) => return Err(reason),
        }
        let tuples: Vec<Lit> = minimal.tuples.iter().map(|&var| Lit::new(var, true)).collect();
        let reason = self.shrink(&tuples, &[], u32::MAX).err();
        Ok(Found::Model(reason))
    }

    fn varied(&mut self, random: &mut Random, on: &[Var]) -> Result<Found, Reason> {
        let mut hints: Vec<Lit> = Vec::new();
        for &var in on {
            let drawn = random.next();
            if drawn & 1 == 0 {
                hints.push(Lit::new(var, drawn & 2 == 0));
            }
        }
        for attempt in 0..ATTEMPTS {
            if hints.is_empty() {
                break;
            }
            if self.is_met(&hints)? {
                return Ok(Found::Model(None));
            }
            let failed = self.solver.failed_assumptions();
            if failed.is_empty() {
                // Said once more below without assumptions, as cores are never believed.
                break;
            }
            if failed.len() < hints.len() {
                let failed: HashSet<Lit> = failed.iter().copied().collect();
                hints.retain(|hint| !failed.contains(hint));
            } else {
                hints.retain(|_| random.next() & 1 == 0);
            }
            if attempt >= PATIENT {
                hints.retain(|_| random.next() & 1 == 0);
            }
        }
        Ok(if self.is_met(&[])? {
            Found::Model(None)
        } else {
            Found::Nothing
        })
    }
}

/// The values of the variables of relations.
fn values(solver: &dyn SatSolver, primary: usize) -> Vec<bool> {
    let variables = (0..primary as u32).map(Var::new);
    variables.map(|var| solver.value(var)).collect()
}

/// The generator `SplitMix64` (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014, figure 17).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}
