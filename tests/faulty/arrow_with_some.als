sig Person { knows: set Person }
fact { all p: Person | some p.knows -> some knows.p }
