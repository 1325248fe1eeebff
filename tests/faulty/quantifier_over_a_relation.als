sig Person { knows: set Person }
fact { all p: knows | p not in iden }
run { some knows }
