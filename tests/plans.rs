//! Plans found by the bundled models, replayed by checkers that know the rules of the puzzle and nothing of the model; and the numbers of plans,
//! beside those that a search in this file finds.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

mod bundled;

use std::collections::{BTreeMap, BTreeSet};

use bundled::{Model, Shown, number};

// Peg solitaire on a pentagon -------------------------------------------------

const LINES: &str = "HMO HIK HEB HFC HJL MID MJG IMP IEA EIN EFG FED FJP JMN JFA NKD NOP DBA ACG GLP";

/// The jumps as masks of holes: those that must be full, and the one that must be empty.
fn pentagon_jumps() -> Vec<(u32, u32)> {
    let lines = LINES.split(' ').map(|line| {
        let holes: Vec<u32> = line.bytes().map(|b| 1 << (b - b'A')).collect();
        [holes[0], holes[1], holes[2]]
    });
    lines.flat_map(|[b, m, e]| [(b | m, e), (e | m, b)]).collect()
}

const H: u32 = 1 << 7;
const ALL_BUT_H: u32 = 0xffff & !H;

fn after_jump(pegs: u32, (full, empty): (u32, u32)) -> Option<u32> {
    (pegs & full == full && pegs & empty == 0).then_some(pegs & !full | empty)
}

fn mask(names: impl IntoIterator<Item = String>) -> u32 {
    names
        .into_iter()
        .map(|name| 1 << (name.as_bytes()[0] - b'A'))
        .sum()
}

/// Replays jump by jump; the board after the last one.
fn replay_pentagon(plan: &Shown, jumps: usize) -> u32 {
    let mut pegs = ALL_BUT_H;
    let steps = plan.atoms("Jump");
    assert_eq!(steps.len(), jumps);
    for step in &steps {
        let at = |field: &str| mask([plan.one(step, field)]);
        let jump = (at("from") | at("over"), at("to"));
        assert!(pentagon_jumps().contains(&jump), "no such line at {step}");
        pegs = after_jump(pegs, jump).unwrap_or_else(|| panic!("{step} is not possible"));
        let shown = mask(plan.of(step, "pegs").into_iter().map(|tuple| tuple[0].clone()));
        assert_eq!(shown, pegs, "the board after {step}");
    }
    pegs
}

/// How many ways of so many of the given jumps lead from a board to one that is wanted.
fn pentagon_ways(
    allowed: &[(u32, u32)],
    pegs: u32,
    jumps: usize,
    wanted: &dyn Fn(u32) -> bool,
    known: &mut BTreeMap<(u32, usize), u64>,
) -> u64 {
    if jumps == 0 {
        return u64::from(wanted(pegs));
    }
    if let Some(&ways) = known.get(&(pegs, jumps)) {
        return ways;
    }
    let ways = allowed
        .iter()
        .filter_map(|&jump| after_jump(pegs, jump))
        .map(|next| pentagon_ways(allowed, next, jumps - 1, wanted, known))
        .sum();
    known.insert((pegs, jumps), ways);
    ways
}

fn is_stuck(pegs: u32) -> bool {
    pentagon_jumps()
        .into_iter()
        .all(|jump| after_jump(pegs, jump).is_none())
}

#[test]
fn pentagonal_solitaire_ends_in_the_middle() {
    let plan = Model::open("pentagonal.als", "solve").instance();
    assert_eq!(replay_pentagon(&plan, 14), H);
}

#[test]
fn pentagonal_solitaire_is_lost_after_five_jumps_at_the_soonest() {
    let model = Model::open("pentagonal.als", "lose");
    assert!(is_stuck(replay_pentagon(&model.instance(), 5)));
    let ways = |jumps| {
        pentagon_ways(
            &pentagon_jumps(),
            ALL_BUT_H,
            jumps,
            &is_stuck,
            &mut BTreeMap::new(),
        )
    };
    assert_eq!(model.count(), u128::from(ways(5)));
    assert_eq!(ways(4), 0);
}

