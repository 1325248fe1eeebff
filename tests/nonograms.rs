//! The bundled nonograms: the picture that is found has the hints, and there are as many as a solver in this file finds, which knows lines of squares only.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

mod bundled;
mod program;

use std::{collections::BTreeMap, fs, path::Path};

use bundled::{Model, number};

/// The hints of rows and of columns.
struct Puzzle {
    rows: Vec<Vec<usize>>,
    columns: Vec<Vec<usize>>,
}

/// A square that is black, white, or not known.
type Square = Option<bool>;

impl Puzzle {
    fn read(text: &str) -> Self {
        let document: serde_json::Value = serde_json::from_str(text).unwrap();
        let lines = |name: &str| {
            let table = document[name]["table"].as_array().unwrap().iter();
            let hint = |line: &serde_json::Value| {
                let blocks = line.as_array().unwrap().iter();
                blocks
                    .filter_map(serde_json::Value::as_u64)
                    .map(|n| n as usize)
                    .collect()
            };
            table.map(hint).collect()
        };
        Self {
            rows: lines("rowHints"),
            columns: lines("columnHints"),
        }
    }

    fn solutions(&self) -> usize {
        let mut board = vec![vec![None; self.columns.len()]; self.rows.len()];
        self.solve(&mut board)
    }

    /// Fills in what each line forces, and tries both colours of a square when nothing is forced.
    fn solve(&self, board: &mut Vec<Vec<Square>>) -> usize {
        loop {
            let before = board.clone();
            for (hint, line) in self.rows.iter().zip(board.iter_mut()) {
                let Some(forced) = forced(hint, line) else {
                    return 0;
                };
                *line = forced;
            }
            for (x, hint) in self.columns.iter().enumerate() {
                let column: Vec<Square> = board.iter().map(|row| row[x]).collect();
                let Some(forced) = forced(hint, &column) else {
                    return 0;
                };
                for (row, square) in board.iter_mut().zip(forced) {
                    row[x] = square;
                }
            }
            if *board == before {
                break;
            }
        }
        let open = board
            .iter()
            .enumerate()
            .find_map(|(y, row)| row.iter().position(Option::is_none).map(|x| (y, x)));
        let Some((y, x)) = open else { return 1 };
        [true, false]
            .into_iter()
            .map(|colour| {
                let mut tried = board.clone();
                tried[y][x] = Some(colour);
                self.solve(&mut tried)
            })
            .sum()
    }
}

/// What all fillings of a line with its hint have in common; none if there is no filling.
fn forced(hint: &[usize], line: &[Square]) -> Option<Vec<Square>> {
    let mut can = vec![[false; 2]; line.len()];
    let mut known = BTreeMap::new();
    fits(hint, line, 0, &mut can, &mut known).then(|| {
        let square = |can: &[bool; 2]| match can {
            [true, false] => Some(false),
            [false, true] => Some(true),
            _ => None,
        };
        can.iter().map(square).collect()
    })
}

/// Whether the blocks fit into the line from a square on; notes which colours squares have then.
fn fits(
    blocks: &[usize],
    line: &[Square],
    from: usize,
    can: &mut [[bool; 2]],
    known: &mut BTreeMap<(usize, usize), bool>,
) -> bool {
    if let Some(&fits) = known.get(&(blocks.len(), from)) {
        return fits;
    }
    let mut any = false;
    if from >= line.len() {
        any = blocks.is_empty();
    } else {
        if line[from] != Some(true) && fits(blocks, line, from + 1, can, known) {
            can[from][0] = true;
            any = true;
        }
        if let Some((&length, rest)) = blocks.split_first() {
            let end = from + length;
            let is_free = end <= line.len()
                && line[from..end].iter().all(|s| *s != Some(false))
                && line.get(end).is_none_or(|s| *s != Some(true));
            if is_free && fits(rest, line, end + 1, can, known) {
                can[from..end].iter_mut().for_each(|c| c[1] = true);
                if let Some(gap) = can.get_mut(end) {
                    gap[0] = true;
                }
                any = true;
            }
        }
    }
    known.insert((blocks.len(), from), any);
    any
}

/// The lengths of blocks of black squares.
fn blocks(line: impl Iterator<Item = bool>) -> Vec<usize> {
    let text: String = line.map(|black| if black { '#' } else { ' ' }).collect();
    text.split_whitespace().map(str::len).collect()
}

fn relfind(puzzle: &str, flag: &[&str]) -> serde_json::Value {
    let args = [
        &["models/nonogram.als", "--format", "json", "--facts", puzzle],
        flag,
    ]
    .concat();
    let output = program::relfind(Path::new(env!("CARGO_MANIFEST_DIR")), &args, "");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn pictures_have_their_hints_and_are_as_many_as_lines_allow() {
    let folder = bundled::folder().join("nonogram");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 10, "{files:?}");
    for path in files {
        let file = path.to_str().unwrap();
        let puzzle = Puzzle::read(&fs::read_to_string(&path).unwrap());
        let document = relfind(file, &["--count"]);
        let count = &document["commands"][0]["count"]["labelled"];
        let count = count.to_string().trim_matches('"').parse::<usize>().unwrap();
        assert_eq!(count, puzzle.solutions(), "{file}");
        // One is there to have several.
        assert_eq!(count == 1, !file.ends_with("diagonal.json"), "{file}: {count}");
        let document = relfind(file, &[]);
        let cell = &document["commands"][0]["instances"][0]["fields"]["this/Row<:cell"];
        let mut black = vec![vec![false; puzzle.columns.len()]; puzzle.rows.len()];
        for tuple in cell.as_array().unwrap() {
            let [row, column, colour] = [0, 1, 2].map(|i| tuple[i].as_str().unwrap());
            black[number(row)][number(column)] = colour.starts_with("Black");
        }
        for (row, hint) in black.iter().zip(&puzzle.rows) {
            assert_eq!(&blocks(row.iter().copied()), hint, "{file}");
        }
        for (x, hint) in puzzle.columns.iter().enumerate() {
            assert_eq!(&blocks(black.iter().map(|row| row[x])), hint, "{file}");
        }
    }
}

/// The puzzle in the model itself.
#[test]
fn the_first_puzzle_has_one_solution() {
    assert_eq!(Model::open("nonogram.als", "solve").count(), 1);
}
