//! Data that contradict a specification: which lines are to blame.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

mod program;

use program::{folder, told};

/// A graph whose neighbours have different colours, of which there are two.
const COLOURS: &str = "sig Node { edge: set Node, colour: one Colour }
abstract sig Colour {}
one sig Red, Green extends Colour {}
fact proper { all n: Node, m: n.edge | n.colour != m.colour }
run { some Node } for 5
";

/// People who love somebody they like, no two the same.
const LIKES: &str = "sig Person { likes: set Person, loves: lone Person }
fact { all p: Person | p.loves in p.likes and some p.loves }
fact { all p: Person | lone loves.p }
run {}
";

const BEST: &str = "sig Person { best: one Person, age: lone Int }\nrun {}\n";

fn run(model: &str, file: &str, data: &str) -> String {
    let folder = folder(&[("model.als", model), (file, data)]);
    let (status, out, err) = told(folder.path(), &["model.als", "--facts", file], "");
    format!("{file}:\n{data}\n---\n{out}---\n{err}--- status {status}\n")
}

#[test]
fn lines_that_no_instance_has_together() {
    let xml = r#"<alloy builddate=""><instance bitwidth="4" maxseq="4" command="Run run$1" filename="m">
<sig label="univ" ID="0" builtin="yes"></sig>
<sig label="this/Person" ID="5" parentID="0"><atom label="Ann"/><atom label="Bob"/></sig>
<field label="likes" ID="6" parentID="5">
<tuple><atom label="Ann"/><atom label="Bob"/></tuple>
<tuple><atom label="Bob"/><atom label="Bob"/></tuple>
<types><type ID="5"/><type ID="5"/></types>
</field>
</instance></alloy>"#;
    let all = [
        run(
            COLOURS,
            "edge.csv",
            "# a triangle and an edge\nn1,n2\nn4,n5\nn2,n3\nn3,n1\n",
        ),
        run(
            COLOURS,
            "graph.lp",
            "edge(a,b). edge(b,c).\nedge(c,d). edge(d,e).\nedge(e,a).\n",
        ),
        run(
            COLOURS,
            "graph.json",
            "{ \"edge\": { \"lower\": [[\"a\", \"b\"],\n  [\"b\", \"a\"],\n  [\"c\", \"c\"]] } }",
        ),
        run(
            LIKES,
            "likes.lp",
            "likes(ann,bob). likes(bob,ann).\nlikes(cay,ann).\n",
        ),
        run(LIKES, "likes.xml", xml),
    ];
    insta::assert_snapshot!(all.join("\n"));
}

#[test]
fn lines_that_contradict_while_bounds_are_made() {
    let all = [
        run(
            BEST,
            "best.lp",
            "best(ann,bob).\nbest(bob,ann).\nbest(ann,cay).\nbest(cay,bob).\n",
        ),
        run(
            BEST,
            "best.json",
            "{ \"Person\": [\"ann\", \"bob\"],\n  \"best\": [[\"ann\", \"bob\"],\n    [\"bob\", \"joe\"]] }",
        ),
        run(BEST, "age.csv", "ann,3\nbob,4\nann,5\n"),
        run(BEST, "best.csv", "ann,bob\nbob\n"),
    ];
    insta::assert_snapshot!(all.join("\n"));
}

/// Repairs are told in the names that data may use: those of `one` signatures, numbers of steps, and names with points in them.
#[test]
fn repairs_have_the_names_of_data() {
    let model = "enum Hue { H1, H2 }
sig Node { hue: set Hue, next: set Node }
fact { all n: Node | H2 in n.hue and n.next = n }
run {} for 3
";
    let all = [
        run(model, "hue.lp", "hue(n1,h1).\n"),
        run(model, "hue.json", "{ \"hue\": [[\"v1.2\", 1]] }"),
        run(model, "next.csv", "a.b/c,d\nd,d\n"),
    ];
    insta::assert_snapshot!(all.join("\n"));
}

#[test]
fn where_data_are_not_to_blame_nothing_is_said() {
    let text = run("sig A { f: set A } run { some f and no f }", "f.lp", "f(a,b).");
    assert!(text.ends_with("no instance\n---\n--- status 1\n"), "{text}");
}
