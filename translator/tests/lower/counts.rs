//! Numbers of instances, as Alloy has them within the same bounds.

use relfind_relational::{Overflow, RelationKind};
use relfind_translator::{
    Silent, TranslateOptions,
    lower::{LowerOptions, lower},
    translate,
};

use crate::common::{count, count_problem, lowered, world};

fn check(table: &[(&str, u64)]) {
    for (text, expected) in table {
        assert_eq!(count(text), *expected, "{text}");
    }
}

#[test]
fn hierarchies() {
    check(&[
        ("sig A {} run {} for 3", 8),
        ("sig A {} run {} for 0", 1),
        ("abstract sig A {} run { some A } for 2", 3),
        ("sig A {} sig B extends A {} run {} for 2", 9),
        ("sig A {} sig B extends A {} run {} for exactly 2 A", 4),
        (
            "abstract sig A {} sig B, C extends A {} run {} for exactly 4 A",
            16,
        ),
        (
            "abstract sig P {} sig A, B extends P {} run {} for exactly 2 P, exactly 1 A",
            1,
        ),
        (
            "abstract sig A {} one sig A1, A2 extends A {} run {} for exactly 3 A",
            0,
        ),
        ("one sig A {} one sig B, C extends A {} run {}", 0),
        ("lone sig A {} run {} for 3", 2),
        ("some sig A {} run {} for 2", 3),
        ("sig A {} one sig B in A {} run {} for exactly 3 A", 3),
        ("sig A {} sig B, D in A {} run {} for 1", 5),
        ("sig A, B {} sig C in A + B {} run {} for 1", 9),
        ("sig A {} sig B = A {} run {} for 2", 4),
        ("sig C in Int {} run {} for 2 int", 16),
        ("sig A {} sig C in univ {} run {} for 1 but 1 int", 12),
        (
            "enum E { X, Y } run { X.(ordering/next) = Y and ordering/first = X }",
            1,
        ),
    ]);
}

#[test]
fn field_multiplicities() {
    let f = |bound: &str| {
        count(&format!(
            "sig A {{ f: {bound} }} sig B {{}} run {{}} for exactly 1 A, exactly 2 B, 2 seq"
        ))
    };
    let table = [
        ("B", 2),
        ("one B", 2),
        ("lone B", 3),
        ("some B", 3),
        ("set B", 4),
        ("B -> B", 16),
        ("B -> one B", 4),
        ("B one -> one B", 2),
        ("B one -> B", 4),
        ("B lone -> some B", 2),
        ("B -> (B lone -> one B)", 4),
        ("seq B", 7),
    ];
    for (bound, expected) in table {
        assert_eq!(f(bound), expected, "{bound}");
    }
    check(&[
        (
            "sig A { f: disj set B } sig B {} run {} for exactly 2 A, exactly 2 B",
            9,
        ),
        (
            "sig A { f: disj B } sig B {} run {} for exactly 2 A, exactly 2 B",
            2,
        ),
        (
            "sig A { disj f, g: set B } sig B {} run {} for exactly 1 A, exactly 2 B",
            9,
        ),
        (
            "sig A { f: set B, g: lone B - f } sig B {} run {} for exactly 1 A, exactly 1 B",
            3,
        ),
        (
            "sig A { f: set B, g = f } sig B {} run {} for exactly 1 A, exactly 2 B",
            4,
        ),
        (
            "one sig A { h: set B, g = B - h } sig B {} run {} for exactly 2 B",
            4,
        ),
        (
            "one sig S { f: (B one -> one B) -> one A } sig A, B {} run {} for exactly 2 A, exactly 2 B",
            4,
        ),
    ]);
}

