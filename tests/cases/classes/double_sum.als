// Sums and sizes decide, within small integers.
sig Purse { coins: set Coin }
sig Coin { value: one Int }
fact { all c: Coin | c.value in 1 + 2 and one coins.c }
run { all p: Purse | (sum c: p.coins | c.value) = 2 } for 3 but 3 int
