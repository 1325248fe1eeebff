//! What is left of a formula falls into parts that share no variable.
//!
//! Components after Bayardo and Pehoushek, "Counting Models using Connected Components" (AAAI 2000), found below the component that was
//! branched on. What differs, as only the values of projected variables are counted (Aziz, Chu, Muise and Stuckey, "#∃SAT: Projected Model
//! Counting", SAT 2015): a clause with another variable that has only one sign is satisfied by it and joins nothing, and parts without projected
//! variables are left out. Both are sound because what is decomposed is known to be satisfiable.

use super::{cache::Mixer, search::Search};
use crate::lit::Lit;

/// The clauses of the formula, never changed, and where variables occur in them.
pub(super) struct Formula {
    literals: Vec<Lit>,
    ends: Vec<u32>,
    occurrences: Vec<u32>,
    occurrence_ends: Vec<u32>,
}

impl Formula {
    pub(super) fn new(variables: usize, clauses: &[Vec<Lit>]) -> Self {
        let mut places = vec![Vec::new(); variables];
        let mut formula = Self {
            literals: Vec::new(),
            ends: Vec::new(),
            occurrences: Vec::new(),
            occurrence_ends: Vec::new(),
        };
        for (index, clause) in clauses.iter().enumerate() {
            for literal in clause {
                places[literal.var().index()].push(index as u32);
            }
            formula.literals.extend_from_slice(clause);
            formula.ends.push(formula.literals.len() as u32);
        }
        for place in places {
            formula.occurrences.extend(place);
            formula.occurrence_ends.push(formula.occurrences.len() as u32);
        }
        formula
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn clause(&self, index: u32) -> &[Lit] {
        slice(&self.literals, &self.ends, index)
    }

    pub(super) fn clauses(&self) -> impl Iterator<Item = &[Lit]> {
        (0..self.len() as u32).map(|index| self.clause(index))
    }

    fn occurrences(&self, var: u32) -> &[u32] {
        slice(&self.occurrences, &self.occurrence_ends, var)
    }
}

fn slice<'a, T>(items: &'a [T], ends: &[u32], index: u32) -> &'a [T] {
    let start = index.checked_sub(1).map_or(0, |before| ends[before as usize]);
    &items[start as usize..ends[index as usize] as usize]
}

/// Variables that clauses join, and these clauses.
#[derive(Clone, Debug, Default)]
pub(super) struct Component {
    /// Projected variables.
    pub(super) projected: Vec<u32>,
    /// All variables.
    pub(super) vars: Vec<u32>,
    pub(super) clauses: Vec<u32>,
    /// Of the clauses as they stand.
    pub(super) digest: u128,
    /// Whether the search's model satisfies it; else it may have none.
    pub(super) has_model: bool,
}

/// The room for decomposing, used again and again.
pub(super) struct Splitter {
    is_projected: Vec<bool>,
    /// By clause: whether it has not been satisfied.
    active: Vec<bool>,
    /// By literal: in how many active clauses it is.
    counts: Vec<u32>,
    reached: Vec<bool>,
    pure: Vec<u32>,
}

impl Splitter {
    pub(super) fn new(formula: &Formula, is_projected: Vec<bool>) -> Self {
        let variables = is_projected.len();
        Self {
            active: vec![false; formula.len()],
            counts: vec![0; 2 * variables],
            reached: vec![false; variables],
            pure: Vec::new(),
            is_projected,
        }
    }

    /// The components of what is open in one, and how many of its open projected variables are in none, and so free. Those without projected
    /// variables are only wanted where it is not known that they have models; they come last.
    pub(super) fn split(
        &mut self,
        formula: &Formula,
        search: &Search,
        whole: &Component,
        with_rest: bool,
    ) -> (Vec<Component>, u32) {
        self.activate(formula, search, whole);
        self.purify(formula, search);
        let mut components = Vec::new();
        let mut free = 0;
        for &var in &whole.projected {
            if !search.is_open(var) || self.reached[var as usize] {
                continue;
            }
            if self.counts[2 * var as usize] == 0 && self.counts[2 * var as usize + 1] == 0 {
                free += 1;
                continue;
            }
            components.push(self.component(formula, search, var));
        }
        if with_rest {
            for &index in &whole.clauses {
                let open = |l: &&Lit| search.value(**l) == 0;
                if self.active[index as usize]
                    && let Some(literal) = formula.clause(index).iter().find(open)
                {
                    components.push(self.component(formula, search, literal.var().index() as u32));
                }
            }
        }
        for &var in &whole.vars {
            self.reached[var as usize] = false;
            self.counts[2 * var as usize] = 0;
            self.counts[2 * var as usize + 1] = 0;
        }
        for &clause in &whole.clauses {
            self.active[clause as usize] = false;
        }
        (components, free)
    }

    fn activate(&mut self, formula: &Formula, search: &Search, whole: &Component) {
        for &index in &whole.clauses {
            let clause = formula.clause(index);
            if clause.iter().any(|&literal| search.value(literal) > 0) {
                continue;
            }
            self.active[index as usize] = true;
            for &literal in clause {
                if search.value(literal) == 0 {
                    self.counts[literal.index()] += 1;
                }
            }
        }
        self.pure.clear();
        for &var in &whole.vars {
            if search.is_open(var) {
                self.check_pure(var);
            }
        }
    }

    fn check_pure(&mut self, var: u32) {
        let (positive, negative) = (2 * var as usize, 2 * var as usize + 1);
        if !self.is_projected[var as usize] && (self.counts[positive] == 0) != (self.counts[negative] == 0) {
            self.pure.push(var);
        }
    }

    fn purify(&mut self, formula: &Formula, search: &Search) {
        while let Some(var) = self.pure.pop() {
            for &index in formula.occurrences(var) {
                if !std::mem::take(&mut self.active[index as usize]) {
                    continue;
                }
                for &literal in formula.clause(index) {
                    if search.value(literal) == 0 {
                        self.counts[literal.index()] -= 1;
                        if self.counts[literal.index()] == 0 {
                            self.check_pure(literal.var().index() as u32);
                        }
                    }
                }
            }
        }
    }

    /// The component of a variable.
    fn component(&mut self, formula: &Formula, search: &Search, var: u32) -> Component {
        let mut component = Component::default();
        self.reached[var as usize] = true;
        component.vars.push(var);
        let mut at = 0;
        while let Some(&var) = component.vars.get(at) {
            at += 1;
            if self.is_projected[var as usize] {
                component.projected.push(var);
            }
            for &index in formula.occurrences(var) {
                if !std::mem::take(&mut self.active[index as usize]) {
                    continue;
                }
                component.clauses.push(index);
                let mut mixer = Mixer::new();
                for &literal in formula.clause(index) {
                    if search.value(literal) != 0 {
                        continue;
                    }
                    mixer.add(literal.index() as u64);
                    let other = literal.var().index();
                    if !std::mem::replace(&mut self.reached[other], true) {
                        component.vars.push(other as u32);
                    }
                }
                component.digest = component.digest.wrapping_add(mixer.finish());
            }
        }
        component
    }
}
