//! Flags that would do nothing beside others are refused, and documents do not stand end to end.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

mod program;

use program::{folder, told};

const MODEL: &str = "sig A { f: set A }
fun g: set A { f.A }
run a { some f } for 2
run b { no f } for 2
";

/// Each is refused with a message that has these words.
#[test]
fn flags_without_effect_are_refused() {
    let folder = folder(&[("m.als", MODEL), ("f.csv", "x,y\n")]);
    let cases: [(&str, &str); 13] = [
        (
            "--show f",
            "`--show` says what `--format facts` and `--format csv` write",
        ),
        ("--show f --format json", "relfind eval FILE -e EXPR"),
        ("--facts-format json", "--facts <[NAME=]FILE>"),
        (
            "--check --enumerate 3",
            "'--check' cannot be used with '--enumerate",
        ),
        ("--check --count", "'--check' cannot be used with '--count'"),
        (
            "--list --enumerate all",
            "'--list' cannot be used with '--enumerate",
        ),
        ("--list --count", "'--list' cannot be used with '--count'"),
        ("--list --check", "'--list' cannot be used with '--check'"),
        (
            "--format svg --enumerate 2",
            "--output DIR, which gets a file for each, or --enumerate 1",
        ),
        ("--format xml --enumerate all", "`--format xml` is one document"),
        (
            "--format xml -c a -c b",
            "--output DIR, which gets a file for each, or one command",
        ),
        ("--format svg -c *", "`--format svg` is one document"),
        (
            "--format xml --scopes 1..2",
            "--output DIR, which gets a file for each, or --scope",
        ),
    ];
    for (flags, words) in cases {
        let args: Vec<&str> = ["m.als"].into_iter().chain(flags.split(' ')).collect();
        let (status, out, err) = told(folder.path(), &args, "");
        assert_eq!(status, 2, "{flags}: {out}{err}");
        assert!(!out.contains("instance found"), "{flags}: {out}");
        assert!(err.contains(words), "{flags}: {err}");
    }
}

#[test]
fn flags_with_an_effect_are_not() {
    let folder = folder(&[("m.als", MODEL), ("f.dat", "f(x,y).\n")]);
    let cases = [
        "--show f --format facts",
        "--show g --format csv --output tables",
        "--facts f.dat --facts-format facts -c a",
        "--format dot --enumerate 2",
        "--format svg --enumerate 2 --output pictures",
        "--format xml --enumerate 1",
        "--list --format svg",
    ];
    for flags in cases {
        let args: Vec<&str> = ["m.als"].into_iter().chain(flags.split(' ')).collect();
        let (status, _, err) = told(folder.path(), &args, "");
        assert_eq!(status, 0, "{flags}: {err}");
    }
}

/// What is printed is one document: of the first command, if no other is named.
#[test]
fn a_document_is_one() {
    let folder = folder(&[("m.als", MODEL)]);
    for (format, end) in [("svg", "</svg>"), ("xml", "</alloy>")] {
        for command in ["a", "b"] {
            let (_, named, _) = told(folder.path(), &["m.als", "--format", format, "-c", command], "");
            assert_eq!(named.matches(end).count(), 1);
            let (_, first, _) = told(folder.path(), &["m.als", "--format", format], "");
            assert_eq!(first == named, command == "a");
        }
    }
}

/// Instances as facts are told apart by comments, where there may be several.
#[test]
fn facts_of_several_instances_are_numbered() {
    let folder = folder(&[("m.als", MODEL)]);
    let facts = |flags: &[&str]| {
        let (status, out, err) = told(
            folder.path(),
            &[&["m.als", "--format", "facts"], flags].concat(),
            "",
        );
        assert_eq!(status, 0, "{err}");
        out
    };
    let comments = |text: &str| -> Vec<String> {
        text.lines()
            .filter(|line| line.starts_with('%'))
            .map(str::to_owned)
            .collect()
    };
    assert_eq!(comments(&facts(&[])), [""; 0]);
    assert_eq!(
        comments(&facts(&["--enumerate", "2"])),
        ["% a: instance 1", "% a: instance 2"]
    );
    assert_eq!(
        comments(&facts(&["-c", "a", "-c", "b"])),
        ["% a: instance 1", "% b: instance 1"]
    );
    // What is written so is read as facts again.
    std::fs::write(folder.path().join("two.lp"), facts(&["--enumerate", "2"])).unwrap();
    let (status, _, err) = told(folder.path(), &["m.als", "--facts", "two.lp", "-c", "a"], "");
    assert_eq!(status, 0, "{err}");
}

/// A limit of memory counts for commands that are done before the watch looks for the first time.
#[test]
fn memory_is_limited_for_small_commands_too() {
    let folder = folder(&[("m.als", MODEL)]);
    let (status, out, _) = told(folder.path(), &["m.als", "--memory", "1"], "");
    assert_eq!(status, 3);
    assert_eq!(
        out.matches("unknown: the memory limit was reached; give more with --memory")
            .count(),
        2,
        "{out}"
    );
    let (status, _, err) = told(folder.path(), &["eval", "m.als", "--memory", "1", "-e", "A"], "");
    assert_eq!(status, 3, "{err}");
    let (_, out, err) = told(folder.path(), &["repl", "m.als", "--memory", "1"], "A\n");
    assert!(out.contains("the memory limit was reached"), "{out}{err}");
    let (status, out, err) = told(folder.path(), &["m.als", "--memory", "1000"], "");
    assert_eq!(status, 0, "{out}{err}");
}
