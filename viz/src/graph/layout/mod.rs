//! Layered drawings of graphs, after Sugiyama, Tagawa and Toda, "Methods for Visual Understanding of Hierarchical System Structures" (IEEE Transactions on
//! Systems, Man, and Cybernetics 11(2), 1981): edges that close cycles are turned round, nodes are put into layers, long edges get a bend in each layer
//! that they pass, each layer is ordered so that few edges cross, and then coordinates are chosen.
//!
//! What differs: labels of edges are nodes of the layer in the middle of their edge, as in Gansner, Koutsofios, North and Vo, "A Technique for Drawing
//! Directed Graphs" (IEEE Transactions on Software Engineering 19(3), 1993), section 5.3, so that they overlap nothing. Coordinates are found by sweeps of
//! least squares with least distances, layer by layer, rather than by a linear program. The parts of a graph that no edge joins are laid out alone and
//! set side by side.

mod acyclic;
mod order;
mod place;
mod rank;

use super::route;
use crate::svg::Rect;

/// The space between neighbours in a layer.
pub(super) const NODE_GAP: f64 = 28.0;
/// The space between an edge that passes a layer and its neighbours there.
pub(super) const EDGE_GAP: f64 = 14.0;
/// The space between layers.
const LAYER_GAP: f64 = 34.0;
/// The space between parts that no edge joins.
const PART_GAP: f64 = 36.0;

/// A node to be laid out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// An edge between two different nodes, with the size of its label.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) label: Option<Size>,
}

/// Where an edge runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Route {
    /// Points from its beginning to its end; between two of them it is straight down, or bends from one to the other.
    pub(crate) points: Vec<(f64, f64)>,
    /// The place of its label.
    pub(crate) label: Option<Rect>,
}

/// A drawing.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Layout {
    /// The boxes of the nodes.
    pub(crate) nodes: Vec<Rect>,
    /// The routes of the links.
    pub(crate) routes: Vec<Route>,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// A vertex of the layered graph.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Vertex {
    pub(super) width: f64,
    pub(super) height: f64,
    /// Whether it is only a place that an edge passes.
    pub(super) is_bend: bool,
}

/// A graph in layers: each edge leads from one layer to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Layered {
    pub(super) vertices: Vec<Vertex>,
    /// The vertices of each layer, from left to right.
    pub(super) layers: Vec<Vec<usize>>,
    pub(super) below: Vec<Vec<usize>>,
    pub(super) above: Vec<Vec<usize>>,
}

impl Layered {
    fn add(&mut self, vertex: Vertex, layer: usize) -> usize {
        let index = self.vertices.len();
        self.vertices.push(vertex);
        self.below.push(Vec::new());
        self.above.push(Vec::new());
        if self.layers.len() <= layer {
            self.layers.resize(layer + 1, Vec::new());
        }
        self.layers[layer].push(index);
        index
    }

    fn join(&mut self, upper: usize, lower: usize) {
        self.below[upper].push(lower);
        self.above[lower].push(upper);
    }
}

/// Lays a graph out in parts about as wide as given, if it has several. Links join different nodes.
pub(crate) fn layout(sizes: &[Size], links: &[Link], width: f64) -> Layout {
    let mut parts: Vec<(Vec<usize>, Vec<usize>, Layout)> = Vec::new();
    for nodes in components(sizes.len(), links) {
        let own: Vec<usize> = (0..links.len())
            .filter(|&l| nodes.contains(&links[l].from))
            .collect();
        let layout = component(sizes, links, &nodes, &own);
        parts.push((nodes, own, layout));
    }
    // Those with edges first, single nodes below.
    parts.sort_by_key(|(_, own, _)| own.is_empty());
    pack(sizes.len(), links.len(), &parts, width)
}

