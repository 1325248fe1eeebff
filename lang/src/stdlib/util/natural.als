module util/natural

-- Numbers from zero up, as atoms: a scope of n on Natural gives 0 to n - 1. They
-- need no negative half and no power of two, unlike Int. A result that is not
-- among them is the empty set. A natural is worth as much as it has predecessors;
-- these are counted in Int, so the bitwidth must reach as far as the sums do.

private open util/ordering[Natural] as ord
private open util/integer as integer

/** A natural number. */
sig Natural {}

/** The number 0. */
one sig Zero in Natural {}

/** The number 1, where the scope reaches it. */
lone sig One in Natural {}

fact {
  ord/first in Zero
  ord/next[ord/first] in One
}

/** The number `n` as an integer. */
private fun worth [n: Natural]: Int { #ord/prevs[n] }

/** The number after `n`. */
fun inc [n: Natural]: lone Natural { n.ord/next }

/** The number before `n`. */
fun dec [n: Natural]: lone Natural { n.ord/prev }

/** n1 + n2. */
fun add [n1, n2: Natural]: lone Natural {
  { total: Natural | worth[total] = plus[worth[n1], worth[n2]] }
}

/** n1 - n2, when n1 is not the smaller. */
fun sub [n1, n2: Natural]: lone Natural {
  { difference: Natural | worth[n1] = plus[worth[n2], worth[difference]] }
}

/** n1 times n2. */
fun mul [n1, n2: Natural]: lone Natural {
  { product: Natural | worth[product] = #(ord/prevs[n1] -> ord/prevs[n2]) }
}

/** n1 / n2, when it leaves no remainder. */
fun div [n1, n2: Natural]: lone Natural {
  { quotient: Natural | worth[n1] = #(ord/prevs[n2] -> ord/prevs[quotient]) }
}

/** n1 greater than n2. */
pred gt [n1, n2: Natural] { ord/gt[n1, n2] }

/** n1 less than n2. */
pred lt [n1, n2: Natural] { ord/lt[n1, n2] }

/** n1 at least n2. */
pred gte [n1, n2: Natural] { ord/gte[n1, n2] }

/** n1 at most n2. */
pred lte [n1, n2: Natural] { ord/lte[n1, n2] }

/** The greatest of `ns`; empty when `ns` is. */
fun max [ns: set Natural]: lone Natural { ord/max[ns] }

/** The least of `ns`; empty when `ns` is. */
fun min [ns: set Natural]: lone Natural { ord/min[ns] }
