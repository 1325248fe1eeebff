//! Text, tables, trees and JSON.

use crate::support::Model;
use insta::assert_snapshot;
use relfind_viz::{Options, Private, json, table, text, tree};

/// People and pets: children of a signature, a subset, a field of arity 3, integers, a private helper, a skolem.
fn household() -> Model {
    let mut model = Model::new(2);
    model.sig("Animal", 0);
    model.child("Cat", "Animal", 2);
    model.child("Dog", "Animal", 1);
    model.enumeration("Mood", &["Calm", "Wild"]);
    model.sig("Person", 2);
    model.subset("Keeper", "Person", "Person$1");
    model.ordering("Person");
    model.one("House");
    model.field(
        "mood",
        &["Animal", "Mood"],
        ["Cat$0 Calm", "Cat$1 Wild", "Dog$0 Wild"],
    );
    model.field("age", &["Cat", "Int"], ["Cat$0 1", "Cat$1 -2"]);
    model.field(
        "pets",
        &["Person", "Animal"],
        ["Person$1 Cat$0", "Person$1 Cat$1", "Person$1 Dog$0"],
    );
    model.field(
        "gave",
        &["Person", "Animal", "Person"],
        ["Person$0 Cat$0 Person$1", "Person$0 Dog$0 Person$1"],
    );
    let visits = [
        "House Person$0 Cat$0",
        "House Person$0 Cat$1",
        "House Person$1 Cat$1",
        "House Person$1 Dog$0",
    ];
    let visits = visits.into_iter().chain(["House Person$0 Dog$0"]);
    model.field("visits", &["House", "Person", "Animal"], visits);
    model.skolem("$p", &["Person$0"]);
    model.skolem("$chases", &["Cat$0 Dog$0", "Dog$0 Cat$1"]);
    model
}

#[test]
fn texts() {
    assert_snapshot!(text(&household().display, &Options::default()));
}

#[test]
fn texts_without_helpers() {
    let options = Options {
        private: Private::Hide,
        ..Options::default()
    };
    let text = text(&household().display, &options);
    assert!(!text.contains("Ord") && text.contains("this/Person={Person$0, Person$1}"));
}

#[test]
fn tables() {
    assert_snapshot!(table(&household().display, &Options::default()));
}

#[test]
fn narrow_tables_in_ascii_with_helpers() {
    let options = Options {
        width: 40,
        ascii: true,
        private: Private::Show,
    };
    assert_snapshot!(table(&household().display, &options));
}

#[test]
fn trees() {
    assert_snapshot!(tree(&household().display, &Options::default()));
}

#[test]
fn objects() {
    let object = json(&household().display);
    assert_snapshot!(serde_json::to_string_pretty(&object).expect("valid JSON"));
}

#[test]
fn same_names_are_told_apart() {
    let mut model = Model::new(0);
    model.sig("A", 1);
    model.sig("A", 1);
    model.display.sigs[6].label = "other/A".to_owned();
    model.display.atoms[1].name = "A'$0".to_owned();
    assert_snapshot!(table(&model.display, &Options::default()));
}

#[test]
fn nothing_at_all() {
    let empty = Model::new(0).display;
    let options = Options::default();
    assert_eq!(table(&empty, &options), "");
    assert_eq!(tree(&empty, &options), "");
}

#[test]
fn named_atoms_stand_with_their_parent() {
    let mut model = Model::new(0);
    model.sig("State", 0);
    for name in ["North", "South"] {
        model.child(name, "State", 1).is_one = true;
    }
    model.field("border", &["State", "State"], ["North South", "South North"]);
    let options = Options::default();
    assert_snapshot!(format!(
        "{}{}",
        table(&model.display, &options),
        tree(&model.display, &options)
    ));
}
