sig Node { next: lone Node }
fact { all n: Node | no n.next | n.next != n }
