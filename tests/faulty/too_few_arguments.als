sig Node { next: lone Node }
pred linked[a, b: Node] { b in a.next }
run { all n: Node | linked[n] }
