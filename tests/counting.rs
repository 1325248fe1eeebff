//! Counts around the numbers at which one way of counting hands over to another: just below, at, and above.

#![allow(clippy::unwrap_used, reason = "a test may end with a panic")]

mod counts;

use std::fmt::Write;

use relfind::report::Count;

use counts::count;

/// Whether the set `value`, read as a binary number of so many digits, is less than `most`.
fn less(value: &str, digits: u32, most: u64) -> String {
    let mut text = String::from("(1 = 0");
    for digit in (0..digits).rev().filter(|digit| most >> digit & 1 == 1) {
        write!(text, " or (d{digit} not in {value}").unwrap();
        for higher in digit + 1..digits {
            let is_in = if most >> higher & 1 == 1 { "in" } else { "not in" };
            write!(text, " and d{higher} {is_in} {value}").unwrap();
        }
        text.push(')');
    }
    text + ")"
}

fn digits(number: u32) -> String {
    let names: Vec<String> = (0..number).map(|digit| format!("d{digit}")).collect();
    format!("enum Digit {{ {} }}\n", names.join(", "))
}

/// Exactly `most` instances, of which no renaming makes others.
fn alone(most: u64) -> String {
    let goal = less("Number.value", 13, most);
    format!(
        "{}one sig Number {{ value: set Digit }}\nrun {{ {goal} }}",
        digits(13)
    )
}

#[test]
fn instances_that_stand_alone() {
    for most in [1, 2, 3, 1998, 1999, 2000, 2001, 2002, 4096, 5000] {
        let expected = Count {
            labelled: u128::from(most),
            classes: Some(u128::from(most)),
            complete: true,
        };
        assert_eq!(count(&alone(most), "auto"), expected);
        if most < 10 {
            assert_eq!(count(&alone(most), "batsat"), expected);
        }
    }
}

/// Two numbers that can be exchanged: `most` squared instances, half of those with different numbers for each class.
#[test]
fn instances_that_renaming_exchanges() {
    for most in [1u64, 2, 3, 61, 62, 63, 64, 90] {
        let goal = less("n.value", 7, most);
        let text = format!(
            "{}sig Number {{ value: set Digit }}\nrun {{ all n: Number | {goal} }} for exactly 2 Number",
            digits(7)
        );
        let most = u128::from(most);
        let expected = Count {
            labelled: most * most,
            classes: Some(most * (most + 1) / 2),
            complete: true,
        };
        assert_eq!(count(&text, "auto"), expected);
    }
}

/// Tuples that nothing constrains multiply, whether they are few or many, and whatever else is the case.
#[test]
fn tuples_that_nothing_constrains() {
    for (free, most) in [
        (3, 5),
        (16, 1),
        (17, 1),
        (16, 2001),
        (17, 1999),
        (17, 2000),
        (17, 2001),
        (60, 2001),
        (60, 7),
    ] {
        let names: Vec<String> = (0..free).map(|other| format!("o{other}")).collect();
        let text = format!(
            "{}enum Other {{ {} }}\none sig Number {{ value: set Digit, free: set Other }}\nrun {{ {} }}",
            digits(12),
            names.join(", "),
            less("Number.value", 12, most)
        );
        let labelled = u128::from(most) << free;
        let expected = Count {
            labelled,
            classes: Some(labelled),
            complete: true,
        };
        assert_eq!(count(&text, "auto"), expected, "{free} {most}");
    }
}

/// Two atoms that can be exchanged, each with tuples that nothing constrains: 2^n values each, and the pairs of values.
#[test]
fn free_tuples_of_atoms_that_renaming_exchanges() {
    for free in [1u32, 5, 6, 8, 9, 20] {
        let names: Vec<String> = (0..free).map(|other| format!("o{other}")).collect();
        let text = format!(
            "enum Other {{ {} }}\nsig Number {{ free: set Other }}\nrun {{}} for exactly 2 Number",
            names.join(", ")
        );
        let values = 1u128 << free;
        let expected = Count {
            labelled: values * values,
            classes: Some(values * (values + 1) / 2),
            complete: true,
        };
        assert_eq!(count(&text, "auto"), expected, "{free}");
    }
}
