//! Data in and facts out, through the command line.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

mod program;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use program::told;

/// Standard output, standard error and status of a run in the root folder.
fn relfind(args: &[&str]) -> (String, String, i32) {
    let (status, out, err) = told(Path::new(env!("CARGO_MANIFEST_DIR")), args, "");
    (out, err, status)
}

/// A specification and a file of facts in a folder of their own; what running them gives.
fn run(model: &str, file: &str, facts: &str, flags: &[&str]) -> (String, String, i32) {
    let folder = tempfile::tempdir().unwrap();
    let (model_path, facts_path) = (folder.path().join("model.als"), folder.path().join(file));
    fs::write(&model_path, model).unwrap();
    fs::write(&facts_path, facts).unwrap();
    let mut args = vec![
        model_path.to_str().unwrap(),
        "--facts",
        facts_path.to_str().unwrap(),
    ];
    args.extend(flags);
    relfind(&args)
}

fn json(model: &str, file: &str, facts: &str, flags: &[&str]) -> serde_json::Value {
    let (out, err, _) = run(model, file, facts, &[flags, &["--format", "json"]].concat());
    serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out}{err}"))
}

// Peg solitaire ---------------------------------------------------------------

type Hole = (i64, i64);

/// The facts of a text, by name.
fn facts(text: &str) -> BTreeMap<String, Vec<Vec<String>>> {
    let mut found: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
    for fact in text.split_whitespace().filter(|word| word.ends_with(").")) {
        let (name, values) = fact.trim_end_matches(").").split_once('(').unwrap();
        let values = values.split(',').map(str::to_owned).collect();
        found.entry(name.to_owned()).or_default().push(values);
    }
    found
}

fn holes(facts: &BTreeMap<String, Vec<Vec<String>>>, name: &str) -> BTreeSet<Hole> {
    let hole = |v: &Vec<String>| (v[0].parse().unwrap(), v[1].parse().unwrap());
    facts.get(name).into_iter().flatten().map(hole).collect()
}

/// Replays the moves by the rules of the game alone; the pegs that are left.
fn replay(output: &str, input: &str) -> BTreeSet<Hole> {
    let (input, output) = (facts(input), facts(output));
    for name in ["full", "empty"] {
        assert_eq!(
            holes(&input, name),
            holes(&output, name),
            "the input facts are repeated"
        );
    }
    let times = input["time"].len();
    assert_eq!(output["time"].len(), times);
    let all: BTreeSet<Hole> = holes(&input, "full")
        .union(&holes(&input, "empty"))
        .copied()
        .collect();
    let mut pegs = holes(&input, "full");
    let mut moves: Vec<&Vec<String>> = output["move"].iter().collect();
    moves.sort_by_key(|m| m[0].parse::<i64>().unwrap());
    assert_eq!(moves.len(), times);
    for (i, m) in moves.into_iter().enumerate() {
        assert_eq!(m[0], (i + 1).to_string());
        let (x, y): Hole = (m[2].parse().unwrap(), m[3].parse().unwrap());
        let (dx, dy) = match m[1].as_str() {
            "up" => (0, -1),
            "down" => (0, 1),
            "left" => (-1, 0),
            "right" => (1, 0),
            other => panic!("{other}"),
        };
        let (over, to) = ((x + dx, y + dy), (x + 2 * dx, y + 2 * dy));
        assert!(all.contains(&to) && !pegs.contains(&to), "{m:?}");
        assert!(pegs.remove(&(x, y)) && pegs.remove(&over), "{m:?}");
        pegs.insert(to);
    }
    pegs
}

fn board(times: u32) -> String {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("models/solitaire/english.lp"))
        .unwrap();
    let mut board: String = text
        .lines()
        .filter(|line| !line.contains("time"))
        .map(|l| l.to_owned() + "\n")
        .collect();
    board += &format!("time(1..{times}).\n");
    board
}

fn solve(model: &str, board: &str) -> (String, String, i32) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.lp");
    fs::write(&path, board).unwrap();
    relfind(&[model, "--facts", path.to_str().unwrap(), "--format", "facts"])
}

#[test]
fn solitaire_answers_in_the_format_of_the_competition() {
    let board = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("models/solitaire/english.lp"))
        .unwrap();
    for model in ["models/solitaire.als", "models/solitaire_parallel.als"] {
        let (out, err, status) = relfind(&[
            model,
            "--facts",
            "models/solitaire/english.lp",
            "--format",
            "facts",
        ]);
        assert_eq!(status, 0, "{err}");
        assert_eq!(replay(&out, &board).len(), 24);
    }
}

#[test]
fn jumps_one_by_one() {
    for jumps in [1, 12, 20, 28] {
        let input = board(jumps);
        let (out, err, status) = solve("models/solitaire.als", &input);
        assert_eq!(status, 0, "{err}");
        let times: Vec<String> = (1..=jumps).map(|i| format!("time({i}).")).collect();
        let written = input.replace(&format!("time(1..{jumps})."), &times.join(" "));
        assert_eq!(replay(&out, &written).len(), 32 - jumps as usize);
    }
}

