sig Person {}
sig Car { owner: lone Person }
pred owned[c: Car] { some c.owner }
run { all p: Person | owned[p] }
