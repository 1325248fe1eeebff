//! Counting true literals in clauses: a totalizer (Bailleux and Boufkhad, "Efficient CNF Encoding of Boolean Cardinality Constraints", CP 2003).
//!
//! What differs: only that half of its clauses is made which upper bounds need, and its outputs end at a cap. Where a bound beyond the cap is
//! asked for, another one with a greater cap is made; nothing depends on the former any more.

use relfind_solver::{Limits, Lit, Reason, SatSolver, Var};

/// Clauses that one totalizer has at most.
const MOST_CLAUSES: u64 = 20_000_000;

/// Literals of which at most so many are to be true.
pub(super) struct Totalizer {
    inputs: Vec<Lit>,
    /// At `i`: implied where more than `i` inputs are true.
    outputs: Vec<Lit>,
}

/// What takes clauses and has variables to spare.
pub(super) struct Sink<'a> {
    pub(super) solver: &'a mut dyn SatSolver,
    /// The number of the first variable that is not in use.
    pub(super) next: &'a mut u32,
    pub(super) limits: &'a Limits,
}

impl Sink<'_> {
    /// A literal of a new variable.
    pub(super) fn fresh(&mut self) -> Result<Lit, Reason> {
        if *self.next >= Var::MAX_INDEX {
            return Err(Reason::Memory);
        }
        let var = Var::new(*self.next);
        *self.next += 1;
        Ok(Lit::new(var, true))
    }
}

impl Totalizer {
    pub(super) fn new(inputs: Vec<Lit>) -> Self {
        Self {
            inputs,
            outputs: Vec::new(),
        }
    }

    pub(super) fn inputs(&self) -> &[Lit] {
        &self.inputs
    }

    /// A literal under which at most `most` inputs are true; none if that is so anyway.
    pub(super) fn at_most(&mut self, most: u64, sink: &mut Sink<'_>) -> Result<Option<Lit>, Reason> {
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        if most >= self.inputs.len() {
            return Ok(None);
        }
        if most >= self.outputs.len() {
            let cap = (2 * most).max(most + 1).min(self.inputs.len());
            let mut clauses = 0;
            self.outputs = sum(&self.inputs, cap, &mut clauses, sink)?;
        }
        Ok(self.outputs.get(most).map(|&lit| !lit))
    }
}

/// The outputs for some inputs.
fn sum(inputs: &[Lit], cap: usize, clauses: &mut u64, sink: &mut Sink<'_>) -> Result<Vec<Lit>, Reason> {
    if inputs.len() <= 1 {
        return Ok(inputs.to_vec());
    }
    let (left, right) = inputs.split_at(inputs.len() / 2);
    let left = sum(left, cap, clauses, sink)?;
    let right = sum(right, cap, clauses, sink)?;
    let length = (left.len() + right.len()).min(cap);
    *clauses += ((left.len() + 1) * (right.len() + 1)) as u64;
    if *clauses > MOST_CLAUSES {
        return Err(Reason::Memory);
    }
    if let Some(reason) = sink.limits.exceeded() {
        return Err(reason);
    }
    let outputs: Vec<Lit> = (0..length).map(|_| sink.fresh()).collect::<Result<_, _>>()?;
    let mut clause = Vec::with_capacity(3);
    for i in 0..=left.len() {
        for j in 0..=right.len() {
            let Some(output) = (i + j).min(length).checked_sub(1) else {
                continue;
            };
            clause.clear();
            clause.extend(i.checked_sub(1).map(|i| !left[i]));
            clause.extend(j.checked_sub(1).map(|j| !right[j]));
            clause.push(outputs[output]);
            sink.solver.add_clause(&clause);
        }
    }
    Ok(outputs)
}
