sig Node { next: Node -> Node }
fact { all n, m: Node | some n.next[m }
run {}
