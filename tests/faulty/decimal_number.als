sig Person { size: Int }
fact { all p: Person | p.size > 1.5 }
