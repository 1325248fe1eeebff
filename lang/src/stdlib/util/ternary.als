module util/ternary

-- Columns of ternary relations, for relations of every type: sets of what stands
-- in a column, projections on two columns, and exchanges of two columns.

/** What stands in the first column. */
fun dom [r: univ -> univ -> univ]: set ((r.univ).univ) { (r.univ).univ }

/** What stands in the third column. */
fun ran [r: univ -> univ -> univ]: set (univ.(univ.r)) { univ.(univ.r) }

/** What stands in the second column. */
fun mid [r: univ -> univ -> univ]: set (univ.(r.univ)) { univ.(r.univ) }

/** The first and second columns. */
fun select12 [r: univ -> univ -> univ]: r.univ { r.univ }

/** The first and third columns. */
fun select13 [r: univ -> univ -> univ]: ((r.univ).univ) -> (univ.(univ.r)) {
  { a: dom[r], c: ran[r] | some a.r.c }
}

/** The second and third columns. */
fun select23 [r: univ -> univ -> univ]: univ.r { univ.r }

/** `r` with its first and second columns exchanged. */
fun flip12 [r: univ -> univ -> univ]: (univ.(r.univ)) -> ((r.univ).univ) -> (univ.(univ.r)) {
  { b: mid[r], a: dom[r], c: ran[r] | a -> b -> c in r }
}

/** `r` with its first and third columns exchanged. */
fun flip13 [r: univ -> univ -> univ]: (univ.(univ.r)) -> (univ.(r.univ)) -> ((r.univ).univ) {
  { c: ran[r], b: mid[r], a: dom[r] | a -> b -> c in r }
}

/** `r` with its second and third columns exchanged. */
fun flip23 [r: univ -> univ -> univ]: ((r.univ).univ) -> (univ.(univ.r)) -> (univ.(r.univ)) {
  { a: dom[r], c: ran[r], b: mid[r] | a -> b -> c in r }
}
