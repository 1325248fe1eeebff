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
 *   relfind models/solitaire.als -c play --scope 13       (12 jumps)
 *   relfind models/solitaire.als                          (the other commands, too)
 *
 * What it shows: a system that changes in steps, each step with its own board; a
 * plan found as an instance; and a check that no plan of a kind exists.
 *
 * The number of jumps is one less than the scope of Step, which is the overall
 * scope. Another board to begin with: change `initial`, at the end.
 *
 * Columns x1 to x7 run from the left and rows y1 to y7 from the top, so that the
 * jump Left -> x6 -> y3 takes the peg in column 6 of row 3 to column 4.
 */

open util/ordering[Step] as time

enum Col { x1, x2, x3, x4, x5, x6, x7 }
enum Row { y1, y2, y3, y4, y5, y6, y7 }
enum Content { Empty, Full }
enum Direction { Up, Down, Left, Right }

sig Step {
  board: Row -> Col -> lone Content,   -- what each hole holds
  move: Direction -> Col -> Row        -- the jump made next: which way, and who
}

-- The board -------------------------------------------------------------------

/** The holes: a cross of three rows and three columns. */
fun holes: Row -> Col { (y3 + y4 + y5) -> Col + Row -> (x3 + x4 + x5) }

fun full [s: Step]: Row -> Col { s.board.Full }
fun empty [s: Step]: Row -> Col { s.board.Empty }

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
fun movable [s: Step, d: Direction]: Row -> Col {
  s.full & behind[d, s.full & behind[d, s.empty]]
}

/** The peg that does jump, if it jumps in direction `d`: where from, over and to. */
fun from [s: Step, d: Direction]: Row -> Col { ~(d.(s.move)) }
fun over [s: Step, d: Direction]: Row -> Col { ahead[d, s.from[d]] }
fun to [s: Step, d: Direction]: Row -> Col { ahead[d, s.over[d]] }

/** One jump leads from the board of `s` to the board of `later`. */
pred jump [s, later: Step] {
  one s.move
  all d: Direction | s.from[d] in s.movable[d]
  all y: Row, x: Col | let hole = y -> x |
    -- a hole is full afterwards: a peg came down there, or there was one and it stayed
    hole in later.full iff (
      (some d: Direction | hole in s.to[d]) or
      (hole in s.full and no d: Direction | hole in s.from[d] + s.over[d]))
}

/** No peg can jump any more. */
pred stuck [s: Step] { no d: Direction | some s.movable[d] }

fact Game {
  all s: Step | s.board.Content = holes
  time/first.full = initial
  all s: Step - time/last | jump[s, s.time/next]
  no time/last.move
}

-- The first board -------------------------------------------------------------

fun initial: Row -> Col { holes - y4 -> x4 }

-- Commands --------------------------------------------------------------------

/** Eight jumps. */
play: run {} for 9 expect 1

/** How fast can one lose? After six jumps the game may be over already ... */
shortest: run { stuck[time/last] } for 7 expect 1

/** ... but never after five. */
assert FiveJumpsLeaveAnother { not stuck[time/last] }
check FiveJumpsLeaveAnother for 6 expect 0
