open util/seqrel[A] as q
sig A {}
one sig S { s, t: SeqIdx -> A, i, j: lone SeqIdx, e: lone A, g: set A, k: set SeqIdx }
fact { q/isSeq[S.s] and q/isSeq[S.t] }
pred only_s { no S.t and rest_empty and no S.e and no S.g and no S.k }
pred rest_empty { no S.i and no S.j }
pred no_sets { no S.g and no S.k }

run first { no S.t and rest_empty and no_sets and S.e = q/first[S.s] } for exactly 2 A,
  exactly 2 SeqIdx, 3 Int
run last { no S.t and rest_empty and no_sets and S.e = q/last[S.s] } for exactly 2 A,
  exactly 2 SeqIdx, 3 Int
run rest { rest_empty and no S.e and no_sets and S.t = q/rest[S.s] } for exactly 2 A,
  exactly 2 SeqIdx, 3 Int
run butlast { rest_empty and no S.e and no_sets and S.t = q/butlast[S.s] } for exactly 2 A,
  exactly 2 SeqIdx, 3 Int
run isEmpty { only_s and q/isEmpty[S.s] } for exactly 2 A, exactly 2 SeqIdx, 3 Int
run hasDups { only_s and q/hasDups[S.s] } for exactly 2 A, exactly 2 SeqIdx, 3 Int
run inds { no S.t and rest_empty and no S.e and no S.g and S.k = q/inds[S.s] } for exactly 2 A,
  exactly 2 SeqIdx, 3 Int
run lastIdx { no S.t and no S.j and no S.e and no_sets and S.i = q/lastIdx[S.s] } for exactly 2 A,
  exactly 2 SeqIdx, 3 Int
run afterLastIdx {
  no S.t and no S.j and no S.e and no_sets and S.i = q/afterLastIdx[S.s]
} for exactly 2 A,
  exactly 2 SeqIdx, 3 Int
run idxOf {
  no S.t and no S.j and some S.e and no_sets and S.i = q/idxOf[S.s, S.e]
} for exactly 2 A,
  exactly 2 SeqIdx, 3 Int
run lastIdxOf {
  no S.t and no S.j and some S.e and no_sets and S.i = q/lastIdxOf[S.s, S.e]
} for exactly 2 A,
  exactly 2 SeqIdx, 3 Int
run indsOf {
  no S.t and rest_empty and some S.e and no S.g and S.k = q/indsOf[S.s, S.e]
} for exactly 2 A,
  exactly 2 SeqIdx, 3 Int
run add { rest_empty and some S.e and no_sets and S.t = q/add[S.s, S.e] } for exactly 2 A,
  exactly 2 SeqIdx, 3 Int
run setAt {
  S.i in q/inds[S.s] and some S.i and no S.j and some S.e and no_sets and
    S.t = q/setAt[S.s, S.i, S.e]
} for exactly 2 A,
  exactly 2 SeqIdx, 3 Int
run insert {
  S.i in q/inds[S.s] + q/afterLastIdx[S.s] and some S.i and no S.j and some S.e and no_sets and
    S.t = q/insert[S.s, S.i, S.e]
} for exactly 2 A,
  exactly 2 SeqIdx, 3 Int
run delete {
  S.i in q/inds[S.s] and some S.i and no S.j and no S.e and no_sets and S.t = q/delete[S.s, S.i]
} for exactly 2 A,
  exactly 2 SeqIdx, 3 Int
run append {
  rest_empty and no S.e and no_sets and #S.t = 1 and
    some x: q/SeqIdx -> A | x = q/append[S.s, S.t] and #x = 2
} for exactly 2 A,
  exactly 2 SeqIdx, 3 Int
run subseq {
  some S.i and some S.j and S.i + S.j in q/inds[S.s] and (S.i = S.j or S.j in S.i.^(q/ord/next)) and
    no S.e and no_sets and S.t = q/subseq[S.s, S.i, S.j]
} for exactly 2 A,
  exactly 2 SeqIdx, 3 Int
run elems { no S.t and rest_empty and no S.e and no S.k and S.g = q/elems[S.s] } for exactly 2 A,
  exactly 2 SeqIdx, 3 Int
run ends { only_s and no S.s and q/firstIdx != q/finalIdx } for exactly 2 A, exactly 2 SeqIdx, 3 Int
