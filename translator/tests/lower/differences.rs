//! The values that `docs/differences.md` argues against Alloy's, found by trying all assignments.

use relfind_relational::Overflow;

use crate::common::{count_problem, lowered};

/// The number of instances in a mode.
fn count(text: &str, overflow: Overflow) -> u64 {
    count_problem(&lowered(text, 0, overflow).problem)
}

#[test]
fn sets_that_are_not_all_integers_leave_nothing_out() {
    let text = "one sig Evens { members: set Int }
        pred byFilter { Evens.members = { k: Int | k >= 0 and rem[k, 2] = 0 } }
        pred bySteps {
          0 in Evens.members
          all k: Evens.members - 0 | minus[k, 2] in Evens.members
          all k: Int | minus[k, 2] in Evens.members => k in Evens.members
        }
        check { bySteps => byFilter }";
    // Alloy has 2 and 1.
    assert_eq!(count(text, Overflow::Wrap), 2);
    assert_eq!(count(text, Overflow::Prevent), 0);
}

/// Alloy has none: there a binding is left out only where the overflow depends on its variable.
#[test]
fn bindings_are_left_out_whatever_overflows() {
    let text = "run { all n: Int | n != plus[min, min] } for 3 Int";
    assert_eq!(count(text, Overflow::Wrap), 0);
    assert_eq!(count(text, Overflow::Prevent), 1);
}

#[test]
fn comprehensions_over_other_sets_are_undefined_with_their_body() {
    // Alloy has 12, 12, 4 and 1.
    for (formula, instances) in [
        ("some { x: A | #x.f = 1 }", 8),
        ("some x: A | #x.f = 1", 12),
        ("no { x: A | #x.f = 1 }", 1),
        ("no x: A | #x.f = 1", 1),
    ] {
        let text = format!("sig A {{ f: set A }} run {{ {formula} }} for exactly 2 A, 2 Int");
        assert_eq!(count(&text, Overflow::Prevent), instances, "{formula}");
    }
}

#[test]
fn an_integer_is_one_element() {
    for (text, instances) in [
        ("run { #(2) = 1 }", 1),
        ("run { #(2) > 1 }", 0),
        ("run { #(2) = 2 }", 0),
    ] {
        assert_eq!(count(text, Overflow::Wrap), instances, "{text}");
    }
}

#[test]
fn only_the_total_of_a_sum_counts() {
    for text in [
        "run { sum[Int] = -8 }",
        "run { some sum[Int] }",
        "run { (sum x: Int | x) = -8 }",
    ] {
        assert_eq!(count(text, Overflow::Prevent), 1, "{text}");
    }
}

#[test]
fn implications_follow_the_tables() {
    let text = "run { some x: Int | ((add[x,1] < 0 or add[x,1] >= 0) => some none) }";
    for overflow in [Overflow::Wrap, Overflow::Prevent] {
        assert_eq!(count(text, overflow), 0);
    }
}

#[test]
fn multiplicities_come_out_of_macros() {
    for overflow in [Overflow::Wrap, Overflow::Prevent] {
        let time =
            "open util/time sig A { t: Time } sig B { d: dynamic[A] } run { no A } for 2 but 3 Time, 1 Int";
        assert_eq!(count(time, overflow), 1);
        let own = "let d[x] = x one -> A sig A {} sig B { g: d[A], h: one A } run { some B } for 1";
        assert_eq!(count(own, overflow), 1);
    }
}

/// At the size that has the first instance.
#[test]
fn growing_scopes_start_small() {
    assert_eq!(count("sig A {} run { some A } for 1..3 A", Overflow::Wrap), 1);
}