/// Sets parts side by side in shelves.
fn pack(nodes: usize, links: usize, parts: &[(Vec<usize>, Vec<usize>, Layout)], width: f64) -> Layout {
    let widest = parts.iter().map(|(_, _, l)| l.width).fold(0.0, f64::max);
    let limit = widest.max(width);
    let mut whole = Layout {
        nodes: vec![Rect::default(); nodes],
        routes: vec![Route::default(); links],
        ..Layout::default()
    };
    let (mut x, mut y, mut shelf) = (0.0, 0.0, 0.0_f64);
    for (nodes, own, part) in parts {
        if x > 0.0 && x + part.width > limit {
            (x, y, shelf) = (0.0, y + shelf + PART_GAP, 0.0);
        }
        let moved = |rect: Rect| Rect {
            x: rect.x + x,
            y: rect.y + y,
            ..rect
        };
        for (i, &node) in nodes.iter().enumerate() {
            whole.nodes[node] = moved(part.nodes[i]);
        }
        for (i, &link) in own.iter().enumerate() {
            let route = &part.routes[i];
            whole.routes[link] = Route {
                points: route.points.iter().map(|(a, b)| (a + x, b + y)).collect(),
                label: route.label.map(moved),
            };
        }
        whole.width = whole.width.max(x + part.width);
        whole.height = whole.height.max(y + part.height);
        shelf = shelf.max(part.height);
        x += part.width + PART_GAP;
    }
    whole
}

