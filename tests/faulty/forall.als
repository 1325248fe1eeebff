sig Node { next: lone Node }
fact { forall n: Node | n.next != n }
