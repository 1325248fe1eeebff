-- @N queens on a board of @N by @N, by the shadows that they cast along the diagonals.
open util/ordering[Row] as rows
open util/ordering[Col] as cols
sig Col {}
sig Row { queen: one Col, leftward, rightward: set Col }
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
run {} for exactly @N Row, exactly @N Col
