sig Person { age: Int }
pred twice[p, q: Person] { q.age = p.age * 2 }
run twice
