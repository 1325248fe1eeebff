//! How many models a formula has, told apart by some of its variables.
//!
//! Exact counting by branching, components and a cache of their counts, in the manner of `sharpSAT` (Thurley, "sharpSAT: Counting Models with
//! Advanced Component Caching and Implicit BCP", SAT 2006), projected as in Sharma, Roy, Soos and Meel, "GANAK" (IJCAI 2019) and
//! Aziz, Chu, Muise and Stuckey, "#∃SAT: Projected Model Counting" (SAT 2015): only projected variables are branched on.
//!
//! What differs: before a branch is decomposed, a search with clause learning finds out whether it has a model at all. So no component
//! without models is ever met, and what learnt clauses imply in one component never depends on another being unsatisfiable: the cache needs
//! no purging, though all components share the learnt clauses. Of two branches the parent's model shows one to be satisfiable, so that at most one search
//! is made for each. And since every part has at least one model, what is known when a limit is reached is a lower bound.

mod cache;
mod component;
mod external;
mod order;
mod search;
mod simplify;

#[cfg(test)]
mod tests;

use crate::{
    Reason,
    cnf::Cnf,
    limits::Limits,
    lit::{Lit, Var},
};
pub use external::count_by;

use cache::Cache;
use component::{Component, Formula, Splitter};
use order::Order;
use search::Search;

/// Bytes of the cache, where no limit of memory says otherwise.
const CACHE: u64 = 1 << 30;

/// Conflicts after which it may stay open whether a component has a model.
const PATIENCE: u64 = 1;

/// Searches that may be left out in a row, as a power of two.
const MOST_VAIN: u32 = 5;
/// A decomposition is used up to this width.
const WIDEST: usize = 60;

/// A number of models.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Counted {
    /// There are exactly this many.
    Exactly(u128),
    /// There are at least this many; for this reason it is not known whether there are more. Past what the number can hold there is no reason.
    AtLeast(u128, Option<Reason>),
}

/// What a count took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CountStats {
    /// Branches that were looked into.
    pub branches: u64,
    /// Conflicts met.
    pub conflicts: u64,
    /// Searches for a model of a component.
    pub searches: u64,
    /// Components whose count was known.
    pub hits: u64,
    /// Components whose count is known in the end.
    pub cached: usize,
    /// Width of the tree decomposition, if there is one.
    pub width: Option<usize>,
}

/// A component that is being counted.
struct Frame {
    component: Component,
    /// The branch not taken yet, if there is one.
    other: Option<Lit>,
    /// The models of the branch before.
    sum: u128,
    /// The models of the components of this branch that were counted; none of the branch that is being looked into.
    product: u128,
    pending: Vec<Component>,
}

/// Counts the models of a formula up to the values of its other variables.
pub struct ModelCounter {
    formula: Formula,
    search: Search,
    splitter: Splitter,
    cache: Cache,
    order: Option<Order>,
    prefix: Vec<Lit>,
    frames: Vec<Frame>,
    whole: Component,
    consistent: bool,
    /// A measure of how many searches in a row were in vain.
    vain: u32,
    /// How many searches to leave out.
    skip: u32,
    stats: CountStats,
}

impl ModelCounter {
    /// A counter of the models of `cnf` that differ in variables of `projected`. The limits bound the preparation.
    ///
    /// A hint gives each variable a place, such as a point in time; with places that few clauses span it is best to count from the least on. The
    /// narrowest hint is taken, if any is narrower than what is found without. Variables without place have `u32::MAX`.
    pub fn new(cnf: &Cnf, projected: &[Var], hints: &[Vec<u32>], limits: &Limits) -> Self {
        let most = projected.iter().map(|var| var.index() + 1).max();
        let variables = (cnf.variables() as usize).max(most.unwrap_or(0));
        let mut is_projected = vec![false; variables];
        for var in projected {
            is_projected[var.index()] = true;
        }
        let simplified = simplify::simplify(cnf, &is_projected, limits);
        let consistent = simplified.is_some();
        let (clauses, fixed) = simplified.map_or_else(Default::default, |s| (s.clauses, s.fixed));
        let order = if limits.exceeded().is_some() {
            None
        } else {
            order::best(variables, &clauses, hints)
        };
        let formula = Formula::new(variables, &clauses);
        let units: Vec<[Lit; 1]> = fixed.into_iter().map(|literal| [literal]).collect();
        let search = Search::new(
            variables,
            formula.clauses().chain(units.iter().map(<[Lit; 1]>::as_slice)),
        );
        let whole = Component {
            projected: (0..variables as u32)
                .filter(|&var| is_projected[var as usize])
                .collect(),
            vars: (0..variables as u32).collect(),
            clauses: (0..formula.len() as u32).collect(),
            digest: 0,
            has_model: false,
        };
        Self {
            splitter: Splitter::new(&formula, is_projected),
            cache: Cache::new(limits.memory.map_or(CACHE, |memory| memory / 2)),
            stats: CountStats {
                width: order.as_ref().map(|order| order.width),
                ..CountStats::default()
            },
            order,
            formula,
            search,
            prefix: Vec::new(),
            frames: Vec::new(),
            whole,
            consistent,
            vain: 0,
            skip: 0,
        }
    }

