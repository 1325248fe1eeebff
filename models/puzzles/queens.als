module queens

/*
 * Queens: as many queens as the board has rows, none of which attacks another.
 *
 *   relfind models/puzzles/queens.als
 *   relfind models/puzzles/queens.als -c eight --count       (92 ways)
 *
 * What it shows: diagonals without any arithmetic. A queen casts a shadow down both
 * diagonals; the shadow moves one column aside from each row to the next. To say it
 * takes an order of rows, an order of columns, and nothing else.
 *
 * For another board change the two scopes; they must be equal.
 */

//% hide leftward rightward
//% label queen queens

open util/ordering[Row] as rows
open util/ordering[Col] as cols

sig Col {}

sig Row {
  queen: one Col,
  leftward, rightward: set Col   -- shadows of the queens above
}

fact Shadows {
  no rows/first.(leftward + rightward)
  all r: Row - rows/last {
    rows/next[r].leftward = cols/prev[r.leftward + r.queen]
    rows/next[r].rightward = cols/next[r.rightward + r.queen]
  }
}

fact Peace {
  all disj r, s: Row | r.queen != s.queen
  all r: Row | r.queen not in r.leftward + r.rightward
}

eight: run {} for exactly 8 Row, exactly 8 Col expect 1
six: run {} for exactly 6 Row, exactly 6 Col expect 1
three: run {} for exactly 3 Row, exactly 3 Col expect 0

/** On six by six no queen stands in a corner. */
check NoQueenInACorner {
  no (rows/first + rows/last).queen & (cols/first + cols/last)
} for exactly 6 Row, exactly 6 Col expect 0
