module solitaire_parallel

/*
 * Peg solitaire, several jumps at a time.
 *
 * The game is that of solitaire.als: a peg jumps over a neighbouring peg, up, down,
 * left or right, into the empty hole behind it, and the peg it jumped over is taken
 * off. But here jumps that have no hole in common are made in one round. It does not
 * matter which of them comes first, so a plan in rounds is as good as a plan of
 * single jumps: lay the jumps of each round out in any order.
 *
 *   relfind models/solitaire_parallel.als -c centre     (31 jumps in 16 rounds)
 *
 * What it shows: how much depends on the question. 31 jumps one by one are out of
 * reach, as all the orders in which they can be made are different plans; in rounds
 * those are one plan, and there are half as many boards. docs/puzzles/solitaire.md
 * says more.
 *
 * Any board and any number of jumps, in the same format as for solitaire.als; the
 * jumps of the rounds are laid out one after another:
 *
 *   relfind models/solitaire_parallel.als --facts models/solitaire/english31.lp --format facts
 *
 * The scope is the number of rounds.
 *
 * Columns x1 to x7 run from the left and rows y1 to y7 from the top, so that the
 * jump Left -> x6 -> y3 takes the peg in column 6 of row 3 to column 4.
 */

open util/ordering[Round] as rounds

//@ facts full, empty, time, move

//% hide full empty
//% caption jumps

enum Col { x1, x2, x3, x4, x5, x6, x7 }
enum Row { y1, y2, y3, y4, y5, y6, y7 }
enum Direction { Up, Down, Left, Right }

/** The first board, and the numbers of the jumps. */
one sig Puzzle {
  full, empty: Col -> Row,
  time: set Int
}

sig Round {
  jumps: Direction -> Col -> Row,   -- which way, and who
  pegs: Row -> Col                  -- the board afterwards
}

-- The board -------------------------------------------------------------------

/** The holes: a cross of three rows and three columns. */
fun holes: Row -> Col { (y3 + y4 + y5) -> Col + Row -> (x3 + x4 + x5) }

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

/** The jumps for which the board has three holes in line. */
fun lines: Direction -> Col -> Row {
  { d: Direction, x: Col, y: Row | y -> x in holes & behind[d, holes & behind[d, holes]] }
}

-- Rounds ----------------------------------------------------------------------

/** The pegs on the board before a round. */
fun found [r: Round]: Row -> Col {
  r = rounds/first => ~(Puzzle.full) else r.prev.pegs
}

/** The pegs that jump in direction `d`, and those that they jump over. */
fun cleared [r: Round, d: Direction]: Row -> Col {
  let from = ~(d.(r.jumps)) | from + ahead[d, from]
}

/** Where they come down. */
fun landing [r: Round, d: Direction]: Row -> Col {
  ahead[d, ahead[d, ~(d.(r.jumps))]]
}

/** No two jumps have a hole in common. (One that is cleared is full and one of landing empty.) */
pred apart [r: Round] {
  all d: Direction | let from = ~(d.(r.jumps)) | no from & ahead[d, from]
  all disj d, e: Direction |
    no r.cleared[d] & r.cleared[e] and no r.landing[d] & r.landing[e]
}

/** The jumps are possible, and change the board as they should ... */
pred jump [r: Round] {
  all d: Direction {
    r.cleared[d] in r.found - r.pegs
    r.landing[d] in r.pegs - r.found
  }
}

/** ... and nothing else changes. */
pred stay [r: Round] {
  all y: Row, x: Col | let hole = y -> x {
    hole in r.found - r.pegs => some d: Direction | hole in r.cleared[d]
    hole in r.pegs - r.found => some d: Direction | hole in r.landing[d]
  }
}

/** Each hole of the board is full or empty at first. */
fact Holes {
  all x: Col, y: Row | x -> y not in Puzzle.full & Puzzle.empty
  all x: Col, y: Row | y -> x in holes iff x -> y in Puzzle.(full + empty)
}

fact Rules {
  jumps in Round -> lines
  pegs in Round -> holes
  all r: Round | r.jump and r.apart and r.stay
}

-- The puzzle ------------------------------------------------------------------

pred english {
  Puzzle.empty = x4 -> y4
  no Puzzle.time
}

-- One jump after another ------------------------------------------------------

/** The jumps of earlier rounds, and those of the same round by direction and place. */
fun earlier [r: Round, d: Direction, x: Col, y: Row]: Round -> Direction -> Col -> Row {
  r.prevs <: jumps + r -> { e: Direction, u: Col, v: Row |
    e -> u -> v in r.jumps and
    (e in d.prevs or e = d and (u in x.prevs or u = x and v in y.prevs)) }
}

/** The jumps with their numbers, from 1. */
fun move: Int -> Direction -> Col -> Row {
  { t: Int, d: Direction, x: Col, y: Row |
    some r: Round | d -> x -> y in r.jumps and t = plus[1, #earlier[r, d, x, y]] }
}

-- Where the last peg can be --------------------------------------------------

/*
 * Colour the diagonals in turn with three colours. The three holes of a jump have
 * three colours, and two of them lose a peg while the third gains one: each jump
 * changes the number of pegs of each colour by one. So the first board and the number
 * of jumps say which numbers are odd in the end, and a single peg has that colour; in
 * both ways in which diagonals run. The rules imply it, but no solver would see it.
 */
fun rising [y: Row, x: Col]: Int { rem[plus[#x.prevs, #y.prevs], 3] }
fun falling [y: Row, x: Col]: Int { rem[plus[#x.prevs, #y.nexts], 3] }

/** Among these holes an odd number of pegs is left. */
pred odd [places: Row -> Col] { rem[plus[#(places & ~(Puzzle.full)), #Puzzle.time], 2] = 1 }

/** The holes in which a single peg can be left. */
fun ends: Row -> Col {
  { y: Row, x: Col |
    y -> x in holes
    and odd[{ v: Row, u: Col | rising[v, u] = rising[y, x] }]
    and odd[{ v: Row, u: Col | falling[v, u] = falling[y, x] }] }
}

-- Commands --------------------------------------------------------------------

/** As many jumps as there are times, from any board, or the one in a file of facts. */
solve: run {
  some Puzzle.time
  let left = minus[#Puzzle.full, #Puzzle.time] {
    #rounds/last.pegs = left
    left = 1 => rounds/last.pegs in ends
  }
} for 16 Round, 7 Int expect 1

/** One peg is left, in the middle. */
centre: run { english and rounds/last.pegs = y4 -> x4 } for 16 Round expect 1

/** One peg is left, anywhere: of the holes above, the English board has five. */
anywhere: run {
  english and one rounds/last.pegs
  rounds/last.pegs in y4 -> (x1 + x4 + x7) + (y1 + y7) -> x4
} for 16 Round expect 1

/** At first there are but single jumps: each one needs the hole that the one before it left. */
check SingleJumpsAtFirst {
  english => all r: Round | lone r.jumps
} for 2 Round expect 0
