sig Person { name: String }
fact { some p: Person | p.name = 'Bob' }