#[test]
fn orders() {
    let ordered = "open util/ordering[A]\n";
    check(&[
        (&format!("{ordered}sig A {{}} run {{}} for 4"), 1),
        (&format!("{ordered}sig A {{}} run {{}} for 4 expect 1"), 1),
        (&format!("{ordered}sig A {{}} run {{}} for 0"), 0),
        (&format!("{ordered}sig A {{ f: set A }} run {{}} for 2"), 16),
        (
            &format!("{ordered}sig A {{}} sig B extends A {{}} run {{}} for 2"),
            8,
        ),
        (
            &format!("{ordered}abstract sig A {{}} sig B, C extends A {{}} run {{}} for 0"),
            1,
        ),
        (
            "sig A {} one sig O { f: set A, n: A -> A } { pred/totalOrder[A, f, n] } run {} for exactly 3 A",
            1,
        ),
        (
            "sig A {} one sig O, P { f: set A, n: A -> A } { pred/totalOrder[A, f, n] } run {} for exactly 2 A",
            2,
        ),
        (
            "sig A {} one sig O { f: set A, n: A -> A } { pred/totalOrder[A, f, n] } run {} for 2",
            4,
        ),
        (
            "sig A {} run { some f: A, n: A -> A | pred/totalOrder[A, f, n] } for exactly 2 A",
            1,
        ),
    ]);
}

#[test]
fn an_exact_subset_is_whole_where_its_atoms_are_interchangeable() {
    let whole = |text: &str| {
        let mut world = world(text);
        let subset = world.sigs.iter_mut().find(|sig| sig.name == "B");
        subset.expect("there is a B").forced_exact = true;
        let lowered = lower(&world, 0, &LowerOptions::default());
        count_problem(&lowered.expect("the command is fine").problem)
    };
    assert_eq!(
        whole("open util/ordering[B]\nsig A {} sig B in A {} run {} for 3"),
        1
    );
    assert_eq!(
        whole("open util/ordering[B]\nsig A, C {} sig B in A + C {} run {} for 1"),
        6
    );
    assert_eq!(
        whole("open util/ordering[B]\nsig A {} one sig A1 extends A {} sig B in A {} run {} for 2"),
        5
    );
}

#[test]
fn quantifiers() {
    let count = |formula: &str| {
        count(&format!(
            "sig A {{ r: set A }} run {{ {formula} }} for exactly 2 A"
        ))
    };
    let table = [
        ("one x: A | some x.r", 6),
        ("lone x: A | some x.r", 7),
        ("one x, y: A | x->y in r", 4),
        ("lone x, y: A | x->y in r", 5),
        ("no x: A | x in x.r", 4),
        ("all disj x, y: A | x->y in r", 4),
        ("some disj x, y: A | x->y in r", 12),
        ("no disj x, y: A | x->y in r", 4),
        ("one s: set A | s = A.r", 16),
        ("lone s: some A | s in A.r", 7),
        ("some f: A -> one A | f = r", 4),
        ("all f: A lone -> lone A | #f < 3", 16),
        ("some s: seq A | #s = 2 and s[0] = s[1].r", 12),
        ("let s = A.r | s = A", 9),
        ("(sum x: A | #x.r) = 2", 6),
        ("(sum disj x, y: A | #r) = 2", 4),
        ("#{ x, y: A | x->y in r } = 1", 4),
        ("some A => no r else some r", 1),
        ("A.(some r => r else ~r) = A", 9),
        ("disj[A.r, r.A]", 3),
        ("r in A -> one A", 4),
        ("A.r in (lone A)", 7),
        ("*r = A->A + iden", 4),
        ("1.*r = 1", 16),
        ("univ.iden = univ and Int in univ and A in univ", 16),
    ];
    for (formula, expected) in table {
        assert_eq!(count(formula), expected, "{formula}");
    }
}

#[test]
fn goals() {
    check(&[
        (
            "sig A {} pred p[x: A, s: set A] { x in s } run p for exactly 1 A",
            1,
        ),
        ("sig A {} fun g: A { none } run g for 2", 0),
        ("sig A {} fun g[x: A]: lone A { x + A } run g for exactly 2 A", 0),
        ("sig A {} fun g[x: A]: lone A { x + A } run g for exactly 1 A", 1),
        ("sig A {} pred g[x: A] { some x } run { g[A] } for exactly 2 A", 1),
        (
            "sig A { f: A } assert a { all x: A | x.f = x } check a for exactly 2 A",
            3,
        ),
    ]);
}

