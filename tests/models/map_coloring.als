-- No grid, but an enum for value: the states of Australia, neighbours in different
-- colours. Three colours do it in 18 ways (6 on the mainland, times 3 for Tasmania).
enum Color { Red, Green, Blue }

abstract sig State { border: set State, color: one Color }
one sig WA, NT, SA, Q, NSW, V, T extends State {}

fact Map {
  border = land + ~land
  all s: State | s.color not in s.border.color
}

fun land: State -> State {
  WA -> (NT + SA) + NT -> (SA + Q) + SA -> (Q + NSW + V) + Q -> NSW + NSW -> V
}

three: run {} expect 1
two: run { Blue not in State.color } expect 0
