// Elements of an ordering by their number, and back.
open util/ordering[A] as o
sig A {}
one sig S { n: Int, e: lone A }

run element { S.e = int2elem[S.n, o/next, A] } for exactly 3 A, 3 Int
run number { some S.e and S.n = elem2int[S.e, o/next] } for exactly 3 A, 3 Int
