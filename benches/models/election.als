-- Election of a leader in a tree, as a bus of devices does it: a node all of whose neighbours but one are its children asks that one to be its parent. @N moments.
open util/ordering[Moment] as time
sig Node { link: set Node }
sig Moment { parent: Node -> lone Node, asked: Node -> Node, leader: set Node }
fact Tree {
  link = ~link
  no link & iden
  all n: Node | Node = n.*link
  some up: Node -> lone Node | link = up + ~up and no ^up & iden
}
pred still [m, n: Moment, changed: set Node] { all x: Node - changed | x in n.leader iff x in m.leader }
pred ask [m, n: Moment, x: Node] {
  x not in (m.asked).Node and x not in m.leader
  one x.link - m.parent.x
  n.asked = m.asked + x -> (x.link - m.parent.x)
  n.parent = m.parent
  still[m, n, none]
}
pred accept [m, n: Moment, x: Node] {
  some y: m.asked.x | x not in y.(m.parent) and y not in x.(m.asked) and n.parent = m.parent + y -> x
  n.asked = m.asked
  still[m, n, none]
}
pred resolve [m, n: Moment, x: Node] {
  some y: x.(m.asked) & m.asked.x | no (x + y).(m.parent) and n.parent = m.parent + y -> x
  n.asked = m.asked
  still[m, n, none]
}
pred elect [m, n: Moment, x: Node] {
  x.link in m.parent.x
  n.leader = m.leader + x
  n.parent = m.parent
  n.asked = m.asked
}
pred nothing [m, n: Moment] { n.parent = m.parent and n.asked = m.asked and n.leader = m.leader }
fact Traces {
  no first.(parent + asked) and no first.leader
  all m: Moment - last | let n = m.next |
    nothing[m, n] or some x: Node | ask[m, n, x] or accept[m, n, x] or resolve[m, n, x] or elect[m, n, x]
}
check OneLeader { all m: Moment | lone m.leader } for exactly 4 Node, @N Moment
