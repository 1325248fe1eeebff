sig Person { boss: lone Person }
fact { all p: Person | p.boss => p not in p.boss }
