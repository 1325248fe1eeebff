//! Variables by activity.

/// How much less a bump weighs after each conflict.
const DECAY: f64 = 0.95;
/// Above this, all activities are scaled down.
const MOST: f64 = 1e100;

/// A binary heap of variables, the most active first, ties by number.
pub(crate) struct Heap {
    order: Vec<u32>,
    /// By variable: its place in the heap, [`OUT`] while it is taken out, [`NEVER`] if it was never put in.
    places: Vec<u32>,
    activities: Vec<f64>,
    increment: f64,
}

const OUT: u32 = u32::MAX;
const NEVER: u32 = u32::MAX - 1;

impl Heap {
    pub(crate) fn new(variables: usize) -> Self {
        Self {
            order: Vec::new(),
            places: vec![NEVER; variables],
            activities: vec![0.0; variables],
            increment: 1.0,
        }
    }

    /// Puts a variable in, unless it is there.
    pub(crate) fn insert(&mut self, var: u32) {
        if self.places[var as usize] >= NEVER {
            self.places[var as usize] = self.order.len() as u32;
            self.order.push(var);
            self.up(self.order.len() - 1);
        }
    }

    /// Puts a variable back in that was there before.
    pub(crate) fn reinsert(&mut self, var: u32) {
        if self.places[var as usize] == OUT {
            self.insert(var);
        }
    }

    pub(crate) fn pop(&mut self) -> Option<u32> {
        let first = *self.order.first()?;
        let last = self.order.pop()?;
        self.places[first as usize] = OUT;
        if first != last {
            self.order[0] = last;
            self.places[last as usize] = 0;
            self.down(0);
        }
        Some(first)
    }

    /// Holds these variables and no others; activities stay.
    pub(crate) fn refill(&mut self, old: &[u32], new: &[u32]) {
        for &var in old {
            self.places[var as usize] = NEVER;
        }
        self.order.clear();
        for &var in new {
            self.insert(var);
        }
    }

    pub(crate) fn activity(&self, var: u32) -> f64 {
        // In units of the present bump, so that it can be weighed against other numbers.
        self.activities[var as usize] / self.increment
    }

    pub(crate) fn bump(&mut self, var: u32) {
        let activity = &mut self.activities[var as usize];
        *activity += self.increment;
        if *activity > MOST {
            self.activities.iter_mut().for_each(|a| *a /= MOST);
            self.increment /= MOST;
        }
        let place = self.places[var as usize];
        if place < NEVER {
            self.up(place as usize);
        }
    }

    pub(crate) fn decay(&mut self) {
        self.increment /= DECAY;
    }

    fn before(&self, a: u32, b: u32) -> bool {
        let (x, y) = (self.activities[a as usize], self.activities[b as usize]);
        x > y || (x >= y && a < b)
    }

    fn up(&mut self, mut at: usize) {
        let var = self.order[at];
        while at > 0 {
            let parent = (at - 1) / 2;
            if !self.before(var, self.order[parent]) {
                break;
            }
            self.set(at, self.order[parent]);
            at = parent;
        }
        self.set(at, var);
    }

    fn down(&mut self, mut at: usize) {
        let var = self.order[at];
        loop {
            let mut child = 2 * at + 1;
            if child >= self.order.len() {
                break;
            }
            if child + 1 < self.order.len() && self.before(self.order[child + 1], self.order[child]) {
                child += 1;
            }
            if !self.before(self.order[child], var) {
                break;
            }
            self.set(at, self.order[child]);
            at = child;
        }
        self.set(at, var);
    }

    fn set(&mut self, at: usize, var: u32) {
        self.order[at] = var;
        self.places[var as usize] = at as u32;
    }
}
