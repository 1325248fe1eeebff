sig Person { age: Int }

fact { all p: Person | p.age >= 18 }

run { some Person } for 3
