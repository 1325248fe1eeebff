open util/ternary as t
sig A {} sig B {} sig C {}
one sig R { r: set A, s: set B, u: set C }
one sig T { f: A -> B -> C }
one sig P { ab: A -> B, ac: A -> C, bc: B -> C }
one sig F { bac: B -> A -> C, cba: C -> B -> A, acb: A -> C -> B }
pred noSets { no r + s + u }
pred noPairs { no ab and no ac and no bc }
pred noFlips { no bac and no cba and no acb }

run columns {
  noPairs and noFlips and R.r = dom[T.f] and R.s = mid[T.f] and R.u = ran[T.f]
} for exactly 2 A,
  exactly 1 B, exactly 2 C
run selections {
  noSets and noFlips and P.ab = select12[T.f] and P.ac = select13[T.f] and P.bc = select23[T.f]
} for exactly 2 A,
  exactly 1 B, exactly 2 C
run flips {
  noSets and noPairs and F.bac = flip12[T.f] and F.cba = flip13[T.f] and F.acb = flip23[T.f]
} for exactly 2 A,
  exactly 1 B, exactly 2 C