#[test]
fn integers() {
    let wrap = |formula: &str| {
        let text = format!("sig A {{}} run {{ {formula} }} for exactly 8 A");
        count_problem(&lowered(&text, 0, Overflow::Wrap).problem)
    };
    let hold = [
        "8 = -8",
        "9 < 0",
        "#A = -8",
        "#A = 8",
        "7.plus[1] = -8",
        "some 0 - 8 and 0 - 8 = -8",
        "0 - 5 = 0",
        "1 + 2 = 2 + 1 and 3 + 4 > 6 and 3 + 4 != 7",
        "1 << 3 = -8 and 4 >> -1 = 0 and -8 >>> 1 = 4",
        "no x: A | x in x and some Int",
        "fun/min = -8 and fun/max = 7 and 7.(fun/next) = none",
    ];
    for formula in hold {
        let expected = u64::from(formula != hold[9]);
        assert_eq!(wrap(formula), expected, "{formula}");
    }
    check(&[
        ("sig A {} run { #A = 1 } for 3 but 0 int", 3),
        ("sig A {} run { some Int } for 3 but 0 int", 0),
        ("one sig A { v: Int } run { A.v > 5 }", 2),
        (
            "one sig A { v: set Int } run { A.v.plus[0] = 0 } for 3 but 2 int",
            4,
        ),
    ]);
}

#[test]
fn strings() {
    check(&[
        (
            "one sig A { s: String } run { A.s != \"x\" }\nrun { A.s != \"y\" and A.s != \"z\" }",
            0,
        ),
        ("one sig A { s: String } run {} for 1 but exactly 2 String", 2),
        (
            "one sig A { s: String } pred p { some \"x\" } run { p } for 1 but exactly 3 String",
            3,
        ),
        ("one sig A { s: lone String } run {}", 1),
    ]);
}

#[test]
fn recursion_unrolls() {
    let text = "sig N { n: lone N } pred r[x: N] { no x.n or r[x.n] } run { some x: N | r[x] and #(x.*n & N) = 3 } for exactly 3 N";
    let found = |unrolls| {
        let options = relfind_translator::lower::LowerOptions {
            unrolls: Some(unrolls),
            ..Default::default()
        };
        let lowered = lower(&world(text), 0, &options).expect("recursion is allowed");
        count_problem(&lowered.problem)
    };
    assert_eq!([0, 1, 2].map(found), [0, 0, 6]);
}

#[test]
fn fixed_values_cost_nothing() {
    let text =
        "open util/ordering[A]\nsig A {} enum E { X, Y } one sig O { next: lone O } run {} for exactly 9 A";
    let problem = lowered(text, 0, Overflow::Prevent).problem;
    let free: Vec<_> = problem.bounds.iter().filter(|(_, r)| !r.is_constant()).collect();
    assert_eq!(free.len(), 1);
    assert_eq!((free[0].1.name.as_str(), free[0].1.arity), ("this/O<:next", 1));
    assert_eq!(free[0].1.kind, RelationKind::Visible);
}

/// A comprehension over integers is a set as good as one that is written out: a field within it gets no variables beyond it.
#[test]
fn comprehensions_bound_fields() {
    let primary = |text: &str, overflow| {
        let lowered = lowered(text, 0, overflow);
        let translation = translate(&lowered.problem, &TranslateOptions::default(), &Silent);
        translation.expect("a translation").statistics.primary_variables
    };
    let board = "let squares = { i, j: Int | 0 <= i and i < j and j <= 3 }
        one sig Board { queens: squares -> Queen } sig Queen {} run {} for exactly 2 Queen";
    assert_eq!(primary(board, Overflow::Wrap), 6 * 2);
    assert_eq!(primary(board, Overflow::Prevent), 6 * 2);
    // Where `j.plus[1]` overflows the binding is left out, or wraps around to -8.
    let next = "one sig A { r: set Int } fact { A.r in { i: Int | i.plus[1] < 0 } } run {}";
    assert_eq!(primary(next, Overflow::Wrap), 8);
    assert_eq!(primary(next, Overflow::Prevent), 7);
}
