module farm/yard[exactly Beast, Place]
open util/ordering[Time] as times
open util/integer
private open util/relation as rel
abstract var sig Animal in Beast { private disj near, far: set Place, var at: lone Place, moves: Time -> one Place, name: String } { some near and at' in near }
one sig Dog, Cat extends Animal { age = { i: Int | i > 0 }, log: seq Place }
sig Time {}
sig Both = Dog + Cat {}
enum Colour { Red, Green, Blue }
let twice[x] = x + x
let all_places = Place
fun (Dog) reach[p: Place]: set Place { p.*(this.moves[Time]) }
pred Dog.near_to [disj a, b: Place] { a->b in this.moves }
private fun count[a: Int, b: Int]: Int { plus[a, b] fun/add #Dog }
assert safe { no Dog & Cat }
fact "named" { all t: Time - last | t.next != t }
