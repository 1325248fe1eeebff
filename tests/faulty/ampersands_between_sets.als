sig Person { friends: set Person, family: set Person }
fact { all p: Person | some p.friends && p.family }
