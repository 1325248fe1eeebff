sig Node { next: lone Node }
fact { no Node.next = Node }
run { some Node }
