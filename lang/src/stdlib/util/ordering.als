module util/ordering[exactly elem]

-- A total order over the atoms of `elem`.
--
-- Opening this module for a signature makes the signature's scope exact: it has
-- as many atoms as its scope allows, because the order is then known before the
-- search begins. The finder takes First for the lowest atom and Next for the
-- atoms' own sequence, so that the order costs neither variables nor clauses.
-- There is one order a signature, however often the module is opened for it.

/** Holder of the order; private, so that only the functions below show it. */
private one sig Ord {
  First: set elem,
  Next: elem -> elem
} {
  pred/totalOrder[elem, First, Next]
}

/** The least element. */
fun first: one elem { Ord.First }

/** The greatest element: the only one that precedes none. */
fun last: one elem { elem - Ord.Next.elem }

/** Each element but the least, with its immediate predecessor. */
fun prev: elem -> elem { ~(Ord.Next) }

/** Each element but the greatest, with its immediate successor. */
fun next: elem -> elem { Ord.Next }

/** Every element below `e`. */
fun prevs [e: elem]: set elem { (^(Ord.Next)).e }

/** Every element above `e`. */
fun nexts [e: elem]: set elem { e.^(Ord.Next) }

/** `e1` lies below `e2`. */
pred lt [e1, e2: elem] { e1 in (^(Ord.Next)).e2 }

/** `e1` lies above `e2`. */
pred gt [e1, e2: elem] { e1 in e2.^(Ord.Next) }

/** `e1` lies below `e2` or is `e2`. */
pred lte [e1, e2: elem] { lt[e1, e2] or e1 = e2 }

/** `e1` lies above `e2` or is `e2`. */
pred gte [e1, e2: elem] { gt[e1, e2] or e1 = e2 }

/** The upper one of two elements. */
fun larger [e1, e2: elem]: elem { lt[e1, e2] implies e2 else e1 }

/** The lower one of two elements. */
fun smaller [e1, e2: elem]: elem { lt[e1, e2] implies e1 else e2 }

/** The greatest element of `es`; empty when `es` is. */
fun max [es: set elem]: lone elem { es - (^(Ord.Next)).es }

/** The least element of `es`; empty when `es` is. */
fun min [es: set elem]: lone elem { es - es.^(Ord.Next) }

/** What a total order promises, said through the public functions. */
assert correct {
  -- one beginning, one end, and everything reached from the beginning
  one first and no prev[first]
  one last and no next[last]
  elem = first + nexts[first]
  elem = last + prevs[last]
  -- a chain: at most one neighbour on each side, and never round in a circle
  all e: elem {
    lone next[e] and lone prev[e]
    e != last implies one next[e]
    e != first implies one prev[e]
    e not in nexts[e]
  }
  all e: elem | prev[e] = next.e
  -- strict order: transitive, and exactly one of <, =, > holds
  all disj a, b: elem | lt[a, b] iff not lt[b, a]
  all a, b: elem | gt[a, b] iff lt[b, a]
  all a, b, c: elem | lt[a, b] and lt[b, c] implies lt[a, c]
}

run {} for exactly 0 elem expect 0
run {} for exactly 1 elem expect 1
run {} for exactly 4 elem expect 1
check correct for exactly 1 elem expect 0
check correct for exactly 2 elem expect 0
check correct for exactly 3 elem expect 0
check correct for exactly 5 elem expect 0