/// The hard end needs `CaDiCaL`; the solver in Rust alone has fewer jumps to find.
#[test]
fn jumps_to_the_end_leave_one_peg() {
    let jumps = if cfg!(feature = "cadical") { 31 } else { 26 };
    let input = board(jumps);
    let (out, err, status) = solve("models/solitaire_parallel.als", &input);
    assert_eq!(status, 0, "{err}");
    let times: Vec<String> = (1..=jumps).map(|i| format!("time({i}).")).collect();
    let written = input.replace(&format!("time(1..{jumps})."), &times.join(" "));
    assert_eq!(replay(&out, &written).len(), 32 - jumps as usize);
}

#[test]
fn a_hole_without_a_fact_is_named() {
    let without = board(4).replace("full(5,2).", "");
    for model in ["models/solitaire.als", "models/solitaire_parallel.als"] {
        let (out, err, status) = solve(model, &without);
        assert_eq!((out.as_str(), status), ("", 2));
        assert!(err.contains("E0716") && err.contains("x = x5, y = y2"), "{err}");
    }
}

// What data do ----------------------------------------------------------------

const PEOPLE: &str = "abstract sig Person { knows: set Person, age: lone Int }\nsig Man, Woman extends Person {}\nrun {} for 3";

#[test]
fn names_fix_a_signature() {
    let facts =
        r#"{ "Man": ["Bob"], "Person": ["Ann", "Bob"], "knows": [["Ann", "Bob"]], "age": {"Ann": 17} }"#;
    let document = json(PEOPLE, "a.json", facts, &["--count"]);
    let command = &document["commands"][0];
    // Whether Ann is a woman is all that the bounds leave open, and the declarations do not.
    assert_eq!(command["stats"]["primary_variables"], 1);
    assert_eq!(command["count"]["labelled"], 1);
    let document = json(PEOPLE, "a.json", facts, &[]);
    let instance = &document["commands"][0]["instances"][0];
    assert_eq!(instance["sigs"]["this/Woman"], serde_json::json!(["Ann"]));
    assert_eq!(
        instance["fields"]["this/Person<:knows"],
        serde_json::json!([["Ann", "Bob"]])
    );
}

#[test]
fn bounds_leave_a_choice() {
    let model = "sig Node { edge: set Node } run {} for 3";
    let facts = r#"{ "Node": ["a", "b"], "edge": { "lower": [["a", "b"]], "upper": [["a", "b"], ["b", "a"], ["b", "b"]] } }"#;
    let document = json(model, "a.json", facts, &["--count"]);
    assert_eq!(document["commands"][0]["count"]["labelled"], 4);
    // The names tell a and b apart.
    assert_eq!(document["commands"][0]["count"]["classes"], 4);
}

#[test]
fn a_number_is_a_size_and_leaves_atoms_alike() {
    let document = json(
        "sig Node { edge: set Node } run {} for 3",
        "a.json",
        r#"{ "Node": 2 }"#,
        &["--count"],
    );
    assert_eq!(document["commands"][0]["count"]["labelled"], 16);
    assert_eq!(document["commands"][0]["count"]["classes"], 10);
}

#[test]
fn the_three_formats_say_the_same() {
    let model = "sig Node { edge: Node -> Int } run {} for 3";
    let files = [
        ("edge.json", r#"{ "edge": [["a", "b", 1], ["b", "a", 2]] }"#),
        ("edge.csv", "Node,Node,Int\na,b,1\nb,a,2\n"),
        ("edge.tsv", "a\tb\t1\nb\ta\t2\n"),
        ("edge.lp", "edge(a,b,1). edge(b,a,2). % two"),
    ];
    let found: Vec<serde_json::Value> = files
        .map(|(file, text)| json(model, file, text, &[])["commands"][0]["instances"].clone())
        .into();
    assert!(found[0][0]["fields"]["this/Node<:edge"].as_array().unwrap().len() == 2);
    assert!(found.windows(2).all(|pair| pair[0] == pair[1]), "{found:?}");
}

#[test]
fn twenty_thousand_tuples_cost_no_clause() {
    let model = "sig Node { edge: set Node, weight: Node -> lone Int } fact { all n: Node | n not in n.edge } run {} for 3";
    let mut facts = String::new();
    for i in 0..20_000_u32 {
        facts += &format!("edge(n{},n{}). ", i % 400, (i % 400 + 1 + i / 400) % 400);
    }
    facts += "#defined weight/3.";
    let document = json(model, "edges.lp", &facts, &[]);
    let command = &document["commands"][0];
    assert_eq!(command["verdict"], "sat", "{}", command["diagnostics"]);
    assert_eq!(command["stats"]["primary_variables"], 0);
    assert_eq!(command["stats"]["clauses"], 0);
    assert_eq!(
        command["instances"][0]["fields"]["this/Node<:edge"]
            .as_array()
            .unwrap()
            .len(),
        20_000
    );
}