/// The nodes of each connected part, ascending, the parts in the order of their first nodes.
fn components(count: usize, links: &[Link]) -> Vec<Vec<usize>> {
    let mut leader: Vec<usize> = (0..count).collect();
    let find = |leader: &mut Vec<usize>, mut node: usize| {
        while leader[node] != node {
            leader[node] = leader[leader[node]];
            node = leader[node];
        }
        node
    };
    for link in links {
        let (a, b) = (find(&mut leader, link.from), find(&mut leader, link.to));
        leader[a.max(b)] = a.min(b);
    }
    let mut parts: Vec<Vec<usize>> = vec![Vec::new(); count];
    for node in 0..count {
        let first = find(&mut leader, node);
        parts[first].push(node);
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// A drawing this much higher than wide is tried in another way, if there is no top and bottom in its edges.
const TALL: f64 = 1.6;

/// Lays out one connected part.
fn component(sizes: &[Size], links: &[Link], nodes: &[usize], own: &[usize]) -> Layout {
    let local = |node: usize| nodes.binary_search(&node).unwrap_or(0);
    let edges: Vec<(usize, usize)> = own
        .iter()
        .map(|&l| (local(links[l].from), local(links[l].to)))
        .collect();
    let reversed = acyclic::reversed(nodes.len(), &edges);
    let first = layers(sizes, links, nodes, own, &edges, &reversed);
    if first.height < TALL * first.width || !reversed.contains(&true) {
        return first;
    }
    let second = layers(
        sizes,
        links,
        nodes,
        own,
        &edges,
        &acyclic::flat(nodes.len(), &edges),
    );
    if second.height.max(second.width) < first.height {
        second
    } else {
        first
    }
}

/// Lays it out with some edges turned round.
fn layers(
    sizes: &[Size],
    links: &[Link],
    nodes: &[usize],
    own: &[usize],
    edges: &[(usize, usize)],
    reversed: &[bool],
) -> Layout {
    let down: Vec<(usize, usize)> = edges
        .iter()
        .zip(reversed)
        .map(|(&(a, b), &turn)| if turn { (b, a) } else { (a, b) })
        .collect();
    // With labels every edge spans at least two layers, and the labels stand in those between the nodes.
    let has_labels = own.iter().any(|&l| links[l].label.is_some());
    let length = if has_labels { 2 } else { 1 };
    let ranks = rank::ranks(nodes.len(), &down, length);
    let mut layered = Layered::default();
    for (i, &node) in nodes.iter().enumerate() {
        let Size { width, height } = sizes[node];
        layered.add(
            Vertex {
                width,
                height,
                is_bend: false,
            },
            ranks[i],
        );
    }
    let chains: Vec<Chain> = down
        .iter()
        .zip(own)
        .map(|(&(a, b), &link)| chain(&mut layered, &ranks, a, b, links[link].label))
        .collect();
    order::order(&mut layered);
    let xs = place::place(&layered);
    let gap = if has_labels {
        LAYER_GAP * 0.8
    } else {
        LAYER_GAP * 1.4
    };
    let tops = tops(&layered, gap);
    route::finish(&layered, &xs, &tops, nodes.len(), &chains, reversed)
}

/// The vertices of an edge from its upper to its lower end, and which of them is its label.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    pub(super) vertices: Vec<usize>,
    pub(super) label: Option<usize>,
}

fn chain(layered: &mut Layered, ranks: &[usize], upper: usize, lower: usize, label: Option<Size>) -> Chain {
    let (top, bottom) = (ranks[upper], ranks[lower]);
    // Labels stand in odd distance from the nodes' layers.
    let middle = (top + (bottom - top) / 2) | 1;
    let middle = if top % 2 == 0 { middle } else { middle - 1 };
    let mut vertices = vec![upper];
    let mut place = None;
    for layer in top + 1..bottom {
        let label = label.filter(|_| layer == middle);
        let vertex = Vertex {
            width: label.map_or(0.0, |l| l.width),
            height: label.map_or(0.0, |l| l.height),
            is_bend: label.is_none(),
        };
        let index = layered.add(vertex, layer);
        if label.is_some() {
            place = Some(index);
        }
        vertices.push(index);
    }
    vertices.push(lower);
    for pair in vertices.windows(2) {
        layered.join(pair[0], pair[1]);
    }
    Chain {
        vertices,
        label: place,
    }
}

/// The top and the height of each layer.
fn tops(layered: &Layered, gap: f64) -> Vec<(f64, f64)> {
    let mut y = 0.0;
    let mut tops = Vec::new();
    for layer in &layered.layers {
        let heights = layer.iter().map(|&v| layered.vertices[v].height);
        let height = heights.fold(0.0, f64::max);
        tops.push((y, height));
        y += height + gap;
    }
    tops
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Deterministic pseudo-random numbers (Marsaglia's xorshift).
    fn random(state: &mut u64, below: u64) -> usize {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        (*state % below) as usize
    }

    #[test]
    #[expect(clippy::cast_precision_loss, reason = "the numbers are small")]
    fn nothing_overlaps_in_random_graphs() {
        let mut state = 42;
        for round in 0..60 {
            let nodes = 1 + random(&mut state, 14);
            let sizes: Vec<Size> = (0..nodes)
                .map(|_| Size {
                    width: 30.0 + random(&mut state, 90) as f64,
                    height: 20.0 + random(&mut state, 60) as f64,
                })
                .collect();
            let mut links = Vec::new();
            for _ in 0..random(&mut state, 25) {
                let (from, to) = (random(&mut state, nodes as u64), random(&mut state, nodes as u64));
                let label = (round % 3 > 0 && random(&mut state, 4) > 0).then_some(Size {
                    width: 40.0,
                    height: 16.0,
                });
                if from != to {
                    links.push(Link { from, to, label });
                }
            }
            let layout = layout(&sizes, &links, 500.0);
            let labels: Vec<Rect> = layout.routes.iter().filter_map(|r| r.label).collect();
            assert_eq!(labels.len(), links.iter().filter(|l| l.label.is_some()).count());
            let boxes: Vec<Rect> = layout.nodes.iter().copied().chain(labels).collect();
            let page = Rect {
                x: 0.0,
                y: 0.0,
                width: layout.width,
                height: layout.height,
            };
            for (i, a) in boxes.iter().enumerate() {
                assert!(page.contains(a), "round {round}: {a:?} in {page:?}");
                assert!(
                    boxes[i + 1..].iter().all(|b| !a.overlaps(b)),
                    "round {round}: {a:?}"
                );
            }
        }
    }

    #[test]
    fn a_chain_is_straight() {
        let size = Size {
            width: 50.0,
            height: 20.0,
        };
        let link = |from, to| Link {
            from,
            to,
            label: None,
        };
        let layout = layout(&[size; 3], &[link(0, 1), link(1, 2)], 100.0);
        assert!(layout.nodes.iter().all(|node| node.x == 0.0));
        assert!(layout.nodes[0].bottom() < layout.nodes[1].y && layout.nodes[1].bottom() < layout.nodes[2].y);
        assert_eq!(layout.routes[0].points.first(), Some(&(25.0, 20.0)));
    }
}
