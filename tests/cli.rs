//! The command line as scripts see it: output, exit status, messages.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

mod program;

use std::{path::Path, process::Output};

/// A folder of its own for each test.
fn folder() -> tempfile::TempDir {
    program::folder(&[])
}

fn relfind(folder: &Path, args: &[&str]) -> Output {
    program::relfind(folder, args, "")
}

fn with_input(args: &[&str], input: &str) -> Output {
    program::relfind(Path::new("."), args, input)
}

fn transcript(folder: &Path, args: &[&str]) -> String {
    program::transcript(folder, args, "")
}

fn status(folder: &Path, args: &[&str]) -> i32 {
    relfind(folder, args).status.code().unwrap()
}

const FRIENDS: &str = "sig Person { knows: set Person }
fact { all p: Person | p not in p.knows }
popular: run { some p: Person | p.knows = Person - p and some p.knows } for 3
assert Mutual { all p, q: Person | q in p.knows => p in q.knows }
check Mutual for 4
assert NotSelf { no p: Person | p in p.knows }
check NotSelf for 4
";

fn friends() -> tempfile::TempDir {
    let folder = folder();
    std::fs::write(folder.path().join("friends.als"), FRIENDS).unwrap();
    folder
}

#[test]
fn runs_all_commands_in_order() {
    insta::assert_snapshot!(transcript(friends().path(), &["friends.als"]));
}

#[test]
fn picks_commands_by_label_number_and_pattern() {
    let folder = friends();
    for pattern in ["popular", "0", "pop*", "p?pular"] {
        let output = relfind(folder.path(), &["-q", "-c", pattern, "friends.als"]);
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(text, "0  run popular for 3\n   instance found\n", "{pattern}");
    }
    insta::assert_snapshot!(transcript(folder.path(), &["friends.als", "-c", "nobody"]));
    insta::assert_snapshot!(transcript(folder.path(), &["friends.als", "-c", "7"]));
}

#[test]
fn options_may_stand_before_or_after_the_file() {
    let folder = friends();
    let before = relfind(folder.path(), &["--scope", "2", "-q", "friends.als"]);
    let after = relfind(folder.path(), &["friends.als", "-q", "--scope", "2"]);
    assert_eq!(before.stdout, after.stdout);
}

#[test]
fn lists_commands_without_running_them() {
    insta::assert_snapshot!(transcript(friends().path(), &["--list", "friends.als"]));
}

#[test]
fn loads_only() {
    assert_eq!(
        transcript(friends().path(), &["--check", "friends.als"]),
        "$ relfind --check friends.als\n--- status 0\n"
    );
}

#[test]
fn reads_standard_input() {
    let output = with_input(&["-q", "-"], "sig A {} run { some A }");
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        "0  run run$1\n   instance found\n"
    );
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn the_status_says_what_came_of_it() {
    let folder = folder();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let status = |args: &[&str]| status(folder.path(), args);
    write("sat.als", "sig A {} run { some A }");
    assert_eq!(status(&["sat.als"]), 0);
    write("unsat.als", "sig A {} run { some A and no A }");
    assert_eq!(status(&["unsat.als"]), 1);
    write("valid.als", "sig A {} check { no A or some A }");
    assert_eq!(status(&["valid.als"]), 0);
    write("invalid.als", "sig A {} check { some A }");
    assert_eq!(status(&["invalid.als"]), 1);
    write(
        "expected.als",
        "sig A {} run { some A and no A } expect 0 check { some A } expect 1",
    );
    assert_eq!(status(&["expected.als"]), 0);
    write("unexpected.als", "sig A {} run { some A } expect 0");
    assert_eq!(status(&["unexpected.als"]), 1);
    write("wrong.als", "sig A { run");
    assert_eq!(status(&["wrong.als"]), 2);
    // The first of 2, 3, 1, 0 that occurs.
    write(
        "mixed.als",
        "sig A {} sig B { f: A } run { some A and no A } run { all s: set A->A->A | some s } for 5",
    );
    assert_eq!(status(&["mixed.als"]), 2);
    let hard = "open util/ordering[P] sig P {} sig H { of: set P } \
                run { P in H.of and all h: H | one h.of and #H < #P } for exactly 13 P, exactly 12 H, 6 Int";
    write("hard.als", hard);
    assert_eq!(status(&["--timeout", "0.001", "hard.als"]), 3);
}

