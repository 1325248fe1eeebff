sig Person { boss: lone Person }
pred isBoss[p: Person] { some boss.p }
run { some isBoss[Person] }
