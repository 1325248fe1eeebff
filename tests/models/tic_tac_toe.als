-- A grid with empty squares: positions of noughts and crosses, crosses first.
-- Of the full boards that nobody has won there are 16; the first player, having won
-- with the fifth cross on a full board, leaves 62 boards.
enum Row { Top, Middle, Bottom }
enum Col { Left, Centre, Right }
enum Mark { X, O }

one sig Board { square: Row -> Col -> lone Mark }

fun marked [m: Mark]: Row -> Col { Board.square.m }

pred wins [m: Mark] {
  (some r: Row | r -> Col in marked[m])
  or (some c: Col | Row -> c in marked[m])
  or Top->Left + Middle->Centre + Bottom->Right in marked[m]
  or Top->Right + Middle->Centre + Bottom->Left in marked[m]
}

-- five crosses and four noughts fill the board
pred full { #marked[X] = 5 and #marked[O] = 4 }

drawn: run { full and not wins[X] and not wins[O] } for 3 but 5 Int expect 1
won: run { full and wins[X] and not wins[O] } for 3 but 5 Int expect 1
early: run { #marked[X] = 2 and wins[X] } for 3 but 5 Int expect 0
