sig Node { next: lone Node }
fun successor[n: Node]: lone Node { return n.next }
