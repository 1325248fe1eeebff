// Integers stay what they are: multisets of weights, linked in ascending order.
sig Box { weight: one Int, on: lone Box }
fact { all b: Box | b.weight > 0 and (some b.on => b.weight < b.on.weight) }
run {} for 3 Box, 3 int
