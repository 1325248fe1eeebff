sig Node { next: lone Node }
pred linked[a, b: Node] { b in a.next }
run { some a, b: Node | linked(a, b) }
