sig Person { age: Int, friends: set Person }
pred older[p, q: Person] { q.age > p.age + 1 }
run older
