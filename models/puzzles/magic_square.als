module magic_square

/*
 * The magic square: the numbers 1 to 9 in a square, so that all rows, columns and
 * both diagonals have the same sum.
 *
 *   relfind models/puzzles/magic_square.als
 *   relfind models/puzzles/magic_square.als -c solve --count     (8: one, turned and mirrored)
 *
 * What it shows: sums over a set of atoms, and numbers with enough bits for them: six,
 * of which one is the sign, so that they go up to 31. It is one of the few models here
 * that calculate; where order is all that matters, util/ordering does better.
 */

enum Row { r1, r2, r3 }
enum Col { c1, c2, c3 }

one sig Square { number: Row -> Col -> one Int }

fun at [r: Row, c: Col]: Int { Square.number[r][c] }
fun falling: Row -> Col { r1 -> c1 + r2 -> c2 + r3 -> c3 }
fun rising: Row -> Col { r3 -> c1 + r2 -> c2 + r1 -> c3 }

fact Magic {
  -- each of the numbers once
  Square.number in Row -> Col -> { n: Int | n > 0 and n < 10 }
  all n: Int | lone Square.number.n
  -- the sums
  all r: Row | (sum c: Col | at[r, c]) = 15
  all c: Col | (sum r: Row | at[r, c]) = 15
  (sum r: Row | at[r, falling[r]]) = 15
  (sum r: Row | at[r, rising[r]]) = 15
}

solve: run {} for 6 Int expect 1

check FiveInTheMiddle { at[r2, c2] = 5 } for 6 Int expect 0
check EvenCorners { all r: r1 + r3, c: c1 + c3 | at[r, c] in 2 + 4 + 6 + 8 } for 6 Int expect 0
