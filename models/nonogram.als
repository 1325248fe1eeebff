module nonogram

/*
 * Nonogram: a picture hidden in numbers.
 *
 * Each row and each column of a board has a hint: the lengths of its blocks of
 * black squares, in order. Between two blocks lies at least one white square.
 * "2 7" is two black squares, a gap, seven black squares. Find the picture.
 *
 *   relfind models/nonogram.als --scope 10
 *   relfind models/nonogram.als --scope 10 --count      (how many pictures fit?)
 *
 * What it shows: one set of rules for rows and columns, both being lines of
 * squares; and positions found by steps along an order, with almost no arithmetic.
 *
 * Other puzzles are files of hints, which replace the values of `rowHints` and
 * `columnHints` at the end and say how large the board is:
 *
 *   relfind models/nonogram.als --facts models/nonogram/sailboat.json
 */

//% hide start

open util/ordering[Row] as rows
open util/ordering[Col] as cols

enum Color { White, Black }

/** A row or a column. The squares of a line are named by the lines that cross it. */
abstract sig Line {}

sig Row extends Line {
  cell: Col -> one Color,   -- the picture
  start: seq Col            -- where each block begins, in order
}

sig Col extends Line {
  start: seq Row
}

-- Rows and columns alike ------------------------------------------------------

/** Where the blocks of each line begin. */
fun starts: Line -> Int -> Line { Row <: start + Col <: start }

/** The black squares of each line. */
fun black: Line -> Line { let picture = cell.Black | picture + ~picture }

/** One step along a line: from a square to the next. */
fun step: Line -> Line { rows/next + cols/next }

/** ahead[n]: n steps along a line; ahead[0 + 1 + 2]: any of up to two steps. */
fun ahead: Int -> Line -> Line {
  { n: Int, from: Line, to: from.*step | n = #(from.^step - to.^step) }
}

/** The squares of the i-th block of a line: its first, and fewer steps than its length. */
fun block [l: Line, i: Int]: set Line {
  l.starts[i].(ahead[prevs[l.hint[i]]])
}

-- The rules -------------------------------------------------------------------

fact Rules {
  all l: Line {
    -- there are as many blocks as the hint has numbers
    l.starts.inds = l.hint.inds

    all i: l.hint.inds | let first = l.starts[i], length = l.hint[i] {
      -- the block's last square is still on the board
      some first.(ahead[minus[length, 1]])
      -- the square behind the block is a gap, and the next block begins beyond it
      l.starts[plus[i, 1]] in first.(ahead[length]).^step
    }

    -- the squares of the blocks are black, and no others
    l.black = { square: Line | some i: l.hint.inds | square in l.block[i] }
  }
}

-- The puzzle ------------------------------------------------------------------

fun row [i: Int]: Row { rows/first.(ahead[i]) }
fun col [i: Int]: Col { cols/first.(ahead[i]) }

/** The hints of the rows: 0 -> length of the first block, 1 -> of the second, ... */
fun rowHints: Row -> seq/Int -> Int {
  row[0] -> 0 -> 3
  + row[1] -> (0->2 + 1->2)
  + row[2] -> (0->1 + 1->1 + 2->1)
  + row[3] -> (0->3 + 1->3)
  + row[4] -> 0 -> 5
  + row[5] -> 0 -> 7
  + row[6] -> 0 -> 7
  + row[7] -> 0 -> 7
  + row[8] -> 0 -> 7
  + row[9] -> 0 -> 5
}

/** Those of the columns. */
fun columnHints: Col -> seq/Int -> Int {
  col[0] -> 0 -> 4
  + col[1] -> 0 -> 6
  + col[2] -> 0 -> 7
  + col[3] -> 0 -> 9
  + col[4] -> (0->2 + 1->7)
  + col[5] -> (0->1 + 1->6)
  + col[6] -> (0->2 + 1->4)
  + col[7] -> 0 -> 3
  + col[8] -> 0 -> 1
  + col[9] -> 0 -> 2
}

fun hint: Line -> Int -> Int { rowHints + columnHints }

solve: run {} for 10 but 5 Int expect 1
