sig Person { boss: set Person }
fact { all p: Person | p.boss in lone Person }
run {}
