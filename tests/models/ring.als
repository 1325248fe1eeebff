-- A ring: one cycle through all stations. Five stations told apart can be put
-- round a ring in 4! = 24 ways.
open util/graph[Station]

sig Station { clockwise: one Station }

fact { ring[clockwise] }

five: run {} for exactly 5 Station expect 1
split: run { some s: Station | s.clockwise.clockwise = s } for exactly 5 Station expect 0
check OneBefore { all s: Station | one clockwise.s } for 6 expect 0
