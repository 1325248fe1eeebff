module pentagonal

/*
 * Peg solitaire on a pentagon.
 *
 * Sixteen holes, A to P, lie on a pentagon with a star in it; H is the middle.
 * Twenty lines join three holes each. A peg at one end of a line jumps over a peg
 * in the middle of it into the empty hole at the other end; the peg it jumped over
 * is taken off. At first every hole but H is full. Fourteen jumps later a single
 * peg is left, and it stands in H.
 *
 *   relfind models/pentagonal.als
 *   relfind models/pentagonal.als -c solve --count      (how many ways are there?)
 *
 * What it shows: a board that is no grid, given as a relation of three holes; and a
 * plan all of whose boards follow from its jumps, so that counting instances counts
 * plans.
 *
 * For another board change the part "The puzzle", at the end. The number of jumps
 * is the scope of Jump.
 *
 *                    A
 *                B       C
 *            D     E   F     G
 *              I     H     J
 *            K       M       L
 *              N     O     P
 */

-- Where the holes are in pictures (see docs/themes.md).
//% board pegs
//% caption over
//% position A 0 -10
//% position B -4.8 -6.5
//% position C 4.8 -6.5
//% position D -9.5 -3.1
//% position E -2.2 -3.1
//% position F 2.2 -3.1
//% position G 9.5 -3.1
//% position H 0 0
//% position I -3.6 1.2
//% position J 3.6 1.2
//% position K -7.7 2.5
//% position L 7.7 2.5
//% position M 0 3.8
//% position N -5.9 8.1
//% position O 0 8.1
//% position P 5.9 8.1
//% colour pegs #004488

open util/ordering[Jump] as time

enum Hole { A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P }

one sig Puzzle {
  line: Hole -> Hole -> Hole,   -- begin, middle and end; each line is good both ways
  full: set Hole                -- the holes that have a peg at first
}

sig Jump {
  from, over, to: one Hole,
  pegs: set Hole                -- the board after the jump
}

/** The lines in both directions. */
fun lines: Hole -> Hole -> Hole {
  Puzzle.line + { begin, middle, end: Hole | end -> middle -> begin in Puzzle.line }
}

/** The pegs on the board before a jump. */
fun found [j: Jump]: set Hole {
  j = time/first => Puzzle.full else j.prev.pegs
}

fact Rules {
  all j: Jump {
    j.to in lines[j.from, j.over]
    j.from + j.over in j.found
    j.to not in j.found
    j.pegs = j.found - j.from - j.over + j.to
  }
}

/** A peg could jump from `begin` over `middle` to `end`, once jump `j` is made. */
pred possible [j: Jump, begin, middle, end: Hole] {
  end in lines[begin, middle]
  begin + middle in j.pegs and end not in j.pegs
}

pred stuck [j: Jump] { no begin, middle, end: Hole | possible[j, begin, middle, end] }

-- The puzzle ------------------------------------------------------------------

pred pentagon {
  Puzzle.full = Hole - H
  Puzzle.line =
    -- from the middle outwards
    H -> M -> O + H -> I -> K + H -> E -> B + H -> F -> C + H -> J -> L
      -- the star inside
      + M -> I -> D + M -> J -> G + I -> M -> P + I -> E -> A + E -> I -> N
      + E -> F -> G + F -> E -> D + F -> J -> P + J -> M -> N + J -> F -> A
      -- the sides
      + N -> K -> D + N -> O -> P + D -> B -> A + A -> C -> G + G -> L -> P
}

-- Commands --------------------------------------------------------------------

solve: run { pentagon and time/last.pegs = H } for 14 Jump expect 1

/** How fast can one lose? After five jumps no peg may be able to jump any more ... */
lose: run { pentagon and stuck[time/last] } for 5 Jump expect 1

/** ... but never after four. */
loseSooner: run { pentagon and stuck[time/last] } for 4 Jump expect 0
