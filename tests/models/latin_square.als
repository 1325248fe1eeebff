-- A grid of enum values: each digit once in every row and every column.
-- The command's board is 4 by 4: there are 576 Latin squares of order 4.
open util/ordering[Row] as rows
open util/ordering[Col] as cols

enum Digit { One, Two, Three, Four }

sig Row { cell: Col -> one Digit }
sig Col {}

fact Latin {
  all r: Row, d: Digit | lone r.cell.d
  all c: Col, d: Digit | lone { r: Row | r.cell[c] = d }
}

square: run {} for exactly 4 Row, exactly 4 Col expect 1
tooWide: run {} for exactly 2 Row, exactly 5 Col expect 0
