module util/sequence[elem]

-- Sequences as atoms. Each Seq maps the first positions, without a gap, to
-- elements; the scope of SeqIdx is the greatest length, the scope of Seq says how
-- many different sequences there may be. What would return a new sequence is a
-- predicate here, because that sequence need not exist; see allExist.

open util/ordering[SeqIdx] as ord

/** A position in a sequence. */
sig SeqIdx {}

/** A sequence, empty perhaps; an element may occur in it more than once. */
sig Seq {
  seqElems: SeqIdx -> lone elem
} {
  -- no gap: whoever has an element here has one before
  all i: SeqIdx - ord/first | some seqElems[i] implies some seqElems[i.ord/prev]
}

/** Sequences with the same elements in the same places are the same. */
fact canonicalizeSeqs {
  all disj s1, s2: Seq | s1.seqElems != s2.seqElems
}

/** No sequence has an element twice. */
pred noDuplicates { no s: Seq | hasDups[s] }

/** Every sequence that the positions have room for exists. */
pred allExist {
  some s: Seq | isEmpty[s]
  all s: Seq, e: elem | some SeqIdx - inds[s] implies some longer: Seq | add[s, e, longer]
}

/** Every sequence without duplicates exists, and no other. */
pred allExistNoDuplicates {
  some s: Seq | isEmpty[s]
  noDuplicates
  all s: Seq, e: elem - elems[s] |
    some SeqIdx - inds[s] implies some longer: Seq | add[s, e, longer]
}

/** The element at position `i`, if there is one. */
fun at [s: Seq, i: SeqIdx]: lone elem { i.(s.seqElems) }

/** The elements that occur in `s`. */
fun elems [s: Seq]: set elem { SeqIdx.(s.seqElems) }

/** The element at the first position; empty when `s` is. */
fun first [s: Seq]: lone elem { at[s, ord/first] }

/** The element at the last position; empty when `s` is. */
fun last [s: Seq]: lone elem { at[s, lastIdx[s]] }

/** `s` has an element, and `r` has what follows its first. */
pred rest [s, r: Seq] {
  not isEmpty[s]
  all i: SeqIdx | at[r, i] = at[s, i.ord/next]
}

/** `s` has no element. */
pred isEmpty [s: Seq] { no elems[s] }

/** Some element occurs more than once in `s`. */
pred hasDups [s: Seq] { #inds[s] > #elems[s] }

/** The positions that `s` occupies. */
fun inds [s: Seq]: set SeqIdx { s.seqElems.elem }

/** The last position that `s` occupies; empty when `s` is. */
fun lastIdx [s: Seq]: lone SeqIdx { ord/max[inds[s]] }

/** The first free position; empty when `s` is as long as it may be. */
fun afterLastIdx [s: Seq]: lone SeqIdx { ord/min[SeqIdx - inds[s]] }

/** The first position of `e`, if it occurs. */
fun idxOf [s: Seq, e: elem]: lone SeqIdx { ord/min[indsOf[s, e]] }

/** The last position of `e`, if it occurs. */
fun lastIdxOf [s: Seq, e: elem]: lone SeqIdx { ord/max[indsOf[s, e]] }

/** Every position of `e`. */
fun indsOf [s: Seq, e: elem]: set SeqIdx { s.seqElems.e }

/** `s` has at its beginning what `prefix` has. */
pred startsWith [s, prefix: Seq] {
  all i: inds[prefix] | at[s, i] = at[prefix, i]
}

/** `added` is `s` with `e` put after its end, where a position is free. */
pred add [s: Seq, e: elem, added: Seq] {
  startsWith[added, s]
  at[added, afterLastIdx[s]] = e
  #inds[added] = plus[#inds[s], 1]
}

/** `setted` is `s` with `e` at position `idx`. */
pred setAt [s: Seq, idx: SeqIdx, e: elem, setted: Seq] {
  setted.seqElems = s.seqElems ++ (idx -> e)
}

/** `inserted` is `s` with `e` put in at `idx` and later elements moved up. */
pred insert [s: Seq, idx: SeqIdx, e: elem, inserted: Seq] {
  all i: ord/prevs[idx] | at[inserted, i] = at[s, i]
  at[inserted, idx] = e
  all i: ord/nexts[idx] | at[inserted, i] = at[s, i.ord/prev]
  #inds[inserted] = plus[#inds[s], 1]
}

/** `dest` has, from position `destStart` on, what `source` has. */
pred copy [source, dest: Seq, destStart: SeqIdx] {
  all from: inds[source] | some to: SeqIdx {
    ord/gte[to, destStart]
    #ord/prevs[from] = #(ord/prevs[to] - ord/prevs[destStart])
    at[dest, to] = at[source, from]
  }
}

/** `appended` is `s1` followed by `s2`, where the positions suffice. */
pred append [s1, s2, appended: Seq] {
  startsWith[appended, s1]
  copy[s2, appended, afterLastIdx[s1]]
  #inds[appended] = plus[#inds[s1], #inds[s2]]
}

/** `sub` has the elements of `s` at `from` to `to`, both included. */
pred subseq [s, sub: Seq, from, to: SeqIdx] {
  ord/lte[from, to]
  copy[sub, s, from]
  #inds[sub] = #(to + ord/prevs[to] - ord/prevs[from])
}

/** The first position there is. */
fun firstIdx: SeqIdx { ord/first }

/** The last position there is. */
fun finalIdx: SeqIdx { ord/last }