#[test]
fn what_cannot_be_read_is_said() {
    let folder = folder();
    let at = folder.path();
    insta::assert_snapshot!(transcript(at, &["missing.als"]));
    insta::assert_snapshot!(transcript(at, &["."]));
    std::fs::write(at.join("latin1.als"), b"sig A {} // caf\xe9").unwrap();
    insta::assert_snapshot!(transcript(at, &["latin1.als"]));
    std::fs::write(at.join("empty.als"), "").unwrap();
    insta::assert_snapshot!(transcript(at, &["empty.als"]));
    std::fs::write(
        at.join("wrong.als"),
        "sig A { f: set B }\nrun { some g }\nfact { no f = f }\n",
    )
    .unwrap();
    insta::assert_snapshot!(transcript(at, &["wrong.als"]));
    let nested = format!(
        "sig A {{}} run {{ {}some A{} }}",
        "(".repeat(10_000),
        ")".repeat(10_000)
    );
    std::fs::write(at.join("nested.als"), nested).unwrap();
    assert_eq!(status(at, &["nested.als"]), 2);
}

#[test]
fn odd_scopes_have_answers() {
    let folder = friends();
    let at = folder.path();
    insta::assert_snapshot!(transcript(at, &["friends.als", "--scope", "0"]));
    insta::assert_snapshot!(transcript(at, &["friends.als", "--scope", "-1"]));
    insta::assert_snapshot!(transcript(at, &["friends.als", "-c", "0", "--scope", "1000000"]));
    insta::assert_snapshot!(transcript(at, &["friends.als", "--bitwidth", "31"]));
}

#[test]
fn json_is_one_document_whatever_happens() {
    let folder = friends();
    let at = folder.path();
    let json = |args: &[&str]| -> serde_json::Value {
        let output = relfind(at, &[&["--format", "json"], args].concat());
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let mut document = json(&["friends.als"]);
    for command in document["commands"].as_array_mut().unwrap() {
        command["stats"]["translate_ms"] = "time".into();
        command["stats"]["solve_ms"] = "time".into();
    }
    insta::assert_snapshot!(format!("{document:#}"));
    std::fs::write(at.join("wrong.als"), "sig A {} run { some b }").unwrap();
    insta::assert_snapshot!(format!("{:#}", json(&["wrong.als"])));
    insta::assert_snapshot!(format!("{:#}", json(&["missing.als"])));
}

#[test]
fn counts_and_enumerates() {
    let folder = folder();
    let at = folder.path();
    std::fs::write(at.join("set.als"), "one sig A, B {} sig S in A + B {} run {}").unwrap();
    let output = relfind(at, &["--count", "--format", "json", "set.als"]);
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["commands"][0]["count"]["labelled"], 4);
    assert_eq!(document["commands"][0]["count"]["complete"], true);
    let output = relfind(at, &["--enumerate", "all", "--format", "json", "set.als"]);
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["commands"][0]["instances"].as_array().unwrap().len(), 4);
}

#[test]
fn slips_on_the_command_line_are_named() {
    let folder = folder();
    let at = folder.path();
    std::fs::write(at.join("a.als"), "run {}").unwrap();
    for (args, said) in [
        (
            &["--timeout", "-1", "a.als"][..],
            "a number of seconds greater than 0",
        ),
        (
            &["--enumerate", "-1", "a.als"],
            "a number of at least 1, or `all`",
        ),
        (
            &["a.als", "b.als"],
            "one file at a time is read, and `b.als` is a second one",
        ),
        (&["--count", "--enumerate", "2", "a.als"], "cannot be used with"),
    ] {
        let output = relfind(at, args);
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(err.contains(said), "{args:?}: {err}");
    }
}

#[test]
fn a_folder_is_no_module() {
    let folder = folder();
    let at = folder.path();
    std::fs::create_dir(at.join("lib")).unwrap();
    std::fs::write(at.join("a.als"), "open lib\nrun {}").unwrap();
    let err = String::from_utf8(relfind(at, &["a.als"]).stderr).unwrap();
    assert!(err.contains("`lib` is no module: it is a directory"), "{err}");
}

#[test]
fn standard_input_has_one_name() {
    let output = with_input(&["--format", "json", "-"], "sig A {} run { some b }");
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["file"], "<stdin>");
    assert_eq!(document["diagnostics"][0]["file"], "<stdin>");
}

