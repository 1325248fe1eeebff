//! Instances that are drawn as boards, and instances that are not.

use crate::support::{Model, picture};
use insta::assert_snapshot;
use relfind_viz::{Options, detect_grid, grid, table};

fn draw(model: &Model) -> String {
    assert!(detect_grid(&model.display).is_some(), "not seen as a grid");
    grid(&model.display, &Options::default())
}

fn assert_no_grid(model: &Model) {
    assert_eq!(detect_grid(&model.display), None);
    let options = Options::default();
    assert_eq!(grid(&model.display, &options), table(&model.display, &options));
}

const SMILE: [&str; 5] = [".#.#.", ".#.#.", ".....", "#...#", ".###."];

#[test]
fn cells_of_two_colours() {
    let mut model = Model::new(0);
    model.ordered("Row", 5);
    model.ordered("Col", 5);
    model.enumeration("Color", &["White", "Black"]);
    model.ordering("Row");
    let values = [('#', "Black"), ('.', "White")];
    model.field(
        "cell",
        &["Row", "Col", "Color"],
        picture("", ["Row$", "Col$"], &SMILE, &values),
    );
    model.skolem("$best", &["Row$1 Col$3"]);
    assert_snapshot!(draw(&model));
}

#[test]
fn columns_first() {
    let mut model = Model::new(3);
    model.ordered("Col", 3);
    model.ordered("Row", 2);
    model.enumeration("Cell", &["Black", "White"]);
    let tuples = picture(
        "",
        ["Col$", "Row$"],
        &["#.", ".#", "##"],
        &[('#', "Black"), ('.', "White")],
    );
    model.field("cell", &["Col", "Row", "Cell"], tuples);
    model.field(
        "start",
        &["Row", "seq/Int", "Col"],
        ["Row$0 0 Col$0", "Row$0 1 Col$2", "Row$1 0 Col$1"],
    );
    assert_snapshot!(draw(&model));
}

#[test]
fn queens_by_coordinates() {
    let mut model = Model::new(0);
    model.ordered("Rank", 4);
    model.ordered("File", 4);
    model.sig("Queen", 4);
    model.field(
        "rank",
        &["Queen", "Rank"],
        (0..4).map(|i| format!("Queen${i} Rank${i}")),
    );
    model.field(
        "file",
        &["Queen", "File"],
        (0..4).map(|i| format!("Queen${i} File${}", [1, 3, 0, 2][i])),
    );
    assert_snapshot!(draw(&model));
}

#[test]
fn queens_by_integers_in_ascii() {
    let mut model = Model::new(4);
    model.sig("Queen", 4);
    model.field(
        "x",
        &["Queen", "Int"],
        (0..4).map(|i| format!("Queen${i} {}", i + 1)),
    );
    model.field(
        "y",
        &["Queen", "Int"],
        (0..4).map(|i| format!("Queen${i} {}", [2, 4, 1, 3][i])),
    );
    let options = Options {
        ascii: true,
        ..Options::default()
    };
    assert_snapshot!(grid(&model.display, &options));
}

#[test]
fn queens_as_a_function() {
    let mut model = Model::new(0);
    model.ordered("Row", 4);
    model.ordered("Col", 4);
    model.field(
        "queen",
        &["Row", "Col"],
        (0..4).map(|i| format!("Row${i} Col${}", [1, 3, 0, 2][i])),
    );
    assert_snapshot!(draw(&model));
}

#[test]
fn numbers_on_the_board_of_a_one_sig() {
    let mut model = Model::new(4);
    model.one("Board");
    model.enumeration("Line", &["A", "B", "C", "D"]);
    let square = ["1 2 3 4", "2 1 4 3", "3 4 1 2", "4 3 2 1"];
    let mut tuples = Vec::new();
    for (row, line) in ["A", "B", "C", "D"].iter().zip(square) {
        for (column, number) in ["A", "B", "C", "D"].iter().zip(line.split(' ')) {
            tuples.push(format!("Board {row} {column} {number}"));
        }
    }
    model.field("latin", &["Board", "Line", "Line", "Int"], tuples);
    assert_snapshot!(draw(&model));
}

