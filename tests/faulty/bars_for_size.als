sig Person { knows: set Person }
fact { all p: Person | |p.knows| = 2 }