#[test]
fn every_stage_can_be_dumped() {
    let folder = folder();
    let at = folder.path();
    std::fs::write(at.join("set.als"), "sig A { f: lone A } run { some f } for 2").unwrap();
    for stage in ["tokens", "ast", "types", "problem", "circuit", "cnf"] {
        insta::assert_snapshot!(
            format!("dump_{stage}"),
            transcript(at, &["dump", "--stage", stage, "set.als"])
        );
    }
}

#[test]
fn commands_over_time_are_refused_but_load() {
    let folder = folder();
    let at = folder.path();
    std::fs::write(at.join("time.als"), "var sig A {}\nrun { always some A }\n").unwrap();
    assert_eq!(status(at, &["--check", "time.als"]), 0);
    insta::assert_snapshot!(transcript(at, &["time.als"]));
}

#[test]
fn scopes_are_shown_with_their_reasons() {
    let folder = folder();
    let at = folder.path();
    let text = "open util/ordering[State]
abstract sig Animal {}
sig Cat, Dog extends Animal {}
one sig Rex extends Dog {}
sig Big in Animal {}
sig State { on: set Animal }
run {} for 3 but 2 Cat
grow: run {} for 1..3 State, 4 Animal
bad: run {} for 2 State
";
    std::fs::write(at.join("scopes.als"), text).unwrap();
    insta::assert_snapshot!(transcript(at, &["scopes", "scopes.als"]));
    insta::assert_snapshot!(transcript(
        at,
        &["scopes", "-c", "0", "--scope", "5", "scopes.als"]
    ));
    let output = relfind(at, &["scopes", "--format", "json", "-c", "grow", "scopes.als"]);
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let command = &document["commands"][0];
    assert_eq!(command["label"], "grow");
    assert_eq!(command["scope"]["sigs"]["this/State"]["scope"], 1);
    assert_eq!(command["last_scope"]["sigs"]["this/State"]["scope"], 3);
    assert_eq!(
        command["scope"]["sigs"]["this/State"]["why"],
        "given; exact by an ordering"
    );
}

#[test]
fn codes_are_explained() {
    let folder = folder();
    let at = folder.path();
    insta::assert_snapshot!(transcript(at, &["explain", "e0301"]));
    insta::assert_snapshot!(transcript(at, &["explain", "E0308"]));
    assert_eq!(status(at, &["explain"]), 0);
}

#[test]
fn warnings_can_be_denied() {
    let folder = folder();
    let at = folder.path();
    std::fs::write(at.join("unused.als"), "sig A {}\nrun { all a: A | some A }\n").unwrap();
    std::fs::write(
        at.join("small.als"),
        "sig A { v: Int }\nrun { some A or 20 in A.v }\n",
    )
    .unwrap();
    std::fs::write(at.join("fine.als"), "sig A {}\nrun { some A }\n").unwrap();
    for (file, denied) in [("unused.als", 2), ("small.als", 2), ("fine.als", 0)] {
        assert_eq!(status(at, &[file]), 0, "{file}");
        assert_eq!(status(at, &["--deny-warnings", file]), denied, "{file}");
    }
    assert_eq!(status(at, &["--deny-warnings", "--check", "unused.als"]), 2);
    insta::assert_snapshot!(transcript(
        at,
        &["--deny-warnings", "--format", "none", "unused.als"]
    ));
}

#[test]
fn what_changes_is_marked() {
    let folder = folder();
    let at = folder.path();
    std::fs::write(at.join("set.als"), "sig N {} run {} for 2").unwrap();
    let output = relfind(at, &["--enumerate", "all", "--format", "json", "set.als"]);
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let instances = document["commands"][0]["instances"].as_array().unwrap();
    assert_eq!(instances.len(), 3);
    assert!(instances[0].get("changed").is_none());
    for pair in instances.windows(2) {
        let [before, now] = [&pair[0], &pair[1]].map(|i| i["sigs"]["this/N"].as_array().unwrap().len());
        let changed = &pair[1]["changed"]["this/N"];
        let [added, removed] = ["added", "removed"].map(|key| changed[key].as_array().unwrap().len());
        assert_eq!(before + added, now + removed);
        assert!(added + removed > 0);
    }
    let text = relfind(at, &["--enumerate", "all", "set.als"]);
    let text = String::from_utf8(text.stdout).unwrap();
    assert_eq!(text.matches("changed from ").count(), 2, "{text}");
}

