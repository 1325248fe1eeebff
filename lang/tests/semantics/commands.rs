//! Commands: goals, labels, scopes.

use relfind_lang::dump;
use relfind_lang::typed::Goal;

use crate::{error, load_with, world};

/// The commands of a text, one a line.
fn commands(text: &str) -> Vec<String> {
    let dump = dump::world(&world(text), |_| false);
    dump.lines().map(str::to_owned).collect()
}

#[test]
fn labels() {
    let text = "pred p {} assert a {} sig A {}
        run p\nrun label p\nlabel2: run p\nrun {}\ncheck a\ncheck l { some A }\ncheck {}";
    let expected = [
        "(run p this/p)",
        "(run label this/p)",
        "(run label2 this/p)",
        "(run run$4 this/run$4)",
        "(check a a)",
        "(check l check$6)",
        "(check check$7 check$7)",
    ];
    assert_eq!(commands(text), expected);
}

#[test]
fn a_file_without_commands_has_one() {
    assert_eq!(commands("sig A {}"), ["(run Default this/$$Default)"]);
}

#[test]
fn scopes() {
    let text = "sig A, B {} run {} for 3\nrun {} for 3 but exactly 2 A, 4 int, 3 seq expect 1
        run {} for 1..3 A, 2 B\nrun {} for 2..2 A, 1.. B\nrun {} for 4 but 1..5:2 A expect 0
        run {} for exactly 2 String, 3 A, 3 B\nrun {} for 3 but 5 steps\nrun {} for 3 but exactly 5 steps
        run {} for 3 but 2..4 steps\nrun {} for 3 but 1.. steps";
    let expected = [
        "(run run$1 this/run$1 for 3)",
        "(run run$2 this/run$2 for 3 exactly 2 this/A 4 int 3 seq expect 1)",
        "(run run$3 this/run$3 1..3 this/A 2 this/B)",
        "(run run$4 this/run$4 exactly 2 this/A 1.. this/B)",
        "(run run$5 this/run$5 for 4 1..5:2 this/A expect 0)",
        "(run run$6 this/run$6 3 this/A 3 this/B 2 String)",
        "(run run$7 this/run$7 for 3 1..5 steps)",
        "(run run$8 this/run$8 for 3 5..5 steps)",
        "(run run$9 this/run$9 for 3 2..4 steps)",
        "(run run$10 this/run$10 for 3 1.. steps)",
    ];
    assert_eq!(commands(text), expected);
}

#[test]
fn a_chain_is_its_last_command() {
    let text = "sig A {} run {} for 1 A => run { some A } for 2 A\nrun {}";
    let expected = ["(run run$2 this/run$2 2 this/A)", "(run run$3 this/run$3)"];
    assert_eq!(commands(text), expected);
}

#[test]
fn goals_are_own_names_first() {
    let files = [("lib.als", "pred p {} pred only {} assert a {}")];
    let loaded = load_with("open lib\npred p {}\nrun p\nrun only\ncheck a\nrun lib/p", &files);
    let world = loaded.world.unwrap();
    let labels: Vec<&str> = world
        .commands
        .iter()
        .map(|c| match c.goal {
            Goal::Run(func) => world.func(func).label.as_str(),
            Goal::Check(assert) => world.asserts[assert.index()].name.as_str(),
        })
        .collect();
    assert_eq!(labels, ["this/p", "lib/only", "a", "lib/p"]);
}

#[test]
fn only_the_commands_of_the_root_count() {
    let loaded = load_with("open lib", &[("lib.als", "run { some Int }\ncheck {}")]);
    assert_eq!(loaded.world.unwrap().commands.len(), 1);
}

#[test]
fn wrong_goals() {
    assert_eq!(error("run p"), ("E0330", 1));
    assert_eq!(error("assert x {}\nrun x"), ("E0330", 2));
    assert_eq!(error("pred x {}\ncheck x"), ("E0330", 2));
    assert_eq!(error("open util/ordering[A]\nsig A {}\nrun lt"), ("E0331", 3));
    assert_eq!(error("pred p {} pred p[x: univ] { some x }\nrun p"), ("E0331", 2));
}

#[test]
fn wrong_scopes() {
    assert_eq!(error("run {}\nfor 2 B"), ("E0301", 2));
    assert_eq!(error("var sig A {} run {}\nfor exactly 2 A"), ("E0612", 2));
    assert_eq!(
        error("var sig A {} var sig B extends A {} run {}\nfor 2 A, 1 B"),
        ("E0612", 2)
    );
    assert_eq!(error("sig A {} run {}\nfor 3..2 A"), ("E0607", 2));
}

#[test]
fn what_only_solving_can_tell_is_left_to_it() {
    world("sig A {} sig B in A {} run {} for 2 B\nrun {} for 3 but 2 A, 3 A\nrun {} for 1 Int");
}
