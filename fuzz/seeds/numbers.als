open util/integer as i
one sig G { at: seq/Int -> Int, w: Int one -> one Int }
pred q { (1 << 2) >> 1 = 2 >>> 1 and G.at[0] = mul[2, i/max] and int[G.w.Int] > sum[Int.(G.at)] and fun/min < fun/max and fun/next in Int->Int }
run q for 4 but 5 Int
