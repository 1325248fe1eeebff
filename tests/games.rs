//! Games in KIF: their plans are counted, and one is replayed, by simulators that know only the rules and share nothing with the import.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use relfind::{RunLimits, RunOptions, Session, files::DiskLoader, viz::Display};
use relfind_kif::{Options, import};

/// A game as a person would program it.
trait Game {
    type State: Clone;

    fn start(&self) -> Self::State;
    /// The names of legal moves, as atoms are named.
    fn moves(&self, state: &Self::State) -> Vec<String>;
    fn after(&self, state: &Self::State, name: &str) -> Self::State;
    /// Whether the game is over, and won.
    fn end(&self, state: &Self::State) -> Option<bool>;

    /// The number of plays of at most so many moves that end in a win, by trying all.
    fn wins(&self, state: &Self::State, most: u32) -> u64 {
        match self.end(state) {
            Some(won) => won.into(),
            None if most == 0 => 0,
            None => {
                let moves = self.moves(state).into_iter();
                moves.map(|m| self.wins(&self.after(state, &m), most - 1)).sum()
            }
        }
    }
}

/// Three lights in each of nine rows.
struct Lights;

impl Game for Lights {
    type State = (u32, Vec<[bool; 3]>);

    fn start(&self) -> Self::State {
        (1, vec![[false; 3]; 9])
    }

    fn moves(&self, _: &Self::State) -> Vec<String> {
        let buttons = ["a", "b", "c"].iter();
        buttons
            .flat_map(|b| (1..=9).map(move |row| format!("{b}_{row}")))
            .collect()
    }

    fn after(&self, (time, rows): &Self::State, name: &str) -> Self::State {
        let mut rows = rows.clone();
        let (button, row) = name.split_once('_').unwrap();
        let lights = &mut rows[row.parse::<usize>().unwrap() - 1];
        match button {
            "a" => lights[0] = !lights[0],
            "b" => lights.swap(0, 1),
            _ => lights.swap(1, 2),
        }
        (time + 1, rows)
    }

    fn end(&self, (time, rows): &Self::State) -> Option<bool> {
        let full = rows.contains(&[true; 3]);
        (full || *time == 7).then_some(full)
    }
}

/// Farmer, wolf, goat and cabbage: who is on the near bank.
struct River;

const PASSENGERS: [&str; 4] = ["farmer", "wolf", "goat", "cabbage"];

impl Game for River {
    type State = [bool; 4];

    fn start(&self) -> Self::State {
        [true; 4]
    }

    fn moves(&self, near: &Self::State) -> Vec<String> {
        let name = |i: usize| {
            if i == 0 {
                "alone".to_owned()
            } else {
                format!("take_{}", PASSENGERS[i])
            }
        };
        let is_legal = |&i: &usize| {
            let left = |j: usize| j != i && near[j] == near[0];
            near[i] == near[0] && !(left(2) && (left(1) || left(3)))
        };
        (0..4).filter(is_legal).map(name).collect()
    }

    fn after(&self, near: &Self::State, name: &str) -> Self::State {
        let mut near = *near;
        near[0] = !near[0];
        if let Some(passenger) = name.strip_prefix("take_") {
            let i = PASSENGERS.iter().position(|p| *p == passenger).unwrap();
            near[i] = !near[i];
        }
        near
    }

    fn end(&self, near: &Self::State) -> Option<bool> {
        (!near[1] && !near[2] && !near[3]).then_some(true)
    }
}

/// Blocks: what each one stands on.
struct Blocks;

const BLOCKS: [&str; 4] = ["a", "b", "c", "d"];

impl Game for Blocks {
    type State = [Option<usize>; 4];

    fn start(&self) -> Self::State {
        [Some(1), Some(2), Some(3), None]
    }

    fn moves(&self, below: &Self::State) -> Vec<String> {
        let clear = |block: usize| !below.contains(&Some(block));
        let mut moves = Vec::new();
        for x in (0..4).filter(|&x| clear(x)) {
            let targets = (0..4).filter(|&y| y != x && clear(y));
            moves.extend(targets.map(|y| format!("put_{}_{}", BLOCKS[x], BLOCKS[y])));
            if below[x].is_some() {
                moves.push(format!("down_{}", BLOCKS[x]));
            }
        }
        moves
    }

    fn after(&self, below: &Self::State, name: &str) -> Self::State {
        let words: Vec<&str> = name.split('_').collect();
        let block = |name: &str| BLOCKS.iter().position(|b| *b == name).unwrap();
        let mut below = *below;
        below[block(words[1])] = words.get(2).map(|name| block(name));
        below
    }

    fn end(&self, below: &Self::State) -> Option<bool> {
        (below[3] == Some(2) && below[2] == Some(1) && below[1] == Some(0)).then_some(true)
    }
}

/// Pegs in a row of seven holes.
struct PegRow;

impl Game for PegRow {
    type State = BTreeSet<i32>;

