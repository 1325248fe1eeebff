sig Node { next: lone Node }
pred root[n: Node] { no next.n }
run { some n: Node | root(n) }
