// Which relations are sequences.
open util/sequniv as q
sig A {}
one sig S { r: Int -> A }

run isSeq { q/isSeq[S.r] } for exactly 2 A, 2 seq, 3 Int
run isNone { S.r in (0 + 1 + 2) -> A and not q/isSeq[S.r] and q/hasDups[S.r] } for exactly 2 A,
  2 seq, 3 Int
