// Sequences of a field, which open the library of sequences under the name seq.
sig A {}
one sig S { s, t: seq A, i, j: lone Int, e: lone A, g: set A, k: set Int }
pred only_s { no S.t and rest_empty and no S.e and no S.g and no S.k }
pred rest_empty { no S.i and no S.j }
pred no_sets { no S.g and no S.k }

run elems { no S.t and rest_empty and no S.e and no S.k and S.g = S.s.elems } for exactly 2 A,
  3 seq, 3 Int
run first { no S.t and rest_empty and no_sets and S.e = S.s.first } for exactly 2 A, 3 seq, 3 Int
run last { no S.t and rest_empty and no_sets and S.e = S.s.last } for exactly 2 A, 3 seq, 3 Int
run rest { rest_empty and no S.e and no_sets and S.t = S.s.rest } for exactly 2 A, 3 seq, 3 Int
run butlast { rest_empty and no S.e and no_sets and S.t = S.s.butlast } for exactly 2 A, 3 seq,
  3 Int
run isEmpty { only_s and S.s.isEmpty } for exactly 2 A, 3 seq, 3 Int
run hasDups { only_s and S.s.hasDups } for exactly 2 A, 3 seq, 3 Int
run inds { no S.t and rest_empty and no S.e and no S.g and S.k = S.s.inds } for exactly 2 A, 3 seq,
  3 Int
run lastIdx { no S.t and no S.j and no S.e and no_sets and S.i = S.s.lastIdx } for exactly 2 A,
  3 seq, 3 Int
run afterLastIdx {
  no S.t and no S.j and no S.e and no_sets and S.i = S.s.afterLastIdx
} for exactly 2 A,
  3 seq, 3 Int
run idxOf { no S.t and no S.j and some S.e and no_sets and S.i = S.s.idxOf[S.e] } for exactly 2 A,
  3 seq, 3 Int
run lastIdxOf {
  no S.t and no S.j and some S.e and no_sets and S.i = S.s.lastIdxOf[S.e]
} for exactly 2 A,
  3 seq, 3 Int
run indsOf {
  no S.t and rest_empty and some S.e and no S.g and S.k = S.s.indsOf[S.e]
} for exactly 2 A,
  3 seq, 3 Int
run add { rest_empty and some S.e and no_sets and S.t = S.s.add[S.e] } for exactly 2 A, 3 seq, 3 Int
run setAt {
  S.i in S.s.inds and some S.i and no S.j and some S.e and no_sets and S.t = S.s.setAt[S.i, S.e]
} for exactly 2 A,
  3 seq, 3 Int
run insert {
  S.i in S.s.inds + S.s.afterLastIdx and some S.i and no S.j and some S.e and no_sets and
    S.t = S.s.insert[S.i, S.e]
} for exactly 2 A,
  3 seq, 3 Int
run delete {
  S.i in S.s.inds and some S.i and no S.j and no S.e and no_sets and S.t = S.s.delete[S.i]
} for exactly 2 A,
  3 seq, 3 Int
run append {
  rest_empty and no S.e and no_sets and #S.t = 1 and
    some x: seq/Int -> A | x = S.s.append[S.t] and #x = 2
} for exactly 2 A,
  3 seq, 3 Int
run subseq {
  some S.i and some S.j and S.i + S.j in S.s.inds and S.i <= S.j and no S.e and no_sets and
    S.t = S.s.subseq[S.i, S.j]
} for exactly 2 A,
  3 seq, 3 Int
