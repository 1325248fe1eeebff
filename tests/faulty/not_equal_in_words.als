sig Node { next: lone Node }
fact { all n: Node | n.next is not n }
