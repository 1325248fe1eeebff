module util/seqrel[elem]

-- Sequences as plain relations from positions to elements, with positions of
-- their own: the scope of SeqIdx is the greatest length. A sequence occupies the
-- first positions, without a gap. Given such sequences (and positions as each
-- comment says), every function below returns such a sequence again.

open util/integer
open util/ordering[SeqIdx] as ord

/** A position in a sequence. */
sig SeqIdx {}

/** `s` gives each position at most one element and leaves no gap. */
pred isSeq [s: SeqIdx -> elem] {
  s in SeqIdx -> lone elem
  inds[s] - inds[s].ord/next in ord/first
}

/** The elements that occur in `s`. */
fun elems [s: SeqIdx -> elem]: set elem { SeqIdx.s }

/** The element at the first position; empty when `s` is. */
fun first [s: SeqIdx -> elem]: lone elem { (ord/first).s }

/** The element at the last position; empty when `s` is. */
fun last [s: SeqIdx -> elem]: lone elem { lastIdx[s].s }

/** `s` without its first element, the others moved down by one. */
fun rest [s: SeqIdx -> elem]: SeqIdx -> elem { (ord/next).s }

/** `s` without its last element. */
fun butlast [s: SeqIdx -> elem]: SeqIdx -> elem { (SeqIdx - lastIdx[s]) <: s }

/** `s` has no element. */
pred isEmpty [s: SeqIdx -> elem] { no s }

/** Some element occurs more than once in `s`. */
pred hasDups [s: SeqIdx -> elem] { #inds[s] > #elems[s] }

/** The positions that `s` occupies. */
fun inds [s: SeqIdx -> elem]: set SeqIdx { s.elem }

/** The last position that `s` occupies; empty when `s` is. */
fun lastIdx [s: SeqIdx -> elem]: lone SeqIdx { ord/max[inds[s]] }

/** The first free position; empty when `s` is as long as it may be. */
fun afterLastIdx [s: SeqIdx -> elem]: lone SeqIdx { ord/min[SeqIdx - inds[s]] }

/** The first position of `e`, if it occurs. */
fun idxOf [s: SeqIdx -> elem, e: elem]: lone SeqIdx { ord/min[indsOf[s, e]] }

/** The last position of `e`, if it occurs. */
fun lastIdxOf [s: SeqIdx -> elem, e: elem]: lone SeqIdx { ord/max[indsOf[s, e]] }

/** Every position of `e`. */
fun indsOf [s: SeqIdx -> elem, e: elem]: set SeqIdx { s.e }

/** `s` with `e` put after its end; `s` itself when no position is free. */
fun add [s: SeqIdx -> elem, e: elem]: SeqIdx -> elem { setAt[s, afterLastIdx[s], e] }

/** `s` with `e` in place of the element at the occupied position `i`. */
fun setAt [s: SeqIdx -> elem, i: SeqIdx, e: elem]: SeqIdx -> elem { s ++ (i -> e) }

/**
 * `s` with `e` put in at `i`, which is occupied or the first free position; the
 * elements from `i` on move up by one, and what passes the end is lost.
 */
fun insert [s: SeqIdx -> elem, i: SeqIdx, e: elem]: SeqIdx -> elem {
  let head = ord/prevs[i] <: s, tail = (i + ord/nexts[i]) <: s |
    head + (i -> e) + (ord/prev).tail
}

/** `s` without the element at the occupied position `i`; later ones move down. */
fun delete [s: SeqIdx -> elem, i: SeqIdx]: SeqIdx -> elem {
  let head = ord/prevs[i] <: s, tail = ord/nexts[i] <: s |
    head + (ord/next).tail
}

/** `s1` followed by `s2`, as far as the positions reach; `s1` has an element. */
fun append [s1, s2: SeqIdx -> elem]: SeqIdx -> elem {
  let shift = { new, old: SeqIdx |
      #ord/prevs[new] = plus[#ord/prevs[old], plus[#ord/prevs[lastIdx[s1]], 1]] } |
    s1 + shift.s2
}

/** The elements at the occupied positions `from` to `to`, both included. */
fun subseq [s: SeqIdx -> elem, from, to: SeqIdx]: SeqIdx -> elem {
  let shift = { new, old: SeqIdx |
      #ord/prevs[new] = minus[#ord/prevs[old], #ord/prevs[from]] } |
    shift.((SeqIdx - ord/nexts[to]) <: s)
}

/** The first position there is. */
fun firstIdx: SeqIdx { ord/first }

/** The last position there is. */
fun finalIdx: SeqIdx { ord/last }
