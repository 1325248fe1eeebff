sig Node { next: lone Node }
pred linked {
  all n: Node | some n.next

run linked for 3
