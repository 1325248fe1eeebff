//! Which edges are turned round so that no cycle is left: those that lead back on the path of a depth-first search from the nodes in their order
//! (Sugiyama et al. 1981 leave the choice open). So the given order of nodes is the direction of the drawing where there is a choice.

use std::collections::VecDeque;

/// For each edge whether it is turned round.
pub(super) fn reversed(nodes: usize, edges: &[(usize, usize)]) -> Vec<bool> {
    let mut out = vec![Vec::new(); nodes];
    let mut has_in = vec![false; nodes];
    for (i, &(from, to)) in edges.iter().enumerate() {
        out[from].push(i);
        has_in[to] = true;
    }
    let mut reversed = vec![false; edges.len()];
    let mut state = vec![State::New; nodes];
    let roots = (0..nodes).filter(|&n| !has_in[n]);
    for root in roots.chain(0..nodes) {
        if state[root] != State::New {
            continue;
        }
        state[root] = State::Open;
        let mut path = vec![(root, 0)];
        while let Some((node, next)) = path.last_mut() {
            let Some(&edge) = out[*node].get(*next) else {
                state[*node] = State::Done;
                path.pop();
                continue;
            };
            *next += 1;
            let to = edges[edge].1;
            match state[to] {
                State::Open => reversed[edge] = true,
                State::Done => {}
                State::New => {
                    state[to] = State::Open;
                    path.push((to, 0));
                }
            }
        }
    }
    reversed
}

/// The same for a flat drawing, where the directions of edges tell no top from bottom: edges lead away from the nodes that none leads to (or the first one),
/// by the number of edges between; and among nodes of the same distance along a greedy colouring, as few colours make few layers.
pub(super) fn flat(nodes: usize, edges: &[(usize, usize)]) -> Vec<bool> {
    let mut beside = vec![Vec::new(); nodes];
    let mut has_in = vec![false; nodes];
    for &(from, to) in edges {
        beside[from].push(to);
        beside[to].push(from);
        has_in[to] = true;
    }
    let mut distance = vec![usize::MAX; nodes];
    let mut waiting: VecDeque<usize> = (0..nodes).filter(|&n| !has_in[n]).collect();
    if waiting.is_empty() {
        waiting.extend((nodes > 0).then_some(0));
    }
    for &root in &waiting {
        distance[root] = 0;
    }
    while let Some(node) = waiting.pop_front() {
        for &next in &beside[node] {
            if distance[next] == usize::MAX {
                distance[next] = distance[node] + 1;
                waiting.push_back(next);
            }
        }
    }
    let mut colour = vec![usize::MAX; nodes];
    for node in 0..nodes {
        let taken: Vec<usize> = beside[node]
            .iter()
            .filter(|&&other| distance[other] == distance[node])
            .map(|&other| colour[other])
            .collect();
        colour[node] = (0..nodes).find(|c| !taken.contains(c)).unwrap_or(0);
    }
    let place = |node: usize| (distance[node], colour[node]);
    edges.iter().map(|&(from, to)| place(from) > place(to)).collect()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
}