/// By counting paths between boards. No symmetry of the board but the identity leaves a sequence of 14 jumps as it is: there is no solution
/// of jumps that each stay in place. So each solution is one of ten that differ by a symmetry only.
#[test]
fn pentagonal_solitaire_has_361780_solutions() {
    let solutions = |allowed: &[(u32, u32)]| {
        pentagon_ways(allowed, ALL_BUT_H, 14, &|pegs| pegs == H, &mut BTreeMap::new())
    };
    assert_eq!(solutions(&pentagon_jumps()), 361_780);
    assert_eq!(pentagon_symmetries().len(), 10);
    for symmetry in pentagon_symmetries().iter().filter(|s| **s != IDENTITY) {
        let mut kept = pentagon_jumps();
        kept.retain(|&(full, empty)| (map_mask(symmetry, full), map_mask(symmetry, empty)) == (full, empty));
        assert_eq!(solutions(&kept), 0);
    }
}

const IDENTITY: [usize; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

fn map_mask(symmetry: &[usize; 16], mask: u32) -> u32 {
    (0..16)
        .filter(|i| mask & 1 << i != 0)
        .map(|i| 1 << symmetry[i])
        .sum()
}

/// All ways to exchange holes that keep H and the set of jumps, found by trying.
fn pentagon_symmetries() -> Vec<[usize; 16]> {
    let jumps: BTreeSet<(u32, u32)> = pentagon_jumps().into_iter().collect();
    let mut found = Vec::new();
    let mut map = [usize::MAX; 16];
    map[7] = 7;
    extend_symmetry(&jumps, &mut map, 0, &mut found);
    found
}

fn extend_symmetry(
    jumps: &BTreeSet<(u32, u32)>,
    map: &mut [usize; 16],
    hole: usize,
    found: &mut Vec<[usize; 16]>,
) {
    if hole == 16 {
        found.push(*map);
        return;
    }
    if hole == 7 {
        return extend_symmetry(jumps, map, hole + 1, found);
    }
    for image in 0..16 {
        if map.contains(&image) {
            continue;
        }
        map[hole] = image;
        let fits = jumps.iter().all(|&(full, empty)| {
            let whole = full | empty;
            let known = (0..16)
                .filter(|i| whole & 1 << i != 0)
                .all(|i| map[i] != usize::MAX);
            !known || jumps.contains(&(map_mask(map, full), map_mask(map, empty)))
        });
        if fits {
            extend_symmetry(jumps, map, hole + 1, found);
        }
        map[hole] = usize::MAX;
    }
}

// Buttons and lights ----------------------------------------------------------

/// Presses the buttons as the rules of the game say.
fn replay_buttons(plan: &Shown) -> bool {
    let mut rows = [[false; 3]; 9];
    let moments = plan.atoms("Moment");
    assert_eq!(moments.len(), 7);
    for (i, moment) in moments.iter().enumerate() {
        let shown: BTreeSet<(usize, String)> = plan
            .of(moment, "on")
            .into_iter()
            .map(|tuple| (number(&tuple[0]) - 1, tuple[1].clone()))
            .collect();
        for (r, row) in rows.iter().enumerate() {
            for (light, name) in row.iter().zip(["L", "M", "R"]) {
                assert_eq!(
                    *light,
                    shown.contains(&(r, name.to_owned())),
                    "{moment} {r} {name}"
                );
            }
        }
        if i == 6 {
            break;
        }
        let press = plan.of(moment, "press");
        assert_eq!(press.len(), 1);
        let row = &mut rows[number(&press[0][1]) - 1];
        match press[0][0].as_str() {
            "Toggle" => row[0] = !row[0],
            "SwapLeft" => row.swap(0, 1),
            "SwapRight" => row.swap(1, 2),
            other => panic!("{other}"),
        }
    }
    rows.contains(&[true; 3])
}

/// The number is that of the answer sets which clingo 5.4.1 finds for the published program of this game, `clingo -n 0`; and again that of all
/// sequences of six presses in one row, by trying them, times 9 rows and 27 presses at the end. (`check OneRowAtATime` shows
/// that presses in other rows do not help.)
#[test]
fn buttons_and_lights_are_won_in_486_ways() {
    let model = Model::open("buttons_lights.als", "win");
    assert!(replay_buttons(&model.instance()));
    assert_eq!(model.count(), 486);
    let full = (0..3u32.pow(6)).filter(|code| {
        let mut row = [false; 3];
        for press in 0..6 {
            match code / 3u32.pow(press) % 3 {
                0 => row[0] = !row[0],
                1 => row.swap(0, 1),
                _ => row.swap(1, 2),
            }
        }
        row == [true; 3]
    });
    assert_eq!(full.count() * 9 * 27, 486);
}

// Peg solitaire ---------------------------------------------------------------

type Hole = (i32, i32);

fn english_board() -> BTreeMap<Hole, bool> {
    let all = (1..=7).flat_map(|x| (1..=7).map(move |y| (x, y)));
    all.filter(|(x, y)| (3..=5).contains(x) || (3..=5).contains(y))
        .map(|hole| (hole, hole != (4, 4)))
        .collect()
}

/// Makes a jump, which must be possible.
fn jump(board: &mut BTreeMap<Hole, bool>, direction: &str, (x, y): Hole) {
    let (dx, dy) = match direction {
        "Up" => (0, -1),
        "Down" => (0, 1),
        "Left" => (-1, 0),
        "Right" => (1, 0),
        other => panic!("{other}"),
    };
    let holes = [(x, y), (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)];
    let found = holes.map(|hole| board.get(&hole).copied());
    assert_eq!(
        found,
        [Some(true), Some(true), Some(false)],
        "{direction} from {x},{y}"
    );
    for (hole, full) in holes.into_iter().zip([false, false, true]) {
        board.insert(hole, full);
    }
}

fn place(x: &str, y: &str) -> Hole {
    (number(x) as i32, number(y) as i32)
}

fn pegs(board: &BTreeMap<Hole, bool>) -> BTreeSet<Hole> {
    board
        .iter()
        .filter(|(_, full)| **full)
        .map(|(hole, _)| *hole)
        .collect()
}

#[test]
fn eight_single_jumps() {
    let plan = Model::open("solitaire.als", "play").instance();
    let mut board = english_board();
    let times = plan.atoms("Time");
    assert_eq!(times.len(), 8);
    for time in &times {
        for tuple in plan.of(time, "move") {
            jump(&mut board, &tuple[0], place(&tuple[1], &tuple[2]));
        }
        let shown: BTreeSet<Hole> = plan
            .of(time, "board")
            .into_iter()
            .filter(|tuple| tuple[2] == "Full")
            .map(|tuple| place(&tuple[1], &tuple[0]))
            .collect();
        assert_eq!(shown, pegs(&board), "{time}");
    }
    assert_eq!(pegs(&board).len(), 32 - 8);
}

/// How many sequences of so many jumps lead from a board to one where none is possible, by trying all.
fn ways_to_get_stuck(board: &BTreeMap<Hole, bool>, jumps: usize) -> u128 {
    let directions = [
        ("Up", (0, -1)),
        ("Down", (0, 1)),
        ("Left", (-1, 0)),
        ("Right", (1, 0)),
    ];
    let is_at = |hole: Hole, full: bool| board.get(&hole) == Some(&full);
    let possible: Vec<(&str, Hole)> = board
        .keys()
        .flat_map(|&(x, y)| directions.map(|(name, (dx, dy))| (name, (x, y), (dx, dy))))
        .filter(|&(_, (x, y), (dx, dy))| {
            is_at((x, y), true) && is_at((x + dx, y + dy), true) && is_at((x + 2 * dx, y + 2 * dy), false)
        })
        .map(|(name, hole, _)| (name, hole))
        .collect();
    if jumps == 0 {
        return u128::from(possible.is_empty());
    }
    let after = possible.into_iter().map(|(direction, hole)| {
        let mut board = board.clone();
        jump(&mut board, direction, hole);
        ways_to_get_stuck(&board, jumps - 1)
    });
    after.sum()
}

#[test]
fn solitaire_is_lost_after_six_jumps_at_the_soonest() {
    let model = Model::open("solitaire.als", "shortest");
    let plan = model.instance();
    let mut board = english_board();
    for time in plan.atoms("Time") {
        for tuple in plan.of(&time, "move") {
            jump(&mut board, &tuple[0], place(&tuple[1], &tuple[2]));
        }
    }
    assert_eq!(ways_to_get_stuck(&board, 0), 1);
    assert_eq!(model.count(), ways_to_get_stuck(&english_board(), 6));
    assert_eq!(ways_to_get_stuck(&english_board(), 5), 0);
}

/// The jumps of each round are laid out one after another in the order in which they are found, and again in the opposite order: both must do.
#[test]
fn thirty_one_jumps_in_sixteen_rounds() {
    let plan = Model::open("solitaire_parallel.als", "centre").instance();
    assert_eq!(replay_rounds(&plan), BTreeSet::from([(4, 4)]));
}

/// The model tells the solver which holes it can be.
#[cfg(feature = "cadical")]
#[test]
fn the_last_peg_is_in_one_of_five_holes() {
    let plan = Model::open("solitaire_parallel.als", "anywhere").instance();
    let last = replay_rounds(&plan);
    assert_eq!(last.len(), 1);
    assert!(
        last.iter()
            .all(|hole| [(4, 4), (1, 4), (7, 4), (4, 1), (4, 7)].contains(hole))
    );
}

fn replay_rounds(plan: &Shown) -> BTreeSet<Hole> {
    let mut last = BTreeSet::new();
    for opposite in [false, true] {
        let mut board = english_board();
        let mut jumps = 0;
        let rounds = plan.atoms("Round");
        assert_eq!(rounds.len(), 16);
        for round in &rounds {
            let mut together = plan.of(round, "jumps");
            if opposite {
                together.reverse();
            }
            jumps += together.len();
            for tuple in together {
                jump(&mut board, &tuple[0], place(&tuple[1], &tuple[2]));
            }
            let shown: BTreeSet<Hole> = plan
                .of(round, "pegs")
                .into_iter()
                .map(|tuple| place(&tuple[1], &tuple[0]))
                .collect();
            assert_eq!(shown, pegs(&board), "{round}");
        }
        assert_eq!(jumps, 31);
        last = pegs(&board);
    }
    last
}

// Smaller plans ---------------------------------------------------------------

/// The numbers of moves of the shortest ways between two states and of such ways, by breadth-first search.
fn shortest<S: Ord + Clone>(
    start: S,
    is_goal: impl Fn(&S) -> bool,
    next: impl Fn(&S) -> Vec<S>,
) -> (usize, u128) {
    let mut seen = BTreeSet::from([start.clone()]);
    let mut layer = BTreeMap::from([(start, 1u128)]);
    let mut moves = 0;
    loop {
        let ways: u128 = layer.iter().filter(|(s, _)| is_goal(s)).map(|(_, n)| n).sum();
        if ways > 0 {
            return (moves, ways);
        }
        assert!(!layer.is_empty());
        let mut after: BTreeMap<S, u128> = BTreeMap::new();
        for (state, ways) in layer {
            for later in next(&state) {
                if !seen.contains(&later) {
                    *after.entry(later).or_default() += ways;
                }
            }
        }
        seen.extend(after.keys().cloned());
        layer = after;
        moves += 1;
    }
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "each caller makes the state for this call"
)]
fn check_shortest<S: Ord + Clone + std::fmt::Debug>(
    model: &Model,
    sig: &str,
    start: S,
    is_goal: impl Fn(&S) -> bool,
    next: impl Fn(&S) -> Vec<S>,
    read: impl Fn(&Shown, &str) -> S,
) {
    let (moves, ways) = shortest(start.clone(), &is_goal, &next);
    let plan = model.instance();
    let states: Vec<S> = plan.atoms(sig).iter().map(|atom| read(&plan, atom)).collect();
    assert_eq!(states[0], start);
    assert!(is_goal(&states[states.len() - 1]));
    assert_eq!(states.len(), moves + 1);
    for pair in states.windows(2) {
        assert!(next(&pair[0]).contains(&pair[1]), "{pair:?}");
    }
    assert_eq!(model.count(), ways);
}

