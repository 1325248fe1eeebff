sig Person { knows: set Person }
all p: Person | p not in p.knows