/// A board with corners missing, in several states, with the move made in each.
#[test]
fn frames_with_captions() {
    let mut model = Model::new(0);
    model.ordered("Step", 5);
    model.enumeration("Row", &["y0", "y1", "y2", "y3", "y4"]);
    model.enumeration("Col", &["x0", "x1", "x2", "x3", "x4"]);
    model.enumeration("Content", &["Empty", "Full"]);
    model.enumeration("Direction", &["Up", "Down", "Left", "Right"]);
    let boards = [
        [" ### ", "#####", "##.##", "#####", " ### "],
        [" ### ", "#####", "..###", "#####", " ### "],
        [" #.# ", "##.##", ".####", "#####", " ### "],
        [" #.# ", "##.##", ".#..#", "#####", " ### "],
        [" #.# ", "##.##", ".#.##", "###.#", " ##. "],
    ];
    let values = [('#', "Full"), ('.', "Empty")];
    let tuples: Vec<String> = boards
        .iter()
        .enumerate()
        .flat_map(|(step, rows)| picture(&format!("Step${step}"), ["y", "x"], rows, &values))
        .collect();
    model.field("board", &["Step", "Row", "Col", "Content"], tuples);
    let moves = [
        "Step$0 Right x0 y2",
        "Step$1 Down x2 y0",
        "Step$2 Left x4 y2",
        "Step$3 Up x3 y4",
    ];
    model.field("move", &["Step", "Direction", "Col", "Row"], moves);
    assert_snapshot!(draw(&model));
}

/// Cells with coordinates that live and die; the time is the last column.
#[test]
fn frames_of_cells_with_coordinates() {
    let mut model = Model::new(3);
    model.ordered("Time", 2);
    model.sig("Cell", 9);
    let place = |i: usize, value: usize| format!("Cell${i} {value}");
    model.field("row", &["Cell", "Int"], (0..9).map(|i| place(i, i / 3)));
    model.field("column", &["Cell", "Int"], (0..9).map(|i| place(i, i % 3)));
    let living = [
        "Cell$1 Time$0",
        "Cell$4 Time$0",
        "Cell$7 Time$0",
        "Cell$3 Time$1",
        "Cell$4 Time$1",
        "Cell$5 Time$1",
    ];
    model.field("alive", &["Cell", "Time"], living);
    assert_snapshot!(draw(&model));
}

#[test]
fn pieces_of_several_kinds() {
    let mut model = Model::new(0);
    model.ordered("Row", 3);
    model.ordered("Col", 3);
    model.sig("Piece", 0);
    model.child("King", "Piece", 1);
    model.child("Knight", "Piece", 2);
    model.field(
        "row",
        &["Piece", "Row"],
        ["King$0 Row$0", "Knight$0 Row$0", "Knight$1 Row$2"],
    );
    model.field(
        "col",
        &["Piece", "Col"],
        ["King$0 Col$0", "Knight$0 Col$2", "Knight$1 Col$1"],
    );
    assert_snapshot!(draw(&model));
}

#[test]
fn a_timeline_of_places() {
    let mut model = Model::new(0);
    model.ordered("State", 3);
    model.enumeration("Traveller", &["Farmer", "Fox", "Goose"]);
    model.enumeration("Bank", &["Near", "Far"]);
    let mut tuples = Vec::new();
    for (state, banks) in ["Near Near Near", "Far Near Far", "Near Near Far"]
        .iter()
        .enumerate()
    {
        for (who, bank) in ["Farmer", "Fox", "Goose"].iter().zip(banks.split(' ')) {
            tuples.push(format!("State${state} {who} {bank}"));
        }
    }
    model.field("at", &["State", "Traveller", "Bank"], tuples);
    assert_snapshot!(draw(&model));
}

#[test]
fn boards_below_one_another() {
    let mut model = Model::new(0);
    model.ordered("Row", 2);
    model.ordered("Col", 2);
    model.field(
        "lamp",
        &["Row", "Col"],
        ["Row$0 Col$0", "Row$0 Col$1", "Row$1 Col$1"],
    );
    model.enumeration("Kind", &["Grass", "Water", "Rock"]);
    let kinds = [('g', "Grass"), ('w', "Water"), ('r', "Rock")];
    model.field(
        "ground",
        &["Row", "Col", "Kind"],
        picture("", ["Row$", "Col$"], &["gw", "rg"], &kinds),
    );
    model.sig("Note", 1);
    model.field("about", &["Note", "Row"], ["Note$0 Row$1"]);
    assert_snapshot!(draw(&model));
}

#[test]
fn graphs_are_no_grids() {
    let mut model = Model::new(0);
    model.ordered("Node", 4);
    model.field(
        "edges",
        &["Node", "Node"],
        ["Node$0 Node$1", "Node$0 Node$2", "Node$2 Node$3", "Node$3 Node$0"],
    );
    assert_no_grid(&model);
}

