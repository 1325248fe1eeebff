module pentagonal/unnamed

/*
 * Peg solitaire on any board, told by data.
 *
 * The rules of `pentagonal.als`, for a board whose holes have no names of their own: holes are
 * told apart by the lines they lie on, and nothing else. So two plans that differ by turning or
 * mirroring the board are the same, and counting gives both numbers:
 *
 *   relfind models/pentagonal/unnamed.als --facts models/pentagonal/board.json -c solve
 *   relfind models/pentagonal/unnamed.als --facts models/pentagonal/board.json -c solve --count
 *
 * What it shows: symmetry. Members of an `enum` are in order, and every `one sig` is itself;
 * renaming such atoms makes another instance. Atoms of a plain signature may trade places, as
 * far as what is given about them allows it.
 *
 * The data say how many jumps there are, too. Without data a small board for three jumps is found.
 */

-- Where the holes of the pentagon are in pictures (see docs/themes.md): Hole$0 is A, Hole$15 is P.
//% board pegs
//% caption over
//% position Hole$0 0 -10
//% position Hole$1 -4.8 -6.5
//% position Hole$2 4.8 -6.5
//% position Hole$3 -9.5 -3.1
//% position Hole$4 -2.2 -3.1
//% position Hole$5 2.2 -3.1
//% position Hole$6 9.5 -3.1
//% position Hole$7 0 0
//% position Hole$8 -3.6 1.2
//% position Hole$9 3.6 1.2
//% position Hole$10 -7.7 2.5
//% position Hole$11 7.7 2.5
//% position Hole$12 0 3.8
//% position Hole$13 -5.9 8.1
//% position Hole$14 0 8.1
//% position Hole$15 5.9 8.1
//% label Hole$0 A
//% label Hole$1 B
//% label Hole$2 C
//% label Hole$3 D
//% label Hole$4 E
//% label Hole$5 F
//% label Hole$6 G
//% label Hole$7 H
//% label Hole$8 I
//% label Hole$9 J
//% label Hole$10 K
//% label Hole$11 L
//% label Hole$12 M
//% label Hole$13 N
//% label Hole$14 O
//% label Hole$15 P
//% colour pegs #004488

open util/ordering[Jump] as time

sig Hole {
  line: Hole -> Hole            -- of a hole at the end: the middle, and the other end
}

one sig Puzzle {
  empty: one Hole               -- at first; and the last peg is to stand in it
}

sig Jump {
  from, over, to: one Hole,
  pegs: set Hole                -- the board after the jump
}

/** The pegs on the board before a jump. */
fun found [j: Jump]: set Hole {
  j = time/first => Hole - Puzzle.empty else j.prev.pegs
}

fact Rules {
  all j: Jump {
    j.to in j.from.line[j.over]
    j.from + j.over in j.found
    j.to not in j.found
    j.pegs = j.found - j.from - j.over + j.to
  }
}

/** A line has three holes. */
fact Lines { all a, b, c: Hole | a -> b -> c in line implies disj[a, b, c] }

solve: run { time/last.pegs = Puzzle.empty } for 5 Hole, 3 Jump expect 1

/** Any jumps: fewer than to the end. */
play: run {} for 5 Hole, 3 Jump expect 1
