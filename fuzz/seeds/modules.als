open b as c
open b/d[A] as e
sig A in B { h: c/B.@k }
fact { c/p[A] && e/q and this/A in univ and iden in A->A }
check { all a: A | a.h = c/B }
//// b
module b
sig B { k: set B }
pred p[x: B] { x = x.k /* note */ -- comment
} // end
//// b/d
module b/d[X]
pred q { some X "text" }
