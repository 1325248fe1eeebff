-- @N queens on a board of @N by @N, by arithmetic: each queen has integers for coordinates, and distances are computed.
sig Queen { row, col: one Int }
fun distance [a, b: Int]: Int { a > b => minus[a, b] else minus[b, a] }
fact OnTheBoard { all q: Queen, x: q.row + q.col | x >= 1 and x <= @N }
fact Peace {
  all disj q, p: Queen |
    let down = distance[q.row, p.row], across = distance[q.col, p.col] |
      down != 0 and across != 0 and down != across
}
run {} for exactly @N Queen, @B Int
