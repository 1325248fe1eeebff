//! Themes: what they take, and what they say of what is wrong.

use relfind_viz::{Theme, ThemeError, Vocabulary};

fn vocabulary() -> Vocabulary {
    let owned = |names: &[&str]| names.iter().map(ToString::to_string).collect();
    Vocabulary {
        sigs: owned(&["Node", "Colour", "Black", "White"]),
        fields: vec![("Node".into(), "next".into()), ("Node".into(), "colour".into())],
    }
}

fn wrong(text: &str) -> Vec<ThemeError> {
    match Theme::from_file(text, &vocabulary()) {
        Ok(_) => panic!("{text} is taken"),
        Err(errors) => errors,
    }
}

#[test]
fn all_directives() {
    let text = "
# a comment
//% colour Black #222
//% color Node$0 navy
//% symbol Black ██
--% symbol White ·
hide next Node.colour
show Node<:colour
attribute colour
edge next
caption next
board next
position Node$1 0.5 -2
project Node
label next follows here
title Two words
view graph
";
    assert!(Theme::from_file(text, &vocabulary()).is_ok());
    assert!(Theme::from_comments(text, &vocabulary()).is_ok());
}

#[test]
fn comments_only() {
    let source = "sig Node { }  // //% nothing\n/* begun\n//% wrong\n ends */\nfun f: univ { \"/*\" }\n//% title Yes\n";
    let theme = Theme::from_comments(source, &vocabulary());
    let title = Theme::from_file("title Yes", &vocabulary());
    assert_eq!(theme, title);
}

#[test]
fn faults() {
    let cases = [
        (
            "colour Blak #222",
            "there is no signature, atom or field `Blak`",
            "did you mean `Black`?",
        ),
        (
            "colour Black #22",
            "`#22` is no colour",
            "write #rgb, #rrggbb, or a name such as red or navy",
        ),
        ("colour Black blu", "`blu` is no colour", "did you mean `blue`?"),
        (
            "color Black",
            "`color Black` is not of the form `color NAME COLOUR`",
            "",
        ),
        ("edge nxt", "there is no field `nxt`", "did you mean `next`?"),
        (
            "position Node$x 1 2",
            "there is no signature or atom `Node$x`",
            "did you mean `Node`?",
        ),
        (
            "position Node 1 y",
            "`y` is no coordinate",
            "coordinates are numbers from -1000 to 1000; y grows downwards",
        ),
        (
            "position Node NaN 1",
            "`NaN` is no coordinate",
            "coordinates are numbers from -1000 to 1000; y grows downwards",
        ),
        (
            "symbol Black abcde",
            "the symbol `abcde` is too wide: a cell has at most 4 columns",
            "a longer text is a `label`",
        ),
        (
            "hde next",
            "`hde` is no directive of a theme",
            "did you mean `hide`?",
        ),
        (
            "view picture",
            "`picture` is no view",
            "the views are grid, graph, table and tree",
        ),
        ("project next", "there is no signature `next`", ""),
        ("hide", "`hide` is not of the form `hide NAME ...`", ""),
    ];
    for (text, message, help) in cases {
        let errors = wrong(&format!("\n{text}\ntitle fine"));
        assert_eq!(errors.len(), 1, "{text}");
        assert_eq!(errors[0].line, 2);
        assert_eq!(errors[0].message, message);
        assert_eq!(errors[0].help.as_deref().unwrap_or(""), help, "{text}");
    }
}
