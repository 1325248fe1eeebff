sig Node { next: set Node }
fact { all n: Node | n.next.size > 1 }
fact { count(Node) > 2 }
