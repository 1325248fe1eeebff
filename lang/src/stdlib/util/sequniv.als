module util/sequniv

open util/integer as ui

-- Sequences as plain relations from positions to elements.
--
-- The keyword `seq` in a module opens this one under the name `seq`; there is no
-- need to open it by hand. A sequence occupies the positions 0, 1, 2, ... without
-- a gap, inside seq/Int. Given such sequences (and positions as each comment
-- says), every function below returns such a sequence again.

/** `s` gives each position at most one element and leaves no gap. */
pred isSeq [s: Int -> univ] {
  s in seq/Int -> lone univ
  inds[s] - inds[s].(ui/next) in 0
}

/** The elements that occur in `s`. */
fun elems [s: Int -> univ]: set (Int.s) { seq/Int.s }

/** The element at position 0; empty when `s` is. */
fun first [s: Int -> univ]: lone (Int.s) { 0.s }

/** The element at the last position; empty when `s` is. */
fun last [s: Int -> univ]: lone (Int.s) { lastIdx[s].s }

/** `s` without its first element, the others moved down by one. */
fun rest [s: Int -> univ]: s { seq/Int <: (ui/next).s }

/** `s` without its last element. */
fun butlast [s: Int -> univ]: s { (seq/Int - lastIdx[s]) <: s }

/** `s` has no element. */
pred isEmpty [s: Int -> univ] { no s }

/** Some element occurs more than once in `s`. */
pred hasDups [s: Int -> univ] { #inds[s] > #elems[s] }

/** The positions that `s` occupies. */
fun inds [s: Int -> univ]: set Int { s.univ }

/** The last position that `s` occupies; empty when `s` is. */
fun lastIdx [s: Int -> univ]: lone Int { ui/max[inds[s]] }

/** The first free position; empty when `s` is as long as it may be. */
fun afterLastIdx [s: Int -> univ]: lone Int { ui/min[seq/Int - inds[s]] }

/** The first position of `e`, if it occurs. */
fun idxOf [s: Int -> univ, e: univ]: lone Int { ui/min[indsOf[s, e]] }

/** The last position of `e`, if it occurs. */
fun lastIdxOf [s: Int -> univ, e: univ]: lone Int { ui/max[indsOf[s, e]] }

/** Every position of `e`. */
fun indsOf [s: Int -> univ, e: univ]: set Int { s.e }

/** `s` with `e` put after its end; `s` itself when no position is free. */
fun add [s: Int -> univ, e: univ]: s + (seq/Int -> e) { setAt[s, afterLastIdx[s], e] }

/** `s` with `e` in place of the element at the occupied position `i`. */
fun setAt [s: Int -> univ, i: Int, e: univ]: s + (seq/Int -> e) { s ++ (i -> e) }

/**
 * `s` with `e` put in at `i`, which is occupied or the first free position; the
 * elements from `i` on move up by one, and what passes the end is lost.
 */
fun insert [s: Int -> univ, i: Int, e: univ]: s + (seq/Int -> e) {
  let head = ui/prevs[i] <: s, tail = (i + ui/nexts[i]) <: s |
    seq/Int <: (head + (i -> e) + (ui/prev).tail)
}

/** `s` without the element at the occupied position `i`; later ones move down. */
fun delete [s: Int -> univ, i: Int]: s {
  let head = ui/prevs[i] <: s, tail = ui/nexts[i] <: s |
    head + (ui/next).tail
}

/** `s1` followed by `s2`, as far as the positions reach. */
fun append [s1, s2: Int -> univ]: s1 + s2 {
  no s1 implies s2 else
    let shift = { to, from: seq/Int |
        int[to] = ui/add[int[from], ui/add[int[lastIdx[s1]], 1]] } |
      s1 + shift.s2
}

/** The elements at the occupied positions `from` to `to`, both included. */
fun subseq [s: Int -> univ, from, to: Int]: s {
  let shift = { new, old: seq/Int | int[new] = ui/sub[int[old], int[from]] } |
    shift.((seq/Int - ui/nexts[to]) <: s)
}
