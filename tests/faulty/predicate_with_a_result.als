sig Node { next: lone Node }
pred successor[n: Node]: Node { n.next }
