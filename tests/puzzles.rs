//! The bundled puzzles: their solutions checked by their rules alone, and numbers of solutions compared with those that plain trying finds.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

mod bundled;

use std::collections::BTreeSet;

use bundled::{Model, Shown, number};

/// All orders of the numbers below `n`.
fn orders(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for shorter in orders(n - 1) {
        for at in 0..n {
            let mut longer = shorter.clone();
            longer.insert(at, n - 1);
            all.push(longer);
        }
    }
    all
}

// Queens ----------------------------------------------------------------------

fn is_peaceful(columns: &[usize]) -> bool {
    let pairs = (0..columns.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    let mut distances = pairs.map(|(i, j)| (i - j, columns[i].abs_diff(columns[j])));
    distances.all(|(rows, columns)| columns != 0 && columns != rows)
}

#[test]
fn queens_do_not_attack_each_other() {
    for (label, size) in [("six", 6), ("eight", 8)] {
        let model = Model::open("puzzles/queens.als", label);
        let found = model.instance();
        let columns = found.atoms("Col");
        let place = |row: &String| {
            let column = found.one(row, "queen");
            columns.iter().position(|c| *c == column).unwrap()
        };
        let queens: Vec<usize> = found.atoms("Row").iter().map(place).collect();
        assert_eq!(queens.len(), size);
        assert!(is_peaceful(&queens), "{queens:?}");
        let ways = orders(size).iter().filter(|order| is_peaceful(order)).count();
        assert_eq!(model.count(), ways as u128);
    }
}

// Sudoku ----------------------------------------------------------------------

fn square(tuples: &[Vec<String>]) -> [usize; 81] {
    let mut cells = [0; 81];
    for tuple in tuples {
        let [row, column, digit] = [&tuple[0], &tuple[1], &tuple[2]].map(|name| number(name));
        cells[9 * (row - 1) + column - 1] = digit;
    }
    cells
}

fn see_each_other(a: usize, b: usize) -> bool {
    let (row, column) = (|i: usize| i / 9, |i: usize| i % 9);
    row(a) == row(b) || column(a) == column(b) || (row(a) / 3 == row(b) / 3 && column(a) / 3 == column(b) / 3)
}

/// All ways to fill the empty cells, the one with the fewest candidates first.
fn fillings(cells: &mut [usize; 81], found: &mut Vec<[usize; 81]>) {
    let candidates = |i: usize| -> Vec<usize> {
        (1..=9)
            .filter(|digit| !(0..81).any(|j| cells[j] == *digit && see_each_other(i, j)))
            .collect()
    };
    let empty = (0..81)
        .filter(|&i| cells[i] == 0)
        .min_by_key(|&i| candidates(i).len());
    let Some(cell) = empty else {
        found.push(*cells);
        return;
    };
    for digit in candidates(cell) {
        cells[cell] = digit;
        fillings(cells, found);
    }
    cells[cell] = 0;
}

#[test]
fn the_sudoku_has_one_solution() {
    let model = Model::open("puzzles/sudoku.als", "solve");
    let found = model.instance();
    let given: Vec<Vec<String>> = found
        .tuples("given")
        .into_iter()
        .map(|tuple| tuple[1..].to_vec())
        .collect();
    let solution = square(&found.of(&found.atoms("Solution")[0], "cell"));
    let mut all = Vec::new();
    fillings(&mut square(&given), &mut all);
    assert_eq!(all, [solution]);
    assert_eq!(model.count(), 1);
}

// The zebra -------------------------------------------------------------------

/// Where each value stands, in the order of the declarations in the model, for all orders that a test lets through.
fn streets(fits: impl Fn(&[usize]) -> bool) -> Vec<Vec<usize>> {
    orders(5).into_iter().filter(|order| fits(order)).collect()
}

#[test]
fn the_clues_about_the_zebra_leave_one_street() {
    let beside = |a: usize, b: usize| a.abs_diff(b) == 1;
    let mut all = Vec::new();
    // red 0, green 1, ivory 2, yellow 3, blue 4
    for colour in streets(|c| c[1] == c[2] + 1) {
        // Norway 0, Spain 1, Japan 2, Ukraine 3, England 4
        for home in streets(|h| h[0] == 0 && h[4] == colour[0] && beside(h[0], colour[4])) {
            // coffee 0, tea 1, milk 2, juice 3, water 4
            for drink in streets(|d| d[2] == 2 && d[0] == colour[1] && d[1] == home[3]) {
                // flute 0, violin 1, piano 2, drum 3, harp 4
                for plays in streets(|p| p[1] == colour[3] && p[3] == drink[3] && p[4] == home[2]) {
                    // dog 0, snails 1, fox 2, horse 3, zebra 4
                    let pets = streets(|p| {
                        p[0] == home[1]
                            && p[1] == plays[0]
                            && beside(p[2], plays[2])
                            && beside(p[3], plays[1])
                    });
                    for pet in pets {
                        all.push([colour.clone(), home.clone(), drink.clone(), pet, plays.clone()]);
                    }
                }
            }
        }
    }
    let model = Model::open("puzzles/zebra.als", "solve");
    let found = model.instance();
    let houses = found.atoms("House");
    let street = ["colour", "home", "drink", "pet", "plays"].map(|field| {
        let sig = match field {
            "colour" => "Colour",
            "home" => "Country",
            "drink" => "Drink",
            "pet" => "Pet",
            _ => "Instrument",
        };
        let house_of = |value: &String| {
            houses
                .iter()
                .position(|house| found.one(house, field) == *value)
                .unwrap()
        };
        found.atoms(sig).iter().map(house_of).collect::<Vec<usize>>()
    });
    assert_eq!(all, [street]);
    assert_eq!(model.count(), 1);
}

// Colours ---------------------------------------------------------------------

/// The edges of Petersen's graph: rings of five, one of them in steps of two, and partners.
fn petersen() -> Vec<(usize, usize)> {
    let ring = (0..5).map(|i| (i, (i + 1) % 5));
    let star = (0..5).map(|i| (5 + i, 5 + (i + 2) % 5));
    ring.chain(star).chain((0..5).map(|i| (i, i + 5))).collect()
}

#[test]
fn neighbours_have_different_colours() {
    let model = Model::open("puzzles/graph_colouring.als", "three");
    let found = model.instance();
    let colours: Vec<String> = ["A", "B", "C", "D", "E", "a", "b", "c", "d", "e"]
        .iter()
        .map(|point| {
            let on = found.tuples("on");
            let of: Vec<_> = on.iter().filter(|tuple| tuple[1] == *point).collect();
            assert_eq!(of.len(), 1, "colours of {point}");
            of[0][0].clone()
        })
        .collect();
    assert!(petersen().iter().all(|&(a, b)| colours[a] != colours[b]));
    let ways = (0..3usize.pow(10)).filter(|code| {
        let colour = |point: usize| code / 3usize.pow(point as u32) % 3;
        petersen().iter().all(|&(a, b)| colour(a) != colour(b))
    });
    assert_eq!(model.count(), ways.count() as u128);
}

// The magic square ------------------------------------------------------------

fn is_magic(cells: &[usize]) -> bool {
    let lines = [
        [0, 1, 2],
        [3, 4, 5],
        [6, 7, 8],
        [0, 3, 6],
        [1, 4, 7],
        [2, 5, 8],
        [0, 4, 8],
        [2, 4, 6],
    ];
    lines
        .iter()
        .all(|line| line.iter().map(|&i| cells[i]).sum::<usize>() == 15)
}

fn magic_cells(found: &Shown) -> Vec<usize> {
    let mut cells = vec![0; 9];
    for tuple in found.tuples("number") {
        cells[3 * (number(&tuple[1]) - 1) + number(&tuple[2]) - 1] = number(&tuple[3]);
    }
    cells
}

#[test]
fn magic_squares_are_those_that_trying_finds() {
    let model = Model::open("puzzles/magic_square.als", "solve");
    let all: BTreeSet<Vec<usize>> = orders(9)
        .into_iter()
        .map(|order| order.iter().map(|n| n + 1).collect::<Vec<_>>())
        .filter(|cells| is_magic(cells))
        .collect();
    let found: BTreeSet<Vec<usize>> = model.instances(100).iter().map(magic_cells).collect();
    assert_eq!(found, all);
    assert_eq!(model.count(), all.len() as u128);
}

// All of the small models -----------------------------------------------------

/// The table says for every command of `tests/models` whether there is an instance and how many; where its numbers come from stands in the
/// folder's README.
#[test]
fn small_models_have_the_verdicts_and_counts_of_their_table() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models");
    let table = std::fs::read_to_string(folder.join("verdicts.tsv")).unwrap();
    let mut rows: Vec<String> = Vec::new();
    for path in bundled::models_beneath(&folder) {
        let file = path.file_name().unwrap().to_str().unwrap();
        let session = relfind::Session::open(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
        for (index, command) in session.commands().iter().enumerate() {
            let is_check = matches!(command.goal, relfind::lang::typed::Goal::Check(_));
            let kind = if is_check { "check" } else { "run" };
            let count = bundled::count(&session, index);
            if let Some(expect) = command.expect {
                assert_eq!(expect > 0, count > 0, "{file} {}", command.label);
            }
            let verdict = if count > 0 { "sat" } else { "unsat" };
            rows.push(format!(
                "{file}\t{index}\t{}\t{kind}\t{verdict}\t{count}",
                command.label
            ));
        }
    }
    let wanted: Vec<&str> = table.lines().skip(1).collect();
    assert_eq!(rows, wanted);
}