    /// What it took so far.
    pub fn stats(&self) -> CountStats {
        CountStats {
            conflicts: self.search.conflicts(),
            cached: self.cache.len(),
            ..self.stats
        }
    }

    /// Counts. `tell` hears now and then how many there are at least.
    pub fn count(&mut self, limits: &Limits, tell: &mut dyn FnMut(u128)) -> Counted {
        self.frames.clear();
        self.prefix.clear();
        self.search.backtrack(0);
        match self.run(limits, tell) {
            Ok(u128::MAX) => Counted::AtLeast(u128::MAX, None),
            Ok(count) => Counted::Exactly(count),
            Err(reason) => Counted::AtLeast(self.at_least(), Some(reason)),
        }
    }

    fn run(&mut self, limits: &Limits, tell: &mut dyn FnMut(u128)) -> Result<u128, Reason> {
        if let Some(reason) = limits.exceeded() {
            return Err(reason);
        }
        if !self.consistent || self.search.satisfiable(&[], &self.whole.vars, u64::MAX, limits)? != Some(true)
        {
            return Ok(0);
        }
        // The whole is a frame without a decision.
        let whole = self.whole.clone();
        self.frames.push(Frame {
            component: whole,
            other: None,
            sum: 0,
            product: 0,
            pending: Vec::new(),
        });
        self.decompose();
        let mut told = 0u32;
        loop {
            let Some(frame) = self.frames.last_mut() else {
                return Ok(0);
            };
            if let Some(component) = frame.pending.pop() {
                self.enter(component, limits)?;
            } else if let Some(other) = frame.other.take() {
                frame.sum = frame.product;
                frame.product = 0;
                self.prefix.pop();
                self.search.backtrack(self.prefix.len());
                self.look(other, limits)?;
            } else if let Some(count) = self.leave() {
                return Ok(count);
            }
            told = told.wrapping_add(1);
            if told.is_multiple_of(1 << 12) {
                tell(self.at_least());
            }
        }
    }

    /// Begins to count a component, with the branch in which its model lies if it has one.
    fn enter(&mut self, component: Component, limits: &Limits) -> Result<(), Reason> {
        let branch = self.choose(&component);
        let has_model = component.has_model;
        let alone = if has_model || branch.is_some() {
            true
        } else {
            let found = self
                .search
                .satisfiable(&self.prefix, &component.vars, u64::MAX, limits)?;
            found == Some(true)
        };
        self.frames.push(Frame {
            component,
            other: branch.map(|literal| !literal),
            sum: 0,
            product: u128::from(branch.is_none() && alone),
            pending: Vec::new(),
        });
        let Some(branch) = branch else { return Ok(()) };
        if !has_model {
            return self.look(branch, limits);
        }
        self.prefix.push(branch);
        self.stats.branches += 1;
        if !self.search.extend(&self.prefix, limits)? {
            return Err(Reason::Solver("a fault of the counter: a model got lost".into()));
        }
        self.decompose();
        Ok(())
    }

    /// Looks into a branch of the component on top of which it is not known whether there are models.
    fn look(&mut self, branch: Lit, limits: &Limits) -> Result<(), Reason> {
        self.prefix.push(branch);
        self.stats.branches += 1;
        if self.search.extend(&self.prefix, limits)?
            && let Some((product, pending)) = self.parts(limits)?
            && let Some(frame) = self.frames.last_mut()
        {
            frame.product = product;
            frame.pending = pending;
        }
        Ok(())
    }

