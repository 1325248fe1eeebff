sig Node { next: lone Node }
fact { all n: Node | some n.next, n not in n.next }
