//! Whole problems, as text.

use relfind_relational::Overflow;
use relfind_translator::dump_problem;

use crate::common::lowered;

#[test]
fn declarations() {
    let text = "open util/ordering[A] as o
        abstract sig P { r: lone P, disj q, t: set A }
        sig X, Y extends P {}
        sig A { f: A -> lone Y, s: seq A } { some Y => some f.Y }
        one sig S { g: disj X lone -> some Y, h = A }
        some sig B in A + X { n: disj Int }
        enum E { u, v }
        run {} for 3 but 2 X, 2 seq, 3 int";
    insta::assert_snapshot!(dump_problem(&lowered(text, 0, Overflow::Prevent).problem));
}

#[test]
fn formulas() {
    let text = "sig A { r: set A, v: Int }
        fun twice[x: Int]: Int { x.plus[x] }
        pred p[a: A, s: set A, f: A -> lone A] {
            one x: s, y: A | x->y in f
            no disj x, y: s | x.v = y.v
            (some a => #s else twice[#s]) > 2
            f in A lone -> A and a.v.twice = 2
            let b = a.r | { c: A | c in b.*r } = iden.A or sum[s.v] < (sum x: s | x.v)
        }
        run p for 2 but 2 int";
    insta::assert_snapshot!(dump_problem(&lowered(text, 0, Overflow::Prevent).problem));
}
