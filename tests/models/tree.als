-- A tree: each node but one has a parent. Of exactly four nodes there are
-- 4^3 = 64 rooted trees with the nodes told apart, and 4 with them alike.
sig Node { parent: lone Node }

fact Tree {
  no n: Node | n in n.^parent
  one n: Node | no n.parent
}

four: run {} for exactly 4 Node expect 1
deep: run { some n: Node | #n.^parent = 3 } for exactly 4 Node expect 1
tooDeep: run { some n: Node | #n.^parent = 4 } for exactly 4 Node expect 0
check OneRoot { some r: Node | Node in r.*~parent } for 5 expect 0
