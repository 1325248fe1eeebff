//! The Game Description Language as its definition has it: all sentences that follow from a state and a move, stratum by stratum, and plays by trying every
//! move. It shares nothing with the import but the file it reads, and is slow.

use std::collections::{BTreeMap, BTreeSet};

/// A word or a list.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Term {
    Word(String),
    List(Vec<Term>),
}

type Binding = BTreeMap<String, Term>;
type Facts = BTreeMap<String, BTreeSet<Term>>;
type State = BTreeSet<Term>;

pub(crate) struct Game {
    /// Heads and bodies.
    rules: Vec<(Term, Vec<Term>)>,
    levels: BTreeMap<String, usize>,
    role: Term,
    /// The score that wins.
    best: Term,
}

/// What holds in a state.
struct Situation {
    legal: BTreeSet<Term>,
    is_over: bool,
    is_best: bool,
}

fn read(text: &str) -> Vec<Term> {
    let mut open = vec![Vec::new()];
    for line in text.lines() {
        let code = line.split(';').next().unwrap().to_lowercase();
        for token in code.replace('(', " ( ").replace(')', " ) ").split_whitespace() {
            match token {
                "(" => open.push(Vec::new()),
                ")" => {
                    let list = open.pop().unwrap();
                    open.last_mut().unwrap().push(Term::List(list));
                }
                word => open.last_mut().unwrap().push(Term::Word(word.to_owned())),
            }
        }
    }
    open.remove(0)
}

impl Term {
    fn name(&self) -> &str {
        match self {
            Term::Word(word) => word,
            Term::List(items) => items[0].name(),
        }
    }

    fn parts(&self) -> &[Term] {
        match self {
            Term::Word(_) => &[],
            Term::List(items) => &items[1..],
        }
    }

    fn is_variable(&self) -> bool {
        matches!(self, Term::Word(word) if word.starts_with('?'))
    }

    fn filled(&self, binding: &Binding) -> Term {
        match self {
            Term::Word(word) if self.is_variable() => binding[word].clone(),
            Term::Word(_) => self.clone(),
            Term::List(items) => Term::List(items.iter().map(|item| item.filled(binding)).collect()),
        }
    }

    fn matches(&self, ground: &Term, binding: &mut Binding) -> bool {
        match (self, ground) {
            (Term::Word(word), _) if self.is_variable() => {
                binding.entry(word.clone()).or_insert_with(|| ground.clone()) == ground
            }
            (Term::List(items), Term::List(others)) => {
                items.len() == others.len() && items.iter().zip(others).all(|(a, b)| a.matches(b, binding))
            }
            _ => self == ground,
        }
    }

    fn list<const N: usize>(items: [Term; N]) -> Term {
        Term::List(items.into())
    }

    fn word(word: &str) -> Term {
        Term::Word(word.to_owned())
    }
}

impl Game {
    /// Reads a game; `best` is the score that wins.
    pub(crate) fn new(text: &str, best: &str) -> Self {
        let rule = |term: Term| match term.name() {
            "<=" => (term.parts()[0].clone(), term.parts()[1..].to_vec()),
            _ => (term, Vec::new()),
        };
        let mut game = Self {
            rules: read(text).into_iter().map(rule).collect(),
            levels: BTreeMap::new(),
            role: Term::word(""),
            best: Term::word(best),
        };
        game.set_levels();
        let facts = game.consequences(&BTreeSet::new(), None);
        game.role = facts["role"].first().unwrap().parts()[0].clone();
        game
    }

    /// Strata: above all that a predicate's rules negate, and not below the others.
    fn set_levels(&mut self) {
        fn sentences<'a>(part: &'a Term, negated: bool, found: &mut Vec<(&'a str, bool)>) {
            match part.name() {
                "or" | "and" => part.parts().iter().for_each(|p| sentences(p, negated, found)),
                "not" => sentences(&part.parts()[0], true, found),
                "distinct" => {}
                name => found.push((name, negated)),
            }
        }
        let mut levels: BTreeMap<String, usize> = self
            .rules
            .iter()
            .map(|(head, _)| (head.name().to_owned(), 0))
            .collect();
        for _ in 0..=levels.len() * levels.len() {
            for (head, body) in &self.rules {
                let mut found = Vec::new();
                for part in body {
                    sentences(part, false, &mut found);
                }
                for (name, negated) in found {
                    let least = levels.get(name).copied().unwrap_or(0) + usize::from(negated);
                    let level = levels.get_mut(head.name()).unwrap();
                    *level = least.max(*level);
                }
            }
        }
        self.levels = levels;
    }

