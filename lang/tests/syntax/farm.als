module farm
open util/ordering[Day] as days

abstract sig Animal { eats: set Food, var place: one Place, friend: lone Animal }
one sig Cow, Goat extends Animal {} { no friend or friend != this }
sig Place, Day {}
enum Food { Hay, Grass }
var sig Hungry in Animal {}

fact "everyone eats" { all a: Animal | some a.eats }
fun near[p: Place]: set Animal { { a: Animal | a.place = p } }
pred move[a: Animal, p: Place] { a.place' = p and all b: Animal - a { b.place' = b.place } }
pred happy { always (some Hungry => eventually no Hungry else #Animal > 1) }
assert Stay { happy implies once some near[Place] }
let both[x, y] = x + y
walk: run { some a: Animal, p: Place | move[a, p] ; happy } for 3 but exactly 2 Day, 1..5 steps
check Stay for 4 expect 0
