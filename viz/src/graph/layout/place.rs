//! Horizontal coordinates. Each vertex wants to stand at the mean of its neighbours in the layer before; in one layer the nearest places (by least squares)
//! that keep order and distances are an isotonic regression, which pooling of adjacent violators finds exactly (Ayer et al., Annals of Mathematical
//! Statistics 26(4), 1955). Sweeps down and up repeat that until little moves. Gansner et al. 1993, section 4, minimise the same kind of sum with a network
//! simplex; their weights, which straighten the middle of long edges most, are used here.

use super::{EDGE_GAP, Layered, NODE_GAP};

const SWEEPS: usize = 60;

/// The middle of each vertex; the leftmost box begins at 0.
pub(super) fn place(graph: &Layered) -> Vec<f64> {
    let mut xs = vec![0.0; graph.vertices.len()];
    for layer in &graph.layers {
        let mut x = 0.0;
        for (i, &vertex) in layer.iter().enumerate() {
            if i > 0 {
                x += distance(graph, layer[i - 1], vertex);
            }
            xs[vertex] = x;
        }
        // About a common axis.
        for &vertex in layer {
            xs[vertex] -= x / 2.0;
        }
    }
    for sweep in 0..SWEEPS {
        let is_down = sweep % 2 == 0;
        let count = graph.layers.len();
        for step in 0..count {
            let layer = if is_down { step } else { count - 1 - step };
            let is_last = sweep + 2 >= SWEEPS;
            settle(graph, &graph.layers[layer], &mut xs, is_down, is_last);
        }
    }
    let left = graph
        .vertices
        .iter()
        .zip(&xs)
        .map(|(vertex, x)| x - vertex.width / 2.0)
        .fold(f64::INFINITY, f64::min);
    for x in &mut xs {
        *x -= left;
    }
    xs
}

/// The least distance between the middles of neighbours.
fn distance(graph: &Layered, left: usize, right: usize) -> f64 {
    let (a, b) = (graph.vertices[left], graph.vertices[right]);
    let gap = if a.is_bend || b.is_bend {
        EDGE_GAP
    } else {
        NODE_GAP
    };
    f64::midpoint(a.width, b.width) + gap
}

/// Moves the vertices of a layer to where their neighbours want them: those of one side, or in the last sweeps of both.
fn settle(graph: &Layered, layer: &[usize], xs: &mut [f64], is_down: bool, both: bool) {
    let mut blocks: Vec<Block> = Vec::new();
    let mut offset = 0.0;
    for (i, &vertex) in layer.iter().enumerate() {
        if i > 0 {
            offset += distance(graph, layer[i - 1], vertex);
        }
        let (wanted, weight) = wanted(graph, vertex, xs, is_down, both);
        let mut block = Block {
            first: i,
            sum: weight * (wanted - offset),
            weight,
        };
        // What is shifted by its least place must not descend from left to right.
        while let Some(previous) = blocks.last().filter(|previous| previous.mean() > block.mean()) {
            block = Block {
                first: previous.first,
                sum: previous.sum + block.sum,
                weight: previous.weight + block.weight,
            };
            blocks.pop();
        }
        blocks.push(block);
    }
    let mut offset = 0.0;
    let mut block = 0;
    for (i, &vertex) in layer.iter().enumerate() {
        if i > 0 {
            offset += distance(graph, layer[i - 1], vertex);
        }
        if blocks.get(block + 1).is_some_and(|next| next.first <= i) {
            block += 1;
        }
        xs[vertex] = blocks[block].mean() + offset;
    }
}

/// Neighbours that touch and move together.
struct Block {
    first: usize,
    sum: f64,
    weight: f64,
}

impl Block {
    fn mean(&self) -> f64 {
        self.sum / self.weight
    }
}

/// Where a vertex wants to be, and how much.
fn wanted(graph: &Layered, vertex: usize, xs: &[f64], is_down: bool, both: bool) -> (f64, f64) {
    let weight = |other: usize| {
        let is_bend = |v: usize| usize::from(graph.vertices[v].is_bend);
        match is_bend(vertex) + is_bend(other) {
            0 => 1.0,
            1 => 3.0,
            _ => 30.0,
        }
    };
    let (above, below) = (&graph.above[vertex], &graph.below[vertex]);
    let near = above
        .iter()
        .filter(|_| is_down || both)
        .chain(below.iter().filter(|_| !is_down || both));
    let (mut sum, mut all) = (0.0, 0.0);
    for &other in near {
        sum += weight(other) * xs[other];
        all += weight(other);
    }
    if all > 0.0 {
        (sum / all, all)
    } else {
        // Nobody asks: it may stay, and gives way to others.
        (xs[vertex], 0.05)
    }
}
