//! Games in KIF whose plays are counted twice: by instances of the imported specification, and by an interpreter of the language (`gdl`) that tries every move.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

mod gdl;

use relfind::{RunLimits, RunOptions, Session, files::DiskLoader};
use relfind_kif::{Options, import};

/// How many instances the import has, and the score that they reach.
fn instances(name: &str, game: &str, options: Options) -> (u128, String) {
    let text = import(name, game, options).unwrap_or_else(|error| panic!("{name}: {error}\n{game}"));
    let session = Session::load(name, &text, &mut DiskLoader)
        .unwrap_or_else(|refused| panic!("{:?}\n{game}\n{text}", refused.diagnostics));
    let mut run_options = RunOptions::default();
    run_options.translate.symmetry = 0;
    let mut run = session.run(0, &run_options, &RunLimits::default()).unwrap();
    let count = run.count(&mut |_| ()).unwrap();
    assert!(count.complete);
    // `... goal[time/last, n100]`
    let score = text.split("pred won").nth(1).unwrap();
    let score = score.split("goal[").nth(1).unwrap();
    let score = score.split(", n").nth(1).unwrap();
    (count.labelled, score.split(']').next().unwrap().to_owned())
}

fn compare(name: &str, game: &str, steps: u32) -> u128 {
    let mut all = 0;
    for every_step in [false, true] {
        let (found, best) = instances(name, game, Options { steps, every_step });
        let interpreter = gdl::Game::new(game, &best);
        let wanted = if every_step {
            interpreter.wins_with_every_step(steps)
        } else {
            interpreter.wins(steps)
        };
        assert_eq!(
            found, wanted,
            "{name}, {steps} states, every step: {every_step}\n{game}"
        );
        all += wanted;
    }
    all
}

fn compare_file(name: &str, steps: &[u32]) {
    let path = format!("{}/tests/games/{name}.kif", env!("CARGO_MANIFEST_DIR"));
    let game = std::fs::read_to_string(path).unwrap();
    let options = Options {
        steps: 3,
        every_step: false,
    };
    let text = import(name, &game, options).unwrap();
    let session = Session::load(name, &text, &mut DiskLoader).unwrap();
    assert!(session.warnings().is_empty(), "{:?}\n{text}", session.warnings());
    let plays: u128 = steps.iter().map(|&steps| compare(name, &game, steps)).sum();
    assert!(plays > 0, "{name} is never won");
}

#[test]
fn blocks() {
    compare_file("blocks", &[3, 4, 5]);
}

#[test]
fn lights_out() {
    compare_file("lights_out", &[3, 4, 5]);
}

#[test]
fn maze() {
    compare_file("maze", &[6, 7, 8]);
}

#[test]
fn sliding() {
    compare_file("sliding", &[4, 6, 7]);
}

#[test]
fn knight() {
    compare_file("knight", &[5, 12]);
}

#[test]
fn switches() {
    compare_file("switches", &[3, 4, 6]);
}

#[test]
fn words_of_alloy() {
    compare_file("words", &[3, 4, 5]);
}

#[test]
fn recursion() {
    compare_file("reach", &[3, 4, 5]);
}

#[test]
fn terms() {
    compare_file("terms", &[3, 5, 6]);
}

#[test]
fn sentences_that_can_never_be_true() {
    compare_file("impossible", &[2, 3, 4, 5]);
}

#[test]
fn random_games() {
    let (mut games, mut won) = (0, 0);
    for seed in 0..150 {
        let mut random = Random(seed * 2 + 1);
        let game = random.game();
        // Not all are stratified.
        let options = Options {
            steps: 2,
            every_step: false,
        };
        if import("game", &game, options).is_ok() {
            games += 1;
            let steps = 2 + random.below(2) as u32;
            won += u32::from(compare("game", &game, steps) > 0);
        }
    }
    assert!(games > 100 && won > 20, "{won} of {games}");
}

/// A source of numbers (xorshift*, Vigna 2016), and of games.
struct Random(u64);

const CONSTANTS: [&str; 5] = ["a", "b", "c", "1", "2"];
const FACTS: [(&str, usize); 4] = [("p", 1), ("q", 2), ("f", 0), ("g", 1)];
const MOVES: [(&str, usize); 3] = [("m", 1), ("n", 2), ("w", 0)];
const DERIVED: [(&str, usize); 3] = [("d1", 1), ("d2", 0), ("d3", 2)];
const VARIABLES: [&str; 3] = ["?x", "?y", "?z"];

fn application(name: &str, args: &[String]) -> String {
    if args.is_empty() {
        name.to_owned()
    } else {
        format!("({name} {})", args.join(" "))
    }
}

