open util/sequence[A] as q
sig A {}
one sig S { s, t, u: Seq, i, j: lone SeqIdx, e: lone A, g: set A, k: set SeqIdx }
pred one_s { S.t = S.s and S.u = S.s and no S.i and no S.j and no S.e and no S.g and no S.k }
pred two { S.u = S.s and no S.j and no S.g and no S.k }
pred places { S.t = S.s and S.u = S.s and no S.j and no S.g and no S.k }
pred sets { S.t = S.s and S.u = S.s and no S.i and no S.j }

run noDuplicates { one_s and q/noDuplicates } for exactly 1 A, exactly 2 Seq, exactly 2 SeqIdx,
  3 Int
run allExist { one_s and q/allExist } for exactly 1 A, exactly 3 Seq, exactly 2 SeqIdx, 3 Int
run allExistNoDuplicates { one_s and q/allExistNoDuplicates } for exactly 1 A, exactly 2 Seq,
  exactly 2 SeqIdx, 3 Int
run at { places and some S.i and S.e = q/at[S.s, S.i] } for exactly 1 A, exactly 2 Seq,
  exactly 2 SeqIdx, 3 Int
run elems { sets and no S.e and no S.k and S.g = q/elems[S.s] } for exactly 1 A, exactly 2 Seq,
  exactly 2 SeqIdx, 3 Int
run first { sets and no S.g and no S.k and S.e = q/first[S.s] } for exactly 1 A, exactly 2 Seq,
  exactly 2 SeqIdx, 3 Int
run last { sets and no S.g and no S.k and S.e = q/last[S.s] } for exactly 1 A, exactly 2 Seq,
  exactly 2 SeqIdx, 3 Int
run rest { two and no S.i and no S.e and q/rest[S.s, S.t] } for exactly 1 A, exactly 2 Seq,
  exactly 2 SeqIdx, 3 Int
run isEmpty { one_s and q/isEmpty[S.s] } for exactly 1 A, exactly 2 Seq, exactly 2 SeqIdx, 3 Int
run hasDups { one_s and q/hasDups[S.s] } for exactly 1 A, exactly 2 Seq, exactly 2 SeqIdx, 3 Int
run inds { sets and no S.e and no S.g and S.k = q/inds[S.s] } for exactly 1 A, exactly 2 Seq,
  exactly 2 SeqIdx, 3 Int
run lastIdx { places and no S.e and S.i = q/lastIdx[S.s] } for exactly 1 A, exactly 2 Seq,
  exactly 2 SeqIdx, 3 Int
run afterLastIdx { places and no S.e and S.i = q/afterLastIdx[S.s] } for exactly 1 A, exactly 2 Seq,
  exactly 2 SeqIdx, 3 Int
run idxOf { places and some S.e and S.i = q/idxOf[S.s, S.e] } for exactly 1 A, exactly 2 Seq,
  exactly 2 SeqIdx, 3 Int
run lastIdxOf { places and some S.e and S.i = q/lastIdxOf[S.s, S.e] } for exactly 1 A,
  exactly 2 Seq, exactly 2 SeqIdx, 3 Int
run indsOf { sets and some S.e and no S.g and S.k = q/indsOf[S.s, S.e] } for exactly 1 A,
  exactly 2 Seq, exactly 2 SeqIdx, 3 Int
run startsWith { two and no S.i and no S.e and q/startsWith[S.s, S.t] } for exactly 1 A,
  exactly 2 Seq, exactly 2 SeqIdx, 3 Int
run add { two and no S.i and some S.e and q/add[S.s, S.e, S.t] } for exactly 1 A, exactly 2 Seq,
  exactly 2 SeqIdx, 3 Int
run setAt { two and some S.i and some S.e and q/setAt[S.s, S.i, S.e, S.t] } for exactly 1 A,
  exactly 2 Seq, exactly 2 SeqIdx, 3 Int
run insert { two and some S.i and some S.e and q/insert[S.s, S.i, S.e, S.t] } for exactly 1 A,
  exactly 2 Seq, exactly 2 SeqIdx, 3 Int
run copy { two and some S.i and no S.e and q/copy[S.s, S.t, S.i] } for exactly 1 A, exactly 2 Seq,
  exactly 2 SeqIdx, 3 Int
run append {
  no S.i and no S.j and no S.e and no S.g and no S.k and q/append[S.s, S.t, S.u]
} for exactly 1 A,
  exactly 2 Seq, exactly 2 SeqIdx, 3 Int
run subseq {
  S.u = S.s and some S.i and some S.j and no S.e and no S.g and no S.k and
    q/subseq[S.s, S.t, S.i, S.j]
} for exactly 1 A,
  exactly 2 Seq, exactly 2 SeqIdx, 3 Int
run ends { one_s and q/firstIdx.(q/ord/next) = q/finalIdx } for exactly 1 A, exactly 2 Seq,
  exactly 2 SeqIdx, 3 Int
