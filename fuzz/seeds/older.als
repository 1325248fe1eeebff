open ../lib/time[State]
sig State { next: State, s': State }
pred after[s, s': State] { s' = s.next && s.s' = s' }
run after for 3
