//! The order within layers: sweeps that sort each layer by the barycentres of neighbours (Sugiyama et al. 1981, section III), each followed by exchanges of
//! neighbours that lessen crossings (Gansner et al. 1993, section 3); the best order seen is kept. Crossings are counted with a tree of sums after Barth,
//! Mutzel and Jünger, "Simple and Efficient Bilayer Cross Counting" (JGAA 8(2), 2004).

use super::Layered;

/// Sweeps, half of them down and half of them up.
const SWEEPS: usize = 24;
/// Layers of more vertices are not improved by exchanges, which take a square of time.
const MOST_EXCHANGED: usize = 60;

/// Orders each layer.
pub(super) fn order(graph: &mut Layered) {
    depth_first(graph);
    let mut best = graph.layers.clone();
    let mut least = crossings(graph);
    for sweep in 0..SWEEPS {
        if least == 0 {
            break;
        }
        let is_down = sweep % 2 == 0;
        let count = graph.layers.len();
        for step in 1..count {
            let layer = if is_down { step } else { count - 1 - step };
            sort_by_barycentre(graph, layer, is_down);
        }
        exchange(graph);
        let crossings = crossings(graph);
        if crossings < least {
            least = crossings;
            best.clone_from(&graph.layers);
        }
    }
    graph.layers = best;
}

/// The first order: as a depth-first search meets the vertices, which keeps what belongs together side by side.
fn depth_first(graph: &mut Layered) {
    let count = graph.vertices.len();
    let mut layer_of = vec![0; count];
    for (layer, vertices) in graph.layers.iter().enumerate() {
        for &vertex in vertices {
            layer_of[vertex] = layer;
        }
    }
    let roots: Vec<usize> = graph.layers.iter().flatten().copied().collect();
    let mut layers = vec![Vec::new(); graph.layers.len()];
    let mut seen = vec![false; count];
    for root in roots {
        let mut stack = vec![root];
        while let Some(vertex) = stack.pop() {
            if std::mem::replace(&mut seen[vertex], true) {
                continue;
            }
            layers[layer_of[vertex]].push(vertex);
            stack.extend(graph.below[vertex].iter().rev());
        }
    }
    graph.layers = layers;
}

fn positions(graph: &Layered) -> Vec<usize> {
    let mut positions = vec![0; graph.vertices.len()];
    for layer in &graph.layers {
        for (position, &vertex) in layer.iter().enumerate() {
            positions[vertex] = position;
        }
    }
    positions
}

#[expect(clippy::cast_precision_loss, reason = "positions are small")]
fn sort_by_barycentre(graph: &mut Layered, layer: usize, is_down: bool) {
    let positions = positions(graph);
    let neighbours = if is_down { &graph.above } else { &graph.below };
    let key = |&vertex: &usize| {
        let near = &neighbours[vertex];
        if near.is_empty() {
            return positions[vertex] as f64;
        }
        near.iter().map(|&n| positions[n]).sum::<usize>() as f64 / near.len() as f64
    };
    let mut keyed: Vec<(f64, usize)> = graph.layers[layer].iter().map(|v| (key(v), *v)).collect();
    keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
    graph.layers[layer] = keyed.into_iter().map(|(_, vertex)| vertex).collect();
}

/// Exchanges neighbours as long as that lessens crossings, a few rounds.
fn exchange(graph: &mut Layered) {
    for _ in 0..4 {
        let mut is_changed = false;
        for layer in 0..graph.layers.len() {
            if graph.layers[layer].len() > MOST_EXCHANGED {
                continue;
            }
            let positions = positions(graph);
            for i in 1..graph.layers[layer].len() {
                let (left, right) = (graph.layers[layer][i - 1], graph.layers[layer][i]);
                let [kept, exchanged] = [(left, right), (right, left)].map(|(a, b)| {
                    crossings_of(&graph.above, &positions, a, b)
                        + crossings_of(&graph.below, &positions, a, b)
                });
                if exchanged < kept {
                    graph.layers[layer].swap(i - 1, i);
                    is_changed = true;
                }
            }
        }
        if !is_changed {
            break;
        }
    }
}

/// How often the edges of two vertices cross if the first stands left of the second.
fn crossings_of(neighbours: &[Vec<usize>], positions: &[usize], left: usize, right: usize) -> usize {
    let right: Vec<usize> = neighbours[right].iter().map(|&n| positions[n]).collect();
    let of = |&n: &usize| right.iter().filter(|&&r| r < positions[n]).count();
    neighbours[left].iter().map(of).sum()
}

/// The number of all crossings.
fn crossings(graph: &Layered) -> usize {
    let positions = positions(graph);
    let mut sum = 0;
    for (layer, lower) in graph.layers.iter().zip(graph.layers.iter().skip(1)) {
        // How many edges ended so far at each position or left of it, in a Fenwick tree.
        let mut tree = vec![0_usize; lower.len() + 1];
        let mut total = 0;
        for &vertex in layer {
            let mut ends: Vec<usize> = graph.below[vertex].iter().map(|&n| positions[n]).collect();
            ends.sort_unstable();
            for &end in &ends {
                let mut index = end + 1;
                let mut up_to = 0;
                while index > 0 {
                    up_to += tree[index];
                    index &= index - 1;
                }
                sum += total - up_to;
            }
            for end in ends {
                let mut index = end + 1;
                while index < tree.len() {
                    tree[index] += 1;
                    index += index & index.wrapping_neg();
                }
                total += 1;
            }
        }
    }
    sum
}