/// Slides of the eight-puzzle: the places in reading order hold tiles, 0 for the gap.
fn slides(tiles: &[usize]) -> Vec<Vec<usize>> {
    let gap = tiles.iter().position(|&t| t == 0).unwrap();
    let beside = (0..9usize).filter(|&i| (i / 3).abs_diff(gap / 3) + (i % 3).abs_diff(gap % 3) == 1);
    beside
        .map(|i| {
            let mut after = tiles.to_vec();
            after.swap(i, gap);
            after
        })
        .collect()
}

#[test]
fn the_eight_puzzle_takes_eight_slides() {
    check_shortest(
        &Model::open("planning/eight_puzzle.als", "eight"),
        "State",
        vec![1, 3, 6, 5, 0, 2, 4, 7, 8],
        |tiles| tiles[..] == [1, 2, 3, 4, 5, 6, 7, 8, 0],
        |tiles| slides(tiles),
        |plan, state| {
            let mut tiles = vec![9; 9];
            for tuple in plan.of(state, "tile") {
                let tile = if tuple[2] == "Gap" { 0 } else { number(&tuple[2]) };
                tiles[3 * (number(&tuple[0]) - 1) + number(&tuple[1]) - 1] = tile;
            }
            tiles
        },
    );
}

/// Moves of the towers of Hanoi: each disc, the smallest first, is on a peg.
fn disc_moves(pegs: &[usize]) -> Vec<Vec<usize>> {
    let mut after = Vec::new();
    for disc in 0..pegs.len() {
        for peg in 0..3 {
            if peg != pegs[disc] && pegs[..disc].iter().all(|&p| p != peg && p != pegs[disc]) {
                let mut moved = pegs.to_vec();
                moved[disc] = peg;
                after.push(moved);
            }
        }
    }
    after
}