/// What is written to a folder in two goes is what there is: 25 maps of at most three atoms to themselves, but for names (counted by Burnside's lemma
/// by hand: 1, 2, 6 and 16 of those on 0, 1, 2 and 3 atoms).
#[test]
fn a_folder_of_instances_is_continued() {
    let folder = folder();
    let at = folder.path();
    std::fs::write(at.join("map.als"), "sig A { r: lone A } maps: run {} for 3").unwrap();
    let write = |flags: &[&str]| {
        let fixed = ["--output", "found", "--format", "json", "map.als"];
        status(at, &[flags, &fixed].concat())
    };
    let files = || std::fs::read_dir(at.join("found")).unwrap().count() - 1;
    assert_eq!(write(&["--enumerate", "5"]), 0);
    assert_eq!(files(), 5);
    assert_eq!(write(&["--enumerate", "5"]), 2, "nothing is overwritten unasked");
    assert_eq!(write(&["--enumerate", "all", "--continue"]), 0);
    assert_eq!(files(), 25);
    assert!(at.join("found/receipt.json").is_file());
    assert!(at.join("found/maps-025.json").is_file());
    assert_eq!(write(&["--enumerate", "2", "--force"]), 0);
    assert_eq!(files(), 2);
}

#[test]
fn a_folder_is_continued_only_by_what_began_it() {
    let folder = folder();
    let at = folder.path();
    let specification = "sig A { r: lone A } maps: run {} for 3 more: run { some r } for 3";
    std::fs::write(at.join("map.als"), specification).unwrap();
    std::fs::write(at.join("set.als"), "sig A { s: set A } sets: run {} for 2").unwrap();
    let write = |flags: &[&str]| {
        let fixed = ["--output", "found", "--format", "json", "--enumerate", "2"];
        let output = relfind(at, &[flags, &fixed].concat());
        let said = String::from_utf8(output.stderr).unwrap();
        (output.status.code().unwrap(), said)
    };
    let maps = ["map.als", "-c", "maps"];
    assert_eq!(write(&maps).0, 0);
    let refused = |flags: &[&str], words: &str| {
        let (status, said) = write(&[flags, &["--continue"]].concat());
        assert_eq!(status, 2, "{said}");
        assert!(said.contains(words), "{said}");
        assert!(said.contains("another folder, or --force"), "{said}");
    };
    refused(&["set.als"], "another specification");
    refused(&["map.als", "-c", "more"], "the commands `maps`");
    refused(&["map.als", "-c", "maps", "--overflow", "wrap"], "`noOverflow`");
    assert_eq!(write(&[&maps[..], &["--continue"]].concat()).0, 0);
    std::fs::write(at.join("map.als"), specification.replace("lone", "set")).unwrap();
    refused(&maps, "another specification");
    std::fs::write(at.join("found/maps.txt"), "a note").unwrap();
    assert_eq!(write(&["set.als", "--force"]).0, 0);
    let names = std::fs::read_dir(at.join("found")).unwrap();
    let mut names: Vec<_> = names.map(|name| name.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(
        names,
        ["maps.txt", "receipt.json", "sets-001.json", "sets-002.json"]
    );
}

#[test]
fn an_enumeration_says_whether_it_is_whole() {
    let folder = folder();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    // More instances than anyone can go through.
    write("many.als", "sig A { r: set A } run {} for exactly 7 A");
    write("few.als", "sig A {} run {} for 3");
    let run = |file: &str, format: &str| {
        let args = [
            file,
            "--enumerate",
            "all",
            "--timeout",
            "2",
            "--quiet",
            "--format",
            format,
        ];
        String::from_utf8(relfind(folder.path(), &args).stdout).unwrap()
    };
    let words = "there may be more instances: the time limit was reached";
    assert!(run("many.als", "none").contains(words));
    assert!(!run("few.als", "none").contains("there may be more"));
    let complete = |file: &str| {
        let document: serde_json::Value = serde_json::from_str(&run(file, "json")).unwrap();
        document["commands"][0]["complete"].clone()
    };
    assert_eq!(complete("few.als"), true);
    assert_eq!(complete("many.als"), false);
}

#[test]
fn counts_are_told_in_words_or_json_only() {
    let folder = folder();
    std::fs::write(folder.path().join("a.als"), "sig A {} run {} for 3").unwrap();
    for format in ["svg", "dot", "facts", "xml"] {
        let args = ["a.als", "--count", "--format", format];
        assert_eq!(status(folder.path(), &args), 2, "{format}");
    }
}
