//! From a layered graph with coordinates to boxes and routes.
//!
//! Within a layer edges run straight down, and bend only between layers; so they cross no box and no label but their own.

use super::layout::{Chain, Layered, Layout, Route};
use crate::svg::Rect;

/// The distance of edges that leave or reach a node side by side.
const PORT_GAP: f64 = 16.0;
/// Space at a node's corners where no edge begins.
const CORNER: f64 = 8.0;

/// The drawing of one part. The first `nodes` vertices are the nodes; `reversed` edges run from their lower end up.
pub(super) fn finish(
    graph: &Layered,
    xs: &[f64],
    tops: &[(f64, f64)],
    nodes: usize,
    chains: &[Chain],
    reversed: &[bool],
) -> Layout {
    let mut layer_of = vec![0; graph.vertices.len()];
    for (layer, vertices) in graph.layers.iter().enumerate() {
        for &vertex in vertices {
            layer_of[vertex] = layer;
        }
    }
    let band = |vertex: usize| {
        let (top, height) = tops[layer_of[vertex]];
        (top, top + height)
    };
    let boxes: Vec<Rect> = graph
        .vertices
        .iter()
        .enumerate()
        .map(|(i, vertex)| {
            let (top, bottom) = band(i);
            Rect::around(xs[i], f64::midpoint(top, bottom), vertex.width, vertex.height)
        })
        .collect();
    let ports = Ports::new(&boxes, xs, nodes, chains);
    let mut routes = Vec::new();
    for (i, chain) in chains.iter().enumerate() {
        let mut points = Vec::new();
        let (first, last) = (chain.vertices[0], chain.vertices[chain.vertices.len() - 1]);
        points.extend([
            (ports.lower[i], boxes[first].bottom()),
            (ports.lower[i], band(first).1),
        ]);
        for &vertex in &chain.vertices[1..chain.vertices.len() - 1] {
            let (top, bottom) = band(vertex);
            points.extend([(xs[vertex], top), (xs[vertex], bottom)]);
        }
        points.extend([(ports.upper[i], band(last).0), (ports.upper[i], boxes[last].y)]);
        points.dedup_by(|a, b| (a.0 - b.0).hypot(a.1 - b.1) < 0.01);
        if reversed[i] {
            points.reverse();
        }
        let label = chain.label.map(|vertex| boxes[vertex]);
        routes.push(Route { points, label });
    }
    let right = boxes.iter().map(Rect::right).fold(0.0, f64::max);
    Layout {
        nodes: boxes[..nodes].to_vec(),
        routes,
        width: right,
        height: tops.last().map_or(0.0, |(top, height)| top + height),
    }
}

/// Where each edge leaves its upper node and reaches its lower one.
struct Ports {
    lower: Vec<f64>,
    upper: Vec<f64>,
}

impl Ports {
    fn new(boxes: &[Rect], xs: &[f64], nodes: usize, chains: &[Chain]) -> Self {
        let mut ports = Self {
            lower: vec![0.0; chains.len()],
            upper: vec![0.0; chains.len()],
        };
        for (node, rect) in boxes.iter().enumerate().take(nodes) {
            let leaving = chains.iter().enumerate().filter(|(_, c)| c.vertices[0] == node);
            let mut leaving: Vec<(usize, f64)> = leaving.map(|(i, c)| (i, xs[c.vertices[1]])).collect();
            spread(rect, &mut leaving, &mut ports.lower);
            let reaching = chains
                .iter()
                .enumerate()
                .filter(|(_, c)| c.vertices.last() == Some(&node));
            let mut reaching: Vec<(usize, f64)> = reaching
                .map(|(i, c)| (i, xs[c.vertices[c.vertices.len() - 2]]))
                .collect();
            spread(rect, &mut reaching, &mut ports.upper);
        }
        ports
    }
}

/// Spreads the ends of edges along a side of a node in the order of where the edges go.
#[expect(clippy::cast_precision_loss, reason = "numbers of edges are small")]
fn spread(node: &Rect, edges: &mut [(usize, f64)], ports: &mut [f64]) {
    edges.sort_by(|a, b| a.1.total_cmp(&b.1));
    let steps = edges.len().saturating_sub(1).max(1) as f64;
    let gap = PORT_GAP.min((node.width - 2.0 * CORNER).max(0.0) / steps);
    let middle = node.x + node.width / 2.0;
    let half = (edges.len() as f64 - 1.0) / 2.0;
    for (i, (edge, _)) in edges.iter().enumerate() {
        ports[*edge] = middle + (i as f64 - half) * gap;
    }
}
