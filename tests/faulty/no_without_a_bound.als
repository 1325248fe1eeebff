sig Node { next: lone Node }
fact { no n | n in n.next }
run { some Node }
