sig Node { next: lone Node }
fun successor[n: Node] { n.next }
