sig Node { next: lone Node }
fact {
  some Node;
  no n: Node | n in n.next;
}