    /// All that follows from facts and a move.
    fn consequences(&self, state: &State, made: Option<&Term>) -> Facts {
        let mut facts = Facts::new();
        let given = state
            .iter()
            .map(|fact| Term::list([Term::word("true"), fact.clone()]));
        let made = made.map(|m| Term::list([Term::word("does"), self.role.clone(), m.clone()]));
        for fact in given.chain(made) {
            facts.entry(fact.name().to_owned()).or_default().insert(fact);
        }
        let strata: BTreeSet<usize> = self.levels.values().copied().collect();
        for stratum in strata {
            loop {
                let mut new = Vec::new();
                for (head, body) in &self.rules {
                    if self.levels[head.name()] == stratum {
                        let mut parts: Vec<&Term> = body.iter().collect();
                        // What binds variables comes first.
                        parts.sort_by_key(|part| {
                            ["or", "and", "not", "distinct"]
                                .iter()
                                .position(|w| *w == part.name())
                        });
                        bindings(&parts, &Binding::new(), &facts, &mut |binding| {
                            new.push(head.filled(binding));
                        });
                    }
                }
                let mut is_changed = false;
                for fact in new {
                    is_changed |= facts.entry(fact.name().to_owned()).or_default().insert(fact);
                }
                if !is_changed {
                    break;
                }
            }
        }
        facts
    }

    fn situation(&self, state: &State) -> Situation {
        let facts = self.consequences(state, None);
        let of_player = |name: &str| -> BTreeSet<Term> {
            let all = facts.get(name).into_iter().flatten();
            all.filter(|fact| fact.parts()[0] == self.role)
                .map(|fact| fact.parts()[1].clone())
                .collect()
        };
        Situation {
            legal: of_player("legal"),
            is_over: facts.contains_key("terminal"),
            is_best: of_player("goal").contains(&self.best),
        }
    }

    fn after(&self, state: &State, made: &Term) -> State {
        let facts = self.consequences(state, Some(made));
        let next = facts.get("next").into_iter().flatten();
        next.map(|fact| fact.parts()[0].clone()).collect()
    }

    fn first(&self) -> State {
        let facts = self.consequences(&State::new(), None);
        let init = facts.get("init").into_iter().flatten();
        init.map(|fact| fact.parts()[0].clone()).collect()
    }

    /// How many plays of at most so many states end with the best score.
    pub(crate) fn wins(&self, states: u32) -> u128 {
        self.wins_from(&self.first(), states, &mut BTreeMap::new())
    }

    fn wins_from(&self, state: &State, states: u32, known: &mut BTreeMap<(State, u32), u128>) -> u128 {
        if let Some(&wins) = known.get(&(state.clone(), states)) {
            return wins;
        }
        let now = self.situation(state);
        let wins = match (now.is_over, states) {
            (true, _) => now.is_best.into(),
            (false, 0 | 1) => 0,
            _ => {
                let later = now.legal.iter().map(|made| self.after(state, made));
                later.map(|later| self.wins_from(&later, states - 1, known)).sum()
            }
        };
        known.insert((state.clone(), states), wins);
        wins
    }

    /// How many sequences of legal moves there are, one in each of so many states, such that a state is terminal and all that are have the best score.
    pub(crate) fn wins_with_every_step(&self, states: u32) -> u128 {
        let mut ways: BTreeMap<(State, bool), u128> = BTreeMap::from([((self.first(), false), 1)]);
        for left in (0..states).rev() {
            let mut later: BTreeMap<(State, bool), u128> = BTreeMap::new();
            for ((state, was_over), number) in ways {
                let now = self.situation(&state);
                if now.is_over && !now.is_best {
                    continue;
                }
                for made in &now.legal {
                    let after = if left == 0 {
                        State::new()
                    } else {
                        self.after(&state, made)
                    };
                    *later.entry((after, was_over || now.is_over)).or_default() += number;
                }
            }
            ways = later;
        }
        ways.iter()
            .filter(|((_, over), _)| *over)
            .map(|(_, number)| number)
            .sum()
    }
}

/// Tells all bindings with which the parts of a body hold.
fn bindings(parts: &[&Term], binding: &Binding, facts: &Facts, tell: &mut dyn FnMut(&Binding)) {
    let Some((part, rest)) = parts.split_first() else {
        tell(binding);
        return;
    };
    match part.name() {
        "or" => {
            for alternative in part.parts() {
                let parts: Vec<&Term> = std::iter::once(alternative).chain(rest.iter().copied()).collect();
                bindings(&parts, binding, facts, tell);
            }
        }
        "and" => {
            let parts: Vec<&Term> = part.parts().iter().chain(rest.iter().copied()).collect();
            bindings(&parts, binding, facts, tell);
        }
        "not" | "distinct" => {
            if holds(part, binding, facts) {
                bindings(rest, binding, facts, tell);
            }
        }
        name => {
            for fact in facts.get(name).into_iter().flatten() {
                let mut extended = binding.clone();
                if part.matches(fact, &mut extended) {
                    bindings(rest, &extended, facts, tell);
                }
            }
        }
    }
}

/// Whether a part without open variables holds.
fn holds(part: &Term, binding: &Binding, facts: &Facts) -> bool {
    match part.name() {
        "not" => !holds(&part.parts()[0], binding, facts),
        "and" => part.parts().iter().all(|p| holds(p, binding, facts)),
        "or" => part.parts().iter().any(|p| holds(p, binding, facts)),
        "distinct" => part.parts()[0].filled(binding) != part.parts()[1].filled(binding),
        name => facts
            .get(name)
            .is_some_and(|all| all.contains(&part.filled(binding))),
    }
}