    /// The components of a branch of which nothing is known yet: those that are to be counted, and the product of the others. None
    /// if one has no model. All but one, which is counted first, are known to have models.
    fn parts(&mut self, limits: &Limits) -> Result<Option<(u128, Vec<Component>)>, Reason> {
        let Some(frame) = self.frames.last() else {
            return Ok(None);
        };
        let (components, free) = self
            .splitter
            .split(&self.formula, &self.search, &frame.component, true);
        let mut product = power(free);
        let mut unknown = Vec::new();
        for component in components {
            match self.cache.get(component.digest) {
                Some(0) => return Ok(None),
                Some(count) => {
                    self.stats.hits += 1;
                    product = product.saturating_mul(count);
                }
                None => unknown.push(component),
            }
        }
        unknown.sort_by_key(|component| (!component.projected.is_empty(), component.clauses.len()));
        let last = unknown.len().saturating_sub(1);
        let mut pending = Vec::new();
        for (at, mut component) in unknown.into_iter().enumerate() {
            let is_projected = !component.projected.is_empty();
            let found = self.has_model(&component, at == last && is_projected, limits)?;
            if found == Some(false) {
                // What was learnt may come from a component not looked at yet, if there is any.
                if at == last {
                    self.cache.insert(component.digest, 0);
                }
                return Ok(None);
            }
            component.has_model = found == Some(true);
            if is_projected {
                pending.push(component);
            } else {
                self.cache.insert(component.digest, 1);
            }
        }
        Ok(Some((product, pending)))
    }

    /// Searches for a model of a component, unless it may stay open whether there is one: then only for a while, and the more
    /// rarely the more such searches were in vain.
    fn has_model(
        &mut self,
        component: &Component,
        open: bool,
        limits: &Limits,
    ) -> Result<Option<bool>, Reason> {
        if open && self.skip > 0 {
            self.skip -= 1;
            return Ok(None);
        }
        let patience = if open { PATIENCE } else { u64::MAX };
        self.stats.searches += 1;
        let found = self
            .search
            .satisfiable(&self.prefix, &component.vars, patience, limits)?;
        if open {
            self.vain = if found.is_none() {
                (self.vain + 1).min(MOST_VAIN)
            } else {
                self.vain / 2
            };
            self.skip = (1 << self.vain) - 1;
        }
        Ok(found)
    }

    /// Finishes the component on top; the count if it was the whole.
    fn leave(&mut self) -> Option<u128> {
        let frame = self.frames.pop()?;
        let count = frame.sum.saturating_add(frame.product);
        let Some(parent) = self.frames.last_mut() else {
            return Some(count);
        };
        parent.product = parent.product.saturating_mul(count);
        if count == 0 {
            // Below here nothing that is learnt may be trusted.
            parent.pending.clear();
        }
        // Every frame but the first has a decision, or had no variable left to decide.
        let depth = self.decisions_below();
        self.prefix.truncate(depth);
        self.search.backtrack(depth);
        self.cache.insert(frame.component.digest, count);
        None
    }

    /// How many decisions the frames have.
    fn decisions_below(&self) -> usize {
        self.frames.len().saturating_sub(1)
    }

    /// Finds the components of the branch that the frame on top has just entered, all of which have models.
    fn decompose(&mut self) {
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        let (components, free) = self
            .splitter
            .split(&self.formula, &self.search, &frame.component, false);
        frame.product = power(free);
        for mut component in components {
            component.has_model = true;
            if let Some(count) = self.cache.get(component.digest) {
                self.stats.hits += 1;
                frame.product = frame.product.saturating_mul(count);
            } else {
                frame.pending.push(component);
            }
        }
    }

    /// The literal to branch on.
    fn choose(&self, component: &Component) -> Option<Lit> {
        let open = component
            .projected
            .iter()
            .copied()
            .filter(|&var| self.search.is_open(var));
        let var = match &self.order {
            Some(order) if order.width <= WIDEST => open.max_by(|&a, &b| {
                let (first, second) = (order.ranks[a as usize], order.ranks[b as usize]);
                first
                    .cmp(&second)
                    .then_with(|| self.search.activity(a).total_cmp(&self.search.activity(b)))
            }),
            _ => open.max_by(|&a, &b| self.search.activity(a).total_cmp(&self.search.activity(b))),
        };
        var.map(|var| self.search.modelled(var))
    }

    /// A lower bound while there is work left: every component has a model, except where that is not known yet.
    fn at_least(&self) -> u128 {
        let mut count = None;
        for frame in self.frames.iter().rev() {
            let sure = frame.pending.iter().all(|component| component.has_model);
            let branch = match (count, sure) {
                (_, false) => 0,
                (None, true) => frame.product,
                (Some(count), true) => frame.product.saturating_mul(count),
            };
            count = Some(frame.sum.saturating_add(branch));
        }
        count.unwrap_or(0)
    }
}

fn power(exponent: u32) -> u128 {
    1u128.checked_shl(exponent).unwrap_or(u128::MAX)
}
