//! Instances of the bundled structures and systems, checked by programs that know what they are about and nothing of the models.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should say where")]

mod bundled;

use std::collections::{BTreeMap, BTreeSet};

use bundled::{Model, Shown};

type Pairs = BTreeSet<(String, String)>;

fn pairs(found: &Shown, field: &str) -> Pairs {
    let pair = |t: Vec<String>| (t[0].clone(), t[1].clone());
    found.tuples(field).into_iter().map(pair).collect()
}

/// All pairs that lead from one to the other in one or more steps.
fn closure(of: &Pairs) -> Pairs {
    let mut all = of.clone();
    loop {
        let longer = all.iter().flat_map(|(a, b)| {
            let next = of.iter().filter(move |(c, _)| c == b);
            next.map(move |(_, d)| (a.clone(), d.clone()))
        });
        let longer: Pairs = longer.filter(|pair| !all.contains(pair)).collect();
        if longer.is_empty() {
            return all;
        }
        all.extend(longer);
    }
}

// Dining philosophers ---------------------------------------------------------

/// Replays the states: in each step one philosopher takes a free fork, the left one first, or puts both down. The forks held in the end.
fn replay_dinner(found: &Shown) -> BTreeMap<String, BTreeSet<String>> {
    let states = found.atoms("State");
    let held = |state: &String| -> BTreeMap<String, BTreeSet<String>> {
        let mut held: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for tuple in found.of(state, "holds") {
            held.entry(tuple[0].clone()).or_default().insert(tuple[1].clone());
        }
        held
    };
    assert!(held(&states[0]).is_empty());
    for pair in states.windows(2) {
        let (before, after) = (held(&pair[0]), held(&pair[1]));
        let is_step = found.atoms("Philosopher").iter().any(|philosopher| {
            let mut expected = before.clone();
            let own = expected.entry(philosopher.clone()).or_default();
            let both = [found.one(philosopher, "left"), found.one(philosopher, "right")];
            if own.len() == 2 {
                expected.remove(philosopher);
                return expected == after;
            }
            let wanted = both.iter().find(|fork| !own.contains(*fork)).unwrap();
            let is_free = before.values().all(|forks| !forks.contains(wanted));
            own.insert(wanted.clone());
            is_free && expected == after
        });
        assert!(is_step, "{before:?} to {after:?}");
    }
    held(states.last().unwrap())
}

#[test]
fn a_meal_ends_with_two_forks() {
    let found = Model::open("systems/dining_philosophers.als", "meal").instance();
    assert!(replay_dinner(&found).values().any(|forks| forks.len() == 2));
}

#[test]
fn all_starve_with_one_fork_each() {
    let found = Model::open("systems/dining_philosophers.als", "starve").instance();
    let held = replay_dinner(&found);
    assert_eq!(held.len(), 3);
    assert!(held.values().all(|forks| forks.len() == 1));
}

// Access control --------------------------------------------------------------

/// What each user may do.
fn permissions(found: &Shown) -> BTreeMap<String, BTreeSet<String>> {
    let inherits = closure(&pairs(found, "inherits"));
    let grants = pairs(found, "grants");
    let mut may: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (user, role) in pairs(found, "roles") {
        let heirs = inherits
            .iter()
            .filter(|(r, _)| *r == role)
            .map(|(_, s)| s.clone());
        for acting in heirs.chain([role.clone()]) {
            let of = grants.iter().filter(|(r, _)| *r == acting);
            may.entry(user.clone())
                .or_default()
                .extend(of.map(|(_, p)| p.clone()));
        }
    }
    may
}

fn is_safe(found: &Shown) -> bool {
    permissions(found)
        .values()
        .all(|p| !(p.contains("Order") && p.contains("Pay")))
}

#[test]
fn the_first_policy_has_a_hole() {
    let found = Model::open("systems/access_control.als", "GivenApartIsSafe").instance();
    assert!(!is_safe(&found));
    let (roles, excludes) = (pairs(&found, "roles"), pairs(&found, "excludes"));
    for (user, role) in &roles {
        for (other, second) in &roles {
            assert!(user != other || !excludes.contains(&(role.clone(), second.clone())));
        }
    }
}

#[test]
fn the_second_policy_is_strict_and_lets_people_work() {
    let found = Model::open("systems/access_control.als", "NobodyIsHindered").instance();
    assert!(is_safe(&found));
    let found = Model::open("systems/access_control.als", "atWork").instance();
    assert!(is_safe(&found));
    for wanted in ["Order", "Pay"] {
        assert!(permissions(&found).values().any(|p| p.contains(wanted)));
    }
}

// The file system -------------------------------------------------------------

fn contents(found: &Shown) -> Pairs {
    let entries = found.tuples("entry").into_iter();
    entries.map(|t| (t[0].clone(), t[2].clone())).collect()
}

#[test]
fn everything_is_below_the_root_and_files_can_be_linked() {
    for (label, is_linked) in [("example", false), ("linked", true), ("OneWayUpForFiles", true)] {
        let found = Model::open("structures/file_system.als", label).instance();
        let below = closure(&contents(&found));
        for object in found
            .atoms("Object")
            .into_iter()
            .filter(|object| object != "Root")
        {
            assert!(below.contains(&("Root".into(), object.clone())), "{object}");
            assert!(!below.contains(&(object.clone(), object)));
        }
        let paths = |file: &String| found.tuples("entry").iter().filter(|t| t[2] == *file).count();
        assert!(
            found
                .atoms("Dir")
                .iter()
                .filter(|dir| *dir != "Root")
                .all(|dir| paths(dir) == 1)
        );
        assert!(!is_linked || found.atoms("File").iter().any(|file| paths(file) > 1));
    }
}

// Family trees ----------------------------------------------------------------

/// Child and parent.
fn parents(found: &Shown) -> Pairs {
    let (fathers, mothers) = (pairs(found, "father"), pairs(found, "mother"));
    fathers.union(&mothers).cloned().collect()
}

fn people(found: &Shown) -> Vec<String> {
    [found.atoms("Man"), found.atoms("Woman")].concat()
}

#[test]
fn double_cousins_have_four_grandparents_in_common() {
    let found = Model::open("structures/family_tree.als", "doubleCousins").instance();
    let parents = parents(&found);
    let ancestors = closure(&parents);
    assert!(ancestors.iter().all(|(child, ancestor)| child != ancestor));
    let of = |person: &String| -> BTreeSet<String> {
        parents
            .iter()
            .filter(|(c, _)| c == person)
            .map(|(_, p)| p.clone())
            .collect()
    };
    let grandparents = |person: &String| -> BTreeSet<String> { of(person).iter().flat_map(of).collect() };
    let people = people(&found);
    let is_double = people.iter().any(|a| {
        people.iter().any(|b| {
            a != b
                && of(a).is_disjoint(&of(b))
                && grandparents(a).len() == 4
                && grandparents(a) == grandparents(b)
        })
    });
    assert!(is_double);
}

#[test]
fn half_sisters_and_brothers_are_no_kin_of_each_other() {
    let found = Model::open("structures/family_tree.als", "SiblingOfSibling").instance();
    let parents = parents(&found);
    let share = |a: &String, b: &String| {
        a != b
            && parents
                .iter()
                .any(|(c, p)| c == a && parents.contains(&(b.clone(), p.clone())))
    };
    let people = people(&found);
    let is_found = people.iter().any(|a| {
        people
            .iter()
            .any(|b| share(a, b) && people.iter().any(|c| c != a && share(b, c) && !share(a, c)))
    });
    assert!(is_found);
}
