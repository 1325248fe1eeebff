module eight_puzzle

/*
 * The eight-puzzle: eight tiles in a square of nine places. A tile beside the gap
 * slides into it. Bring the tiles into order.
 *
 *   relfind models/planning/eight_puzzle.als
 *
 * What it shows: neighbours from two orders; a step described by what changes and by
 * "all else stays"; and the shortest plan: one move fewer has no solution, nor two.
 *
 * For another start change `start`; the number of moves is one less than the scope.
 */

//% symbol Gap ▒
//% colour Gap #222222
//% symbol t1 1
//% symbol t2 2
//% symbol t3 3
//% symbol t4 4
//% symbol t5 5
//% symbol t6 6
//% symbol t7 7
//% symbol t8 8

open util/ordering[State] as time

enum Row { r1, r2, r3 }
enum Col { c1, c2, c3 }
enum Tile { Gap, t1, t2, t3, t4, t5, t6, t7, t8 }

sig State { tile: Row -> Col -> one Tile }

/** Where a tile is. */
fun place [s: State, t: Tile]: Row -> Col { s.tile.t }

/** The places beside some places: above and below, left and right. */
fun beside [p: Row -> Col]: Row -> Col {
  (Row <: next + ~next).p + p.(Col <: next + ~next)
}

/** A tile beside the gap changes places with it. */
pred slide [s, later: State] {
  some t: Tile - Gap {
    s.place[t] in beside[s.place[Gap]]
    later.place[Gap] = s.place[t]
    later.place[t] = s.place[Gap]
    all other: Tile - Gap - t | later.place[other] = s.place[other]
  }
}

fact Game {
  time/first.tile = start
  all s: State - time/last | slide[s, s.next]
}

-- The puzzle ------------------------------------------------------------------

fun start: Row -> Col -> Tile {
  r1 -> (c1 -> t1 + c2 -> t3 + c3 -> t6)
  + r2 -> (c1 -> t5 + c2 -> Gap + c3 -> t2)
  + r3 -> (c1 -> t4 + c2 -> t7 + c3 -> t8)
}

fun goal: Row -> Col -> Tile {
  r1 -> (c1 -> t1 + c2 -> t2 + c3 -> t3)
  + r2 -> (c1 -> t4 + c2 -> t5 + c3 -> t6)
  + r3 -> (c1 -> t7 + c2 -> t8 + c3 -> Gap)
}

pred done { time/last.tile = goal }

-- Commands --------------------------------------------------------------------

eight: run done for 9 State expect 1

/** With each slide the gap goes to a place of the other colour, as on a chessboard: seven cannot do. */
seven: run done for 8 State expect 0
six: run done for 7 State expect 0
