//! Expressions asked of instances, through the library and with `relfind eval`.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

mod program;

use relfind::{
    Answer, Found, Questions, RunLimits, RunOptions, Session, Value, files::DiskLoader, relational::Overflow,
    viz,
};

const FAMILY: &str = "abstract sig Person { parents: set Person, age: one Int }
sig Woman, Man extends Person {}
one sig Eve extends Woman {}
fact { no p: Person | p in p.^parents  Person.age = 3 }
pred grown[p: Person] { p.age > 2 }
fun children[p: Person]: set Person { parents.p }
run some_son { some m: Man | m.parents = Eve } for exactly 2 Person
run nobody { no Person }
";

/// The first instance of the first command, and how to ask it.
struct Asked {
    session: Session,
    found: Found,
    questions: Questions,
}

impl Asked {
    fn new(text: &str, options: &RunOptions) -> Self {
        let session = Session::load("test.als", text, &mut DiskLoader).unwrap();
        let mut run = session.run(0, options, &RunLimits::default()).ok().unwrap();
        let found = run.next_found().ok().unwrap().unwrap();
        let questions = Questions::new(run.lowered(), &run.translation().bounds, run.lower_options());
        drop(run);
        Self {
            session,
            found,
            questions,
        }
    }

    fn ask(&mut self, text: &str) -> Answer {
        let answer = self.questions.ask(&self.session, &self.found, text, &[]);
        answer.unwrap_or_else(|bad| panic!("{text}: {:?}", bad.diagnostics))
    }

    /// The value as it is shown.
    fn value(&mut self, text: &str) -> String {
        match self.ask(text).value {
            Value::Truth(truth) => truth.to_string(),
            Value::Int(value) => value.to_string(),
            Value::Tuples { tuples, .. } => {
                viz::tuples(&self.found.display, &tuples, &viz::Options::default())
            }
            Value::Overflow { bitwidth } => format!("overflow {bitwidth}"),
        }
    }

    /// The codes of what is wrong with an expression.
    fn wrong(&mut self, text: &str) -> Vec<&'static str> {
        let bad = self
            .questions
            .ask(&self.session, &self.found, text, &[])
            .unwrap_err();
        let errors = bad.diagnostics.iter().filter(|d| d.is_error());
        errors.map(|d| d.code).collect()
    }
}

#[test]
fn formulas_integers_sets_and_relations_have_values() {
    let mut asked = Asked::new(FAMILY, &RunOptions::default());
    for (text, value) in [
        ("Person", "{Eve, Man$0}"),
        ("parents", "{Man$0->Eve}"),
        ("~parents", "{Eve->Man$0}"),
        ("#Person", "2"),
        ("Man$0.parents", "{Eve}"),
        ("Eve$0.children", "{Man$0}"),
        ("$some_son_m", "{Man$0}"),
        ("$some_son_m.parents in Woman", "true"),
        ("all p: Person | grown[p]", "true"),
        ("some Person.parents.parents", "false"),
        ("{p: Person, n: Int | n = p.age}", "{Eve->3, Man$0->3}"),
        ("sum p: Person | p.age", "6"),
        ("let x = Eve | x.age", "{3}"),
        ("none", "{}"),
        ("Eve in Man => 1 else 2", "{2}"),
        ("some Eve  no Man", "false"),
        ("3.plus[4]", "{7}"),
    ] {
        assert_eq!(asked.value(text), value, "{text}");
    }
}

#[test]
fn overflow_is_flagged_or_wraps() {
    let mut asked = Asked::new(FAMILY, &RunOptions::default());
    assert_eq!(asked.value("7.plus[1]"), "overflow 4");
    assert_eq!(asked.value("7.plus[1] > 0"), "overflow 4");
    assert_eq!(asked.value("8"), "overflow 4");
    let mut options = RunOptions::default();
    options.lower.overflow = Overflow::Wrap;
    assert_eq!(Asked::new(FAMILY, &options).value("7.plus[1]"), "{-8}");
}

#[test]
fn what_cannot_be_asked_says_why() {
    let mut asked = Asked::new(FAMILY, &RunOptions::default());
    assert_eq!(asked.wrong("Persn"), ["E0301"]);
    assert_eq!(asked.wrong("Man$7"), ["E0301"]);
    assert_eq!(asked.wrong("parents + Person"), ["E0402"]);
    assert_eq!(asked.wrong("some ("), ["E0202"]);
    assert_eq!(asked.wrong(""), ["E0201"]);
    assert_eq!(asked.wrong("\"nobody\""), ["E0620"]);
    assert_eq!(asked.wrong("before some Man"), ["E0640"]);
    let large = ["univ"; 12].join("->");
    assert_eq!(asked.wrong(&large), ["E0621"]);
    // The next question is answered as if nothing had happened.
    assert_eq!(asked.value("#Man"), "1");
}

#[test]
fn answers_can_have_names() {
    let mut asked = Asked::new(FAMILY, &RunOptions::default());
    let sons = asked.ask("Eve.children").named("sons").unwrap();
    let two = asked.ask("#Person").named("two").unwrap();
    assert!(asked.ask("some Man").named("truth").is_none());
    let (session, found) = (&asked.session, &asked.found);
    let answer = asked
        .questions
        .ask(session, found, "#sons.parents < two", &[sons, two]);
    assert_eq!(answer.unwrap().value, Value::Truth(true));
}

#[test]
fn a_question_can_be_asked_of_every_instance() {
    let session = Session::load(
        "test.als",
        "sig A { f: lone A } run {} for exactly 2 A",
        &mut DiskLoader,
    )
    .unwrap();
    let mut run = session
        .run(0, &RunOptions::default(), &RunLimits::default())
        .ok()
        .unwrap();
    let mut questions: Option<Questions> = None;
    let mut sizes = Vec::new();
    while let Some(found) = run.next_found().ok().unwrap() {
        let questions = questions.get_or_insert_with(|| {
            Questions::new(run.lowered(), &run.translation().bounds, run.lower_options())
        });
        match questions
            .ask(&session, &found, "#f + #A$0.f", &[])
            .map(|answer| answer.value)
        {
            Ok(Value::Tuples { .. }) => {}
            other => panic!("{other:?}"),
        }
        let Ok(Answer {
            value: Value::Int(size),
            ..
        }) = questions.ask(&session, &found, "#f", &[])
        else {
            panic!("no size");
        };
        sizes.push(size);
    }
    sizes.sort_unstable();
    // Up to renaming: no arrow, a loop or an arrow, two loops or a swap or a loop with an arrow into it.
    assert_eq!(sizes, [0, 1, 1, 2, 2, 2]);
}

#[test]
fn values_on_the_command_line() {
    let calls: [&[&str]; 6] = [
        &[
            "eval",
            "family.als",
            "-e",
            "Person",
            "-e",
            "parents",
            "-e",
            "#Person",
            "-e",
            "some Man",
        ],
        &["eval", "family.als", "-e", "parents", "--format", "table"],
        &[
            "eval",
            "family.als",
            "-e",
            "parents.Man",
            "-e",
            "7.plus[1] = 0",
            "--format",
            "json",
        ],
        &["eval", "family.als", "-c", "nobody", "-e", "Person"],
        &["eval", "family.als", "-e", "Persn"],
        &["eval", "family.als", "-c", "*", "-e", "Person"],
    ];
    let folder = program::folder(&[("family.als", FAMILY)]);
    let all: Vec<String> = calls
        .iter()
        .map(|args| program::transcript(folder.path(), args, ""))
        .collect();
    insta::assert_snapshot!(all.join("\n"));
}
