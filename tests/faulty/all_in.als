sig Node { next: lone Node }
fact { all n in Node | n.next != n }