#[test]
fn towers_of_hanoi_take_two_to_the_power_of_discs_moves_less_one() {
    for (label, discs) in [("three", 3), ("four", 4)] {
        check_shortest(
            &Model::open("planning/hanoi.als", label),
            "State",
            vec![0; discs],
            |pegs| pegs.iter().all(|&p| p == 2),
            |pegs| disc_moves(pegs),
            |plan, state| {
                let at = plan.of(state, "at");
                let peg = |disc: &String| {
                    let tuple = at.iter().find(|tuple| &tuple[0] == disc).unwrap();
                    ["West", "Middle", "East"]
                        .iter()
                        .position(|p| *p == tuple[1])
                        .unwrap()
                };
                plan.atoms("Disc").iter().map(peg).collect()
            },
        );
    }
}

/// Crossings: the passengers on the near bank, the farmer being the first.
fn crossings(near: &[bool]) -> Vec<Vec<bool>> {
    let mut after = Vec::new();
    for with in 0..4 {
        if near[with] == near[0] {
            let mut moved = near.to_vec();
            moved[0] = !near[0];
            moved[with] = !near[0];
            let alone = |a: usize, b: usize| moved[a] == moved[b] && moved[a] != moved[0];
            if !alone(1, 2) && !alone(2, 3) {
                after.push(moved);
            }
        }
    }
    after
}

#[test]
fn the_river_is_crossed_seven_times_in_two_ways() {
    check_shortest(
        &Model::open("planning/river_crossing.als", "seven"),
        "Moment",
        vec![true; 4],
        |near| near.iter().all(|here| !here),
        |near| crossings(near),
        |plan, moment| {
            let near = plan.of(moment, "near");
            ["Farmer", "Wolf", "Goat", "Cabbage"]
                .iter()
                .map(|p| near.iter().any(|tuple| tuple[0] == *p))
                .collect()
        },
    );
}
