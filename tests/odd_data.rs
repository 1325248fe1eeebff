//! Odd files of facts: each is read, or refused with its place and a way out.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

mod program;

use std::fs;

use program::{folder, told};

const MODEL: &str = "sig Person { knows: set Person, age: lone Int }
one sig Board { full: Int -> Int }
enum Colour { Red, Green }
run { some Person } for 4
";

/// What a run with a file of facts says; without pictures.
fn run(file: &str, data: &[u8], flags: &[&str]) -> String {
    let folder = folder(&[("model.als", MODEL)]);
    fs::write(folder.path().join(file), data).unwrap();
    let args = [&["model.als", "--format", "none", "--facts", file], flags].concat();
    let (status, out, err) = told(folder.path(), &args, "");
    let data = String::from_utf8_lossy(data).into_owned();
    let shown: String = data.chars().take(60).collect();
    format!(
        "## {file} {}: {shown:?}, status {status}\n{out}{err}",
        flags.join(" ")
    )
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let deep = "[".repeat(3000);
    let files: [(&str, &str, &[&str]); 28] = [
        ("arity.lp", "knows(ann).", &[]),
        ("unknown.lp", "nows(ann,bob).", &[]),
        ("names.lp", "person(ann).\r\nknows(ann,bob).\r\n", &[]),
        ("huge.lp", "age(ann,99999999999999999999).", &[]),
        ("large.lp", "age(ann,3).\nage(bob,2147483648).", &[]),
        ("narrow.lp", "age(ann,100).", &["--bitwidth", "4"]),
        ("rule.lp", "person(X) :- foo(X).", &[]),
        ("term.lp", "person(f(x)).", &[]),
        ("unclosed.lp", "person(\"ann).\n", &[]),
        ("comma.lp", "knows(ann bob).", &[]),
        ("long.lp", "age(ann,1..999999999).", &[]),
        ("colour.lp", "colour(7).", &[]),
        ("empty.json", "", &[]),
        ("cut_off.json", "{ \"Person\": [\"ann\",", &[]),
        ("list.json", "[1, 2]", &[]),
        ("nested.json", "{\"knows\": [[[\"ann\"], \"bob\"]]}", &[]),
        ("deep.json", &deep, &[]),
        ("comma.json", "{\"Person\": [\"ann\",]}", &[]),
        ("comment.json", "{\"Person\": [\"ann\"] // all\n}", &[]),
        ("fraction.json", "{\"Person\": 3.5}", &[]),
        ("negative.json", "{\"Person\": -1}", &[]),
        ("null.json", "{\"knows\": null}", &[]),
        ("one.json", "{\"Board\": 2}", &[]),
        ("bare.json", "{Person: []}", &[]),
        ("other.csv", "ann,bob\n", &[]),
        ("knows.csv", "ann;bob\n", &[]),
        ("knows.csv", "ann,\"bob\nx", &[]),
        ("empty.xml", "", &[]),
    ];
    let mut all: Vec<String> = files
        .iter()
        .map(|(file, data, flags)| run(file, data.as_bytes(), flags))
        .collect();
    all.push(run("bytes.lp", b"\xff\xfe\x00", &[]));
    insta::assert_snapshot!(all.join("\n"));
}

#[test]
fn what_is_odd_but_clear_is_read() {
    let files = [
        ("bom.lp", "\u{feff}person(ann)."),
        ("bom.json", "\u{feff}{\"Person\": [\"ann\"]}"),
        ("Person.csv", "\u{feff}ann\r\nbob\r\n"),
        ("knows.csv", "\"a, b\",\"c \"\"d\"\"\"\n\n# a comment\nx,y"),
        ("words.lp", "% all\nperson(ann). %* block\n*% person(bob)."),
        ("signs.lp", "person(\"Zoë\"). person(\"日本\")."),
        ("signs.json", "{\"Person\": [\"Zo\\u00eb\", \"\u{1f600}\"]}"),
        ("numbers.lp", "age(ann,100). age(bob,-5)."),
        ("empty.lp", ""),
        ("knows.csv", ""),
        ("twice.json", "{\"Person\": [\"ann\"], \"Person\": [\"bob\"]}"),
    ];
    for (file, data) in files {
        let said = run(file, data.as_bytes(), &[]);
        assert!(
            said.contains("instance found") && said.contains("status 0"),
            "{said}"
        );
    }
}

/// What was read to go on with is no part of what is written then.
#[test]
fn xml_that_goes_on_has_the_sources_of_the_specification() {
    let folder = folder(&[("model.als", "sig A { f: set A }\nrun show {} for 3\n")]);
    let go_on = |folder_name: &str, flags: &[&str]| {
        let fixed = ["model.als", "-q", "--format", "xml", "--output", folder_name];
        let (status, _, err) = told(folder.path(), &[&fixed, flags].concat(), "");
        assert_eq!(status, 0, "{err}");
    };
    go_on("all", &["--enumerate", "all"]);
    go_on("parts", &["--enumerate", "5"]);
    go_on("parts", &["--enumerate", "20", "--continue"]);
    go_on("parts", &["--enumerate", "all", "--continue"]);
    let texts = |name: &str| {
        let mut texts: Vec<String> = fs::read_dir(folder.path().join(name))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|end| end == "xml"))
            .map(|path| fs::read_to_string(path).unwrap())
            .collect();
        texts.sort();
        texts
    };
    let (all, parts) = (texts("all"), texts("parts"));
    assert!(all.len() > 50);
    assert_eq!(all, parts);
}
