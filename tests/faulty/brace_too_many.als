sig Node { next: lone Node }
fact { all n: Node { some n.next } } }
run {}
