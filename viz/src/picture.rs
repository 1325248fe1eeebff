//! Pictures: an instance as an SVG document.

use crate::{
    Display, Theme, ThemeView,
    graph::{graphs, picture},
    grid::boards_svg,
    svg::Picture,
};

/// Kinds of pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// What the theme asks for; else boards where they fit, else a graph.
    #[default]
    Auto,
    /// Boards, where there are any.
    Grid,
    /// A graph.
    Graph,
}

/// The instance as an SVG document.
pub fn svg(display: &Display, theme: &Theme) -> String {
    svg_as(display, theme, Kind::Auto)
}

/// The instance as an SVG document of a kind.
pub fn svg_as(display: &Display, theme: &Theme, kind: Kind) -> String {
    drawn(display, theme, kind).svg
}

/// Which labels and nodes overlap or leave the page in a picture, in words: none, unless a layout is wrong.
pub fn svg_faults(display: &Display, theme: &Theme, kind: Kind) -> Vec<String> {
    drawn(display, theme, kind).faults()
}

fn drawn(display: &Display, theme: &Theme, kind: Kind) -> Picture {
    let wants_graph = kind == Kind::Graph || kind == Kind::Auto && theme.view() == Some(ThemeView::Graph);
    let boards = if wants_graph {
        None
    } else {
        boards_svg(display, theme)
    };
    boards.unwrap_or_else(|| picture(&graphs(display, theme), theme.title.as_deref()))
}
