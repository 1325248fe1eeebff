open util/boolean as b
one sig S { x, y, r: b/Bool }
pred only_x { S.y = b/True and S.r = b/True }

run And { S.r = b/And[S.x, S.y] } for 1 Int
run Or { S.r = b/Or[S.x, S.y] } for 1 Int
run Xor { S.r = b/Xor[S.x, S.y] } for 1 Int
run Nand { S.r = b/Nand[S.x, S.y] } for 1 Int
run Nor { S.r = b/Nor[S.x, S.y] } for 1 Int
run Not { S.y = b/True and S.r = b/Not[S.x] } for 1 Int
run isTrue { only_x and b/isTrue[S.x] } for 1 Int
run isFalse { only_x and b/isFalse[S.x] } for 1 Int
