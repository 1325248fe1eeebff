sig Node { next: lone Node }
fact { some n: Node | n.next = null }
