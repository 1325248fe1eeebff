//! Which edges are turned round so that no cycle is left: those that lead back on the path of a depth-first search from the nodes in their order
//! (Sugiyama et al. 1981 leave the choice open). So the given order of nodes is the direction of the drawing where there is a choice.

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

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
}
