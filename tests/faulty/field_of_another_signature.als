sig Person { name: Name }
sig Name {}
sig Car { owner: Person }
run { all c: Car | some c.name }
