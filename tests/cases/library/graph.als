open util/graph[N] as g
sig N { e: set N }
one sig R { r: lone N }

run undirected { no R.r and g/undirected[e] } for exactly 3 N, 3 Int
run noSelfLoops { no R.r and g/noSelfLoops[e] } for exactly 3 N, 3 Int
run weaklyConnected { no R.r and g/weaklyConnected[e] } for exactly 3 N, 3 Int
run stronglyConnected { no R.r and g/stronglyConnected[e] } for exactly 3 N, 3 Int
run ring { no R.r and g/ring[e] } for exactly 3 N, 3 Int
run dag { no R.r and g/dag[e] } for exactly 3 N, 3 Int
run forest { no R.r and g/forest[e] } for exactly 3 N, 3 Int
run tree { no R.r and g/tree[e] } for exactly 3 N, 3 Int
run rootedAt { some R.r and g/rootedAt[e, R.r] } for exactly 3 N, 3 Int
run treeRootedAt { some R.r and g/treeRootedAt[e, R.r] } for exactly 3 N, 3 Int
run roots { some R.r and R.r = g/roots[e] } for exactly 3 N, 3 Int
run leaves { some R.r and R.r = g/leaves[e] } for exactly 3 N, 3 Int
run innerNodes { some R.r and R.r = g/innerNodes[e] } for exactly 3 N, 3 Int
