// The library of graphs: rooted and acyclic ones.
open util/graph[Node]
sig Node { edges: set Node }
run { dag[edges] and rootedAt[edges, roots[edges]] and one roots[edges] } for 4
