//! Trees of whole paragraphs.

use insta::assert_snapshot;
use relfind_lang::ast::dump_expr;
use relfind_lang::markdown::alloy_text;

use crate::{expr, tree};

#[test]
fn modules_and_opens() {
    assert_snapshot!(tree(
        "module lib/graph[exactly Node, Label]
         open util/ordering[Node]
         private open util/graph[Node, seq/Int] as g
         open util/boolean"
    ));
}

#[test]
fn signatures() {
    assert_snapshot!(tree(
        "abstract sig A { f: set A, , disj g, h: lone A, var k: A -> one A, }
         private one sig B, C extends A {} { some f }
         var lone sig D in A + this/B { private e: disj set A, all_of = A.f }
         sig E = A + univ { s: seq A }
         enum Color { Red, Green }"
    ));
}

#[test]
fn facts_and_assertions() {
    assert_snapshot!(tree(
        "fact { }
         fact named { some A no B }
         fact \"in words\" { A in B }
         assert Safe { always all a: A { a in B } }"
    ));
}

#[test]
fn functions_predicates_and_macros() {
    assert_snapshot!(tree(
        "fun size[s: set A, n: Int]: Int { #s }
         fun A.next (b: B): lone A { b.f }
         private pred univ.ok { }
         pred p[] { p[] }
         let m[x, y] = x + y
         let n() { some A }
         let k = let z = A | z
         private let q { some A }"
    ));
}

#[test]
fn commands() {
    assert_snapshot!(tree(
        "run p
         run label p for 3 expect 1
         first: check a for 4 but exactly 2 A, 5 Int, 3 seq, 1..4:2 this/B, 2 String
         check { some A } for 1.. steps, 3 int
         run named { } for 2 A => check p for 3 => run q"
    ));
}

#[test]
fn quantifiers_comprehensions_and_lets() {
    assert_snapshot!(tree(
        "fact {
           all disj x, y: A, z: disj B | x = y
           some private x: A { x in A }
           { x, y: A | x = y } in A -> A
           { x: A { some x } } = { x: A }
           let x = A, y = x | x = y
           (sum n: Int | n) > 3
           no x: A { }
         }"
    ));
}

#[test]
fn word_heads_and_constants() {
    assert_snapshot!(tree(
        "fact {
           disj[A, B] A.disj[B] pred/totalOrder[e, f, n] int[e] = sum[e] e.int = e.sum
           iden + none + univ + Int + String + seq/Int + steps = fun/min
           this/A.@f = seq/first[a/b/c] 1 fun/add 2 fun/mul 3 = \"x\\\"y\"
         }"
    ));
}

#[test]
fn an_expression_alone_may_be_several_formulas() {
    assert_eq!(dump_expr(&expr("a.b")), "(. a b)");
    assert_eq!(dump_expr(&expr("some a no b")), "(block (some a) (no b))");
    assert_eq!(dump_expr(&expr("{ some a }")), "(block (some a))");
}

#[test]
fn spans_cover_what_was_written() {
    let text = "(a + b).c in d";
    let whole = expr(text);
    assert_eq!((whole.span.start, whole.span.end), (0, text.len() as u32));
}

#[test]
fn markdown_keeps_places() {
    let text = "---\nx: y\n---\n# Title\n```alloy\nsig A {}\n```\n";
    let (module, errors) = crate::parse(&alloy_text("x.md", text));
    assert_eq!(errors, []);
    let relfind_lang::ast::Paragraph::Sig(sig) = &module.paragraphs[0] else {
        panic!("no signature")
    };
    assert_eq!(sig.span.start as usize, text.find("sig").unwrap());
}

#[test]
fn a_markdown_text_is_recognised_by_its_header() {
    assert_eq!(tree("---\n---\nsig X {}\n```alloy\nsig A {}\n```\n"), "(sig A)\n");
}
