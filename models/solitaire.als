module solitaire

/*
 * Peg solitaire on the English board.
 *
 * The board has 33 holes: seven by seven without a two-by-two square at each
 * corner. A peg jumps over a neighbouring peg, up, down, left or right, into the
 * empty hole behind it; the peg it jumped over is taken off. At first every hole
 * but the middle one is full. The task: a given number of jumps, one after another.
 *
 *   relfind models/solitaire.als -c play                  (8 jumps)
 *   relfind models/solitaire.als -c play --scope 12       (12 jumps)
 *   relfind models/solitaire.als                          (the other commands, too)
 *
 * Any board and any number of jumps, in the input and output format of the Answer
 * Set Programming Competition (`full(4,3). empty(4,4). time(1..8).`):
 *
 *   relfind models/solitaire.als --facts models/solitaire/english.lp --format facts
 *
 * What it shows: a system that changes in steps, each step with its own board; a
 * plan found as an instance; a check that no plan of a kind exists; and data apart
 * from the rules.
 *
 * The number of jumps is the scope of Time, which is the overall scope.
 *
 * Columns x1 to x7 run from the left and rows y1 to y7 from the top, so that the
 * jump Left -> x6 -> y3 takes the peg in column 6 of row 3 to column 4.
 */

open util/ordering[Time] as times

//@ facts full, empty, Time, move

enum Col { x1, x2, x3, x4, x5, x6, x7 }
enum Row { y1, y2, y3, y4, y5, y6, y7 }
enum Content { Empty, Full }
enum Direction { Up, Down, Left, Right }

/** The board to begin with. */
one sig Puzzle { full, empty: Col -> Row }

sig Time {
  move: Direction -> Col -> Row,       -- the jump made: which way, and who
  board: Row -> Col -> lone Content    -- what each hole holds afterwards
}

-- The board -------------------------------------------------------------------

/** The holes: a cross of three rows and three columns. */
fun holes: Row -> Col { (y3 + y4 + y5) -> Col + Row -> (x3 + x4 + x5) }

/** The pegs on the board before a jump. */
fun full [t: Time]: Row -> Col { t = times/first => ~(Puzzle.full) else t.prev.board.Full }

/** Going one hole on in a direction, this is what happens to the column ... */
fun colStep: Direction -> Col -> Col {
  Left -> (Col <: prev) + Right -> (Col <: next) + (Up + Down) -> (Col <: iden)
}

/** ... and this to the row. */
fun rowStep: Direction -> Row -> Row {
  Up -> (Row <: prev) + Down -> (Row <: next) + (Left + Right) -> (Row <: iden)
}

/** Where one comes to from `places` in direction `d`. */
fun ahead [d: Direction, places: Row -> Col]: Row -> Col {
  ~(d.rowStep).places.(d.colStep)
}

/** Where one comes from, going to `places` in direction `d`. */
fun behind [d: Direction, places: Row -> Col]: Row -> Col {
  d.rowStep.places.~(d.colStep)
}

-- Jumps -----------------------------------------------------------------------

/** The pegs that can jump in direction `d`: behind a peg that is behind an empty hole. */
fun movable [pegs: Row -> Col, d: Direction]: Row -> Col {
  pegs & behind[d, pegs & behind[d, holes - pegs]]
}

/** The peg that does jump, if it jumps in direction `d`: where from, over and to. */
fun from [t: Time, d: Direction]: Row -> Col { ~(d.(t.move)) }
fun over [t: Time, d: Direction]: Row -> Col { ahead[d, t.from[d]] }
fun to [t: Time, d: Direction]: Row -> Col { ahead[d, t.over[d]] }

/** One jump leads from the board before to the board of `t`. */
pred jump [t: Time] {
  one t.move
  all d: Direction | t.from[d] in movable[t.full, d]
  all y: Row, x: Col | let hole = y -> x |
    -- a hole is full afterwards: a peg came down there, or there was one and it stayed
    hole in t.board.Full iff (
      (some d: Direction | hole in t.to[d]) or
      (hole in t.full and no d: Direction | hole in t.from[d] + t.over[d]))
}

/** No peg can jump any more. */
pred stuck [t: Time] { no d: Direction | some movable[t.board.Full, d] }

/** Each hole of the board is full or empty at first. */
fact Holes {
  all x: Col, y: Row | x -> y not in Puzzle.full & Puzzle.empty
  all x: Col, y: Row | y -> x in holes iff x -> y in Puzzle.(full + empty)
}

fact Game {
  all t: Time | t.board.Content = holes
  all t: Time | jump[t]
}

-- The board of the shops ------------------------------------------------------

pred english { Puzzle.empty = x4 -> y4 }

-- Commands --------------------------------------------------------------------

/** Any board, or the one in a file of facts. */
solve: run {} for 3 expect 1

/** Eight jumps. */
play: run { english } for 8 expect 1

/** How fast can one lose? After six jumps the game may be over already ... */
shortest: run { english and stuck[times/last] } for 6 expect 1

/** ... but never after five. */
assert FiveJumpsLeaveAnother { english => not stuck[times/last] }
check FiveJumpsLeaveAnother for 5 expect 0
