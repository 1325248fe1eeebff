open util/natural as n
one sig S { a, b, c: lone Natural, g: set Natural }
pred only_a { some S.a and no S.b and no S.g }
pred pair { some S.a and some S.b and no S.g }

run inc { only_a and S.c = n/inc[S.a] } for exactly 3 Natural, 4 Int
run dec { only_a and S.c = n/dec[S.a] } for exactly 3 Natural, 4 Int
run add { pair and S.c = n/add[S.a, S.b] } for exactly 3 Natural, 4 Int
run sub { pair and S.c = n/sub[S.a, S.b] } for exactly 3 Natural, 4 Int
run mul { pair and S.c = n/mul[S.a, S.b] } for exactly 3 Natural, 4 Int
run div { pair and S.c = n/div[S.a, S.b] } for exactly 3 Natural, 4 Int
run gt { pair and no S.c and n/gt[S.a, S.b] } for exactly 3 Natural, 4 Int
run lt { pair and no S.c and n/lt[S.a, S.b] } for exactly 3 Natural, 4 Int
run gte { pair and no S.c and n/gte[S.a, S.b] } for exactly 3 Natural, 4 Int
run lte { pair and no S.c and n/lte[S.a, S.b] } for exactly 3 Natural, 4 Int
run max { no S.a and no S.b and S.c = n/max[S.g] } for exactly 3 Natural, 4 Int
run min { no S.a and no S.b and S.c = n/min[S.g] } for exactly 3 Natural, 4 Int
run zero_and_one { only_a and S.a = n/Zero and S.c = n/One } for exactly 3 Natural, 4 Int
