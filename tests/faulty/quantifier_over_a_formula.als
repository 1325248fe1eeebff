sig Node { next: lone Node }
fact { all n: some Node.next = Node | n != n.next }
