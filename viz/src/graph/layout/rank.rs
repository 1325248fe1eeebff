//! The layer of each node: as high as its edges allow, then moved towards the nodes that it has most edges to, which makes edges shorter (a local
//! search for what the network simplex of Gansner et al. 1993, section 2, finds exactly).

/// More rounds than this do not pay.
const ROUNDS: usize = 8;

/// The layers from 0 of an acyclic graph whose edges span at least `length` layers.
pub(super) fn ranks(nodes: usize, edges: &[(usize, usize)], length: usize) -> Vec<usize> {
    let (mut above, mut below) = (vec![Vec::new(); nodes], vec![Vec::new(); nodes]);
    for &(upper, lower) in edges {
        below[upper].push(lower);
        above[lower].push(upper);
    }
    let mut ranks = longest_paths(&above, &below, length);
    for _ in 0..ROUNDS {
        let mut is_changed = false;
        for node in 0..nodes {
            let earliest = above[node].iter().map(|&n| ranks[n] + length).max();
            let latest = below[node].iter().map(|&n| ranks[n] - length).min();
            let wanted = match (earliest, latest) {
                (None, Some(latest)) => latest,
                (Some(earliest), Some(latest)) if below[node].len() > above[node].len() => {
                    latest.max(earliest)
                }
                (Some(earliest), _) => earliest,
                (None, None) => ranks[node],
            };
            is_changed |= ranks[node] != wanted;
            ranks[node] = wanted;
        }
        if !is_changed {
            break;
        }
    }
    let first = ranks.iter().min().copied().unwrap_or(0);
    for rank in &mut ranks {
        *rank -= first;
    }
    ranks
}

fn longest_paths(above: &[Vec<usize>], below: &[Vec<usize>], length: usize) -> Vec<usize> {
    let mut ranks = vec![0; above.len()];
    let mut waiting: Vec<usize> = above.iter().map(Vec::len).collect();
    let mut ready: Vec<usize> = (0..above.len()).filter(|&n| waiting[n] == 0).collect();
    while let Some(node) = ready.pop() {
        for &next in &below[node] {
            ranks[next] = ranks[next].max(ranks[node] + length);
            waiting[next] -= 1;
            if waiting[next] == 0 {
                ready.push(next);
            }
        }
    }
    ranks
}