    fn start(&self) -> Self::State {
        [1, 2, 4, 6].into()
    }

    fn moves(&self, pegs: &Self::State) -> Vec<String> {
        let jumps = pegs.iter().flat_map(|&x| [(x, x - 2), (x, x + 2)]);
        let is_legal = |(x, z): &(i32, i32)| {
            (1..=7).contains(z) && pegs.contains(&i32::midpoint(*x, *z)) && !pegs.contains(z)
        };
        jumps
            .filter(is_legal)
            .map(|(x, z)| format!("jump_{x}_{z}"))
            .collect()
    }

    fn after(&self, pegs: &Self::State, name: &str) -> Self::State {
        let holes: Vec<i32> = name.split('_').skip(1).map(|n| n.parse().unwrap()).collect();
        let mut pegs = pegs.clone();
        pegs.remove(&holes[0]);
        pegs.remove(&i32::midpoint(holes[0], holes[1]));
        pegs.insert(holes[1]);
        pegs
    }

    fn end(&self, pegs: &Self::State) -> Option<bool> {
        (pegs.len() < 2).then_some(true)
    }
}

fn specification(game: &str, steps: u32, every_step: bool) -> Session {
    let path = format!("{}/models/games/{game}.kif", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let text = import(game, &text, Options { steps, every_step }).unwrap();
    Session::load(game, &text, &mut DiskLoader)
        .unwrap_or_else(|refused| panic!("{:?}\n{text}", refused.diagnostics))
}

fn count(session: &Session) -> u128 {
    let mut options = RunOptions::default();
    options.translate.symmetry = 0;
    let mut run = session.run(0, &options, &RunLimits::default()).unwrap();
    let count = run.count(&mut |_| ()).unwrap();
    assert!(count.complete);
    count.labelled
}

/// The moves of a play in their order, as far as it has any.
fn plan(display: &Display) -> Vec<String> {
    let steps = display.sigs.iter().find(|sig| sig.name == "Step").unwrap();
    let moves = display.fields.iter().find(|field| field.name == "move").unwrap();
    let of = |step| moves.tuples.iter().find(|tuple| tuple[0] == step);
    let name = |atom| display.atom(atom).name.trim_end_matches("$0").to_owned();
    steps
        .atoms
        .iter()
        .filter_map(|&step| Some(name(of(step)?[1])))
        .collect()
}

fn check<G: Game>(name: &str, game: &G, steps: std::ops::RangeInclusive<u32>) {
    for steps in steps {
        let session = specification(name, steps, false);
        let wins = game.wins(&game.start(), steps - 1);
        assert_eq!(count(&session), wins.into(), "{name} in {steps} states");
        let mut run = session
            .run(0, &RunOptions::default(), &RunLimits::default())
            .unwrap();
        let Some(play) = run.next().unwrap() else {
            assert_eq!(wins, 0);
            continue;
        };
        let mut state = game.start();
        for step in plan(&play) {
            assert_eq!(game.end(&state), None, "{name}: a move after the end");
            assert!(game.moves(&state).contains(&step), "{name}: {step} is not legal");
            state = game.after(&state, &step);
        }
        assert_eq!(game.end(&state), Some(true), "{name}");
    }
}

#[test]
fn river() {
    check("river", &River, 7..=10);
}

#[test]
fn blocks() {
    check("blocks", &Blocks, 4..=6);
}

#[test]
fn peg_row() {
    check("peg_row", &PegRow, 3..=5);
}

/// Trying all plays of six moves with 27 buttons takes too long; without moves in two rows it does not, and these cannot win.
#[test]
fn buttons_and_lights() {
    struct OneRow;
    impl Game for OneRow {
        type State = (u32, Vec<[bool; 3]>);

        fn start(&self) -> Self::State {
            Lights.start()
        }

        fn moves(&self, _: &Self::State) -> Vec<String> {
            ["a_1", "b_1", "c_1"].map(str::to_owned).to_vec()
        }

        fn after(&self, state: &Self::State, name: &str) -> Self::State {
            Lights.after(state, name)
        }

        fn end(&self, state: &Self::State) -> Option<bool> {
            Lights.end(state)
        }
    }
    let session = specification("buttons_lights", 7, false);
    let of_a_row = OneRow.wins(&OneRow.start(), 6);
    assert_eq!(count(&session), u128::from(9 * of_a_row));
    let mut run = session
        .run(0, &RunOptions::default(), &RunLimits::default())
        .unwrap();
    let play = run.next().unwrap().unwrap();
    let end = plan(&play).iter().fold(Lights.start(), |state, step| {
        assert!(Lights.moves(&state).contains(step));
        Lights.after(&state, step)
    });
    assert_eq!(Lights.end(&end), Some(true));
}

/// With a move in the last state, too, there are as many plans as clingo finds for the program in which every moment has one: 486.
#[test]
fn buttons_and_lights_with_a_move_in_every_state() {
    assert_eq!(count(&specification("buttons_lights", 7, true)), 486);
}
