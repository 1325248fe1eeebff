open util/ordering[A] as o
sig A {}
one sig S { a, b: A, r: set A }

run first { S.r = o/first and S.a = S.b } for exactly 3 A
run last { S.r = o/last and S.a = S.b } for exactly 3 A
run prevs { S.r = o/prevs[S.a] and S.b = S.a } for exactly 3 A
run nexts { S.r = o/nexts[S.a] and S.b = S.a } for exactly 3 A
run next { S.r = S.a.(o/next) and S.b = S.a } for exactly 3 A
run prev { S.r = S.a.(o/prev) and S.b = S.a } for exactly 3 A
run lt { no S.r and o/lt[S.a, S.b] } for exactly 3 A
run gt { no S.r and o/gt[S.a, S.b] } for exactly 3 A
run lte { no S.r and o/lte[S.a, S.b] } for exactly 3 A
run gte { no S.r and o/gte[S.a, S.b] } for exactly 3 A
run larger { S.r = o/larger[S.a, S.b] } for exactly 3 A
run smaller { S.r = o/smaller[S.a, S.b] } for exactly 3 A
run max { S.a = S.b and S.a = o/max[S.r] } for exactly 3 A
run min { S.a = S.b and S.a = o/min[S.r] } for exactly 3 A
run nothing { S.a = S.b and no o/max[S.r] and no o/min[S.r] } for exactly 3 A