#[test]
fn unordered_signatures_are_no_axes() {
    let mut model = Model::new(0);
    model.sig("Student", 2);
    model.sig("Course", 2);
    model.enumeration("Grade", &["Good", "Bad"]);
    let grades = picture(
        "",
        ["Student$", "Course$"],
        &["gb", "bb"],
        &[('g', "Good"), ('b', "Bad")],
    );
    model.field("grade", &["Student", "Course", "Grade"], grades);
    assert_no_grid(&model);
}

#[test]
fn attributes_are_no_grids() {
    let mut model = Model::new(4);
    model.ordered("State", 3);
    model.enumeration("Light", &["Red", "Green"]);
    model.field(
        "light",
        &["State", "Light"],
        ["State$0 Red", "State$1 Green", "State$2 Red"],
    );
    model.field(
        "count",
        &["State", "Int"],
        ["State$0 1", "State$1 2", "State$2 3"],
    );
    assert_no_grid(&model);
}

#[test]
fn houses_with_attributes_are_no_grids() {
    let mut model = Model::new(0);
    model.ordered("House", 3);
    model.enumeration("Paint", &["Red", "Green", "Blue"]);
    model.enumeration("Pet", &["Dog", "Fish", "Zebra"]);
    model.field(
        "paint",
        &["House", "Paint"],
        ["House$0 Red", "House$1 Blue", "House$2 Green"],
    );
    model.field(
        "pet",
        &["House", "Pet"],
        ["House$0 Fish", "House$1 Zebra", "House$2 Dog"],
    );
    assert_no_grid(&model);
}

#[test]
fn sequences_are_no_grids() {
    let mut model = Model::new(3);
    model.ordered("Row", 2);
    model.ordered("Col", 3);
    model.field(
        "start",
        &["Row", "seq/Int", "Col"],
        ["Row$0 0 Col$0", "Row$0 1 Col$2", "Row$1 0 Col$1"],
    );
    assert_no_grid(&model);
}

/// A relation that could be a picture, in a model that is about something else.
#[test]
fn the_lesser_part_is_not_drawn() {
    let mut model = Model::new(0);
    model.ordered("Time", 3);
    model.ordered("Event", 2);
    model.field("at", &["Time", "Event"], ["Time$0 Event$0", "Time$0 Event$1"]);
    model.sig("Node", 6);
    model.field(
        "edges",
        &["Node", "Node"],
        (0..5).map(|i| format!("Node${i} Node${}", i + 1)),
    );
    assert_no_grid(&model);
}

#[test]
fn frames_flow_to_the_width() {
    let mut model = Model::new(0);
    model.ordered("Step", 3);
    model.ordered("X", 4);
    model.ordered("Y", 3);
    model.field(
        "at",
        &["Step", "X", "Y"],
        ["Step$0 X$0 Y$0", "Step$1 X$1 Y$0", "Step$2 X$1 Y$1"],
    );
    let options = Options {
        width: 30,
        ..Options::default()
    };
    assert_snapshot!(grid(&model.display, &options));
}

/// Two marks and squares without one: three states, so no squares filled or empty.
#[test]
fn marks_on_an_open_board() {
    let mut model = Model::new(0);
    model.ordered("Board", 2);
    model.enumeration("Row", &["top", "middle", "bottom"]);
    model.enumeration("Col", &["left", "centre", "right"]);
    model.enumeration("Mark", &["X", "O"]);
    let marks = [
        "Board$0 top left X",
        "Board$0 middle centre O",
        "Board$1 top left X",
        "Board$1 middle centre O",
        "Board$1 bottom right X",
    ];
    model.field("cell", &["Board", "Row", "Col", "Mark"], marks);
    assert_snapshot!(draw(&model));
}

/// A sudoku of four, given by coordinates that are a subset of the integers, with a few squares still open.
#[test]
fn numbers_by_coordinates() {
    let mut model = Model::new(4);
    model.subset("Index", "Int", "1 2 3 4");
    model.sig("Square", 16);
    let side = |name: &'static str, at: fn(usize) -> usize| {
        (0..16).map(move |i| format!("{name}${i} {}", at(i) + 1))
    };
    model.field("row", &["Square", "Index"], side("Square", |i| i / 4));
    model.field("column", &["Square", "Index"], side("Square", |i| i % 4));
    let digits = "12.43.1221434.21";
    let filled = digits.chars().enumerate().filter(|(_, digit)| *digit != '.');
    model.field(
        "digit",
        &["Square", "Index"],
        filled.map(|(i, digit)| format!("Square${i} {digit}")),
    );
    assert_snapshot!(draw(&model));
}
