module sudoku

/*
 * Sudoku: each digit once in every row, every column and every box.
 *
 *   relfind models/puzzles/sudoku.als
 *
 * What it shows: a digit's places are a relation between rows and columns, and that
 * a digit stands once in each row and each column is one arrow: Row one -> one Col.
 * And a scope can ask a question: with exactly two solutions the model has no
 * instance, so the puzzle has only one.
 *
 * For another puzzle change `example`, at the end.
 */

enum Row { r1, r2, r3, r4, r5, r6, r7, r8, r9 }
enum Col { c1, c2, c3, c4, c5, c6, c7, c8, c9 }
enum Digit { d1, d2, d3, d4, d5, d6, d7, d8, d9 }

one sig Puzzle { given: Row -> Col -> Digit }

sig Solution { cell: Row -> Col -> one Digit }

/** Each row with the three rows, each column with the three columns of its boxes. */
fun band: Row -> Row {
  let three = r1 + r2 + r3, six = r4 + r5 + r6, nine = r7 + r8 + r9 |
    three -> three + six -> six + nine -> nine
}
fun stack: Col -> Col {
  let three = c1 + c2 + c3, six = c4 + c5 + c6, nine = c7 + c8 + c9 |
    three -> three + six -> six + nine -> nine
}

fact Rules {
  all s: Solution {
    Puzzle.given in s.cell
    all d: Digit | let places = s.cell.d {
      places in Row one -> one Col
      all r: r1 + r4 + r7, c: c1 + c4 + c7 | one places & r.band -> c.stack
    }
  }
  all disj s, t: Solution | s.cell != t.cell
}

-- The puzzle ------------------------------------------------------------------

pred example {
  Puzzle.given =
    r1 -> (c4 -> d3 + c8 -> d9 + c9 -> d8)
      + r2 -> (c5 -> d8 + c6 -> d9 + c7 -> d4)
      + r3 -> (c1 -> d1 + c8 -> d7)
      + r4 -> (c1 -> d4 + c3 -> d2 + c5 -> d3 + c6 -> d6 + c7 -> d5)
      + r5 -> (c1 -> d6 + c9 -> d2)
      + r6 -> (c3 -> d8 + c4 -> d2 + c5 -> d1 + c7 -> d7 + c9 -> d9)
      + r7 -> (c2 -> d6 + c9 -> d4)
      + r8 -> (c3 -> d1 + c4 -> d6 + c5 -> d5)
      + r9 -> (c1 -> d8 + c2 -> d2 + c6 -> d3)
}

solve: run { example } for exactly 1 Solution expect 1
solveAgain: run { example } for exactly 2 Solution expect 0
