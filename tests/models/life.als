-- A grid that changes: Conway's game of life on five by five squares, in ordered
-- frames. The blinker turns over and back; from it there is one history.
open util/ordering[Frame] as time
open util/ordering[Row] as rows
open util/ordering[Col] as cols

sig Row {}
sig Col {}
sig Frame { live: Row -> Col }

fun rowNear: Row -> Row { rows/next + rows/prev + (Row <: iden) }
fun colNear: Col -> Col { cols/next + cols/prev + (Col <: iden) }

/** The live squares around one square. */
fun around [f: Frame, r: Row, c: Col]: Row -> Col {
  (f.live & r.rowNear -> c.colNear) - r -> c
}

fact Life {
  all f: Frame - time/last, r: Row, c: Col | let n = #around[f, r, c] |
    r -> c in f.time/next.live iff (n = 3 or (n = 2 and r -> c in f.live))
}

fun middleRow: Row { rows/first.rows/next.rows/next }
fun middleCols: Col { let c = cols/first.cols/next | c + c.cols/next + c.cols/next.cols/next }

pred blinker { time/first.live = middleRow -> middleCols }

blink: run blinker for exactly 3 Frame, exactly 5 Row, exactly 5 Col, 5 Int expect 1
check BlinksBack { blinker implies time/last.live = time/first.live }
  for exactly 3 Frame, exactly 5 Row, exactly 5 Col, 5 Int expect 0
check StaysStill { time/first.live = time/last.live }
  for exactly 2 Frame, exactly 3 Row, exactly 3 Col, 5 Int expect 1
