sig Node { next: lone Node }
run { some n | n.next = n }
