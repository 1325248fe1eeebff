sig Person { boss: lone Person }
pred isBoss[p: Person] { some boss.p }
run { all p: Person | isBoss[p] = some p.boss }
