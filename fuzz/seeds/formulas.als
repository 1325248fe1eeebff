sig A { f: A -> lone A, g: some A, n: Int }
pred p[a, b: A] { a.g = b.g => some f else no f[a] iff a in b.*(~g) & A <: b.^g :> A }
fact { all disj x, y: A, z: A - x | x.n >= y.n + 1 implies (no z or lone z.g && not one x.g) <=> x !in y.g }
fact { let s = A.f, t = s.A | #(s ++ t->t) =< 3 and sum x: A | x.n < 0x1F || 0b101 > -2 }
fact { { x: A, y: x.g | x not = y } in A some -> lone A and disj[A.g, A] }
run { some a: A | p[a, a.g] } for 3 but exactly 2 A, 4 int, 3 seq expect 1
check named { no none } for 5 => run p for 2..4 A
always_fact: run { always some A until after once (before no A since historically A' in A); eventually no A } for 1.. steps
