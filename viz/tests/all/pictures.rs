//! Instances as SVG and DOT.

use crate::support::Model;
use insta::assert_snapshot;
use relfind_viz::{Kind, Theme, Vocabulary, dot, svg, svg_as, svg_faults};

/// A list with a loop at its end, an enumeration, a subset and a witness.
fn list() -> Model {
    let mut model = Model::new(3);
    model.enumeration("Paint", &["Red", "Blue"]);
    model.sig("Node", 3);
    model.subset("Seen", "Node", "Node$1");
    model.field(
        "next",
        &["Node", "Node"],
        ["Node$0 Node$1", "Node$1 Node$2", "Node$2 Node$2"],
    );
    model.field("paint", &["Node", "Paint"], ["Node$0 Red", "Node$2 Blue"]);
    model.field("size", &["Node", "Int"], ["Node$0 1", "Node$1 2", "Node$2 3"]);
    model.skolem("$n", &["Node$0"]);
    model
}

#[test]
fn a_graph() {
    let theme = Theme::default().or_title("list <1>");
    let display = list().display;
    assert_snapshot!("graph_svg", svg(&display, &theme));
    assert_snapshot!("graph_dot", dot(&display, &theme));
    assert!(svg_faults(&display, &theme, Kind::Auto).is_empty());
}

#[test]
fn a_board() {
    let mut model = Model::new(0);
    model.ordered("Row", 2);
    model.ordered("Col", 2);
    model.field("lamp", &["Row", "Col"], ["Row$0 Col$0", "Row$1 Col$1"]);
    assert_snapshot!("board_svg", svg(&model.display, &Theme::default()));
    let graph = svg_as(&model.display, &Theme::default(), Kind::Graph);
    assert!(graph.contains(">lamp</text>"), "{graph}");
}

#[test]
fn many_edges_overlap_nothing() {
    let mut model = Model::new(0);
    model.sig("Place", 8);
    let pairs = || (0..8).flat_map(|i| (0..8).map(move |j| (i, j)));
    let some = |step: usize| {
        pairs()
            .filter(move |(i, j)| (i * 3 + j * step).is_multiple_of(5))
            .map(|(i, j)| format!("Place${i} Place${j}"))
    };
    model.field("road", &["Place", "Place"], some(1));
    model.field("rail", &["Place", "Place"], some(2));
    let faults = svg_faults(&model.display, &Theme::default(), Kind::Graph);
    assert!(faults.is_empty(), "{faults:#?}");
}

/// Frames: the same nodes in each, with what is true then.
#[test]
fn graphs_by_time() {
    let mut model = Model::new(0);
    model.ordered("Time", 3);
    model.sig("Person", 2);
    model.field(
        "trusts",
        &["Time", "Person", "Person"],
        ["Time$1 Person$0 Person$1", "Time$2 Person$1 Person$0"],
    );
    model.field("awake", &["Time", "Person"], ["Time$0 Person$0"]);
    let words = Vocabulary::of(&model.display);
    let theme = Theme::from_file("project Time\nview graph\ncolour Person #ffcc00", &words).expect("a theme");
    let picture = svg(&model.display, &theme);
    for text in ["Time$0", "Time$2", "trusts", "awake", "#ffcc00"] {
        assert!(picture.contains(text), "{text}");
    }
    assert!(svg_faults(&model.display, &theme, Kind::Auto).is_empty());
    assert_eq!(dot(&model.display, &theme).matches("subgraph").count(), 3);
}

/// Places given by a theme, in characters and as a picture.
#[test]
fn maps() {
    let mut model = Model::new(0);
    model.ordered("Step", 2);
    model.enumeration("Hole", &["A", "B", "C"]);
    model.field(
        "pegs",
        &["Step", "Hole"],
        ["Step$0 A", "Step$0 B", "Step$1 A", "Step$1 C"],
    );
    model.field("to", &["Step", "Hole"], ["Step$1 C"]);
    let words = Vocabulary::of(&model.display);
    let theme = "position A 1 0\nposition B 0 1.7\nposition C 2 1.7\nboard pegs";
    let theme = Theme::from_file(theme, &words).expect("a theme");
    let options = relfind_viz::Options::default();
    assert_snapshot!(relfind_viz::boards(&model.display, &options, &theme).unwrap_or_default());
    assert!(svg_faults(&model.display, &theme, Kind::Auto).is_empty());
    assert_eq!(svg(&model.display, &theme).matches("<circle").count(), 7);
}
