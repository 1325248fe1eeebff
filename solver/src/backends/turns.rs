//! Two searches that take turns at first and go on at the same time later, each in its own thread.
//!
//! A search that waits is not interrupted: it stands still inside its solver, which would otherwise begin again with short restarts and few learnt
//! clauses. The second search begins when the first ends its first turn.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Begins the second search, in another thread.
pub(super) type Begin = Box<dyn FnOnce(Leaving) + Send>;

/// Whose turn it is.
struct Turns {
    /// Whether the second turn of the first search is the last.
    parallel: fn() -> bool,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    /// `None` when both may go on.
    whose: Option<Place>,
    /// What begins the second search, as long as it has not begun.
    begin: Option<Begin>,
}

/// Which of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    First,
    Second,
}

impl Place {
    fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// One search's part in it.
#[derive(Clone)]
pub(super) struct Turn {
    turns: Arc<Turns>,
    place: Place,
}

/// Has no more turns when it is dropped, in whatever way the search has ended.
pub(super) struct Leaving(pub(super) Turn);

impl Turn {
    /// The part of the first search, whose turn it is.
    pub(super) fn first(parallel: fn() -> bool, begin: Begin) -> Leaving {
        Leaving(Self {
            turns: Arc::new(Turns {
                parallel,
                state: Mutex::new(State {
                    whose: Some(Place::First),
                    begin: Some(begin),
                }),
                changed: Condvar::new(),
            }),
            place: Place::First,
        })
    }

    /// Ends a turn, and waits for the next.
    pub(super) fn pass(&self) {
        let mut state = self.lock();
        let begin = state.begin.take();
        let is_last = begin.is_none() && self.place == Place::First && (self.turns.parallel)();
        state.whose = state.whose.filter(|_| !is_last).map(|_| self.place.other());
        drop(state);
        self.turns.changed.notify_all();
        if let Some(begin) = begin {
            begin(Leaving(self.other()));
        }
        let mut state = self.lock();
        while state.whose == Some(self.place.other()) {
            let woken = self.turns.changed.wait(state);
            state = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Lets the other go on for good; it does not begin any more.
    fn leave(&self) {
        let mut state = self.lock();
        state.whose = None;
        state.begin = None;
        drop(state);
        self.turns.changed.notify_all();
    }

    /// Begins the second search now, if it has not begun.
    pub(super) fn begin(&self) {
        let begin = self.lock().begin.take();
        if let Some(begin) = begin {
            begin(Leaving(self.other()));
        }
    }

    fn other(&self) -> Self {
        Self {
            turns: Arc::clone(&self.turns),
            place: self.place.other(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.turns.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Leaving {
    fn drop(&mut self) {
        self.0.leave();
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

    use std::{sync::mpsc, thread};

    use super::Turn;

    /// Who had a turn, in order. The second wants two.
    fn order(parallel: bool, first_turns: usize) -> Vec<char> {
        let (say, said) = mpsc::channel();
        let second = say.clone();
        let turn = Turn::first(
            if parallel { || true } else { || false },
            Box::new(move |turn| {
                let _ = thread::spawn(move || {
                    for _ in 0..2 {
                        second.send('b').unwrap();
                        turn.0.pass();
                    }
                });
            }),
        );
        say.send('a').unwrap();
        for _ in 1..first_turns {
            turn.0.pass();
            say.send('a').unwrap();
        }
        drop((turn, say));
        said.iter().collect()
    }

    #[test]
    fn the_second_begins_after_the_first_turn_of_the_first() {
        assert_eq!(order(false, 1), ['a']);
        assert_eq!(order(false, 2), ['a', 'b', 'a', 'b']);
        assert_eq!(order(false, 3), ['a', 'b', 'a', 'b', 'a']);
    }

    #[test]
    fn after_two_turns_of_the_first_both_go_on() {
        let order = order(true, 4);
        assert_eq!(order[..3], ['a', 'b', 'a']);
        assert_eq!(order.len(), 6);
    }

    #[test]
    fn a_second_that_cannot_begin_is_not_waited_for() {
        let turn = Turn::first(|| false, Box::new(drop));
        turn.0.pass();
        turn.0.pass();
    }
}