fn variables_of(text: &str) -> Vec<&'static str> {
    VARIABLES.into_iter().filter(|v| text.contains(v)).collect()
}

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % n
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn term(&mut self, variables: &[&'static str]) -> String {
        if variables.is_empty() || self.below(5) == 0 {
            self.pick(&CONSTANTS).to_owned()
        } else {
            self.pick(variables).to_owned()
        }
    }

    fn terms(&mut self, variables: &[&'static str], number: usize) -> Vec<String> {
        (0..number).map(|_| self.term(variables)).collect()
    }

    fn of(&mut self, from: &[(&str, usize)], variables: &[&'static str]) -> String {
        let (name, arity) = self.pick(from);
        let mut args = self.terms(variables, arity);
        if name == "g" {
            args[0] = format!("(h {})", args[0]);
        }
        application(name, &args)
    }

    /// A positive sentence, of derived ones of the first `level`.
    fn positive(&mut self, level: usize, does: bool) -> String {
        match self.below(10) {
            0..=2 => format!("(true {})", self.of(&FACTS, &VARIABLES)),
            3 if does => format!("(does me {})", self.of(&MOVES, &VARIABLES)),
            4..=5 => application("e", &self.terms(&VARIABLES, 2)),
            6..=7 if level > 0 => self.of(&DERIVED[..level], &VARIABLES),
            _ => application("k", &self.terms(&VARIABLES, 1)),
        }
    }

    fn negative(&mut self, level: usize, does: bool, bound: &[&'static str]) -> String {
        match self.below(8) {
            0..=1 => format!("(not (true {}))", self.of(&FACTS, bound)),
            2 if does => format!("(not (does me {}))", self.of(&MOVES, bound)),
            3 => application("distinct", &self.terms(bound, 2)),
            4 => {
                let sides = self.terms(bound, 2);
                format!("(distinct (h {}) (h {}))", sides[0], sides[1])
            }
            5 if level > 0 => format!("(not {})", self.of(&DERIVED[..level], bound)),
            6 => format!(
                "(not (and (true {}) (not {})))",
                self.of(&FACTS, bound),
                application("k", &self.terms(bound, 1))
            ),
            _ => format!("(not {})", application("e", &self.terms(bound, 2))),
        }
    }

    /// A body that is safe for a head.
    fn body(&mut self, level: usize, does: bool, head: &str) -> String {
        let number = 1 + self.below(3);
        let mut parts: Vec<String> = (0..number).map(|_| self.positive(level, does)).collect();
        let mut bound = variables_of(&parts.concat());
        if self.below(3) == 0 {
            let [a, b, c] = [(); 3].map(|()| self.positive(level, does));
            parts.push(format!("(or {a} (and {b} {c}))"));
        }
        for variable in variables_of(&format!("{head} {}", parts.concat())) {
            if !bound.contains(&variable) {
                parts.push(format!("(k {variable})"));
                bound.push(variable);
            }
        }
        for _ in 0..self.below(3) {
            let part = self.negative(level, does, &bound);
            parts.insert(self.below(parts.len() + 1), part);
        }
        parts.join(" ")
    }

    fn game(&mut self) -> String {
        let mut lines = vec![String::from("(role me)")];
        lines.extend(CONSTANTS[..2 + self.below(4)].iter().map(|c| format!("(k {c})")));
        lines.extend((0..=self.below(4)).map(|_| application("e", &self.terms(&[], 2))));
        lines.extend((0..=self.below(3)).map(|_| format!("(init {})", self.of(&FACTS, &[]))));
        for (level, derived) in DERIVED.iter().enumerate() {
            for _ in 0..=self.below(2) {
                let head = self.of(&[*derived], &VARIABLES);
                let is_recursive = derived.1 > 0 && self.below(5) == 0;
                let body = self.body(level + usize::from(is_recursive), false, &head);
                lines.push(format!("(<= {head} {body})"));
            }
        }
        for _ in 0..=self.below(3) {
            let head = self.of(&MOVES, &VARIABLES);
            lines.push(format!("(<= (legal me {head}) {})", self.body(3, false, &head)));
        }
        lines.push("(<= (legal me w) (k a))".into());
        for _ in 0..2 + self.below(4) {
            let head = self.of(&FACTS, &VARIABLES);
            lines.push(format!("(<= (next {head}) {})", self.body(3, true, &head)));
        }
        lines.push("(<= (next (p ?x)) (true (p ?x)) (not (does me (m ?x))))".into());
        lines.push(format!("(<= win {})", self.body(3, false, "")));
        lines.push("(<= terminal win)\n(<= (goal me 100) win)\n(<= (goal me 0) (not win))".into());
        if self.below(3) == 0 {
            lines.push(format!("(<= terminal {})", self.body(3, false, "")));
        }
        lines.join("\n")
    }
}
