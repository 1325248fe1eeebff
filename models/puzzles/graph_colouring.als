module graph_colouring

/*
 * Colouring a graph: neighbours get different colours.
 *
 * The graph is Petersen's: five points in a ring, five in a star inside it, each
 * joined to its partner.
 *
 *   relfind models/puzzles/graph_colouring.als
 *   relfind models/puzzles/graph_colouring.als -c three --count      (120 ways)
 *
 * What it shows: the number of colours is a scope; and with an equation between
 * relations, a whole graph is compared at once.
 *
 * For another graph change `petersen`, at the end, and the points.
 */

enum Point { a, b, c, d, e, A, B, C, D, E }

one sig Puzzle { edge: Point -> Point }

sig Colour { on: set Point }

fun joined: Point -> Point { Puzzle.edge + ~(Puzzle.edge) }

fact Rules {
  -- every point has one colour
  on in Colour one -> Point
  -- no edge has two ends of one colour
  no joined & ~on.on
}

-- The puzzle ------------------------------------------------------------------

pred petersen {
  Puzzle.edge =
    A -> B + B -> C + C -> D + D -> E + E -> A         -- the ring
      + a -> c + c -> e + e -> b + b -> d + d -> a     -- the star
      + a -> A + b -> B + c -> C + d -> D + e -> E     -- the partners
}

three: run { petersen } for exactly 3 Colour expect 1
two: run { petersen } for exactly 2 Colour expect 0

/** A ring of three can be nowhere in a graph of two colours, whatever the graph. */
check NoTriangle {
  no disj x, y, z: Point | x -> y + y -> z + z -> x in joined
} for 2 Colour expect 0
