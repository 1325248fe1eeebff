module hanoi

/*
 * The towers of Hanoi: discs of different sizes lie on three pegs, never a larger
 * one on a smaller one. One disc is moved at a time. Bring them from the left peg
 * to the right one.
 *
 *   relfind models/planning/hanoi.als
 *
 * What it shows: "smaller than" as an order that one walks with ^prev; a state that
 * is a function from discs to pegs, so that nothing need be said of what lies on what.
 *
 * Three discs take 7 moves and so 8 states; n discs take 2^n - 1 moves.
 */

open util/ordering[Disc] as size
open util/ordering[State] as time

sig Disc {}
enum Peg { West, Middle, East }

sig State { at: Disc -> one Peg }

/** The disc can be moved, and can be moved to the peg: no smaller disc is in the way. */
pred move [s: State, d: Disc, p: Peg] {
  no d.prevs & s.at.(d.(s.at) + p)
  p != d.(s.at)
  s.next.at = s.at ++ d -> p
}

fact Game {
  time/first.at = Disc -> West
  all s: State - time/last | some d: Disc, p: Peg | move[s, d, p]
}

pred done { time/last.at = Disc -> East }

three: run done for exactly 3 Disc, 8 State expect 1
threeSooner: run done for exactly 3 Disc, 7 State expect 0
four: run done for exactly 4 Disc, 16 State expect 1

/** The way is the only one: the largest disc moves just once. */
check LargestMovesOnce {
  done => one s: State - time/last | size/last.(s.at) != size/last.(s.next.at)
} for exactly 3 Disc, 8 State expect 0
