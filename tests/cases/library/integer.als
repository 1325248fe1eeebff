// What the functions of util/integer give, in one signature's fields.
one sig S { a, b: Int, r: set Int }
pred one_way { S.b = 0 }

run add { S.r = add[S.a, S.b] } for 3 Int
run sub { S.r = sub[S.a, S.b] } for 3 Int
run plus { S.r = plus[S.a, S.b] } for 3 Int
run minus { S.r = minus[S.a, S.b] } for 3 Int
run mul { S.r = mul[S.a, S.b] } for 3 Int
run div { S.r = div[S.a, S.b] } for 3 Int
run rem { S.r = rem[S.a, S.b] } for 3 Int
run larger { S.r = larger[S.a, S.b] } for 3 Int
run smaller { S.r = smaller[S.a, S.b] } for 3 Int
run negate1 { one_way and S.r = negate[S.a] } for 3 Int
run signum1 { one_way and S.r = signum[S.a] } for 3 Int
run prevs1 { one_way and S.r = prevs[S.a] } for 3 Int
run nexts1 { one_way and S.r = nexts[S.a] } for 3 Int
run eq2 { no S.r and eq[S.a, S.b] } for 3 Int
run gt2 { no S.r and gt[S.a, S.b] } for 3 Int
run lt2 { no S.r and lt[S.a, S.b] } for 3 Int
run gte2 { no S.r and gte[S.a, S.b] } for 3 Int
run lte2 { no S.r and lte[S.a, S.b] } for 3 Int
run zero0 { one_way and no S.r and zero[S.a] } for 3 Int
run pos0 { one_way and no S.r and pos[S.a] } for 3 Int
run neg0 { one_way and no S.r and neg[S.a] } for 3 Int
run nonpos0 { one_way and no S.r and nonpos[S.a] } for 3 Int
run nonneg0 { one_way and no S.r and nonneg[S.a] } for 3 Int
run greatest { one_way and S.r = max and S.a = min } for 3 Int
run maxOf { one_way and S.a = max[S.r] } for 3 Int
run minOf { one_way and S.a = min[S.r] } for 3 Int
run successor { one_way and S.r = S.a.next } for 3 Int
run predecessor { one_way and S.r = S.a.prev } for 3 Int
