sig Node { next: lone Node }
run { exists n: Node | n.next = n }
