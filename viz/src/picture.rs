//! Pictures: an instance as an SVG document.

use crate::{
    Display, Theme, ThemeView,
    graph::{graphs, picture},
    grid::boards_svg,
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
    let wants_graph = kind == Kind::Graph || kind == Kind::Auto && theme.view() == Some(ThemeView::Graph);
    let boards = if wants_graph {
        None
    } else {
        boards_svg(display, theme)
    };
    let graph = || picture(&graphs(display, theme), theme.title.as_deref());
    boards.unwrap_or_else(graph).svg
}
