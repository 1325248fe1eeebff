sig Node { next: lone Node }
fun successor[n: Node]: lone Node { n.next }
run { all n: Node | some successor[n, n] }
