module util/graph[node]

-- Shapes of directed graphs. A graph is the relation `r` of its edges; its nodes
-- are all atoms of `node`, those without edges included.

open util/relation as rel

/** Each edge has its reverse. */
pred undirected [r: node -> node] { symmetric[r] }

/** No edge leads from a node to itself. */
pred noSelfLoops [r: node -> node] { irreflexive[r] }

/** Paths that may follow edges backwards join any two nodes. */
pred weaklyConnected [r: node -> node] { all n: node | node in n.*(r + ~r) }

/** Paths along the edges join any two nodes, both ways. */
pred stronglyConnected [r: node -> node] { all n: node | node in n.*r }

/** Paths lead from `root` to every node. */
pred rootedAt [r: node -> node, root: node] { node in root.*r }

/** One cycle through all nodes. */
pred ring [r: node -> node] {
  function[r, node]
  stronglyConnected[r]
}

/** No cycle. */
pred dag [r: node -> node] { acyclic[r, node] }

/** No cycle, and at most one parent a node. */
pred forest [r: node -> node] {
  dag[r]
  injective[r, node]
}

/** A forest with at most one node that has no parent. */
pred tree [r: node -> node] {
  forest[r]
  lone n: node | no r.n
}

/** A forest that can be walked from `root` alone. */
pred treeRootedAt [r: node -> node, root: node] {
  forest[r]
  rootedAt[r, root]
}

/** The nodes that no path from a node enters. */
fun roots [r: node -> node]: set node { node - node.^r }

/** The nodes from which no path leads to a node. */
fun leaves [r: node -> node]: set node { node - (^r).node }

/** The nodes that are not leaves. */
fun innerNodes [r: node -> node]: set node { node - leaves[r] }
